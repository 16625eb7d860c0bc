/*
 * alert.h: whether the answers of the last minutes are such that somebody should look: a table of
 * rules over a sliding window. Knows no clock and no thread; whoever holds these structs locks
 * them.
 *
 * Shares and thresholds are in thousandths. What an answer says of who gave it, its confidence, is
 * the original plugin's: 0.1 where it is wrong or suspicious, 0.9 where it is right, 1.0 where it
 * is right and the challenge was a hard one.
 */
#ifndef POLICY_ALERT_H
#define POLICY_ALERT_H

#include <stdbool.h>
#include <stdint.h>

#define ALERT_ONE     1000
#define ALERT_BUCKETS 30 /* that a window is made of: it moves on by a thirtieth of its length */

enum alert {
#define ALERT(name, ...) ALERT_##name,
#include "policy/escalation/alert.def"
#undef ALERT
    ALERT_COUNT
};

const char *alert_name(enum alert alert);

/* An answer that was judged. */
struct alert_answer {
    bool is_correct, is_suspicious, is_hard;
    bool is_attacked; /* while an alarm of its site concerned all visitors (alarm.h) */
};

/* Sums over answers; all but numbers in thousandths. */
struct alert_counts {
    uint64_t answers, wrong, suspicious, confidence, attacked;
    uint64_t refused,
        unissued; /* visitors for whom the site had no challenge; the same in thousandths */
};

/* The answers of the last `window_s` seconds, up to a thirtieth of it more or less. All zero at
 * first. Where the length changes, it starts anew. */
struct alert_window {
    struct alert_counts buckets[ALERT_BUCKETS], sum;
    uint64_t newest; /* number of the newest bucket, counted from the clock's start */
    unsigned window_s;
};

/* `now_s` is of a clock that does not go back. */
void alert_window_note(struct alert_window *window, unsigned window_s, uint64_t now_s,
                       const struct alert_answer *answer);

/* Likewise, a visitor for whom there was no challenge. */
void alert_window_note_unissued(struct alert_window *window, unsigned window_s, uint64_t now_s);

/* How many the alert's mean is over. */
uint64_t alert_counted(enum alert alert, const struct alert_counts *counts);

/* Lets go of what is too old; what is left. */
const struct alert_counts *alert_window_look(struct alert_window *window, unsigned window_s,
                                             uint64_t now_s);

/* What is set for one alert. */
struct alert_rule {
    bool is_on;
    unsigned threshold;
    unsigned answers_min; /* fewer of what is counted say nothing */
    unsigned window_s;
};

/* One alert about one thing that is watched. All zero at first. */
struct alert_state {
    bool is_active;
    bool has_fired;
    uint64_t fired_at_s;
    unsigned value; /* when it was last looked at */
};

enum alert_change { ALERT_STAYS, ALERT_FIRES, ALERT_ENDS };

/* It fires past its threshold, and not again within a window's length, however often it is passed.
 * It ends a tenth of the threshold before that, or where hardly anybody answers any more, so that
 * it does not go to and fro; or where it is turned off. */
enum alert_change alert_look(enum alert alert, const struct alert_rule *rule,
                             const struct alert_counts *counts, uint64_t now_s,
                             struct alert_state *state);

#endif
