/*
 * redis_notes.h: what a Redis with its settings can lose, in words for operators.
 */
#ifndef STORE_REDIS_NOTES_H
#define STORE_REDIS_NOTES_H

#include "store/db/redis/redis_facts.h"

/* One line: the settings that matter, what could not be read of them, and what a power cut, a
 * restart and a failover can lose. */
void redis_notes_write(const struct redis_facts *facts, const struct redis_address *address,
                       char *text, size_t size);

#endif
