/* tessera key: the keys that tokens are sealed with, in the file or in the records. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "base/json.h"
#include "cli/cli.h"
#include "crypto/mac.h"
#include "crypto/seal.h"
#include "os/clock.h"
#include "server/cluster/shared_keys.h"
#include "server/config/config.h"
#include "store/ledger/ledger.h"

#define ROW_MAX  8192
#define SECOND   1000
#define TEXT_MAX 64

/* ------------------------------------------------------------- key list */

struct listed {
    struct tes_keys keys;
    struct shared_keys_about about;
    struct nodes nodes; /* who has to have a key before it signs */
    size_t signer;      /* which one signs; the count of keys: none is settled so far */
};

static bool load(const struct config *config, const struct shared_keys *shared,
                 struct listed *listed, struct tes_error *error)
{
    if (shared != NULL)
        return shared_keys_load(shared, &listed->keys, &listed->about, error);
    listed->about.now_ms = tes_clock_wall_ms();
    if (!tes_keys_load(config->data, getenv, listed->about.now_ms, &listed->keys, error))
        return false;
    tes_keys_sort(&listed->keys);
    struct tes_sealer *sealer = tes_keys_sealer(&listed->keys);
    bool done = sealer != NULL && tes_seal_ids(sealer, listed->about.ids) == listed->keys.count;
    tes_sealer_free(sealer);
    if (!done)
        tes_error_set(error, "out of memory");
    return done;
}

/* The first node at `from` or behind that has some of the keys, but not this one. */
static size_t find_lacking(const struct listed *listed, size_t place, size_t from)
{
    struct node with = {.key_count = listed->keys.count, .is_read = true};
    struct node one = {.keys = {listed->about.ids[place]}, .key_count = 1};
    memcpy(with.keys, listed->about.ids, sizeof with.keys);
    for (size_t i = from; i < listed->nodes.count; i++)
        if (node_agreement_share_key(&listed->nodes.items[i], &with) &&
            !node_agreement_share_key(&listed->nodes.items[i], &one))
            return i;
    return NODES_NONE;
}

static void find_signer(struct listed *listed)
{
    size_t count = listed->keys.count;
    for (listed->signer = 0; listed->signer < count; listed->signer++)
        if (tes_key_is_settled(&listed->keys.items[listed->signer], listed->about.now_ms) &&
            find_lacking(listed, listed->signer, 0) == NODES_NONE)
            return;
    listed->signer = count - 1; /* the oldest, as servers have it */
}

static const char *state_of(const struct listed *listed, size_t place)
{
    return place == listed->signer ? "signs" : place < listed->signer ? "waits" : "opens";
}

static void write_age(char text[TEXT_MAX], const struct listed *listed, size_t place)
{
    uint64_t created_ms = listed->keys.items[place].created_at_ms;
    uint64_t now_ms = listed->about.now_ms;
    snprintf(text, TEXT_MAX, "%llu",
             (unsigned long long)(now_ms > created_ms ? (now_ms - created_ms) / SECOND : 0));
    if (created_ms == 0)
        snprintf(text, TEXT_MAX, "-"); /* from a variable */
}

static void print_row(const struct listed *listed, size_t place)
{
    char age[TEXT_MAX];
    const char *before = " for ";
    write_age(age, listed, place);
    printf("%08x %12s  %s", (unsigned)listed->about.ids[place], age, state_of(listed, place));
    for (size_t i = 0; place < listed->signer && (i = find_lacking(listed, place, i)) < NODES_NONE;
         i++) {
        printf("%s%s", before, listed->nodes.items[i].name);
        before = ", ";
    }
    putchar('\n');
}

static void write_row(struct tes_json *json, const struct listed *listed, size_t place)
{
    char id[TEXT_MAX];
    snprintf(id, sizeof id, "%08x", (unsigned)listed->about.ids[place]);
    tes_json_open(json, NULL, '{');
    tes_json_string(json, "id", tes_slice_of(id));
    tes_json_number(json, "created_ms", (int64_t)listed->keys.items[place].created_at_ms);
    tes_json_string(json, "state", tes_slice_of(state_of(listed, place)));
    tes_json_open(json, "waits_for", '[');
    for (size_t i = 0; place < listed->signer && (i = find_lacking(listed, place, i)) < NODES_NONE;
         i++)
        tes_json_string(json, NULL, tes_slice_of(listed->nodes.items[i].name));
    tes_json_close(json, ']');
    tes_json_close(json, '}');
}

static void print_json(const struct listed *listed)
{
    char memory[ROW_MAX * 2];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct tes_json json = tes_json_on(&buf);
    tes_json_open(&json, NULL, '{');
    tes_json_string(&json, "source", tes_slice_of(listed->keys.source));
    tes_json_open(&json, "keys", '[');
    for (size_t i = 0; i < listed->keys.count; i++)
        write_row(&json, listed, i);
    tes_json_close(&json, ']');
    tes_json_close(&json, '}');
    struct tes_slice text = tes_buf_done(&buf);
    printf("%.*s\n", (int)text.length, text.at);
}

/* Prints them; `shared` is NULL where they are in the file, or in a variable. False with a message
 * for people in `error`. */
static bool key_list(const struct config *config, const struct shared_keys *shared, bool as_json,
                     struct tes_error *error)
{
    static struct listed listed;
    char why[256];
    if (!load(config, shared, &listed, error))
        return false;
    /* Without the ledger, it can't be known who has them; what there is, is shown all the same. */
    listed.nodes.count = 0;
    if (ledger_can_meet(config->store_ledger) &&
        !nodes_read(config, &listed.nodes, why, sizeof why))
        fprintf(stderr, "it is not known which nodes have them: %s\n", why);
    find_signer(&listed);
    if (as_json) {
        print_json(&listed);
    } else {
        printf("%-8s %12s  %s\n", "id", "age_s", "state");
        for (size_t i = 0; i < listed.keys.count; i++)
            print_row(&listed, i);
    }
    tes_keys_wipe(&listed.keys);
    return true;
}

/* -------------------------------------------------------------- actions */

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
