/*
 * arena.h: memory for one request. It is released as a whole, never piece by piece. An arena has a
 * ceiling; past it, or when memory is out, tes_arena_alloc() returns NULL.
 */
#ifndef TES_ARENA_H
#define TES_ARENA_H

#include "base/buf.h"

struct tes_arena {
    struct tes_arena_block *blocks;
    size_t used;  /* in the first block */
    size_t total; /* over all blocks */
    size_t ceiling;
};

/* An empty arena; it takes no memory until it is used. */
struct tes_arena tes_arena_new(size_t ceiling);

/* Aligned for any type, not cleared; NULL past the ceiling. */
void *tes_arena_alloc(struct tes_arena *arena, size_t size);

/* A NUL-terminated copy, or NULL. */
char *tes_arena_string(struct tes_arena *arena, struct tes_slice slice);

/* A buffer that grows inside the arena, up to `ceiling`. */
struct tes_buf tes_arena_buf(struct tes_arena *arena, size_t ceiling);

/* Empties the arena; keeps one small block so that the next request needs no malloc. */
void tes_arena_reset(struct tes_arena *arena);

/* Gives all memory back; the arena is empty and usable again. */
void tes_arena_free(struct tes_arena *arena);

#endif
