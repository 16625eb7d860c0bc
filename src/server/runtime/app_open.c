/* Puts together what the running server is made of, and takes it apart again. */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/admin.h"
#include "api/media/optical_memory.h"
#include "api/media/pictures.h"
#include "extras/alerts/webhook.h"
#include "extras/speech/speech.h"
#include "flow/alarms.h"
#include "flow/answer/test_keys.h"
#include "flow/answer_timing.h"
#include "flow/fail_open.h"
#include "flow/issue/level.h"
#include "flow/issue/type_select.h"
#include "os/clock.h"
#include "server/app/app.h"
#include "server/app/loss_reason.h"
#include "server/cluster/shared_keys.h"
#include "server/log/log.h"
#include "server/runtime/modes.h"
#include "server/runtime/routes.h"
#include "server/watch/node_watch.h"
#include "store/records/profiles.h"

#define MEGABYTE          1000000
#define HEAD_MAX          ((size_t)16 * 1024)
#define ARENA_MAX         ((size_t)8 * 1024 * 1024)
#define RECORDS_QUEUE_MAX 4096
#define RECORD_WAIT_MS    250
#define SPEECH_WAIT_MS    500 /* each that waits holds a thread that others may need */

/* Keys are made where there was never a ledger, and then before it: where one is there, keys that
 * are missing were lost. */
static bool make_keys(struct app *app, const struct config *config, struct tes_error *error)
{
    struct ledger_settings ledger = {.where = config->store_ledger, .data = config->data};
    struct shared_keys shared = {app->records, config->store_keys_secret_file};
    if (ledger_exists(&ledger))
        return false;
    if (shared_keys_are_used(config))
        return !shared_keys_exist(&shared) && shared_keys_make(&shared, error);
    return !tes_keys_exist(config->data, getenv) &&
           tes_keys_make(config->data, getenv, tes_clock_wall_ms(), error);
}

static bool open_keys(struct app *app, const struct config *config, struct tes_error *error)
{
    struct tes_error not_made = {""};
    /* Another server may make both at this moment, so the order matters; and where it made the keys
     * first, what counts is that they can be read. */
    app->are_keys_new = make_keys(app, config, &not_made);
    if (app->are_keys_new)
        log_event(LOG_INFO, "new keys were made", log_text("data", config->data));
    bool done = app_load_keys(app, config->data, error);
    /* Where keys could not be made, loading fails as well; why they were not made says more. */
    if (!done && not_made.text[0] != '\0')
        *error = not_made;
    return done;
}

static void warn_of_mode(void *context, const char *warning)
{
    (void)context;
    log_message(LOG_WARN, warning);
}

/* Who names a ledger on a server has several nodes, or may have them; one in files is for one,
 * mostly, who would gain only that budgets outlive a restart. */
static bool shares_budgets(const struct config *config)
{
    return config->budget_shared == CONFIG_YES ||
           (config->budget_shared == CONFIG_AUTO && ledger_can_meet(config->store_ledger) &&
            ledger_can_count(config->store_ledger));
}

bool app_can_share(const struct config *config, struct tes_error *error)
{
    return config->budget_shared != CONFIG_YES || ledger_can_count(config->store_ledger) ||
           tes_error_set(
               error, "budget.shared: servers share budgets through their ledger, and the one that "
                      "store.ledger names is for one server only: name another, or turn this off");
}

static bool share_budgets(struct app *app, const struct config *config, struct tes_error *error)
{
    if (!shares_budgets(config))
        return true;
    app->settle = settle_start(app->counters, app->ledger);
    return app->settle != NULL ||
           tes_error_set(error, "budget.shared: no memory or thread to share budgets");
}

static bool open_ledger(struct app *app, const struct config *config, struct tes_error *error)
{
    struct ledger_settings settings = {
        .where = config->store_ledger,
        .data = config->data,
        .entries_max = config->store_memory_entries,
        .free_bytes_min = (uint64_t)config->store_free_min_mb * MEGABYTE,
        .has_counts = shares_budgets(config),
    };
    app->ledger = ledger_open(&settings, error->text, sizeof error->text);
    if (app->ledger == NULL)
        return false;
    if (ledger_doubt(app->ledger) != LEDGER_DOUBT_NONE && !app->are_keys_new)
        loss_reason_log(app->ledger);
    const char *notes = ledger_notes(app->ledger);
    if (notes != NULL)
        log_event(LOG_INFO, "how well the ledger keeps what was spent", log_text("notes", notes));
    health_lines_set(&app->health, HEALTH_LEDGER_NOTES, notes != NULL ? HEALTH_NOTE : HEALTH_GOOD,
                     notes);
    return true;
}

static bool open_records(struct app *app, const struct config *config, struct tes_error *error)
{
    struct records_settings settings = {
        .where = config->store_records,
        .data = config->data,
        .migrate = true,
        .queue_max = RECORDS_QUEUE_MAX,
        .recommend = level_recommend,
        .recommend_context = app,
        .history_days = config->store_history_days,
        .network_rows_max = config->store_history_per_network,
        .profiles_max = config->store_profiles_max,
        .history_bytes_max = (uint64_t)config->store_history_max_mb * MEGABYTE,
        .free_bytes_min = (uint64_t)config->store_free_min_mb * MEGABYTE,
    };
    int version = records_schema_version(&settings);
    app->records = records_open(&settings, error->text, sizeof error->text);
    if (app->records == NULL)
        return false;
    if (version == 0 && !app->are_keys_new)
        log_event(LOG_WARN, "there was no records.db: it was made anew, without any site",
                  log_text("data", config->data));
    /* Where the store is slow, half of the waiters are left to those who need it not. */
    app->profiles = profiles_start(app->records, (config->workers + 1) / 2);
    return app->profiles != NULL ||
           tes_error_set(error, "records: no memory or thread to read profiles");
}

/* Before anything is made: a server that can't start leaves no keys behind. */
static bool has_stores(const struct config *config, struct tes_error *error)
{
    struct ledger_settings ledger = {.where = config->store_ledger, .data = config->data};
    return ledger_check(&ledger, error->text, sizeof error->text) &&
           records_knows(config->store_records, error->text, sizeof error->text) &&
           app_can_share(config, error) &&
           (!shared_keys_are_used(config) || shared_keys_can_be(config, error)) &&
           webhook_can_post(config, error) && type_select_check(config, error);
}

/* Keys come before the ledger, and records that have the keys before these. */
static bool open_in_order(struct app *app, const struct config *config, struct tes_error *error)
{
    bool has_records_first = shared_keys_are_used(config);
    return (!has_records_first || open_records(app, config, error)) &&
           open_keys(app, config, error) && open_ledger(app, config, error) &&
           share_budgets(app, config, error) &&
           (has_records_first || open_records(app, config, error));
}

static bool open_stores(struct app *app, const struct config *config, struct tes_error *error)
{
    if (!open_in_order(app, config, error) || !admin_load(app, config->data, error))
        return false;
    modes_check(config->data, warn_of_mode, NULL);
    app->sites = sites_new();
    app->bans = bans_new();
    if (app->sites == NULL || !sites_refresh(app->sites, app->records))
        return tes_error_set(error, "the sites could not be read");
    if (app->bans == NULL ||
        bans_refresh(app->bans, app->records, tes_clock_wall_ms()) == BANS_FAILED)
        return tes_error_set(error, "the bans could not be read");
    return node_watch_start(app, config, error);
}

/* They have just been opened: until the first check of a store has ended, a gauge of 0 would report
 * a failure at every start. */
static void count_stores_as_good(struct app *app)
{
    for (size_t store = 0; store < METRICS_STORE_COUNT; store++)
        metrics_set_label(app->metrics, METRICS_STORE_GOOD, store, 1);
}

static unsigned count_cores(void)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? (unsigned)CPU_COUNT(&cores) : 1;
}

static bool open_server(struct app *app, const struct config *config, struct tes_error *error)
{
    struct config_address address;
    struct http_app routes = routes_app(app);
    if (!config_address_read(tes_slice_of(config->listen), &address))
        return false;
    unsigned threads = config->threads > 0 ? config->threads : count_cores();
    struct http_settings settings = {
        .host = address.host,
        .port = address.port,
        .threads = {[HTTP_ON_LOOP] = threads,
                    [HTTP_ON_WAITERS] = config->workers,
                    [HTTP_ON_DRAWERS] = threads},
        .queue_max = config->http_queue_max,
        .connections_max = config->http_connections_max,
        .connections_per_network = config->http_connections_per_network,
        .request_timeout_ms = config->http_request_timeout_ms,
        .send_rate_min = config->http_send_rate_min,
        .idle_timeout_ms = config->http_idle_timeout_ms,
        .head_max = HEAD_MAX,
        .request_memory_max = (size_t)config->http_request_memory_mb * MEGABYTE,
        .arena_max = ARENA_MAX,
    };
    app->server = http_server_new(&settings, &routes, error);
    if (app->server == NULL)
        return false;
    app->threads = calloc(http_server_threads(app->server), sizeof *app->threads);
    if (app->threads == NULL)
        return tes_error_set(error, "out of memory");
    app->thread_count = http_server_threads(app->server);
    return true;
}

static bool find_speech(const char *program, const struct helper *helper)
{
    if (strcmp(program, SPEECH_OFF) == 0)
        return false;
    bool is_there = speech_is_available(program);
    if (!is_there)
        log_event(LOG_INFO, "nothing is read aloud: there is no such program",
                  log_text("challenge.audio", program));
    else if (!helper_is_there(helper))
        log_message(LOG_WARN, "nothing is read aloud: no process could be made for it");
    return is_there && helper_is_there(helper);
}

void app_warn(const struct config *config)
{
    struct tes_error error;
    if (!webhook_can_post(config, &error))
        log_message(LOG_WARN, error.text);
    else if (!webhook_has_program(config))
        log_event(LOG_WARN, "no alert is posted: there is no such program",
                  log_text("monitoring.webhook.program", config->monitoring_webhook_program));
    if (type_select_is_weak(config))
        log_message(LOG_WARN, TYPE_SELECT_WEAK_TEXT);
    if (config->vendor_test_keys)
        log_message(LOG_WARN, TEST_KEYS_WARNING);
}

bool app_open(struct app *app, const struct config *config, struct helper *helper)
{
    struct tes_error error = {""};
    struct metrics_options options = {.version = TESSERA_VERSION, .routes = routes_names()};
    while (options.routes[options.route_count] != NULL)
        options.route_count++;
    *app = (struct app){.keys_lock = PTHREAD_MUTEX_INITIALIZER,
                        .metrics_page.lock = PTHREAD_MUTEX_INITIALIZER,
                        .config_lock = PTHREAD_MUTEX_INITIALIZER,
                        .helper = helper};
    for (size_t i = 0; i < APP_USER_LOCKS; i++)
        app->user_locks[i] = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    app->has_nodes = ledger_can_meet(config->store_ledger);
    unsigned waits_max = config->workers > 1 ? config->workers / 2 : 1;
    limiter_init(&app->record_waits, &(struct limiter_rules){.held_max = waits_max,
                                                             .held_by_one = waits_max,
                                                             .wait_ms = RECORD_WAIT_MS,
                                                             .waits_on = true});
    health_lines_init(&app->health);
    request_log_init(&app->request_log, config);
    limiter_init(&app->speech_runs, &(struct limiter_rules){.held_max = 4,
                                                            .held_by_one = 3,
                                                            .places_max = 8,
                                                            .places_by_one = 6,
                                                            .wait_ms = SPEECH_WAIT_MS});
    app->metrics = metrics_new(&options);
    app->config = config_holder_new(config);
    app->has_speech = find_speech(config->challenge_audio, helper);
    app->pictures = pictures_new((size_t)config->challenge_pictures_kb * 1024);
    app->counters = counters_new(config->store_memory_entries);
    app->paces = answer_timing_new();
    app->fail_open = fail_open_new(config->store_memory_entries);
    app->alarms = alarms_new(app->metrics);
    if (app->metrics != NULL && app->config != NULL)
        app->alerts = alerts_start(app->config, app->metrics, helper);
    if (app->alerts == NULL || app->pictures == NULL || app->counters == NULL ||
        app->paces == NULL || app->alarms == NULL || app->fail_open == NULL)
        tes_error_set(&error, "out of memory");
    else if (has_stores(config, &error) && sheets_load(&app->sheets, config->sprites, &error) &&
             open_stores(app, config, &error) && optical_memory_open(app, config)) {
        count_stores_as_good(app);
        if (open_server(app, config, &error)) {
            app_warn(config);
            return true;
        }
    }
    if (error.text[0] != '\0')
        log_message(LOG_ERROR, error.text);
    app_close(app);
    return false;
}

void app_close(struct app *app)
{
    http_server_free(app->server);
    for (unsigned i = 0; i < app->thread_count; i++) {
        tes_sealer_free(app->threads[i].sealer);
        free(app->threads[i].canvas);
    }
    free(app->threads);
    free(app->metrics_page.text);
    alerts_stop(app->alerts);
    archive_stop(app->archive);
    pictures_free(app->pictures);
    sheets_free(&app->sheets);
    profiles_stop(app->profiles);
    records_close(app->records); /* writes what waits, and asks what to recommend */
    sites_free(app->sites);
    bans_free(app->bans);
    settle_stop(app->settle);
    node_watch_stop(app);
    fail_open_end(app);
    ledger_close(app->ledger);
    counters_free(app->counters);
    answer_timing_free(app->paces);
    alarms_free(app->alarms);
    config_holder_free(app->config);
    limiter_end(&app->speech_runs);
    limiter_end(&app->record_waits);
    health_lines_end(&app->health);
    request_log_end(&app->request_log);
    metrics_free(app->metrics);
    tes_keys_wipe(&app->keys);
}
