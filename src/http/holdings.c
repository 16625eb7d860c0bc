#include "http/holdings.h"

void http_holdings_init(struct http_holdings *holdings, size_t max)
{
    http_list_init(&holdings->list);
    http_list_init(&holdings->heavy);
    holdings->max = max;
    atomic_init(&holdings->bytes, 0);
}

void http_holdings_network_init(struct http_holdings_network *network)
{
    http_list_init(&network->link);
    http_list_init(&network->list);
    network->bytes = 0;
}

bool http_holdings_have_room(const struct http_holdings *holdings, size_t bytes)
{
    size_t held = atomic_load_explicit(&holdings->bytes, memory_order_relaxed);
    return held <= holdings->max && bytes <= holdings->max - held;
}

bool http_holdings_is_heavy(const struct http_holdings *holdings,
                            const struct http_holdings_network *network, size_t more)
{
    return network != NULL && network->bytes + more > holdings->max / HTTP_HOLDINGS_SHARE;
}

static void list_it(struct http_holdings *holdings, struct http_holding *holding)
{
    if (holding->may_give_way)
        return;
    holding->may_give_way = true;
    http_list_append(&holdings->list, &holding->link);
    if (holding->network != NULL)
        http_list_append(&holding->network->list, &holding->own);
}

static void unlist(struct http_holding *holding)
{
    if (!holding->may_give_way)
        return;
    holding->may_give_way = false;
    http_list_remove(&holding->link);
    if (holding->network != NULL)
        http_list_remove(&holding->own);
}

void http_holdings_let_give_way(struct http_holdings *holdings, struct http_holding *holding,
                                bool may_give_way)
{
    if (may_give_way && holding->bytes > 0)
        list_it(holdings, holding);
    else
        unlist(holding);
}

/* Moves the network to the list that it belongs to. */
static void weigh_network(struct http_holdings *holdings, struct http_holdings_network *network,
                          bool was_heavy)
{
    bool is_heavy = http_holdings_is_heavy(holdings, network, 0);
    if (is_heavy == was_heavy)
        return;
    http_list_remove(&network->link);
    http_list_init(&network->link);
    if (is_heavy)
        http_list_append(&holdings->heavy, &network->link);
}

void http_holdings_resize(struct http_holdings *holdings, struct http_holding *holding,
                          size_t bytes)
{
    size_t before = holding->bytes;
    size_t all = atomic_load_explicit(&holdings->bytes, memory_order_relaxed) - before + bytes;
    struct http_holdings_network *network = holding->network;
    if (bytes == before)
        return;
    holding->bytes = bytes;
    atomic_store_explicit(&holdings->bytes, all, memory_order_relaxed);
    if (network != NULL) {
        bool was_heavy = http_holdings_is_heavy(holdings, network, 0);
        network->bytes += bytes - before;
        weigh_network(holdings, network, was_heavy);
    }
    if (before == 0)
        list_it(holdings, holding);
    else if (bytes == 0)
        unlist(holding);
}
