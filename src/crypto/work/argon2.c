#include "crypto/work/argon2.h"

#include "crypto/work/blake2b.h"
#include "crypto/work/word64.h"

enum {
    VERSION = 0x13,
    TYPE_ID = 2,
    SLICES = 4,
    START_BYTES = TES_BLAKE2B_BYTES,
    MEMORY_KIB_MAX = 1 << 21,
};

static const struct tes_slice NO_KEY = {NULL, 0};

/* H': a hash of any length. What `hash` holds so far comes behind the length. */
static void hash_long(uint8_t *to, size_t length, const void *from, size_t from_length)
{
    struct tes_blake2b hash;
    uint8_t part[TES_BLAKE2B_BYTES];
    size_t first = length <= TES_BLAKE2B_BYTES ? length : TES_BLAKE2B_BYTES;
    tes_blake2b_start(&hash, first, NO_KEY);
    tes_blake2b_add_32(&hash, (uint32_t)length);
    tes_blake2b_add(&hash, from, from_length);
    tes_blake2b_end(&hash, part);
    while (length > TES_BLAKE2B_BYTES) {
        for (size_t i = 0; i < TES_BLAKE2B_BYTES / 2; i++)
            *to++ = part[i];
        length -= TES_BLAKE2B_BYTES / 2;
        tes_blake2b_start(&hash, length <= TES_BLAKE2B_BYTES ? length : TES_BLAKE2B_BYTES, NO_KEY);
        tes_blake2b_add(&hash, part, sizeof part);
        tes_blake2b_end(&hash, part);
    }
    for (size_t i = 0; i < length; i++)
        *to++ = part[i];
}

static void add_text(struct tes_blake2b *hash, struct tes_slice text)
{
    tes_blake2b_add_32(hash, (uint32_t)text.length);
    tes_blake2b_add(hash, text.at, text.length);
}

/* H0. */
static void hash_order(const struct tes_argon2_order *order, uint8_t start[START_BYTES])
{
    struct tes_blake2b hash;
    tes_blake2b_start(&hash, START_BYTES, NO_KEY);
    tes_blake2b_add_32(&hash, order->lanes);
    tes_blake2b_add_32(&hash, order->tag_length);
    tes_blake2b_add_32(&hash, order->memory_kib);
    tes_blake2b_add_32(&hash, order->passes);
    tes_blake2b_add_32(&hash, VERSION);
    tes_blake2b_add_32(&hash, TYPE_ID);
    add_text(&hash, order->password);
    add_text(&hash, order->salt);
    add_text(&hash, order->secret);
    add_text(&hash, order->data);
    tes_blake2b_end(&hash, start);
}

/* The first two blocks of each lane. */
static void fill_first(struct tes_argon2 *argon2, const uint8_t start[START_BYTES])
{
    uint8_t from[START_BYTES + 8], bytes[TES_BLOCK_BYTES];
    for (unsigned i = 0; i < START_BYTES; i++)
        from[i] = start[i];
    for (uint32_t lane = 0; lane < argon2->lanes; lane++)
        for (uint32_t i = 0; i < 2; i++) {
            tes_word64_write(from + START_BYTES, (uint64_t)lane << 32 | i);
            hash_long(bytes, sizeof bytes, from, sizeof from);
            union tes_block *block = &argon2->blocks[(size_t)lane * argon2->lane_length + i];
            for (unsigned word = 0; word < TES_BLOCK_WORDS; word++)
                block->words[word] = tes_word64_read(bytes + (size_t)8 * word);
        }
}

/* How many blocks are used: as many as four slices of equal length in each lane have. */
static uint32_t segment_length(const struct tes_argon2_order *order)
{
    return order->memory_kib / (SLICES * order->lanes);
}

size_t tes_argon2_size(const struct tes_argon2_order *order)
{
    if (order->lanes == 0)
        return 0;
    return (size_t)segment_length(order) * SLICES * order->lanes * sizeof(union tes_block);
}

static bool is_good(const struct tes_argon2_order *order)
{
    return order->lanes >= 1 && order->lanes <= 255 && order->passes >= 1 && order->passes <= 255 &&
           order->memory_kib >= 8 * order->lanes && order->memory_kib <= MEMORY_KIB_MAX &&
           order->tag_length >= 4 && order->tag_length <= 1024;
}

enum tes_status tes_argon2_start(struct tes_argon2 *argon2, const struct tes_argon2_order *order,
                                 void *memory, size_t size)
{
    uint8_t start[START_BYTES];
    if (!is_good(order) || memory == NULL || (uintptr_t)memory % sizeof(tes_pair) != 0 ||
        size < tes_argon2_size(order))
        return TES_BAD_ARGUMENT;
    argon2->blocks = memory;
    argon2->lanes = order->lanes;
    argon2->segment_length = segment_length(order);
    argon2->lane_length = argon2->segment_length * SLICES;
    argon2->passes = order->passes;
    argon2->tag_length = order->tag_length;
    argon2->pass = argon2->slice = argon2->lane = 0;
    argon2->index = 2;
    hash_order(order, start);
    fill_first(argon2, start);
    return TES_OK;
}

/* ------------------------------------------------------- which block is mixed in */

/* The next 128 places of a segment, which depend on nothing but where it lies. */
static void make_addresses(struct tes_argon2 *argon2)
{
    static const union tes_block ZERO;
    union tes_block *asked = &argon2->asked;
    *asked = ZERO;
    asked->words[0] = argon2->pass;
    asked->words[1] = argon2->lane;
    asked->words[2] = argon2->slice;
    asked->words[3] = (uint64_t)argon2->lane_length * argon2->lanes;
    asked->words[4] = argon2->passes;
    asked->words[5] = TYPE_ID;
    asked->words[6] = argon2->index / TES_BLOCK_WORDS + 1;
    tes_block_mix(&argon2->addresses, &ZERO, asked, 0);
    tes_block_mix(&argon2->addresses, &ZERO, &argon2->addresses, 0);
}

/* The first half of the first pass is as Argon2i, which tells nothing by the places it reads; the
 * rest as Argon2d. */
static uint64_t pick_word(struct tes_argon2 *argon2, const union tes_block *previous)
{
    if (argon2->pass > 0 || argon2->slice >= SLICES / 2)
        return previous->words[0];
    bool is_first = argon2->pass == 0 && argon2->slice == 0 && argon2->index == 2;
    if (argon2->index % TES_BLOCK_WORDS == 0 || is_first)
        make_addresses(argon2);
    return argon2->addresses.words[argon2->index % TES_BLOCK_WORDS];
}

static const union tes_block *pick(struct tes_argon2 *argon2, const union tes_block *previous)
{
    uint64_t word = pick_word(argon2, previous);
    uint32_t lane = (uint32_t)(word >> 32) % argon2->lanes;
    if (argon2->pass == 0 && argon2->slice == 0)
        lane = argon2->lane;
    bool is_own = lane == argon2->lane;
    uint32_t done = argon2->pass == 0 ? argon2->slice * argon2->segment_length
                                      : argon2->lane_length - argon2->segment_length;
    uint32_t area = is_own ? done + argon2->index - 1 : done - (argon2->index == 0 ? 1 : 0);
    uint64_t squared = (word & 0xFFFFFFFF) * (word & 0xFFFFFFFF) >> 32;
    uint32_t behind = area - 1 - (uint32_t)(area * squared >> 32);
    uint32_t from = argon2->pass > 0 && argon2->slice < SLICES - 1
                        ? (argon2->slice + 1) * argon2->segment_length
                        : 0;
    return &argon2->blocks[(size_t)lane * argon2->lane_length +
                           (from + behind) % argon2->lane_length];
}

/* ------------------------------------------------------------------------- steps */

static void fill_next(struct tes_argon2 *argon2)
{
    union tes_block *lane = &argon2->blocks[(size_t)argon2->lane * argon2->lane_length];
    uint32_t at = argon2->slice * argon2->segment_length + argon2->index;
    const union tes_block *previous = &lane[(at > 0 ? at : argon2->lane_length) - 1];
    tes_block_mix(&lane[at], previous, pick(argon2, previous), argon2->pass > 0);
}

/* Goes to the next block: index by index, lane by lane, slice by slice, pass by pass. */
static void advance(struct tes_argon2 *argon2)
{
    if (++argon2->index < argon2->segment_length)
        return;
    if (++argon2->lane == argon2->lanes) {
        argon2->lane = 0;
        if (++argon2->slice == SLICES) {
            argon2->slice = 0;
            argon2->pass++;
        }
    }
    argon2->index = argon2->pass == 0 && argon2->slice == 0 ? 2 : 0;
}

static bool is_at_end(struct tes_argon2 *argon2)
{
    /* Where the first segment has two blocks, both are there. */
    if (argon2->pass == 0 && argon2->index >= argon2->segment_length)
        advance(argon2);
    return argon2->pass == argon2->passes;
}

bool tes_argon2_step(struct tes_argon2 *argon2, uint32_t blocks)
{
    for (; blocks > 0 && !is_at_end(argon2); blocks--) {
        fill_next(argon2);
        advance(argon2);
    }
    return is_at_end(argon2);
}

void tes_argon2_end(struct tes_argon2 *argon2, uint8_t *tag)
{
    uint8_t bytes[TES_BLOCK_BYTES];
    union tes_block sum = argon2->blocks[argon2->lane_length - 1];
    for (uint32_t lane = 1; lane < argon2->lanes; lane++)
        for (unsigned i = 0; i < TES_BLOCK_WORDS; i++)
            sum.words[i] ^= argon2->blocks[(size_t)(lane + 1) * argon2->lane_length - 1].words[i];
    for (unsigned i = 0; i < TES_BLOCK_WORDS; i++)
        tes_word64_write(bytes + (size_t)8 * i, sum.words[i]);
    hash_long(tag, argon2->tag_length, bytes, sizeof bytes);
}

enum tes_status tes_argon2(const struct tes_argon2_order *order, void *memory, size_t size,
                           uint8_t *tag)
{
    struct tes_argon2 argon2;
    enum tes_status status = tes_argon2_start(&argon2, order, memory, size);
    if (status != TES_OK)
        return status;
    while (!tes_argon2_step(&argon2, UINT32_MAX)) {
    }
    tes_argon2_end(&argon2, tag);
    return TES_OK;
}
