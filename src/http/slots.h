/*
 * slots.h: the connections of a loop by number, which is what its events carry.
 *
 * The kernel may bring an event for a connection that is gone: one that was closed earlier in the
 * same batch, or one whose socket lives on because somebody else holds a descriptor for it. A
 * number is looked up when the event is handled, in a table that is never freed before the loop is,
 * and its generation changes with each user of a slot. So an event reaches the connection that it
 * is for or nobody, in whatever order connections come and go, and nothing depends on what the
 * kernel still holds.
 */
#ifndef HTTP_SLOTS_H
#define HTTP_SLOTS_H

#include "base/slice.h"

struct http_conn;
struct http_slot;

struct http_slots {
    struct http_slot *slots;
    uint32_t size;
    uint32_t used; /* those before it were in use at least once */
    uint32_t free; /* the first of those that may be used again; `size`: none */
};

/* Numbers below this are no connection's. */
#define HTTP_SLOTS_FIRST 2

/* Room for `size` connections at a time. False when memory is out. */
TES_MUST_CHECK bool http_slots_init(struct http_slots *slots, uint32_t size);

/* A number for the connection; 0 where all slots are in use. */
uint64_t http_slots_take(struct http_slots *slots, struct http_conn *conn);

/* Whose number it is; NULL where it is nobody's. */
struct http_conn *http_slots_find(const struct http_slots *slots, uint64_t number);

/* From now on the number is nobody's. */
void http_slots_give(struct http_slots *slots, uint64_t number);

void http_slots_free(struct http_slots *slots);

#endif
