#include "serve/speech/turns.h"

#include <time.h>

enum { NS_PER_MS = 1000 * 1000, MS_PER_S = 1000, NS_PER_S = NS_PER_MS * MS_PER_S };

struct tally {
    unsigned taken, taken_by_one, held, held_by_one;
};

void turns_init(struct turns *turns)
{
    pthread_condattr_t attributes;
    *turns = (struct turns){.lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&turns->freed, &attributes);
    pthread_condattr_destroy(&attributes);
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

static struct timespec moment_in(unsigned wait_ms)
{
    struct timespec moment;
    clock_gettime(CLOCK_MONOTONIC, &moment);
    moment.tv_sec += wait_ms / MS_PER_S;
    moment.tv_nsec += (long)(wait_ms % MS_PER_S) * NS_PER_MS;
    if (moment.tv_nsec >= NS_PER_S) {
        moment.tv_sec++;
        moment.tv_nsec -= NS_PER_S;
    }
    return moment;
}

int turns_take(struct turns *turns, uint64_t network, unsigned wait_ms)
{
    struct timespec until = moment_in(wait_ms);
    pthread_mutex_lock(&turns->lock);
    int turn = find_place(turns, network);
    int error = 0;
    while (turn != TURNS_NONE && error == 0 && !is_due(turns, network))
        error = pthread_cond_timedwait(&turns->freed, &turns->lock, &until);
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
