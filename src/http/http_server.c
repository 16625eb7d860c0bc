#include "http/http_server.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "http/loop.h"
#include "os/clock.h"

#define LINGER_US ((uint64_t)2 * 1000 * 1000)
#define DESCRIPTORS_APART                                                                          \
    ((rlim_t)128) /* descriptors for what is not a client: stores, logs, the loops themselves */
#define HEAD_LEAST 1024 /* no browser could load a page with less */

#define TIDY_LEAST 512 /* after so many requests at once, memory is given back */

#define FIRST_POOL (HTTP_ON_LOOP + 1)

struct http_server {
    struct http_shared shared;
    unsigned loops_ready;
    bool is_started;
    struct http_loop loops[];
};

/* As many descriptors as the system allows; returns how many clients that makes, `wanted` at most.
 */
static unsigned raise_descriptors(unsigned wanted)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return wanted;
    if (limit.rlim_cur < limit.rlim_max) {
        struct rlimit raised = {limit.rlim_max, limit.rlim_max};
        if (setrlimit(RLIMIT_NOFILE, &raised) == 0)
            limit = raised;
    }
    rlim_t most = limit.rlim_cur > 2 * DESCRIPTORS_APART ? limit.rlim_cur - DESCRIPTORS_APART
                                                         : limit.rlim_cur / 2;
    return wanted < most ? wanted : (unsigned)most;
}

static unsigned at_least(unsigned number, unsigned least)
{
    return number < least ? least : number;
}

static void set_up(struct http_shared *shared, const struct http_settings *settings)
{
    shared->settings = *settings;
    for (unsigned i = 0; i < HTTP_WHERE_COUNT; i++)
        shared->settings.threads[i] = at_least(settings->threads[i], 1);
    shared->settings.connections_max = raise_descriptors(
        at_least(settings->connections_max, shared->settings.threads[HTTP_ON_LOOP]));
    shared->settings.connections_per_network = at_least(settings->connections_per_network, 1);
    if (shared->settings.head_max < HEAD_LEAST)
        shared->settings.head_max = HEAD_LEAST;
    shared->timeouts_us[HTTP_CONN_IDLE] = (uint64_t)settings->idle_timeout_ms * 1000;
    shared->timeouts_us[HTTP_CONN_READING] = (uint64_t)settings->request_timeout_ms * 1000;
    shared->timeouts_us[HTTP_CONN_SENDING] = (uint64_t)settings->request_timeout_ms * 1000;
    shared->timeouts_us[HTTP_CONN_LINGERING] = LINGER_US;
}

/* Numbers the threads as it goes: the loops' come first. */
static bool make_pools(struct http_shared *shared)
{
    const struct http_settings *settings = &shared->settings;
    unsigned number = settings->threads[HTTP_ON_LOOP];
    for (unsigned i = FIRST_POOL; i < HTTP_WHERE_COUNT; i++) {
        shared->pools[i] = http_pool_new(settings->threads[i], number, settings->queue_max);
        if (shared->pools[i] == NULL)
            return false;
        number += settings->threads[i];
    }
    return true;
}

struct http_server *http_server_new(const struct http_settings *settings,
                                    const struct http_app *app, struct tes_error *error)
{
    size_t loops = at_least(settings->threads[HTTP_ON_LOOP], 1);
    struct http_server *server = calloc(1, sizeof *server + loops * sizeof *server->loops);
    if (server == NULL) {
        tes_error_set(error, "out of memory");
        return NULL;
    }
    struct http_shared *shared = &server->shared;
    set_up(shared, settings);
    shared->app = *app;
    shared->loops = server->loops;
    atomic_init(&shared->accepting, true);

    if (!http_listener_open(&shared->listener, settings->host, settings->port, error))
        goto failed;
    if (!make_pools(shared)) {
        tes_error_set(error, "out of memory");
        goto failed;
    }
    while (server->loops_ready < loops) {
        unsigned index = server->loops_ready++;
        if (!http_loop_init(&server->loops[index], shared, index)) {
            tes_error_set(error, "cannot set up an event loop");
            goto failed;
        }
    }
    return server;
failed:
    http_server_free(server);
    return NULL;
}

unsigned http_server_port(const struct http_server *server)
{
    return server->shared.listener.port;
}

unsigned http_server_threads(const struct http_server *server)
{
    unsigned count = 0;
    for (unsigned i = 0; i < HTTP_WHERE_COUNT; i++)
        count += server->shared.settings.threads[i];
    return count;
}

bool http_server_start(struct http_server *server)
{
    server->is_started = true;
    bool started = true;
    for (unsigned i = FIRST_POOL; started && i < HTTP_WHERE_COUNT; i++)
        started = http_pool_start(server->shared.pools[i]);
    for (unsigned i = 0; started && i < server->loops_ready; i++)
        started = http_loop_start(&server->loops[i]);
    if (!started)
        http_server_stop(server, 0);
    return started;
}

void http_server_drain(struct http_server *server)
{
    atomic_store_explicit(&server->shared.draining, true, memory_order_relaxed);
}

void http_server_stop(struct http_server *server, unsigned grace_ms)
{
    if (!server->is_started)
        return;
    server->is_started = false;
    server->shared.stop_at_us = tes_clock_steady_us() + (uint64_t)grace_ms * 1000;
    atomic_store_explicit(&server->shared.stopping, true, memory_order_release);
    for (unsigned i = 0; i < server->loops_ready; i++)
        http_loop_wake(&server->loops[i]);
    for (unsigned i = 0; i < server->loops_ready; i++)
        if (server->loops[i].is_started)
            pthread_join(server->loops[i].thread, NULL);
    for (unsigned i = FIRST_POOL; i < HTTP_WHERE_COUNT; i++)
        http_pool_stop(server->shared.pools[i]);
}

void http_server_figures(const struct http_server *server, struct http_figures *figures)
{
    const struct http_shared *shared = &server->shared;
    *figures = (struct http_figures){
        .accepted = atomic_load_explicit(&shared->accepted, memory_order_relaxed),
        .refused_busy = atomic_load_explicit(&shared->refused_busy, memory_order_relaxed),
        .refused_memory = atomic_load_explicit(&shared->refused_memory, memory_order_relaxed)};
    for (unsigned i = FIRST_POOL; i < HTTP_WHERE_COUNT; i++)
        figures->queued += http_pool_waiting(shared->pools[i]);
    for (unsigned i = 0; i < server->loops_ready; i++) {
        const struct http_loop *loop = &server->loops[i];
        figures->connections += atomic_load_explicit(&loop->connections, memory_order_relaxed);
        figures->request_memory +=
            atomic_load_explicit(&loop->store.holdings.bytes, memory_order_relaxed);
    }
}

/* Freed memory lies between pieces in use, so malloc() would keep it. */
void http_server_tidy(struct http_server *server)
{
    unsigned in_use = 0, most = 0;
    for (unsigned i = 0; i < server->loops_ready; i++) {
        const struct http_exchange_store *store = &server->loops[i].store;
        in_use += atomic_load_explicit(&store->in_use, memory_order_relaxed);
        most += atomic_load_explicit(&store->most_in_use, memory_order_relaxed);
    }
    if (most < TIDY_LEAST || in_use > most / 4)
        return;
    for (unsigned i = 0; i < server->loops_ready; i++) {
        struct http_exchange_store *store = &server->loops[i].store;
        atomic_store_explicit(&store->most_in_use,
                              atomic_load_explicit(&store->in_use, memory_order_relaxed),
                              memory_order_relaxed);
    }
    malloc_trim(0);
}

void http_server_free(struct http_server *server)
{
    if (server == NULL)
        return;
    for (unsigned i = 0; i < server->loops_ready; i++)
        http_loop_free(&server->loops[i]);
    for (unsigned i = FIRST_POOL; i < HTTP_WHERE_COUNT; i++)
        http_pool_free(server->shared.pools[i]);
    http_listener_close(&server->shared.listener);
    free(server);
}
