/*
 * argon2.h: Argon2id, version 1.3 (RFC 9106): a hash that takes time and memory to make.
 * Freestanding: the memory is the caller's. It can be made in steps, so that a page stays
 * responsive; threads it has none, and lanes are filled one after the other.
 */
#ifndef TES_ARGON2_H
#define TES_ARGON2_H

#include "crypto/work/argon2_block.h"
#include "tessera.h"

struct tes_argon2_order {
    struct tes_slice password, salt, secret, data; /* the last two may be empty */
    uint32_t lanes;                                /* 1 to 255 */
    uint32_t memory_kib;                           /* 8 a lane at least, up to 2^21 */
    uint32_t passes;                               /* 1 to 255 */
    uint32_t tag_length;                           /* 4 to 1024 */
};

/* One that is being made. The members are no business of a caller's. */
struct tes_argon2 {
    union tes_block *blocks;
    uint32_t lanes, lane_length, segment_length, passes, tag_length;
    uint32_t pass, slice, lane, index; /* of the block that is filled next */
    union tes_block asked, addresses;  /* of blocks whose place does not depend on the data */
};

/* How much memory it needs. */
size_t tes_argon2_size(const struct tes_argon2_order *order);

/* Begins; `memory` has tes_argon2_size() bytes, aligned to 16, and stays until the end. Nothing of
 * the order is needed afterwards. TES_BAD_ARGUMENT where the order or the memory is not as it
 * should be. */
TES_MUST_CHECK enum tes_status tes_argon2_start(struct tes_argon2 *argon2,
                                                const struct tes_argon2_order *order, void *memory,
                                                size_t size);

/* Fills at most so many more blocks, of 1 KiB; true where all are filled. */
bool tes_argon2_step(struct tes_argon2 *argon2, uint32_t blocks);

/* Once all are filled: writes the tag. */
void tes_argon2_end(struct tes_argon2 *argon2, uint8_t *tag);

/* All of it at once. */
TES_MUST_CHECK enum tes_status tes_argon2(const struct tes_argon2_order *order, void *memory,
                                          size_t size, uint8_t *tag);

#endif
