#include "os/entropy.h"

#include <errno.h>
#include <sys/random.h>

bool tes_entropy(void *memory, size_t size)
{
    unsigned char *at = memory;
    while (size > 0) {
        ssize_t got = getrandom(at, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        at += got;
        size -= (size_t)got;
    }
    return true;
}
