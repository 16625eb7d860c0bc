/*
 * Visitors: when they come, from where, with which device, how long they look and how often they
 * are right. Each is a chain of moments in a queue.
 */
#include <stdlib.h>
#include <string.h>

#include "economy.h"

enum {
    CARRIER_VISITORS = 600, /* of the 20,000 behind its address, 3 of 100 in a day */
    SCHOOL_VISITORS = 800,  /* all of them, between 8:00 and 8:40 */
    SCHOOL_MINUTES = 40,
    OFFICE_VISITORS = 1000, /* 500 people: from 8:30 to 9:30, and again from 13:00 to 14:00 */
    OFFICE_MINUTES = 60,
    RIGHT_PERCENT = 95, /* 99.5 in the study of hidden digits that strength.def names; less here */
    TRIES_MOST = 6,
    HOME_NETWORKS = 3000, /* /16s */
    BETWEEN_MS = 600,     /* to fetch a picture, and to go on */
};

struct person {
    struct session session;
    enum place place;
    unsigned evaluation_ms; /* of their device */
    uint64_t due_ms, came_ms, looked_ms, waited_ms, total_ms;
    unsigned tries;
    bool is_answering, is_refused, is_through, has_two_rounds;
};

struct people {
    struct world *world;
    struct person *all;
    unsigned *heap, count, waiting; /* numbers of those for whom something is due */
};

/* ------------------------------------------------------------------ the queue */

static bool is_before(const struct people *people, unsigned a, unsigned b)
{
    return people->all[people->heap[a]].due_ms < people->all[people->heap[b]].due_ms;
}

static void swap(struct people *people, unsigned a, unsigned b)
{
    unsigned kept = people->heap[a];
    people->heap[a] = people->heap[b];
    people->heap[b] = kept;
}

static void sink(struct people *people, unsigned at)
{
    for (;;) {
        unsigned least = at, left = 2 * at + 1;
        if (left < people->waiting && is_before(people, left, least))
            least = left;
        if (left + 1 < people->waiting && is_before(people, left + 1, least))
            least = left + 1;
        if (least == at)
            return;
        swap(people, at, least);
        at = least;
    }
}

/* ------------------------------------------------------------------ who comes */

/* The share of a day's visitors in each hour, in thousandths. */
static const unsigned HOURS[24] = {12, 8,  6,  5,  5,  8,  18, 32, 45, 52, 56, 58,
                                   60, 58, 56, 55, 56, 60, 66, 72, 74, 66, 48, 24};

static uint64_t moment(struct world *world)
{
    unsigned at = world_random(world, 1000), hour = 0;
    while (hour < 23 && at >= HOURS[hour])
        at -= HOURS[hour++];
    return hour * HOUR_MS + world_random(world, 3600000);
}

static struct tes_address address_at(unsigned wide, unsigned rest)
{
    const uint8_t bytes[4] = {(uint8_t)(16 + wide / 256), (uint8_t)wide, (uint8_t)(rest / 256),
                              (uint8_t)rest};
    return tes_address_from(bytes, 4);
}

static struct tes_address address_of(struct world *world, enum place place)
{
    switch (place) {
    case PLACE_SCHOOL:
        return address_at(HOME_NETWORKS + 1, 7);
    case PLACE_OFFICE:
        return address_at(HOME_NETWORKS + 2, 7);
    case PLACE_CARRIER:
        return address_at(HOME_NETWORKS, 7);
    default:
        break;
    }
    unsigned wide = world_random(world, HOME_NETWORKS);
    return address_at(wide, world_random(world, 65536));
}

/* Milliseconds that an evaluation takes: half have desktops, two of five telephones, one of ten a
 * weak one. */
static unsigned device(struct world *world)
{
    unsigned which = world_random(world, 10);
    return which < 5 ? 12 : which < 9 ? 25 : 50;
}

/* From the shortest to the longest of twenty parts; their mean is 10.6 s, that of the same study.
 */
static unsigned look_ms(struct world *world)
{
    static const unsigned MS[21] = {3500,  4800,  5600,  6200,  6800,  7300,  7800,
                                    8200,  8700,  9200,  9700,  10200, 10700, 11300,
                                    12000, 12800, 13700, 14900, 16600, 19500, 28000};
    unsigned part = world_random(world, 20);
    return MS[part] + world_random(world, MS[part + 1] - MS[part]);
}

/* When in the day somebody comes. */
static uint64_t moment_at(struct world *world, enum place place)
{
    switch (place) {
    case PLACE_SCHOOL:
        return 8 * HOUR_MS + world_random(world, SCHOOL_MINUTES * 60000);
    case PLACE_OFFICE:
        return (world_random(world, 2) == 0 ? 17 * HOUR_MS / 2 : 13 * HOUR_MS) +
               world_random(world, OFFICE_MINUTES * 60000);
    default:
        return moment(world);
    }
}

static void come(struct people *people, unsigned number, enum place place, uint64_t from_ms)
{
    struct world *world = people->world;
    struct person *person = &people->all[number];
    uint64_t at_ms = moment_at(world, place);
    person->place = place;
    person->session.address = address_of(world, place);
    person->evaluation_ms = device(world);
    person->due_ms = person->came_ms = from_ms + at_ms;
    people->heap[number] = number;
}

struct people *people_new(struct world *world, uint64_t from_ms, unsigned homes)
{
    struct people *people = calloc(1, sizeof *people);
    const unsigned counts[PLACE_COUNT] = {homes, SCHOOL_VISITORS, OFFICE_VISITORS,
                                          CARRIER_VISITORS};
    unsigned count = 0, number = 0;
    for (unsigned place = 0; place < PLACE_COUNT; place++)
        count += counts[place];
    if (people == NULL)
        return NULL;
    *people = (struct people){.world = world, .count = count, .waiting = count};
    people->all = calloc(count, sizeof *people->all);
    people->heap = calloc(count, sizeof *people->heap);
    if (people->all == NULL || people->heap == NULL) {
        people_free(people);
        return NULL;
    }
    for (unsigned place = 0; place < PLACE_COUNT; place++)
        for (unsigned i = 0; i < counts[place]; i++)
            come(people, number++, (enum place)place, from_ms);
    for (unsigned i = count / 2; i-- > 0;)
        sink(people, i);
    return people;
}

void people_free(struct people *people)
{
    if (people == NULL)
        return;
    free(people->all);
    free(people->heap);
    free(people);
}

/* ---------------------------------------------------------------- what they do */

/* They look while their device works, and wait for it where that takes longer. */
static void look(struct world *world, struct person *person)
{
    const struct session *session = &person->session;
    uint64_t looked_ms = look_ms(world), worked_ms = 0;
    if (session->rounds.answered == 0 && session->terms.work > 0)
        worked_ms = ((uint64_t)1 << (session->terms.work - 1)) * person->evaluation_ms;
    uint64_t waited_ms = worked_ms > looked_ms ? worked_ms - looked_ms : 0;
    person->waited_ms += waited_ms;
    person->looked_ms = looked_ms;
    person->due_ms = world->now_ms + looked_ms + waited_ms + BETWEEN_MS;
    person->is_answering = true;
}

/* Whether something is to come for them. */
static bool go_on(struct world *world, struct person *person, enum step step)
{
    person->is_answering = false;
    switch (step) {
    case STEP_PASSED:
        person->is_through = true;
        person->total_ms = world->now_ms - person->came_ms;
        return false;
    case STEP_NEXT:
        person->has_two_rounds |= person->session.terms.rounds_most > 1;
        look(world, person);
        return true;
    case STEP_REFUSED:
        person->is_refused = true;
        person->due_ms = world->now_ms + world->retry_ms;
        return ++person->tries < TRIES_MOST;
    case STEP_FAILED:
        person->due_ms = world->now_ms + BETWEEN_MS;
        return ++person->tries < TRIES_MOST;
    }
    return false;
}

static bool live(struct world *world, struct person *person)
{
    if (!person->is_answering)
        return go_on(world, person, session_start(world, &person->session));
    bool is_right = world_random(world, 100) < RIGHT_PERCENT;
    return go_on(world, person,
                 session_answer(world, &person->session, is_right, person->looked_ms));
}

void people_until(struct people *people, uint64_t to_ms)
{
    while (people->waiting > 0 && people->all[people->heap[0]].due_ms < to_ms) {
        struct person *person = &people->all[people->heap[0]];
        people->world->now_ms = person->due_ms;
        if (!live(people->world, person))
            people->heap[0] = people->heap[--people->waiting];
        sink(people, 0);
    }
    people->world->now_ms = to_ms;
}

/* -------------------------------------------------------------- what came of it */

static int compare(const void *a, const void *b)
{
    uint64_t one, other;
    memcpy(&one, a, sizeof one);
    memcpy(&other, b, sizeof other);
    return one < other ? -1 : one > other;
}

struct people_result people_result(const struct people *people, enum place place)
{
    struct people_result result = {.total_ms = calloc(people->count, sizeof(uint64_t)),
                                   .waited_ms = calloc(people->count, sizeof(uint64_t))};
    if (result.total_ms == NULL || result.waited_ms == NULL)
        return result;
    for (unsigned i = 0; i < people->count; i++) {
        const struct person *person = &people->all[i];
        if (place != PLACE_COUNT && person->place != place)
            continue;
        result.visitors++;
        result.refused += person->is_refused;
        result.two_rounds += person->has_two_rounds;
        if (!person->is_through)
            continue;
        result.total_ms[result.through] = person->total_ms;
        result.waited_ms[result.through++] = person->waited_ms;
    }
    qsort(result.total_ms, result.through, sizeof(uint64_t), compare);
    qsort(result.waited_ms, result.through, sizeof(uint64_t), compare);
    return result;
}

void people_result_free(struct people_result *result)
{
    free(result->total_ms);
    free(result->waited_ms);
    *result = (struct people_result){0};
}
