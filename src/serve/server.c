#include "serve/server.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "serve/admin.h"
#include "serve/app.h"
#include "serve/log.h"
#include "serve/routes.h"

#define ERROR_MAX         512
#define TICK_MS           500
#define KEYS_EVERY_TICKS  4
#define DRAIN_MS          10000
#define HEAD_MAX          ((size_t)16 * 1024)
#define ARENA_MAX         ((size_t)8 * 1024 * 1024)
#define RECORDS_QUEUE_MAX 4096

static bool load_keys(struct app *app, const char *data)
{
    struct tes_keys keys;
    char error[ERROR_MAX];
    if (!tes_keys_load(data, getenv, tes_clock_wall_ms(), &keys, error, sizeof error)) {
        log_message(LOG_ERROR, error);
        return false;
    }
    if (atomic_load(&app->keys_version) == 0 || !tes_keys_equal(&keys, &app->keys)) {
        if (keys.items[0].length < 16)
            log_message(LOG_WARN, "the secret is short: take at least 32 random characters");
        app_set_keys(app, &keys);
    }
    tes_keys_wipe(&keys);
    return true;
}

static bool open_stores(struct app *app, const struct config *config)
{
    char error[ERROR_MAX];
    struct ledger_settings ledger = {
        .where = config->store_ledger,
        .data = config->data,
        .entries_max = config->store_memory_entries,
    };
    struct records_settings records = {
        .where = config->store_records,
        .data = config->data,
        .migrate = true,
        .queue_max = RECORDS_QUEUE_MAX,
    };
    app->ledger = ledger_open(&ledger, error, sizeof error);
    if (app->ledger != NULL)
        app->records = records_open(&records, error, sizeof error);
    if (app->records == NULL || !admin_load(app, config->data, error, sizeof error)) {
        log_message(LOG_ERROR, error);
        return false;
    }
    app->sites = sites_new();
    return app->sites != NULL && sites_refresh(app->sites, app->records);
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
    struct http_settings settings = {
        .host = address.host,
        .port = address.port,
        .loops = config->threads > 0 ? config->threads : count_cores(),
        .workers = config->workers,
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
    app->thread_count = http_server_threads(app->server);
    app->threads = calloc(app->thread_count, sizeof *app->threads);
    return app->threads != NULL;
}

static bool open_app(struct app *app, const struct config *config)
{
    struct metrics_options options = {.version = TESSERA_VERSION, .routes = routes_names()};
    while (options.routes[options.route_count] != NULL)
        options.route_count++;
    app->metrics = metrics_new(&options);
    app->config = config_holder_new(config);
    return app->metrics != NULL && app->config != NULL && open_stores(app, config) &&
           load_keys(app, config->data) && open_server(app, config);
}

static void close_app(struct app *app)
{
    http_server_free(app->server);
    for (unsigned i = 0; i < app->thread_count; i++)
        tes_sealer_free(app->threads[i].sealer);
    free(app->threads);
    sites_free(app->sites);
    records_close(app->records);
    ledger_close(app->ledger);
    config_holder_free(app->config);
    metrics_free(app->metrics);
    tes_keys_wipe(&app->keys);
}

static void reload(struct app *app, const struct server_options *options)
{
    struct config fresh;
    struct config_error error;
    const struct config_row *kept[CONFIG_KEYS];
    if (!config_load(options->config_file, environ, &fresh, &error)) {
        log_message(LOG_ERROR, error.text);
        log_message(LOG_WARN, "the config stays as it was");
        return;
    }
    options->override(&fresh, options->override_context);
    pthread_mutex_lock(&app->config_lock);
    const struct config *running = config_holder_get(app->config);
    size_t kept_count = config_keep(running, &fresh, kept);
    config_holder_put(running);
    bool replaced = config_holder_replace(app->config, &fresh);
    pthread_mutex_unlock(&app->config_lock);
    for (size_t i = 0; i < kept_count; i++) {
        char line[ERROR_MAX];
        snprintf(line, sizeof line, "%s changes only at a restart", kept[i]->path);
        log_message(LOG_WARN, line);
    }
    if (replaced) {
        metrics_count(app->metrics, METRICS_CONFIG_RELOADS);
        log_message(LOG_INFO, "config read again");
    }
    config_free(&fresh);
}

/* Looks after what other processes may have changed, and waits for signals, until one ends us. */
static void run_until_signal(struct app *app, const sigset_t *signals,
                             const struct server_options *options, const char *data)
{
    const struct timespec tick = {.tv_nsec = TICK_MS * 1000000L};
    for (unsigned ticks = 1;; ticks++) {
        int number = sigtimedwait(signals, NULL, &tick);
        if (number == SIGTERM || number == SIGINT)
            return;
        if (number == SIGHUP)
            reload(app, options);
        if (!sites_refresh(app->sites, app->records))
            log_message(LOG_WARN, "the sites could not be read; those known before stay");
        if (number == SIGHUP || ticks % KEYS_EVERY_TICKS == 0)
            (void)load_keys(app, data);
    }
}

static bool is_loopback(const struct config *config)
{
    struct config_address address;
    struct tes_address ip;
    return config_address_read(tes_slice_of(config->listen), &address) &&
           tes_address_read(tes_slice_of(address.host), &ip) && tes_address_is_loopback(&ip);
}

bool server_run(const struct config *config, const struct server_options *options)
{
    struct app app = {.keys_lock = PTHREAD_MUTEX_INITIALIZER,
                      .config_lock = PTHREAD_MUTEX_INITIALIZER,
                      .truth = options->truth};
    sigset_t signals;
    bool started = false;

    if (options->truth && !is_loopback(config)) {
        log_message(LOG_ERROR, "--truth tells every answer: it takes a loopback address only");
        return false;
    }
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);

    if (open_app(&app, config) && http_server_start(app.server)) {
        struct config_address address;
        started = config_address_read(tes_slice_of(config->listen), &address);
        bool is_ipv6 = strchr(address.host, ':') != NULL;
        if (options->truth)
            log_message(LOG_WARN, "--truth: every reply tells the answer; this is for tests only");
        printf("listening on http://%s%s%s:%u\n", is_ipv6 ? "[" : "", address.host,
               is_ipv6 ? "]" : "", http_server_port(app.server));
        fflush(stdout);
        run_until_signal(&app, &signals, options, config->data);
        http_server_stop(app.server, DRAIN_MS);
    }
    close_app(&app);
    return started;
}
