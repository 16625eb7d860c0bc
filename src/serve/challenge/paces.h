/*
 * paces.h: how long the last few answers took, by site and network: a program that waits a while
 * before each answer waits about as long each time. A table in memory whose size never changes; a
 * newcomer takes the place of whoever is there, who is then known no longer. That is all that
 * anybody can do to it from outside: where a network lies is a keyed hash.
 */
#ifndef SERVE_PACES_H
#define SERVE_PACES_H

#include "decide/suspicion.h"

#define PACES_FORGET_MS 600000 /* after so long without an answer, a network begins anew */

struct paces;

/* NULL where there is no memory or no randomness. */
struct paces *paces_new(void);
void paces_free(struct paces *paces); /* accepts NULL */

struct paces_answer {
    struct tes_slice site, network;
    uint64_t now_ms, elapsed_ms;
};

/* Notes an answer; sets last_ms and last_count of the facts, this answer included. Any thread. */
void paces_note(struct paces *paces, const struct paces_answer *answer,
                struct suspicion_facts *facts);

#endif
