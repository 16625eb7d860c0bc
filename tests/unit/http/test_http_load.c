/* Goal: nobody who is slow, rude or many keeps the server from answering others, and it stops in
 * time whatever they do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <sys/resource.h>

#include "test_http_app.h"

#define IDLE_MANY 2500

/* -------------------------------------------------------- slow and rude */

static void test_trickle_is_cut_off(void **state)
{
    (void)state;
    /* In the head and in the body: the deadline is for the whole, not for each byte. */
    static const char *const beginnings[] = {
        "GET / HTTP/1.1\r\nHost: a\r\nA: ",
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n"};
    struct http_settings settings = defaults;
    struct client other;
    settings.threads[HTTP_ON_LOOP] = 1;
    settings.request_timeout_ms = 300;
    start(&settings);
    client_open(&other, port);
    for (unsigned i = 0; i < 2; i++) {
        struct client client;
        struct answer answer;
        client_open(&client, port);
        client_send_text(&client, beginnings[i]);
        wait_for_loop(&other);
        for (unsigned j = 0; j < 13; j++) {
            own_clock_pass(23 * MS);
            client_send(&client, "b", 1);
            wait_for_loop(&other);
            assert_true(client_is_quiet(&client));
        }
        own_clock_pass(MS); /* 300 in all */
        client_send(&client, "b", 1);
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, 408);
        assert_true(client_is_at_end(&client));
        client_close(&client);
    }
    client_close(&other);
    stop();
}

static void test_idle_is_closed(void **state)
{
    (void)state;
    struct http_settings settings = defaults;
    struct client silent, served, other;
    settings.threads[HTTP_ON_LOOP] = 1;
    settings.idle_timeout_ms = 1000;
    start(&settings);
    client_open(&other, port);
    client_open(&silent, port);
    client_open(&served, port);
    assert_answer(&served, GET_OF("/hello"), 200);
    wait_for_loop(&other);
    own_clock_pass(999 * MS);
    wait_for_loop(&other);
    assert_true(client_is_quiet(&silent) && client_is_quiet(&served));
    own_clock_pass(MS);
    wait_for_loop(&other);
    assert_true(client_is_at_end(&silent));
    assert_true(client_is_at_end(&served));
    client_close(&silent);
    client_close(&served);
    client_close(&other);
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
    wait_for_reply(&slow);
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

static void test_many_heavy_requests_of_one_client(void **state)
{
    (void)state;
    struct http_settings settings = defaults;
    struct client greedy, other;
    struct answer answer;
    settings.threads[HTTP_ON_LOOP] = 1;
    start(&settings);
    client_open(&greedy, port);
    client_open(&other, port);
    assert_answer(&other, GET_OF("/hello"), 200);
    atomic_store(&heavy_count, 0);
    for (unsigned i = 0; i < 100; i++)
        client_send_text(&greedy, GET_OF("/heavy"));
    PATIENCE_UNTIL(atomic_load(&heavy_count) == 1); /* the loop is held by the first */
    client_send_text(&other, GET_OF("/after-heavy"));
    sem_post(&gate);
    assert_true(client_read(&other, &answer, false));
    assert_int_equal(answer.status, 200);
    for (unsigned i = 0; i < 100; i++) {
        assert_true(client_read(&greedy, &answer, false));
        assert_int_equal(answer.status, 200);
    }
    assert_in_range(atomic_load(&heavy_before), 1, 10); /* it did not wait for all of them */
    client_close(&greedy);
    client_close(&other);
    stop();
}

static void test_reader_that_never_reads(void **state)
{
    (void)state;
    struct http_settings settings = defaults;
    struct client slow, other;
    settings.threads[HTTP_ON_LOOP] = 1;
    settings.request_timeout_ms = 200;
    start(&settings);
    client_open(&slow, port);
    client_send_text(&slow, GET_OF("/large"));
    client_open(&other, port);
    wait_for_reply(&slow);
    wait_for_loop(&other);
    assert_int_equal(count_connections(), 2);
    /* In the first of these times the client's kernel has taken some of it. */
    for (unsigned i = 0; i < 10 && count_connections() == 2; i++) {
        own_clock_pass(200 * MS);
        wait_for_loop(&other);
    }
    assert_int_equal(count_connections(), 1);
    client_close(&other);
    client_close(&slow);
    stop();
}

static _Atomic size_t taken_slowly;

static atomic_bool has_stopped;

enum { STEPS = 40 }; /* two seconds */

/* Takes a large reply in pieces, and time passes before each; returns how many bytes came before
 * the end. With `idle`, it takes the second piece when the server has closed that connection, and
 * after STEPS pieces no more until the server has stopped: a server that writes as fast as the
 * client reads does not notice how the time passes. With `other`, its only loop has seen the time
 * before each of the first STEPS pieces. */
static size_t take_slowly(size_t piece, uint64_t pause_us, struct client *idle,
                          struct client *other)
{
    struct client slow;
    static char bytes[64 * 1024];
    const int window = 16 * 1024;
    size_t got = 0;
    unsigned steps = 0;
    client_socket(&slow);
    assert_int_equal(setsockopt(slow.fd, SOL_SOCKET, SO_RCVBUF, &window, sizeof window), 0);
    client_connect(&slow, port);
    client_send_text(&slow, GET_OF("/large"));
    for (;;) {
        own_clock_pass(pause_us);
        steps++;
        if (other != NULL && steps <= STEPS)
            wait_for_loop(other);
        if (idle != NULL && steps == STEPS)
            PATIENCE_UNTIL(atomic_load(&has_stopped));
        ssize_t length = recv(slow.fd, bytes, piece, 0);
        if (length <= 0)
            break;
        got += (size_t)length;
        if (idle != NULL && atomic_exchange(&taken_slowly, got) == 0)
            assert_true(client_is_at_end(idle)); /* the server is stopping */
        if (got > LARGE_LENGTH)
            break; /* the head and the body */
    }
    client_close(&slow);
    return got;
}

static void test_steady_reader_gets_all(void **state)
{
    (void)state;
    struct http_settings settings = defaults;
    settings.request_timeout_ms = 300; /* it takes many times as long */
    settings.send_rate_min = 1024;
    start(&settings);
    uint64_t began_us = tes_clock_steady_us();
    assert_true(take_slowly(64 * 1024, 10 * MS, NULL, NULL) > LARGE_LENGTH);
    assert_true(tes_clock_steady_us() - began_us > 3 * 300 * MS);
    stop();
}

static void test_dripping_reader_is_cut_off(void **state)
{
    (void)state;
    struct http_settings settings = defaults;
    settings.request_timeout_ms = 300;
    settings.send_rate_min = 100 * 1000; /* it takes a tenth of that */
    settings.threads[HTTP_ON_LOOP] = 1;
    struct client other;
    start(&settings);
    client_open(&other, port);
    uint64_t began_us = tes_clock_steady_us();
    assert_true(take_slowly(500, 50 * MS, NULL, &other) < LARGE_LENGTH);
    assert_true(tes_clock_steady_us() - began_us >= 300 * MS);
    client_close(&other);
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
    sem_post(&gate);
    sem_post(&gate);
    wait_for_connections(0);
    struct client client;
    client_open(&client, port);
    assert_answer(&client, GET_OF("/wait"), 200);
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
    client_send_text(&client, GET_OF("/hello") GET_OF("/wait") GET_OF("/hello"));
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
    assert_answer(&idle[IDLE_MANY - 1], GET_OF("/wait"), 200);
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
    settings.threads[HTTP_ON_LOOP] = 1;
    settings.connections_max = 4;
    start(&settings);
    for (unsigned i = 0; i < 4; i++) {
        client_open(&clients[i], port);
        assert_answer(&clients[i], GET_OF("/hello"), 200);
        own_clock_pass(MS);
    }
    assert_answer(&clients[0], GET_OF("/hello"), 200); /* the second is now the longest idle */
    own_clock_pass(MS);
    client_open(&clients[4], port);
    assert_answer(&clients[4], GET_OF("/hello"), 200);
    assert_true(client_is_at_end(&clients[1]));
    assert_answer(&clients[0], GET_OF("/hello"), 200);
    for (unsigned i = 0; i < 5; i++)
        client_close(&clients[i]);
    stop();
}

/* Four connections are all there may be; each leaves something unfinished, and a fifth is served.
 */
static void assert_makes_room(const char *unfinished, bool has_reply)
{
    struct http_settings settings = defaults;
    struct client clients[5];
    settings.threads[HTTP_ON_LOOP] = 1;
    settings.connections_max = 4;
    start(&settings);
    for (unsigned i = 0; i < 4; i++) {
        client_open(&clients[i], port);
        assert_answer(&clients[i], GET_OF("/hello"), 200);
        client_send_text(&clients[i], unfinished);
        if (has_reply)
            wait_for_reply(&clients[i]);
    }
    client_open(&clients[4], port);
    assert_answer(&clients[4], GET_OF("/hello"), 200);
    for (unsigned i = 0; i < 5; i++)
        client_close(&clients[i]);
    stop();
}

static void test_unfinished_requests_make_room(void **state)
{
    (void)state;
    assert_makes_room("GET /", false);
}

static void test_replies_that_nobody_takes_make_room(void **state)
{
    (void)state;
    assert_makes_room(GET_OF("/large"), true);
}

/* Connects with the last descriptor that the process may have: none is left for the server's end.
 */
static void connect_with_the_last_descriptor(struct client *client, struct rlimit *before)
{
    client_socket(client);
    assert_int_equal(getrlimit(RLIMIT_NOFILE, before), 0);
    struct rlimit none = {(rlim_t)client->fd + 1, before->rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    client_connect(client, port);
}

static void test_out_of_descriptors(void **state)
{
    (void)state;
    struct client idle[8], late;
    struct rlimit before;
    start(&defaults);
    for (unsigned i = 0; i < 8; i++) {
        client_open(&idle[i], port);
        assert_answer(&idle[i], GET_OF("/hello"), 200);
    }
    connect_with_the_last_descriptor(&late, &before);
    assert_answer(&late, GET_OF("/hello"), 200); /* an idle one had to go, and no more than one */
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    struct http_figures figures;
    http_server_figures(server, &figures);
    assert_int_equal(figures.connections, 8);
    for (unsigned i = 0; i < 8; i++)
        client_close(&idle[i]);
    client_close(&late);
    stop();
}

static void test_out_of_descriptors_with_nobody_to_close(void **state)
{
    (void)state;
    struct client late;
    struct rlimit before;
    start(&defaults);
    connect_with_the_last_descriptor(&late, &before);
    assert_true(client_is_at_end(&late)); /* turned away at once, not left hanging */
    client_close(&late);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    client_open(&late, port);
    assert_answer(&late, GET_OF("/hello"), 200);
    client_close(&late);
    stop();
}

#define RACERS         4
#define RACER_REQUESTS 500

static void *race(void *argument)
{
    (void)argument;
    static const char *const requests[] = {GET_OF("/hello"), GET_OF("/wait"), GET_OF("/no")};
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

static void test_stop_lets_requests_finish(void **state)
{
    (void)state;
    struct client working, idle;
    struct answer answer;
    pthread_t opener;
    atomic_store(&slow_count, 0);
    start_one_loop();
    client_open(&idle, port);
    client_open(&working, port);
    client_send_text(&working, GET_OF("/slow"));
    wait_for_slow(1);
    assert_int_equal(pthread_create(&opener, NULL, open_gate_after, &idle), 0);
    http_server_stop(server, AN_HOUR_MS);
    pthread_join(opener, NULL);
    assert_true(client_read(&working, &answer, false));
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.head, "\r\nConnection: close\r\n"));
    client_close(&working);
    client_close(&idle);
    http_server_free(server);
}

static void test_stop_has_an_end(void **state)
{
    (void)state;
    struct client half, working, large, idle;
    pthread_t opener;
    atomic_store(&slow_count, 0);
    start(&defaults);
    client_open(&idle, port);
    client_open(&half, port);
    client_send_text(&half, "GET / HTTP/1.1\r\n");
    client_open(&large, port);
    client_send_text(&large, GET_OF("/large"));
    client_open(&working, port);
    client_send_text(&working, GET_OF("/slow"));
    wait_for_slow(1);
    assert_int_equal(pthread_create(&opener, NULL, open_gate_after, &idle), 0);
    own_clock_go();
    http_server_stop(server, 50); /* those who never end would hold it up for ever */
    pthread_join(opener, NULL);
    http_server_free(server);
    client_close(&idle);
    client_close(&half);
    client_close(&large);
    client_close(&working);
}

/* A request that never ends, a connection that says nothing, a client that does not hang up when it
 * should, and one that does not take its reply: none of them is worth a wait. */
static void test_stop_does_not_wait_for_the_slow(void **state)
{
    (void)state;
    static const char *const beginnings[] = {
        "GET / HTTP/1.1\r\n",
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf",
        "",
        "nonsense\r\n\r\n",
        GET_OF("/large"),
        GET_OF("/hello") "GET /"};
    enum { SLOW = sizeof beginnings / sizeof *beginnings, SILENT = 2 };
    struct client slow[SLOW], working;
    struct answer answer;
    pthread_t opener;
    atomic_store(&slow_count, 0);
    start(&defaults);
    for (unsigned i = 0; i < SLOW; i++) {
        client_open(&slow[i], port);
        client_send_text(&slow[i], beginnings[i]);
    }
    client_open(&working, port);
    client_send_text(&working, GET_OF("/slow"));
    wait_for_slow(1);
    wait_for_reply(&slow[SLOW - 2]);
    wait_for_reply(&slow[SLOW - 1]);
    assert_int_equal(pthread_create(&opener, NULL, open_gate_after, &slow[SILENT]), 0);
    own_clock_go();
    http_server_stop(server, AN_HOUR_MS); /* it does not take that long, or the test would */
    pthread_join(opener, NULL);
    assert_true(client_read(&working, &answer, false));
    assert_int_equal(answer.status, 200);
    http_server_free(server);
    for (unsigned i = 0; i < SLOW; i++)
        client_close(&slow[i]);
    client_close(&working);
}

struct steady_reader {
    struct client idle;
    size_t got;
};

static void *read_steadily(void *reader)
{
    struct steady_reader *of = reader;
    of->got = take_slowly(500, 50 * MS, &of->idle, NULL); /* 10 kB a second */
    return NULL;
}

/* Nor is a client that takes its reply just fast enough to go on for minutes. */
static void test_stop_does_not_wait_for_a_steady_reader(void **state)
{
    (void)state;
    pthread_t thread;
    struct steady_reader reader;
    start_one_loop();
    client_open(&reader.idle, port);
    atomic_store(&taken_slowly, 0);
    atomic_store(&has_stopped, false);
    assert_int_equal(pthread_create(&thread, NULL, read_steadily, &reader), 0);
    PATIENCE_UNTIL(atomic_load(&taken_slowly) > 0);
    http_server_stop(server, AN_HOUR_MS);
    atomic_store(&has_stopped, true);
    http_server_free(server);
    pthread_join(thread, NULL);
    client_close(&reader.idle);
    assert_true(reader.got < LARGE_LENGTH);
}

/* What is half-sent when the server is told to stop may come in a moment. */
struct half_sent {
    struct client half, idle;
};

static void *send_rest_later(void *clients)
{
    struct half_sent *of = clients;
    assert_true(client_is_at_end(&of->idle)); /* the server is stopping */
    client_send_text(&of->half, "Host: a\r\n\r\n");
    wait_for_reply(&of->half);
    own_clock_go(); /* it waits for the client to hang up */
    return NULL;
}

static void test_stop_waits_a_moment_for_half_a_request(void **state)
{
    (void)state;
    struct half_sent of;
    struct client other;
    struct answer answer;
    pthread_t sender;
    start_one_loop();
    client_open(&other, port);
    client_open(&of.idle, port);
    client_open(&of.half, port);
    client_send_text(&of.half, "GET /hello HTTP/1.1\r\n");
    wait_for_loop(&other);
    client_close(&other);
    assert_int_equal(pthread_create(&sender, NULL, send_rest_later, &of), 0);
    http_server_stop(server, AN_HOUR_MS); /* the clock stands, so that the moment lasts */
    pthread_join(sender, NULL);
    assert_true(client_read(&of.half, &answer, false));
    assert_int_equal(answer.status, 200);
    http_server_free(server);
    client_close(&of.half);
    client_close(&of.idle);
}

int main(void)
{
    set_up_app();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trickle_is_cut_off),
        cmocka_unit_test(test_idle_is_closed),
        cmocka_unit_test(test_slow_reader),
        cmocka_unit_test(test_many_heavy_requests_of_one_client),
        cmocka_unit_test(test_reader_that_never_reads),
        cmocka_unit_test(test_steady_reader_gets_all),
        cmocka_unit_test(test_dripping_reader_is_cut_off),
        cmocka_unit_test(test_client_that_disappears),
        cmocka_unit_test(test_half_closed_client_gets_its_replies),
        cmocka_unit_test(test_many_idle_connections),
        cmocka_unit_test(test_longest_idle_makes_room),
        cmocka_unit_test(test_unfinished_requests_make_room),
        cmocka_unit_test(test_replies_that_nobody_takes_make_room),
        cmocka_unit_test(test_out_of_descriptors),
        cmocka_unit_test(test_out_of_descriptors_with_nobody_to_close),
        cmocka_unit_test(test_many_threads),
        cmocka_unit_test(test_stop_lets_requests_finish),
        cmocka_unit_test(test_stop_has_an_end),
        cmocka_unit_test(test_stop_does_not_wait_for_the_slow),
        cmocka_unit_test(test_stop_does_not_wait_for_a_steady_reader),
        cmocka_unit_test(test_stop_waits_a_moment_for_half_a_request),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
