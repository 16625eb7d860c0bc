#include "flow/answer_timing.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/siphash.h"
#include "os/entropy.h"

#define PLACES 4096 /* a power of two; 160 KiB */

struct pace {
    uint64_t who, noted_at_ms;
    uint32_t elapsed_ms[SUSPICION_LAST];
    unsigned count; /* noted so far; the next one goes to count % SUSPICION_LAST */
};

struct answer_timing {
    pthread_mutex_t lock; /* guards the places */
    uint64_t key[2];
    struct pace places[PLACES];
};

struct answer_timing *answer_timing_new(void)
{
    struct answer_timing *paces = calloc(1, sizeof *paces);
    if (paces == NULL || !tes_entropy(paces->key, sizeof paces->key)) {
        free(paces);
        return NULL;
    }
    pthread_mutex_init(&paces->lock, NULL);
    return paces;
}

void answer_timing_free(struct answer_timing *paces)
{
    if (paces == NULL)
        return;
    pthread_mutex_destroy(&paces->lock);
    free(paces);
}

/* Never 0, which is nobody. */
static uint64_t who_is(const struct answer_timing *paces, const struct answer_timing_answer *answer)
{
    const uint64_t both[] = {tes_siphash(paces->key, answer->site.at, answer->site.length),
                             tes_siphash(paces->key, answer->network.at, answer->network.length)};
    return tes_siphash(paces->key, both, sizeof both) | 1;
}

void answer_timing_note(struct answer_timing *paces, const struct answer_timing_answer *answer,
                        struct suspicion_facts *facts)
{
    uint64_t who = who_is(paces, answer);
    struct pace *pace = &paces->places[(who >> 1) % PLACES];
    pthread_mutex_lock(&paces->lock);
    if (pace->who != who || answer->now_ms > pace->noted_at_ms + ANSWER_TIMING_FORGET_MS)
        *pace = (struct pace){.who = who};
    pace->noted_at_ms = answer->now_ms;
    pace->elapsed_ms[pace->count++ % SUSPICION_LAST] =
        answer->elapsed_ms < UINT32_MAX ? (uint32_t)answer->elapsed_ms : UINT32_MAX;
    facts->last_count = pace->count < SUSPICION_LAST ? pace->count : SUSPICION_LAST;
    for (unsigned i = 0; i < SUSPICION_LAST; i++)
        facts->last_ms[i] = pace->elapsed_ms[i];
    pthread_mutex_unlock(&paces->lock);
}
