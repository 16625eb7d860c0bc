/*
 * http_server.h: the HTTP server: event loops that parse and reply, and two bounded pools of
 * threads: one for what may wait, one for what takes a processor for long, such as drawing. It
 * knows nothing of challenges; `struct http_app` is all it is told.
 *
 * Invariants: a loop never blocks; every byte that comes in counts against a ceiling, every request
 * against one deadline and every reply against a rate; an event reaches the connection that it is
 * for or nobody; a full pool answers 503 with Retry-After at once, to the
 * flow that fills it; neither pool holds up the other; an idle connection holds no buffer.
 */
#ifndef HTTP_HTTP_SERVER_H
#define HTTP_HTTP_SERVER_H

#include "base/error.h"
#include "http/message/message.h"
#include "http/queue.h"

struct http_server;

typedef void (*http_handler)(void *context, struct http_request *request, struct http_reply *reply);

/* Which threads run something. */
enum http_where {
    HTTP_ON_LOOP,    /* quick, and never blocks; every handler starts here */
    HTTP_ON_WAITERS, /* may wait, for a disk or a lock, and hardly computes */
    HTTP_ON_DRAWERS, /* takes a processor for a while, and never waits */
    HTTP_WHERE_COUNT
};

/* The rest of the work on a request, for other threads. A handler leaves it in reply->next and
 * returns; so may run(), as often as it likes. It lies in the request's arena; request, reply and
 * arena stay as they are. Either run() or abandon() is called, once. */
struct http_continuation {
    enum http_where where;
    struct http_flow flow; /* in a pool: whom it is for, and so whose turn it takes */
    void (*run)(struct http_continuation *self, struct http_request *request,
                struct http_reply *reply);
    /* The pool is full, or the connection ends: gives back what is not in the arena. */
    void (*abandon)(struct http_continuation *self);
};

/* What is to happen with a request whose head has been read. */
struct http_plan {
    http_handler handler; /* NULL: refuse with `status` */
    unsigned status;
    unsigned allow;    /* for 405: the methods that there are, as bits 1U << HTTP_POST */
    const void *route; /* goes into request->route */
    size_t body_max;   /* a longer body is refused with 413 before it is read */
};

/* The application's side. All of these are called from several threads at once. */
struct http_app {
    void *context;

    /* On the loop, when method, path, query and header fields are known but no body yet. */
    struct http_plan (*plan)(void *context, const struct http_request *request);

    /* On the loop, for a new connection: whether all visitors may come from this address, so that
     * its network has no ceiling. */
    bool (*trusts)(void *context, const struct tes_address *peer);

    /* Fills in the reply for a request that no handler sees: malformed, too large, too slow,
     * unknown. `request` has a method and path only where those could be read, and always an arena.
     * `status` is set already; a 503 or 429 without Retry-After gets one of a second. */
    void (*refuse)(void *context, const struct http_request *request, struct http_reply *reply);

    /* After each reply, on the loop. */
    void (*finished)(void *context, const struct http_request *request, unsigned status,
                     uint64_t elapsed_us);
};

struct http_settings {
    const char *host;                   /* "127.0.0.1", "::1", "0.0.0.0" */
    const char *port;                   /* "0" takes a free one */
    unsigned threads[HTTP_WHERE_COUNT]; /* of each kind, at least 1 */
    unsigned queue_max;                 /* requests waiting for a thread, in each pool */
    unsigned connections_max;           /* past it, whoever has shown the least is closed */
    unsigned connections_per_network;   /* likewise, in a network (networks.h) */
    unsigned request_timeout_ms;        /* from its first byte to its last */
    unsigned send_rate_min;    /* bytes a second of a reply that a client takes, at least, in each
                                  request_timeout_ms */
    unsigned idle_timeout_ms;  /* between requests */
    size_t head_max;           /* request line and header fields */
    size_t request_memory_max; /* that all requests hold together beyond a small buffer each; past
                                  it, those that have shown the least are refused */
    size_t arena_max;          /* a request's memory */
};

/* Figures for metrics, over all loops and both pools; gauges but for `accepted` and what was
 * refused.
 */
struct http_figures {
    uint64_t accepted, connections, queued, refused_busy, refused_memory, request_memory;
};

/* Binds and listens, starts no thread. NULL on failure, with a message for people in `error`. */
struct http_server *http_server_new(const struct http_settings *settings,
                                    const struct http_app *app, struct tes_error *error);

/* The port that is listened on. */
unsigned http_server_port(const struct http_server *server);

/* How many threads may run handlers: loops and both pools'. */
unsigned http_server_threads(const struct http_server *server);

/* Starts loops and pools; returns at once. */
TES_MUST_CHECK bool http_server_start(struct http_server *server);

/* From now on each reply is its connection's last, as it says in its head; all else goes on. So who
 * keeps connections open, such as a balancer, has none left that a stop could cut off just when a
 * request is on its way. */
void http_server_drain(struct http_server *server);

/* Stops accepting, lets requests under way finish within `grace_ms`, closes the rest, ends the
 * threads. Clients that are slow to ask, to take a reply or to hang up have a moment only. */
void http_server_stop(struct http_server *server, unsigned grace_ms);

void http_server_figures(const struct http_server *server, struct http_figures *figures);

/* To be called now and then, by any one thread: when many requests were under way at once and most
 * of them are over, gives the memory that they took back to the system. */
void http_server_tidy(struct http_server *server);

/* After http_server_stop(), or in place of start. Accepts NULL. */
void http_server_free(struct http_server *server);

#endif
