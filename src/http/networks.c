#include "http/networks.h"

#include <stdlib.h>

#include "base/siphash.h"
#include "os/entropy.h"

enum { IPV4_BITS = 24, IPV6_BITS = 48 };

static uint64_t key_of(const struct tes_address *address)
{
    return tes_address_network(address, IPV4_BITS, IPV6_BITS);
}

bool http_networks_init(struct http_networks *networks, unsigned members_max, unsigned ceiling)
{
    uint32_t chains = 1;
    while (chains < members_max)
        chains *= 2;
    *networks = (struct http_networks){.chain_mask = chains - 1, .ceiling = ceiling};
    if (!tes_entropy(networks->hash_key, sizeof networks->hash_key))
        return false;
    networks->chains = calloc(chains, sizeof(struct http_network *));
    networks->by_count = malloc(((size_t)ceiling + 1) * sizeof *networks->by_count);
    if (networks->chains == NULL || networks->by_count == NULL)
        return false;
    for (size_t i = 0; i <= ceiling; i++)
        http_list_init(&networks->by_count[i]);
    return true;
}

static struct http_network **chain_of(const struct http_networks *networks, uint64_t key)
{
    uint64_t hash = tes_siphash(networks->hash_key, &key, sizeof key);
    return &networks->chains[hash & networks->chain_mask];
}

static struct http_network *find(struct http_network *first, uint64_t key)
{
    while (first != NULL && first->key != key)
        first = first->next;
    return first;
}

struct http_network *http_networks_find(const struct http_networks *networks,
                                        const struct tes_address *address)
{
    uint64_t key = key_of(address);
    return find(*chain_of(networks, key), key);
}

static void set_count(struct http_networks *networks, struct http_network *network, unsigned count)
{
    http_list_remove(&network->link);
    http_list_append(&networks->by_count[count], &network->link);
    network->count = count;
    if (count > networks->heaviest)
        networks->heaviest = count;
    /* Counts change by one, so this takes one step at most for each member that leaves. */
    while (networks->heaviest > 0 && http_list_is_empty(&networks->by_count[networks->heaviest]))
        networks->heaviest--;
}

bool http_networks_join(struct http_networks *networks, const struct tes_address *address,
                        struct http_member *member)
{
    uint64_t key = key_of(address);
    struct http_network **chain = chain_of(networks, key);
    struct http_network *network = find(*chain, key);
    if (network == NULL) {
        network = malloc(sizeof *network);
        if (network == NULL)
            return false;
        *network = (struct http_network){.next = *chain, .key = key};
        http_list_init(&network->link);
        http_list_init(&network->members);
        http_holdings_network_init(&network->held);
        *chain = network;
    }
    if (network->count == networks->ceiling)
        return false;
    http_list_append(&network->members, &member->link);
    member->network = network;
    set_count(networks, network, network->count + 1);
    return true;
}

void http_networks_leave(struct http_networks *networks, struct http_member *member)
{
    struct http_network *network = member->network;
    if (network == NULL)
        return;
    member->network = NULL;
    http_list_remove(&member->link);
    set_count(networks, network, network->count - 1);
    if (network->count > 0)
        return;
    struct http_network **at = chain_of(networks, network->key);
    while (*at != network)
        at = &(*at)->next;
    *at = network->next;
    http_list_remove(&network->link);
    free(network);
}

struct http_network *http_networks_heaviest(const struct http_networks *networks)
{
    const struct http_list *list = &networks->by_count[networks->heaviest];
    return networks->heaviest > 0 ? (struct http_network *)list->next : NULL;
}

void http_networks_free(struct http_networks *networks)
{
    free(networks->chains);
    free(networks->by_count);
    *networks = (struct http_networks){.chains = NULL};
}
