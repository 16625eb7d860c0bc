/*
 * limiter.h: how many requests may wait for a store at once that may hang. Whoever asks it takes a
 * place before, so that the rest of the threads is left to what does not need it.
 */
#ifndef SERVER_LIMITER_H
#define SERVER_LIMITER_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

struct limiter {
    pthread_mutex_t lock; /* guards the rest */
    pthread_cond_t freed;
    unsigned taken;
    uint64_t given_back; /* so far: whether anything moves */
    bool is_stuck;       /* nothing did for a while */
};

void limiter_init(struct limiter *places);
void limiter_end(struct limiter *places);

/* Takes one of `most` places. Where that many are taken one is free again within milliseconds, and
 * is waited for; false where none is for a while, and then at once until one is. */
bool limiter_take(struct limiter *places, unsigned most);
void limiter_give_back(struct limiter *places);

#endif
