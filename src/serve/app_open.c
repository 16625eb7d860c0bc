/* Puts together what the running server is made of, and takes it apart again. */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "serve/admin.h"
#include "serve/app.h"
#include "serve/log.h"
#include "serve/pictures.h"
#include "serve/routes.h"
#include "serve/speech.h"

#define ERROR_MAX         512
#define HEAD_MAX          ((size_t)16 * 1024)
#define ARENA_MAX         ((size_t)8 * 1024 * 1024)
#define RECORDS_QUEUE_MAX 4096

bool app_load_keys(struct app *app, const char *data)
{
    struct tes_keys keys;
    char error[ERROR_MAX];
    if (!tes_keys_load(data, getenv, tes_clock_wall_ms(), &keys, error, sizeof error)) {
        log_message(LOG_ERROR, error);
        return false;
    }
    if (atomic_load(&app->keys_version) == 0 || !tes_keys_equal(&keys, &app->keys))
        app_set_keys(app, &keys);
    tes_keys_wipe(&keys);
    return true;
}

static bool open_stores(struct app *app, const struct config *config)
{
    char error[ERROR_MAX];
    struct ledger_settings ledger = {
        .where = config->store_ledger,
        .data = config->data,
        .opened_at_ms = tes_clock_wall_ms(),
        .entries_max = config->store_memory_entries,
    };
    struct records_settings records = {
        .where = config->store_records,
        .data = config->data,
        .migrate = true,
        .queue_max = RECORDS_QUEUE_MAX,
        .history_days = config->store_history_days,
    };
    app->ledger = ledger_open(&ledger, error, sizeof error);
    if (app->ledger != NULL)
        app->records = records_open(&records, error, sizeof error);
    if (app->records == NULL || !admin_load(app, config->data, error, sizeof error)) {
        log_message(LOG_ERROR, error);
        return false;
    }
    app->sites = sites_new();
    if (app->sites != NULL && sites_refresh(app->sites, app->records))
        return true;
    log_message(LOG_ERROR, "the sites could not be read");
    return false;
}

static bool load_sheets(struct app *app, const struct config *config)
{
    char error[ERROR_MAX];
    bool done = sheets_load(&app->sheets, config->sprites, error, sizeof error);
    if (!done)
        log_message(LOG_ERROR, error);
    return done;
}

static unsigned count_cores(void)
{
    cpu_set_t cores;
    CPU_ZERO(&cores);
    return sched_getaffinity(0, sizeof cores, &cores) == 0 ? (unsigned)CPU_COUNT(&cores) : 1;
}

static bool open_server(struct app *app, const struct config *config)
{
    char error[ERROR_MAX];
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
                    [HTTP_ON_COMPUTERS] = threads},
        .queue_max = config->http_queue_max,
        .connections_max = config->http_connections_max,
        .request_timeout_ms = config->http_request_timeout_ms,
        .idle_timeout_ms = config->http_idle_timeout_ms,
        .head_max = HEAD_MAX,
        .arena_max = ARENA_MAX,
    };
    app->server = http_server_new(&settings, &routes, error, sizeof error);
    if (app->server == NULL) {
        log_message(LOG_ERROR, error);
        return false;
    }
    app->threads = calloc(http_server_threads(app->server), sizeof *app->threads);
    if (app->threads == NULL) {
        log_message(LOG_ERROR, "out of memory");
        return false;
    }
    app->thread_count = http_server_threads(app->server);
    return true;
}

static bool find_speech(const char *program)
{
    bool is_there = speech_is_available(program);
    if (!is_there && strcmp(program, SPEECH_OFF) != 0)
        log_event(LOG_INFO, "nothing is read aloud: there is no such program",
                  log_text("challenge.audio", program));
    return is_there;
}

bool app_open(struct app *app, const struct config *config)
{
    struct metrics_options options = {.version = TESSERA_VERSION, .routes = routes_names()};
    while (options.routes[options.route_count] != NULL)
        options.route_count++;
    *app = (struct app){.keys_lock = PTHREAD_MUTEX_INITIALIZER,
                        .config_lock = PTHREAD_MUTEX_INITIALIZER};
    sem_init(&app->speech_slots, 0, SPEECH_SLOTS);
    app->metrics = metrics_new(&options);
    app->config = config_holder_new(config);
    app->has_speech = find_speech(config->challenge_audio);
    app->pictures = pictures_new((size_t)config->challenge_pictures_kb * 1024);
    if (app->metrics == NULL || app->config == NULL || app->pictures == NULL)
        log_message(LOG_ERROR, "out of memory");
    else if (load_sheets(app, config) && open_stores(app, config) &&
             app_load_keys(app, config->data) && open_server(app, config))
        return true;
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
    pictures_free(app->pictures);
    sheets_free(&app->sheets);
    sites_free(app->sites);
    records_close(app->records);
    ledger_close(app->ledger);
    config_holder_free(app->config);
    sem_destroy(&app->speech_slots);
    metrics_free(app->metrics);
    tes_keys_wipe(&app->keys);
}
