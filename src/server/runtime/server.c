#include "server/runtime/server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "extras/study/study.h"
#include "flow/alarms.h"
#include "os/clock.h"
#include "server/app/app.h"
#include "server/log/log.h"
#include "server/log/log_writer.h"
#include "server/runtime/notify.h"
#include "server/runtime/reload.h"
#include "server/runtime/shutdown.h"
#include "server/watch/store_watch.h"

#define DRAIN_MS 10000
/* Behind that, for handlers that wait for a store; and for the stores to write what they hold. */
#define STUCK_MS 1000
#define CLOSE_MS 7000
#define MEGABYTE 1000000

/* What the main thread looks after. */
struct main_loop {
    struct app *app;
    struct store_watch *watch;
    const sigset_t *signals;
    const struct server_options *options;
    struct config_file written;
};

/* Waits for signals until one ends us, or until that moment. Nothing here waits for a store. */
static void run_until(struct main_loop *loop, uint64_t until_us)
{
    const struct timespec interval = {.tv_nsec = STORE_WATCH_MS * 1000000L};
    while (tes_clock_steady_us() < until_us) {
        store_watch_run(loop->watch);
        int number = sigtimedwait(loop->signals, NULL, &interval);
        if (number == SIGTERM || number == SIGINT)
            return;
        if (number == SIGHUP) {
            (void)notify_manager(NOTIFY_RELOADING);
            reload_config(loop->app, loop->options, &loop->written);
            (void)notify_manager(NOTIFY_READY);
            store_watch_look(loop->watch);
        }
        alerts_look(loop->app->alerts);
        alarms_look(loop->app->alarms, tes_clock_wall_ms());
        http_server_tidy(loop->app->server);
        metrics_count(loop->app->metrics, METRICS_UPKEEP);
    }
}

/* Serves everybody who still comes, and says that nobody should. A second signal cuts it short. */
static void drain(struct main_loop *loop, unsigned seconds)
{
    if (seconds == 0)
        return;
    health_lines_set(&loop->app->health, HEALTH_STOPPING, HEALTH_BAD,
                     "it serves who still comes, and ends soon");
    http_server_drain(loop->app->server);
    log_message(LOG_INFO, "draining: /readyz says 503, and requests are still served; another "
                          "signal stops at once");
    run_until(loop, tes_clock_steady_us() + (uint64_t)seconds * 1000 * 1000);
}

static void say_where(const struct app *app, const struct config_address *address)
{
    bool is_ipv6 = strchr(address->host, ':') != NULL;
    log_writer_flush();
    printf("listening on http://%s%s%s:%u\n", is_ipv6 ? "[" : "", address->host, is_ipv6 ? "]" : "",
           http_server_port(app->server));
    fflush(stdout);
}

static bool is_loopback(const struct config *config)
{
    struct config_address address;
    struct tes_address ip;
    return config_address_read(tes_slice_of(config->listen), &address) &&
           tes_address_read(tes_slice_of(address.host), &ip) && tes_address_is_loopback(&ip);
}

/* True where there is none. */
static bool open_study(struct app *app, const struct config *config)
{
    struct tes_error error;
    bool is_open = app->study == NULL ||
                   study_results_open(&app->study->results, config->data,
                                      (uint64_t)app->study->settings.max_mb * MEGABYTE, &error);
    if (!is_open)
        log_message(LOG_ERROR, error.text);
    return is_open;
}

/* Serves until a signal comes, then closes everything. False where it could not start. */
static bool serve_until_signal(struct app *app, const struct config *config,
                               const struct server_options *options, const sigset_t *signals)
{
    struct config_address address;
    struct shutdown ending;
    bool is_started = config_address_read(tes_slice_of(config->listen), &address) &&
                      http_server_start(app->server);
    struct store_watch *watch = is_started ? store_watch_start(app, config->data) : NULL;
    if (is_started && watch == NULL)
        log_message(LOG_ERROR, "no memory or thread to look after the stores");
    if (watch != NULL) {
        struct main_loop loop = {app, watch, signals, options, *options->written};
        say_where(app, &address);
        (void)notify_manager(NOTIFY_READY);
        run_until(&loop, TES_THREAD_NEVER);
        (void)notify_manager(NOTIFY_STOPPING);
        drain(&loop, config->http_drain_s);
    }
    shutdown_start(&ending, DRAIN_MS + STUCK_MS);
    http_server_stop(app->server, DRAIN_MS);
    shutdown_extend(&ending, CLOSE_MS);
    store_watch_stop(watch);
    app_close(app);
    shutdown_over(&ending);
    return watch != NULL;
}

static bool serve(const struct config *config, const struct server_options *options,
                  const sigset_t *signals)
{
    struct app app;

    if (options->truth && !is_loopback(config)) {
        log_message(LOG_ERROR, "--truth tells every answer: it takes a loopback address only");
        return false;
    }
    if (!app_open(&app, config, options->helper))
        return false;
    app.study = options->study;
    if (!open_study(&app, config)) {
        app_close(&app);
        return false;
    }
    /* Only now: while the stores are opened, which may wait, such a signal ends us at once. */
    pthread_sigmask(SIG_BLOCK, signals, NULL);
    app.truth = options->truth;
    if (options->truth)
        log_message(LOG_WARN, "--truth: every reply tells the answer; this is for tests only");
    app.is_seeded = options->truth && options->is_seeded;
    app.seed = options->seed;
    if (app.is_seeded)
        log_message(LOG_WARN, "--seed: challenges can be predicted; this is for tests only");
    bool served = serve_until_signal(&app, config, options, signals);
    if (app.study != NULL)
        study_results_close(&app.study->results);
    return served;
}

/* As if it were not caught. The first process of a container gets no signal that it does not catch,
 * so raise() comes back there. */
static void end_at_once(int number)
{
    (void)raise(number);
    _exit(EXIT_FAILURE);
}

bool server_run(const struct config *config, const struct server_options *options)
{
    sigset_t signals;
    struct sigaction ends = {.sa_handler = end_at_once,
                             .sa_flags = (int)(SA_RESETHAND | SA_NODEFER)};

    sigemptyset(&signals);
    sigaction(SIGTERM, &ends, NULL);
    sigaction(SIGINT, &ends, NULL);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    signal(SIGPIPE, SIG_IGN);
    if (!log_start())
        log_message(LOG_WARN, "the log has no thread: a full stderr can hold the server up");
    bool served = serve(config, options, &signals);
    (void)log_writer_stop();
    return served;
}
