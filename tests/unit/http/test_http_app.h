/*
 * test_http_app.h: the application that the server's tests serve, and how they start and stop it.
 */
#ifndef TEST_HTTP_APP_H
#define TEST_HTTP_APP_H

#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "../../lib/own_clock.h"
#include "http/http_server.h"
#include "os/clock.h"
#include "test_http_client.h"

#define LARGE_LENGTH ((size_t)8 * 1024 * 1024)
#define MS           UINT64_C(1000) /* of the clock */
#define AN_HOUR_MS   3600000        /* for stopping: longer than any test may take */

static char large_body[LARGE_LENGTH];
static sem_t gate;               /* held by /slow and /slow-compute */
static atomic_uint slow_count;   /* of their handlers that have begun */
static atomic_uint slow_threads; /* a bit for each thread that has begun one */
static atomic_uint finished_count;
static atomic_uint departed_count;  /* handlers that others were to go on after, */
static atomic_uint arrived_count;   /* of those, which have done all, */
static atomic_uint abandoned_count; /* and which never will */
static atomic_uint step_count[HTTP_WHERE_COUNT];
static atomic_uint heavy_count, heavy_before; /* handled by /heavy; so far, when /after-heavy was */

/* ----------------------------------------------------- the application */

static inline void on_hello(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    (void)request;
    reply->status = 200;
    reply->type = "text/plain";
    reply->body = TES_SLICE("hello");
    http_reply_header(reply, "X-Test", TES_SLICE("yes"));
}

static inline void on_echo(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    reply->status = 200;
    reply->type = "text/plain";
    reply->body =
        (struct tes_slice){tes_arena_string(request->arena, request->body), request->body.length};
}

static inline void on_slow(void *context, struct http_request *request, struct http_reply *reply)
{
    atomic_fetch_or(&slow_threads, 1U << request->thread);
    atomic_fetch_add(&slow_count, 1);
    sem_wait(&gate);
    on_hello(context, request, reply);
}

/* --------------------------------------- the way to other threads */

/* What a handler leaves for those that go on: where that is yet to be, and what they then do. */
struct journey {
    struct http_continuation next; /* first */
    const char *way;               /* a letter for each place */
    http_handler handler;          /* of the last */
    struct http_request *request;
    struct http_reply *reply;
};

static inline void move_on(struct journey *journey)
{
    static const char PLACES[] = {
        [HTTP_ON_LOOP] = 'l', [HTTP_ON_WAITERS] = 'w', [HTTP_ON_DRAWERS] = 'd'};
    const char *place = memchr(PLACES, *journey->way, sizeof PLACES);
    assert_non_null(place);
    journey->next.where = (enum http_where)(place - PLACES);
    journey->way++;
    journey->reply->next = &journey->next;
}

/* Threads have numbers by their kind: see `defaults`. */
static inline void arrive(struct http_continuation *next, struct http_request *request,
                          struct http_reply *reply)
{
    struct journey *journey = (struct journey *)next;
    assert_ptr_equal(journey->request, request);
    assert_ptr_equal(journey->reply, reply);
    assert_null(reply->next);
    atomic_fetch_add(&step_count[next->where], 1);
    if (*journey->way != '\0') {
        move_on(journey);
        return;
    }
    atomic_fetch_add(&arrived_count, 1);
    journey->handler(NULL, request, reply);
}

static inline void give_up(struct http_continuation *next)
{
    assert_non_null(((struct journey *)next)->handler);
    atomic_fetch_add(&abandoned_count, 1);
}

static inline void on_heavy(void *context, struct http_request *request, struct http_reply *reply)
{
    if (atomic_fetch_add(&heavy_count, 1) == 0)
        sem_wait(&gate); /* on the loop: a test can send more meanwhile */
    own_clock_pass(5 * MS);
    on_hello(context, request, reply);
}

static inline void on_after_heavy(void *context, struct http_request *request,
                                  struct http_reply *reply)
{
    atomic_store(&heavy_before, atomic_load(&heavy_count));
    on_hello(context, request, reply);
}

static inline void on_large(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    (void)request;
    reply->status = 200;
    reply->body = (struct tes_slice){large_body, LARGE_LENGTH};
}

static inline void on_empty(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    (void)request;
    reply->status = 204;
}

static inline void on_silent(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    (void)request;
    (void)reply;
}

static inline void on_too_much(void *context, struct http_request *request,
                               struct http_reply *reply)
{
    on_hello(context, request, reply);
    for (unsigned i = 0; i < 1000; i++)
        http_reply_header(reply, "X-Long", TES_SLICE("0123456789012345678901234567890123456789"));
}

static const struct route {
    const char *path;
    struct http_plan plan;
    const char *way; /* NULL: the handler is run at once */
} routes[] = {
    {"/", {.handler = on_hello, .body_max = 1000}, NULL},
    {"/hello", {.handler = on_hello}, NULL},
    {"/echo", {.handler = on_echo, .body_max = 200000}, NULL},
    {"/wait", {.handler = on_hello}, "w"},
    {"/compute", {.handler = on_hello}, "d"},
    {"/wait-echo", {.handler = on_echo, .body_max = 200000}, "w"},
    {"/slow", {.handler = on_slow, .body_max = 200000}, "w"},
    {"/slow-compute", {.handler = on_slow}, "d"},
    {"/compute-echo", {.handler = on_echo, .body_max = 200000}, "d"},
    {"/both-echo", {.handler = on_echo, .body_max = 200000}, "dw"},
    {"/around-echo", {.handler = on_echo, .body_max = 200000}, "lwldwddwwl"},
    {"/heavy", {.handler = on_heavy}, NULL},
    {"/after-heavy", {.handler = on_after_heavy}, NULL},
    {"/large", {.handler = on_large, .body_max = 200000}, NULL},
    {"/empty", {.handler = on_empty}, NULL},
    {"/silent", {.handler = on_silent}, NULL},
    {"/too-much", {.handler = on_too_much}, NULL},
    {"/only-post", {.status = 405, .allow = 1U << HTTP_POST}, NULL},
    {"/not-get",
     {.status = 405, .allow = 1U << HTTP_DELETE | 1U << HTTP_PUT | 1U << HTTP_PATCH},
     NULL},
    {"/not-post",
     {.status = 405, .allow = 1U << HTTP_PATCH | 1U << HTTP_HEAD | 1U << HTTP_GET},
     NULL},
    {"/busy", {.status = 429}, NULL},
};

/* For the flow that the query names. */
static inline void on_departure(void *context, struct http_request *request,
                                struct http_reply *reply)
{
    const struct route *route = request->route;
    struct journey *journey = tes_arena_alloc(request->arena, sizeof *journey);
    (void)context;
    assert_non_null(journey);
    *journey = (struct journey){
        {.run = arrive, .abandon = give_up}, route->way, route->plan.handler, request, reply};
    for (unsigned i = 0; i < HTTP_FLOW_LEVELS && request->query.length > 0; i++)
        journey->next.flow.keys[i] = (uint64_t)request->query.at[0];
    http_reply_header(reply, "X-First", TES_SLICE("yes"));
    atomic_fetch_add(&departed_count, 1);
    move_on(journey);
}

static inline struct http_plan on_plan(void *context, const struct http_request *request)
{
    (void)context;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (tes_slice_equal(request->path, tes_slice_of(routes[i].path))) {
            struct http_plan plan = routes[i].plan;
            plan.route = &routes[i];
            if (routes[i].way != NULL)
                plan.handler = on_departure;
            return plan;
        }
    return (struct http_plan){.status = 404};
}

static inline void on_refuse(void *context, const struct http_request *request,
                             struct http_reply *reply)
{
    (void)context;
    assert_non_null(request->arena);
    struct tes_buf body = tes_arena_buf(request->arena, 64);
    tes_buf_text(&body, "refused ");
    tes_buf_number(&body, reply->status);
    reply->type = "text/plain";
    reply->body = tes_buf_done(&body);
}

static inline void on_finished(void *context, const struct http_request *request, unsigned status,
                               uint64_t elapsed_us)
{
    (void)context;
    (void)request;
    assert_true(status >= 200 && status < 600);
    assert_true(elapsed_us < patience_s(0) * 1000000);
    atomic_fetch_add(&finished_count, 1);
}

static atomic_bool trusts_everybody;

static inline bool on_trusts(void *context, const struct tes_address *peer)
{
    (void)context;
    assert_int_equal(peer->length, 4);
    return atomic_load(&trusts_everybody);
}

static const struct http_app app = {
    .plan = on_plan, .trusts = on_trusts, .refuse = on_refuse, .finished = on_finished};

static const struct http_settings defaults = {.host = "127.0.0.1",
                                              .port = "0",
                                              .threads = {2, 2, 2},
                                              .queue_max = 8,
                                              .connections_max = 10000,
                                              .connections_per_network = 10000,
                                              .send_rate_min = 1024,
                                              .request_timeout_ms = 10000,
                                              .idle_timeout_ms = 30000,
                                              .head_max = 8192,
                                              .request_memory_max = 64 * 1024 * 1024,
                                              .arena_max = 1024 * 1024};

static struct http_server *server;
static unsigned port;

static inline void start(const struct http_settings *settings)
{
    struct tes_error error;
    server = http_server_new(settings, &app, &error);
    if (server == NULL)
        fail_msg("%s", error.text);
    port = http_server_port(server);
    assert_true(port > 0);
    unsigned threads = 0;
    for (unsigned i = 0; i < HTTP_WHERE_COUNT; i++)
        threads += settings->threads[i];
    assert_int_equal(http_server_threads(server), threads);
    own_clock_stop();
    assert_true(http_server_start(server));
}

static inline void start_one_loop(void)
{
    struct http_settings settings = defaults;
    settings.threads[HTTP_ON_LOOP] = 1;
    start(&settings);
}

static inline void stop(void)
{
    own_clock_go(); /* clients that a test leaves open are waited for a moment */
    http_server_stop(server, AN_HOUR_MS);
    http_server_free(server);
    server = NULL;
}

static inline uint64_t count_connections(void)
{
    struct http_figures figures;
    http_server_figures(server, &figures);
    return figures.connections;
}

static inline void wait_for_connections(unsigned count)
{
    PATIENCE_UNTIL(count_connections() == count);
    assert_int_equal(count_connections(), count);
}

static inline uint64_t count_queued(void)
{
    struct http_figures figures;
    http_server_figures(server, &figures);
    return figures.queued;
}

static inline void wait_for_queue(unsigned length)
{
    PATIENCE_UNTIL(count_queued() == length);
    assert_int_equal(count_queued(), length);
}

static inline void wait_for_slow(unsigned count)
{
    PATIENCE_UNTIL(atomic_load(&slow_count) >= count);
    assert_int_equal(atomic_load(&slow_count), count);
}

static inline void assert_answer(struct client *client, const char *request, unsigned status)
{
    struct answer answer;
    client_send_text(client, request);
    assert_true(client_read(client, &answer, false));
    assert_int_equal(answer.status, status);
}

/* Returns when the server's only loop has read all that was sent to it before: the first request on
 * another connection comes behind it, the next ones behind what was accepted meanwhile. */
static inline void wait_for_loop(struct client *other)
{
    for (unsigned i = 0; i < 3; i++)
        assert_answer(other, "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n", 200);
}

/* Returns when the server has begun to reply to it. */
static inline void wait_for_reply(const struct client *client)
{
    char byte;
    assert_int_equal(recv(client->fd, &byte, 1, MSG_PEEK), 1);
}

/* Nothing has come, and it is open. */
static inline bool client_is_quiet(const struct client *client)
{
    char byte;
    return recv(client->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && errno == EAGAIN;
}

/* A thread that lets a handler of /slow go on when the server is stopping: it closes those who have
 * asked nothing then. The clock goes on, since it waits a moment for clients to hang up. */
static inline void *open_gate_after(void *idle)
{
    assert_true(client_is_at_end(idle));
    own_clock_go();
    sem_post(&gate);
    return NULL;
}

#define GET_OF(path) "GET " path " HTTP/1.1\r\nHost: a\r\n\r\n"

static inline void set_up_app(void)
{
    sem_init(&gate, 0, 0);
    memset(large_body, 'a', sizeof large_body);
}

#endif
