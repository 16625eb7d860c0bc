/* The ledger in a Redis: shared by all nodes that name it. */
#include "store/ledger/redis/ledger_redis.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "store/db/backoff.h"
#include "store/db/redis/redis_sentinel.h"
#include "store/db/redis/redis_tls.h"

#define OPEN_MS        3000
#define CONNECT_MS     1000 /* of the thread that connects: it tries again soon */
#define RETRY_FIRST_MS 50
#define RETRY_LAST_MS  500
#define WATCH_EVERY_MS 1000
#define WAIT_GOOD_MS   500 /* after a connection was lost, batches wait for another one so long */
#define WRITE_EVERY_MS 1000
#define ID_BYTES       (REDIS_ID_HEX / 2)

/* ------------------------------------------------- the thread that connects */

/* With the lock held. */
static void connect_once(struct redis_ledger *ledger)
{
    pthread_mutex_unlock(&ledger->lock);
    bool is_good = ledger_redis_reach(ledger, CONNECT_MS) && ledger_redis_adopt(ledger);
    pthread_mutex_lock(&ledger->lock);
    ledger->is_good = is_good;
    ledger->failures = is_good ? 0 : ledger->failures + 1;
    ledger->why = ledger->link.why;
    ledger->why_problem = is_good ? LEDGER_PROBLEM_NONE : ledger->problem;
    if (!is_good)
        ledger->retry_at_us =
            tes_clock_steady_us() +
            (uint64_t)backoff_ms(ledger->failures, RETRY_FIRST_MS, RETRY_LAST_MS) * 1000;
    pthread_cond_broadcast(&ledger->changed);
}

/* With the lock held: looks whether the Sentinels still name the master that is connected. One that
 * was replaced goes on as a master for a while, and what it is told then is lost. */
static void watch_master(struct redis_ledger *ledger)
{
    struct redis_host named, used = ledger->master;
    pthread_mutex_unlock(&ledger->lock);
    bool is_moved = redis_sentinel_ask(&ledger->watcher, &ledger->address, CONNECT_MS, &named) &&
                    (named.port != used.port || strcmp(named.name, used.name) != 0);
    pthread_mutex_lock(&ledger->lock);
    ledger->is_moved = ledger->is_good && is_moved;
}

static void *keep_connected(void *context)
{
    struct redis_ledger *ledger = context;
    uint64_t watch_at_us = 0;
    pthread_mutex_lock(&ledger->lock);
    while (!ledger->is_stopping) {
        uint64_t now_us = tes_clock_steady_us();
        bool is_watched = ledger->is_good && ledger->address.is_sentinel;
        uint64_t due_us = is_watched        ? watch_at_us
                          : ledger->is_good ? TES_THREAD_NEVER
                                            : ledger->retry_at_us;
        if (now_us < due_us) {
            (void)tes_thread_wait(&ledger->changed, &ledger->lock, due_us);
        } else if (is_watched) {
            watch_master(ledger);
            watch_at_us = tes_clock_steady_us() + (uint64_t)WATCH_EVERY_MS * 1000;
        } else {
            connect_once(ledger);
        }
    }
    pthread_mutex_unlock(&ledger->lock);
    return NULL;
}

/* ------------------------------------------------------------- the batches */

bool ledger_redis_fail(struct redis_ledger *ledger, enum ledger_problem problem)
{
    if (ledger->link.why == NULL)
        ledger->problem = problem;
    return redis_link_fail(&ledger->link, ledger_problem_text(problem));
}

/* Hands the connection to the thread that makes a new one. */
static void give_up(struct redis_ledger *ledger)
{
    pthread_mutex_lock(&ledger->lock);
    ledger->is_good = ledger->is_moved = false;
    ledger->failures = 0;
    ledger->retry_at_us = 0;
    ledger->lost_at_us = tes_clock_steady_us();
    ledger->why = ledger->link.why;
    ledger->why_problem = ledger->problem;
    pthread_cond_broadcast(&ledger->changed);
    pthread_mutex_unlock(&ledger->lock);
}

/* Waits until the connection is good; where it is known to be away, says why, at once. */
static enum ledger_problem await_good(struct redis_ledger *ledger, bool *is_moved)
{
    pthread_mutex_lock(&ledger->lock);
    uint64_t until_us = ledger->lost_at_us + (uint64_t)WAIT_GOOD_MS * 1000;
    while (!ledger->is_good && ledger->failures == 0 &&
           tes_thread_wait(&ledger->changed, &ledger->lock, until_us))
        ;
    enum ledger_problem problem = ledger->is_good ? LEDGER_PROBLEM_NONE : ledger->why_problem;
    if (problem == LEDGER_PROBLEM_STORE)
        snprintf(ledger->shared.said, sizeof ledger->shared.said, "%s", ledger->why);
    *is_moved = ledger->is_moved;
    pthread_mutex_unlock(&ledger->lock);
    return problem;
}

static enum ledger_problem redis_write(void *store, struct ledger_request *first)
{
    struct redis_ledger *ledger = store;
    bool is_moved;
    enum ledger_problem problem = await_good(ledger, &is_moved);
    /* Closed while nobody used it: nothing has been sent, so another one can be tried. */
    if (problem == LEDGER_PROBLEM_NONE && (is_moved || redis_link_is_stale(&ledger->link))) {
        (void)ledger_redis_fail(ledger, is_moved ? LEDGER_PROBLEM_MOVED : LEDGER_PROBLEM_STALE);
        give_up(ledger);
        problem = await_good(ledger, &is_moved);
    }
    if (problem != LEDGER_PROBLEM_NONE || ledger_redis_run(ledger, first))
        return problem;
    problem = ledger->problem;
    snprintf(ledger->shared.said, sizeof ledger->shared.said, "%s", ledger->link.why);
    give_up(ledger);
    return problem;
}

/* ------------------------------------------------------------------- notes */

static const char *after_restart(const struct redis_facts *facts)
{
    if (redis_facts_keep_all(facts))
        return "a power cut or a restart loses nothing while a server of Tessera runs";
    if (!facts->has_aof)
        return "a power cut or a restart loses what was spent since the last snapshot, or all of "
               "it";
    if (!facts->can_read_config)
        return "a power cut may lose what was spent last";
    return strcmp(facts->fsync, "no") == 0
               ? "a power cut loses what was spent in up to half a minute before it"
               : "a power cut loses what was spent in up to two seconds before it";
}

static const char *after_failover(const struct redis_facts *facts,
                                  const struct redis_address *address)
{
    if (facts->replicas == 0 && !address->is_sentinel)
        return "there is no replica to fail over to";
    if (address->wait > 0 && address->wait >= facts->replicas)
        return "a failover loses nothing while a server of Tessera runs";
    if (address->wait > 0)
        return "a failover to a replica that lags behind loses what was spent last, as there are "
               "more replicas than are waited for";
    return address->is_sentinel
               ? "a failover loses what was spent last, and while the network is split a token may "
                 "pass on either side: set wait"
               : "a failover loses what was spent last";
}

/* What this Redis with its settings can lose, in words for operators. */
static void write_notes(const struct redis_facts *facts, const struct redis_address *address,
                        char *text, size_t size)
{
    char config[96] = "appendfsync and min-replicas-to-write can't be read (CONFIG is refused)";
    if (facts->can_read_config)
        snprintf(config, sizeof config, "appendfsync %s, min-replicas-to-write %u", facts->fsync,
                 facts->min_replicas);
    snprintf(
        text, size,
        "Redis %s, appendonly %s, %s, maxmemory-policy %s, replicas %u, wait %u: %s; %s; where "
        "something may be lost, what was issued before counts as expired",
        facts->version, facts->has_aof ? "yes" : "no", config,
        facts->eviction[0] != '\0' ? facts->eviction : "not known", facts->replicas, address->wait,
        after_restart(facts), after_failover(facts, address));
}

/* ----------------------------------------------------------- open and close */

static void set_keys(struct redis_ledger *ledger)
{
    const char *prefix = ledger->address.prefix;
    struct redis_keys *keys = &ledger->keys;
    snprintf(keys->marker, sizeof keys->marker, "%smarker", prefix);
    snprintf(keys->beat, sizeof keys->beat, "%sbeat", prefix);
    snprintf(keys->alive, sizeof keys->alive, "%salive", prefix);
    snprintf(keys->lead, sizeof keys->lead, "%slead", prefix);
    snprintf(keys->nodes, sizeof keys->nodes, "%snodes", prefix);
}

static bool set_canary(struct redis_ledger *ledger)
{
    uint8_t bytes[ID_BYTES];
    struct tes_buf text = tes_buf_on(ledger->keys.canary, sizeof ledger->keys.canary - 1);
    tes_buf_text(&text, ledger->address.prefix);
    tes_buf_text(&text, "canary:");
    if (!tes_entropy(bytes, sizeof bytes))
        return false;
    tes_hex_encode(&text, bytes, sizeof bytes);
    ledger->keys.canary[text.length] = '\0';
    return !text.failed;
}

static void release(struct redis_ledger *ledger)
{
    redis_link_free(&ledger->link);
    redis_link_free(&ledger->watcher);
    pthread_cond_destroy(&ledger->changed);
    pthread_mutex_destroy(&ledger->lock);
    redis_address_wipe(&ledger->address);
    free(ledger);
}

/* Everything that needs no network. */
static struct redis_ledger *prepare(const char *where, char *error, size_t error_size)
{
    struct redis_ledger *ledger = calloc(1, sizeof *ledger);
    if (ledger == NULL) {
        snprintf(error, error_size, "ledger: out of memory");
        return NULL;
    }
    pthread_mutex_init(&ledger->lock, NULL);
    tes_thread_condition(&ledger->changed);
    ledger->link.fd = ledger->watcher.fd = -1;
    if (!redis_address_read(&ledger->address, tes_slice_of(where), error, error_size) ||
        (ledger->hiredis = redis_library_load(error, error_size)) == NULL ||
        (ledger->address.is_tls && !redis_tls_load(error, error_size)))
        goto failed;
    if (!redis_link_start(&ledger->link, ledger->hiredis) ||
        !redis_link_start(&ledger->watcher, ledger->hiredis) || !set_canary(ledger)) {
        snprintf(error, error_size, "ledger: out of memory or randomness");
        goto failed;
    }
    set_keys(ledger);
    return ledger;
failed:
    release(ledger);
    return NULL;
}

/* A message with the server's name, and never with its user or password. */
static void tell(const struct redis_ledger *ledger, char *error, size_t error_size)
{
    char name[REDIS_TEXT_MAX];
    redis_address_name(&ledger->address, name, sizeof name);
    snprintf(error, error_size, "ledger: %s: %s", name,
             ledger->link.why != NULL ? ledger->link.why : "it can't be used");
}

static struct redis_ledger *reach(const char *where, char *error, size_t error_size)
{
    struct redis_ledger *ledger = prepare(where, error, error_size);
    if (ledger == NULL || ledger_redis_reach(ledger, OPEN_MS))
        return ledger;
    tell(ledger, error, error_size);
    release(ledger);
    return NULL;
}

static bool redis_reads(const char *where, char *error, size_t error_size)
{
    struct redis_address address;
    bool is_read = redis_address_read(&address, tes_slice_of(where), error, error_size);
    redis_address_wipe(&address);
    return is_read;
}

static bool redis_check(const struct ledger_settings *settings, char *error, size_t error_size)
{
    struct redis_ledger *ledger = reach(settings->where, error, error_size);
    if (ledger == NULL)
        return false;
    bool is_good = ledger_redis_look(ledger);
    if (!is_good)
        tell(ledger, error, error_size);
    release(ledger);
    return is_good;
}

static bool redis_exists(const struct ledger_settings *settings)
{
    char error[REDIS_TEXT_MAX * 2];
    bool is_there = false;
    struct redis_ledger *ledger = reach(settings->where, error, sizeof error);
    if (ledger == NULL)
        return false;
    is_there = ledger_redis_find(ledger, &is_there) && is_there;
    release(ledger);
    return is_there;
}

static void *redis_open(const struct ledger_settings *settings, char *error, size_t error_size)
{
    struct redis_ledger *ledger = reach(settings->where, error, error_size);
    if (ledger == NULL)
        return NULL;
    if (!ledger_redis_adopt(ledger)) {
        tell(ledger, error, error_size);
        goto failed;
    }
    write_notes(&ledger->facts, &ledger->address, ledger->shared.notes,
                sizeof ledger->shared.notes);
    const char *hex = ledger->memory.marker.count_key;
    ledger->shared.has_count_key =
        settings->has_counts &&
        tes_hex_decode((struct tes_slice){hex, REDIS_ID_HEX}, ledger->shared.count_key,
                       sizeof ledger->shared.count_key);
    ledger->shared.alive_at_ms = tes_clock_wall_ms();
    ledger->is_good = true;
    ledger->is_started = tes_thread_start(&ledger->thread, keep_connected, ledger);
    if (!ledger->is_started) {
        snprintf(error, error_size, "ledger: no thread to connect with");
        goto failed;
    }
    return ledger;
failed:
    release(ledger);
    return NULL;
}

static void redis_close(void *store)
{
    struct redis_ledger *ledger = store;
    pthread_mutex_lock(&ledger->lock);
    ledger->is_stopping = true;
    pthread_cond_broadcast(&ledger->changed);
    pthread_mutex_unlock(&ledger->lock);
    pthread_join(ledger->thread, NULL);
    release(ledger);
}

const struct ledger_backend ledger_redis = {
    .open = redis_open,
    .close = redis_close,
    .write = redis_write,
    .write_every_ms = WRITE_EVERY_MS,
    .can_count = true,
    .can_meet = true,
    .has_own_clock = true,
    .forgets_by_itself = true,
    .reads = redis_reads,
    .check = redis_check,
    .exists = redis_exists,
};
