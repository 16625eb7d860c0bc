/*
 * moment.h: moments as the stores are told them: ISO 8601 in UTC with milliseconds, so that their
 * order is that of the text.
 */
#ifndef STORE_MOMENT_H
#define STORE_MOMENT_H

#include "base/slice.h"

#define MOMENT_MAX 32

/* With a NUL at its end. */
void moment_write(char text[MOMENT_MAX], uint64_t wall_ms);

/* Reads such a text, or one with a blank for the T, as PostgreSQL writes it; 0 where it is none. */
uint64_t moment_read(const char *text);

#endif
