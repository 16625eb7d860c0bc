/*
 * turns.h: a resource of which there are only a few, taken for a short time. Callers may wait a
 * little; no network may hold all of them, nor all places to wait at.
 */
#ifndef SERVE_TURNS_H
#define SERVE_TURNS_H

#include <pthread.h>

#include "base/slice.h"

enum {
    TURNS_HELD_MAX = 4,                     /* at once */
    TURNS_HELD_OF_ONE = TURNS_HELD_MAX - 1, /* by one network */
    TURNS_PLACES = 2 * TURNS_HELD_MAX,      /* of those who hold one or wait for it */
    TURNS_PLACES_OF_ONE = TURNS_PLACES - 2, /* for one network */
    TURNS_NONE = -1,
};

struct turns {
    pthread_mutex_t lock; /* guards all */
    pthread_cond_t freed;
    struct turns_place {
        uint64_t network;
        bool is_taken, is_held;
    } places[TURNS_PLACES];
};

void turns_init(struct turns *turns);
void turns_end(struct turns *turns);

/* A turn for that network, to be given back by its number; TURNS_NONE where there is no place to
 * wait, or none came within `wait_ms`. */
TES_MUST_CHECK int turns_take(struct turns *turns, uint64_t network, unsigned wait_ms);
void turns_give(struct turns *turns, int turn);

#endif
