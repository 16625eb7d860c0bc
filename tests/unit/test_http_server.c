/* Goal: the server over real sockets: it answers what is right, refuses what is not, and nobody
 * who is slow, rude or many keeps it from answering others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"
#include "http/server.h"
#include "test_http_client.h"
#include "test_http_framings.h"

#define LARGE_LENGTH ((size_t)8 * 1024 * 1024)
#define IDLE_MANY    2500

static char large_body[LARGE_LENGTH];
static sem_t gate;             /* held by /slow */
static atomic_uint slow_count; /* handlers of /slow that have begun */
static atomic_uint finished_count;
static atomic_uint thread_seen_most;

/* ----------------------------------------------------- the application */

static void on_hello(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    if (request->thread > atomic_load(&thread_seen_most))
        atomic_store(&thread_seen_most, request->thread);
    reply->status = 200;
    reply->type = "text/plain";
    reply->body = TES_SLICE("hello");
    http_reply_header(reply, "X-Test", TES_SLICE("yes"));
}

static void on_echo(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    reply->status = 200;
    reply->type = "text/plain";
    reply->body =
        (struct tes_slice){tes_arena_string(request->arena, request->body), request->body.length};
}

static void on_slow(void *context, struct http_request *request, struct http_reply *reply)
{
    atomic_fetch_add(&slow_count, 1);
    sem_wait(&gate);
    on_hello(context, request, reply);
}

static void on_large(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    (void)request;
    reply->status = 200;
    reply->body = (struct tes_slice){large_body, LARGE_LENGTH};
}

static void on_empty(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    (void)request;
    reply->status = 204;
}

static void on_silent(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    (void)request;
    (void)reply;
}

static void on_too_much(void *context, struct http_request *request, struct http_reply *reply)
{
    on_hello(context, request, reply);
    for (unsigned i = 0; i < 1000; i++)
        http_reply_header(reply, "X-Long", TES_SLICE("0123456789012345678901234567890123456789"));
}

static const struct route {
    const char *path;
    struct http_plan plan;
} routes[] = {
    {"/", {.handler = on_hello, .body_max = 1000}},
    {"/hello", {.handler = on_hello}},
    {"/echo", {.handler = on_echo, .body_max = 200000}},
    {"/pool", {.handler = on_hello, .on_pool = true}},
    {"/pool-echo", {.handler = on_echo, .body_max = 200000, .on_pool = true}},
    {"/slow", {.handler = on_slow, .on_pool = true}},
    {"/large", {.handler = on_large}},
    {"/empty", {.handler = on_empty}},
    {"/silent", {.handler = on_silent}},
    {"/too-much", {.handler = on_too_much}},
    {"/only-post", {.status = 405, .allow = "POST"}},
    {"/busy", {.status = 429}},
};

static struct http_plan on_plan(void *context, const struct http_request *request)
{
    (void)context;
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++)
        if (tes_slice_equal(request->path, tes_slice_of(routes[i].path)))
            return routes[i].plan;
    return (struct http_plan){.status = 404};
}

static void on_refuse(void *context, const struct http_request *request, struct http_reply *reply)
{
    (void)context;
    assert_non_null(request->arena);
    struct tes_buf body = tes_arena_buf(request->arena, 64);
    tes_buf_text(&body, "refused ");
    tes_buf_number(&body, reply->status);
    reply->type = "text/plain";
    reply->body = tes_buf_done(&body);
}

static void on_finished(void *context, const struct http_request *request, unsigned status,
                        uint64_t elapsed_us)
{
    (void)context;
    (void)request;
    assert_true(status >= 200 && status < 600);
    assert_true(elapsed_us < UINT64_C(60) * 1000 * 1000);
    atomic_fetch_add(&finished_count, 1);
}

static const struct http_app app = {.plan = on_plan, .refuse = on_refuse, .finished = on_finished};

static const struct http_settings defaults = {.host = "127.0.0.1",
                                              .port = "0",
                                              .loops = 2,
                                              .workers = 2,
                                              .queue_max = 8,
                                              .connections_max = 10000,
                                              .request_timeout_ms = 10000,
                                              .idle_timeout_ms = 30000,
                                              .head_max = 8192,
                                              .arena_max = 1024 * 1024};

static struct http_server *server;
static unsigned port;

static void start(const struct http_settings *settings)
{
    char error[200];
    server = http_server_new(settings, &app, error, sizeof error);
    if (server == NULL)
        fail_msg("%s", error);
    port = http_server_port(server);
    assert_true(port > 0);
    assert_int_equal(http_server_threads(server), settings->loops + settings->workers);
    assert_true(http_server_start(server));
}

static void stop(void)
{
    http_server_stop(server, 5000);
    http_server_free(server);
    server = NULL;
}

static void wait_for_slow(unsigned count)
{
    for (unsigned i = 0; i < 5000 && atomic_load(&slow_count) < count; i++)
        usleep(1000);
    assert_int_equal(atomic_load(&slow_count), count);
}

static void assert_answer(struct client *client, const char *request, unsigned status)
{
    struct answer answer;
    client_send_text(client, request);
    assert_true(client_read(client, &answer, false));
    assert_int_equal(answer.status, status);
}

#define GET_OF(path) "GET " path " HTTP/1.1\r\nHost: a\r\n\r\n"

/* -------------------------------------------------------- right requests */

static void test_keep_alive(void **state)
{
    (void)state;
    struct client client;
    struct answer answer;
    unsigned before = atomic_load(&finished_count);
    start(&defaults);
    client_open(&client, port);
    for (unsigned i = 0; i < 20; i++) {
        client_send_text(&client, i % 2 == 0 ? GET_OF("/hello") : GET_OF("/pool"));
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, 200);
        assert_string_equal(answer.body, "hello");
        assert_non_null(strstr(answer.head, "HTTP/1.1 200 OK\r\nDate: "));
        assert_non_null(strstr(answer.head, " GMT\r\n"));
        assert_non_null(strstr(answer.head, "\r\nContent-Type: text/plain\r\n"));
        assert_non_null(strstr(answer.head, "\r\nX-Test: yes\r\n"));
        assert_null(strstr(answer.head, "Connection:"));
    }
    struct http_figures figures;
    http_server_figures(server, &figures);
    assert_int_equal(figures.accepted, 1);
    assert_int_equal(figures.connections, 1);
    assert_int_equal(figures.queued, 0);
    client_close(&client);
    stop();
    assert_int_equal(atomic_load(&finished_count) - before, 20);
    assert_true(atomic_load(&thread_seen_most) >= 2);
    assert_true(atomic_load(&thread_seen_most) < 4);
}

static const struct exchange {
    const char *name, *request;
    unsigned status;
    const char *body, *header; /* NULL: not looked at */
    bool to_head, closes;
} exchanges[] = {
    {"HEAD", "HEAD /hello HTTP/1.1\r\nHost: a\r\n\r\n", 200, "", "\r\nContent-Length: 5\r\n", true,
     false},
    {"HEAD of what is not there", "HEAD /no HTTP/1.1\r\nHost: a\r\n\r\n", 404, "",
     "\r\nContent-Length: 11\r\n", true, false},
    {"204", GET_OF("/empty"), 204, "", NULL, false, false},
    {"404 keeps the connection", GET_OF("/no"), 404, "refused 404", NULL, false, false},
    {"404 with a body that is there",
     "POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", 404, "refused 404", NULL,
     false, false},
    {"405", GET_OF("/only-post"), 405, "refused 405", "\r\nAllow: POST\r\n", false, false},
    {"429", GET_OF("/busy"), 429, "refused 429", "\r\nRetry-After: 1\r\n", false, false},
    {"handler that sets no status", GET_OF("/silent"), 500, "", NULL, false, false},
    {"handler with too many headers", GET_OF("/too-much"), 500, "refused 500", NULL, false, false},
    {"body", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", 200, "abc", NULL,
     false, false},
    {"empty body", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 200, "", NULL,
     false, false},
    {"body to the pool", "POST /pool-echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", 200,
     "abc", NULL, false, false},
    {"body where none is wanted", "POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx",
     413, "refused 413", NULL, false, false},
    {"body that is announced too long",
     "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 200001\r\n\r\n", 413, "refused 413",
     "\r\nConnection: close\r\n", false, true},
    {"body to nowhere", "POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n", 404,
     "refused 404", "\r\nConnection: close\r\n", false, true},
    {"close", "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200, "hello",
     "\r\nConnection: close\r\n", false, true},
    {"close by the pool", "GET /pool HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200,
     "hello", "\r\nConnection: close\r\n", false, true},
    {"HTTP/1.0", "GET /hello HTTP/1.0\r\n\r\n", 200, "hello", "\r\nConnection: close\r\n", false,
     true},
};

static void test_exchanges(void **state)
{
    (void)state;
    start(&defaults);
    for (size_t i = 0; i < sizeof exchanges / sizeof *exchanges; i++) {
        const struct exchange *exchange = &exchanges[i];
        struct client client;
        struct answer answer;
        client_open(&client, port);
        client_send_text(&client, exchange->request);
        bool got = client_read(&client, &answer, exchange->to_head);
        if (!got || answer.status != exchange->status ||
            (!exchange->to_head && strcmp(answer.body, exchange->body) != 0) ||
            (exchange->header != NULL && strstr(answer.head, exchange->header) == NULL))
            fail_msg("%s: %s%s", exchange->name, answer.head, answer.body);
        if (exchange->closes)
            assert_true(client_is_at_end(&client));
        else
            assert_answer(&client, GET_OF("/hello"), 200);
        client_close(&client);
    }
    stop();
}

static void test_pipelining(void **state)
{
    (void)state;
    /* Inline and pool mixed: replies come in the order of requests all the same. */
    static const char *const paths[] = {"hello", "pool", "no", "echo"};
    static const unsigned statuses[] = {200, 200, 404, 200};
    char requests[32 * 1024];
    struct tes_buf buf = tes_buf_on(requests, sizeof requests);
    struct client client;
    start(&defaults);
    for (unsigned i = 0; i < 250; i++) {
        tes_buf_text(&buf, i % 4 == 3 ? "POST /" : "GET /");
        tes_buf_text(&buf, paths[i % 4]);
        tes_buf_text(&buf, " HTTP/1.1\r\nHost: a\r\nContent-Length: ");
        tes_buf_text(&buf, i % 4 == 3 ? "4\r\n\r\nbody" : "0\r\n\r\n");
    }
    assert_false(buf.failed);
    client_open(&client, port);
    client_send(&client, buf.at, buf.length);
    for (unsigned i = 0; i < 250; i++) {
        struct answer answer;
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, statuses[i % 4]);
        if (i % 4 == 3)
            assert_string_equal(answer.body, "body");
    }

    /* Fifty of one kind in one write. */
    buf.length = 0;
    for (unsigned i = 0; i < 50; i++)
        tes_buf_text(&buf, GET_OF("/hello"));
    client_send(&client, buf.at, buf.length);
    for (unsigned i = 0; i < 50; i++) {
        struct answer answer;
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, 200);
    }
    client_close(&client);
    stop();
}

static void test_split_at_every_byte(void **state)
{
    (void)state;
    const char *request = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello";
    struct client client;
    start(&defaults);
    client_open(&client, port);
    for (size_t cut = 1; cut < strlen(request); cut++) {
        struct answer answer;
        client_send(&client, request, cut);
        usleep(500);
        client_send_text(&client, request + cut);
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, 200);
        assert_string_equal(answer.body, "hello");
    }
    client_close(&client);
    stop();
}

static void test_large_bodies(void **state)
{
    (void)state;
    static const char *const paths[] = {"echo", "pool-echo"};
    static const size_t lengths[] = {8000, 8192, 20000, 100000, 200000};
    struct client client;
    start(&defaults);
    client_open(&client, port);
    for (size_t i = 0; i < 2 * sizeof lengths / sizeof *lengths; i++) {
        struct answer answer;
        char head[128];
        size_t length = lengths[i / 2];
        snprintf(head, sizeof head, "POST /%s HTTP/1.1\r\nHost: a\r\nContent-Length: %zu\r\n\r\n",
                 paths[i % 2], length);
        client_send_text(&client, head);
        client_send(&client, large_body, length);
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, 200);
        assert_int_equal(answer.body_length, length);
        assert_memory_equal(answer.body, large_body, sizeof answer.body - 1);
        assert_answer(&client, GET_OF("/hello"), 200);
    }
    client_close(&client);
    stop();
}

/* ------------------------------------------------------ what is refused */

static void test_bad_framings_over_the_wire(void **state)
{
    (void)state;
    start(&defaults);
    for (size_t i = 0; i < BAD_FRAMINGS; i++) {
        struct client client;
        struct answer answer;
        client_open(&client, port);
        client_send(&client, bad_framings[i].text.at, bad_framings[i].text.length);
        if (!client_read(&client, &answer, false) || answer.status != bad_framings[i].status)
            fail_msg("%s: %u instead of %u", bad_framings[i].name, answer.status,
                     bad_framings[i].status);
        /* The reply is the last: what follows is not taken for a request. */
        assert_non_null(strstr(answer.head, "\r\nConnection: close\r\n"));
        assert_true(client_is_at_end(&client));
        client_close(&client);
    }
    stop();
}

static void test_refusal_survives_unread_input(void **state)
{
    (void)state;
    struct client client;
    struct answer answer;
    start(&defaults);
    client_open(&client, port);
    client_send_text(&client, "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
    client_send(&client, large_body, 100000);
    usleep(100 * 1000);
    client_send(&client, large_body, 50000);
    assert_true(client_read(&client, &answer, false));
    assert_int_equal(answer.status, 413);
    assert_true(client_is_at_end(&client));
    client_close(&client);
    stop();
}

static void test_head_too_large(void **state)
{
    (void)state;
    struct client client;
    struct answer answer;
    start(&defaults);
    client_open(&client, port);
    client_send_text(&client, "GET / HTTP/1.1\r\nHost: a\r\nA: ");
    client_send(&client, large_body, defaults.head_max);
    assert_true(client_read(&client, &answer, false));
    assert_int_equal(answer.status, 431);
    assert_true(client_is_at_end(&client));
    client_close(&client);
    stop();
}

static void test_full_queue(void **state)
{
    (void)state;
    struct http_settings settings = defaults;
    struct client clients[3], other;
    struct answer answer;
    settings.workers = 1;
    settings.queue_max = 1;
    atomic_store(&slow_count, 0);
    start(&settings);
    client_open(&clients[0], port);
    client_send_text(&clients[0], GET_OF("/slow"));
    wait_for_slow(1);
    client_open(&clients[1], port);
    client_send_text(&clients[1], GET_OF("/slow"));
    struct http_figures figures = {0};
    for (unsigned i = 0; i < 5000 && figures.queued == 0; i++) {
        http_server_figures(server, &figures);
        usleep(1000);
    }
    assert_int_equal(figures.queued, 1);

    client_open(&clients[2], port);
    uint64_t began_us = tes_clock_steady_us();
    client_send_text(&clients[2], GET_OF("/slow"));
    assert_true(client_read(&clients[2], &answer, false));
    assert_int_equal(answer.status, 503);
    assert_non_null(strstr(answer.head, "\r\nRetry-After: 1\r\n"));
    assert_true(tes_clock_steady_us() - began_us < 5 * 1000 * 1000);
    http_server_figures(server, &figures);
    assert_int_equal(figures.refused_busy, 1);

    /* Whoever needs no worker is served, on the refused connection too. */
    assert_answer(&clients[2], GET_OF("/hello"), 200);
    client_open(&other, port);
    assert_answer(&other, GET_OF("/hello"), 200);

    sem_post(&gate);
    sem_post(&gate);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(client_read(&clients[i], &answer, false));
        assert_int_equal(answer.status, 200);
    }
    for (unsigned i = 0; i < 3; i++)
        client_close(&clients[i]);
    client_close(&other);
    stop();
}

/* -------------------------------------------------------- slow and rude */

static void test_trickle_is_cut_off(void **state)
{
    (void)state;
    /* In the head and in the body: the deadline is for the whole, not for each byte. */
    static const char *const beginnings[] = {
        "GET / HTTP/1.1\r\nHost: a\r\nA: ",
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"};
    struct http_settings settings = defaults;
    settings.request_timeout_ms = 300;
    start(&settings);
    for (unsigned i = 0; i < 2; i++) {
        struct client client;
        struct answer answer;
        client_open(&client, port);
        uint64_t began_us = tes_clock_steady_us();
        client_send_text(&client, beginnings[i]);
        char byte;
        while (recv(client.fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0) {
            assert_true(tes_clock_steady_us() - began_us < 5 * 1000 * 1000);
            client_send(&client, "b", 1);
            usleep(20 * 1000);
        }
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, 408);
        assert_true(client_is_at_end(&client));
        assert_true(tes_clock_steady_us() - began_us >= 300 * 1000);
        client_close(&client);
    }
    stop();
}

static void test_idle_is_closed(void **state)
{
    (void)state;
    struct http_settings settings = defaults;
    struct client silent, served;
    settings.idle_timeout_ms = 200;
    start(&settings);
    client_open(&silent, port);
    client_open(&served, port);
    assert_answer(&served, GET_OF("/hello"), 200);
    assert_true(client_is_at_end(&silent));
    assert_true(client_is_at_end(&served));
    client_close(&silent);
    client_close(&served);
    stop();
}

static void test_slow_reader(void **state)
{
    (void)state;
    struct client slow, other;
    struct answer answer;
    start(&defaults);
    client_open(&slow, port);
    client_send_text(&slow, GET_OF("/large") GET_OF("/hello"));
    usleep(100 * 1000);
    client_open(&other, port);
    assert_answer(&other, GET_OF("/hello"), 200);
    assert_true(client_read(&slow, &answer, false));
    assert_int_equal(answer.body_length, LARGE_LENGTH);
    assert_true(client_read(&slow, &answer, false));
    assert_string_equal(answer.body, "hello");
    client_close(&slow);
    client_close(&other);
    stop();
}

static void test_reader_that_never_reads(void **state)
{
    (void)state;
    struct http_settings settings = defaults;
    struct client slow, other;
    struct http_figures figures = {.connections = 1};
    settings.request_timeout_ms = 200;
    start(&settings);
    client_open(&slow, port);
    client_send_text(&slow, GET_OF("/large"));
    client_open(&other, port);
    assert_answer(&other, GET_OF("/hello"), 200);
    client_close(&other);
    for (unsigned i = 0; i < 5000 && figures.connections > 0; i++) {
        http_server_figures(server, &figures);
        usleep(1000);
    }
    assert_int_equal(figures.connections, 0);
    client_close(&slow);
    stop();
}

static void test_client_that_disappears(void **state)
{
    (void)state;
    static const struct linger reset = {.l_onoff = 1, .l_linger = 0};
    atomic_store(&slow_count, 0);
    start(&defaults);
    /* One by an orderly end, one by a reset, while a worker has their requests. */
    for (unsigned i = 0; i < 2; i++) {
        struct client client;
        client_open(&client, port);
        client_send_text(&client, GET_OF("/slow"));
        wait_for_slow(i + 1);
        if (i == 1)
            setsockopt(client.fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
        client_close(&client);
    }
    usleep(20 * 1000);
    sem_post(&gate);
    sem_post(&gate);

    struct http_figures figures = {.connections = 1};
    for (unsigned i = 0; i < 5000 && figures.connections > 0; i++) {
        http_server_figures(server, &figures);
        usleep(1000);
    }
    assert_int_equal(figures.connections, 0);
    struct client client;
    client_open(&client, port);
    assert_answer(&client, GET_OF("/pool"), 200);
    client_close(&client);
    stop();
}

static void test_half_closed_client_gets_its_replies(void **state)
{
    (void)state;
    struct client client;
    struct answer answer;
    start(&defaults);
    client_open(&client, port);
    client_send_text(&client, GET_OF("/hello") GET_OF("/pool") GET_OF("/hello"));
    shutdown(client.fd, SHUT_WR);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, 200);
    }
    assert_true(client_is_at_end(&client));
    client_close(&client);
    stop();
}

/* ------------------------------------------------------------------ many */

static void raise_limit(void)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
    limit.rlim_cur = limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    /* Client and server sit in one process: each connection takes two. */
    assert_true(limit.rlim_cur > 2 * IDLE_MANY + 200);
}

static void test_many_idle_connections(void **state)
{
    (void)state;
    static struct client idle[IDLE_MANY];
    struct client one;
    raise_limit();
    start(&defaults);
    for (unsigned i = 0; i < IDLE_MANY; i++)
        client_open(&idle[i], port);
    client_open(&one, port);
    assert_answer(&one, GET_OF("/hello"), 200);
    assert_answer(&idle[0], GET_OF("/hello"), 200);
    assert_answer(&idle[IDLE_MANY - 1], GET_OF("/pool"), 200);
    struct http_figures figures;
    http_server_figures(server, &figures);
    assert_int_equal(figures.connections, IDLE_MANY + 1);
    for (unsigned i = 0; i < IDLE_MANY; i++)
        client_close(&idle[i]);
    client_close(&one);
    stop();
}

static void test_longest_idle_makes_room(void **state)
{
    (void)state;
    struct http_settings settings = defaults;
    struct client clients[5];
    settings.loops = 1;
    settings.connections_max = 4;
    start(&settings);
    for (unsigned i = 0; i < 4; i++) {
        client_open(&clients[i], port);
        assert_answer(&clients[i], GET_OF("/hello"), 200);
    }
    assert_answer(&clients[0], GET_OF("/hello"), 200); /* the second is now the longest idle */
    client_open(&clients[4], port);
    assert_answer(&clients[4], GET_OF("/hello"), 200);
    assert_true(client_is_at_end(&clients[1]));
    assert_answer(&clients[0], GET_OF("/hello"), 200);
    for (unsigned i = 0; i < 5; i++)
        client_close(&clients[i]);
    stop();
}

static void test_out_of_descriptors(void **state)
{
    (void)state;
    struct client idle[8], waiting;
    struct rlimit before, none;
    start(&defaults);
    for (unsigned i = 0; i < 8; i++) {
        client_open(&idle[i], port);
        assert_answer(&idle[i], GET_OF("/hello"), 200);
    }
    /* The client's descriptor is taken first; then there is none left for the server's end. */
    waiting.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(waiting.fd >= 0);
    waiting.length = 0;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    none = (struct rlimit){(rlim_t)waiting.fd + 1, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval patience = {.tv_sec = CLIENT_PATIENCE_S};
    setsockopt(waiting.fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(waiting.fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_answer(&waiting, GET_OF("/hello"), 200); /* an idle one had to go */
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    for (unsigned i = 0; i < 8; i++)
        client_close(&idle[i]);
    client_close(&waiting);
    stop();
}

#define RACERS         4
#define RACER_REQUESTS 500

static void *race(void *argument)
{
    (void)argument;
    static const char *const requests[] = {GET_OF("/hello"), GET_OF("/pool"), GET_OF("/no")};
    for (unsigned i = 0; i < RACER_REQUESTS / 10; i++) {
        struct client client;
        client_open(&client, port);
        for (unsigned j = 0; j < 10; j++) {
            struct answer answer;
            client_send_text(&client, requests[(i + j) % 3]);
            assert_true(client_read(&client, &answer, false));
        }
        client_close(&client);
    }
    return NULL;
}

static void test_many_threads(void **state)
{
    (void)state;
    pthread_t racers[RACERS];
    unsigned before = atomic_load(&finished_count);
    start(&defaults);
    for (unsigned i = 0; i < RACERS; i++)
        assert_int_equal(pthread_create(&racers[i], NULL, race, NULL), 0);
    for (unsigned i = 0; i < RACERS; i++)
        pthread_join(racers[i], NULL);
    stop();
    assert_int_equal(atomic_load(&finished_count) - before, RACERS * RACER_REQUESTS);
}

/* ------------------------------------------------------------------ stop */

static void *open_gate_later(void *argument)
{
    (void)argument;
    usleep(200 * 1000);
    sem_post(&gate);
    return NULL;
}

static void test_stop_lets_requests_finish(void **state)
{
    (void)state;
    struct client working, idle;
    struct answer answer;
    pthread_t opener;
    atomic_store(&slow_count, 0);
    start(&defaults);
    client_open(&idle, port);
    client_open(&working, port);
    client_send_text(&working, GET_OF("/slow"));
    wait_for_slow(1);
    assert_int_equal(pthread_create(&opener, NULL, open_gate_later, NULL), 0);
    http_server_stop(server, 5000);
    pthread_join(opener, NULL);
    assert_true(client_read(&working, &answer, false));
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.head, "\r\nConnection: close\r\n"));
    assert_true(client_is_at_end(&idle));
    client_close(&working);
    client_close(&idle);
    http_server_free(server);
}

static void test_stop_has_an_end(void **state)
{
    (void)state;
    struct client half, working, large;
    pthread_t opener;
    atomic_store(&slow_count, 0);
    start(&defaults);
    client_open(&half, port);
    client_send_text(&half, "GET / HTTP/1.1\r\n");
    client_open(&large, port);
    client_send_text(&large, GET_OF("/large"));
    client_open(&working, port);
    client_send_text(&working, GET_OF("/slow"));
    wait_for_slow(1);
    assert_int_equal(pthread_create(&opener, NULL, open_gate_later, NULL), 0);
    uint64_t began_us = tes_clock_steady_us();
    http_server_stop(server, 50);
    assert_true(tes_clock_steady_us() - began_us < 5 * 1000 * 1000);
    pthread_join(opener, NULL);
    http_server_free(server);
    client_close(&half);
    client_close(&large);
    client_close(&working);
}

static void test_never_started(void **state)
{
    (void)state;
    char error[200] = "";
    struct http_server *one = http_server_new(&defaults, &app, error, sizeof error);
    assert_non_null(one);

    /* The port is taken: a second server says so. */
    char taken[8];
    struct http_settings settings = defaults;
    snprintf(taken, sizeof taken, "%u", http_server_port(one));
    settings.port = taken;
    assert_null(http_server_new(&settings, &app, error, sizeof error));
    assert_non_null(strstr(error, taken));
    http_server_free(one);

    settings.host = "no such host";
    assert_null(http_server_new(&settings, &app, error, sizeof error));
    http_server_free(NULL);
}

int main(void)
{
    sem_init(&gate, 0, 0);
    memset(large_body, 'a', sizeof large_body);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keep_alive),
        cmocka_unit_test(test_exchanges),
        cmocka_unit_test(test_pipelining),
        cmocka_unit_test(test_split_at_every_byte),
        cmocka_unit_test(test_large_bodies),
        cmocka_unit_test(test_bad_framings_over_the_wire),
        cmocka_unit_test(test_refusal_survives_unread_input),
        cmocka_unit_test(test_head_too_large),
        cmocka_unit_test(test_full_queue),
        cmocka_unit_test(test_trickle_is_cut_off),
        cmocka_unit_test(test_idle_is_closed),
        cmocka_unit_test(test_slow_reader),
        cmocka_unit_test(test_reader_that_never_reads),
        cmocka_unit_test(test_client_that_disappears),
        cmocka_unit_test(test_half_closed_client_gets_its_replies),
        cmocka_unit_test(test_many_idle_connections),
        cmocka_unit_test(test_longest_idle_makes_room),
        cmocka_unit_test(test_out_of_descriptors),
        cmocka_unit_test(test_many_threads),
        cmocka_unit_test(test_stop_lets_requests_finish),
        cmocka_unit_test(test_stop_has_an_end),
        cmocka_unit_test(test_never_started),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
