/* Invariant: `halves` are of `half` and the one before, `this_hour` is of `hour`. */
#include "policy/escalation/alarm.h"

#include <stddef.h>
#include <string.h>

enum {
    HOUR_S = 3600,
    HOURS = 24,
    SIXTEENTHS = 16,
    LEARNS = 4,          /* a new day counts for one part of so many */
    WINDOWS_AN_HOUR = 6, /* of two halves */
    /* A window's passes that are never unusual: what is seldom varies most. */
    FLOOR = 10,
    FLOOR_UNKNOWN = 100,
    ANSWERS_MIN = 40, /* fewer say nothing of shares */
    FAILURES_MIN = 24,
    KIND_MIN = 100,       /* answers to a kind in a window before its share is looked at */
    KIND_USUAL_MIN = 400, /* and as many before */
    KIND_USUAL_MOST = 4096,
    DEVIATIONS_MOST = 9,
};

static uint32_t at_least(uint32_t number, uint32_t least)
{
    return number > least ? number : least;
}

/* ------------------------------------------------------------ what is usual */

static void learn(uint32_t *usual, uint64_t counted, bool is_first, bool is_alarmed)
{
    uint64_t now = counted * SIXTEENTHS;
    /* An attack is no usual hour. */
    if (is_alarmed && now > (uint64_t)*usual * 2)
        now = (uint64_t)*usual * 2;
    if (now > UINT32_MAX / 2)
        now = UINT32_MAX / 2;
    *usual = is_first ? (uint32_t)now : (uint32_t)(*usual - *usual / LEARNS + now / LEARNS);
}

/* Ends the hours that are over; those in which nothing came are hours as well. */
static void advance_hour(struct alarm *alarm, uint64_t now_s)
{
    uint64_t hour = now_s / HOUR_S;
    if (alarm->hour == 0)
        alarm->hour = hour;
    /* After two days without a sign nothing is left to learn from the rest. */
    if (hour > alarm->hour + (uint64_t)2 * HOURS)
        alarm->hour = hour - (uint64_t)2 * HOURS;
    for (; alarm->hour < hour; alarm->hour++) {
        struct alarm_hour *usual = &alarm->hours[alarm->hour % HOURS];
        bool is_first = alarm->hours_known < HOURS;
        learn(&usual->passes, alarm->this_hour.passes, is_first, alarm->level >= 2);
        learn(&usual->failures, alarm->this_hour.failures, is_first, alarm->level >= 2);
        alarm->hours_known += is_first;
        memset(&alarm->this_hour, 0, sizeof alarm->this_hour);
    }
}

static void learn_kinds(struct alarm *alarm, const struct alarm_counts *counts)
{
    for (size_t i = 0; i < ALARM_KINDS && alarm->level < 2; i++) {
        struct alarm_kind *usual = &alarm->kinds[i];
        usual->answers += counts->kinds[i].answers;
        usual->passes += counts->kinds[i].passes;
        while (usual->answers > KIND_USUAL_MOST) {
            usual->answers /= 2;
            usual->passes /= 2;
        }
    }
}

static void advance(struct alarm *alarm, uint64_t now_s)
{
    uint64_t half = now_s / ALARM_HALF_S;
    if (half + 1 < alarm->half) /* a clock was ahead of its time */
        memset(alarm, 0, sizeof *alarm);
    advance_hour(alarm, now_s);
    if (half > alarm->half + 1) {
        for (unsigned i = 0; i < 2; i++)
            learn_kinds(alarm, &alarm->halves[i]);
        memset(alarm->halves, 0, sizeof alarm->halves);
        alarm->half = half;
    } else if (half > alarm->half) {
        struct alarm_counts *oldest = &alarm->halves[half % 2];
        learn_kinds(alarm, oldest);
        memset(oldest, 0, sizeof *oldest);
        alarm->half = half;
    }
}

static unsigned time_of(uint64_t elapsed_ms)
{
    /* 2^(i / 4) times half a second, in milliseconds. */
    static const uint32_t TO_MS[ALARM_TIMES - 1] = {
        500,  595,  707,  841,  1000, 1189, 1414,  1682,  2000,  2378,  2828, 3364,
        4000, 4757, 5657, 6727, 8000, 9514, 11314, 13454, 16000, 19027, 22627};
    unsigned i = 0;
    while (i < ALARM_TIMES - 1 && elapsed_ms >= TO_MS[i])
        i++;
    return i;
}

void alarm_note(struct alarm *alarm, uint64_t now_s, const struct alarm_answer *answer)
{
    advance(alarm, now_s);
    struct alarm_counts *counts = &alarm->halves[alarm->half % 2];
    struct alarm_kind *kind =
        &counts->kinds[answer->kind < ALARM_KINDS ? answer->kind : ALARM_KINDS - 1];
    counts->passes += answer->is_passed;
    counts->failures += !answer->is_passed;
    counts->fast += answer->is_fast;
    counts->times[time_of(answer->elapsed_ms)]++;
    kind->answers++;
    kind->passes += answer->is_passed;
    alarm->this_hour.passes += answer->is_passed;
    alarm->this_hour.failures += !answer->is_passed;
}

/* ------------------------------------------------------------- what is measured */

/* What the rules look at: the window, and what such a window usually has. */
struct view {
    struct alarm_counts counts;
    const struct alarm_kind *kinds;
    uint32_t answers, usual_passes, usual_failures;
};

static uint32_t usual_in_window(const struct alarm *alarm, size_t member)
{
    uint64_t most = 0, sum = 0;
    uint32_t numbers[HOURS];
    for (unsigned i = 0; i < HOURS; i++) {
        memcpy(&numbers[i], (const char *)&alarm->hours[i] + member, sizeof numbers[i]);
        sum += numbers[i];
    }
    /* The hours around this one as well: a day may begin a little earlier than the one before. */
    for (unsigned i = HOURS - 1; i <= HOURS + 1; i++)
        if (numbers[(alarm->hour + i) % HOURS] > most)
            most = numbers[(alarm->hour + i) % HOURS];
    most = most > sum / HOURS ? most : sum / HOURS;
    uint32_t usual = (uint32_t)(most / SIXTEENTHS / WINDOWS_AN_HOUR);
    return at_least(usual, alarm->hours_known < HOURS ? FLOOR_UNKNOWN : FLOOR);
}

static void add(struct alarm_counts *to, const struct alarm_counts *counts)
{
    to->passes += counts->passes;
    to->failures += counts->failures;
    to->fast += counts->fast;
    for (size_t i = 0; i < ALARM_TIMES; i++)
        to->times[i] += counts->times[i];
    for (size_t i = 0; i < ALARM_KINDS; i++) {
        to->kinds[i].answers += counts->kinds[i].answers;
        to->kinds[i].passes += counts->kinds[i].passes;
    }
}

static struct view view_of(const struct alarm *alarm)
{
    struct view view = {.counts = alarm->halves[0], .kinds = alarm->kinds};
    add(&view.counts, &alarm->halves[1]);
    view.answers = view.counts.passes + view.counts.failures;
    view.usual_passes = usual_in_window(alarm, offsetof(struct alarm_hour, passes));
    view.usual_failures = usual_in_window(alarm, offsetof(struct alarm_hour, failures));
    return view;
}

static uint64_t passes_times(const struct view *view)
{
    return view->counts.passes / view->usual_passes;
}

static uint64_t failures_times(const struct view *view)
{
    return view->counts.failures / view->usual_failures;
}

static uint64_t percent(const struct view *view, uint32_t of_them)
{
    return view->answers >= ANSWERS_MIN ? (uint64_t)100 * of_them / view->answers : 0;
}

/* Where that is usual at this site it says nothing: some sites ask what is hard. */
static uint64_t percent_failing(const struct view *view)
{
    uint32_t failures = view->counts.failures;
    return failures >= FAILURES_MIN && failures / 2 >= view->usual_failures
               ? percent(view, failures)
               : 0;
}

static uint64_t percent_failing_surge(const struct view *view)
{
    return failures_times(view) >= 16 ? percent(view, view->counts.failures) : 0;
}

static uint64_t percent_fast(const struct view *view)
{
    return percent(view, view->counts.fast);
}

static uint64_t percent_alike(const struct view *view)
{
    const uint32_t *times = view->counts.times;
    uint32_t most = 0;
    for (size_t i = 0; i + 1 < ALARM_TIMES; i++)
        most = at_least(times[i] + times[i + 1], most);
    return percent(view, most);
}

/* By how many standard deviations a kind is passed more often than usual. The numbers are small
 * enough for their squares: KIND_USUAL_MOST sees to it. */
static uint64_t deviations_of(struct alarm_kind now, struct alarm_kind usual)
{
    while (now.answers > KIND_USUAL_MOST) {
        now.answers /= 2;
        now.passes /= 2;
    }
    uint64_t got = (uint64_t)now.passes * usual.answers;
    uint64_t expected = (uint64_t)now.answers * usual.passes;
    if (now.answers < KIND_MIN || usual.answers < KIND_USUAL_MIN || got <= expected)
        return 0;
    uint64_t more = got - expected, deviations = 0;
    uint64_t variance = (uint64_t)now.answers * usual.passes * (usual.answers - usual.passes);
    while (deviations < DEVIATIONS_MOST &&
           more * more >= (deviations + 1) * (deviations + 1) * variance)
        deviations++;
    return deviations;
}

static uint64_t kind_deviations(const struct view *view)
{
    uint64_t most = 0;
    for (size_t i = 0; i < ALARM_KINDS; i++) {
        uint64_t deviations = deviations_of(view->counts.kinds[i], view->kinds[i]);
        most = deviations > most ? deviations : most;
    }
    return most;
}

/* -------------------------------------------------------------------- levels */

static const struct row {
    const char *label;
    uint64_t (*measure)(const struct view *view);
    uint64_t from;
    unsigned level;
} ROWS[ALARM_RULE_COUNT] = {
#define ALARM(name, label, measure, from, level) {label, measure, from, level},
#include "policy/escalation/alarm.def"
#undef ALARM
};

const char *alarm_rule_name(enum alarm_rule rule)
{
    return ROWS[rule].label;
}

/* The level that the rows that hold ask for. */
static unsigned level_due(struct alarm *alarm)
{
    struct view view = view_of(alarm);
    unsigned due = 0, held = alarm->rules;
    alarm->rules = 0;
    for (unsigned i = 0; i < ALARM_RULE_COUNT; i++) {
        const struct row *row = &ROWS[i];
        bool has_held = (held & 1U << i) != 0;
        if (row->measure(&view) < (has_held ? (row->from * 3 + 3) / 4 : row->from))
            continue;
        alarm->rules |= 1U << i;
        due = row->level > due ? row->level : due;
    }
    return due;
}

unsigned alarm_look(struct alarm *alarm, uint64_t now_s)
{
    advance(alarm, now_s);
    unsigned due = level_due(alarm);
    if (due >= alarm->level)
        alarm->needed_at_s = now_s;
    if (due > alarm->level && (alarm->level == 0 || now_s >= alarm->raised_at_s + ALARM_UP_S)) {
        alarm->level++;
        alarm->raised_at_s = now_s;
    } else if (alarm->level > 0 && now_s >= alarm->needed_at_s + ALARM_DOWN_S) {
        alarm->level--;
        alarm->needed_at_s = now_s;
    }
    return alarm->level;
}

unsigned alarm_of_network(uint64_t answers, uint64_t suspect)
{
    if (suspect < 4 || suspect < answers / 2)
        return 0;
    return suspect < 16 ? 1 : suspect < 64 ? 2 : 3;
}
