/* tessera ban: networks that get nothing. */
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
#include "os/clock.h"
#include "server/app/bans.h"

/* One as JSON: its reason becomes at most six times as long. */
#define ROW_MAX 2048

struct ban_call {
    const struct cli_call *call;
    struct records *records;
    struct tes_address_range network; /* trimmed, where the action takes one */
    uint64_t seconds;                 /* 0: for good */
    uint64_t now_ms;
};

static const char *const TEXTS[] = {
    [RECORDS_EXISTS] = "there are as many bans as there may be",
    [RECORDS_ABSENT] = "there is no such ban; `tessera ban list` shows which there are",
    [RECORDS_FAILED] = "the store failed",
};

static int add(const struct ban_call *ban_call)
{
    char network[TES_ADDRESS_RANGE_MAX + 1];
    struct records_ban ban = {.network = ban_call->network, .created_at_ms = ban_call->now_ms};
    const char *reason = cli_value(ban_call->call, "--reason");
    if (ban_call->seconds > 0)
        ban.expires_at_ms = ban_call->now_ms + ban_call->seconds * 1000;
    snprintf(ban.reason, sizeof ban.reason, "%s", reason != NULL ? reason : "");
    (void)tes_address_range_text(&ban.network, network);
    enum records_result result = records_ban_add(ban_call->records, &ban);
    if (result == RECORDS_OK)
        printf("%s is banned\n", network);
    return cli_explain(ban_call->call, result, TEXTS, network);
}

static int remove_one(const struct ban_call *ban_call)
{
    char network[TES_ADDRESS_RANGE_MAX + 1];
    (void)tes_address_range_text(&ban_call->network, network);
    enum records_result result = records_ban_remove(ban_call->records, &ban_call->network);
    if (result == RECORDS_OK)
        printf("%s is banned no more\n", network);
    return cli_explain(ban_call->call, result, TEXTS, network);
}

static bool print_json(const struct records_ban *ban)
{
    char memory[ROW_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct tes_json json = tes_json_on(&buf);
    tes_json_open(&json, NULL, '{');
    bans_describe(ban, &json);
    tes_json_close(&json, '}');
    tes_buf_char(&buf, '\n');
    return fwrite(memory, 1, buf.length, stdout) == buf.length;
}

static bool print_ban(void *context, const struct records_ban *ban)
{
    const struct ban_call *ban_call = context;
    char network[TES_ADDRESS_RANGE_MAX + 1], left[32] = "for good", reason[sizeof ban->reason];
    if (ban->expires_at_ms != 0 && ban->expires_at_ms <= ban_call->now_ms)
        return true;
    if (cli_given(ban_call->call, "--json"))
        return print_json(ban);
    if (ban->expires_at_ms != 0)
        snprintf(left, sizeof left, "%llu s",
                 (unsigned long long)(ban->expires_at_ms - ban_call->now_ms + 999) / 1000);
    memcpy(reason, ban->reason, sizeof reason);
    store_make_harmless(reason, strlen(reason)); /* others may write to a shared store */
    (void)tes_address_range_text(&ban->network, network);
    return printf("%s\t%s\t%s\n", network, left, *reason != '\0' ? reason : "-") > 0;
}

static int list(const struct ban_call *ban_call)
{
    struct ban_call copy = *ban_call;
    return cli_explain(ban_call->call, records_ban_list(ban_call->records, print_ban, &copy), TEXTS,
                       "list");
}

static const struct action {
    const char *name;
    bool takes_network, adds;
    int (*run)(const struct ban_call *ban_call);
} ACTIONS[] = {
    {"add", true, true, add}, {"list", false, false, list}, {"remove", true, false, remove_one}};

/* What is wrong with the network and the options of `add`; NULL where nothing is. */
static const char *find_wrong(struct ban_call *ban_call, char message[160])
{
    const struct cli_call *call = ban_call->call;
    const char *seconds = cli_value(call, "--for"), *reason = cli_value(call, "--reason");
    const char *doubt = bans_doubt(&ban_call->network);
    if (seconds != NULL &&
        (!tes_slice_number(tes_slice_of(seconds), BANS_SECONDS_MAX, &ban_call->seconds) ||
         ban_call->seconds == 0))
        return "--for: expected a number of seconds, ten years at most";
    if (reason != NULL && !bans_is_reason(tes_slice_of(reason)))
        return "--reason: expected a text of at most 200 bytes, without line breaks";
    if (doubt == NULL || cli_given(call, "--force"))
        return NULL;
    snprintf(message, 160, "%s; --force bans it all the same", doubt);
    return message;
}

static int run_action(struct ban_call *ban_call, const struct action *action)
{
    ban_call->records = store_open_records(ban_call->call);
    int status = ban_call->records != NULL ? action->run(ban_call) : CLI_FAILED;
    records_close(ban_call->records);
    return status;
}

static int run(const struct cli_call *call)
{
    struct ban_call ban_call = {.call = call, .now_ms = tes_clock_wall_ms()};
    char message[160];
    const struct action *action = NULL;
    for (size_t i = 0; call->word_count > 0 && i < sizeof ACTIONS / sizeof ACTIONS[0]; i++)
        if (strcmp(call->words[0], ACTIONS[i].name) == 0)
            action = &ACTIONS[i];
    if (action == NULL)
        return cli_wrong(call, "expected add, list or remove");
    if (call->word_count != (action->takes_network ? 2U : 1U))
        return cli_wrong(call, action->takes_network ? "expected one ADDR" : "takes no ADDR");
    if (!action->takes_network)
        return run_action(&ban_call, action);
    if (!tes_address_range_read(tes_slice_of(call->words[1]), &ban_call.network))
        return cli_wrong(call, "ADDR: expected an address, or a network such as 192.0.2.0/24");
    tes_address_range_trim(&ban_call.network);
    const char *wrong = action->adds ? find_wrong(&ban_call, message) : NULL;
    return wrong != NULL ? cli_wrong(call, wrong) : run_action(&ban_call, action);
}

const struct cli_command cli_ban = {
    .name = "ban",
    .arguments = "add ADDR | list | remove ADDR",
    .summary = "Addresses and networks that get no challenge, no pass and no picture: the network, "
               "how long, why.",
    .options = {{"--for", "SECONDS", "with add: ends by itself after so long", 1},
                {"--reason", "TEXT", "with add: why, for who looks at the list", 1},
                {"--force", NULL, "with add: also this machine itself, or half of the Internet", 1},
                {"--json", NULL, "with list: one JSON object a line", 1},
                CLI_CONFIG_OPTION,
                CLI_DATA_OPTION},
    .run = run,
};
