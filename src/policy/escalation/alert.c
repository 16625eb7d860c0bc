/* Invariant: `sum` of a window is the sum of its buckets. */
#include "policy/escalation/alert.h"

#include <stddef.h>
#include <string.h>

enum { CONFIDENCE_LOW = 100, CONFIDENCE_RIGHT = 900, CONFIDENCE_HARD = 1000 };

enum side { ABOVE, BELOW };

static const struct row {
    const char *name;
    enum side side;
    size_t measure, of; /* offsets in alert_counts */
} ROWS[ALERT_COUNT] = {
#define ALERT(name, label, is_on, least, threshold, side, measure, of)                             \
    {label, side, offsetof(struct alert_counts, measure), offsetof(struct alert_counts, of)},
#include "policy/escalation/alert.def"
#undef ALERT
};

const char *alert_name(enum alert alert)
{
    return ROWS[alert].name;
}

static void add(struct alert_counts *to, const struct alert_counts *counts)
{
    to->answers += counts->answers;
    to->wrong += counts->wrong;
    to->suspicious += counts->suspicious;
    to->confidence += counts->confidence;
    to->attacked += counts->attacked;
    to->refused += counts->refused;
    to->unissued += counts->unissued;
}

static void take_away(struct alert_counts *from, const struct alert_counts *counts)
{
    from->answers -= counts->answers;
    from->wrong -= counts->wrong;
    from->suspicious -= counts->suspicious;
    from->confidence -= counts->confidence;
    from->attacked -= counts->attacked;
    from->refused -= counts->refused;
    from->unissued -= counts->unissued;
}

static unsigned confidence_of(const struct alert_answer *answer)
{
    if (!answer->is_correct || answer->is_suspicious)
        return CONFIDENCE_LOW;
    return answer->is_hard ? CONFIDENCE_HARD : CONFIDENCE_RIGHT;
}

/* Empties the buckets between the newest one and that of this moment. */
static void advance(struct alert_window *window, unsigned window_s, uint64_t now_s)
{
    uint64_t width_s = (window_s + ALERT_BUCKETS - 1) / ALERT_BUCKETS;
    uint64_t bucket = now_s / width_s;
    if (window->window_s != window_s || bucket >= window->newest + ALERT_BUCKETS) {
        memset(window, 0, sizeof *window);
        window->window_s = window_s;
        window->newest = bucket;
    }
    while (window->newest < bucket) {
        struct alert_counts *oldest = &window->buckets[++window->newest % ALERT_BUCKETS];
        take_away(&window->sum, oldest);
        memset(oldest, 0, sizeof *oldest);
    }
}

static void note(struct alert_window *window, unsigned window_s, uint64_t now_s,
                 const struct alert_counts *one)
{
    advance(window, window_s, now_s);
    add(&window->buckets[window->newest % ALERT_BUCKETS], one);
    add(&window->sum, one);
}

void alert_window_note(struct alert_window *window, unsigned window_s, uint64_t now_s,
                       const struct alert_answer *answer)
{
    struct alert_counts one = {.answers = 1,
                               .wrong = answer->is_correct ? 0 : ALERT_ONE,
                               .suspicious = answer->is_suspicious ? ALERT_ONE : 0,
                               .confidence = confidence_of(answer),
                               .attacked = answer->is_attacked ? ALERT_ONE : 0};
    note(window, window_s, now_s, &one);
}

void alert_window_note_unissued(struct alert_window *window, unsigned window_s, uint64_t now_s)
{
    const struct alert_counts one = {.refused = 1, .unissued = ALERT_ONE};
    note(window, window_s, now_s, &one);
}

const struct alert_counts *alert_window_look(struct alert_window *window, unsigned window_s,
                                             uint64_t now_s)
{
    advance(window, window_s, now_s);
    return &window->sum;
}

/* Whether the mean is beyond the threshold, without rounding either. */
static bool is_beyond(enum side side, uint64_t sum, uint64_t answers, uint64_t threshold)
{
    return side == ABOVE ? sum > threshold * answers : sum < threshold * answers;
}

static bool should_end(const struct row *row, const struct alert_rule *rule, uint64_t sum,
                       uint64_t answers)
{
    uint64_t margin = rule->threshold / 10;
    uint64_t back = row->side == ABOVE ? rule->threshold - margin : rule->threshold + margin;
    return answers < (rule->answers_min + 1) / 2 || !is_beyond(row->side, sum, answers, back);
}

static uint64_t member_of(const struct alert_counts *counts, size_t offset)
{
    uint64_t number;
    memcpy(&number, (const char *)counts + offset, sizeof number);
    return number;
}

uint64_t alert_counted(enum alert alert, const struct alert_counts *counts)
{
    return member_of(counts, ROWS[alert].of);
}

enum alert_change alert_look(enum alert alert, const struct alert_rule *rule,
                             const struct alert_counts *counts, uint64_t now_s,
                             struct alert_state *state)
{
    const struct row *row = &ROWS[alert];
    const uint64_t sum = member_of(counts, row->measure), counted = alert_counted(alert, counts);
    state->value = counted > 0 ? (unsigned)(sum / counted) : 0;
    if (state->is_active) {
        if (rule->is_on && !should_end(row, rule, sum, counted))
            return ALERT_STAYS;
        state->is_active = false;
        return ALERT_ENDS;
    }
    if (!rule->is_on || counted < rule->answers_min ||
        !is_beyond(row->side, sum, counted, rule->threshold) ||
        (state->has_fired && now_s < state->fired_at_s + rule->window_s))
        return ALERT_STAYS;
    *state = (struct alert_state){
        .is_active = true, .has_fired = true, .fired_at_s = now_s, .value = state->value};
    return ALERT_FIRES;
}
