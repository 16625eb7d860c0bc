/*
 * blake2b.h: BLAKE2b (RFC 7693), with or without a key. Freestanding.
 */
#ifndef TES_BLAKE2B_H
#define TES_BLAKE2B_H

#include "tessera.h"

#define TES_BLAKE2B_BYTES       64 /* the longest hash, and the longest key */
#define TES_BLAKE2B_BLOCK_BYTES 128

struct tes_blake2b {
    uint64_t state[8];
    uint64_t counted; /* bytes that have been hashed: no caller comes near 2^64 */
    uint8_t block[TES_BLAKE2B_BLOCK_BYTES];
    size_t held; /* bytes in `block`, 0 to all of it */
    size_t length;
};

/* Begins a hash of `length` bytes, 1 to TES_BLAKE2B_BYTES; an empty key is none. */
void tes_blake2b_start(struct tes_blake2b *hash, size_t length, struct tes_slice key);

void tes_blake2b_add(struct tes_blake2b *hash, const void *bytes, size_t length);

/* Adds a number as four bytes, the least first, as RFC 9106 has them. */
void tes_blake2b_add_32(struct tes_blake2b *hash, uint32_t number);

/* Writes the `length` bytes that were asked for. */
void tes_blake2b_end(struct tes_blake2b *hash, uint8_t *result);

#endif
