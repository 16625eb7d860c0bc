/* tessera review: visitors who wait for a person, and what that person says. */
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
#include "flow/answer/review.h"
#include "os/clock.h"

/* One as JSON: its texts become at most six times as long. */
#define ROW_MAX 8192

struct review_call {
    const struct cli_call *call;
    struct records *records;
    const struct config *config;
    uint64_t now_ms;
    const char *id;
    bool is_json;
};

static const char *const TEXTS[] = {
    [RECORDS_EXISTS] = "was decided before",
    [RECORDS_ABSENT] = "nobody waits under that id, or their time is over",
    [RECORDS_FAILED] = "the store failed",
};

static bool print_json(const struct review_call *call, const struct records_review *row)
{
    char memory[ROW_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct tes_json json = tes_json_on(&buf);
    tes_json_open(&json, NULL, '{');
    review_describe(call->config, row, &json);
    tes_json_close(&json, '}');
    tes_buf_char(&buf, '\n');
    return fwrite(memory, 1, buf.length, stdout) == buf.length;
}

/* Texts were cleared of what terminals obey when they were written. */
static bool print_row(void *context, const struct records_review *row)
{
    const struct review_call *call = context;
    if (review_is_over(call->config, row, call->now_ms))
        return true;
    if (call->is_json)
        return print_json(call, row);
    uint64_t waited_s = (call->now_ms - row->created_at_ms) / 1000;
    return printf("%s\t%llu s\t%s\t%s\t%s\t%s\t%s\t%s\n", row->review_id,
                  (unsigned long long)waited_s, row->reason, row->site,
                  *row->hostname != '\0' ? row->hostname : "-", row->question_type,
                  row->question_text, *row->user_answer != '\0' ? row->user_answer : "-") > 0;
}

static int list(const struct review_call *call)
{
    struct review_call copy = *call;
    return cli_explain(call->call, records_review_list(call->records, false, print_row, &copy),
                       TEXTS, "list");
}

static int decide(const struct review_call *call, enum records_review_state state)
{
    enum records_result result =
        review_decide(call->records, call->config, call->id, state, call->now_ms);
    if (result == RECORDS_OK)
        printf("%s %s\n", call->id, records_review_state_name(state));
    return cli_explain(call->call, result, TEXTS, call->id);
}

static int approve(const struct review_call *call)
{
    return decide(call, RECORDS_REVIEW_APPROVED);
}

static int reject(const struct review_call *call)
{
    return decide(call, RECORDS_REVIEW_REJECTED);
}

static const struct {
    const char *name;
    bool takes_id;
    int (*run)(const struct review_call *call);
} ACTIONS[] = {{"list", false, list}, {"approve", true, approve}, {"reject", true, reject}};

static int run_action(const struct cli_call *call, size_t action, const char *id)
{
    struct config config;
    if (!cli_config(call, &config))
        return CLI_FAILED;
    struct review_call review_call = {.call = call,
                                      .records = store_open_records(call),
                                      .config = &config,
                                      .now_ms = tes_clock_wall_ms(),
                                      .id = id,
                                      .is_json = cli_given(call, "--json")};
    int status = CLI_FAILED;
    if (review_call.records != NULL)
        status = ACTIONS[action].run(&review_call);
    records_close(review_call.records);
    config_free(&config);
    return status;
}

static int run(const struct cli_call *call)
{
    char id[REVIEW_ID_CHARS + 1];
    for (size_t i = 0; call->word_count > 0 && i < sizeof ACTIONS / sizeof ACTIONS[0]; i++) {
        if (strcmp(call->words[0], ACTIONS[i].name) != 0)
            continue;
        if (call->word_count != (ACTIONS[i].takes_id ? 2U : 1U))
            return cli_wrong(call, ACTIONS[i].takes_id ? "expected one ID" : "takes no ID");
        if (ACTIONS[i].takes_id && !review_id_read(tes_slice_of(call->words[1]), id))
            return cli_wrong(call, "ID: expected one such as K7Q4-9M2X");
        return run_action(call, i, id);
    }
    return cli_wrong(call, "expected list, approve or reject");
}

const struct cli_command cli_review = {
    .name = "review",
    .arguments = "list | approve ID | reject ID",
    .summary =
        "Visitors who wait for a person: id, time, why, site, host, type, what was asked and "
        "answered.",
    .options = {{"--json", NULL, "with list: one JSON object a line", 1},
                CLI_CONFIG_OPTION,
                CLI_DATA_OPTION},
    .run = run,
};
