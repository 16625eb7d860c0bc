/* tessera study: shows every type and level to volunteers, and tells how people do. */
#include <stdlib.h>
#include <string.h>

#include "cli/cmd_serve.h"
#include "cli/study_report.h"
#include "extras/study/study.h"

/* What a study sets, whatever the config says: no history and nothing of anybody's device is kept,
 * there is no demo and no admin, and a room full of people on one network is not held up. */
static const struct {
    const char *key, *value;
} FIXED[] = {
    {"store.history", "false"},
    {"store.device_info", "false"},
    {"demo", "false"},
    {"admin", "false"},
    {"budget.window_s", "60"},
    {"budget.answer", "1200"},
    {"budget.image", "1200"},
    {"budget.draw_ms", "30000"},
    {"budget.draw_all_ms", "60000"},
    {"challenge.enabled", "true"},
};

static bool adjust(struct config *config, const struct cli_call *call, struct tes_error *error)
{
    const char *types = cli_value(call, "--types");
    for (size_t i = 0; i < sizeof FIXED / sizeof FIXED[0]; i++)
        if (!config_set(config, FIXED[i].key, tes_slice_of(FIXED[i].value), error))
            return false;
    return types == NULL || config_set(config, "challenge.types", tes_slice_of(types), error);
}

/* Reads a whole number; false where it is none, or not between these. */
static bool read_number(const struct cli_call *call, const char *option, unsigned least,
                        unsigned most, unsigned *number)
{
    const char *text = cli_value(call, option);
    char *end;
    if (text == NULL)
        return true;
    unsigned long value = strtoul(text, &end, 10);
    *number = (unsigned)value;
    return *text >= '0' && *text <= '9' && *end == '\0' && value >= least && value <= most;
}

static int serve(const struct cli_call *call)
{
    struct study study = {
        .settings = {.per_person = STUDY_CELLS_MAX, .runs_per_network = 60, .max_mb = 16}};
    if (!read_number(call, "--per-person", 1, STUDY_CELLS_MAX, &study.settings.per_person))
        return cli_wrong(call, "--per-person: expected a number of items, 1 to 96");
    if (!read_number(call, "--runs-per-network", 1, 100000, &study.settings.runs_per_network))
        return cli_wrong(call, "--runs-per-network: expected a number of runs a day, 1 to 100000");
    if (!read_number(call, "--max-mb", 1, 1000, &study.settings.max_mb))
        return cli_wrong(call, "--max-mb: expected a number of megabytes, 1 to 1000");
    return serve_run(call, adjust, &study);
}

static int report(const struct cli_call *call)
{
    struct tes_error error;
    struct config config;
    struct study_tally tally;
    bool is_json = cli_given(call, "--json"), is_csv = cli_given(call, "--csv");
    if (is_json && is_csv)
        return cli_wrong(call, "--json or --csv: one of them");
    if (!cli_config(call, &config))
        return CLI_FAILED;
    bool is_read = study_tally_read(&tally, config.data, &error);
    config_free(&config);
    if (!is_read)
        return cli_fail(error.text);
    bool done = study_report_print(&tally, is_json  ? STUDY_FORM_JSON
                                           : is_csv ? STUDY_FORM_CSV
                                                    : STUDY_FORM_TABLE);
    study_tally_free(&tally);
    return done ? CLI_DONE : CLI_FAILED;
}

static int run(const struct cli_call *call)
{
    if (call->word_count == 1 && strcmp(call->words[0], "serve") == 0)
        return serve(call);
    if (call->word_count == 1 && strcmp(call->words[0], "report") == 0)
        return report(call);
    return cli_wrong(call, "expected serve or report");
}

const struct cli_command cli_study = {
    .name = "study",
    .arguments = "serve | report",
    .summary = "Shows every type and level to volunteers, and reports how people do.",
    .options = {CLI_CONFIG_OPTION,
                CLI_DATA_OPTION,
                {"--listen", "HOST:PORT", "serve: where to listen; port 0 takes a free one", 1},
                {"--threads", "N", "serve: threads that parse and reply; 0: one per core", 1},
                {"--types", "TYPE,TYPE", "serve: the types to show, in place of the config's", 1},
                {"--per-person", "N", "serve: items of one run; else each type and level once", 1},
                {"--runs-per-network", "N", "serve: runs that a network may begin in a day: 60", 1},
                {"--max-mb", "N", "serve: how large the file of answers may grow: 16", 1},
                {"--truth", NULL, "tests only, loopback only: replies tell the answer", 1},
                {"--seed", "N", "with --truth: challenges follow from this number", 1},
                {"--json", NULL, "report: for programs", 1},
                {"--csv", NULL, "report: for spreadsheets", 1}},
    .run = run,
};
