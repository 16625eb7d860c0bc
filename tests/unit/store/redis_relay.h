/*
 * redis_relay.h: what stands between a ledger and its Redis: a thread that hands bytes on in both
 * directions, holds up the client's next word of that name for as long as the test wants, and
 * counts what the server has said. So a test has the Redis change between two commands of the
 * ledger.
 */
#ifndef TEST_STORE_REDIS_RELAY_H
#define TEST_STORE_REDIS_RELAY_H

#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>

#include "redis_server.h"

#define RELAY_BYTES 16384

struct redis_relay {
    const struct redis_test *redis;
    char socket[104];
    int listener;
    pthread_t thread;
    const char *held;    /* a command that waits while `is_holding` */
    const char *counted; /* in what the server says */
    atomic_bool is_holding, is_ending;
    atomic_bool is_held;           /* a client waits */
    atomic_uint count;             /* of `counted`, in connections so far */
    atomic_uint closed;            /* connections of clients that were closed behind `counted` */
    char from_server[RELAY_BYTES]; /* of this connection, the last of it */
    size_t from_server_length;
};

static inline bool relay_pass(int from, int to, char bytes[RELAY_BYTES], ssize_t *length)
{
    *length = read(from, bytes, RELAY_BYTES - 1);
    if (*length <= 0)
        return false;
    bytes[*length] = '\0';
    return to < 0 || send(to, bytes, (size_t)*length, MSG_NOSIGNAL) == *length;
}

/* A word may come in two parts: so it is looked for in all that fits. */
static inline void relay_count(struct redis_relay *relay, const char *bytes, size_t length)
{
    if (relay->from_server_length + length >= sizeof relay->from_server)
        relay->from_server_length = 0;
    memcpy(relay->from_server + relay->from_server_length, bytes, length);
    relay->from_server_length += length;
    relay->from_server[relay->from_server_length] = '\0';
    if (strstr(relay->from_server, relay->counted) == NULL)
        return;
    relay->from_server_length = 0;
    atomic_fetch_add(&relay->count, 1);
}

static inline void relay_talk(struct redis_relay *relay, int client, int server)
{
    static _Thread_local char bytes[RELAY_BYTES];
    unsigned before = atomic_load(&relay->count);
    ssize_t length;
    relay->from_server_length = 0;
    while (!atomic_load(&relay->is_ending)) {
        struct pollfd ends[] = {{.fd = client, .events = POLLIN}, {.fd = server, .events = POLLIN}};
        if (poll(ends, 2, 10) <= 0)
            continue;
        if (ends[1].revents != 0) {
            if (!relay_pass(server, client, bytes, &length))
                break;
            relay_count(relay, bytes, (size_t)length);
        } else {
            if (!relay_pass(client, -1, bytes, &length))
                break;
            bool is_held = strstr(bytes, relay->held) != NULL;
            while (is_held && atomic_load(&relay->is_holding)) {
                atomic_store(&relay->is_held, true);
                usleep(1000);
            }
            if (send(server, bytes, (size_t)length, MSG_NOSIGNAL) != length)
                break;
        }
    }
    if (atomic_load(&relay->count) > before)
        atomic_fetch_add(&relay->closed, 1);
}

static inline void *relay_run(void *context)
{
    struct redis_relay *relay = context;
    while (!atomic_load(&relay->is_ending)) {
        struct pollfd listener = {.fd = relay->listener, .events = POLLIN};
        int client = poll(&listener, 1, 10) > 0 ? accept(relay->listener, NULL, NULL) : -1;
        int server = client >= 0 ? redis_connect(relay->redis) : -1;
        if (server >= 0) {
            relay_talk(relay, client, server);
            close(server);
        }
        if (client >= 0)
            close(client);
    }
    return NULL;
}

static inline void relay_start(struct redis_relay *relay, const struct redis_test *redis,
                               const char *held, const char *counted)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    memset(relay, 0, sizeof *relay);
    relay->redis = redis;
    relay->held = held;
    relay->counted = counted;
    snprintf(relay->socket, sizeof relay->socket, "%s/relay.sock", redis->scratch.base);
    snprintf(at.sun_path, sizeof at.sun_path, "%s", relay->socket);
    relay->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(relay->listener, (struct sockaddr *)&at, sizeof at) != 0 ||
        listen(relay->listener, 8) != 0 ||
        pthread_create(&relay->thread, NULL, relay_run, relay) != 0)
        abort();
}

static inline void relay_end(struct redis_relay *relay)
{
    atomic_store(&relay->is_holding, false);
    atomic_store(&relay->is_ending, true);
    pthread_join(relay->thread, NULL);
    close(relay->listener);
}

#endif
