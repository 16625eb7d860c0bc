/* Goal: the server over real sockets answers what is right and refuses what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test_http_app.h"
#include "test_http_framings.h"

/* -------------------------------------------------------- right requests */

/* Once in every reply, whatever it is. */
static void assert_has_nosniff(const struct answer *answer)
{
    static const char field[] = "\r\nX-Content-Type-Options: nosniff\r\n";
    const char *found = strstr(answer->head, field);
    assert_non_null(found);
    assert_null(strstr(found + 2, field));
}

static void test_keep_alive(void **state)
{
    (void)state;
    struct client client;
    struct answer answer;
    unsigned before = atomic_load(&finished_count);
    start(&defaults);
    client_open(&client, port);
    for (unsigned i = 0; i < 20; i++) {
        client_send_text(&client, i % 2 == 0 ? GET_OF("/hello") : GET_OF("/wait"));
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, 200);
        assert_string_equal(answer.body, "hello");
        assert_non_null(strstr(answer.head, "HTTP/1.1 200 OK\r\nDate: "));
        assert_non_null(strstr(answer.head, " GMT\r\n"));
        assert_non_null(strstr(answer.head, "\r\nContent-Type: text/plain\r\n"));
        assert_non_null(strstr(answer.head, "\r\nX-Test: yes\r\n"));
        assert_null(strstr(answer.head, "Connection:"));
        assert_has_nosniff(&answer);
    }
    struct http_figures figures;
    http_server_figures(server, &figures);
    assert_int_equal(figures.accepted, 1);
    assert_int_equal(figures.connections, 1);
    assert_int_equal(figures.queued, 0);
    client_close(&client);
    stop();
    assert_int_equal(atomic_load(&finished_count) - before, 20);
}

#define CHUNKED_OF(method, path)                                                                   \
    method " " path " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"

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
    {"405, several methods", GET_OF("/not-get"), 405, "refused 405",
     "\r\nAllow: PUT, PATCH, DELETE\r\n", false, false},
    {"405, in the order of the table", GET_OF("/not-post"), 405, "refused 405",
     "\r\nAllow: GET, HEAD, PATCH\r\n", false, false},
    {"429", GET_OF("/busy"), 429, "refused 429", "\r\nRetry-After: 1\r\n", false, false},
    {"handler that sets no status", GET_OF("/silent"), 500, "", NULL, false, false},
    {"handler with too many headers", GET_OF("/too-much"), 500, "refused 500", NULL, false, false},
    {"body", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", 200, "abc", NULL,
     false, false},
    {"empty body", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", 200, "", NULL,
     false, false},
    {"body to a pool", "POST /wait-echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc", 200,
     "abc", NULL, false, false},
    {"body where none is wanted", "POST /hello HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx",
     413, "refused 413", NULL, false, false},
    {"body that is announced too long",
     "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 200001\r\n\r\n", 413, "refused 413",
     "\r\nConnection: close\r\n", false, true},
    {"body to nowhere", "POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n", 404,
     "refused 404", "\r\nConnection: close\r\n", false, true},
    {"chunks", CHUNKED_OF("POST", "/echo") "3\r\nabc\r\n0a\r\n0123456789\r\n0\r\n\r\n", 200,
     "abc0123456789", NULL, false, false},
    {"chunks to a pool", CHUNKED_OF("POST", "/wait-echo") "3\r\nabc\r\n0\r\n\r\n", 200, "abc", NULL,
     false, false},
    {"chunks to both pools", CHUNKED_OF("POST", "/both-echo") "3\r\nabc\r\n0\r\n\r\n", 200, "abc",
     NULL, false, false},
    {"no chunk but the last", CHUNKED_OF("POST", "/echo") "0\r\n\r\n", 200, "", NULL, false, false},
    {"no chunk but the last, where no body is wanted", CHUNKED_OF("GET", "/hello") "000\r\n\r\n",
     200, "hello", NULL, false, false},
    {"chunks to HEAD", CHUNKED_OF("HEAD", "/echo") "3\r\nabc\r\n0\r\n\r\n", 200, "",
     "\r\nContent-Length: 3\r\n", true, false},
    {"chunks where no body is wanted", CHUNKED_OF("GET", "/hello") "1\r\nx\r\n0\r\n\r\n", 413,
     "refused 413", "\r\nConnection: close\r\n", false, true},
    {"chunks to nowhere", CHUNKED_OF("POST", "/no") "1\r\nx\r\n0\r\n\r\n" GET_OF("/hello"), 404,
     "refused 404", "\r\nConnection: close\r\n", false, true},
    {"a request in chunks to nowhere", CHUNKED_OF("POST", "/no") GET_OF("/hello"), 404,
     "refused 404", "\r\nConnection: close\r\n", false, true},
    {"chunks, then the end",
     "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
     "3\r\nabc\r\n0\r\n\r\n",
     200, "abc", "\r\nConnection: close\r\n", false, true},
    {"Expect with a body that is there",
     "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\nabc", 200,
     "abc", NULL, false, false},
    {"Expect without a body", "GET /hello HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n", 200,
     "hello", NULL, false, false},
    {"Expect with an empty body",
     "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nExpect: 100-continue\r\n\r\n", 200, "",
     NULL, false, false},
    {"Expect to nowhere",
     "POST /no HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n", 404,
     "refused 404", "\r\nConnection: close\r\n", false, true},
    {"Expect of more than is taken",
     "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 200001\r\nExpect: 100-continue\r\n\r\n",
     413, "refused 413", "\r\nConnection: close\r\n", false, true},
    {"close", "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200, "hello",
     "\r\nConnection: close\r\n", false, true},
    {"close by a pool", "GET /wait HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", 200, "hello",
     "\r\nConnection: close\r\n", false, true},
    {"HTTP/1.1's version", GET_OF("/hello"), 200, "hello", "HTTP/1.1 200 OK\r\n", false, false},
    {"HTTP/1.0's version", "GET /hello HTTP/1.0\r\n\r\n", 200, "hello", "HTTP/1.0 200 OK\r\n",
     false, true},
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
        assert_has_nosniff(&answer);
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
    /* Loop and pool mixed: replies come in the order of requests all the same. */
    static const char *const paths[] = {"hello", "wait", "no", "echo"};
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
    static const char *const requests[] = {
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
        CHUNKED_OF("POST", "/echo") "3\r\nhel\r\n02\r\nlo\r\n0\r\n\r\n"};
    struct client client, other;
    start_one_loop();
    client_open(&client, port);
    client_open(&other, port);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        for (size_t cut = 1; cut < strlen(requests[i]); cut++) {
            struct answer answer;
            client_send(&client, requests[i], cut);
            wait_for_loop(&other); /* the first part is read alone */
            client_send_text(&client, requests[i] + cut);
            assert_true(client_read(&client, &answer, false));
            assert_int_equal(answer.status, 200);
            assert_string_equal(answer.body, "hello");
        }
    }
    client_close(&other);
    client_close(&client);
    stop();
}

static void test_large_bodies(void **state)
{
    (void)state;
    static const char *const paths[] = {"echo", "wait-echo"};
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

#define FOLLOWING 400 /* requests, which are more than the first input has room for */

/* Many small chunks, then one of what is left; behind them other requests, in the same write. */
static void write_chunks(struct tes_buf *buf, const char *path, size_t head, size_t length)
{
    char size[16];
    tes_buf_text(buf, "POST /");
    tes_buf_text(buf, path);
    tes_buf_text(buf, " HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nA: ");
    while (buf->length < head - 4)
        tes_buf_char(buf, 'a');
    tes_buf_text(buf, "\r\n\r\n");
    size_t small = length / 2;
    for (size_t i = 0; i < small; i++) {
        tes_buf_text(buf, "1\r\n");
        tes_buf_char(buf, (char)('a' + i % 26));
        tes_buf_text(buf, "\r\n");
    }
    snprintf(size, sizeof size, "%zx\r\n", length - small);
    tes_buf_text(buf, size);
    tes_buf_append(buf, large_body, length - small);
    tes_buf_text(buf, "\r\n0\r\n\r\n");
    for (unsigned i = 0; i < FOLLOWING; i++)
        tes_buf_text(buf, GET_OF("/hello"));
}

/* Heads of such lengths that the body lies behind them, partly, or not at all; bodies of all that
 * is taken. */
static void test_large_chunked_bodies(void **state)
{
    (void)state;
    static const char *const paths[] = {"echo", "wait-echo"};
    static const size_t heads[] = {100, 4000, 4095, 4096, 4097, 7000, 8191, 8192};
    static const size_t lengths[] = {10, 1000, 4000, 4100, 8192, 20000, 200000};
    static char memory[2 * 1024 * 1024];
    struct client client;
    struct answer answer;
    start(&defaults);
    client_open(&client, port);
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        for (size_t j = 0; j < sizeof lengths / sizeof *lengths; j++) {
            struct tes_buf buf = tes_buf_on(memory, sizeof memory);
            write_chunks(&buf, paths[(i + j) % 2], heads[i], lengths[j]);
            assert_false(buf.failed);
            client_send(&client, buf.at, buf.length);
            assert_true(client_read(&client, &answer, false));
            assert_int_equal(answer.status, 200);
            assert_int_equal(answer.body_length, lengths[j]);
            assert_memory_equal(answer.body, "abcdef", lengths[j] / 2 < 6 ? lengths[j] / 2 : 6);
            /* What came with it is answered, and so is what comes then. */
            for (unsigned k = 0; k < FOLLOWING; k++) {
                assert_true(client_read(&client, &answer, false));
                assert_string_equal(answer.body, "hello");
            }
            assert_answer(&client, GET_OF("/hello"), 200);
        }
    }
    client_close(&client);
    stop();
}

static void assert_continue(struct client *client)
{
    static const char text[] = "HTTP/1.1 100 Continue\r\n\r\n";
    while (client->length < sizeof text - 1 && client_fill(client))
        ;
    assert_int_equal(client->length, sizeof text - 1);
    assert_memory_equal(client->bytes, text, sizeof text - 1);
    client->length = 0;
}

/* Once, when the head has come, whether it came at once or not. */
static void test_expectation_is_met(void **state)
{
    (void)state;
    static const struct {
        const char *head, *body;
    } CASES[] = {
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n",
         "abc"},
        {"POST /wait-echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: "
         "chunked\r\n\r\n",
         "3\r\nabc\r\n0\r\n\r\n"},
    };
    struct client client, other;
    struct answer answer;
    start_one_loop();
    client_open(&client, port);
    client_open(&other, port);
    for (size_t i = 0; i < 4 * sizeof CASES / sizeof *CASES; i++) {
        const char *head = CASES[i / 4].head, *body = CASES[i / 4].body;
        size_t cut = i % 2 == 0 ? 0 : 20, body_cut = i % 4 < 2 ? 0 : 2;
        client_send(&client, head, cut);
        if (cut > 0)
            wait_for_loop(&other);
        client_send_text(&client, head + cut);
        assert_continue(&client);
        client_send(&client, body, body_cut);
        if (body_cut > 0)
            wait_for_loop(&other);
        client_send_text(&client, body + body_cut);
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, 200);
        assert_string_equal(answer.body, "abc");
    }
    client_close(&other);
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
        assert_has_nosniff(&answer);
        /* The reply is the last: what follows is not taken for a request. */
        assert_non_null(strstr(answer.head, "\r\nConnection: close\r\n"));
        assert_true(client_is_at_end(&client));
        client_close(&client);
    }
    stop();
}

static void test_bad_chunks_over_the_wire(void **state)
{
    (void)state;
    start(&defaults);
    for (size_t i = 0; i < BAD_CHUNKS; i++) {
        struct client client;
        struct answer answer;
        client_open(&client, port);
        client_send_text(&client, CHUNKED_OF("POST", "/"));
        client_send(&client, bad_chunks[i].text.at, bad_chunks[i].text.length);
        client_send_text(&client, GET_OF("/hello"));
        if (!client_read(&client, &answer, false) || answer.status != bad_chunks[i].status)
            fail_msg("%s: %u instead of %u", bad_chunks[i].name, answer.status,
                     bad_chunks[i].status);
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
    wait_for_reply(&client);
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
    settings.threads[HTTP_ON_WAITERS] = 1;
    settings.queue_max = 1;
    atomic_store(&slow_count, 0);
    start(&settings);
    client_open(&clients[0], port);
    client_send_text(&clients[0], GET_OF("/slow"));
    wait_for_slow(1);
    client_open(&clients[1], port);
    client_send_text(&clients[1], GET_OF("/slow"));
    struct http_figures figures;
    wait_for_queue(1);

    client_open(&clients[2], port);
    client_send_text(&clients[2], GET_OF("/slow"));
    assert_true(client_read(&clients[2], &answer, false));
    assert_int_equal(answer.status, 503);
    assert_non_null(strstr(answer.head, "\r\nRetry-After: 1\r\n"));
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

/* Each of the pools in turn has all its threads held and its queue full. */
static void test_pools_do_not_hold_each_other_up(void **state)
{
    (void)state;
    static const struct {
        enum http_where held;
        const char *hold, *other;
    } cases[] = {
        {HTTP_ON_WAITERS, GET_OF("/slow"), GET_OF("/compute")},
        {HTTP_ON_DRAWERS, GET_OF("/slow-compute"), GET_OF("/wait")},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct http_settings settings = defaults;
        struct client holders[6], other;
        struct answer answer;
        settings.queue_max = 4;
        unsigned held = settings.threads[cases[i].held];
        assert_int_equal(held + settings.queue_max, 6);
        atomic_store(&slow_count, 0);
        start(&settings);
        for (unsigned j = 0; j < 6; j++) {
            client_open(&holders[j], port);
            client_send_text(&holders[j], cases[i].hold);
            if (j < held)
                wait_for_slow(j + 1);
        }
        wait_for_queue(settings.queue_max);

        client_open(&other, port);
        assert_answer(&other, cases[i].hold, 503);
        for (unsigned j = 0; j < 20; j++)
            assert_answer(&other, cases[i].other, 200);
        assert_int_equal(atomic_load(&slow_count), held);

        for (unsigned j = 0; j < 6; j++)
            sem_post(&gate);
        for (unsigned j = 0; j < 6; j++) {
            assert_true(client_read(&holders[j], &answer, false));
            assert_int_equal(answer.status, 200);
            client_close(&holders[j]);
        }
        client_close(&other);
        stop();
    }
}

/* Every thread of a pool is held once, so each has been heard of; no two may have one number. */
static void test_threads_have_numbers_of_their_own(void **state)
{
    (void)state;
    static const char *const holds[] = {GET_OF("/slow"), GET_OF("/slow-compute")};
    struct client clients[4];
    struct answer answer;
    atomic_store(&slow_count, 0);
    atomic_store(&slow_threads, 0);
    start(&defaults);
    for (unsigned i = 0; i < 4; i++) {
        client_open(&clients[i], port);
        client_send_text(&clients[i], holds[i / 2]);
    }
    wait_for_slow(4);
    assert_int_equal(atomic_load(&slow_threads), 0x3C); /* 2 to 5; 0 and 1 are the loops */
    for (unsigned i = 0; i < 4; i++)
        sem_post(&gate);
    for (unsigned i = 0; i < 4; i++) {
        assert_true(client_read(&clients[i], &answer, false));
        client_close(&clients[i]);
    }
    stop();
}

static void test_never_started(void **state)
{
    (void)state;
    struct tes_error error = {""};
    struct http_server *one = http_server_new(&defaults, &app, &error);
    assert_non_null(one);

    /* The port is taken: a second server says so. */
    char taken[8];
    struct http_settings settings = defaults;
    snprintf(taken, sizeof taken, "%u", http_server_port(one));
    settings.port = taken;
    assert_null(http_server_new(&settings, &app, &error));
    assert_non_null(strstr(error.text, taken));
    http_server_free(one);

    settings.host = "no such host";
    assert_null(http_server_new(&settings, &app, &error));
    http_server_free(NULL);
}

int main(void)
{
    set_up_app();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keep_alive),
        cmocka_unit_test(test_exchanges),
        cmocka_unit_test(test_pipelining),
        cmocka_unit_test(test_split_at_every_byte),
        cmocka_unit_test(test_large_bodies),
        cmocka_unit_test(test_large_chunked_bodies),
        cmocka_unit_test(test_expectation_is_met),
        cmocka_unit_test(test_bad_framings_over_the_wire),
        cmocka_unit_test(test_bad_chunks_over_the_wire),
        cmocka_unit_test(test_refusal_survives_unread_input),
        cmocka_unit_test(test_head_too_large),
        cmocka_unit_test(test_full_queue),
        cmocka_unit_test(test_pools_do_not_hold_each_other_up),
        cmocka_unit_test(test_threads_have_numbers_of_their_own),
        cmocka_unit_test(test_never_started),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
