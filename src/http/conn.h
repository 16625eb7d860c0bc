/*
 * conn.h: one connection: which state it is in and how it gets to the next.
 *
 * A connection belongs to one loop and only that loop's thread touches it, but for `exchange`
 * while a worker has it: in HTTP_CONN_WORKING the loop lets the connection alone until the worker
 * gives it back. It lies in the list of its state; each state has one time limit, so that those
 * lists are in the order of their deadlines.
 */
#ifndef HTTP_CONN_H
#define HTTP_CONN_H

#include <stddef.h>

#include "http/exchange.h"
#include "http/networks.h"

enum http_conn_state {
    HTTP_CONN_IDLE,      /* between requests; holds no exchange */
    HTTP_CONN_READING,   /* part of a request is there */
    HTTP_CONN_READY,     /* had its turn, has more to do, others first */
    HTTP_CONN_WORKING,   /* a worker has its exchange */
    HTTP_CONN_SENDING,   /* the client takes its reply slowly */
    HTTP_CONN_LINGERING, /* all is sent; what still comes is thrown away, then it is closed */
    HTTP_CONN_STATE_COUNT
};

struct http_loop;

struct http_conn {
    struct http_list link; /* first: in the list of its state */
    struct http_loop *loop;
    struct http_conn *next; /* in the loop's inbox */
    struct http_exchange *exchange;
    uint64_t number;   /* that its events carry; 0 before it is adopted */
    uint64_t since_us; /* when it entered its state */
    uint64_t born_us;  /* when its loop took it over */
    struct tes_address peer;
    struct http_member member; /* of its network */
    uint64_t sent;             /* bytes that the kernel has taken from us */
    uint64_t taken;            /* of them, by the client when SENDING was last looked at */
    uint64_t sending_since_us; /* when the reply was first held up */
    int fd;
    enum http_conn_state state;
    unsigned drained;     /* bytes thrown away while lingering */
    bool readable;        /* there may be something to read */
    bool peer_has_closed; /* the end of input is on its way or there */
    bool is_new;          /* the loop has not seen it yet */
    bool is_trusted;      /* a proxy's: its network has no ceiling */
    bool has_asked;       /* a whole request of it was taken up */
};

static inline struct http_conn *http_conn_of_member(struct http_member *member)
{
    return (struct http_conn *)((char *)member - offsetof(struct http_conn, member));
}

/* A connection for `loop`, not yet in any list; owns `fd`. NULL when memory is out. */
struct http_conn *http_conn_new(struct http_loop *loop, int fd, const struct tes_address *peer);

/* Puts it into its loop's list and epoll. False: it was closed and freed. */
bool http_conn_adopt(struct http_conn *conn);

/* These may close and free the connection. */
void http_conn_on_event(struct http_conn *conn, unsigned epoll_events);
void http_conn_serve(struct http_conn *conn);     /* works through what there is to read */
void http_conn_on_worked(struct http_conn *conn); /* the worker has given it back */
void http_conn_on_deadline(struct http_conn *conn);

/* Ends it, so that others have the memory that its request holds. */
void http_conn_give_way(struct http_conn *conn);

/* Closes and frees; never in HTTP_CONN_WORKING while workers run. */
void http_conn_close(struct http_conn *conn);

#endif
