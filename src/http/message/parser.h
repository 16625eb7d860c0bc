/*
 * parser.h: reads the head of a request: a strict subset of HTTP/1.1 (RFC 9112) in which each
 * request has one meaning only. What proxies and servers are known to read in two ways is refused.
 *
 * No I/O and no memory of its own. The head may come in pieces; each byte is looked at once, and
 * how it was cut makes no difference to what comes out.
 */
#ifndef HTTP_PARSER_H
#define HTTP_PARSER_H

#include "http/message/message.h"

/* The length of a chunked body before it has been read: past every length that a head may say. */
#define HTTP_LENGTH_UNKNOWN ((uint64_t)1 << 49)

enum http_progress { HTTP_PARTIAL, HTTP_COMPLETE, HTTP_REFUSED };

struct http_parser {
    size_t head_max;
    size_t line_at; /* where the line that is being read begins */
    size_t scanned; /* bytes before this were looked at */
    bool has_request_line, has_host, has_length;
    bool is_http_1_0;

    /* Good once the head is complete. */
    bool closes; /* the client wants no further request on this connection */
    bool is_chunked;
    bool awaits_continue; /* the client may wait for 100 before it sends the body */
    size_t head_length;
    uint64_t content_length;

    unsigned refusal; /* the status, once refused */
};

/* Begins a request whose head may have `head_max` bytes; empties `request` but for peer, arena and
 * thread. */
void http_parser_start(struct http_parser *parser, size_t head_max, struct http_request *request);

/* Looks at what has come: `bytes` is where the request begins, at each call the same place with
 * the same bytes and possibly more of them. Names of fields are put into lower case in place.
 * After HTTP_COMPLETE or HTTP_REFUSED it must be started again. */
enum http_progress http_parser_feed(struct http_parser *parser, char *bytes, size_t length,
                                    struct http_request *request);

#endif
