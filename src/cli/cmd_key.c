/* tessera key: the keys that tokens are sealed with, in the file or in the records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "base/json.h"
#include "cli/cli.h"
#include "cli/cmd_store.h"
#include "cli/key_list.h"
#include "crypto/mac.h"
#include "os/clock.h"
#include "server/cluster/shared_keys.h"
#include "store/ledger/ledger.h"

struct key_call {
    const struct cli_call *call;
    const struct config *config;
    struct shared_keys shared; /* without records: the keys are in the file, or in a variable */
    struct tes_error *error;
};

static bool is_shared(const struct key_call *key_call)
{
    return key_call->shared.records != NULL;
}

static bool fail(const struct key_call *key_call, const char *why)
{
    return tes_error_set(key_call->error, "%s", why);
}

/* The first key of a new folder is made by rotating, too; where there is a ledger, it was lost. */
static bool rotate_file(const struct key_call *key_call)
{
    const struct config *config = key_call->config;
    struct ledger_settings ledger = {.where = config->store_ledger, .data = config->data};
    uint64_t now_ms = tes_clock_wall_ms();
    return (!ledger_exists(&ledger) && !tes_keys_exist(config->data, getenv) &&
            tes_keys_make(config->data, getenv, now_ms, key_call->error)) ||
           tes_keys_rotate(config->data, getenv, now_ms, key_call->error);
}

static bool rotate(const struct key_call *key_call)
{
    return is_shared(key_call) ? shared_keys_rotate(&key_call->shared, key_call->error)
                               : rotate_file(key_call);
}

static bool make(const struct key_call *key_call)
{
    return is_shared(key_call) ? shared_keys_make(&key_call->shared, key_call->error)
                               : tes_keys_make(key_call->config->data, getenv, tes_clock_wall_ms(),
                                               key_call->error);
}

static bool list(const struct key_call *key_call)
{
    return key_list(key_call->config, is_shared(key_call) ? &key_call->shared : NULL,
                    cli_given(key_call->call, "--json"), key_call->error);
}

static bool needs_records(const struct key_call *key_call)
{
    return is_shared(key_call) || fail(key_call, "this is for keys in the records: set store.keys");
}

/* Where a variable holds the secret, it is that one: so this does not ask where keys are used. */
static bool import(const struct key_call *key_call)
{
    struct tes_keys keys;
    size_t added = 0;
    if (!needs_records(key_call))
        return false;
    bool done =
        tes_keys_load(key_call->config->data, getenv, tes_clock_wall_ms(), &keys, key_call->error);
    if (done)
        tes_keys_sort(&keys);
    done = done && shared_keys_import(&key_call->shared, &keys, &added, key_call->error);
    tes_keys_wipe(&keys);
    if (done)
        printf("%zu taken over\n", added);
    return done;
}

static bool reseal(const struct key_call *key_call)
{
    size_t count = 0;
    bool done =
        needs_records(key_call) && shared_keys_reseal(&key_call->shared, &count, key_call->error);
    if (done)
        printf("%zu sealed anew\n", count);
    return done;
}

static bool remove_one(const struct key_call *key_call)
{
    uint8_t id[4];
    const char *text = key_call->call->words[1];
    if (!needs_records(key_call))
        return false;
    if (!tes_hex_decode(tes_slice_of(text), id, sizeof id))
        return fail(key_call, "expected the id of a key, as `tessera key list` shows it");
    return shared_keys_remove(&key_call->shared, tes_mac_get_u32(id), key_call->error);
}

static const struct {
    const char *name;
    unsigned words;
    bool (*act)(const struct key_call *key_call);
    const char *done, *done_shared; /* NULL: it has said enough */
} ACTIONS[] = {
    {"rotate", 1, rotate, "a new key signs within seconds; the one before stays good for a day\n",
     "a new key signs as soon as all servers have it; the one before stays good for a day more\n"},
    {"make", 1, make, "there is a new key; what was issued under another one is void\n",
     "there is a new key; what was issued under another one is void\n"},
    {"list", 1, list, NULL, NULL},
    {"import", 1, import, NULL, "keys in the records open what was issued before\n"},
    {"reseal", 1, reseal, NULL, "the secret before is needed no more\n"},
    {"remove", 2, remove_one, NULL, "what was issued under that key is void\n"},
};
#define ACTION_COUNT (sizeof ACTIONS / sizeof ACTIONS[0])

static size_t find_action(const struct cli_call *call)
{
    size_t found = 0;
    while (found < ACTION_COUNT && (call->word_count != ACTIONS[found].words ||
                                    strcmp(call->words[0], ACTIONS[found].name) != 0))
        found++;
    return found;
}

/* Importing reads what the variables hold, so there they do not mean that the records are unused.
 */
static bool wants_records(const struct config *config, size_t action)
{
    return ACTIONS[action].act == import ? config->store_keys == CONFIG_IN_RECORDS
                                         : shared_keys_are_used(config);
}

static bool act(const struct cli_call *call, const struct config *config, size_t action,
                struct tes_error *error)
{
    struct key_call key_call = {.call = call, .config = config, .error = error};
    key_call.shared.secret_file = config->store_keys_secret_file;
    if (wants_records(config, action)) {
        struct records_settings settings = store_settings(config);
        if (!shared_keys_can_be(config, error))
            return false;
        key_call.shared.records = records_open(&settings, error->text, sizeof error->text);
        if (key_call.shared.records == NULL)
            return false;
    }
    bool done = ACTIONS[action].act(&key_call);
    const char *said = is_shared(&key_call) ? ACTIONS[action].done_shared : ACTIONS[action].done;
    if (done && said != NULL)
        fputs(said, stderr);
    records_close(key_call.shared.records);
    return done;
}

static int run_key(const struct cli_call *call)
{
    struct config config;
    struct tes_error error;
    size_t action = find_action(call);
    if (action == ACTION_COUNT)
        return cli_wrong(call, "expected rotate, make, list, import, reseal or remove ID");
    if (!cli_config(call, &config))
        return CLI_FAILED;
    bool done = act(call, &config, action, &error);
    config_free(&config);
    return done ? CLI_DONE : cli_fail(error.text);
}

const struct cli_command cli_key = {
    .name = "key",
    .arguments = "rotate|make|list|import|reseal|remove ID",
    .summary = "Makes a new signing key; with rotate, the one before stays good for a day. Lists "
               "keys, takes them over into the records, seals them anew there, removes one.",
    .options = {{"--json", NULL, "with list: as one JSON object", 1},
                CLI_CONFIG_OPTION,
                CLI_DATA_OPTION},
    .run = run_key,
};
