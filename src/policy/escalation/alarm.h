/*
 * alarm.h: whether a site is under attack: what its last five to ten minutes of answers look like,
 * against its own usual hours, by the rows of alarm.def. Knows no clock and no thread; whoever
 * holds these structs locks them. Everything is an integer, and nothing grows.
 *
 * What is counted here is breadth. A network's answers count only while it has given few of them
 * within the hour (ALARM_NETWORK_MOST): whoever answers a thousand times from one place raises
 * the price of that place (terms.h), and nobody else's. So does whoever has a /24, or a /48 with
 * its 65,536 networks, which is to be had for nothing (ALARM_HOLDER_MOST). To raise a site's, one
 * needs as many networks as the site has visitors, and even then visitors are asked for two rounds
 * and some work, no more.
 *
 * The usual is an average of each hour of the day that forgets, a quarter a day. A site that has
 * not been seen for a day has no usual hours: much more has to come before its numbers count for
 * anything.
 */
#ifndef POLICY_ALARM_H
#define POLICY_ALARM_H

#include <stdbool.h>
#include <stdint.h>

#define ALARM_HALF_S       300 /* what is looked at: this one and the one before */
#define ALARM_UP_S         60  /* between one step up and the next */
#define ALARM_DOWN_S       300 /* without a reason for it, before each step down */
#define ALARM_NETWORK_MOST 3   /* answers of a network within the hour that count */
#define ALARM_HOLDER_MOST  12  /* and of all that one holder may have: too few for any rule */
#define ALARM_KINDS        16
#define ALARM_TIMES        24

enum alarm_rule {
#define ALARM(name, ...) ALARM_##name,
#include "policy/escalation/alarm.def"
#undef ALARM
    ALARM_RULE_COUNT
};

/* "passes" */
const char *alarm_rule_name(enum alarm_rule rule);

struct alarm_answer {
    bool is_passed, is_fast;
    uint64_t elapsed_ms;
    unsigned kind; /* its number; those past ALARM_KINDS are not told apart */
};

struct alarm_kind {
    uint32_t answers, passes;
};

struct alarm_counts {
    uint32_t passes, failures, fast;
    uint32_t times[ALARM_TIMES]; /* by how long they took, each step 2^(1/4) times the one before */
    struct alarm_kind kinds[ALARM_KINDS];
};

/* An hour of the day, as it usually is; in sixteenths. */
struct alarm_hour {
    uint32_t passes, failures;
};

/* All zero at first. */
struct alarm {
    struct alarm_counts halves[2];
    uint64_t half; /* number of the newer one, counted from 1970 */
    struct alarm_hour hours[24];
    struct alarm_hour this_hour;          /* counted so far, not in sixteenths */
    uint64_t hour;                        /* its number, from 1970 */
    unsigned hours_known;                 /* up to 24 */
    struct alarm_kind kinds[ALARM_KINDS]; /* as they usually are passed */
    unsigned level;
    unsigned rules; /* that held when it was last looked at, as bits */
    uint64_t raised_at_s, needed_at_s;
};

/* `now_s` is of the wall clock. Where that has been set back by more than minutes, all starts anew.
 */
void alarm_note(struct alarm *alarm, uint64_t now_s, const struct alarm_answer *answer);

/* To be called every few seconds: goes up or down by one step at most, and gives the level: 0 to 4
 * (TERMS_ALARM_MAX). A row that holds holds until three quarters of its value. */
unsigned alarm_look(struct alarm *alarm, uint64_t now_s);

/* The alarm of one network, by its answers at a site within the hour and those among them that were
 * too fast or too even. */
unsigned alarm_of_network(uint64_t answers, uint64_t suspect);

#endif
