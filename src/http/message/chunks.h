/*
 * chunks.h: takes the framing out of a chunked body (RFC 9112, 7.1), in place, so that what is left
 * is one piece of memory like any other body.
 *
 * Stricter than the RFC, since proxies and servers are known to read these in two ways, and no
 * client of ours sends them: a chunk with an extension is refused, as are trailers, blanks beside a
 * size, a size of more than HTTP_CHUNK_DIGITS_MAX digits, and any line end but CRLF. So no byte of
 * a body takes more than HTTP_CHUNK_DIGITS_MAX + 5 bytes on the wire, and the ceiling of the body
 * is one of what is read.
 *
 * No I/O and no memory of its own; how the bytes were cut makes no difference to what comes out.
 */
#ifndef HTTP_CHUNKS_H
#define HTTP_CHUNKS_H

#include "http/message/parser.h"

#define HTTP_CHUNK_DIGITS_MAX 8

struct http_chunks {
    unsigned state;
    unsigned digits; /* of the size that is being read */
    size_t left;     /* the size, as far as it is read; then, bytes of the chunk that are to come */
    size_t body_max; /* a longer body is refused with 413 before it is read */
    size_t length;   /* bytes of the body so far */
    unsigned refusal; /* the status, once refused */
};

/* Begins a body of at most `body_max` bytes. */
void http_chunks_start(struct http_chunks *chunks, size_t body_max);

/* `bytes` has what earlier calls have left of the body, chunks->length bytes, and behind that what
 * has come since: `*length` bytes in all. Afterwards it has the body alone, and where that is
 * complete, behind it what follows the last chunk; `*length` says how much that is.
 * Once complete, further calls change nothing; after HTTP_REFUSED it must be started again. */
enum http_progress http_chunks_feed(struct http_chunks *chunks, char *bytes, size_t *length);

#endif
