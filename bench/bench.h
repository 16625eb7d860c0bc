/* bench.h: what the measuring programs share. Each ends at its first failure. */
#ifndef TES_BENCH_H
#define TES_BENCH_H

#include <err.h>
#include <stdlib.h>
#include <time.h>

#include "tessera.h"

/* CPU time, so that other programs on this core do not count. */
static inline double spent_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static inline void must(enum tes_status status, const char *what)
{
    if (status != TES_OK)
        errx(1, "%s: %s", what, tes_status_text(status));
}

static inline void *take(size_t size)
{
    void *memory = malloc(size);
    if (memory == NULL)
        errx(1, "out of memory");
    return memory;
}

#endif
