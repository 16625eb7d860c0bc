#include "server/runtime/server.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "extras/study/study.h"
#include "flow/alarms.h"
#include "os/clock.h"
#include "os/thread.h"
#include "server/app/app.h"
#include "server/log/log.h"
#include "server/log/log_writer.h"
#include "server/runtime/reload.h"
#include "server/watch/store_watch.h"

#define DRAIN_MS 10000
/* Behind that, for handlers that wait for a store; and for the stores to write what they hold. */
#define STUCK_MS 1000
#define CLOSE_MS 7000
#define MEGABYTE 1000000

/* ------------------------------------------------- the service manager */

/* The length of the address, or 0 where the name is none: a path, or "@" and an abstract name. */
static socklen_t read_address(const char *name, struct sockaddr_un *address)
{
    size_t length = strlen(name);
    if (length < 2 || length >= sizeof address->sun_path || (name[0] != '/' && name[0] != '@'))
        return 0;
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path, name, length);
    if (name[0] == '@')
        address->sun_path[0] = '\0';
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

/* Tells the service manager how we are, by the protocol of systemd's Type=notify: a datagram to the
 * socket that a variable names, where it does. Waits for it for a second at most; nothing depends
 * on it but what the manager believes. */
static void notify_manager(const char *state)
{
    const struct timeval patience = {.tv_sec = 1};
    const char *name = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address;
    socklen_t length = name != NULL ? read_address(name, &address) : 0;
    int to = length > 0 ? socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
    if (to < 0)
        return;
    if (setsockopt(to, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0)
        (void)sendto(to, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&address,
                     length);
    close(to);
}

/* ------------------------------------------------------ a stop that ends */

/* Threads may wait for a store that never answers, and nobody can call them back; so when the time
 * for stopping is over, the process ends without them. That loses no more than a power cut does:
 * what was told to be spent is on the disk, and of the history, what was not written. */
struct shutdown {
    pthread_t thread;
    bool is_started;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    uint64_t until_us;
    bool is_over;
};

static uint64_t moment_in(unsigned ms)
{
    return tes_clock_steady_us() + (uint64_t)ms * 1000;
}

static void *wait_for_end(void *context)
{
    struct shutdown *ending = context;
    pthread_mutex_lock(&ending->lock);
    while (!ending->is_over && tes_clock_steady_us() < ending->until_us)
        (void)tes_thread_wait(&ending->changed, &ending->lock, ending->until_us);
    bool is_over = ending->is_over;
    pthread_mutex_unlock(&ending->lock);
    if (is_over)
        return NULL;
    log_message(LOG_ERROR, "a store does not answer: the server ends without it, and what it had "
                           "not written of the history may be lost");
    (void)log_writer_stop();
    _exit(EXIT_FAILURE);
}

/* From now on, whatever is not over in so many milliseconds is ended, with a line in the log and
 * status 1. */
static void shutdown_start(struct shutdown *ending, unsigned ms)
{
    *ending = (struct shutdown){.until_us = moment_in(ms)};
    pthread_mutex_init(&ending->lock, NULL);
    tes_thread_condition(&ending->changed);
    ending->is_started = tes_thread_start(&ending->thread, wait_for_end, ending);
    if (!ending->is_started)
        log_message(LOG_WARN, "no thread to watch over the end: a store that hangs can delay it");
}

static void shutdown_extend(struct shutdown *ending, unsigned ms)
{
    pthread_mutex_lock(&ending->lock);
    ending->until_us = moment_in(ms);
    pthread_cond_signal(&ending->changed);
    pthread_mutex_unlock(&ending->lock);
}

/* All has ended by itself. */
static void shutdown_over(struct shutdown *ending)
{
    pthread_mutex_lock(&ending->lock);
    ending->is_over = true;
    pthread_cond_signal(&ending->changed);
    pthread_mutex_unlock(&ending->lock);
    if (ending->is_started)
        pthread_join(ending->thread, NULL);
    pthread_cond_destroy(&ending->changed);
    pthread_mutex_destroy(&ending->lock);
}

/* ------------------------------------------------------------ the server */

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
            notify_manager("RELOADING=1");
            reload_config(loop->app, loop->options, &loop->written);
            notify_manager("READY=1");
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
        notify_manager("READY=1");
        run_until(&loop, TES_THREAD_NEVER);
        notify_manager("STOPPING=1");
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
