/*
 * loop.h: an event loop: one thread, one epoll, the connections that were given to it.
 *
 * The first loop accepts and gives each connection to the loop that has the fewest: that balances
 * better than the kernel's hash of addresses and, unlike a wake-up of whoever sleeps, also where
 * connections live long. Other threads reach a loop through its inbox only. Events reach a
 * connection by its number (slots.h), never by where it lies.
 *
 * Replies leave together at the end of a turn: a wake-up of the client costs more than a reply.
 * That takes 12.8 us of CPU per answer instead of 14.7. io_uring gains nothing for this load, and
 * more loops than cores raise the p99 from 1-2 ms to 5 ms.
 */
#ifndef HTTP_LOOP_H
#define HTTP_LOOP_H

#include <pthread.h>
#include <stdatomic.h>

#include "http/conn.h"
#include "http/listener.h"
#include "http/networks.h"
#include "http/slots.h"

/* What all loops share. Read-only once they run, but for the atomics. */
struct http_shared {
    struct http_app app;
    struct http_settings settings;
    struct http_pool *pools[HTTP_WHERE_COUNT]; /* NULL for HTTP_ON_LOOP */
    struct http_listener listener;             /* the first loop's */
    struct http_loop *loops;
    uint64_t timeouts_us[HTTP_CONN_STATE_COUNT]; /* 0: none */
    uint64_t stop_at_us;                         /* set before `stopping` */
    atomic_bool draining;                        /* connections end with their next reply */
    atomic_bool stopping;
    atomic_bool accepting;
    _Atomic uint64_t accepted, refused_busy, refused_memory;
};

/* Connections that have never asked anything have lists of their own, for when room is made: one of
 * those that are being read, one of those that say nothing. */
enum { HTTP_LOOP_READING_NEW = HTTP_CONN_STATE_COUNT, HTTP_LOOP_IDLE_NEW, HTTP_LOOP_LISTS };

struct http_loop {
    struct http_shared *shared;
    unsigned index;
    int epoll_fd, wake_fd;
    pthread_t thread;
    bool is_started;

    struct http_slots slots;
    struct http_networks networks;
    struct http_list lists[HTTP_LOOP_LISTS]; /* by state; in each, in the order of entering it */
    struct http_exchange_store store;
    uint64_t now_us; /* steady clock, as of the last event or reply */
    struct http_date date;
    unsigned connections_max;
    uint64_t stopping_since_us;
    bool may_accept, is_stopping;
    atomic_uint connections; /* given to this loop and not closed yet */

    pthread_mutex_t inbox_mutex;
    struct http_conn *inbox, **inbox_last;
};

/* False when the system refuses; http_loop_free() is due all the same. */
TES_MUST_CHECK bool http_loop_init(struct http_loop *loop, struct http_shared *shared,
                                   unsigned index);
TES_MUST_CHECK bool http_loop_start(struct http_loop *loop);

/* Any thread: makes the loop look at its inbox and at `stopping`. */
void http_loop_wake(struct http_loop *loop);

/* Any thread: hands a connection over, new or back from a worker. */
void http_loop_post(struct http_loop *loop, struct http_conn *conn);

/* The first in that list, or NULL. */
struct http_conn *http_loop_first(struct http_loop *loop, unsigned list);

/* Moves a connection to the list of `state`, with a fresh deadline. */
void http_loop_enter(struct http_conn *conn, enum http_conn_state state);

/* After the thread has ended and no worker runs: closes what is left. */
void http_loop_free(struct http_loop *loop);

#endif
