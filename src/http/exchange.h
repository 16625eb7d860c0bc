/*
 * exchange.h: a request under way and its reply, with all memory they need. A connection has one
 * only while bytes of a request are there or a reply is being sent; then it goes back to the
 * loop's store, which keeps a few for the next and frees the others.
 */
#ifndef HTTP_EXCHANGE_H
#define HTTP_EXCHANGE_H

#include <stdatomic.h>

#include "http/holdings.h"
#include "http/http_server.h"
#include "http/message/chunks.h"
#include "http/message/parser.h"
#include "http/message/reply_writer.h"
#include "http/pool.h"

enum http_phase { HTTP_PHASE_HEAD, HTTP_PHASE_BODY, HTTP_PHASE_REPLY };

struct http_conn;

struct http_exchange {
    struct http_job job;         /* first: a worker gets no more than this */
    struct http_conn *conn;      /* whose it is */
    struct http_exchange *next;  /* in the store */
    struct http_holding holding; /* what it has besides `first_input` */

    enum http_phase phase;
    struct http_parser parser;
    struct http_chunks chunks; /* of a chunked body, while it is read */
    struct http_plan plan;
    struct tes_arena arena;
    struct http_reply reply;
    struct http_request request;
    bool closes;  /* the connection ends with this reply */
    bool is_shed; /* the pool gave it back: it was not run */

    /* Input: requests that came together lie in `input` one behind the other. It is small at first;
     * a long head gets more, up to `head_max`, and a body that has no room behind its head gets
     * memory of its own. Both grow with what really comes, and count as held. Where the end of a
     * chunked body lies in that memory, the beginning of the next request may lie behind it. */
    char *input;
    size_t input_at, input_end, input_size, head_max;
    char *body;
    size_t body_length, body_size;

    /* Output: replies that go out with one write, then `rest`, which lies elsewhere. It has memory
     * only while there is something to send. */
    struct tes_buf output;
    size_t output_sent;
    struct tes_slice rest;

    size_t first_size;
    char first_input[];
};

struct http_exchange_store {
    struct http_exchange *free;
    struct http_output *outputs;
    unsigned free_count, output_count;
    size_t head_max, arena_max;
    struct http_holdings holdings;
    atomic_uint in_use, most_in_use; /* written by the loop; others may look, and lower the most */
};

/* An exchange that waits for the first byte of a request. NULL when memory is out. */
struct http_exchange *http_exchange_take(struct http_exchange_store *store);

/* Done with this request: steps over its bytes and waits for the first byte of the next. Whatever
 * the reply pointed to is gone. */
void http_exchange_next(struct http_exchange_store *store, struct http_exchange *exchange);

/* Gives the output memory to write a reply to. False when memory is out. */
TES_MUST_CHECK bool http_exchange_can_reply(struct http_exchange_store *store,
                                            struct http_exchange *exchange);

/* All of the output is sent; its memory goes back. */
void http_exchange_sent(struct http_exchange_store *store, struct http_exchange *exchange);

/* More of a request is to come, whenever that is: where many wait, it holds on to no more than what
 * has come. */
void http_exchange_wait(struct http_exchange_store *store, struct http_exchange *exchange);

/* Gives it back. Accepts NULL. */
void http_exchange_put(struct http_exchange_store *store, struct http_exchange *exchange);

void http_exchange_store_clear(struct http_exchange_store *store);

/* How much more memory it has to hold before more of this request can be read. */
size_t http_exchange_lacks(const struct http_exchange *exchange);

/* Where the next bytes of this request are to be read to, and how many fit; 0 where memory cannot
 * grow. It has what it lacked afterwards, and so it is counted. The head is never larger than the
 * input (the parser sees to that). */
size_t http_exchange_room(struct http_exchange_store *store, struct http_exchange *exchange,
                          char **at);

/* That many bytes were read to where http_exchange_room() said. */
void http_exchange_filled(struct http_exchange *exchange, size_t length);

/* The head is complete and has its plan: from now on the body is read. */
void http_exchange_begin_body(struct http_exchange *exchange);

/* Looks at what has come of the body. HTTP_COMPLETE: it is in request.body. HTTP_REFUSED: with the
 * status in parser.refusal. */
enum http_progress http_exchange_read_body(struct http_exchange *exchange);

/* Nothing of the body has come, and there is one to come. */
bool http_exchange_lacks_body(const struct http_exchange *exchange);

/* The whole request has come already, so that the next one is to be found behind it. */
bool http_exchange_is_buffered(const struct http_exchange *exchange);

#endif
