#include "cli/study_report.h"

#include <stdio.h>
#include <string.h>

#include "base/json.h"

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

bool study_report_print(struct study_tally *tally, enum study_form form)
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
