#include "serve/tick.h"

#include <stdio.h>

#include "base/clock.h"
#include "serve/log/log.h"

#define ERROR_MAX        512
#define KEYS_EVERY_TICKS 4

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
    unsigned every; /* ticks */
    enum log_level level;
    const char *bad, *good;
} CHECKS[METRICS_STORE_COUNT] = {
    [METRICS_STORE_LEDGER] = {check_ledger, 1, LOG_ERROR,
                              "the ledger can't be written: nothing passes",
                              "the ledger can be written again"},
    [METRICS_STORE_RECORDS] = {check_records, 1, LOG_ERROR,
                               "the records were removed or replaced: sites stay as they are, and "
                               "no history is kept, until a restart",
                               "the records are there again"},
    [METRICS_STORE_SITES] = {check_sites, 1, LOG_WARN,
                             "the sites could not be read; those known before stay",
                             "the sites can be read again"},
    [METRICS_STORE_KEYS] = {check_keys, KEYS_EVERY_TICKS, LOG_ERROR,
                            "the keys could not be read; those known before stay",
                            "the keys can be read again"},
    [METRICS_STORE_HISTORY] = {check_history, 1, LOG_WARN,
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

static void tell_time(struct ledger *ledger)
{
    if (ledger_tell_time(ledger, tes_clock_wall_ms(), tes_clock_steady_us()))
        log_message(LOG_WARN, "the clock was set back to before the ledger was opened: what was "
                              "issued until now counts as expired");
}

void tick_run(struct tick *tick, bool all)
{
    tell_time(tick->app->ledger);
    for (size_t i = 0; i < METRICS_STORE_COUNT; i++) {
        char error[ERROR_MAX] = "";
        if (!all && tick->count % CHECKS[i].every != 0)
            continue;
        bool is_good = CHECKS[i].is_good(tick, error);
        if (!is_good && !tick->was_bad[i])
            say(CHECKS[i].level, CHECKS[i].bad, error);
        else if (is_good && tick->was_bad[i])
            log_message(LOG_INFO, CHECKS[i].good);
        tick->was_bad[i] = !is_good;
        metrics_set_label(tick->app->metrics, METRICS_STORE_GOOD, i, is_good);
    }
    tick->count++;
}
