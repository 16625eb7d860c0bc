/*
 * load_client.c: the event loop.
 *
 * With a rate, requests are due at fixed times whatever the server does, and latency counts from
 * then: a server that stalls is charged for those who had to wait.
 */
#include "load_client.h"

#include <arpa/inet.h>
#include <err.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "load_answer.h"
#include "load_reply.h"

#define REPLY_MAX        (256u << 10)
#define EVENTS_MAX       256
#define STALL_TIMEOUT_MS 10000

struct connection {
    int socket;
    bool busy;
    uint64_t since_ns; /* when latency starts to count */
    char *input;
    size_t input_length;
};

struct run {
    const struct load_settings *settings;
    const struct load_requests *requests;
    struct load_result *result;
    struct connection connections[LOAD_CONNECTIONS_MAX];
    struct connection *idle[LOAD_CONNECTIONS_MAX];
    unsigned idle_count;
    uint64_t total, sent, done;
    uint64_t started_ns;       /* the first request, warm-up included */
    uint64_t window_ns;        /* the first request that is measured */
    uint64_t server_before_ns; /* CPU time at that moment */
    uint64_t client_before_ns;
    size_t expect_length;
    int epoll;
};

static uint64_t clock_ns(clockid_t clock)
{
    struct timespec time;
    if (clock_gettime(clock, &time) != 0)
        err(1, "clock_gettime");
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static uint64_t watched_cpu_ns(const struct load_settings *settings)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < settings->watched_count; i++) {
        clockid_t clock;
        if (clock_getcpuclockid(settings->watched[i], &clock) != 0)
            errx(1, "process %d can't be watched", (int)settings->watched[i]);
        sum += clock_ns(clock);
    }
    return sum;
}

static void open_connection(struct run *run, struct connection *connection)
{
    const int on = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons(run->settings->port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    connection->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connection->socket < 0)
        err(1, "socket");
    if (connect(connection->socket, (struct sockaddr *)&address, sizeof address) != 0)
        err(1, "connect to port %u", run->settings->port);
    if (setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) != 0)
        err(1, "TCP_NODELAY");
    connection->input = malloc(REPLY_MAX);
    if (connection->input == NULL)
        errx(1, "out of memory");
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
    if (epoll_ctl(run->epoll, EPOLL_CTL_ADD, connection->socket, &event) != 0)
        err(1, "epoll_ctl");
    run->idle[run->idle_count++] = connection;
}

/* False where no request is left, or none due yet. */
static bool send_next(struct run *run, struct connection *connection)
{
    if (run->sent == run->total)
        return false;
    uint64_t now_ns = clock_ns(CLOCK_MONOTONIC);
    connection->since_ns = now_ns;
    if (run->settings->rate > 0) {
        uint64_t due_ns = run->started_ns + run->sent * 1000000000u / run->settings->rate;
        if (now_ns < due_ns)
            return false;
        connection->since_ns = due_ns;
    }
    const struct load_request *request = &run->requests->list[run->sent % run->requests->count];
    /* The socket blocks, and a request fits into its empty buffer: it is sent whole. */
    ssize_t sent = send(connection->socket, request->bytes, request->length, MSG_NOSIGNAL);
    if (sent != (ssize_t)request->length)
        err(1, "send");
    run->sent++;
    connection->busy = true;
    connection->input_length = 0;
    return true;
}

static void send_due(struct run *run)
{
    while (run->idle_count > 0 && send_next(run, run->idle[run->idle_count - 1]))
        run->idle_count--;
}

static void open_window(struct run *run)
{
    run->server_before_ns = watched_cpu_ns(run->settings);
    run->client_before_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    run->window_ns = clock_ns(CLOCK_MONOTONIC);
}

static void close_window(struct run *run)
{
    struct load_result *result = run->result;
    result->elapsed_ns = clock_ns(CLOCK_MONOTONIC) - run->window_ns;
    result->client_cpu_ns = clock_ns(CLOCK_PROCESS_CPUTIME_ID) - run->client_before_ns;
    result->server_cpu_ns = watched_cpu_ns(run->settings) - run->server_before_ns;
}

static void finish_reply(struct run *run, struct connection *connection,
                         const struct load_reply *reply)
{
    const struct load_settings *settings = run->settings;
    if (reply->status != 200 ||
        memmem(reply->body, reply->body_length, settings->expect, run->expect_length) == NULL)
        errx(1, "reply %llu is not the expected one:\n%.*s", (unsigned long long)run->done,
             (int)connection->input_length, connection->input);
    if (settings->answers != NULL)
        load_answer_write(settings->answers, reply);
    if (settings->passes != NULL)
        load_answer_write_pass(settings->passes, reply, settings->secret);
    if (run->done >= settings->warmup)
        run->result->latency_ns[run->done - settings->warmup] =
            clock_ns(CLOCK_MONOTONIC) - connection->since_ns;
    if (++run->done == settings->warmup)
        open_window(run);
    connection->busy = false;
    if (!send_next(run, connection))
        run->idle[run->idle_count++] = connection;
}

static void receive(struct run *run, struct connection *connection)
{
    ssize_t got = recv(connection->socket, connection->input + connection->input_length,
                       REPLY_MAX - connection->input_length, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got < 0)
        err(1, "recv");
    if (got == 0)
        errx(1, "the server closed a connection after %llu replies", (unsigned long long)run->done);
    if (!connection->busy)
        errx(1, "a reply that nobody asked for");
    connection->input_length += (size_t)got;

    struct load_reply reply;
    switch (load_reply_read(connection->input, connection->input_length, &reply)) {
    case LOAD_REPLY_COMPLETE:
        finish_reply(run, connection, &reply);
        return;
    case LOAD_REPLY_PARTIAL:
        if (connection->input_length == REPLY_MAX)
            errx(1, "a reply is longer than %u bytes", REPLY_MAX);
        return;
    case LOAD_REPLY_MALFORMED:
        errx(1, "malformed reply:\n%.*s", (int)connection->input_length, connection->input);
    }
}

static void loop(struct run *run)
{
    struct epoll_event events[EVENTS_MAX];
    while (run->done < run->total) {
        send_due(run);
        /* Between two due times the client spins: a timer would be late, and its core is its own.
         */
        bool waiting_for_due = run->idle_count > 0 && run->sent < run->total;
        int count =
            epoll_wait(run->epoll, events, EVENTS_MAX, waiting_for_due ? 0 : STALL_TIMEOUT_MS);
        if (count < 0 && errno != EINTR)
            err(1, "epoll_wait");
        if (count == 0 && !waiting_for_due)
            errx(1, "no reply for %d ms", STALL_TIMEOUT_MS);
        for (int i = 0; i < count; i++)
            receive(run, events[i].data.ptr);
    }
}

static int compare_latency(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

void load_client_run(const struct load_settings *settings, const struct load_requests *requests,
                     struct load_result *result)
{
    struct run *run = calloc(1, sizeof *run);
    *result = (struct load_result){0};
    result->latency_ns = calloc(settings->count, sizeof *result->latency_ns);
    if (run == NULL || result->latency_ns == NULL)
        errx(1, "out of memory");
    run->settings = settings;
    run->requests = requests;
    run->result = result;
    run->total = settings->warmup + settings->count;
    run->expect_length = strlen(settings->expect);
    run->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (run->epoll < 0)
        err(1, "epoll_create1");
    for (unsigned i = 0; i < settings->connections; i++)
        open_connection(run, &run->connections[i]);

    run->started_ns = clock_ns(CLOCK_MONOTONIC);
    if (settings->warmup == 0)
        open_window(run);
    loop(run);
    close_window(run);

    for (unsigned i = 0; i < settings->connections; i++) {
        close(run->connections[i].socket);
        free(run->connections[i].input);
    }
    close(run->epoll);
    free(run);
    qsort(result->latency_ns, settings->count, sizeof *result->latency_ns, compare_latency);
}
