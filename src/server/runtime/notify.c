/* A datagram to a socket whose name is in a variable: no library is needed for that. */
#include "server/runtime/notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* The length of the address, or 0 where the name is none: a path, or "@" and an abstract name. */
static socklen_t read_address(const char *name, struct sockaddr_un *address)
{
    size_t length = strlen(name);
    if (length < 2 || length >= sizeof address->sun_path || (name[0] != '/' && name[0] != '@'))
        return 0;
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(address->sun_path, name, length);
    if (name[0] == '@')
        address->sun_path[0] = '\0';
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
}

bool notify_manager(const char *state)
{
    const struct timeval patience = {.tv_sec = 1};
    const char *name = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address;
    socklen_t length = name != NULL ? read_address(name, &address) : 0;
    if (length == 0)
        return false;
    int to = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (to < 0)
        return false;
    bool is_told = setsockopt(to, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0 &&
                   sendto(to, state, strlen(state), MSG_NOSIGNAL, (const struct sockaddr *)&address,
                          length) >= 0;
    close(to);
    return is_told;
}
