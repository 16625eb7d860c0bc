/*
 * eight.h: eight bytes of a text, looked at together. Freestanding.
 *
 * A mark is the high bit of a byte. A borrow may also mark the byte above one that is meant, so
 * marks only tell whether there is any: the caller then looks at each byte.
 */
#ifndef TES_EIGHT_H
#define TES_EIGHT_H

#include <stdbool.h>
#include <stdint.h>

#define TES_EIGHT_OF(byte) (UINT64_C(0x0101010101010101) * (byte))

static inline uint64_t tes_eight_at(const char *at)
{
    uint64_t eight;
    __builtin_memcpy(&eight, at, sizeof eight);
    return eight;
}

static inline bool tes_eight_any(uint64_t marks)
{
    return (marks & TES_EIGHT_OF(0x80)) != 0;
}

/* Marks bytes that equal `byte`. */
static inline uint64_t tes_eight_equal(uint64_t eight, unsigned char byte)
{
    uint64_t difference = eight ^ TES_EIGHT_OF(byte);
    return (difference - TES_EIGHT_OF(1)) & ~difference;
}

/* Marks ASCII's controls: what is below the blank, and DEL. */
static inline uint64_t tes_eight_controls(uint64_t eight)
{
    return ((eight - TES_EIGHT_OF(' ')) & ~eight) | tes_eight_equal(eight, 0x7F);
}

#endif
