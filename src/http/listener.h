/*
 * listener.h: the listening socket. It holds one descriptor in reserve: when the process has none
 * left, that one is given up for a moment to accept a client and turn it away at once, where it
 * would otherwise hang until it lost patience.
 */
#ifndef HTTP_LISTENER_H
#define HTTP_LISTENER_H

#include "base/address.h"
#include "base/error.h"

struct http_listener {
    int fd;
    int reserve_fd;
    unsigned port;
};

enum http_accepted {
    HTTP_ACCEPT_TAKEN,   /* a connection, its descriptor does not block */
    HTTP_ACCEPT_NONE,    /* nobody waits */
    HTTP_ACCEPT_NO_ROOM, /* somebody waits, but descriptors or memory are out */
};

/* Binds and listens. False with a message for people in `error`; http_listener_close() is due all
 * the same. */
TES_MUST_CHECK bool http_listener_open(struct http_listener *listener, const char *host,
                                       const char *port, struct tes_error *error);

enum http_accepted http_listener_accept(struct http_listener *listener, int *fd,
                                        struct tes_address *peer);

/* Turns away one who waits. */
void http_listener_shed(struct http_listener *listener);

/* May be called twice. */
void http_listener_close(struct http_listener *listener);

#endif
