/*
 * holdings.h: the memory that requests of a loop hold beyond the small buffer that each has: bodies
 * that do not fit behind their head, and long heads. All of them together have one ceiling.
 *
 * It is known at any time which of them may give way, the oldest first, and which networks hold
 * more than a share. Nothing is allocated. Only the loop's thread calls these.
 */
#ifndef HTTP_HOLDINGS_H
#define HTTP_HOLDINGS_H

#include <stdatomic.h>
#include <stddef.h>

#include "http/list.h"

/* One network may hold 1 / HTTP_HOLDINGS_SHARE of the ceiling when memory runs short. */
#define HTTP_HOLDINGS_SHARE 8

/* Part of a network (networks.h). */
struct http_holdings_network {
    struct http_list link; /* first: among those that hold more than a share */
    struct http_list list; /* its holdings that may give way, the oldest first */
    size_t bytes;
};

/* Part of a request. */
struct http_holding {
    struct http_list link;                 /* first: among all that may give way */
    struct http_list own;                  /* likewise, in its network */
    struct http_holdings_network *network; /* NULL: nobody's share */
    size_t bytes;
    bool may_give_way;
};

struct http_holdings {
    struct http_list list;  /* all that may give way, the oldest first */
    struct http_list heavy; /* the networks that hold more than a share */
    size_t max;
    atomic_size_t bytes; /* written by the loop; others may look */
};

void http_holdings_init(struct http_holdings *holdings, size_t max);
void http_holdings_network_init(struct http_holdings_network *network);

/* From now on it holds that many bytes. It is as old as its first byte. */
void http_holdings_resize(struct http_holdings *holdings, struct http_holding *holding,
                          size_t bytes);

/* Whether it may give way, which matters where it holds something: a request that waits for the
 * server's own work may not. */
void http_holdings_let_give_way(struct http_holdings *holdings, struct http_holding *holding,
                                bool may_give_way);

/* Whether so many bytes more fit. */
bool http_holdings_have_room(const struct http_holdings *holdings, size_t bytes);

/* Whether the network would hold more than its share. */
bool http_holdings_is_heavy(const struct http_holdings *holdings,
                            const struct http_holdings_network *network, size_t more);

static inline struct http_holding *http_holding_of_own(struct http_list *own)
{
    return (struct http_holding *)(void *)((char *)own - offsetof(struct http_holding, own));
}

#endif
