/*
 * It replaces src/os/clock.c in tests/all: the linker takes no object from an archive whose
 * symbols the program defines itself.
 */
#include "own_clock.h"

#include "patience.h"

#include <errno.h>
#include <stdatomic.h>
#include <time.h>

#define tes_clock_steady_us own_clock_kernels_us
#include "../../src/os/clock.c"
#undef tes_clock_steady_us

uint64_t tes_clock_steady_us(void);

static _Atomic uint64_t own_clock_slept;
static _Thread_local uint64_t own_clock_slept_here;
static _Atomic uint64_t own_clock_us;       /* where it stands; 0: it runs */
static _Atomic uint64_t own_clock_ahead_us; /* of the real one, while it runs */

static uint64_t own_clock_slow_since_us;    /* 0: it runs as fast as the kernel's */
static uint64_t own_clock_slower_times = 1; /* kept: a helper process has no environment */

static uint64_t own_clock_real_us(void)
{
    uint64_t now_us = own_clock_kernels_us(), since_us = own_clock_slow_since_us;
    return since_us == 0 ? now_us : since_us + (now_us - since_us) / own_clock_slower_times;
}

void own_clock_slow_down(void)
{
    own_clock_slower_times = patience_scaled(1);
    own_clock_slow_since_us = own_clock_kernels_us();
}

uint64_t tes_clock_steady_us(void)
{
    uint64_t stands_at_us = atomic_load(&own_clock_us);
    return stands_at_us != 0 ? stands_at_us
                             : own_clock_real_us() + atomic_load(&own_clock_ahead_us);
}

void own_clock_stop(void)
{
    atomic_store(&own_clock_us, tes_clock_steady_us());
}

void own_clock_go(void)
{
    uint64_t stands_at_us = atomic_load(&own_clock_us);
    if (stands_at_us == 0)
        return;
    uint64_t real_us = own_clock_real_us();
    if (stands_at_us > real_us) /* else it jumps forward, as clocks may */
        atomic_store(&own_clock_ahead_us, stands_at_us - real_us);
    atomic_store(&own_clock_us, 0);
}

void own_clock_pass(uint64_t us)
{
    atomic_fetch_add(&own_clock_us, us);
}

void own_clock_reset(void)
{
    atomic_store(&own_clock_us, 0);
    atomic_store(&own_clock_ahead_us, 0);
}

/* In place of the C library's. */
int nanosleep(const struct timespec *duration, struct timespec *left)
{
    uint64_t us = (uint64_t)duration->tv_sec * 1000000 + (uint64_t)duration->tv_nsec / 1000;
    atomic_fetch_add(&own_clock_slept, us);
    own_clock_slept_here += us;
    errno = clock_nanosleep(CLOCK_REALTIME, 0, duration, left);
    return errno == 0 ? 0 : -1;
}

uint64_t own_clock_slept_us(void)
{
    return atomic_load(&own_clock_slept);
}

uint64_t own_clock_slept_here_us(void)
{
    return own_clock_slept_here;
}
