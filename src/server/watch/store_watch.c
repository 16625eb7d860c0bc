#include "server/watch/store_watch.h"

#include <stdlib.h>

#include "flow/fail_open.h"
#include "os/clock.h"
#include "os/thread.h"
#include "server/app/loss_reason.h"
#include "server/log/log.h"
#include "server/watch/node_watch.h"
#include "server/watch/review_watch.h"

#define KEYS_EVERY_MS    2000
#define REVIEWS_EVERY_MS 1000
#define HANGS_MS         6000 /* longer than SQLite waits for another process, twice */

struct look {
    struct store_watch *watch;
    size_t store; /* which row of CHECKS it is */
    pthread_t thread;
    bool is_started;
    /* Under the lock. */
    bool is_wanted, was_bad;
    uint64_t since_us; /* when it began to look; 0: it does not */
};

struct store_watch {
    struct app *app;
    const char *data;
    struct review_watch *reviews;
    uint64_t
        knows_from_ms; /* store_watch_run()'s: what was said last of since when the ledger knows */
    struct look looks[METRICS_STORE_COUNT];
    pthread_mutex_t lock; /* guards `is_stopping` and what the looks say */
    pthread_cond_t changed;
    bool is_stopping;
};

typedef bool check(const struct store_watch *watch, struct tes_error *error);

static bool check_ledger(const struct store_watch *watch, struct tes_error *error)
{
    const char *trouble = ledger_trouble(watch->app->ledger);
    fail_open_look(watch->app);
    return trouble == NULL || tes_error_set(error, "%s", trouble);
}

static bool check_records(const struct store_watch *watch, struct tes_error *error)
{
    const char *trouble = records_is_lost(watch->app->records)
                              ? "they were removed or replaced: it takes a restart"
                          : !records_ready(watch->app->records) ? "the store does not answer"
                                                                : NULL;
    return trouble == NULL || tes_error_set(error, "%s", trouble);
}

static bool check_sites(const struct store_watch *watch, struct tes_error *error)
{
    (void)error;
    return sites_refresh(watch->app->sites, watch->app->records);
}

static bool check_bans(const struct store_watch *watch, struct tes_error *error)
{
    (void)error;
    struct app *app = watch->app;
    uint64_t now_ms = tes_clock_wall_ms();
    enum bans_result result = bans_refresh(app->bans, app->records, now_ms);
    size_t count = bans_count(app->bans, now_ms);
    metrics_set(app->metrics, METRICS_BANS, count);
    if (result == BANS_CHANGED)
        log_event(LOG_INFO, "the bans have changed", log_number("bans", count));
    return result != BANS_FAILED;
}

static bool check_keys(const struct store_watch *watch, struct tes_error *error)
{
    return app_load_keys(watch->app, watch->data, error);
}

static bool check_history(const struct store_watch *watch, struct tes_error *error)
{
    const char *trouble = !records_has_room(watch->app->records) ? "the disk has little room left"
                          : !records_is_written(watch->app->records)
                              ? "the store does not take it: rows wait for a while"
                              : NULL;
    return trouble == NULL || tes_error_set(error, "%s", trouble);
}

static bool check_reviews(const struct store_watch *watch, struct tes_error *error)
{
    (void)error;
    return review_watch_look(watch->reviews, watch->app);
}

static bool check_nodes(const struct store_watch *watch, struct tes_error *error)
{
    return node_watch_look(watch->app, error);
}

/* Without the ledger or records of its own, a server should get no visitors; what else is missing
 * concerns them less, or all servers alike. */
static const struct {
    check *is_good;
    unsigned every_ms;
    enum log_level level;
    const char *bad, *good;
    enum health_topic topic;
    enum health_state state; /* while it is bad */
} CHECKS[METRICS_STORE_COUNT] = {
    [METRICS_STORE_LEDGER] = {check_ledger, STORE_WATCH_MS, LOG_ERROR,
                              "the ledger can't be written: nothing passes",
                              "the ledger can be written again", HEALTH_LEDGER, HEALTH_BAD},
    [METRICS_STORE_RECORDS] = {check_records, STORE_WATCH_MS, LOG_ERROR,
                               "the records can't be reached: sites stay as they are, and no "
                               "history is kept",
                               "the records are there again", HEALTH_RECORDS, HEALTH_BAD},
    [METRICS_STORE_SITES] = {check_sites, STORE_WATCH_MS, LOG_WARN,
                             "the sites could not be read; those known before stay",
                             "the sites can be read again", HEALTH_SITES, HEALTH_NOTE},
    [METRICS_STORE_BANS] = {check_bans, STORE_WATCH_MS, LOG_WARN,
                            "the bans could not be read; those known before stay",
                            "the bans can be read again", HEALTH_BANS, HEALTH_NOTE},
    [METRICS_STORE_KEYS] = {check_keys, KEYS_EVERY_MS, LOG_ERROR,
                            "the keys could not be read; those known before stay",
                            "the keys can be read again", HEALTH_KEYS, HEALTH_NOTE},
    [METRICS_STORE_HISTORY] = {check_history, STORE_WATCH_MS, LOG_WARN, "no history is kept",
                               "history is kept again", HEALTH_HISTORY, HEALTH_NOTE},
    [METRICS_STORE_REVIEWS] = {check_reviews, REVIEWS_EVERY_MS, LOG_WARN,
                               "the queue of reviews could not be read",
                               "the queue of reviews can be read again", HEALTH_REVIEWS,
                               HEALTH_NOTE},
    [METRICS_STORE_NODES] = {check_nodes, NODE_WATCH_MS, LOG_WARN, "other nodes can't be met",
                             "other nodes can be met again", HEALTH_NODES, HEALTH_NOTE},
};

static void say(enum log_level level, const char *message, const char *error)
{
    if (*error != '\0')
        log_event(level, message, log_text("why", error));
    else
        log_message(level, message);
}

/* What /readyz says of it. */
static void show(const struct look *look, enum health_state state, const char *error)
{
    const char *text = *error != '\0' ? error : CHECKS[look->store].bad;
    health_lines_set(&look->watch->app->health, CHECKS[look->store].topic, state, text);
}

/* Records that all servers share make no server worse than another: with them away, none of the
 * servers would be ready, though visitors can still pass. */
static enum health_state state_of(const struct look *look)
{
    if (look->store == METRICS_STORE_LEDGER)
        return fail_open_health(look->watch->app);
    bool is_shared =
        look->store == METRICS_STORE_RECORDS && records_is_shared(look->watch->app->records);
    return is_shared ? HEALTH_NOTE : CHECKS[look->store].state;
}

/* With the lock held. */
static void report(struct look *look, bool is_good, const char *error)
{
    size_t store = look->store;
    if (!is_good && !look->was_bad)
        say(CHECKS[store].level, CHECKS[store].bad, error);
    else if (is_good && look->was_bad)
        log_message(LOG_INFO, CHECKS[store].good);
    look->was_bad = !is_good;
    metrics_set_label(look->watch->app->metrics, METRICS_STORE_GOOD, store, is_good);
}

static void look_once(struct look *look)
{
    struct tes_error error = {""};
    struct store_watch *watch = look->watch;
    look->is_wanted = false;
    look->since_us = tes_clock_steady_us();
    pthread_mutex_unlock(&watch->lock);
    bool is_good = CHECKS[look->store].is_good(watch, &error);
    pthread_mutex_lock(&watch->lock);
    look->since_us = 0;
    report(look, is_good, error.text);
    show(look, is_good ? HEALTH_GOOD : state_of(look), error.text);
    metrics_count_label(watch->app->metrics, METRICS_STORE_CHECKS, look->store);
}

static void *look_again_and_again(void *context)
{
    struct look *look = context;
    struct store_watch *watch = look->watch;
    pthread_mutex_lock(&watch->lock);
    while (!watch->is_stopping) {
        look_once(look);
        uint64_t due_us = tes_clock_steady_us() + (uint64_t)CHECKS[look->store].every_ms * 1000;
        while (!watch->is_stopping && !look->is_wanted &&
               tes_thread_wait(&watch->changed, &watch->lock, due_us))
            ;
    }
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

struct store_watch *store_watch_start(struct app *app, const char *data)
{
    struct store_watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL)
        return NULL;
    watch->app = app;
    watch->data = data;
    watch->knows_from_ms = ledger_knows_from_ms(app->ledger);
    pthread_mutex_init(&watch->lock, NULL);
    tes_thread_condition(&watch->changed);
    watch->reviews = review_watch_new();
    for (size_t i = 0; i < METRICS_STORE_COUNT; i++) {
        struct look *look = &watch->looks[i];
        *look = (struct look){.watch = watch, .store = i};
        look->is_started =
            watch->reviews != NULL && tes_thread_start(&look->thread, look_again_and_again, look);
        if (!look->is_started) {
            store_watch_stop(watch);
            return NULL;
        }
    }
    return watch;
}

void store_watch_run(struct store_watch *watch)
{
    uint64_t now_us = tes_clock_steady_us();
    bool is_set_back = ledger_tell_time(watch->app->ledger, tes_clock_wall_ms(), now_us);
    if (is_set_back)
        log_message(LOG_WARN, "the clock was set back to before the ledger was opened: what was "
                              "issued until now counts as expired");
    uint64_t knows_from_ms = ledger_knows_from_ms(watch->app->ledger);
    if (knows_from_ms != watch->knows_from_ms && !is_set_back)
        loss_reason_log(watch->app->ledger);
    watch->knows_from_ms = knows_from_ms;
    unsigned hanging = 0;
    pthread_mutex_lock(&watch->lock);
    for (size_t i = 0; i < METRICS_STORE_COUNT; i++) {
        struct look *look = &watch->looks[i];
        if (look->since_us == 0 || now_us < look->since_us + (uint64_t)HANGS_MS * 1000)
            continue;
        hanging++;
        report(look, false, "it does not answer");
        show(look, look->store == METRICS_STORE_LEDGER ? state_of(look) : HEALTH_BAD,
             "it does not answer");
    }
    pthread_mutex_unlock(&watch->lock);
    atomic_store(&watch->app->hanging, hanging);
}

void store_watch_look(struct store_watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    for (size_t i = 0; i < METRICS_STORE_COUNT; i++)
        watch->looks[i].is_wanted = true;
    pthread_cond_broadcast(&watch->changed);
    pthread_mutex_unlock(&watch->lock);
}

void store_watch_stop(struct store_watch *watch)
{
    if (watch == NULL)
        return;
    pthread_mutex_lock(&watch->lock);
    watch->is_stopping = true;
    pthread_cond_broadcast(&watch->changed);
    pthread_mutex_unlock(&watch->lock);
    for (size_t i = 0; i < METRICS_STORE_COUNT; i++)
        if (watch->looks[i].is_started)
            pthread_join(watch->looks[i].thread, NULL);
    pthread_cond_destroy(&watch->changed);
    pthread_mutex_destroy(&watch->lock);
    review_watch_free(watch->reviews);
    free(watch);
}
