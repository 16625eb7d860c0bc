#include "http/conn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/eviction.h"
#include "http/loop.h"
#include "http/sending.h"
#include "os/clock.h"

#define REQUESTS_PER_TURN 100                /* of one connection before others have a turn */
#define TURN_US           1000               /* the same limit in time, for slow requests */
#define OUTPUT_HIGH       ((size_t)4 * 1024) /* bytes of replies that are collected, then sent */
#define DRAIN_MAX         (4U * 1024 * 1024) /* bytes of a refused request that are thrown away */

enum conn_step { DONE, BLOCKED, ENDED };

/* --------------------------------------------------------------- life */

struct http_conn *http_conn_new(struct http_loop *loop, int fd, const struct tes_address *peer)
{
    struct http_conn *conn = calloc(1, sizeof *conn);
    if (conn == NULL)
        return NULL;
    conn->loop = loop;
    conn->fd = fd;
    conn->peer = *peer;
    conn->is_new = true;
    http_list_init(&conn->link);
    return conn;
}

bool http_conn_adopt(struct http_conn *conn)
{
    /* Registered once, edge-triggered, for both directions: no further epoll_ctl() is due. */
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET};
    conn->is_new = false;
    conn->born_us = conn->loop->now_us;
    http_loop_enter(conn, HTTP_CONN_IDLE);
    event.data.u64 = conn->number = http_slots_take(&conn->loop->slots, conn);
    if (conn->number != 0 && epoll_ctl(conn->loop->epoll_fd, EPOLL_CTL_ADD, conn->fd, &event) == 0)
        return true;
    http_conn_close(conn);
    return false;
}

/* Nobody goes on with the request, where somebody was to. */
static void abandon_work(struct http_exchange *exchange)
{
    struct http_continuation *next = exchange->reply.next;
    exchange->reply.next = NULL;
    if (next != NULL)
        next->abandon(next);
}

void http_conn_close(struct http_conn *conn)
{
    static const struct linger reset = {.l_onoff = 1, .l_linger = 0};
    struct http_loop *loop = conn->loop;
    if (conn->exchange != NULL)
        abandon_work(conn->exchange);
    /* Half of a reply is of no use; the kernel would hold on to its part for as long as the client
     * takes nothing. */
    if (conn->state == HTTP_CONN_SENDING)
        (void)setsockopt(conn->fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
    http_list_remove(&conn->link);
    http_exchange_put(&loop->store, conn->exchange);
    if (conn->number != 0) {
        /* Closing takes it out of the set only where nobody else holds the socket. */
        (void)epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, conn->fd, NULL);
        http_slots_give(&loop->slots, conn->number);
    }
    http_networks_leave(&loop->networks, &conn->member);
    close(conn->fd);
    free(conn);
    atomic_fetch_sub_explicit(&loop->connections, 1, memory_order_relaxed);
}

/* Throws away what still comes, within limits. Closing with input unread would reset the
 * connection, and the reset may overtake the reply. */
static void drain(struct http_conn *conn)
{
    char trash[16 * 1024];
    while (conn->readable && conn->drained < DRAIN_MAX) {
        ssize_t length = recv(conn->fd, trash, sizeof trash, 0);
        if (length > 0) {
            conn->drained += (unsigned)length;
        } else if (length < 0 && errno == EAGAIN) {
            conn->readable = false;
        } else {
            http_conn_close(conn);
            return;
        }
    }
    if (conn->drained >= DRAIN_MAX)
        http_conn_close(conn);
}

static void linger(struct http_conn *conn)
{
    http_exchange_put(&conn->loop->store, conn->exchange);
    conn->exchange = NULL;
    if (shutdown(conn->fd, SHUT_WR) != 0) {
        http_conn_close(conn);
        return;
    }
    http_loop_enter(conn, HTTP_CONN_LINGERING);
    conn->readable = true;
    drain(conn);
}

/* The last reply is out. A client that asked for the end and sent nothing behind that sends no
 * more; any other may be in the middle of something. */
static void end(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    bool is_quiet = exchange->parser.closes && exchange->parser.refusal == 0 &&
                    exchange->parser.head_length + exchange->parser.content_length ==
                        exchange->input_end - exchange->input_at;
    if (is_quiet && !conn->readable)
        http_conn_close(conn);
    else
        linger(conn);
}

/* ------------------------------------------------------------- sending */

/* Sends what waits. BLOCKED: the socket takes no more for now. ENDED: the client is gone, and the
 * connection is closed. */
static enum conn_step flush(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    while (exchange->output_sent < exchange->output.length || exchange->rest.length > 0) {
        if (http_sending_some(conn))
            continue;
        if (errno == EAGAIN) {
            if (conn->state != HTTP_CONN_SENDING)
                http_sending_begin(conn);
            return BLOCKED;
        }
        if (errno != EINTR) {
            http_conn_close(conn);
            return ENDED;
        }
    }
    http_exchange_sent(&conn->loop->store, exchange);
    if (conn->state == HTTP_CONN_SENDING)
        http_loop_enter(conn, HTTP_CONN_READY);
    return DONE;
}

/* ------------------------------------------------------------ replying */

static void begin_reply(struct http_exchange *exchange, unsigned status)
{
    exchange->reply = (struct http_reply){
        .status = status, .head = tes_arena_buf(&exchange->arena, HTTP_REPLY_HEAD_MAX)};
}

static bool has_retry_after(const struct http_reply *reply)
{
    const struct tes_buf *head = &reply->head;
    return head->length > 0 && memmem(head->at, head->length, "Retry-After:", 12) != NULL;
}

static void fill_refusal(struct http_conn *conn, unsigned status)
{
    struct http_exchange *exchange = conn->exchange;
    const struct http_app *app = &conn->loop->shared->app;

    begin_reply(exchange, status);
    exchange->request.arena = &exchange->arena;
    exchange->request.peer = conn->peer;
    exchange->request.thread = conn->loop->index;
    if (status == 405)
        http_reply_methods(&exchange->reply, "Allow", exchange->plan.allow);
    app->refuse(app->context, &exchange->request, &exchange->reply);
    if ((status == 503 || status == 429) && !has_retry_after(&exchange->reply))
        http_reply_header(&exchange->reply, "Retry-After", TES_SLICE("1"));
}

static bool write_reply(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    const struct http_reply_terms terms = {.date = &conn->loop->date,
                                           .closes = exchange->closes,
                                           .to_head = exchange->request.method == HTTP_HEAD,
                                           .to_http_1_0 = exchange->parser.is_http_1_0};
    return http_exchange_can_reply(&conn->loop->store, exchange) &&
           http_reply_write(&exchange->reply, &terms, &exchange->output, &exchange->rest);
}

/* Puts the reply into the output, and sends that where it should not wait for more. */
static enum conn_step deliver(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    struct http_loop *loop = conn->loop;
    const struct http_app *app = &loop->shared->app;

    exchange->phase = HTTP_PHASE_REPLY;
    if (exchange->parser.closes || loop->is_stopping ||
        atomic_load_explicit(&loop->shared->draining, memory_order_relaxed))
        exchange->closes = true;
    if (exchange->reply.status == 0)
        exchange->reply.status = 500;
    if (!write_reply(conn)) {
        /* The handler ran out of memory or header room: what it made is of no use. */
        tes_arena_reset(&exchange->arena);
        fill_refusal(conn, 500);
        if (!write_reply(conn)) {
            exchange->reply = (struct http_reply){.status = 500};
            if (!write_reply(conn)) {
                http_conn_close(conn);
                return ENDED;
            }
        }
    }
    loop->now_us = tes_clock_steady_us();
    app->finished(app->context, &exchange->request, exchange->reply.status,
                  loop->now_us - exchange->request.received_us);

    if (exchange->closes || exchange->rest.length > 0 || exchange->output.length > OUTPUT_HIGH) {
        enum conn_step sent = flush(conn);
        if (sent != DONE)
            return sent;
    }
    if (exchange->closes) {
        end(conn);
        return ENDED;
    }
    http_exchange_next(&loop->store, exchange);
    if (conn->state == HTTP_CONN_READING)
        http_loop_enter(conn, HTTP_CONN_READY); /* the next request has a deadline of its own */
    return DONE;
}

/* Refuses; where the end of the request is not at hand, this is the last reply. */
static enum conn_step refuse(struct http_conn *conn, unsigned status, bool closes)
{
    struct http_exchange *exchange = conn->exchange;
    exchange->closes = closes;
    exchange->request.received_us = conn->loop->now_us;
    fill_refusal(conn, status);
    return deliver(conn);
}

static enum conn_step refuse_for_memory(struct http_conn *conn)
{
    atomic_fetch_add_explicit(&conn->loop->shared->refused_memory, 1, memory_order_relaxed);
    return refuse(conn, 503, true);
}

void http_conn_give_way(struct http_conn *conn)
{
    if (conn->state == HTTP_CONN_READING)
        (void)refuse_for_memory(conn);
    else
        http_conn_close(conn);
}

/* ------------------------------------------------------------ handling */

static void continue_work(struct http_exchange *exchange, unsigned thread)
{
    struct http_continuation *next = exchange->reply.next;
    exchange->reply.next = NULL;
    exchange->request.thread = thread;
    next->run(next, &exchange->request, &exchange->reply);
}

static void run_on_pool(struct http_job *job, unsigned thread)
{
    struct http_exchange *exchange = (struct http_exchange *)job;
    continue_work(exchange, thread);
    http_loop_post(exchange->conn->loop, exchange->conn);
}

static enum conn_step refuse_busy(struct http_conn *conn)
{
    abandon_work(conn->exchange);
    http_loop_enter(conn, HTTP_CONN_READY);
    atomic_fetch_add_explicit(&conn->loop->shared->refused_busy, 1, memory_order_relaxed);
    return refuse(conn, 503, false);
}

/* Hands the request to the pool that is to go on with it. */
static enum conn_step submit(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    const struct http_continuation *next = exchange->reply.next;
    struct http_pool *pool = conn->loop->shared->pools[next->where];

    /* Replies to earlier requests do not wait for the worker. */
    enum conn_step sent = flush(conn);
    if (sent != DONE)
        return sent;
    exchange->job.run = run_on_pool;
    exchange->job.flow = next->flow;
    http_loop_enter(conn, HTTP_CONN_WORKING);
    struct http_job *refused = http_pool_submit(pool, &exchange->job);
    if (refused == &exchange->job)
        return refuse_busy(conn);
    if (refused != NULL) { /* the connection of that job may belong to another loop */
        struct http_exchange *shed = (struct http_exchange *)refused;
        shed->is_shed = true;
        http_loop_post(shed->conn->loop, shed->conn);
    }
    return BLOCKED;
}

/* The handler has returned: replies, or goes on, here or in a pool. */
static enum conn_step proceed(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    while (exchange->reply.next != NULL && exchange->reply.next->where == HTTP_ON_LOOP)
        continue_work(exchange, conn->loop->index);
    return exchange->reply.next != NULL ? submit(conn) : deliver(conn);
}

/* The request is complete. Its handler is not run again where the replies before it had to leave
 * first. */
static enum conn_step handle(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    const struct http_app *app = &conn->loop->shared->app;

    if (exchange->reply.next == NULL) {
        conn->has_asked = true;
        exchange->request.received_us = conn->loop->now_us;
        begin_reply(exchange, 0);
        exchange->plan.handler(app->context, &exchange->request, &exchange->reply);
    }
    return proceed(conn);
}

/* The head is taken: a client that waits for this sends the body now. It goes out before more is
 * read. One that has begun to send does not wait. */
static enum conn_step ask_for_body(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    if (!exchange->parser.awaits_continue || !http_exchange_lacks_body(exchange))
        return DONE;
    if (!http_exchange_can_reply(&conn->loop->store, exchange))
        return refuse(conn, 503, true);
    tes_buf_slice(&exchange->output, TES_SLICE("HTTP/1.1 100 Continue\r\n\r\n"));
    return DONE;
}

/* The head is complete. */
static enum conn_step plan(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    const struct http_app *app = &conn->loop->shared->app;

    exchange->request.arena = &exchange->arena;
    exchange->request.peer = conn->peer;
    exchange->request.thread = conn->loop->index;
    exchange->plan = app->plan(app->context, &exchange->request);
    exchange->request.route = exchange->plan.route;
    if (exchange->plan.handler == NULL)
        return refuse(conn, exchange->plan.status, !http_exchange_is_buffered(exchange));
    if (!exchange->parser.is_chunked && exchange->parser.content_length > exchange->plan.body_max)
        return refuse(conn, 413, !http_exchange_is_buffered(exchange));
    http_exchange_begin_body(exchange);
    return ask_for_body(conn);
}

/* ------------------------------------------------------------- reading */

/* Reads once. BLOCKED: nothing there. */
static enum conn_step fill(struct http_conn *conn, char *at, size_t room)
{
    ssize_t length = recv(conn->fd, at, room, 0);
    if (length > 0) {
        http_exchange_filled(conn->exchange, (size_t)length);
        /* A short read has emptied the socket; what comes later raises a new event. */
        conn->readable = (size_t)length == room || conn->peer_has_closed;
        return DONE;
    }
    if (length < 0 && errno == EINTR)
        return DONE;
    if (length < 0 && errno == EAGAIN) {
        conn->readable = false;
        return BLOCKED;
    }
    http_conn_close(conn);
    return ENDED;
}

/* Nothing more to do until an event comes. */
static void rest(struct http_conn *conn)
{
    struct http_exchange *exchange = conn->exchange;
    if (exchange->phase != HTTP_PHASE_HEAD || exchange->input_end > exchange->input_at) {
        http_exchange_wait(&conn->loop->store, exchange);
        if (conn->state != HTTP_CONN_READING)
            http_loop_enter(conn, HTTP_CONN_READING);
        return;
    }
    if (conn->loop->is_stopping) {
        http_conn_close(conn);
        return;
    }
    http_exchange_put(&conn->loop->store, exchange);
    conn->exchange = NULL;
    http_loop_enter(conn, HTTP_CONN_IDLE);
}

/* Sends what waits, then gets more input. DONE: there is more to look at.
 *
 * Where nothing more is to be read, the reply waits for the end of the loop's turn: replies that
 * leave together wake their client once, and a wake-up costs more than the reply. */
static enum conn_step await_input(struct http_conn *conn)
{
    if (conn->state == HTTP_CONN_IDLE && !conn->readable && conn->exchange->output.length > 0) {
        http_loop_enter(conn, HTTP_CONN_READY);
        return BLOCKED;
    }
    enum conn_step outcome = flush(conn);
    if (outcome != DONE)
        return outcome;
    if (!conn->readable) {
        rest(conn);
        return BLOCKED;
    }
    if (!http_room_for_bytes(conn, http_exchange_lacks(conn->exchange)))
        return refuse_for_memory(conn);
    char *at;
    size_t room = http_exchange_room(&conn->loop->store, conn->exchange, &at);
    if (room == 0)
        return refuse(conn, 503, true);
    outcome = fill(conn, at, room);
    if (outcome == BLOCKED)
        rest(conn);
    return outcome;
}

/* One step with what is in the exchange. DONE: another may follow. */
static enum conn_step step(struct http_conn *conn, unsigned *requests)
{
    struct http_exchange *exchange = conn->exchange;

    if (exchange->phase == HTTP_PHASE_HEAD) {
        size_t length = exchange->input_end - exchange->input_at;
        if (length == 0)
            return await_input(conn);
        switch (http_parser_feed(&exchange->parser, exchange->input + exchange->input_at, length,
                                 &exchange->request)) {
        case HTTP_PARTIAL:
            return await_input(conn);
        case HTTP_REFUSED:
            return refuse(conn, exchange->parser.refusal, true);
        case HTTP_COMPLETE:
            ++*requests;
            return plan(conn);
        }
    }
    switch (http_exchange_read_body(exchange)) {
    case HTTP_PARTIAL:
        return await_input(conn);
    case HTTP_REFUSED:
        return refuse(conn, exchange->parser.refusal, true);
    default:
        return handle(conn);
    }
}

void http_conn_serve(struct http_conn *conn)
{
    const struct http_loop *loop = conn->loop;
    const uint64_t start_us = loop->now_us;
    unsigned requests = 0;
    if (conn->exchange == NULL) {
        conn->exchange = http_exchange_take(&conn->loop->store);
        if (conn->exchange == NULL) {
            http_conn_close(conn);
            return;
        }
        conn->exchange->conn = conn;
        conn->exchange->holding.network =
            conn->member.network != NULL ? &conn->member.network->held : NULL;
    }
    for (;;) {
        if (step(conn, &requests) != DONE)
            return;
        if (requests >= REQUESTS_PER_TURN || (requests > 0 && loop->now_us - start_us >= TURN_US)) {
            http_loop_enter(conn, HTTP_CONN_READY);
            return;
        }
    }
}

/* -------------------------------------------------------------- events */

/* The reply is out as far as it was held up: end, or take up the next request. */
static void resume(struct http_conn *conn)
{
    if (conn->exchange->closes) {
        end(conn);
        return;
    }
    if (conn->exchange->phase == HTTP_PHASE_REPLY)
        http_exchange_next(&conn->loop->store, conn->exchange);
    http_conn_serve(conn);
}

void http_conn_on_event(struct http_conn *conn, unsigned epoll_events)
{
    if (epoll_events & (EPOLLIN | EPOLLRDHUP | EPOLLHUP | EPOLLERR))
        conn->readable = true;
    if (epoll_events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))
        conn->peer_has_closed = true;

    switch (conn->state) {
    case HTTP_CONN_IDLE:
    case HTTP_CONN_READING:
        if (conn->readable)
            http_conn_serve(conn);
        break;
    case HTTP_CONN_SENDING:
        if ((epoll_events & (EPOLLOUT | EPOLLHUP | EPOLLERR)) && flush(conn) == DONE)
            resume(conn);
        break;
    case HTTP_CONN_LINGERING:
        drain(conn);
        break;
    default:
        break; /* the flags are looked at when its turn comes */
    }
}

void http_conn_on_worked(struct http_conn *conn)
{
    bool is_shed = conn->exchange->is_shed;
    conn->exchange->is_shed = false;
    http_loop_enter(conn, HTTP_CONN_READY);
    if ((is_shed ? refuse_busy(conn) : proceed(conn)) == DONE)
        http_conn_serve(conn);
}

void http_conn_on_deadline(struct http_conn *conn)
{
    if (conn->state == HTTP_CONN_READING)
        (void)refuse(conn, 408, true);
    else if (conn->state != HTTP_CONN_SENDING || !http_sending_goes_on(conn))
        http_conn_close(conn);
}
