/*
 * test_http_client.h: the client of the server's tests: plain blocking sockets, so that what goes
 * over the wire is exactly what a test says.
 */
#ifndef TEST_HTTP_CLIENT_H
#define TEST_HTTP_CLIENT_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "../../lib/patience.h"
#include "base/slice.h"

struct client {
    int fd;
    char bytes[16 * 1024]; /* what has come and is not read yet */
    size_t length;
};

struct answer {
    unsigned status;
    char head[4096];
    char body[1024]; /* its beginning */
    size_t body_length;
};

static inline void client_socket(struct client *client)
{
    struct timeval patience = {.tv_sec = (time_t)patience_s(0)};
    client->length = 0;
    client->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(client->fd >= 0);
    assert_int_equal(setsockopt(client->fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience),
                     0);
}

static inline void client_connect(const struct client *client, unsigned port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    assert_int_equal(connect(client->fd, (struct sockaddr *)&address, sizeof address), 0);
}

static inline void client_open(struct client *client, unsigned port)
{
    client_socket(client);
    client_connect(client, port);
}

static inline void client_close(struct client *client)
{
    close(client->fd);
}

static inline void client_send(struct client *client, const void *bytes, size_t length)
{
    assert_int_equal(send(client->fd, bytes, length, MSG_NOSIGNAL), length);
}

static inline void client_send_text(struct client *client, const char *text)
{
    client_send(client, text, strlen(text));
}

/* False at the end of input. */
static inline bool client_fill(struct client *client)
{
    ssize_t length =
        recv(client->fd, client->bytes + client->length, sizeof client->bytes - client->length, 0);
    if (length <= 0)
        return false;
    client->length += (size_t)length;
    return true;
}

static inline void client_skip(struct client *client, size_t length)
{
    client->length -= length;
    memmove(client->bytes, client->bytes + length, client->length);
}

/* Reads one reply, to a HEAD request without body. False where the connection ended before. */
static inline bool client_read(struct client *client, struct answer *answer, bool to_head)
{
    const char *end;
    memset(answer, 0, sizeof *answer);
    while ((end = memmem(client->bytes, client->length, "\r\n\r\n", 4)) == NULL)
        if (!client_fill(client))
            return false;
    size_t head_length = (size_t)(end - client->bytes) + 4;
    assert_true(head_length < sizeof answer->head);
    memcpy(answer->head, client->bytes, head_length);
    client_skip(client, head_length);
    assert_int_equal(sscanf(answer->head, "HTTP/1.%*1[01] %3u ", &answer->status), 1);

    const char *field = strstr(answer->head, "\r\nContent-Length: ");
    answer->body_length = field != NULL ? strtoul(field + 18, NULL, 10) : 0;
    for (size_t got = 0; !to_head && got < answer->body_length;) {
        if (client->length == 0 && !client_fill(client))
            return false;
        size_t part = answer->body_length - got;
        if (part > client->length)
            part = client->length;
        if (got < sizeof answer->body - 1) {
            size_t kept = sizeof answer->body - 1 - got;
            memcpy(answer->body + got, client->bytes, part < kept ? part : kept);
        }
        got += part;
        client_skip(client, part);
    }
    return true;
}

/* Nothing more comes, and the end is an orderly one. */
static inline bool client_is_at_end(struct client *client)
{
    char byte;
    return client->length == 0 && recv(client->fd, &byte, 1, 0) == 0;
}

#endif
