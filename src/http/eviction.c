/*
 * Whoever has shown the least goes first: one that is done; one that never completed a request,
 * silent or half-sent, once it had time to; one that rests between requests, which loses nothing by
 * it; one that is slow to ask, then one that is slow to take its reply. One that has just come has
 * shown nothing either, but could not yet: its turn is after all these. Nobody goes who waits for
 * us.
 *
 * Age counts from the connection's start until it has asked something, then from when its state
 * began, so that bytes now and then make nobody younger. Among equals the oldest goes: with N
 * places and R new connections a second, each has N / R seconds.
 *
 * A network that holds more than its share makes room itself, whatever its connections have shown.
 *
 * The same order decides who gives way where the memory that requests hold runs short (holdings.h):
 * first in a network that holds more than its share, or would with what is asked for, then in all.
 */
#include "http/eviction.h"

#include <stddef.h>

#include "http/loop.h"

#define GRACE_US ((uint64_t)2 * 1000 * 1000)
#define LOOKS    32U /* how many members of a network are compared to find one to close */
#define SHARE    8U  /* one network may hold 1 / SHARE of all connections when they run short */

/* What a connection has done so far, from the least to the most: the least is closed first. */
enum merit {
    IS_DONE,
    SHOWED_NOTHING,
    RESTS,
    IS_SLOW_TO_ASK,
    IS_SLOW_TO_TAKE,
    HAS_JUST_COME,
    HAS_JUST_ASKED,
    TAKES_ITS_REPLY,
    IS_WAITED_ON /* waits for the server's own work, and is never closed */
};

static uint64_t start_of(const struct http_conn *conn)
{
    return conn->has_asked ? conn->since_us : conn->born_us;
}

static enum merit merit_of(const struct http_conn *conn)
{
    bool is_young = conn->loop->now_us - start_of(conn) < GRACE_US;
    switch (conn->state) {
    case HTTP_CONN_LINGERING:
        return IS_DONE;
    case HTTP_CONN_IDLE:
        if (conn->has_asked)
            return RESTS;
        return is_young ? HAS_JUST_COME : SHOWED_NOTHING;
    case HTTP_CONN_READING:
        if (conn->has_asked)
            return is_young ? HAS_JUST_ASKED : IS_SLOW_TO_ASK;
        return is_young ? HAS_JUST_COME : SHOWED_NOTHING;
    case HTTP_CONN_SENDING:
        return is_young ? TAKES_ITS_REPLY : IS_SLOW_TO_TAKE;
    default:
        return IS_WAITED_ON;
    }
}

struct choice {
    struct http_conn *conn; /* NULL: nobody */
    enum merit merit;
};

static void consider(struct choice *choice, struct http_conn *conn)
{
    enum merit merit = merit_of(conn);
    if (merit < choice->merit ||
        (choice->conn != NULL && merit == choice->merit && start_of(conn) < start_of(choice->conn)))
        *choice = (struct choice){conn, merit};
}

/* The first in each list is the one that has shown the least in it. */
static struct choice least_of_all(struct http_loop *loop)
{
    struct choice choice = {NULL, IS_WAITED_ON};
    for (unsigned i = 0; i < HTTP_LOOP_LISTS; i++) {
        struct http_conn *conn = http_loop_first(loop, i);
        if (conn != NULL)
            consider(&choice, conn);
    }
    return choice;
}

/* Looks at some of its members, from the oldest on, and puts those behind the others: the next call
 * looks at others. */
static struct choice least_of(struct http_network *network)
{
    struct choice choice = {NULL, IS_WAITED_ON};
    unsigned looks = network->count < LOOKS ? network->count : LOOKS;
    for (unsigned i = 0; i < looks; i++) {
        struct http_list *link = network->members.next;
        http_list_remove(link);
        http_list_append(&network->members, link);
        consider(&choice, http_conn_of_member((struct http_member *)link));
    }
    return choice;
}

static bool give_up(struct choice choice)
{
    if (choice.conn != NULL)
        http_conn_close(choice.conn);
    return choice.conn != NULL;
}

bool http_room_make(struct http_loop *loop)
{
    struct choice choice = least_of_all(loop);
    struct http_network *network = http_networks_heaviest(&loop->networks);
    unsigned count = atomic_load_explicit(&loop->connections, memory_order_relaxed);
    if (choice.merit > SHOWED_NOTHING && network != NULL && network->count > 1) {
        struct choice own = least_of(network);
        if (own.merit <= choice.merit || (own.conn != NULL && network->count > count / SHARE))
            choice = own;
    }
    return give_up(choice);
}

/* The one of the first of this list that has shown the least. */
static void consider_holding(struct choice *choice, const struct http_holding *holding,
                             const struct http_conn *but)
{
    struct http_exchange *exchange =
        (struct http_exchange *)(void *)((char *)(uintptr_t)holding -
                                         offsetof(struct http_exchange, holding));
    if (exchange->conn != but)
        consider(choice, exchange->conn);
}

static struct choice least_holding_of(const struct http_holdings_network *network,
                                      const struct http_conn *but)
{
    struct choice choice = {NULL, IS_WAITED_ON};
    struct http_list *own = network->list.next;
    for (unsigned i = 0; i < LOOKS && own != &network->list; i++, own = own->next)
        consider_holding(&choice, http_holding_of_own(own), but);
    return choice;
}

/* The one that makes room for `bytes` more of `but`. */
static struct choice least_holding(const struct http_holdings *holdings,
                                   const struct http_conn *but, size_t bytes)
{
    struct choice choice = {NULL, IS_WAITED_ON};
    const struct http_holdings_network *own = but->exchange->holding.network;
    const struct http_list *heavy = &holdings->heavy;
    for (const struct http_list *network = heavy->next; choice.conn == NULL && network != heavy;
         network = network->next)
        choice = least_holding_of((const struct http_holdings_network *)network, but);
    if (choice.conn != NULL)
        return choice;
    if (http_holdings_is_heavy(holdings, own, bytes))
        return least_holding_of(own, but);
    struct http_list *link = holdings->list.next;
    for (unsigned i = 0; i < LOOKS && link != &holdings->list; i++, link = link->next)
        consider_holding(&choice, (const struct http_holding *)link, but);
    return choice;
}

bool http_room_for_bytes(struct http_conn *conn, size_t bytes)
{
    const struct http_holdings *holdings = &conn->loop->store.holdings;
    while (!http_holdings_have_room(holdings, bytes)) {
        struct choice choice = least_holding(holdings, conn, bytes);
        if (choice.conn == NULL)
            return false;
        http_conn_give_way(choice.conn);
    }
    return true;
}

bool http_room_for(struct http_conn *conn)
{
    struct http_loop *loop = conn->loop;
    struct http_networks *networks = &loop->networks;
    struct http_network *network =
        conn->is_trusted ? NULL : http_networks_find(networks, &conn->peer);
    if (network != NULL && network->count >= networks->ceiling && !give_up(least_of(network)))
        return false;
    unsigned count = atomic_load_explicit(&loop->connections, memory_order_relaxed);
    if (count > loop->connections_max && !http_room_make(loop))
        return false;
    /* It joins last, so that it can't be chosen to make room for itself. */
    return conn->is_trusted || http_networks_join(networks, &conn->peer, &conn->member);
}
