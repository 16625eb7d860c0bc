/*
 * deadline.h: moments of the steady clock, in microseconds, that end a call. What waits for another
 * server waits here, and never past its deadline, whatever the other end does.
 */
#ifndef STORE_DEADLINE_H
#define STORE_DEADLINE_H

#include "base/slice.h"

uint64_t deadline_in_ms(unsigned ms);

/* What is left of it, rounded up; 0: it is over. */
unsigned deadline_left_ms(uint64_t deadline_us);

/* The deadline of the first of `count` attempts, which share the time that is left. */
uint64_t deadline_share(uint64_t deadline_us, size_t count);

/* Waits for poll()'s events on a socket; false where it is too late. */
bool deadline_wait(uint64_t deadline_us, int fd, short events);

/* Whether the socket has nothing to read, not even its end. Never waits. */
bool deadline_is_quiet(int fd);

#endif
