/*
 * clock.h: the clocks, and how a moment is written.
 */
#ifndef TES_CLOCK_H
#define TES_CLOCK_H

#include "base/json.h"

/* Milliseconds since 1970. */
uint64_t tes_clock_wall_ms(void);

/* Microseconds since some fixed moment; never goes back. For deadlines and latencies. */
uint64_t tes_clock_steady_us(void);

/* Microseconds of a processor that the calling thread has had. */
uint64_t tes_clock_thread_us(void);

/* Writes "2026-11-15T04:05:06.789Z". */
void tes_clock_write(struct tes_buf *buf, uint64_t wall_ms);

/* Writes it as a member of that name. */
void tes_clock_json(struct tes_json *json, const char *name, uint64_t wall_ms);

#endif
