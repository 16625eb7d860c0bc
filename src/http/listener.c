#include "http/listener.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 4096 /* the system cuts it to net.core.somaxconn */

union socket_address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
};

static int open_reserve(void)
{
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

static unsigned bound_port(int fd)
{
    union socket_address address = {.v6 = {0}};
    socklen_t length = sizeof address;
    if (getsockname(fd, &address.any, &length) != 0)
        return 0;
    return ntohs(address.any.sa_family == AF_INET6 ? address.v6.sin6_port : address.v4.sin_port);
}

static int listen_on(const struct addrinfo *where)
{
    const int on = 1;
    int fd = socket(where->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    /* Accepted sockets inherit TCP_NODELAY: one call here instead of one for each. */
    if (setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on) == 0 &&
        bind(fd, where->ai_addr, where->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    int failure = errno;
    close(fd);
    errno = failure;
    return -1;
}

bool http_listener_open(struct http_listener *listener, const char *host, const char *port,
                        struct tes_error *error)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;

    *listener = (struct http_listener){.fd = -1, .reserve_fd = -1};
    int failure = getaddrinfo(host, port, &hints, &found);
    if (failure != 0)
        return tes_error_set(error, "cannot listen on %s:%s: %s", host, port,
                             gai_strerror(failure));
    listener->fd = listen_on(found);
    freeaddrinfo(found);
    if (listener->fd >= 0)
        listener->reserve_fd = open_reserve();
    if (listener->fd < 0 || listener->reserve_fd < 0)
        return tes_error_set(error, "cannot listen on %s:%s: %s", host, port, strerror(errno));
    listener->port = bound_port(listener->fd);
    return true;
}

static struct tes_address address_of(const union socket_address *address)
{
    if (address->any.sa_family == AF_INET6)
        return tes_address_from(address->v6.sin6_addr.s6_addr, 16);
    if (address->any.sa_family == AF_INET)
        return tes_address_from((const uint8_t *)&address->v4.sin_addr.s_addr, 4);
    return (struct tes_address){.length = 0};
}

static bool has_somebody_waiting(const struct http_listener *listener)
{
    struct pollfd waiting = {.fd = listener->fd, .events = POLLIN};
    return poll(&waiting, 1, 0) == 1;
}

enum http_accepted http_listener_accept(struct http_listener *listener, int *fd,
                                        struct tes_address *peer)
{
    bool is_sure = false;
    for (;;) {
        union socket_address address = {.v6 = {0}};
        socklen_t length = sizeof address;
        *fd = accept4(listener->fd, &address.any, &length, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (*fd >= 0) {
            *peer = address_of(&address);
            return HTTP_ACCEPT_TAKEN;
        }
        switch (errno) {
        case EMFILE:
        case ENFILE:
        case ENOBUFS:
        case ENOMEM:
            /* The system reports that descriptors are out before it looks whether a client waits
             * at all: only a client that does is worth closing another connection for. */
            if (is_sure)
                return HTTP_ACCEPT_NO_ROOM;
            if (!has_somebody_waiting(listener))
                return HTTP_ACCEPT_NONE;
            is_sure = true;
            continue;
        case EAGAIN:
        case EBADF:
        case EINVAL:
            return HTTP_ACCEPT_NONE;
        default:
            continue; /* an error of that one connection: it is off the queue */
        }
    }
}

void http_listener_shed(struct http_listener *listener)
{
    struct tes_address peer;
    int fd;
    if (listener->reserve_fd >= 0)
        close(listener->reserve_fd);
    if (http_listener_accept(listener, &fd, &peer) == HTTP_ACCEPT_TAKEN)
        close(fd);
    listener->reserve_fd = open_reserve();
}

void http_listener_close(struct http_listener *listener)
{
    if (listener->fd >= 0)
        close(listener->fd);
    if (listener->reserve_fd >= 0)
        close(listener->reserve_fd);
    listener->fd = listener->reserve_fd = -1;
}
