/*
 * load_reply.h: reads an HTTP/1.1 reply that comes with a Content-Length; nothing else is asked of
 * the servers that are measured.
 */
#ifndef LOAD_REPLY_H
#define LOAD_REPLY_H

#include <stddef.h>

enum load_reply_state { LOAD_REPLY_PARTIAL, LOAD_REPLY_COMPLETE, LOAD_REPLY_MALFORMED };

struct load_reply {
    unsigned status;
    const char *head; /* status line and header lines */
    size_t head_length;
    const char *body;
    size_t body_length;
};

/* Looks at the bytes received so far. Only with LOAD_REPLY_COMPLETE is `reply` filled in; it
 * points into `bytes`. */
enum load_reply_state load_reply_read(const char *bytes, size_t length, struct load_reply *reply);

/* The value of a header line, by its name in any case; NULL where it is absent. */
const char *load_reply_header(const struct load_reply *reply, const char *name, size_t *length);

#endif
