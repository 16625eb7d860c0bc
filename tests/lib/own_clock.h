/*
 * own_clock.h: the steady clock of the C tests, which a test may set. It runs like the real one
 * until own_clock_stop(); from then on it only moves by own_clock_pass(), so that no limit passes
 * because a machine is slow. Threads that sleep until a moment still sleep by the kernel's clock,
 * and look at this one when they wake.
 */
#ifndef TEST_LIB_OWN_CLOCK_H
#define TEST_LIB_OWN_CLOCK_H

#include <stdint.h>

void own_clock_stop(void);
/* It runs again, from where it stands. */
void own_clock_go(void);
/* It must have been stopped. */
void own_clock_pass(uint64_t us);
/* It is the real one again, and may jump back: for a moment at which no thread looks at it. */
void own_clock_reset(void);

/* It runs slower by TESSERA_TEST_SLOW, so that limits of the program are longer on a slow machine.
 * For processes whose threads sleep by poll() alone. Call it once, before there are threads. */
void own_clock_slow_down(void);

/* For how long nanosleep() has been called: on a busy machine it takes longer. By all threads, and
 * by the one that asks. */
uint64_t own_clock_slept_us(void);
uint64_t own_clock_slept_here_us(void);

#endif
