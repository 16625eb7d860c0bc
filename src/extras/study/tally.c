#include "extras/study/tally.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const study_groupings[] = {
#define STUDY_GROUPING(name, text) text,
    STUDY_GROUPINGS(STUDY_GROUPING)
#undef STUDY_GROUPING
};

/* ------------------------------------------------------------------- read */

static bool add(struct study_tally *tally, const struct study_result *result)
{
    if (tally->count == tally->room) {
        size_t room = tally->room > 0 ? 2 * tally->room : 1024;
        struct study_result *grown = realloc(tally->results, room * sizeof *grown);
        if (grown == NULL)
            return false;
        tally->results = grown;
        tally->room = room;
    }
    tally->results[tally->count++] = *result;
    return true;
}

/* Reads a line and its end; what is too long for one is read on to its end. */
static bool read_line(FILE *file, char line[STUDY_LINE_MAX], size_t *length)
{
    int letter;
    *length = 0;
    while ((letter = getc(file)) != EOF && letter != '\n') {
        if (*length < STUDY_LINE_MAX)
            line[(*length)++] = (char)letter;
    }
    return letter != EOF || *length > 0;
}

static bool read_lines(struct study_tally *tally, FILE *file)
{
    char line[STUDY_LINE_MAX];
    size_t length;
    while (read_line(file, line, &length)) {
        struct study_result result;
        enum study_line what = study_results_read((struct tes_slice){line, length}, &result);
        tally->begun += what == STUDY_LINE_BEGUN;
        tally->ended += what == STUDY_LINE_ENDED;
        tally->bad += what == STUDY_LINE_BAD;
        if (what == STUDY_LINE_RESULT && !add(tally, &result))
            return false;
    }
    return ferror(file) == 0;
}

bool study_tally_read(struct study_tally *tally, const char *data, struct tes_error *error)
{
    char path[4096];
    *tally = (struct study_tally){0};
    snprintf(path, sizeof path, "%s/" STUDY_FILE, data);
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return tes_error_set(error, "%s: %s", path, strerror(errno));
    bool done = read_lines(tally, file);
    fclose(file);
    if (!done) {
        tes_error_set(error, "%s could not be read, or there is no memory for it", path);
        study_tally_free(tally);
    }
    return done;
}

void study_tally_free(struct study_tally *tally)
{
    free(tally->results);
    tally->results = NULL;
}

/* ------------------------------------------------------------------ group */

/* By the names of groups alone. */
static int compare_in(enum study_grouping sorted_by, const struct study_result *a,
                      const struct study_result *b)
{
    int names = strcmp(a->type, b->type);
    if (names == 0 && sorted_by == STUDY_BY_QUESTION)
        names = strcmp(a->question, b->question);
    if (names != 0 || sorted_by == STUDY_BY_TYPE)
        return names;
    switch (sorted_by) {
    case STUDY_BY_INPUT:
        return (int)a->input - (int)b->input;
    case STUDY_BY_SCREEN:
        return (int)a->screen - (int)b->screen;
    default:
        return (int)a->level - (int)b->level;
    }
}

static bool is_timed(const struct study_result *result)
{
    return result->outcome == STUDY_RIGHT && result->ms != STUDY_MS_UNKNOWN;
}

/* Within a group: those that count for the times first, the quickest before the others. */
static int compare(const void *left, const void *right, void *grouping)
{
    const struct study_result *a = left, *b = right;
    int groups = compare_in(*(enum study_grouping *)grouping, a, b);
    if (groups != 0)
        return groups;
    if (is_timed(a) != is_timed(b))
        return is_timed(a) ? -1 : 1;
    return (a->ms > b->ms) - (a->ms < b->ms);
}

static struct study_quantile quantile(const struct study_result *sorted, size_t count,
                                      unsigned quarter)
{
    struct study_quantile result = {.ms = STUDY_MS_UNKNOWN};
    size_t low, high;
    if (count == 0)
        return result;
    result.ms = sorted[interval_quantile(quarter, count)].ms;
    result.has_interval = interval_ranks(quarter, count, &low, &high);
    if (result.has_interval) {
        result.low = sorted[low].ms;
        result.high = sorted[high].ms;
    }
    return result;
}

static struct study_group sum_up(const struct study_result *results, size_t count)
{
    struct study_group group = {.first = results, .shown = count};
    for (size_t i = 0; i < count; i++) {
        group.outcomes[results[i].outcome]++;
        group.timed += is_timed(&results[i]);
    }
    uint64_t right = group.outcomes[STUDY_RIGHT];
    group.answered = right + group.outcomes[STUDY_WRONG];
    group.of_answered = interval_share(right, group.answered);
    group.of_shown = interval_share(right, group.shown);
    for (unsigned i = 0; i < 3; i++)
        group.quarters[i] = quantile(results, group.timed, i + 1);
    return group;
}

bool study_tally_groups(struct study_tally *tally, enum study_grouping grouping, study_each *each,
                        void *context)
{
    bool goes_on = true;
    if (tally->count > 0)
        qsort_r(tally->results, tally->count, sizeof *tally->results, compare, &grouping);
    for (size_t from = 0, to; from < tally->count && goes_on; from = to) {
        for (to = from + 1; to < tally->count; to++)
            if (compare_in(grouping, &tally->results[from], &tally->results[to]) != 0)
                break;
        struct study_group group = sum_up(&tally->results[from], to - from);
        goes_on = each(context, &group);
    }
    return goes_on;
}
