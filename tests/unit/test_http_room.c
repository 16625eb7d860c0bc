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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
