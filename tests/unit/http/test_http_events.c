/* Goal: an event never reaches a connection that is gone, whoever else still holds its descriptor.
 *
 * A second descriptor for the server's end of a connection, as a child process has it between fork
 * and exec, keeps the socket alive in the kernel when the server closes its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <pthread.h>
#include <sys/epoll.h>
#include <sys/wait.h>

#include "http/slots.h"
#include "test_http_app.h"

#define BATCH 24 /* connections whose events come in one turn of the loop */

static unsigned port_of(int fd, int (*ask)(int, struct sockaddr *, socklen_t *))
{
    struct sockaddr_in address = {0};
    socklen_t length = sizeof address;
    if (ask(fd, (struct sockaddr *)&address, &length) != 0 || address.sin_family != AF_INET)
        return 0;
    return ntohs(address.sin_port);
}

/* The first of this process's descriptors that is so. */
static int find_descriptor(bool (*is_it)(int fd, const void *context), const void *context)
{
    DIR *folder = opendir("/proc/self/fd");
    int found = -1;
    assert_non_null(folder);
    for (struct dirent *entry; found < 0 && (entry = readdir(folder)) != NULL;) {
        int fd = (int)strtol(entry->d_name, NULL, 10);
        if (entry->d_name[0] != '.' && fd != dirfd(folder) && is_it(fd, context))
            found = fd;
    }
    closedir(folder);
    return found;
}

static bool is_servers_end(int fd, const void *client)
{
    return port_of(fd, getpeername) == port_of(((const struct client *)client)->fd, getsockname) &&
           port_of(fd, getsockname) == port;
}

static bool is_epoll(int fd, const void *context)
{
    (void)context;
    char path[64], target[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(path, target, sizeof target - 1);
    return length > 0 && (target[length] = '\0', strstr(target, "[eventpoll]") != NULL);
}

/* What the kernel has noted of `fd` in that set: the data that its events carry. False: nothing. */
static bool is_registered(int epoll_fd, int fd, uint64_t *data)
{
    char path[64], line[256];
    bool is_there = false;
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", epoll_fd);
    FILE *about = fopen(path, "re");
    assert_non_null(about);
    while (!is_there && fgets(line, sizeof line, about) != NULL) {
        const char *number = strstr(line, "tfd:"), *value = strstr(line, "data:");
        is_there = number != NULL && value != NULL && strtol(number + 4, NULL, 10) == fd;
        if (is_there)
            *data = strtoull(value + 5, NULL, 16);
    }
    fclose(about);
    return is_there;
}

#define GET_AND_CLOSE "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

struct held {
    struct client client;
    int servers_end, copy;
    uint64_t data; /* of its events */
};

/* A connection that the server has closed and whose socket lives on. */
static void hold(struct held *held, int epoll_fd)
{
    client_open(&held->client, port);
    assert_answer(&held->client, GET_OF("/hello"), 200);
    held->servers_end = find_descriptor(is_servers_end, &held->client);
    assert_true(held->servers_end >= 0);
    held->copy = dup(held->servers_end);
    assert_true(held->copy >= 0);
    assert_true(is_registered(epoll_fd, held->servers_end, &held->data));
}

static void let_server_close(struct held *held, unsigned left)
{
    assert_answer(&held->client, GET_AND_CLOSE, 200);
    wait_for_connections(left);
}

static void drop(struct held *held)
{
    client_close(&held->client);
    close(held->copy);
}

static void closed_connections_leave_the_set(void **state)
{
    (void)state;
    struct held held;
    uint64_t data;
    start_one_loop();
    int epoll_fd = find_descriptor(is_epoll, NULL);
    assert_true(epoll_fd >= 0);
    hold(&held, epoll_fd);
    let_server_close(&held, 0);
    assert_false(is_registered(epoll_fd, held.servers_end, &data));

    /* Bytes, then the end: on a set that still had it, both would raise its events. */
    client_send_text(&held.client, "more");
    shutdown(held.client.fd, SHUT_WR);
    struct client other;
    client_open(&other, port);
    for (unsigned i = 0; i < 20; i++)
        assert_answer(&other, GET_OF("/hello"), 200);
    client_close(&other);
    drop(&held);
    stop();
}

/* Even where the kernel did bring such an event, it would name nobody: not the connection that is
 * gone, and not the one that has come in its place. */
static void stale_events_are_nobodys(void **state)
{
    (void)state;
    struct held held[BATCH];
    struct client others[BATCH];
    start_one_loop();
    int epoll_fd = find_descriptor(is_epoll, NULL);
    assert_true(epoll_fd >= 0);
    for (unsigned i = 0; i < BATCH; i++)
        hold(&held[i], epoll_fd);
    for (unsigned i = 0; i < BATCH; i++)
        let_server_close(&held[i], BATCH - 1 - i);
    for (unsigned i = 0; i < BATCH; i++) { /* they take the places, half-sent */
        client_open(&others[i], port);
        client_send_text(&others[i], "GET /hello HTTP/1.1\r\n");
    }
    wait_for_connections(BATCH);
    for (unsigned i = 0; i < BATCH; i++) {
        struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET,
                                    .data.u64 = held[i].data};
        client_send_text(&held[i].client, GET_OF("/hello"));
        shutdown(held[i].client.fd, SHUT_WR);
        assert_int_equal(epoll_ctl(epoll_fd, EPOLL_CTL_ADD, held[i].copy, &event), 0);
    }
    /* Their events come before those of the requests that follow. */
    for (unsigned i = 0; i < BATCH; i++)
        assert_answer(&others[i], "Host: a\r\n\r\n", 200);
    wait_for_connections(BATCH);
    for (unsigned i = 0; i < BATCH; i++) {
        assert_int_equal(epoll_ctl(epoll_fd, EPOLL_CTL_DEL, held[i].copy, NULL), 0);
        client_close(&others[i]);
        drop(&held[i]);
    }
    stop();
}

/* Connections end in all ways at once, in the batch in which their own events wait. */
static void many_ends_in_one_batch(void **state)
{
    (void)state;
    static const struct linger reset = {.l_onoff = 1, .l_linger = 0};
    static const char *const requests[] = {GET_OF("/hello") GET_OF("/hello"), GET_AND_CLOSE,
                                           "GET /", "nonsense\r\n\r\n", GET_OF("/wait")};
    struct client clients[BATCH], other;
    start_one_loop();
    for (unsigned round = 0; round < 20; round++) {
        for (unsigned i = 0; i < BATCH; i++) {
            client_open(&clients[i], port);
            assert_answer(&clients[i], GET_OF("/hello"), 200);
        }
        client_open(&other, port);
        atomic_store(&heavy_count, 0);
        client_send_text(&other, GET_OF("/heavy")); /* the loop is busy while the rest comes */
        PATIENCE_UNTIL(atomic_load(&heavy_count) == 1);
        assert_int_equal(atomic_load(&heavy_count), 1);
        for (unsigned i = 0; i < BATCH; i++) {
            client_send_text(&clients[i], requests[i % 5]);
            if (i % 2 == 0)
                setsockopt(clients[i].fd, SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
            client_close(&clients[i]);
        }
        client_close(&other);
        sem_post(&gate);
    }
    client_open(&other, port);
    assert_answer(&other, GET_OF("/hello"), 200);
    wait_for_connections(1);
    client_close(&other);
    stop();
}

/* As a server did that started programs itself, while clients reset behind their requests. */
static atomic_bool closers_end;

static void *close_often(void *argument)
{
    (void)argument;
    while (!atomic_load(&closers_end)) {
        struct client client;
        client_open(&client, port);
        (void)!send(client.fd, GET_OF("/wait") GET_OF("/wait"), 2 * strlen(GET_OF("/wait")),
                    MSG_NOSIGNAL);
        client_close(&client);
    }
    return NULL;
}

static void children_that_hold_every_socket(void **state)
{
    (void)state;
    enum { CLOSERS = 2, CHILDREN = 60 };
    pthread_t closers[CLOSERS];
    start_one_loop();
    atomic_store(&closers_end, false);
    for (unsigned i = 0; i < CLOSERS; i++)
        assert_int_equal(pthread_create(&closers[i], NULL, close_often, NULL), 0);
    for (unsigned i = 0; i < CHILDREN; i++) {
        pid_t child = fork();
        if (child == 0) {
            usleep(2000);
            _exit(0);
        }
        assert_true(child > 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
    }
    atomic_store(&closers_end, true);
    for (unsigned i = 0; i < CLOSERS; i++)
        pthread_join(closers[i], NULL);
    wait_for_connections(0); /* what they left in the queue may fill it: 503 would be right */
    struct client other;
    client_open(&other, port);
    assert_answer(&other, GET_OF("/wait"), 200);
    wait_for_connections(1);
    client_close(&other);
    stop();
}

static void a_number_is_one_users_alone(void **state)
{
    (void)state;
    struct http_slots slots;
    struct http_conn *const one = (struct http_conn *)&slots, *const other =
                                                                  (struct http_conn *)state;
    assert_true(http_slots_init(&slots, 2));
    uint64_t first = http_slots_take(&slots, one), second = http_slots_take(&slots, other);
    assert_true(first >= HTTP_SLOTS_FIRST && second >= HTTP_SLOTS_FIRST && first != second);
    assert_int_equal(http_slots_take(&slots, one), 0); /* all are in use */
    assert_ptr_equal(http_slots_find(&slots, first), one);
    assert_ptr_equal(http_slots_find(&slots, second), other);
    for (unsigned i = 0; i < 3; i++) { /* the same slot, used anew */
        http_slots_give(&slots, first);
        assert_null(http_slots_find(&slots, first));
        uint64_t next = http_slots_take(&slots, other);
        assert_int_equal((uint32_t)next, (uint32_t)first);
        assert_null(http_slots_find(&slots, first));
        http_slots_give(&slots, first); /* is nobody's: takes nothing from its new user */
        assert_ptr_equal(http_slots_find(&slots, next), other);
        first = next;
    }
    for (uint64_t number = 0; number < HTTP_SLOTS_FIRST; number++)
        assert_null(http_slots_find(&slots, number));
    assert_null(http_slots_find(&slots, UINT64_MAX));
    http_slots_free(&slots);
}

int main(void)
{
    set_up_app();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_is_one_users_alone),
        cmocka_unit_test(closed_connections_leave_the_set),
        cmocka_unit_test(stale_events_are_nobodys),
        cmocka_unit_test(many_ends_in_one_batch),
        cmocka_unit_test(children_that_hold_every_socket),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
