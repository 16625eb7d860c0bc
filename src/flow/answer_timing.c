#include "flow/answer_timing.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/keyed_table.h"
#include "base/siphash.h"
#include "os/entropy.h"

#define NETWORKS 4096 /* some 250 KiB */

struct timing {
    uint64_t noted_at_ms;
    uint32_t elapsed_ms[SUSPICION_LAST];
    unsigned count; /* noted so far; the next one goes to count % SUSPICION_LAST */
};

struct answer_timing {
    pthread_mutex_t lock; /* guards the table */
    uint64_t key[2];
    struct tes_keyed_table table;
};

struct answer_timing *answer_timing_new(void)
{
    static const struct tes_keyed_table_size SIZE = {NETWORKS, sizeof(struct timing), 0};
    struct answer_timing *timings = calloc(1, sizeof *timings);
    if (timings == NULL)
        return NULL;
    pthread_mutex_init(&timings->lock, NULL);
    if (!tes_entropy(timings->key, sizeof timings->key) ||
        !tes_keyed_table_init(&timings->table, &SIZE, timings->key)) {
        answer_timing_free(timings);
        return NULL;
    }
    return timings;
}

void answer_timing_free(struct answer_timing *timings)
{
    if (timings == NULL)
        return;
    tes_keyed_table_free(&timings->table);
    pthread_mutex_destroy(&timings->lock);
    free(timings);
}

void answer_timing_note(struct answer_timing *timings, const struct answer_timing_answer *answer,
                        struct suspicion_facts *facts)
{
    const uint64_t both[] = {tes_siphash(timings->key, answer->site.at, answer->site.length),
                             tes_siphash(timings->key, answer->network.at, answer->network.length)};
    struct tes_slice key = {(const char *)both, sizeof both};
    pthread_mutex_lock(&timings->lock);
    struct timing *timing = tes_keyed_table_use(&timings->table, key, answer->now_ms, NULL, NULL);
    if (answer->now_ms > timing->noted_at_ms + ANSWER_TIMING_FORGET_MS)
        *timing = (struct timing){0};
    timing->noted_at_ms = answer->now_ms;
    timing->elapsed_ms[timing->count++ % SUSPICION_LAST] =
        answer->elapsed_ms < UINT32_MAX ? (uint32_t)answer->elapsed_ms : UINT32_MAX;
    facts->last_count = timing->count < SUSPICION_LAST ? timing->count : SUSPICION_LAST;
    for (unsigned i = 0; i < SUSPICION_LAST; i++)
        facts->last_ms[i] = timing->elapsed_ms[i];
    pthread_mutex_unlock(&timings->lock);
}
