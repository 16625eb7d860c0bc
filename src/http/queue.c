/*
 * A tree of flows of HTTP_FLOW_LEVELS below its root. A flow is in it as long as it has jobs: in
 * its parent's ring, whose first is served next, and in a hash table, by its parent and its key.
 * The innermost flows' rings hold jobs.
 */
#include "http/queue.h"

#include <stdlib.h>

#include "base/siphash.h"
#include "os/entropy.h"

/* How many flows are compared to find the heaviest. A heavy flow that is beyond these comes to
 * the front of the ring soon. */
#define SCAN_MAX 64

struct flow {
    struct http_list link; /* first: in its parent's ring */
    struct http_list ring;
    struct flow *parent;
    struct flow *served; /* the first in the ring, where it has had its turn */
    struct flow *next;   /* in its chain of the hash table, or of those that are free */
    uint64_t key;
    unsigned jobs;
};

struct http_queue {
    struct flow root;
    uint64_t hash_key[2];
    struct flow **chains;
    size_t chain_mask;
    struct flow *free;
    size_t used; /* of `flows`: those behind have never been touched */
    struct flow flows[];
};

struct http_queue *http_queue_new(unsigned jobs_max)
{
    size_t flows = (size_t)jobs_max * HTTP_FLOW_LEVELS, chains = 16;
    while (chains < flows)
        chains *= 2;
    struct http_queue *queue = calloc(1, sizeof *queue + flows * sizeof *queue->flows);
    if (queue == NULL)
        return NULL;
    queue->chains = calloc(chains, sizeof(struct flow *));
    queue->chain_mask = chains - 1;
    http_list_init(&queue->root.ring);
    if (queue->chains == NULL || !tes_entropy(queue->hash_key, sizeof queue->hash_key)) {
        http_queue_free(queue);
        return NULL;
    }
    return queue;
}

void http_queue_free(struct http_queue *queue)
{
    if (queue == NULL)
        return;
    free(queue->chains);
    free(queue);
}

unsigned http_queue_length(const struct http_queue *queue)
{
    return queue->root.jobs;
}

/* ------------------------------------------------------------------ flows */

static struct flow **chain_of(const struct http_queue *queue, const struct flow *parent,
                              uint64_t key)
{
    /* Clients choose their addresses, so the hash is keyed: they can't make flows collide. */
    const uint64_t words[2] = {(uint64_t)(uintptr_t)parent, key};
    return &queue->chains[tes_siphash(queue->hash_key, words, sizeof words) & queue->chain_mask];
}

static struct flow *find(const struct http_queue *queue, const struct flow *parent, uint64_t key)
{
    struct flow *flow = *chain_of(queue, parent, key);
    while (flow != NULL && (flow->parent != parent || flow->key != key))
        flow = flow->next;
    return flow;
}

static struct flow *add(struct http_queue *queue, struct flow *parent, uint64_t key)
{
    struct flow **chain = chain_of(queue, parent, key);
    struct flow *flow = queue->free;
    if (flow != NULL)
        queue->free = flow->next;
    else
        flow = &queue->flows[queue->used++];
    *flow = (struct flow){.parent = parent, .key = key, .next = *chain};
    *chain = flow;
    http_list_init(&flow->ring);
    http_list_append(&parent->ring, &flow->link);
    return flow;
}

static void forget(struct http_queue *queue, struct flow *flow)
{
    struct flow **link = chain_of(queue, flow->parent, flow->key);
    while (*link != flow)
        link = &(*link)->next;
    *link = flow->next;
    http_list_remove(&flow->link);
    if (flow->parent->served == flow)
        flow->parent->served = NULL;
    flow->next = queue->free;
    queue->free = flow;
}

/* Takes a job out of the innermost flow it is in. */
static struct http_job *take_out(struct http_queue *queue, struct flow *flow,
                                 struct http_list *link)
{
    http_list_remove(link);
    while (flow != NULL) {
        struct flow *parent = flow->parent;
        flow->jobs--;
        if (flow->jobs == 0 && parent != NULL)
            forget(queue, flow);
        flow = parent;
    }
    return (struct http_job *)link;
}

/* ------------------------------------------------------------------- jobs */

void http_queue_push(struct http_queue *queue, struct http_job *job)
{
    struct flow *flow = &queue->root;
    flow->jobs++;
    for (unsigned level = 0; level < HTTP_FLOW_LEVELS; level++) {
        uint64_t key = job->flow.keys[level];
        struct flow *child = find(queue, flow, key);
        flow = child != NULL ? child : add(queue, flow, key);
        flow->jobs++;
    }
    http_list_append(&flow->ring, &job->link);
}

/* The flow whose turn it is. The one that was served last goes to the end of the ring only now,
 * behind those that came in the meantime. */
static struct flow *next_of(struct flow *flow)
{
    if (flow->served != NULL) {
        http_list_remove(&flow->served->link);
        http_list_append(&flow->ring, &flow->served->link);
    }
    return (struct flow *)flow->ring.next;
}

struct http_job *http_queue_take(struct http_queue *queue)
{
    struct flow *flow = &queue->root;
    if (flow->jobs == 0)
        return NULL;
    for (unsigned level = 0; level < HTTP_FLOW_LEVELS; level++) {
        flow->served = next_of(flow);
        flow = flow->served;
    }
    return take_out(queue, flow, flow->ring.next);
}

static struct flow *heaviest(struct flow *flow)
{
    struct flow *most = (struct flow *)flow->ring.next;
    struct http_list *link = flow->ring.next;
    for (unsigned i = 0; i < SCAN_MAX && link != &flow->ring; i++, link = link->next)
        if (((struct flow *)link)->jobs > most->jobs)
            most = (struct flow *)link;
    return most;
}

struct http_job *http_queue_shed(struct http_queue *queue, const struct http_job *newcomer)
{
    struct flow *flow = &queue->root;
    bool is_others = false;
    if (flow->jobs == 0)
        return NULL;
    for (unsigned level = 0; level < HTTP_FLOW_LEVELS; level++) {
        struct flow *most = heaviest(flow);
        struct flow *own = is_others ? NULL : find(queue, flow, newcomer->flow.keys[level]);
        /* A flow with just one job more would only change places with the newcomer's. */
        is_others = is_others || (most != own && most->jobs >= (own != NULL ? own->jobs : 0) + 2);
        flow = is_others ? most : own;
        if (flow == NULL)
            return NULL;
    }
    return is_others ? take_out(queue, flow, flow->ring.previous) : NULL;
}
