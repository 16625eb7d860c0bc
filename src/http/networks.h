/*
 * networks.h: the connections of a loop by the network that they come from: the /24 of an IPv4
 * address, the /48 of an IPv6 address. Both are about what an operator gives to some two hundred
 * lines, and more than one line gets; a single visitor of many addresses has one network.
 *
 * A network has a ceiling, and it is known at any time which network holds the most.
 */
#ifndef HTTP_NETWORKS_H
#define HTTP_NETWORKS_H

#include "base/address.h"
#include "http/holdings.h"
#include "http/list.h"

struct http_network {
    struct http_list link;     /* first: among those that hold as many */
    struct http_network *next; /* in its chain */
    struct http_list members;  /* struct http_member */
    struct http_holdings_network held;
    uint64_t key;
    unsigned count;
};

/* Part of what is counted. */
struct http_member {
    struct http_list link;        /* first: among those of its network, the oldest first */
    struct http_network *network; /* NULL: not counted */
};

struct http_networks {
    uint64_t hash_key[2];
    struct http_network **chains;
    struct http_list *by_count; /* the networks that hold 0, 1, ... up to the ceiling */
    uint32_t chain_mask;
    unsigned ceiling, heaviest;
};

/* For up to `members_max` members, `ceiling` in one network. False when memory or randomness is
 * out; http_networks_free() is due all the same. */
TES_MUST_CHECK bool http_networks_init(struct http_networks *networks, unsigned members_max,
                                       unsigned ceiling);

/* The network of an address; NULL where it has no member. */
struct http_network *http_networks_find(const struct http_networks *networks,
                                        const struct tes_address *address);

/* Counts a member. False when memory is out or its network is at the ceiling. */
TES_MUST_CHECK bool http_networks_join(struct http_networks *networks,
                                       const struct tes_address *address,
                                       struct http_member *member);

/* Accepts a member that is not counted. */
void http_networks_leave(struct http_networks *networks, struct http_member *member);

/* The one that holds the most, or one of those; NULL where there is none. */
struct http_network *http_networks_heaviest(const struct http_networks *networks);

/* All members must have left. */
void http_networks_free(struct http_networks *networks);

#endif
