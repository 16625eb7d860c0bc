#include "server/app/limiter.h"

#include "os/clock.h"
#include "os/thread.h"

void limiter_init(struct limiter *limiter, const struct limiter_rules *rules)
{
    *limiter = (struct limiter){.rules = *rules};
    pthread_mutex_init(&limiter->lock, NULL);
    tes_thread_condition(&limiter->freed);
}

void limiter_end(struct limiter *limiter)
{
    pthread_cond_destroy(&limiter->freed);
    pthread_mutex_destroy(&limiter->lock);
}

/* The count of that network, which may be a new one; NULL where there is no room for it. */
static struct limiter_count *find_count(struct limiter *limiter, uint64_t network)
{
    struct limiter_count *unused = NULL;
    for (unsigned i = 0; i < LIMITER_NETWORKS; i++) {
        struct limiter_count *count = &limiter->networks[i];
        if (count->places > 0 && count->network == network)
            return count;
        if (count->places == 0)
            unused = count;
    }
    if (unused != NULL)
        unused->network = network;
    return unused;
}

static bool has_place(const struct limiter *limiter, const struct limiter_count *one)
{
    const struct limiter_rules *rules = &limiter->rules;
    return one != NULL && (rules->places_max == 0 || (limiter->all.places < rules->places_max &&
                                                      one->places < rules->places_by_one));
}

static bool is_due(const struct limiter *limiter, const struct limiter_count *one)
{
    return limiter->all.held < limiter->rules.held_max && one->held < limiter->rules.held_by_one;
}

/* With the lock held: waits for a turn. */
static bool wait_turn(struct limiter *limiter, const struct limiter_count *one)
{
    const struct limiter_rules *rules = &limiter->rules;
    uint64_t wait_us = (uint64_t)rules->wait_ms * 1000, seen = limiter->given_back;
    uint64_t until_us = tes_clock_steady_us() + wait_us;
    while (!is_due(limiter, one) && !limiter->is_stuck) {
        if (tes_thread_wait(&limiter->freed, &limiter->lock, until_us))
            continue;
        if (!rules->waits_on)
            break;
        limiter->is_stuck = limiter->given_back == seen;
        seen = limiter->given_back;
        until_us = tes_clock_steady_us() + wait_us;
    }
    return is_due(limiter, one);
}

bool limiter_take(struct limiter *limiter, uint64_t network)
{
    bool is_taken = false;
    pthread_mutex_lock(&limiter->lock);
    struct limiter_count *one = find_count(limiter, network);
    if (has_place(limiter, one)) {
        one->places++;
        limiter->all.places++;
        is_taken = wait_turn(limiter, one);
        one->places -= !is_taken;
        limiter->all.places -= !is_taken;
        one->held += is_taken;
        limiter->all.held += is_taken;
    }
    pthread_mutex_unlock(&limiter->lock);
    return is_taken;
}

void limiter_give_back(struct limiter *limiter, uint64_t network)
{
    pthread_mutex_lock(&limiter->lock);
    struct limiter_count *one = find_count(limiter, network);
    one->places--;
    one->held--;
    limiter->all.places--;
    limiter->all.held--;
    limiter->given_back++;
    limiter->is_stuck = false;
    /* Whose turn it is depends on the network, and all look: they are few. */
    pthread_cond_broadcast(&limiter->freed);
    pthread_mutex_unlock(&limiter->lock);
}
