#include "draw/paint/quantise.h"

#include "draw/paint/wide.h"

enum { PALETTE_MAX = 256, AXES = 3, WHITE_BIN = TES_QUANTISE_BINS };

/* Levels of each channel. The bins with the same red form a plane. */
enum { LEVELS = 32, PLANE = LEVELS * LEVELS };

/* Compilers make vector instructions of loops whose length they know. */
enum { BLOCK = 8 };

#define WHITE 0xFFFFFFU

/* -------------------------------------------------------------- counting */

/* Colours close to white belong to the last bin; white itself has a bin of its own after it. */
static inline unsigned bin_of(uint32_t colour)
{
    unsigned bin = (colour >> 9 & 0x7C00) | (colour >> 6 & 0x3E0) | (colour >> 3 & 0x1F);
    return bin + ((colour & WHITE) == WHITE);
}

static inline void find_bins(const uint32_t colours[BLOCK], unsigned bins[BLOCK])
{
    for (unsigned i = 0; i < BLOCK; i++)
        bins[i] = bin_of(colours[i]);
}

/* Count and sums are added two at a time, as the halves of a 64-bit word. They do not overflow. */
static inline void add(struct tes_tally *tally, uint32_t colour, uint64_t times)
{
    uint64_t halves[2];
    __builtin_memcpy(halves, tally, sizeof halves);
    halves[0] += times * ((uint64_t)(colour >> 16 & 255) << 32 | 1);
    halves[1] += times * ((uint64_t)(colour & 255) << 32 | (colour >> 8 & 255));
    __builtin_memcpy(tally, halves, sizeof halves);
}

static inline bool is_same(const uint32_t a[BLOCK], const uint32_t b[BLOCK])
{
    uint32_t difference = 0;
    for (unsigned i = 0; i < BLOCK; i++)
        difference |= a[i] ^ b[i];
    return difference == 0;
}

static inline void add_block(struct tes_tally *tallies, const uint32_t colours[BLOCK],
                             uint64_t times)
{
    unsigned bins[BLOCK];
    find_bins(colours, bins);
    for (unsigned i = 0; i < BLOCK; i++)
        add(&tallies[bins[i]], colours[i], times);
}

/* Blocks that repeat the one before, as in flat areas and regular patterns, are only counted, and
 * added once. */
TES_WIDE static void count_colours(const uint32_t *colours, size_t count, struct tes_tally *tallies)
{
    uint64_t times = 0;
    size_t i = 0;
    __builtin_memset(tallies, 0, (TES_QUANTISE_BINS + 1) * sizeof *tallies);
    for (; count - i >= BLOCK; i += BLOCK) {
        if (i > 0 && !is_same(colours + i, colours + i - BLOCK)) {
            add_block(tallies, colours + i - BLOCK, times);
            times = 0;
        }
        times++;
    }
    if (times > 0)
        add_block(tallies, colours + i - BLOCK, times);
    for (; i < count; i++)
        add(&tallies[bin_of(colours[i])], colours[i], 1);
}

/* -------------------------------------------------------------- the cube */

static void add_tallies(struct tes_tally *to, const struct tes_tally *from, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        to[i].count += from[i].count;
        for (unsigned axis = 0; axis < AXES; axis++)
            to[i].sums[axis] += from[i].sums[axis];
    }
}

/* From here on each bin holds the sum of all bins whose levels are not greater than its own. The
 * sum of a box is then a sum and difference of its eight corners. */
TES_WIDE static void accumulate(struct tes_tally *tallies)
{
    for (unsigned bin = 0; bin < TES_QUANTISE_BINS; bin++) {
        if (bin % LEVELS > 0)
            add_tallies(tallies + bin, tallies + bin - 1, 1);
    }
    for (unsigned bin = 0; bin < TES_QUANTISE_BINS; bin += LEVELS) {
        if (bin / LEVELS % LEVELS > 0)
            add_tallies(tallies + bin, tallies + bin - LEVELS, LEVELS);
    }
    for (unsigned bin = PLANE; bin < TES_QUANTISE_BINS; bin += LEVELS)
        add_tallies(tallies + bin, tallies + bin - PLANE, LEVELS);
}

/* A box of levels from[] .. to[] - 1 of red, green and blue, and the best place to cut it. */
struct box {
    uint8_t from[AXES], to[AXES];
    uint8_t axis, level; /* where its upper part begins */
    double gain;         /* how much the cut reduces the squared error; 0 where there is no cut */
};

static const struct tes_tally NONE[LEVELS];

/* A row of sums for all levels of blue, over all bins with less red and less green. */
static inline const struct tes_tally *line_below(const struct tes_tally *tallies, unsigned red,
                                                 unsigned green)
{
    if (red == 0 || green == 0)
        return NONE;
    return &tallies[(red - 1) * PLANE + (green - 1) * LEVELS];
}

/* The sum over all bins whose three levels are below a corner. */
static inline const struct tes_tally *below(const struct tes_tally *tallies, unsigned red,
                                            unsigned green, unsigned blue)
{
    return blue == 0 ? NONE : line_below(tallies, red, green) + blue - 1;
}

static inline void take(struct tes_tally *from, const struct tes_tally *tally)
{
    from->count -= tally->count;
    for (unsigned axis = 0; axis < AXES; axis++)
        from->sums[axis] -= tally->sums[axis];
}

static struct tes_tally sum_of(const struct tes_tally *tallies, const struct box *box)
{
    const uint8_t *from = box->from, *to = box->to;
    struct tes_tally sum = *below(tallies, to[0], to[1], to[2]);
    take(&sum, below(tallies, from[0], to[1], to[2]));
    take(&sum, below(tallies, to[0], from[1], to[2]));
    take(&sum, below(tallies, to[0], to[1], from[2]));
    add_tallies(&sum, below(tallies, from[0], from[1], to[2]), 1);
    add_tallies(&sum, below(tallies, from[0], to[1], from[2]), 1);
    add_tallies(&sum, below(tallies, to[0], from[1], from[2]), 1);
    take(&sum, below(tallies, from[0], from[1], from[2]));
    return sum;
}

/* -------------------------------------------------------------- cutting */

/* The larger this is, the closer the colours are to their mean: the squared error is the sum of all
 * squares less this. */
static double closeness(const struct tes_tally *tally)
{
    int64_t squares = 0;
    for (unsigned axis = 0; axis < AXES; axis++)
        squares += (int64_t)tally->sums[axis] * tally->sums[axis];
    return (double)squares / (double)tally->count;
}

static void find_cut(const struct tes_tally *tallies, struct box *box)
{
    struct tes_tally whole = sum_of(tallies, box);
    double all = closeness(&whole);
    box->gain = 0;
    for (unsigned axis = 0; axis < AXES; axis++) {
        struct box lower = *box;
        for (unsigned level = box->from[axis] + 1U; level < box->to[axis]; level++) {
            lower.to[axis] = (uint8_t)level;
            struct tes_tally low = sum_of(tallies, &lower), high = whole;
            take(&high, &low);
            if (low.count == 0 || high.count == 0)
                continue;
            double gain = closeness(&low) + closeness(&high) - all;
            if (gain > box->gain) {
                box->gain = gain;
                box->axis = (uint8_t)axis;
                box->level = (uint8_t)level;
            }
        }
    }
}

static unsigned cut(const struct tes_tally *tallies, unsigned most, struct box boxes[PALETTE_MAX])
{
    unsigned count = 1;
    boxes[0] = (struct box){.to = {LEVELS, LEVELS, LEVELS}};
    find_cut(tallies, &boxes[0]);
    while (count < most) {
        struct box *worst = &boxes[0], *added = &boxes[count];
        for (unsigned i = 1; i < count; i++)
            worst = boxes[i].gain > worst->gain ? &boxes[i] : worst;
        if (worst->gain <= 0)
            break;
        *added = *worst;
        added->from[worst->axis] = worst->level;
        worst->to[worst->axis] = worst->level;
        find_cut(tallies, worst);
        find_cut(tallies, added);
        count++;
    }
    return count;
}

/* --------------------------------------------------------------- palette */

static void set_entries(uint8_t *entries, const struct box *box, unsigned entry)
{
    for (unsigned red = box->from[0]; red < box->to[0]; red++)
        for (unsigned green = box->from[1]; green < box->to[1]; green++)
            for (unsigned blue = box->from[2]; blue < box->to[2]; blue++)
                entries[red * PLANE + green * LEVELS + blue] = (uint8_t)entry;
}

/* A bin, and its number of pixels. */
struct heap {
    unsigned bin;
    uint32_t count;
};

/* Finds the bin with the most pixels of each entry of the palette. */
static void find_heaps(const struct tes_quantise_memory *memory, struct heap heaps[PALETTE_MAX])
{
    const struct tes_tally *tallies = memory->tallies;
    for (unsigned bin = 0; bin < TES_QUANTISE_BINS;) {
        unsigned red = bin / PLANE, green = bin / LEVELS % LEVELS;
        const struct tes_tally *upper = line_below(tallies, red + 1, green + 1);
        const struct tes_tally *less_red = line_below(tallies, red, green + 1);
        const struct tes_tally *less_green = line_below(tallies, red + 1, green);
        const struct tes_tally *less_both = line_below(tallies, red, green);
        uint32_t before = 0;
        for (unsigned blue = 0; blue < LEVELS; blue++, bin++) {
            uint32_t sum = upper[blue].count - less_red[blue].count - less_green[blue].count +
                           less_both[blue].count;
            struct heap *heap = &heaps[memory->entries[bin]];
            if (sum - before > heap->count)
                *heap = (struct heap){bin, sum - before};
            before = sum;
        }
    }
}

static struct box box_of(unsigned bin)
{
    uint8_t red = (uint8_t)(bin / PLANE);
    uint8_t green = (uint8_t)(bin / LEVELS % LEVELS), blue = (uint8_t)(bin % LEVELS);
    return (struct box){
        .from = {red, green, blue},
        .to = {(uint8_t)(red + 1), (uint8_t)(green + 1), (uint8_t)(blue + 1)},
    };
}

/* The mean colour of a box. But where one bin has more than half of the pixels, the mean of that
 * bin: these are a flat area whose colour is noticed, and the others are the blurred pixels at its
 * edge. */
static void set_colour(const struct tes_tally *tallies, const struct box *box, struct heap heap,
                       uint8_t colour[AXES])
{
    struct tes_tally tally = sum_of(tallies, box);
    struct box bin = box_of(heap.bin);
    if (heap.count > tally.count / 2)
        tally = sum_of(tallies, &bin);
    for (unsigned axis = 0; axis < AXES; axis++)
        colour[axis] = (uint8_t)((tally.sums[axis] + tally.count / 2) / tally.count);
}

/* White has an entry of its own, the last; all other colours are cut into boxes. */
static unsigned make_palette(struct tes_quantise_memory *memory, uint8_t palette[PALETTE_MAX][3])
{
    struct box boxes[PALETTE_MAX];
    struct heap heaps[PALETTE_MAX] = {{0, 0}};
    const struct tes_tally *tallies = memory->tallies;
    unsigned count = 0;
    bool has_white = tallies[WHITE_BIN].count > 0;
    accumulate(memory->tallies);
    if (tallies[WHITE_BIN - 1].count > 0) {
        count = cut(tallies, PALETTE_MAX - has_white, boxes);
        for (unsigned i = 0; i < count; i++)
            set_entries(memory->entries, &boxes[i], i);
        find_heaps(memory, heaps);
    } else {
        __builtin_memset(memory->entries, 0, sizeof memory->entries);
    }
    for (unsigned i = 0; i < count; i++)
        set_colour(tallies, &boxes[i], heaps[i], palette[i]);
    /* Without white in the picture, tes_quantise_more() maps white to the closest bin's entry. */
    memory->entries[WHITE_BIN] = memory->entries[WHITE_BIN - 1];
    if (has_white) {
        memory->entries[WHITE_BIN] = (uint8_t)count;
        __builtin_memset(palette[count++], 0xFF, 3);
    }
    return count;
}

/* ---------------------------------------------------------------- pixels */

TES_WIDE static void map_pixels(const uint32_t *colours, size_t count, const uint8_t *entries,
                                uint8_t *pixels)
{
    unsigned bins[BLOCK];
    size_t i = 0;
    for (; count - i >= BLOCK; i += BLOCK) {
        if (i > 0 && is_same(colours + i, colours + i - BLOCK)) {
            __builtin_memcpy(pixels + i, pixels + i - BLOCK, BLOCK);
            continue;
        }
        find_bins(colours + i, bins);
        for (unsigned j = 0; j < BLOCK; j++)
            pixels[i + j] = entries[bins[j]];
    }
    for (; i < count; i++)
        pixels[i] = entries[bin_of(colours[i])];
}

void tes_quantise(const uint32_t *colours, struct tes_image *image,
                  struct tes_quantise_memory *memory)
{
    size_t count = (size_t)image->width * image->height;
    count_colours(colours, count, memory->tallies);
    image->palette_count = make_palette(memory, image->palette);
    map_pixels(colours, count, memory->entries, image->pixels);
}

void tes_quantise_more(const uint32_t *colours, size_t count,
                       const struct tes_quantise_memory *memory, uint8_t *pixels)
{
    map_pixels(colours, count, memory->entries, pixels);
}
