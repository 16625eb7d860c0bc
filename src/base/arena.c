#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_SIZE ((size_t)16 * 1024)
#define ALIGNMENT  _Alignof(max_align_t)

struct tes_arena_block {
    struct tes_arena_block *next;
    size_t size;
    _Alignas(max_align_t) char memory[];
};

struct tes_arena tes_arena_new(size_t ceiling)
{
    return (struct tes_arena){.ceiling = ceiling};
}

static struct tes_arena_block *add_block(struct tes_arena *arena, size_t size)
{
    size_t left = arena->ceiling - arena->total;
    if (size > left)
        return NULL;
    if (size < BLOCK_SIZE)
        size = left < BLOCK_SIZE ? left : BLOCK_SIZE;
    struct tes_arena_block *block = malloc(sizeof *block + size);
    if (block == NULL)
        return NULL;
    block->size = size;
    block->next = arena->blocks;
    arena->blocks = block;
    arena->total += size;
    arena->used = 0;
    return block;
}

void *tes_arena_alloc(struct tes_arena *arena, size_t size)
{
    if (size > arena->ceiling)
        return NULL;
    size = (size + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
    struct tes_arena_block *block = arena->blocks;
    if (block == NULL || size > block->size - arena->used) {
        block = add_block(arena, size);
        if (block == NULL)
            return NULL;
    }
    void *memory = block->memory + arena->used;
    arena->used += size;
    return memory;
}

char *tes_arena_string(struct tes_arena *arena, struct tes_slice slice)
{
    char *copy = tes_arena_alloc(arena, slice.length + 1);
    if (copy == NULL)
        return NULL;
    if (slice.length > 0)
        memcpy(copy, slice.at, slice.length);
    copy[slice.length] = '\0';
    return copy;
}

static bool grow_in_arena(struct tes_buf *buf, size_t size_wanted)
{
    size_t size = buf->size < 512 ? 512 : buf->size;
    while (size < size_wanted)
        size *= 2;
    if (size > buf->ceiling)
        size = buf->ceiling;
    char *memory = tes_arena_alloc(buf->grow_context, size);
    if (memory == NULL)
        return false;
    if (buf->length > 0)
        memcpy(memory, buf->at, buf->length);
    buf->at = memory;
    buf->size = size;
    return true;
}

struct tes_buf tes_arena_buf(struct tes_arena *arena, size_t ceiling)
{
    return (struct tes_buf){.grow = grow_in_arena, .grow_context = arena, .ceiling = ceiling};
}

void tes_arena_reset(struct tes_arena *arena)
{
    struct tes_arena_block *kept = NULL;
    while (arena->blocks != NULL) {
        struct tes_arena_block *next = arena->blocks->next;
        if (kept == NULL && arena->blocks->size == BLOCK_SIZE)
            kept = arena->blocks;
        else
            free(arena->blocks);
        arena->blocks = next;
    }
    if (kept != NULL)
        kept->next = NULL;
    arena->blocks = kept;
    arena->used = 0;
    arena->total = kept != NULL ? kept->size : 0;
}

void tes_arena_free(struct tes_arena *arena)
{
    while (arena->blocks != NULL) {
        struct tes_arena_block *next = arena->blocks->next;
        free(arena->blocks);
        arena->blocks = next;
    }
    *arena = tes_arena_new(arena->ceiling);
}
