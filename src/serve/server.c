#include "serve/server.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "serve/app/app.h"
#include "serve/log/log.h"
#include "serve/log/log_writer.h"
#include "serve/reload.h"
#include "serve/tick.h"

#define DRAIN_MS 10000

/* Looks after what other processes may have changed, and waits for signals, until one ends us. */
static void run_until_signal(struct app *app, const sigset_t *signals,
                             const struct server_options *options, const char *data)
{
    const struct timespec interval = {.tv_nsec = TICK_MS * 1000000L};
    struct tick tick = {.app = app, .data = data};
    struct config_file written = *options->written;
    tick_run(&tick, true);
    for (;;) {
        int number = sigtimedwait(signals, NULL, &interval);
        if (number == SIGTERM || number == SIGINT)
            return;
        if (number == SIGHUP)
            reload_config(app, options, &written);
        tick_run(&tick, number == SIGHUP);
        http_server_tidy(app->server);
    }
}

static bool is_loopback(const struct config *config)
{
    struct config_address address;
    struct tes_address ip;
    return config_address_read(tes_slice_of(config->listen), &address) &&
           tes_address_read(tes_slice_of(address.host), &ip) && tes_address_is_loopback(&ip);
}

static bool serve(const struct config *config, const struct server_options *options,
                  const sigset_t *signals)
{
    struct app app;
    bool started = false;

    if (options->truth && !is_loopback(config)) {
        log_message(LOG_ERROR, "--truth tells every answer: it takes a loopback address only");
        return false;
    }
    if (!app_open(&app, config, options->helper))
        return false;
    app.truth = options->truth;
    if (http_server_start(app.server)) {
        struct config_address address;
        started = config_address_read(tes_slice_of(config->listen), &address);
        bool is_ipv6 = strchr(address.host, ':') != NULL;
        if (options->truth)
            log_message(LOG_WARN, "--truth: every reply tells the answer; this is for tests only");
        log_writer_flush();
        printf("listening on http://%s%s%s:%u\n", is_ipv6 ? "[" : "", address.host,
               is_ipv6 ? "]" : "", http_server_port(app.server));
        fflush(stdout);
        run_until_signal(&app, signals, options, config->data);
        http_server_stop(app.server, DRAIN_MS);
    }
    app_close(&app);
    return started;
}

bool server_run(const struct config *config, const struct server_options *options)
{
    sigset_t signals;

    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (!log_start())
        log_message(LOG_WARN, "the log has no thread: a full stderr can hold the server up");
    bool served = serve(config, options, &signals);
    (void)log_writer_stop();
    return served;
}
