/*
 * eviction.h: which connections are closed when they, or the memory of their requests, run short.
 */
#ifndef HTTP_EVICTION_H
#define HTTP_EVICTION_H

#include "http/conn.h"

/* Sees to it that a new connection, which counts already but is in no list, is within the ceilings
 * of its network and of its loop, by closing others of that loop. False where it is the one that
 * has to go. */
TES_MUST_CHECK bool http_room_for(struct http_conn *conn);

/* Sees to it that the request under way of this connection may hold so many bytes more, within the
 * ceiling for all of its loop, by ending others. False where it is the one that has to go. */
TES_MUST_CHECK bool http_room_for_bytes(struct http_conn *conn, size_t bytes);

/* Closes a connection of this loop. False where there is none that may be closed. */
TES_MUST_CHECK bool http_room_make(struct http_loop *loop);

#endif
