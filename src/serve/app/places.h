/*
 * places.h: how many requests may wait for a store at once that may hang. Whoever asks it takes a
 * place before, so that the rest of the threads is left to what does not need it.
 */
#ifndef SERVE_PLACES_H
#define SERVE_PLACES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct places {
    pthread_mutex_t lock; /* guards the rest */
    pthread_cond_t freed;
    unsigned taken;
    uint64_t given_back; /* so far: whether anything moves */
    bool is_stuck;       /* nothing did for a while */
};

void places_init(struct places *places);
void places_end(struct places *places);

/* Takes one of `most` places. Where that many are taken one is free again within milliseconds, and
 * is waited for; false where none is for a while, and then at once until one is. */
bool places_take(struct places *places, unsigned most);
void places_give_back(struct places *places);

#endif
