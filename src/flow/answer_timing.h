/*
 * answer_timing.h: how long the last few answers took, by site and network: a program that waits a
 * while before each answer waits about as long each time. They are kept in a table
 * (base/keyed_table.h): a new network replaces the one of its set that has not answered for
 * longest.
 */
#ifndef FLOW_ANSWER_TIMING_H
#define FLOW_ANSWER_TIMING_H

#include "policy/escalation/suspicion.h"

#define ANSWER_TIMING_FORGET_MS 600000 /* without an answer; then a network begins anew */

struct answer_timing;

/* NULL where there is no memory or no randomness. */
struct answer_timing *answer_timing_new(void);
void answer_timing_free(struct answer_timing *timings); /* accepts NULL */

struct answer_timing_answer {
    struct tes_slice site, network;
    uint64_t now_ms, elapsed_ms;
};

/* Notes an answer; sets last_ms and last_count of the facts, this answer included. Any thread. */
void answer_timing_note(struct answer_timing *timings, const struct answer_timing_answer *answer,
                        struct suspicion_facts *facts);

#endif
