#include "store/db/deadline.h"

#include <errno.h>
#include <poll.h>

#include "os/clock.h"

uint64_t deadline_in_ms(unsigned ms)
{
    return tes_clock_steady_us() + (uint64_t)ms * 1000;
}

unsigned deadline_left_ms(uint64_t deadline_us)
{
    uint64_t now_us = tes_clock_steady_us();
    return now_us < deadline_us ? (unsigned)((deadline_us - now_us) / 1000) + 1 : 0;
}

uint64_t deadline_share(uint64_t deadline_us, size_t count)
{
    uint64_t now_us = tes_clock_steady_us();
    return now_us < deadline_us ? now_us + (deadline_us - now_us) / count : deadline_us;
}

bool deadline_wait(uint64_t deadline_us, int fd, short events)
{
    struct pollfd socket = {.fd = fd, .events = events};
    unsigned ms;
    while (fd >= 0 && (ms = deadline_left_ms(deadline_us)) > 0) {
        int found = poll(&socket, 1, (int)ms);
        if (found > 0)
            return true;
        if (found < 0 && errno != EINTR)
            return false;
    }
    return false;
}

bool deadline_is_quiet(int fd)
{
    struct pollfd socket = {.fd = fd, .events = POLLIN};
    return poll(&socket, 1, 0) == 0;
}
