/* Goal: a handler is run once, on the loop. What it leaves to other threads is done by a pool, or
 * by one and then another, with the same request and reply; or is abandoned, once: whatever the
 * client does meanwhile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>

#include "test_http_app.h"

#define BODY_MAX 150000

static char body[BODY_MAX + 1];

static int forget_counts(void **state)
{
    (void)state;
    for (unsigned i = 0; i < HTTP_WHERE_COUNT; i++)
        atomic_store(&step_count[i], 0);
    atomic_store(&departed_count, 0);
    atomic_store(&arrived_count, 0);
    atomic_store(&abandoned_count, 0);
    return 0;
}

/* After each test: what was left to other threads is done or abandoned, once. */
static int check_counts(void **state)
{
    (void)state;
    assert_int_equal(atomic_load(&arrived_count) + atomic_load(&abandoned_count),
                     atomic_load(&departed_count));
    return 0;
}

static void post(struct client *client, const char *path, size_t length)
{
    char head[200];
    snprintf(head, sizeof head, "POST %s HTTP/1.1\r\nHost: a\r\nContent-Length: %zu\r\n\r\n", path,
             length);
    client_send_text(client, head);
    client_send(client, body, length);
}

/* The reply to a body of that length, with what the handler put into it at first. */
static void read_echo(struct client *client, size_t length)
{
    struct answer answer;
    assert_true(client_read(client, &answer, false));
    assert_int_equal(answer.status, 200);
    assert_int_equal(answer.body_length, length);
    size_t kept = length < sizeof answer.body - 1 ? length : sizeof answer.body - 1;
    assert_memory_equal(answer.body, body, kept);
    assert_non_null(strstr(answer.head, "X-First"));
}

static void test_the_request_is_the_same(void **state)
{
    (void)state;
    static const size_t lengths[] = {0, 1, 3000, 5000, 20000, BODY_MAX};
    static const char *const paths[] = {"/wait-echo", "/compute-echo"};
    struct client client;
    start(&defaults);
    client_open(&client, port);
    for (unsigned i = 0; i < 2; i++)
        for (size_t j = 0; j < sizeof lengths / sizeof *lengths; j++) {
            post(&client, paths[i], lengths[j]);
            read_echo(&client, lengths[j]);
            assert_answer(&client, GET_OF("/hello"), 200);
        }
    assert_int_equal(atomic_load(&departed_count), 2 * sizeof lengths / sizeof *lengths);
    assert_int_equal(atomic_load(&arrived_count), 2 * sizeof lengths / sizeof *lengths);
    assert_int_equal(atomic_load(&abandoned_count), 0);
    client_close(&client);
    stop();
}

static void test_threads_of_the_pool_run_it(void **state)
{
    (void)state;
    struct client clients[2];
    struct answer answer;
    atomic_store(&slow_count, 0);
    atomic_store(&slow_threads, 0);
    start(&defaults);
    for (unsigned i = 0; i < 2; i++) {
        client_open(&clients[i], port);
        client_send_text(&clients[i], GET_OF("/slow"));
    }
    wait_for_slow(2);
    assert_int_equal(atomic_load(&slow_threads), 0xC); /* the waiters, 2 and 3 */
    for (unsigned i = 0; i < 2; i++)
        sem_post(&gate);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(client_read(&clients[i], &answer, false));
        assert_int_equal(answer.status, 200);
        client_close(&clients[i]);
    }
    stop();
}

/* From the loop to a thread that computes, and from there to one that waits; or many times about,
 * the loop included: with bodies of every sort, whatever came before or comes after on the
 * connection. */
static void test_several_places(void **state)
{
    (void)state;
    static const size_t lengths[] = {0, 3000, 20000, BODY_MAX};
    enum { ROUNDS = 5, ALL = ROUNDS * sizeof lengths / sizeof *lengths };
    struct client client;
    start(&defaults);
    client_open(&client, port);
    for (unsigned round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            post(&client, "/both-echo", lengths[i]);
            post(&client, "/around-echo", lengths[i] / 2);
            post(&client, "/wait-echo", 10 + round);
            read_echo(&client, lengths[i]);
            read_echo(&client, lengths[i] / 2);
            read_echo(&client, 10 + round);
        }
    assert_int_equal(atomic_load(&departed_count), 3 * ALL);
    assert_int_equal(atomic_load(&arrived_count), 3 * ALL);
    assert_int_equal(atomic_load(&step_count[HTTP_ON_LOOP]), 3 * ALL);
    assert_int_equal(atomic_load(&step_count[HTTP_ON_WAITERS]), (1 + 4 + 1) * ALL);
    assert_int_equal(atomic_load(&step_count[HTTP_ON_DRAWERS]), (1 + 3) * ALL);
    client_close(&client);
    stop();
}

static void test_replies_stay_in_order(void **state)
{
    (void)state;
    struct client client;
    struct answer answer;
    start(&defaults);
    client_open(&client, port);
    for (unsigned round = 0; round < 20; round++) {
        client_send_text(&client, GET_OF("/hello"));
        post(&client, "/wait-echo", 10 + round);
        client_send_text(&client, GET_OF("/empty"));
        post(&client, "/compute-echo", 20 + round);
        post(&client, "/wait-echo", 30 + round);
        client_send_text(&client, GET_OF("/hello"));
    }
    for (unsigned round = 0; round < 20; round++) {
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.body_length, 5);
        read_echo(&client, 10 + round);
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.status, 204);
        read_echo(&client, 20 + round);
        read_echo(&client, 30 + round);
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.body_length, 5);
    }
    client_close(&client);
    stop();
}

enum { UNREAD = 2500, UNREAD_BODY = 3000 };

static void *send_unread(void *client)
{
    for (unsigned i = 0; i < UNREAD; i++) {
        client_send_text(client, GET_OF("/hello"));
        post(client, "/wait-echo", UNREAD_BODY);
    }
    return NULL;
}

/* The socket takes no more just when a request is to be handed over: the replies before it go
 * first, and the handler is not run on the loop again. */
static void test_a_client_that_does_not_read(void **state)
{
    (void)state;
    struct client client;
    struct answer answer;
    pthread_t sender;
    const int few = 4096;
    start(&defaults);
    client_socket(&client);
    assert_int_equal(setsockopt(client.fd, SOL_SOCKET, SO_RCVBUF, &few, sizeof few), 0);
    client_connect(&client, port);
    assert_int_equal(pthread_create(&sender, NULL, send_unread, &client), 0);
    /* Until the count stands still. On a slow machine that may be early, and then shows less. */
    PATIENCE_UNTIL(atomic_load(&departed_count) > 0);
    unsigned before;
    do {
        before = atomic_load(&departed_count);
        usleep(100 * 1000);
    } while (atomic_load(&departed_count) != before);
    assert_in_range(before, 1, UNREAD - 1); /* or it was not held up */
    for (unsigned i = 0; i < UNREAD; i++) {
        assert_true(client_read(&client, &answer, false));
        assert_int_equal(answer.body_length, 5);
        read_echo(&client, UNREAD_BODY);
    }
    assert_int_equal(atomic_load(&departed_count), UNREAD);
    pthread_join(sender, NULL);
    client_close(&client);
    stop();
}

static void test_a_full_queue_refuses_it(void **state)
{
    (void)state;
    struct http_settings settings = defaults;
    struct client clients[3];
    struct answer answer;
    settings.threads[HTTP_ON_WAITERS] = 1;
    settings.queue_max = 1;
    atomic_store(&slow_count, 0);
    start(&settings);
    for (unsigned i = 0; i < 2; i++) {
        client_open(&clients[i], port);
        client_send_text(&clients[i], GET_OF("/slow"));
        if (i == 0)
            wait_for_slow(1);
    }
    wait_for_queue(1);
    client_open(&clients[2], port);
    client_send_text(&clients[2], GET_OF("/slow"));
    assert_true(client_read(&clients[2], &answer, false));
    assert_int_equal(answer.status, 503);
    assert_non_null(strstr(answer.head, "\r\nRetry-After: 1\r\n"));
    assert_null(strstr(answer.head, "X-First"));
    assert_int_equal(atomic_load(&abandoned_count), 1);
    assert_answer(&clients[2], GET_OF("/hello"), 200);
    assert_answer(&clients[2], GET_OF("/compute"), 200);
    sem_post(&gate);
    sem_post(&gate);
    for (unsigned i = 0; i < 3; i++) {
        if (i < 2) {
            assert_true(client_read(&clients[i], &answer, false));
            assert_int_equal(answer.status, 200);
        }
        client_close(&clients[i]);
    }
    stop();
}

/* The flow that the handler names counts: who fills the queue loses their last, not who comes. */
static void test_a_full_queue_refuses_the_heaviest_flow(void **state)
{
    (void)state;
    enum { MANY = 4, OTHER = MANY };
    struct http_settings settings = defaults;
    struct client clients[MANY + 1];
    struct answer answer;
    settings.threads[HTTP_ON_WAITERS] = 1;
    settings.queue_max = MANY - 1;
    atomic_store(&slow_count, 0);
    start(&settings);
    for (unsigned i = 0; i < MANY; i++) {
        client_open(&clients[i], port);
        client_send_text(&clients[i], GET_OF("/slow?a"));
        if (i == 0)
            wait_for_slow(1);
        else
            wait_for_queue(i);
    }
    client_open(&clients[OTHER], port);
    client_send_text(&clients[OTHER], GET_OF("/slow?b"));
    assert_true(client_read(&clients[MANY - 1], &answer, false));
    assert_int_equal(answer.status, 503);
    assert_int_equal(atomic_load(&abandoned_count), 1);
    assert_answer(&clients[MANY - 1], GET_OF("/hello"), 200);
    for (unsigned i = 0; i < MANY; i++)
        sem_post(&gate);
    for (unsigned i = 0; i <= MANY; i++) {
        if (i != MANY - 1) {
            assert_true(client_read(&clients[i], &answer, false));
            assert_int_equal(answer.status, 200);
        }
        client_close(&clients[i]);
    }
    stop();
}

/* ------------------------------------------------------------------------- rude clients */

static void vanish(struct client *client, bool by_reset)
{
    static const struct linger reset = {.l_onoff = 1, .l_linger = 0};
    if (by_reset)
        setsockopt(client->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    client_close(client);
}

/* While they wait in the queue, while a worker has them, and with more requests behind. */
static void test_clients_that_vanish(void **state)
{
    (void)state;
    enum { CLIENTS = 40 };
    struct http_settings settings = defaults;
    settings.queue_max = CLIENTS;
    atomic_store(&slow_count, 0);
    start(&settings);
    for (unsigned i = 0; i < CLIENTS; i++) {
        struct client client;
        client_open(&client, port);
        client_send_text(&client, i % 3 == 0 ? GET_OF("/slow") GET_OF("/wait-echo") GET_OF("/hello")
                                             : GET_OF("/slow"));
        if (i < 2)
            wait_for_slow(i + 1);
        vanish(&client, i % 2 == 1);
    }
    for (unsigned i = 0; i < CLIENTS; i++)
        sem_post(&gate);
    wait_for_connections(0);
    while (sem_trywait(&gate) == 0)
        ; /* of those whose request never came */
    struct client client;
    client_open(&client, port);
    post(&client, "/wait-echo", 100);
    read_echo(&client, 100);
    client_close(&client);
    stop();
}

static void *hurry(void *number)
{
    unsigned seed = (unsigned)(uintptr_t)number;
    for (unsigned i = 0; i < 150; i++) {
        struct client client;
        client_open(&client, port);
        unsigned requests = (unsigned)rand_r(&seed) % 4, read = (unsigned)rand_r(&seed) % 4;
        for (unsigned j = 0; j < requests; j++)
            post(&client, j % 2 == 0 ? "/wait-echo" : "/wait-echo", (unsigned)rand_r(&seed) % 6000);
        struct answer answer;
        for (unsigned j = 0; j < read && j < requests; j++)
            assert_true(client_read(&client, &answer, false));
        vanish(&client, rand_r(&seed) % 2 == 0);
    }
    return NULL;
}

static void test_many_who_come_and_go(void **state)
{
    (void)state;
    pthread_t threads[4];
    struct http_settings settings = defaults;
    settings.queue_max = 1000;
    start(&settings);
    for (uintptr_t i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, hurry, (void *)(i + 1)), 0);
    for (unsigned i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    stop();
}

/* ----------------------------------------------------------------------------- stopping */

static void test_stop_lets_it_finish(void **state)
{
    (void)state;
    struct client working, idle;
    struct answer answer;
    pthread_t opener;
    atomic_store(&slow_count, 0);
    start_one_loop();
    client_open(&idle, port);
    client_open(&working, port);
    client_send_text(&working, GET_OF("/slow") GET_OF("/wait-echo"));
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

/* With some in the hands of workers, some in the queue, and no time to wait for them. */
static void test_stop_has_an_end(void **state)
{
    (void)state;
    struct client clients[6], idle;
    pthread_t opener;
    atomic_store(&slow_count, 0);
    start(&defaults);
    client_open(&idle, port);
    for (unsigned i = 0; i < 6; i++) {
        client_open(&clients[i], port);
        client_send_text(&clients[i], GET_OF("/slow"));
        if (i < 2)
            wait_for_slow(i + 1);
    }
    wait_for_queue(4);
    sem_post(&gate);
    assert_int_equal(pthread_create(&opener, NULL, open_gate_after, &idle), 0);
    for (unsigned i = 0; i < 4; i++)
        sem_post(&gate);
    own_clock_go();
    http_server_stop(server, 20);
    pthread_join(opener, NULL);
    http_server_free(server);
    client_close(&idle);
    for (unsigned i = 0; i < 6; i++)
        client_close(&clients[i]);
    while (sem_trywait(&gate) == 0)
        ;
}

#define CHECKED(test) cmocka_unit_test_setup_teardown(test, forget_counts, check_counts)

int main(void)
{
    set_up_app();
    for (size_t i = 0; i < BODY_MAX; i++)
        body[i] = (char)('a' + i % 23);
    const struct CMUnitTest tests[] = {
        CHECKED(test_the_request_is_the_same),
        CHECKED(test_threads_of_the_pool_run_it),
        CHECKED(test_several_places),
        CHECKED(test_replies_stay_in_order),
        CHECKED(test_a_client_that_does_not_read),
        CHECKED(test_a_full_queue_refuses_it),
        CHECKED(test_a_full_queue_refuses_the_heaviest_flow),
        CHECKED(test_clients_that_vanish),
        CHECKED(test_many_who_come_and_go),
        CHECKED(test_stop_lets_it_finish),
        CHECKED(test_stop_has_an_end),
    };
    return cmocka_run_group_tests_name("continuation", tests, NULL, NULL);
}
