#include "serve/speech/turns.h"

#include "base/clock.h"
#include "base/thread.h"

struct tally {
    unsigned taken, taken_by_one, held, held_by_one;
};

void turns_init(struct turns *turns)
{
    *turns = (struct turns){.lock = PTHREAD_MUTEX_INITIALIZER};
    tes_thread_condition(&turns->freed);
}

void turns_end(struct turns *turns)
{
    pthread_cond_destroy(&turns->freed);
    pthread_mutex_destroy(&turns->lock);
}

static struct tally count(const struct turns *turns, uint64_t network)
{
    struct tally tally = {0};
    for (unsigned i = 0; i < TURNS_PLACES; i++) {
        const struct turns_place *place = &turns->places[i];
        bool is_one = place->network == network;
        tally.taken += place->is_taken;
        tally.taken_by_one += place->is_taken && is_one;
        tally.held += place->is_held;
        tally.held_by_one += place->is_held && is_one;
    }
    return tally;
}

/* A place to wait at; TURNS_NONE where there is none for that network. */
static int find_place(struct turns *turns, uint64_t network)
{
    struct tally tally = count(turns, network);
    if (tally.taken == TURNS_PLACES || tally.taken_by_one == TURNS_PLACES_OF_ONE)
        return TURNS_NONE;
    int turn = 0;
    while (turns->places[turn].is_taken)
        turn++;
    turns->places[turn] = (struct turns_place){.network = network, .is_taken = true};
    return turn;
}

static bool is_due(const struct turns *turns, uint64_t network)
{
    struct tally tally = count(turns, network);
    return tally.held < TURNS_HELD_MAX && tally.held_by_one < TURNS_HELD_OF_ONE;
}

int turns_take(struct turns *turns, uint64_t network, unsigned wait_ms)
{
    uint64_t until_us = tes_clock_steady_us() + (uint64_t)wait_ms * 1000;
    pthread_mutex_lock(&turns->lock);
    int turn = find_place(turns, network);
    bool in_time = true;
    while (turn != TURNS_NONE && in_time && !is_due(turns, network))
        in_time = tes_thread_wait(&turns->freed, &turns->lock, until_us);
    if (turn != TURNS_NONE && is_due(turns, network)) {
        turns->places[turn].is_held = true;
    } else if (turn != TURNS_NONE) {
        turns->places[turn] = (struct turns_place){0};
        turn = TURNS_NONE;
    }
    pthread_mutex_unlock(&turns->lock);
    return turn;
}

void turns_give(struct turns *turns, int turn)
{
    pthread_mutex_lock(&turns->lock);
    turns->places[turn] = (struct turns_place){0};
    /* Whose turn it is depends on the network: all look. They are few. */
    pthread_cond_broadcast(&turns->freed);
    pthread_mutex_unlock(&turns->lock);
}
