/*
 * patience.h: how tests wait. A limit only ends a hang: it is a minute at least, and longer by the
 * factor TESSERA_TEST_SLOW on a slow machine. A test waits for a state, never for a duration.
 */
#ifndef TEST_LIB_PATIENCE_H
#define TEST_LIB_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

/* A duration on a machine that is as slow as the factor says. For what a thread does by itself
 * every so often and tells nobody. */
static inline uint64_t patience_scaled(uint64_t duration)
{
    const char *factor = getenv("TESSERA_TEST_SLOW");
    double slow = factor != NULL ? strtod(factor, NULL) : 1;
    return (uint64_t)((double)duration * (slow > 1 ? slow : 1));
}

/* So many seconds, a minute at least, times the factor. */
static inline uint64_t patience_s(uint64_t seconds)
{
    return patience_scaled(seconds > 60 ? seconds : 60);
}

static inline uint64_t patience_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* Whether there is time left; pauses a moment before it says so. */
static inline bool patience_left(uint64_t since_us)
{
    usleep(1000);
    return patience_now_us() - since_us < patience_s(0) * 1000000;
}

/* Waits until the expression is true. It can be false afterwards, after a hang: assert it. */
#define PATIENCE_UNTIL(is_so)                                                                      \
    do {                                                                                           \
        uint64_t patience_since_us = patience_now_us();                                            \
        while (!(is_so) && patience_left(patience_since_us))                                       \
            ;                                                                                      \
    } while (0)

/* The folder for temporary files. */
static inline const char *patience_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder != NULL && folder[0] != '\0' ? folder : "/tmp";
}

#endif
