/*
 * limiter.h: how many may hold something at once of which there are only a few, such as threads
 * that wait for a store. Others wait a little for their turn. No network holds more than its share,
 * nor waits in more than its share of the places.
 */
#ifndef SERVER_LIMITER_H
#define SERVER_LIMITER_H

#include <pthread.h>

#include "base/slice.h"

#define LIMITER_NETWORKS 8 /* that hold or wait at once, at most */

struct limiter_rules {
    unsigned held_max, held_by_one;     /* at once; by one network */
    unsigned places_max, places_by_one; /* of those that hold or wait, likewise; 0: any number */
    unsigned wait_ms;
    bool waits_on; /* as long as one is given back in each `wait_ms` */
};

struct limiter {
    struct limiter_rules rules;
    pthread_mutex_t lock; /* guards the rest */
    pthread_cond_t freed;
    struct limiter_count {
        uint64_t network;
        unsigned held, places;
    } networks[LIMITER_NETWORKS], all;
    uint64_t given_back; /* so far: whether anything moves */
    bool is_stuck;       /* nothing did for a while */
};

void limiter_init(struct limiter *limiter, const struct limiter_rules *rules);
void limiter_end(struct limiter *limiter);

/* False where the network has no place to wait at, or none is free in time. With `waits_on`, false
 * at once after that, until one is given back. */
TES_MUST_CHECK bool limiter_take(struct limiter *limiter, uint64_t network);
void limiter_give_back(struct limiter *limiter, uint64_t network);

#endif
