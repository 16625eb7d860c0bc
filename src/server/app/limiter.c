#include "server/app/limiter.h"

#include "os/clock.h"
#include "os/thread.h"

#define WAIT_US 250000

void limiter_init(struct limiter *places)
{
    *places = (struct limiter){.taken = 0};
    pthread_mutex_init(&places->lock, NULL);
    tes_thread_condition(&places->freed);
}

void limiter_end(struct limiter *places)
{
    pthread_cond_destroy(&places->freed);
    pthread_mutex_destroy(&places->lock);
}

bool limiter_take(struct limiter *places, unsigned most)
{
    uint64_t until_us = tes_clock_steady_us() + WAIT_US;
    pthread_mutex_lock(&places->lock);
    uint64_t seen = places->given_back;
    while (places->taken >= most && !places->is_stuck) {
        if (tes_thread_wait(&places->freed, &places->lock, until_us))
            continue;
        places->is_stuck = places->given_back == seen;
        seen = places->given_back;
        until_us = tes_clock_steady_us() + WAIT_US;
    }
    bool is_taken = places->taken < most;
    places->taken += is_taken;
    pthread_mutex_unlock(&places->lock);
    return is_taken;
}

void limiter_give_back(struct limiter *places)
{
    pthread_mutex_lock(&places->lock);
    places->taken--;
    places->given_back++;
    places->is_stuck = false;
    pthread_cond_signal(&places->freed);
    pthread_mutex_unlock(&places->lock);
}
