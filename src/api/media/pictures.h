/*
 * pictures.h: the last drawn pictures, so that one that is asked for again costs no drawing.
 * Bounded in bytes and in number; the one that was not asked for the longest makes room. Threads
 * may share it.
 */
#ifndef API_PICTURES_H
#define API_PICTURES_H

#include "base/arena.h"

struct pictures;

/* Holds up to `size_max` bytes of pictures; 0 holds none. NULL where memory is out. */
struct pictures *pictures_new(size_t size_max);
void pictures_free(struct pictures *pictures);

/* A copy of the picture of that challenge, in the arena; a NULL `at` where it is not held (or the
 * arena is full). */
struct tes_slice pictures_find(struct pictures *pictures, const uint8_t id[TES_ID_BYTES],
                               struct tes_arena *arena);

/* Keeps a copy, if there is memory for it. */
void pictures_keep(struct pictures *pictures, const uint8_t id[TES_ID_BYTES],
                   struct tes_slice picture);

#endif
