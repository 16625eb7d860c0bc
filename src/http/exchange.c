#include "http/exchange.h"

#include <stdlib.h>
#include <string.h>

/* Room for a few small replies, then for one with the longest head there is. */
#define OUTPUT_SIZE ((size_t)16 * 1024)
_Static_assert(OUTPUT_SIZE / 4 + HTTP_REPLY_HEAD_MAX + HTTP_REPLY_OWN_MAX <= OUTPUT_SIZE,
               "a reply's head must fit behind those that wait");

#define KEPT_MAX    64U  /* free exchanges, and outputs, that a loop holds on to */
#define INPUT_FIRST 4096 /* most requests are shorter */
#define BODY_FIRST  4096

struct http_exchange *http_exchange_take(struct http_exchange_store *store)
{
    struct http_exchange *exchange = store->free;
    if (exchange != NULL) {
        store->free = exchange->next;
        store->free_count--;
    } else {
        size_t input_size = store->head_max < INPUT_FIRST ? store->head_max : INPUT_FIRST;
        exchange = malloc(sizeof *exchange + input_size);
        if (exchange == NULL)
            return NULL;
        memset(exchange, 0, sizeof *exchange);
        exchange->arena = tes_arena_new(store->arena_max);
        exchange->head_max = store->head_max;
        exchange->input = exchange->first_input;
        exchange->input_size = exchange->first_size = input_size;
        http_parser_start(&exchange->parser, store->head_max, &exchange->request);
    }
    unsigned in_use = 1 + atomic_load_explicit(&store->in_use, memory_order_relaxed);
    atomic_store_explicit(&store->in_use, in_use, memory_order_relaxed);
    if (in_use > atomic_load_explicit(&store->most_in_use, memory_order_relaxed))
        atomic_store_explicit(&store->most_in_use, in_use, memory_order_relaxed);
    return exchange;
}

/* ------------------------------------------------------------------ output */

/* An output that nobody uses, in its own first bytes. */
struct http_output {
    struct http_output *next;
};

bool http_exchange_can_reply(struct http_exchange_store *store, struct http_exchange *exchange)
{
    if (exchange->output.at != NULL)
        return true;
    struct http_output *output = store->outputs;
    if (output != NULL) {
        store->outputs = output->next;
        store->output_count--;
    } else {
        output = malloc(OUTPUT_SIZE);
        if (output == NULL)
            return false;
    }
    exchange->output = tes_buf_on((char *)output, OUTPUT_SIZE);
    return true;
}

void http_exchange_sent(struct http_exchange_store *store, struct http_exchange *exchange)
{
    struct http_output *output = (struct http_output *)(void *)exchange->output.at;
    exchange->output = (struct tes_buf){.at = NULL};
    exchange->output_sent = 0;
    if (output == NULL)
        return;
    if (store->output_count == KEPT_MAX) {
        free(output);
        return;
    }
    output->next = store->outputs;
    store->outputs = output;
    store->output_count++;
}

void http_exchange_wait(struct http_exchange_store *store, struct http_exchange *exchange)
{
    if (atomic_load_explicit(&store->in_use, memory_order_relaxed) > KEPT_MAX)
        tes_arena_free(&exchange->arena);
}

/* ------------------------------------------------------------------- input */

static uint64_t request_length(const struct http_exchange *exchange)
{
    return exchange->parser.head_length + exchange->parser.content_length;
}

/* Memory that it has besides the exchange itself. */
static void count_held(struct http_exchange_store *store, struct http_exchange *exchange)
{
    size_t input = exchange->input != exchange->first_input ? exchange->input_size : 0;
    http_holdings_resize(&store->holdings, &exchange->holding, input + exchange->body_size);
}

/* Frees the larger input that a long head needed, and goes back to the first one. */
static void shrink_input(struct http_exchange *exchange)
{
    if (exchange->input == exchange->first_input)
        return;
    free(exchange->input);
    exchange->input = exchange->first_input;
    exchange->input_size = exchange->first_size;
}

static void drop_body(struct http_exchange *exchange)
{
    free(exchange->body);
    exchange->body = NULL;
    exchange->body_length = exchange->body_size = 0;
}

/* What lies behind a body in its own memory is the beginning of the next request: no more than was
 * read at once (http_exchange_room()), so that the empty input has room for it. */
static void keep_what_follows(struct http_exchange *exchange)
{
    size_t length = (size_t)exchange->parser.content_length;
    if (exchange->body_length <= length)
        return;
    exchange->input_end = exchange->body_length - length;
    memcpy(exchange->input, exchange->body + length, exchange->input_end);
}

void http_exchange_next(struct http_exchange_store *store, struct http_exchange *exchange)
{
    if (http_exchange_is_buffered(exchange))
        exchange->input_at += (size_t)request_length(exchange);
    else
        exchange->input_at = exchange->input_end; /* the body's end lies in other memory */
    if (exchange->input_at == exchange->input_end) {
        exchange->input_at = exchange->input_end = 0;
        shrink_input(exchange);
        keep_what_follows(exchange);
    }
    drop_body(exchange);
    count_held(store, exchange);
    exchange->rest = (struct tes_slice){NULL, 0};
    exchange->phase = HTTP_PHASE_HEAD;
    tes_arena_reset(&exchange->arena);
    http_parser_start(&exchange->parser, exchange->head_max, &exchange->request);
}

static void exchange_free(struct http_exchange *exchange)
{
    shrink_input(exchange);
    free(exchange->body);
    tes_arena_free(&exchange->arena);
    free(exchange);
}

void http_exchange_put(struct http_exchange_store *store, struct http_exchange *exchange)
{
    if (exchange == NULL)
        return;
    atomic_fetch_sub_explicit(&store->in_use, 1, memory_order_relaxed);
    http_exchange_sent(store, exchange);
    http_holdings_resize(&store->holdings, &exchange->holding, 0);
    if (store->free_count == KEPT_MAX) {
        exchange_free(exchange);
        return;
    }
    exchange->input_at = exchange->input_end = 0;
    drop_body(exchange); /* and what follows it */
    exchange->closes = false;
    http_exchange_next(store, exchange);
    exchange->next = store->free;
    store->free = exchange;
    store->free_count++;
}

void http_exchange_store_clear(struct http_exchange_store *store)
{
    while (store->free != NULL) {
        struct http_exchange *next = store->free->next;
        exchange_free(store->free);
        store->free = next;
    }
    store->free_count = 0;
    while (store->outputs != NULL) {
        struct http_output *next = store->outputs->next;
        free(store->outputs);
        store->outputs = next;
    }
    store->output_count = 0;
}

static bool fits_input(const struct http_exchange *exchange)
{
    return request_length(exchange) <= exchange->input_size - exchange->input_at;
}

/* The most memory that the body may take. That of a chunked one has room for framing as well. */
static size_t body_ceiling(const struct http_exchange *exchange)
{
    return exchange->parser.is_chunked ? exchange->plan.body_max + BODY_FIRST
                                       : (size_t)exchange->parser.content_length;
}

/* Memory follows what has come, by doubling: a length that is only announced costs nothing. */
static size_t larger_body(const struct http_exchange *exchange, size_t length)
{
    size_t wanted = body_ceiling(exchange);
    size_t size = exchange->body_size == 0 ? BODY_FIRST : exchange->body_size * 2;
    if (size < length)
        size = length * 2;
    return size < wanted ? size : wanted;
}

static bool grow_body(struct http_exchange *exchange, size_t size)
{
    char *grown = realloc(exchange->body, size);
    if (grown == NULL)
        return false;
    exchange->body = grown;
    exchange->body_size = size;
    return true;
}

static size_t larger_input(const struct http_exchange *exchange)
{
    size_t size = exchange->input_size * 2;
    return size < exchange->head_max ? size : exchange->head_max;
}

/* Room for more of a head: where earlier requests lay, or in memory twice as large. The head's
 * slices move with it: it is read again from its start, which happens a few times at most. */
static bool grow_input(struct http_exchange *exchange)
{
    size_t length = exchange->input_end - exchange->input_at;
    char *to = exchange->input;
    size_t size = exchange->input_size;
    if (exchange->input_at == 0) {
        size = larger_input(exchange);
        if (size == exchange->input_size || (to = malloc(size)) == NULL)
            return false;
    }
    memmove(to, exchange->input + exchange->input_at, length);
    if (to != exchange->input)
        shrink_input(exchange);
    exchange->input = to;
    exchange->input_size = size;
    exchange->input_at = 0;
    exchange->input_end = length;
    http_parser_start(&exchange->parser, exchange->head_max, &exchange->request);
    return true;
}

/* The bytes received after the head. */
static struct tes_slice behind_head(const struct http_exchange *exchange)
{
    size_t at = exchange->input_at + exchange->parser.head_length;
    return (struct tes_slice){exchange->input + at, exchange->input_end - at};
}

/* A body that has come in part, and has no room for more behind its head. */
static bool must_move_body(const struct http_exchange *exchange)
{
    if (exchange->phase != HTTP_PHASE_BODY || exchange->body != NULL)
        return false;
    return exchange->parser.is_chunked ? exchange->input_end == exchange->input_size
                                       : !fits_input(exchange);
}

/* Gives the body memory of its own. */
static bool move_body(struct http_exchange *exchange)
{
    struct tes_slice begun = behind_head(exchange);
    if (!grow_body(exchange, larger_body(exchange, begun.length)))
        return false;
    memcpy(exchange->body, begun.at, begun.length);
    exchange->body_length = begun.length;
    if (exchange->parser.is_chunked)
        exchange->input_end -= begun.length;
    return true;
}

size_t http_exchange_lacks(const struct http_exchange *exchange)
{
    if (must_move_body(exchange))
        return larger_body(exchange, behind_head(exchange).length);
    if (exchange->body != NULL)
        return exchange->body_length < exchange->body_size
                   ? 0
                   : larger_body(exchange, exchange->body_length) - exchange->body_size;
    if (exchange->phase != HTTP_PHASE_HEAD || exchange->input_end < exchange->input_size ||
        exchange->input_at > 0)
        return 0;
    size_t held = exchange->input != exchange->first_input ? exchange->input_size : 0;
    return larger_input(exchange) - held;
}

/* False where there is no memory. */
static bool grow(struct http_exchange *exchange)
{
    if (must_move_body(exchange))
        return move_body(exchange);
    if (exchange->body != NULL)
        return exchange->body_length < exchange->body_size ||
               grow_body(exchange, larger_body(exchange, exchange->body_length));
    return exchange->phase != HTTP_PHASE_HEAD || exchange->input_end < exchange->input_size ||
           grow_input(exchange);
}

size_t http_exchange_room(struct http_exchange_store *store, struct http_exchange *exchange,
                          char **at)
{
    if (!grow(exchange))
        return 0;
    count_held(store, exchange);
    if (exchange->body == NULL) {
        *at = exchange->input + exchange->input_end;
        return exchange->input_size - exchange->input_end;
    }
    size_t room = exchange->body_size - exchange->body_length;
    *at = exchange->body + exchange->body_length;
    /* Its end is not known yet, and the next request has to fit into the input behind it. */
    return exchange->parser.is_chunked && room > exchange->first_size ? exchange->first_size : room;
}

void http_exchange_filled(struct http_exchange *exchange, size_t length)
{
    if (exchange->body != NULL)
        exchange->body_length += length;
    else
        exchange->input_end += length;
}

void http_exchange_begin_body(struct http_exchange *exchange)
{
    exchange->phase = HTTP_PHASE_BODY;
    if (exchange->parser.is_chunked)
        http_chunks_start(&exchange->chunks, exchange->plan.body_max);
}

static enum http_progress read_counted(struct http_exchange *exchange)
{
    size_t length = (size_t)exchange->parser.content_length;
    struct tes_slice begun = behind_head(exchange);

    if (exchange->body == NULL && begun.length >= length) {
        exchange->request.body = (struct tes_slice){begun.at, length};
        return HTTP_COMPLETE;
    }
    exchange->request.body = (struct tes_slice){exchange->body, exchange->body_length};
    return exchange->body != NULL && exchange->body_length == length ? HTTP_COMPLETE : HTTP_PARTIAL;
}

/* Afterwards all is as if the body had come with its length: it lies where it would, without its
 * framing, and the next request behind it. */
static enum http_progress read_chunked(struct http_exchange *exchange)
{
    size_t body_at = exchange->input_at + exchange->parser.head_length;
    bool is_apart = exchange->body != NULL;
    char *at = is_apart ? exchange->body : exchange->input + body_at;
    size_t length = is_apart ? exchange->body_length : exchange->input_end - body_at;

    enum http_progress progress = http_chunks_feed(&exchange->chunks, at, &length);
    if (is_apart)
        exchange->body_length = length;
    else
        exchange->input_end = body_at + length;
    exchange->request.body = (struct tes_slice){at, exchange->chunks.length};
    if (progress == HTTP_COMPLETE)
        exchange->parser.content_length = exchange->chunks.length;
    if (progress == HTTP_REFUSED)
        exchange->parser.refusal = exchange->chunks.refusal;
    return progress;
}

enum http_progress http_exchange_read_body(struct http_exchange *exchange)
{
    return exchange->parser.is_chunked ? read_chunked(exchange) : read_counted(exchange);
}

bool http_exchange_lacks_body(const struct http_exchange *exchange)
{
    return exchange->parser.content_length > 0 && behind_head(exchange).length == 0;
}

bool http_exchange_is_buffered(const struct http_exchange *exchange)
{
    return request_length(exchange) <= exchange->input_end - exchange->input_at;
}
