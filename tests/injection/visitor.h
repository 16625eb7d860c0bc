/*
 * visitor.h: the client of the request tests: one connection for each request, no memory but its
 * own, and no assertion until the reply is there.
 */
#ifndef TEST_FAULT_VISITOR_H
#define TEST_FAULT_VISITOR_H

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/slice.h"

#define VISITOR_PATIENCE_S 20

struct visitor_reply {
    char bytes[512 * 1024];
    size_t length;
    bool is_late;    /* the server neither answered nor closed */
    bool is_whole;   /* a head, and as much body as it announces */
    unsigned status; /* 0: closed without a reply */
    struct tes_slice head, body;
};

/* Each number is an address bucket of its own: 127.X.Y.1. */
static int visitor_connect(unsigned port, unsigned number)
{
    const struct timeval patience = {.tv_sec = VISITOR_PATIENCE_S};
    const struct sockaddr_in from = {.sin_family = AF_INET,
                                     .sin_addr.s_addr = htonl(0x7F010001U + (number << 8))};
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) != 0 ||
        bind(fd, (const struct sockaddr *)&from, sizeof from) != 0 ||
        connect(fd, (const struct sockaddr *)&to, sizeof to) != 0)
        abort();
    return fd;
}

static void visitor_read_head(struct visitor_reply *reply)
{
    const char *end = memmem(reply->bytes, reply->length, "\r\n\r\n", 4);
    if (end == NULL || sscanf(reply->bytes, "HTTP/1.1 %3u ", &reply->status) != 1)
        return;
    reply->head = (struct tes_slice){reply->bytes, (size_t)(end - reply->bytes) + 4};
    reply->body = (struct tes_slice){end + 4, reply->length - reply->head.length};
    const char *field = memmem(reply->head.at, reply->head.length, "\r\nContent-Length: ", 18);
    reply->is_whole = field != NULL && strtoul(field + 18, NULL, 10) == reply->body.length;
}

static void visitor_ask(unsigned port, unsigned number, struct tes_slice request,
                        struct visitor_reply *reply)
{
    reply->length = 0;
    reply->status = 0;
    reply->is_late = reply->is_whole = false;
    reply->head = reply->body = (struct tes_slice){"", 0};
    int fd = visitor_connect(port, number);
    ssize_t got = send(fd, request.at, request.length, MSG_NOSIGNAL);
    while (got > 0 && reply->length < sizeof reply->bytes - 1) {
        got = recv(fd, reply->bytes + reply->length, sizeof reply->bytes - 1 - reply->length, 0);
        if (got > 0)
            reply->length += (size_t)got;
        else if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            reply->is_late = true;
    }
    close(fd);
    reply->bytes[reply->length] = '\0';
    visitor_read_head(reply);
}

/* What stands in the reply between two texts; empty where it is not there. */
static struct tes_slice visitor_find(const struct visitor_reply *reply, const char *before,
                                     const char *behind)
{
    const char *start = memmem(reply->bytes, reply->length, before, strlen(before));
    if (start == NULL)
        return (struct tes_slice){"", 0};
    start += strlen(before);
    const char *end = strstr(start, behind);
    return (struct tes_slice){start, end == NULL ? 0 : (size_t)(end - start)};
}

#endif
