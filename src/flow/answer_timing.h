/*
 * answer_timing.h: how long the last few answers took, by site and network: a program that waits a
 * while before each answer waits about as long each time. A table in memory whose size never
 * changes; a newcomer takes the place of whoever is there, who is then known no longer. That is all
 * that anybody can do to it from outside: where a network lies is a keyed hash.
 */
#ifndef FLOW_ANSWER_TIMING_H
#define FLOW_ANSWER_TIMING_H

#include "policy/escalation/suspicion.h"

#define ANSWER_TIMING_FORGET_MS                                                                    \
    600000 /* after so long without an answer, a network begins anew                               \
            */

struct answer_timing;

/* NULL where there is no memory or no randomness. */
struct answer_timing *answer_timing_new(void);
void answer_timing_free(struct answer_timing *paces); /* accepts NULL */

struct answer_timing_answer {
    struct tes_slice site, network;
    uint64_t now_ms, elapsed_ms;
};

/* Notes an answer; sets last_ms and last_count of the facts, this answer included. Any thread. */
void answer_timing_note(struct answer_timing *paces, const struct answer_timing_answer *answer,
                        struct suspicion_facts *facts);

#endif
