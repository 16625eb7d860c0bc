/* tessera study: shows every type and level to volunteers, and tells how people do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "cli/cli.h"
#include "extras/study/study.h"
#include "extras/study/tally.h"

enum study_form { STUDY_FORM_TABLE, STUDY_FORM_JSON, STUDY_FORM_CSV };

#define GROUP_MAX 2048 /* bytes of one group as JSON */

/* What is being printed. */
struct report {
    enum study_form form;
    enum study_grouping grouping;
    bool is_first; /* group of all */
};

/* A share in thousandths, rounded. */
static int thousandths(double share)
{
    return (int)(share * 1000 + 0.5);
}

static double share_of(uint64_t hits, uint64_t count)
{
    return count > 0 ? (double)hits / (double)count : 0;
}

/* ------------------------------------------------------------------ names */

/* The parts of a group's name; "" where all are in it. */
struct names {
    const char *type, *question, *level, *input, *screen;
};

static struct names names_of(enum study_grouping grouping, const struct study_result *first)
{
    struct names names = {first->type, "", "", "", ""};
    if (grouping == STUDY_BY_QUESTION)
        names.question = first->question;
    if (grouping == STUDY_BY_QUESTION || grouping == STUDY_BY_LEVEL)
        names.level = study_levels[first->level];
    if (grouping == STUDY_BY_INPUT)
        names.input = study_inputs[first->input];
    if (grouping == STUDY_BY_SCREEN)
        names.screen = study_screens[first->screen];
    return names;
}

/* The word that tells groups of one type apart. */
static const char *detail_of(const struct names *names)
{
    return *names->level != '\0'   ? names->level
           : *names->input != '\0' ? names->input
                                   : names->screen;
}

/* ------------------------------------------------------------------ table */

static void write_seconds(char *text, size_t size, const struct study_quantile *quantile)
{
    if (quantile->ms == STUDY_MS_UNKNOWN)
        snprintf(text, size, "-");
    else if (!quantile->has_interval)
        snprintf(text, size, "%.1f", quantile->ms / 1000.0);
    else
        snprintf(text, size, "%.1f (%.1f-%.1f)", quantile->ms / 1000.0, quantile->low / 1000.0,
                 quantile->high / 1000.0);
}

static bool print_title(const struct report *report)
{
    return printf("\nby %s\n%-10s %-10s %-9s %6s %13s %7s %14s %14s  %-16s %-16s %-16s %s\n",
                  study_groupings[report->grouping], "type", "question", "", "shown",
                  "right/answers", "share", "95%", "of all shown", "quartile, s", "median, s",
                  "quartile, s", "unseen/motion/stopped") > 0;
}

static bool print_row(const struct report *report, const struct study_group *group)
{
    struct names names = names_of(report->grouping, group->first);
    char counts[48], low[32], middle[32], high[32];
    snprintf(counts, sizeof counts, "%llu/%llu", (unsigned long long)group->outcomes[STUDY_RIGHT],
             (unsigned long long)group->answered);
    write_seconds(low, sizeof low, &group->quarters[0]);
    write_seconds(middle, sizeof middle, &group->quarters[1]);
    write_seconds(high, sizeof high, &group->quarters[2]);
    return printf("%-10s %-10s %-9s %6llu %13s %6.1f%% %5.1f%%-%5.1f%% %5.1f%%-%5.1f%%  %-16s "
                  "%-16s %-16s %llu/%llu/%llu\n",
                  names.type, names.question, detail_of(&names), (unsigned long long)group->shown,
                  counts, 100 * share_of(group->outcomes[STUDY_RIGHT], group->answered),
                  100 * group->of_answered.low, 100 * group->of_answered.high,
                  100 * group->of_shown.low, 100 * group->of_shown.high, low, middle, high,
                  (unsigned long long)group->outcomes[STUDY_UNSEEN],
                  (unsigned long long)group->outcomes[STUDY_MOTION],
                  (unsigned long long)group->outcomes[STUDY_STOPPED]) > 0;
}

/* ------------------------------------------------------------------- JSON */

static void write_share(struct tes_json *json, const char *name, uint64_t hits, uint64_t count,
                        struct interval interval)
{
    tes_json_open(json, name, '{');
    tes_json_number(json, "right", (int64_t)hits);
    tes_json_number(json, "of", (int64_t)count);
    tes_json_decimal(json, "share", thousandths(share_of(hits, count)), 3);
    tes_json_decimal(json, "low", thousandths(interval.low), 3);
    tes_json_decimal(json, "high", thousandths(interval.high), 3);
    tes_json_close(json, '}');
}

static void write_number(struct tes_json *json, const char *name, bool is_known, int32_t number)
{
    if (is_known)
        tes_json_number(json, name, number);
    else
        tes_json_null(json, name);
}

static void write_times(struct tes_json *json, const struct study_group *group)
{
    static const char *const NAMES[] = {"quartile_1", "median", "quartile_3"};
    tes_json_open(json, "ms_of_right_answers", '{');
    tes_json_number(json, "count", (int64_t)group->timed);
    for (unsigned i = 0; i < 3; i++) {
        const struct study_quantile *quantile = &group->quarters[i];
        tes_json_open(json, NAMES[i], '{');
        write_number(json, "ms", quantile->ms != STUDY_MS_UNKNOWN, quantile->ms);
        write_number(json, "low", quantile->has_interval, quantile->low);
        write_number(json, "high", quantile->has_interval, quantile->high);
        tes_json_close(json, '}');
    }
    tes_json_close(json, '}');
}

static bool print_json(struct report *report, const struct study_group *group)
{
    struct names names = names_of(report->grouping, group->first);
    char memory[GROUP_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct tes_json json = tes_json_on(&buf);
    tes_buf_text(&buf, report->is_first ? "\n" : ",\n");
    tes_json_open(&json, NULL, '{');
    tes_json_string(&json, "by", tes_slice_of(study_groupings[report->grouping]));
    tes_json_string(&json, "type", tes_slice_of(names.type));
    tes_json_string(&json, "question", tes_slice_of(names.question));
    tes_json_string(&json, "level", tes_slice_of(names.level));
    tes_json_string(&json, "input", tes_slice_of(names.input));
    tes_json_string(&json, "screen", tes_slice_of(names.screen));
    for (unsigned i = 0; i < STUDY_OUTCOME_COUNT; i++)
        tes_json_number(&json, study_outcomes[i], (int64_t)group->outcomes[i]);
    write_share(&json, "of_answered", group->outcomes[STUDY_RIGHT], group->answered,
                group->of_answered);
    write_share(&json, "of_shown", group->outcomes[STUDY_RIGHT], group->shown, group->of_shown);
    write_times(&json, group);
    tes_json_close(&json, '}');
    report->is_first = false;
    return !buf.failed && fwrite(memory, 1, buf.length, stdout) == buf.length;
}

/* -------------------------------------------------------------------- CSV */

static bool print_csv(const struct report *report, const struct study_group *group)
{
    struct names names = names_of(report->grouping, group->first);
    bool done = printf("%s,%s,%s,%s,%s,%s", study_groupings[report->grouping], names.type,
                       names.question, names.level, names.input, names.screen) > 0;
    for (unsigned i = 0; i < STUDY_OUTCOME_COUNT; i++)
        done = done && printf(",%llu", (unsigned long long)group->outcomes[i]) > 0;
    done = done && printf(",%.3f,%.3f,%.3f,%.3f,%.3f,%zu",
                          share_of(group->outcomes[STUDY_RIGHT], group->answered),
                          group->of_answered.low, group->of_answered.high, group->of_shown.low,
                          group->of_shown.high, group->timed) > 0;
    for (unsigned i = 0; i < 3 && done; i++) {
        const struct study_quantile *quantile = &group->quarters[i];
        done = quantile->ms == STUDY_MS_UNKNOWN ? printf(",,,") > 0
               : !quantile->has_interval
                   ? printf(",%d,,", quantile->ms) > 0
                   : printf(",%d,%d,%d", quantile->ms, quantile->low, quantile->high) > 0;
    }
    return done && printf("\r\n") > 0;
}

/* -------------------------------------------------------------------- all */

static bool print_group(void *context, const struct study_group *group)
{
    struct report *report = context;
    switch (report->form) {
    case STUDY_FORM_JSON:
        return print_json(report, group);
    case STUDY_FORM_CSV:
        return print_csv(report, group);
    default:
        return print_row(report, group);
    }
}

static bool print_head(const struct study_tally *tally, enum study_form form)
{
    unsigned long long begun = tally->begun, ended = tally->ended, bad = tally->bad;
    switch (form) {
    case STUDY_FORM_JSON:
        return printf("{\"runs_begun\":%llu,\"runs_ended\":%llu,\"shown\":%zu,\"bad_lines\":%llu,"
                      "\"groups\":[",
                      begun, ended, tally->count, bad) > 0;
    case STUDY_FORM_CSV:
        return printf("by,type,question,level,input,screen,right,wrong,unseen,motion,stopped,share,"
                      "share_low,share_high,of_shown_low,of_shown_high,timed,quartile_1,"
                      "quartile_1_low,quartile_1_high,median,median_low,median_high,quartile_3,"
                      "quartile_3_low,quartile_3_high\r\n") > 0;
    default:
        return printf("runs: %llu begun, %llu to their end. Items shown: %zu. Lines that are none: "
                      "%llu.\nTimes are those of right answers; intervals are of 95%%.\n",
                      begun, ended, tally->count, bad) > 0;
    }
}

/* Prints to stdout; false where that failed. */
static bool study_report_print(struct study_tally *tally, enum study_form form)
{
    struct report report = {.form = form, .is_first = true};
    bool done = print_head(tally, form);
    for (unsigned i = 0; i < STUDY_GROUPING_COUNT && done; i++) {
        report.grouping = (enum study_grouping)i;
        done = (form != STUDY_FORM_TABLE || print_title(&report)) &&
               study_tally_groups(tally, report.grouping, print_group, &report);
    }
    return done && (form != STUDY_FORM_JSON || printf("\n]}\n") > 0);
}

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
