/* The table of back ends (ledger_backends.def), and what is the same for all of them. */
#include "store/ledger/ledger.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "store/db/store_address.h"
#include "store/ledger/ledger_queue.h"

_Static_assert(LEDGER_SPEND_ALL_MAX <= LEDGER_QUEUE_ASK_MAX, "what goes together fits the queue");

struct ledger {
    const struct ledger_backend *backend;
    struct ledger_store *store;
    struct ledger_queue *queue;    /* NULL: the back end never waits */
    _Atomic uint64_t told_from_ms; /* what the back end said last of since when it knows */
    _Atomic uint64_t knows_from_ms;
    _Atomic uint64_t ahead_until_ms; /* what it knew from, before the clock was set back; or 0 */
    _Atomic uint64_t forgets_to_ms;  /* what expires until then may be forgotten */
    /* Only ledger_tell_time() uses these: the least by which the wall clock was ahead of the steady
     * one, in this period of LEDGER_AHEAD_MS and in the one before; and when this one began. */
    int64_t ahead_ms, ahead_before_ms;
    uint64_t since_us;
};

static const struct {
    const char *where;
    const struct ledger_backend *backend;
} BACKENDS[] = {
#define LEDGER_BACKEND(name, where) {where, &ledger_##name},
#define LEDGER_ALSO                 LEDGER_BACKEND
#include "store/ledger/ledger_backends.def"
#undef LEDGER_BACKEND
};

static const char CHOICES[] =
#define LEDGER_BACKEND(name, where) ", " where
#define LEDGER_ALSO                 LEDGER_BACKEND
#include "store/ledger/ledger_backends.def"
#undef LEDGER_BACKEND
    ;

static const struct ledger_backend *find_backend(const char *where)
{
    for (size_t i = 0; where != NULL && i < sizeof BACKENDS / sizeof BACKENDS[0]; i++)
        if (store_address_is(tes_slice_of(where), BACKENDS[i].where))
            return BACKENDS[i].backend;
    return NULL;
}

bool ledger_knows(const char *where, char *error, size_t error_size)
{
    const struct ledger_backend *backend = find_backend(where);
    if (backend != NULL)
        return backend->reads == NULL || backend->reads(where, error, error_size);
    store_address_refuse("ledger", where, CHOICES + strlen(", "), error, error_size);
    return false;
}

bool ledger_can_count(const char *where)
{
    const struct ledger_backend *backend = find_backend(where);
    return backend != NULL && backend->can_count;
}

bool ledger_can_meet(const char *where)
{
    const struct ledger_backend *backend = find_backend(where);
    return backend != NULL && backend->can_meet;
}

bool ledger_exists(const struct ledger_settings *settings)
{
    const struct ledger_backend *backend = find_backend(settings->where);
    return backend != NULL && backend->exists != NULL && backend->exists(settings);
}

bool ledger_check(const struct ledger_settings *settings, char *error, size_t error_size)
{
    const struct ledger_backend *backend = find_backend(settings->where);
    return ledger_knows(settings->where, error, error_size) &&
           (backend->check == NULL || backend->check(settings, error, error_size));
}

bool ledger_can_migrate(const char *where)
{
    const struct ledger_backend *backend = find_backend(where);
    return backend != NULL && backend->migrate != NULL;
}

bool ledger_migrate(const struct ledger_settings *settings, struct ledger_versions *versions,
                    char *error, size_t error_size)
{
    return ledger_can_migrate(settings->where) &&
           find_backend(settings->where)->migrate(settings, versions, error, error_size);
}

/* A clock that is ahead at the start must not make it forget either: it goes on from when the
 * ledger was in use last. */
static void start_clock(struct ledger *ledger, uint64_t now_ms)
{
    uint64_t from_ms = atomic_load(&ledger->store->knows_from_ms);
    uint64_t alive_at_ms = ledger->store->alive_at_ms;
    if (alive_at_ms > now_ms)
        alive_at_ms = now_ms;
    ledger->since_us = tes_clock_steady_us();
    ledger->ahead_ms = (int64_t)alive_at_ms - (int64_t)(ledger->since_us / 1000);
    ledger->ahead_before_ms = ledger->ahead_ms;
    atomic_init(&ledger->told_from_ms, from_ms);
    atomic_init(&ledger->knows_from_ms, from_ms);
    atomic_init(&ledger->ahead_until_ms, 0);
    atomic_init(&ledger->forgets_to_ms, alive_at_ms);
}

struct ledger *ledger_open(const struct ledger_settings *settings, char *error, size_t error_size)
{
    const struct ledger_backend *backend = find_backend(settings->where);
    if (!ledger_knows(settings->where, error, error_size))
        return NULL;
    struct ledger_settings complete = *settings;
    if (complete.entries_max == 0)
        complete.entries_max = LEDGER_ENTRIES_DEFAULT;

    struct ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL) {
        snprintf(error, error_size, "ledger: out of memory");
        return NULL;
    }
    ledger->backend = backend;
    uint64_t now_ms = tes_clock_wall_ms();
    ledger->store = backend->open(&complete, error, error_size);
    if (ledger->store == NULL)
        goto failed;
    start_clock(ledger, now_ms);
    if (backend->write != NULL) {
        ledger->queue = ledger_queue_start(backend, ledger->store);
        if (ledger->queue == NULL) {
            snprintf(error, error_size, "ledger: no memory or thread to write with");
            goto failed;
        }
    }
    return ledger;

failed:
    ledger_close(ledger);
    return NULL;
}

static bool is_key(struct tes_slice key)
{
    return key.length > 0 && key.length <= LEDGER_KEY_MAX;
}

uint64_t ledger_believes_ms(const struct ledger *ledger, uint64_t now_ms)
{
    uint64_t forgets_to_ms = atomic_load(&ledger->forgets_to_ms);
    return now_ms < forgets_to_ms ? now_ms : forgets_to_ms;
}

/* Takes over since when the back end knows: a store on a server may find out late that it has lost
 * what it knew. */
static void take_moment(struct ledger *ledger)
{
    uint64_t from_ms = atomic_load(&ledger->store->knows_from_ms);
    if (atomic_load(&ledger->told_from_ms) != from_ms) {
        /* In this order: who finds it told already finds it taken over. */
        atomic_store(&ledger->knows_from_ms, from_ms);
        atomic_store(&ledger->told_from_ms, from_ms);
    }
}

/* Has the back end write them. */
static bool ask_all(struct ledger *ledger, struct ledger_request *requests, size_t count)
{
    bool is_written = ledger_queue_ask(ledger->queue, requests, count);
    take_moment(ledger);
    return is_written;
}

static bool ask(struct ledger *ledger, struct ledger_request *request)
{
    return ask_all(ledger, request, 1);
}

enum outcome ledger_spend(struct ledger *ledger, struct tes_slice key, uint64_t now_ms,
                          uint64_t expires_at_ms)
{
    return ledger_spend_by(ledger, key, NULL, now_ms, expires_at_ms);
}

enum outcome ledger_spend_by(struct ledger *ledger, struct tes_slice key,
                             const uint8_t owner[LEDGER_OWNER_BYTES], uint64_t now_ms,
                             uint64_t expires_at_ms)
{
    /* An expired key may have been forgotten: to take it would be to let it pass twice. */
    if (!is_key(key) || now_ms >= expires_at_ms)
        return OUTCOME_UNAVAILABLE;
    now_ms = ledger_believes_ms(ledger, now_ms);
    if (ledger->queue == NULL)
        return ledger->backend->spend(ledger->store, key, owner, now_ms, expires_at_ms);
    struct ledger_request request = {.verb = LEDGER_SPEND,
                                     .key = key,
                                     .owner = owner,
                                     .now_ms = now_ms,
                                     .expires_at_ms = expires_at_ms,
                                     .result = OUTCOME_UNAVAILABLE};
    return ask(ledger, &request) ? request.result : OUTCOME_UNAVAILABLE;
}

enum outcome ledger_find_own(struct ledger *ledger, struct tes_slice key,
                             const uint8_t owner[LEDGER_OWNER_BYTES], uint64_t now_ms)
{
    if (!is_key(key))
        return OUTCOME_UNAVAILABLE;
    now_ms = ledger_believes_ms(ledger, now_ms);
    if (ledger->queue == NULL)
        return ledger->backend->find_own(ledger->store, key, owner, now_ms);
    struct ledger_request request = {.verb = LEDGER_FIND,
                                     .key = key,
                                     .owner = owner,
                                     .now_ms = now_ms,
                                     .result = OUTCOME_UNAVAILABLE};
    return ask(ledger, &request) ? request.result : OUTCOME_UNAVAILABLE;
}

void ledger_spend_all(struct ledger *ledger, struct ledger_spending *spendings, size_t count,
                      uint64_t now_ms)
{
    struct ledger_request requests[LEDGER_SPEND_ALL_MAX];
    struct ledger_spending *asked[LEDGER_SPEND_ALL_MAX];
    size_t asked_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct ledger_spending *spending = &spendings[i];
        spending->result = OUTCOME_UNAVAILABLE;
        if (ledger->queue == NULL) {
            spending->result = ledger_spend_by(ledger, spending->key, spending->owner, now_ms,
                                               spending->expires_at_ms);
        } else if (asked_count < LEDGER_SPEND_ALL_MAX && is_key(spending->key) &&
                   now_ms < spending->expires_at_ms) {
            requests[asked_count] =
                (struct ledger_request){.verb = LEDGER_SPEND,
                                        .key = spending->key,
                                        .owner = spending->owner,
                                        .now_ms = ledger_believes_ms(ledger, now_ms),
                                        .expires_at_ms = spending->expires_at_ms,
                                        .result = OUTCOME_UNAVAILABLE};
            asked[asked_count++] = spending;
        }
    }
    if (asked_count > 0)
        (void)ask_all(ledger, requests, asked_count);
    for (size_t i = 0; i < asked_count; i++)
        asked[i]->result = requests[i].result;
}

bool ledger_count_key(struct ledger *ledger, uint64_t key[2])
{
    memcpy(key, ledger->store->count_key, sizeof ledger->store->count_key);
    return ledger->store->has_count_key;
}

bool ledger_count(struct ledger *ledger, struct counters_change *changes, size_t count,
                  uint64_t now_ms)
{
    struct ledger_request request = {.verb = LEDGER_COUNT,
                                     .changes = changes,
                                     .change_count = count,
                                     .now_ms = ledger_believes_ms(ledger, now_ms),
                                     .result = OUTCOME_UNAVAILABLE};
    return ledger->backend->can_count && ask(ledger, &request) &&
           request.result != OUTCOME_UNAVAILABLE;
}

bool ledger_meet(struct ledger *ledger, struct ledger_meeting *meeting)
{
    struct ledger_request request = {
        .verb = LEDGER_MEET, .meeting = meeting, .result = OUTCOME_UNAVAILABLE};
    return ledger->backend->can_meet && ask(ledger, &request) &&
           request.result != OUTCOME_UNAVAILABLE;
}

uint64_t ledger_knows_from_ms(const struct ledger *ledger)
{
    return atomic_load(&ledger->knows_from_ms);
}

bool ledger_knows_of(const struct ledger *ledger, uint64_t issued_at_ms, uint64_t now_ms)
{
    /* Issued at a moment to come: by a clock that was ahead, before the ledger was opened. */
    bool is_ahead = issued_at_ms > now_ms && issued_at_ms < atomic_load(&ledger->ahead_until_ms);
    return issued_at_ms >= ledger_knows_from_ms(ledger) && !is_ahead;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

bool ledger_tell_time(struct ledger *ledger, uint64_t wall_ms, uint64_t steady_us)
{
    int64_t steady_ms = (int64_t)(steady_us / 1000), ahead_ms = (int64_t)wall_ms - steady_ms;
    if (steady_us - ledger->since_us >= LEDGER_AHEAD_MS * 1000) {
        ledger->ahead_before_ms = ledger->ahead_ms;
        ledger->ahead_ms = ahead_ms;
        ledger->since_us = steady_us;
    }
    ledger->ahead_ms = least(ledger->ahead_ms, ahead_ms);
    int64_t forgets_to_ms = steady_ms + least(ledger->ahead_ms, ledger->ahead_before_ms);
    atomic_store(&ledger->forgets_to_ms, forgets_to_ms > 0 ? (uint64_t)forgets_to_ms : 0);

    take_moment(ledger);
    uint64_t from_ms = ledger_knows_from_ms(ledger);
    if (wall_ms >= from_ms || ledger->backend->has_own_clock)
        return false;
    if (from_ms > atomic_load(&ledger->ahead_until_ms))
        atomic_store(&ledger->ahead_until_ms, from_ms);
    atomic_store(&ledger->knows_from_ms, wall_ms);
    return true;
}

enum ledger_doubt ledger_doubt(const struct ledger *ledger)
{
    return atomic_load(&ledger->store->doubt);
}

const char *ledger_notes(const struct ledger *ledger)
{
    return ledger->store->notes[0] != '\0' ? ledger->store->notes : NULL;
}

bool ledger_is_lost(struct ledger *ledger)
{
    return ledger->backend->is_lost != NULL && ledger->backend->is_lost(ledger->store);
}

static struct ledger_trouble trouble_of(struct ledger *ledger)
{
    if (ledger_is_lost(ledger))
        return (struct ledger_trouble){LEDGER_PROBLEM_REMOVED,
                                       ledger_problem_text(LEDGER_PROBLEM_REMOVED)};
    return ledger->queue != NULL ? ledger_queue_trouble(ledger->queue)
                                 : (struct ledger_trouble){LEDGER_PROBLEM_NONE, NULL};
}

enum ledger_problem ledger_problem(struct ledger *ledger)
{
    return trouble_of(ledger).problem;
}

const char *ledger_trouble(struct ledger *ledger)
{
    return trouble_of(ledger).text;
}

bool ledger_is_away(struct ledger *ledger)
{
    return ledger_problem_is_away(ledger_problem(ledger));
}

bool ledger_spend_blocks(const struct ledger *ledger)
{
    return ledger->queue != NULL;
}

bool ledger_ready(struct ledger *ledger)
{
    struct ledger_request request = {.verb = LEDGER_LOOK};
    if (ledger->queue == NULL)
        return true;
    /* Who asks again and again must not have all waiters wait for what hangs. */
    return !ledger_queue_hangs(ledger->queue) && ask(ledger, &request);
}

uint64_t ledger_entries(const struct ledger *ledger)
{
    return ledger->backend->entries != NULL ? ledger->backend->entries(ledger->store) : 0;
}

void ledger_close(struct ledger *ledger)
{
    if (ledger == NULL)
        return;
    ledger_queue_stop(ledger->queue);
    if (ledger->store != NULL)
        ledger->backend->close(ledger->store);
    free(ledger);
}
