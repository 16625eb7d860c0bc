/*
 * own_clock.h: the steady clock of a test program, which the test sets. It stands in for
 * tes_clock_steady_us() of src/base/clock.c, since what a program defines itself is not taken from
 * the library. It runs like the real one until own_clock_stop(); from then on it only moves by
 * own_clock_pass(), so that no limit passes because a machine is slow. Threads that sleep until a
 * moment still sleep by the kernel's clock, and look at this one when they wake.
 *
 * Include it in one file of a program.
 */
#ifndef TEST_LIB_OWN_CLOCK_H
#define TEST_LIB_OWN_CLOCK_H

#include <stdatomic.h>

#define tes_clock_steady_us own_clock_real_us
#include "../../src/base/clock.c"
#undef tes_clock_steady_us

uint64_t tes_clock_steady_us(void);

static _Atomic uint64_t own_clock_us;       /* where it stands; 0: it runs */
static _Atomic uint64_t own_clock_ahead_us; /* of the real one, while it runs */

uint64_t tes_clock_steady_us(void)
{
    uint64_t stands_at_us = atomic_load(&own_clock_us);
    return stands_at_us != 0 ? stands_at_us
                             : own_clock_real_us() + atomic_load(&own_clock_ahead_us);
}

static inline void own_clock_stop(void)
{
    atomic_store(&own_clock_us, tes_clock_steady_us());
}

/* It runs again, from where it stands. */
static inline void own_clock_go(void)
{
    uint64_t stands_at_us = atomic_load(&own_clock_us);
    if (stands_at_us == 0)
        return;
    uint64_t real_us = own_clock_real_us();
    if (stands_at_us > real_us) /* else it jumps forward, as clocks may */
        atomic_store(&own_clock_ahead_us, stands_at_us - real_us);
    atomic_store(&own_clock_us, 0);
}

/* It must have been stopped. */
static inline void own_clock_pass(uint64_t us)
{
    atomic_fetch_add(&own_clock_us, us);
}

#endif
