#include "extras/speech/speech_limiter.h"

#include "os/clock.h"
#include "os/thread.h"

struct tally {
    unsigned taken, taken_by_one, held, held_by_one;
};

void speech_limiter_init(struct speech_limiter *turns)
{
    *turns = (struct speech_limiter){.lock = PTHREAD_MUTEX_INITIALIZER};
    tes_thread_condition(&turns->freed);
}

void speech_limiter_end(struct speech_limiter *turns)
{
    pthread_cond_destroy(&turns->freed);
    pthread_mutex_destroy(&turns->lock);
}

static struct tally count(const struct speech_limiter *turns, uint64_t network)
{
    struct tally tally = {0};
    for (unsigned i = 0; i < SPEECH_LIMITER_PLACES; i++) {
        const struct turns_place *place = &turns->places[i];
        bool is_one = place->network == network;
        tally.taken += place->is_taken;
        tally.taken_by_one += place->is_taken && is_one;
        tally.held += place->is_held;
        tally.held_by_one += place->is_held && is_one;
    }
    return tally;
}

/* A place to wait at; SPEECH_LIMITER_NONE where there is none for that network. */
static int find_place(struct speech_limiter *turns, uint64_t network)
{
    struct tally tally = count(turns, network);
    if (tally.taken == SPEECH_LIMITER_PLACES || tally.taken_by_one == SPEECH_LIMITER_PLACES_OF_ONE)
        return SPEECH_LIMITER_NONE;
    int turn = 0;
    while (turns->places[turn].is_taken)
        turn++;
    turns->places[turn] = (struct turns_place){.network = network, .is_taken = true};
    return turn;
}

static bool is_due(const struct speech_limiter *turns, uint64_t network)
{
    struct tally tally = count(turns, network);
    return tally.held < SPEECH_LIMITER_HELD_MAX && tally.held_by_one < SPEECH_LIMITER_HELD_OF_ONE;
}

int speech_limiter_take(struct speech_limiter *turns, uint64_t network, unsigned wait_ms)
{
    uint64_t until_us = tes_clock_steady_us() + (uint64_t)wait_ms * 1000;
    pthread_mutex_lock(&turns->lock);
    int turn = find_place(turns, network);
    bool in_time = true;
    while (turn != SPEECH_LIMITER_NONE && in_time && !is_due(turns, network))
        in_time = tes_thread_wait(&turns->freed, &turns->lock, until_us);
    if (turn != SPEECH_LIMITER_NONE && is_due(turns, network)) {
        turns->places[turn].is_held = true;
    } else if (turn != SPEECH_LIMITER_NONE) {
        turns->places[turn] = (struct turns_place){0};
        turn = SPEECH_LIMITER_NONE;
    }
    pthread_mutex_unlock(&turns->lock);
    return turn;
}

void speech_limiter_give(struct speech_limiter *turns, int turn)
{
    pthread_mutex_lock(&turns->lock);
    turns->places[turn] = (struct turns_place){0};
    /* Whose turn it is depends on the network: all look. They are few. */
    pthread_cond_broadcast(&turns->freed);
    pthread_mutex_unlock(&turns->lock);
}
