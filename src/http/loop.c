#include "http/loop.h"

#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "http/eviction.h"
#include "os/clock.h"
#include "os/thread.h"

#define EVENTS_PER_TURN  32
#define ACCEPTS_PER_TURN 64
#define STOP_ACCEPTS     64 /* turns of accepting, once it stops: as many as the backlog holds */

/* The numbers of events that are not about a connection. */
enum { NUMBER_WAKE, NUMBER_LISTENER };
_Static_assert(NUMBER_LISTENER < HTTP_SLOTS_FIRST, "numbers of connections follow");

static bool watch(struct http_loop *loop, int fd, uint64_t number)
{
    /* Edge-triggered: the counter is never read, and a listener that cannot be served for want of
     * descriptors does not keep the loop spinning. */
    struct epoll_event event = {.events = EPOLLIN | EPOLLET, .data.u64 = number};
    return epoll_ctl(loop->epoll_fd, EPOLL_CTL_ADD, fd, &event) == 0;
}

/* The share of one loop in what all loops together may hold. */
static unsigned part_of(unsigned number, unsigned loops)
{
    return (number + loops - 1) / loops;
}

static unsigned network_ceiling(const struct http_loop *loop)
{
    const struct http_settings *settings = &loop->shared->settings;
    unsigned most = part_of(settings->connections_per_network, settings->threads[HTTP_ON_LOOP]);
    return most < loop->connections_max ? most : loop->connections_max;
}

bool http_loop_init(struct http_loop *loop, struct http_shared *shared, unsigned index)
{
    const struct http_settings *settings = &shared->settings;
    unsigned loops = settings->threads[HTTP_ON_LOOP];
    *loop = (struct http_loop){
        .shared = shared,
        .index = index,
        .epoll_fd = -1,
        .wake_fd = -1,
        .store = {.head_max = settings->head_max, .arena_max = settings->arena_max},
        .connections_max = part_of(settings->connections_max, loops)};
    for (unsigned i = 0; i < HTTP_LOOP_LISTS; i++)
        http_list_init(&loop->lists[i]);
    http_holdings_init(&loop->store.holdings, settings->request_memory_max / loops);
    pthread_mutex_init(&loop->inbox_mutex, NULL);
    loop->inbox_last = &loop->inbox;

    loop->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    loop->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (loop->epoll_fd < 0 || loop->wake_fd < 0 ||
        !http_slots_init(&loop->slots, loop->connections_max) ||
        !http_networks_init(&loop->networks, loop->connections_max, network_ceiling(loop)))
        return false;
    return watch(loop, loop->wake_fd, NUMBER_WAKE) &&
           (index > 0 || watch(loop, shared->listener.fd, NUMBER_LISTENER));
}

void http_loop_wake(struct http_loop *loop)
{
    const uint64_t one = 1;
    ssize_t written = write(loop->wake_fd, &one, sizeof one);
    (void)written; /* a full counter has raised its event already */
}

void http_loop_post(struct http_loop *loop, struct http_conn *conn)
{
    conn->next = NULL;
    pthread_mutex_lock(&loop->inbox_mutex);
    bool was_empty = loop->inbox == NULL;
    *loop->inbox_last = conn;
    loop->inbox_last = &conn->next;
    pthread_mutex_unlock(&loop->inbox_mutex);
    if (was_empty)
        http_loop_wake(loop);
}

static struct http_conn *take_inbox(struct http_loop *loop)
{
    pthread_mutex_lock(&loop->inbox_mutex);
    struct http_conn *first = loop->inbox;
    loop->inbox = NULL;
    loop->inbox_last = &loop->inbox;
    pthread_mutex_unlock(&loop->inbox_mutex);
    return first;
}

static unsigned list_of(const struct http_conn *conn)
{
    if (!conn->has_asked && conn->state == HTTP_CONN_IDLE)
        return HTTP_LOOP_IDLE_NEW;
    if (!conn->has_asked && conn->state == HTTP_CONN_READING)
        return HTTP_LOOP_READING_NEW;
    return conn->state;
}

void http_loop_enter(struct http_conn *conn, enum http_conn_state state)
{
    conn->state = state;
    conn->since_us = conn->loop->now_us;
    http_list_remove(&conn->link);
    http_list_append(&conn->loop->lists[list_of(conn)], &conn->link);
    if (conn->exchange != NULL)
        http_holdings_let_give_way(&conn->loop->store.holdings, &conn->exchange->holding,
                                   state != HTTP_CONN_WORKING);
}

struct http_conn *http_loop_first(struct http_loop *loop, unsigned list)
{
    struct http_list *first = &loop->lists[list];
    return http_list_is_empty(first) ? NULL : (struct http_conn *)first->next;
}

/* ----------------------------------------------------------- accepting */

static void adopt(struct http_conn *conn)
{
    if (!http_room_for(conn)) {
        http_conn_close(conn);
        return;
    }
    if (http_conn_adopt(conn) && conn->loop->is_stopping) {
        conn->readable = true;
        http_conn_serve(conn);
    }
}

static struct http_loop *least_loaded(struct http_loop *loop)
{
    struct http_loop *loops = loop->shared->loops;
    struct http_loop *best = loop;
    unsigned fewest = atomic_load_explicit(&best->connections, memory_order_relaxed);
    /* When it stops, the others may be gone already. */
    for (unsigned i = 0; i < loop->shared->settings.threads[HTTP_ON_LOOP] && !loop->is_stopping;
         i++) {
        unsigned count = atomic_load_explicit(&loops[i].connections, memory_order_relaxed);
        if (count < fewest) {
            fewest = count;
            best = &loops[i];
        }
    }
    return best;
}

static void give_away(struct http_loop *loop, int fd, const struct tes_address *peer)
{
    struct http_loop *chosen = least_loaded(loop);
    struct http_conn *conn = http_conn_new(chosen, fd, peer);
    if (conn == NULL) {
        close(fd);
        return;
    }
    conn->is_trusted = loop->shared->app.trusts(loop->shared->app.context, peer);
    atomic_fetch_add_explicit(&chosen->connections, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&loop->shared->accepted, 1, memory_order_relaxed);
    if (chosen == loop)
        adopt(conn);
    else
        http_loop_post(chosen, conn);
}

static void accept_some(struct http_loop *loop)
{
    struct http_listener *listener = &loop->shared->listener;
    for (unsigned i = 0; i < ACCEPTS_PER_TURN; i++) {
        struct tes_address peer;
        int fd;
        switch (http_listener_accept(listener, &fd, &peer)) {
        case HTTP_ACCEPT_TAKEN:
            give_away(loop, fd, &peer);
            break;
        case HTTP_ACCEPT_NO_ROOM:
            if (!http_room_make(loop))
                http_listener_shed(listener);
            break;
        case HTTP_ACCEPT_NONE:
            loop->may_accept = false;
            return;
        }
    }
}

/* ------------------------------------------------------------ the turn */

static void serve_inbox(struct http_loop *loop)
{
    struct http_conn *conn = take_inbox(loop);
    while (conn != NULL) {
        struct http_conn *next = conn->next;
        if (conn->is_new)
            adopt(conn);
        else
            http_conn_on_worked(conn);
        conn = next;
    }
}

/* Those that had more to do than one turn allows; who queues up meanwhile waits for the next. */
static void serve_ready(struct http_loop *loop)
{
    struct http_list turn = loop->lists[HTTP_CONN_READY];
    if (turn.next == &loop->lists[HTTP_CONN_READY])
        return;
    turn.next->previous = turn.previous->next = &turn;
    http_list_init(&loop->lists[HTTP_CONN_READY]);
    while (!http_list_is_empty(&turn))
        http_conn_serve((struct http_conn *)turn.next);
}

/* How long a connection may stay in a state once the loop stops. What is half-sent may come in a
 * moment, and a reply is on its way as long as it is taken; more is not waited for, or one client
 * could hold up every stop. */
static const uint64_t STOP_US[HTTP_CONN_STATE_COUNT] = {
    [HTTP_CONN_READING] = 1000000, [HTTP_CONN_SENDING] = 500000, [HTTP_CONN_LINGERING] = 500000};

/* When the state has to end; UINT64_MAX: never. Deadlines within a state are in the order in
 * which connections entered it. */
static uint64_t due_us(const struct http_loop *loop, const struct http_conn *conn)
{
    uint64_t timeout_us = loop->shared->timeouts_us[conn->state];
    if (timeout_us == 0)
        return UINT64_MAX;
    uint64_t usual_us = conn->since_us + timeout_us;
    if (!loop->is_stopping)
        return usual_us;
    uint64_t from_us =
        conn->since_us > loop->stopping_since_us ? conn->since_us : loop->stopping_since_us;
    uint64_t stop_us = from_us + STOP_US[conn->state];
    return usual_us < stop_us ? usual_us : stop_us;
}

static void expire(struct http_loop *loop)
{
    for (unsigned i = 0; i < HTTP_LOOP_LISTS; i++) {
        struct http_conn *conn;
        while ((conn = http_loop_first(loop, i)) != NULL && due_us(loop, conn) <= loop->now_us)
            http_conn_on_deadline(conn);
    }
}

/* Milliseconds until something is due; -1: nothing is. */
static int time_to_wait(struct http_loop *loop)
{
    uint64_t next_us = loop->is_stopping ? loop->shared->stop_at_us : UINT64_MAX;
    if (loop->may_accept || !http_list_is_empty(&loop->lists[HTTP_CONN_READY]))
        return 0;
    for (unsigned i = 0; i < HTTP_LOOP_LISTS; i++) {
        const struct http_conn *conn = http_loop_first(loop, i);
        uint64_t due = conn != NULL ? due_us(loop, conn) : UINT64_MAX;
        next_us = due < next_us ? due : next_us;
    }
    if (next_us == UINT64_MAX)
        return -1;
    if (next_us <= loop->now_us)
        return 0;
    uint64_t wait_ms = (next_us - loop->now_us) / 1000 + 1;
    return wait_ms < 60000 ? (int)wait_ms : 60000;
}

static void begin_stop(struct http_loop *loop)
{
    struct http_shared *shared = loop->shared;
    loop->is_stopping = true;
    loop->stopping_since_us = loop->now_us;
    if (loop->index == 0) {
        /* Accepts those that wait already, but not everybody who goes on coming. */
        for (unsigned i = 0; i == 0 || (loop->may_accept && i < STOP_ACCEPTS); i++)
            accept_some(loop);
        (void)epoll_ctl(loop->epoll_fd, EPOLL_CTL_DEL, shared->listener.fd, NULL);
        http_listener_close(&shared->listener);
        atomic_store(&shared->accepting, false);
        for (unsigned i = 1; i < shared->settings.threads[HTTP_ON_LOOP]; i++)
            http_loop_wake(&shared->loops[i]);
    }
    /* A request may have come that nobody has read yet; where there is none, serving closes. */
    static const unsigned idle[] = {HTTP_CONN_IDLE, HTTP_LOOP_IDLE_NEW};
    for (unsigned i = 0; i < 2; i++) {
        struct http_conn *conn;
        while ((conn = http_loop_first(loop, idle[i])) != NULL) {
            conn->readable = true;
            http_conn_serve(conn);
        }
    }
}

static bool is_finished(struct http_loop *loop)
{
    if (!loop->is_stopping)
        return false;
    if (loop->now_us >= loop->shared->stop_at_us)
        return true;
    return !atomic_load(&loop->shared->accepting) && atomic_load(&loop->connections) == 0;
}

static void read_clocks(struct http_loop *loop)
{
    loop->now_us = tes_clock_steady_us();
    http_date_update(&loop->date, (int64_t)time(NULL));
}

/* True for the wake-up call. An event for a connection that is gone is ignored. */
static bool handle_event(struct http_loop *loop, const struct epoll_event *event)
{
    if (event->data.u64 == NUMBER_WAKE)
        return true;
    if (event->data.u64 == NUMBER_LISTENER) {
        loop->may_accept = !loop->is_stopping;
        return false;
    }
    struct http_conn *conn = http_slots_find(&loop->slots, event->data.u64);
    if (conn != NULL)
        http_conn_on_event(conn, event->events);
    return false;
}

static void *run_loop(void *argument)
{
    struct http_loop *loop = argument;
    struct epoll_event events[EVENTS_PER_TURN];

    read_clocks(loop);
    while (!is_finished(loop)) {
        bool is_woken = false;
        int count = epoll_wait(loop->epoll_fd, events, EVENTS_PER_TURN, time_to_wait(loop));
        read_clocks(loop);
        for (int i = 0; i < count; i++)
            is_woken |= handle_event(loop, &events[i]);
        serve_ready(loop);
        if (is_woken)
            serve_inbox(loop);
        if (loop->may_accept && !loop->is_stopping)
            accept_some(loop);
        expire(loop);
        if (!loop->is_stopping &&
            atomic_load_explicit(&loop->shared->stopping, memory_order_acquire))
            begin_stop(loop);
    }
    return NULL;
}

bool http_loop_start(struct http_loop *loop)
{
    loop->is_started = tes_thread_start(&loop->thread, run_loop, loop);
    return loop->is_started;
}

void http_loop_free(struct http_loop *loop)
{
    struct http_conn *conn = take_inbox(loop);
    while (conn != NULL) {
        struct http_conn *next = conn->next;
        if (conn->is_new) /* the others are in a list */
            http_conn_close(conn);
        conn = next;
    }
    for (unsigned i = 0; i < HTTP_LOOP_LISTS; i++)
        while ((conn = http_loop_first(loop, i)) != NULL)
            http_conn_close(conn);
    http_exchange_store_clear(&loop->store);
    http_networks_free(&loop->networks);
    http_slots_free(&loop->slots);
    if (loop->wake_fd >= 0)
        close(loop->wake_fd);
    if (loop->epoll_fd >= 0)
        close(loop->epoll_fd);
    pthread_mutex_destroy(&loop->inbox_mutex);
}
