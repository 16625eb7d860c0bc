/*
 * speech_limiter.h: a resource of which there are only a few, taken for a short time. Callers may
 * wait a little; no network may hold all of them, nor all places to wait at.
 */
#ifndef EXTRAS_SPEECH_LIMITER_H
#define EXTRAS_SPEECH_LIMITER_H

#include <pthread.h>

#include "base/slice.h"

enum {
    SPEECH_LIMITER_HELD_MAX = 4,                              /* at once */
    SPEECH_LIMITER_HELD_OF_ONE = SPEECH_LIMITER_HELD_MAX - 1, /* by one network */
    SPEECH_LIMITER_PLACES = 2 * SPEECH_LIMITER_HELD_MAX, /* of those who hold one or wait for it */
    SPEECH_LIMITER_PLACES_OF_ONE = SPEECH_LIMITER_PLACES - 2, /* for one network */
    SPEECH_LIMITER_NONE = -1,
};

struct speech_limiter {
    pthread_mutex_t lock; /* guards all */
    pthread_cond_t freed;
    struct turns_place {
        uint64_t network;
        bool is_taken, is_held;
    } places[SPEECH_LIMITER_PLACES];
};

void speech_limiter_init(struct speech_limiter *turns);
void speech_limiter_end(struct speech_limiter *turns);

/* A turn for that network, to be given back by its number; SPEECH_LIMITER_NONE where there is no
 * place to wait, or none came within `wait_ms`. */
TES_MUST_CHECK int speech_limiter_take(struct speech_limiter *turns, uint64_t network,
                                       unsigned wait_ms);
void speech_limiter_give(struct speech_limiter *turns, int turn);

#endif
