/* Goal: when connections run short, those go that have shown the least, and a network that holds
 * many makes room before one that holds few. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test_http_app.h"

#define GRACE_US (2200 * MS) /* after it, a connection that has shown nothing is old */

enum { HOME, ABROAD }; /* two networks, both of the loopback */

static void open_from(struct client *client, unsigned network)
{
    struct sockaddr_in from = {.sin_family = AF_INET,
                               .sin_addr.s_addr = htonl(INADDR_LOOPBACK + (network << 8))};
    client_socket(client);
    assert_int_equal(bind(client->fd, (struct sockaddr *)&from, sizeof from), 0);
    client_connect(client, port);
    own_clock_pass(MS); /* nobody is as old as the one before */
}

static void open_many(struct client *clients, unsigned count, unsigned network, const char *text)
{
    for (unsigned i = 0; i < count; i++) {
        open_from(&clients[i], network);
        client_send_text(&clients[i], text);
    }
}

/* Each has had a request answered. */
static void open_shown(struct client *clients, unsigned count, unsigned network)
{
    for (unsigned i = 0; i < count; i++) {
        open_from(&clients[i], network);
        assert_answer(&clients[i], GET_OF("/hello"), 200);
    }
}

static void close_all(struct client *clients, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        client_close(&clients[i]);
}

static unsigned count_open(const struct client *clients, unsigned count)
{
    unsigned open = 0;
    for (unsigned i = 0; i < count; i++)
        open += client_is_quiet(&clients[i]);
    return open;
}

static void start_with(unsigned connections_max, unsigned per_network)
{
    struct http_settings settings = defaults;
    settings.threads[HTTP_ON_LOOP] = 1;
    settings.connections_max = connections_max;
    settings.connections_per_network = per_network;
    start(&settings);
}

/* Until so many of them are open: the server may take its time to take up what was sent to it. */
static void assert_open(const struct client *clients, unsigned count, unsigned expected)
{
    PATIENCE_UNTIL(count_open(clients, count) == expected);
    assert_int_equal(count_open(clients, count), expected);
}

#define HALF "POST /echo HTTP/1.1\r\nHost: a\r\nX: aaaaaaaaaaaaaaaa"

/* Half-sent requests hold all connections, and new ones come all the time. */
static void visitors_who_wait_are_served(void **state)
{
    (void)state;
    enum { MAX = 32, ROUNDS = 12, NEW = 6 };
    struct client half[MAX + ROUNDS * NEW], visitor;
    unsigned opened = MAX;
    start_with(MAX, MAX);
    open_many(half, MAX, HOME, HALF);
    for (unsigned i = 0; i < ROUNDS; i++) {
        open_from(&visitor, HOME);
        for (unsigned j = 0; j < NEW; j++, opened++) {
            open_many(&half[opened], 1, HOME, HALF);
            own_clock_pass(10 * MS);
        }
        assert_answer(&visitor, GET_OF("/hello"), 200);
        client_close(&visitor);
    }
    close_all(half, opened);
    stop();
}

/* Those who were served before stay, when all room is taken by some who never asked anything. */
static void the_served_outlive_those_who_showed_nothing(void **state)
{
    (void)state;
    enum { SERVED = 8, MAX = 24, NEW = 40 };
    struct client served[SERVED], silent[MAX - SERVED], half[NEW];
    start_with(MAX, MAX);
    open_shown(served, SERVED, HOME);
    open_many(silent, (MAX - SERVED) / 2, HOME, "");
    open_many(silent + (MAX - SERVED) / 2, (MAX - SERVED) / 2, HOME, HALF);
    wait_for_loop(&served[0]); /* all are accepted, and grow old from now on */
    own_clock_pass(GRACE_US);
    open_many(half, (MAX - SERVED), HOME, HALF); /* they take the places of the old ones */
    assert_open(silent, MAX - SERVED, 0);
    assert_int_equal(count_open(served, SERVED), SERVED);
    close_all(served, SERVED);
    close_all(silent, MAX - SERVED);
    close_all(half, MAX - SERVED);
    stop();
}

/* Bytes now and then do not make anybody younger. */
static void a_trickle_is_no_merit(void **state)
{
    (void)state;
    enum { MAX = 8, HALVES = 4 };
    struct client halves[HALVES], served[MAX - HALVES], late[HALVES];
    start_with(MAX, MAX);
    open_many(halves, HALVES, HOME, HALF);
    open_shown(served, MAX - HALVES, HOME);
    for (unsigned i = 0; i < 22; i++) {
        for (unsigned j = 0; j < HALVES; j++)
            client_send_text(&halves[j], "b");
        wait_for_loop(&served[0]);
        own_clock_pass(GRACE_US / 20);
    }
    open_shown(late, HALVES, HOME);
    assert_int_equal(count_open(halves, HALVES), 0);
    assert_int_equal(count_open(served, MAX - HALVES), MAX - HALVES);
    close_all(halves, HALVES);
    close_all(served, MAX - HALVES);
    close_all(late, HALVES);
    stop();
}

/* One cheap request each, then nothing: a newcomer who has not spoken yet comes before them. */
static void newcomers_have_a_grace(void **state)
{
    (void)state;
    enum { MAX = 16, NEW = 8 };
    struct client served[MAX], newcomers[NEW];
    start_with(MAX, MAX);
    open_shown(served, MAX, HOME);
    open_many(newcomers, NEW, HOME, "");
    for (unsigned i = 0; i < NEW; i++)
        assert_answer(&newcomers[i], GET_OF("/hello"), 200);
    assert_open(served, MAX, MAX - NEW);
    close_all(served, MAX);
    close_all(newcomers, NEW);
    stop();
}

static void a_network_has_a_ceiling_of_its_own(void **state)
{
    (void)state;
    enum { CAP = 4, MANY = 12, FEW = 3 };
    struct client many[MANY], few[FEW];
    struct http_figures figures;
    start_with(1000, CAP);
    open_shown(few, FEW, ABROAD);
    open_shown(many, MANY, HOME);
    http_server_figures(server, &figures);
    assert_int_equal(figures.connections, CAP + FEW);
    assert_int_equal(count_open(few, FEW), FEW);
    assert_int_equal(count_open(many, MANY - CAP), 0); /* its own oldest made room */
    assert_int_equal(count_open(many + MANY - CAP, CAP), CAP);
    close_all(many, MANY);
    close_all(few, FEW);
    stop();
}

static void the_network_that_holds_most_makes_room(void **state)
{
    (void)state;
    enum { MAX = 24, FEW = 6, MANY = 40 };
    struct client few[FEW], many[MANY];
    start_with(MAX, MAX);
    open_shown(few, FEW, ABROAD); /* idle for the longest time */
    open_shown(many, MANY, HOME);
    assert_int_equal(count_open(few, FEW), FEW);
    assert_int_equal(count_open(many, MANY), MAX - FEW);
    close_all(few, FEW);
    close_all(many, MANY);
    stop();
}

/* Whoever waits for a worker is never closed, and whoever finds no room is. */
static void those_who_are_waited_on_stay(void **state)
{
    (void)state;
    enum { CAP = 2 };
    struct client waiting[CAP], late, other;
    struct answer answer;
    atomic_store(&slow_count, 0);
    start_with(1000, CAP);
    open_many(waiting, CAP, HOME, GET_OF("/slow"));
    wait_for_slow(CAP);
    open_from(&late, HOME);
    assert_true(client_is_at_end(&late));
    open_from(&other, ABROAD);
    assert_answer(&other, GET_OF("/hello"), 200);
    for (unsigned i = 0; i < CAP; i++)
        sem_post(&gate);
    for (unsigned i = 0; i < CAP; i++) {
        assert_true(client_read(&waiting[i], &answer, false));
        assert_int_equal(answer.status, 200);
    }
    close_all(waiting, CAP);
    client_close(&late);
    client_close(&other);
    stop();
}

/* All visitors come through a trusted proxy: no ceiling but that of all. */
static void trusted_proxies_have_no_ceiling(void **state)
{
    (void)state;
    enum { CAP = 4, MANY = 12, MAX = 16 };
    struct client many[MANY], more[MANY];
    struct http_figures figures;
    atomic_store(&trusts_everybody, true);
    start_with(MAX, CAP);
    open_shown(many, MANY, HOME);
    assert_int_equal(count_open(many, MANY), MANY);
    open_shown(more, MANY, HOME);
    http_server_figures(server, &figures);
    assert_int_equal(figures.connections, MAX);
    close_all(many, MANY);
    close_all(more, MANY);
    stop();
    atomic_store(&trusts_everybody, false);
}

/* Networks come and go; the counts follow. */
static void counts_follow_who_leaves(void **state)
{
    (void)state;
    enum { CAP = 3, NETWORKS = 20 };
    struct client clients[NETWORKS][CAP];
    start_with(1000, CAP);
    for (unsigned round = 0; round < 3; round++) {
        for (unsigned i = 0; i < NETWORKS; i++)
            open_shown(clients[i], CAP, i);
        for (unsigned i = 0; i < NETWORKS; i++)
            assert_int_equal(count_open(clients[i], CAP), CAP);
        for (unsigned i = 0; i < NETWORKS; i++)
            close_all(clients[(i * 7 + round) % NETWORKS], CAP);
        wait_for_connections(0);
    }
    stop();
}

/* ------------------------------------------------ memory of requests */

enum { KIB = 1024, MEMORY = 512 * KIB, PART = 15 * KIB, PARTS_MAX = MEMORY / (16 * KIB) };

static void start_with_memory(unsigned loops)
{
    struct http_settings settings = defaults;
    settings.threads[HTTP_ON_LOOP] = loops;
    settings.request_memory_max = MEMORY;
    start(&settings);
}

static uint64_t memory_held(void)
{
    struct http_figures figures;
    http_server_figures(server, &figures);
    assert_true(figures.request_memory <= MEMORY);
    return figures.request_memory;
}

static uint64_t refusals_for_memory(void)
{
    struct http_figures figures;
    http_server_figures(server, &figures);
    return figures.refused_memory;
}

/* The beginning of a request. */
static void send_part(struct client *client, const char *head, size_t length)
{
    static char bytes[64 * KIB];
    memset(bytes, 'a', sizeof bytes);
    client_send_text(client, head);
    client_send(client, bytes, length);
}

#define HEAD_OF(path) "POST " path " HTTP/1.1\r\nHost: a\r\nContent-Length: 20000\r\n\r\n"
#define CHUNKED       "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4E20\r\n"
#define LONG_HEAD     "GET /hello HTTP/1.1\r\nHost: a\r\nX: "

static void open_parts(struct client *clients, unsigned count, unsigned network, const char *head,
                       size_t length)
{
    for (unsigned i = 0; i < count; i++) {
        open_from(&clients[i], network);
        send_part(&clients[i], head, length);
    }
}

static void assert_refused(struct client *clients, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct answer answer;
        assert_true(client_read(&clients[i], &answer, false));
        assert_int_equal(answer.status, 503);
        assert_non_null(strstr(answer.head, "Retry-After: 1\r\n"));
    }
}

static void assert_echo(struct client *client, const char *head, size_t sent)
{
    struct answer answer;
    send_part(client, head, 20000 - sent);
    assert_true(client_read(client, &answer, false));
    assert_int_equal(answer.status, 200);
    assert_int_equal(answer.body_length, 20000);
}

/* Bodies with a length, bodies in chunks and long heads count alike. */
static void requests_share_one_ceiling(void **state)
{
    (void)state;
    enum { MANY = 3 * MEMORY / (8 * KIB) };
    static const struct {
        const char *head;
        size_t length, held;
    } cases[] = {{HEAD_OF("/echo"), PART, 16 * KIB},
                 {CHUNKED, PART, 16 * KIB},
                 {LONG_HEAD, 7 * KIB, 8 * KIB}};
    static struct client parts[MANY], small, large;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        unsigned fit = (unsigned)(MEMORY / cases[i].held);
        start_with_memory(1);
        open_from(&small, ABROAD);
        for (unsigned j = 0; j < 3 * fit; j++) {
            open_parts(&parts[j], 1, HOME, cases[i].head, cases[i].length);
            wait_for_loop(&small); /* a request that needs no more than its buffer is served */
            assert_true(memory_held() <= MEMORY);
        }
        assert_int_equal(refusals_for_memory(), 2 * fit);
        assert_refused(parts, 2 * fit); /* the oldest */
        assert_int_equal(count_open(parts + 2 * fit, fit), fit);
        open_from(&large, ABROAD);
        assert_echo(&large, HEAD_OF("/echo"), 0);
        close_all(parts, 3 * fit);
        client_close(&small);
        client_close(&large);
        wait_for_connections(0);
        assert_int_equal(memory_held(), 0);
        stop();
    }
}

/* One network holds the memory and goes on asking for it, while older requests of another come
 * slowly. */
static void the_network_that_holds_most_memory_gives_way(void **state)
{
    (void)state;
    enum { FEW = 3, MANY = 3 * PARTS_MAX };
    static struct client few[FEW], many[MANY], probe;
    start_with_memory(1);
    open_from(&probe, ABROAD);
    open_parts(few, FEW, ABROAD, HEAD_OF("/echo"), PART); /* the oldest of all */
    for (unsigned i = 0; i < MANY; i++) {
        open_parts(&many[i], 1, HOME, HEAD_OF("/echo"), PART);
        wait_for_loop(&probe);
    }
    assert_int_equal(count_open(many, MANY), PARTS_MAX - FEW);
    for (unsigned i = 0; i < FEW; i++)
        assert_echo(&few[i], "", PART);
    close_all(few, FEW);
    close_all(many, MANY);
    client_close(&probe);
    stop();
}

/* Many networks hold a little each: the oldest requests make room, and bytes now and then make none
 * of them younger. */
static void the_oldest_give_way_where_many_networks_hold_some(void **state)
{
    (void)state;
    enum { NEW = 6 };
    static struct client parts[PARTS_MAX + NEW], probe;
    start_with_memory(1);
    open_from(&probe, PARTS_MAX + NEW);
    for (unsigned i = 0; i < PARTS_MAX; i++)
        open_parts(&parts[i], 1, i, HEAD_OF("/echo"), PART);
    for (unsigned i = 0; i < NEW; i++)
        client_send_text(&parts[i], "b");
    wait_for_loop(&probe);
    assert_int_equal(memory_held(), MEMORY);
    for (unsigned i = PARTS_MAX; i < PARTS_MAX + NEW; i++) {
        open_parts(&parts[i], 1, i, HEAD_OF("/echo"), PART);
        wait_for_loop(&probe);
    }
    assert_refused(parts, NEW);
    assert_int_equal(count_open(parts + NEW, PARTS_MAX), PARTS_MAX);
    close_all(parts, PARTS_MAX + NEW);
    client_close(&probe);
    stop();
}

/* Requests that wait for a worker keep their memory; the one that finds none is refused, and when
 * they are answered there is memory again. */
static void requests_that_wait_for_us_keep_their_memory(void **state)
{
    (void)state;
    enum { WHOLE = 6 };
    static struct client whole[WHOLE], late, probe;
    struct http_settings settings = defaults;
    settings.threads[HTTP_ON_LOOP] = 1;
    settings.request_memory_max = (size_t)WHOLE * 20000;
    atomic_store(&slow_count, 0);
    start(&settings);
    open_from(&probe, ABROAD);
    open_parts(whole, WHOLE, HOME, HEAD_OF("/slow"), 20000);
    wait_for_slow(settings.threads[HTTP_ON_WAITERS]);
    wait_for_queue(WHOLE - settings.threads[HTTP_ON_WAITERS]);
    open_parts(&late, 1, ABROAD, HEAD_OF("/echo"), 20000);
    assert_refused(&late, 1);
    client_close(&late);
    for (unsigned i = 0; i < WHOLE; i++)
        sem_post(&gate);
    for (unsigned i = 0; i < WHOLE; i++) {
        struct answer answer;
        assert_true(client_read(&whole[i], &answer, false));
        assert_int_equal(answer.status, 200);
    }
    open_from(&late, ABROAD);
    assert_echo(&late, HEAD_OF("/echo"), 0);
    close_all(whole, WHOLE);
    client_close(&late);
    client_close(&probe);
    stop();
}

/* A request whose reply is taken slowly holds its memory no longer than others allow. */
static void slow_takers_give_their_memory_up(void **state)
{
    (void)state;
    enum { SLOW = 6 };
    static struct client slow[SLOW], late[SLOW];
    struct http_settings settings = defaults;
    settings.threads[HTTP_ON_LOOP] = 1;
    settings.request_memory_max = (size_t)SLOW * 20000;
    start(&settings);
    open_parts(slow, SLOW, HOME, HEAD_OF("/large"), 20000);
    for (unsigned i = 0; i < SLOW; i++)
        wait_for_reply(&slow[i]);
    for (unsigned i = 0; i < SLOW; i++) {
        open_from(&late[i], ABROAD);
        assert_echo(&late[i], HEAD_OF("/echo"), 0);
    }
    wait_for_connections(2 * SLOW - 1);
    close_all(slow, SLOW);
    close_all(late, SLOW);
    stop();
}

/* Each loop has its share of the ceiling. */
static void loops_share_the_ceiling(void **state)
{
    (void)state;
    enum { LOOPS = 4, MANY = 3 * PARTS_MAX };
    static struct client parts[MANY], large;
    start_with_memory(LOOPS);
    open_parts(parts, MANY, HOME, HEAD_OF("/echo"), PART);
    /* A refusal is counted before its memory is free, and before that is held again. */
    PATIENCE_UNTIL(refusals_for_memory() >= MANY - PARTS_MAX && memory_held() == MEMORY);
    assert_int_equal(memory_held(), MEMORY);
    assert_open(parts, MANY, PARTS_MAX);
    open_from(&large, ABROAD);
    assert_echo(&large, HEAD_OF("/echo"), 0);
    close_all(parts, MANY);
    client_close(&large);
    stop();
}

int main(void)
{
    set_up_app();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(visitors_who_wait_are_served),
        cmocka_unit_test(the_served_outlive_those_who_showed_nothing),
        cmocka_unit_test(a_trickle_is_no_merit),
        cmocka_unit_test(newcomers_have_a_grace),
        cmocka_unit_test(a_network_has_a_ceiling_of_its_own),
        cmocka_unit_test(the_network_that_holds_most_makes_room),
        cmocka_unit_test(those_who_are_waited_on_stay),
        cmocka_unit_test(trusted_proxies_have_no_ceiling),
        cmocka_unit_test(counts_follow_who_leaves),
        cmocka_unit_test(requests_share_one_ceiling),
        cmocka_unit_test(the_network_that_holds_most_memory_gives_way),
        cmocka_unit_test(the_oldest_give_way_where_many_networks_hold_some),
        cmocka_unit_test(requests_that_wait_for_us_keep_their_memory),
        cmocka_unit_test(slow_takers_give_their_memory_up),
        cmocka_unit_test(loops_share_the_ceiling),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
