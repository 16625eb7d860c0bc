#include "serve/tick.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/thread.h"
#include "serve/log/log.h"

#define ERROR_MAX     512
#define KEYS_EVERY_MS 2000
#define HANGS_MS      6000 /* longer than SQLite waits for another process, twice */

struct look {
    struct tick *tick;
    size_t store; /* which row of CHECKS it is */
    pthread_t thread;
    bool is_started;
    /* Under the lock. */
    bool is_wanted, was_bad;
    uint64_t since_us; /* when it began to look; 0: it does not */
};

struct tick {
    struct app *app;
    const char *data;
    struct look looks[METRICS_STORE_COUNT];
    pthread_mutex_t lock; /* guards `is_stopping` and what the looks say */
    pthread_cond_t changed;
    bool is_stopping;
};

typedef bool check(const struct tick *tick, char error[ERROR_MAX]);

static bool check_ledger(const struct tick *tick, char error[ERROR_MAX])
{
    bool is_lost = ledger_is_lost(tick->app->ledger);
    const char *trouble = is_lost ? "it was removed or replaced: it takes a restart"
                                  : ledger_trouble(tick->app->ledger);
    if (trouble != NULL)
        snprintf(error, ERROR_MAX, "%s", trouble);
    return trouble == NULL;
}

static bool check_records(const struct tick *tick, char error[ERROR_MAX])
{
    (void)error;
    return !records_is_lost(tick->app->records);
}

static bool check_sites(const struct tick *tick, char error[ERROR_MAX])
{
    (void)error;
    return sites_refresh(tick->app->sites, tick->app->records);
}

static bool check_keys(const struct tick *tick, char error[ERROR_MAX])
{
    return app_load_keys(tick->app, tick->data, error, ERROR_MAX);
}

static bool check_history(const struct tick *tick, char error[ERROR_MAX])
{
    (void)error;
    return records_has_room(tick->app->records);
}

static const struct {
    check *is_good;
    unsigned every_ms;
    enum log_level level;
    const char *bad, *good;
} CHECKS[METRICS_STORE_COUNT] = {
    [METRICS_STORE_LEDGER] = {check_ledger, TICK_MS, LOG_ERROR,
                              "the ledger can't be written: nothing passes",
                              "the ledger can be written again"},
    [METRICS_STORE_RECORDS] = {check_records, TICK_MS, LOG_ERROR,
                               "the records were removed or replaced: sites stay as they are, and "
                               "no history is kept, until a restart",
                               "the records are there again"},
    [METRICS_STORE_SITES] = {check_sites, TICK_MS, LOG_WARN,
                             "the sites could not be read; those known before stay",
                             "the sites can be read again"},
    [METRICS_STORE_KEYS] = {check_keys, KEYS_EVERY_MS, LOG_ERROR,
                            "the keys could not be read; those known before stay",
                            "the keys can be read again"},
    [METRICS_STORE_HISTORY] = {check_history, TICK_MS, LOG_WARN,
                               "the disk has little room left: no history is kept",
                               "the disk has room again: history is kept"},
};

static void say(enum log_level level, const char *message, const char *error)
{
    if (*error != '\0')
        log_event(level, message, log_text("why", error));
    else
        log_message(level, message);
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
    metrics_set_label(look->tick->app->metrics, METRICS_STORE_GOOD, store, is_good);
}

static void look_once(struct look *look)
{
    char error[ERROR_MAX] = "";
    struct tick *tick = look->tick;
    look->is_wanted = false;
    look->since_us = tes_clock_steady_us();
    pthread_mutex_unlock(&tick->lock);
    bool is_good = CHECKS[look->store].is_good(tick, error);
    pthread_mutex_lock(&tick->lock);
    look->since_us = 0;
    report(look, is_good, error);
}

static void *look_again_and_again(void *context)
{
    struct look *look = context;
    struct tick *tick = look->tick;
    pthread_mutex_lock(&tick->lock);
    while (!tick->is_stopping) {
        look_once(look);
        uint64_t due_us = tes_clock_steady_us() + (uint64_t)CHECKS[look->store].every_ms * 1000;
        while (!tick->is_stopping && !look->is_wanted &&
               tes_thread_wait(&tick->changed, &tick->lock, due_us))
            ;
    }
    pthread_mutex_unlock(&tick->lock);
    return NULL;
}

struct tick *tick_start(struct app *app, const char *data)
{
    struct tick *tick = calloc(1, sizeof *tick);
    if (tick == NULL)
        return NULL;
    tick->app = app;
    tick->data = data;
    pthread_mutex_init(&tick->lock, NULL);
    tes_thread_condition(&tick->changed);
    for (size_t i = 0; i < METRICS_STORE_COUNT; i++) {
        struct look *look = &tick->looks[i];
        *look = (struct look){.tick = tick, .store = i};
        look->is_started = tes_thread_start(&look->thread, look_again_and_again, look);
        if (!look->is_started) {
            tick_stop(tick);
            return NULL;
        }
    }
    return tick;
}

void tick_run(struct tick *tick)
{
    uint64_t now_us = tes_clock_steady_us();
    if (ledger_tell_time(tick->app->ledger, tes_clock_wall_ms(), now_us))
        log_message(LOG_WARN, "the clock was set back to before the ledger was opened: what was "
                              "issued until now counts as expired");
    unsigned hanging = 0;
    pthread_mutex_lock(&tick->lock);
    for (size_t i = 0; i < METRICS_STORE_COUNT; i++) {
        struct look *look = &tick->looks[i];
        if (look->since_us == 0 || now_us < look->since_us + (uint64_t)HANGS_MS * 1000)
            continue;
        hanging++;
        report(look, false, "it does not answer");
    }
    pthread_mutex_unlock(&tick->lock);
    atomic_store(&tick->app->hanging, hanging);
}

void tick_look(struct tick *tick)
{
    pthread_mutex_lock(&tick->lock);
    for (size_t i = 0; i < METRICS_STORE_COUNT; i++)
        tick->looks[i].is_wanted = true;
    pthread_cond_broadcast(&tick->changed);
    pthread_mutex_unlock(&tick->lock);
}

void tick_stop(struct tick *tick)
{
    if (tick == NULL)
        return;
    pthread_mutex_lock(&tick->lock);
    tick->is_stopping = true;
    pthread_cond_broadcast(&tick->changed);
    pthread_mutex_unlock(&tick->lock);
    for (size_t i = 0; i < METRICS_STORE_COUNT; i++)
        if (tick->looks[i].is_started)
            pthread_join(tick->looks[i].thread, NULL);
    pthread_cond_destroy(&tick->changed);
    pthread_mutex_destroy(&tick->lock);
    free(tick);
}
