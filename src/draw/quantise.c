#include "draw/quantise.h"

enum { PALETTE_MAX = 256, LEVELS = 32, AXES = 3 };

/* Bins first .. first + length - 1 of the list of those used: a box in the cube of colours. */
struct box {
    unsigned first, length;
    uint32_t weight; /* pixels in it */
    unsigned axis;   /* the longest side, and how long it is */
    unsigned span;
};

static unsigned bin_of(uint32_t colour)
{
    return (colour >> 9 & 0x7C00) | (colour >> 6 & 0x3E0) | (colour >> 3 & 0x1F);
}

static unsigned level_of(unsigned bin, unsigned axis)
{
    return bin >> (5 * axis) & (LEVELS - 1);
}

static struct box measure(const struct tes_quantise_memory *memory, unsigned first, unsigned length)
{
    struct box box = {.first = first, .length = length};
    unsigned least[AXES] = {LEVELS, LEVELS, LEVELS}, most[AXES] = {0};
    for (unsigned i = first; i < first + length; i++) {
        unsigned bin = memory->used[i];
        box.weight += memory->counts[bin];
        for (unsigned axis = 0; axis < AXES; axis++) {
            unsigned level = level_of(bin, axis);
            least[axis] = level < least[axis] ? level : least[axis];
            most[axis] = level > most[axis] ? level : most[axis];
        }
    }
    for (unsigned axis = 0; axis < AXES; axis++) {
        if (most[axis] - least[axis] > box.span) {
            box.span = most[axis] - least[axis];
            box.axis = axis;
        }
    }
    return box;
}

/* The level up to which the lower half of the box's pixels lie, but never all of its bins. */
static unsigned median(const struct tes_quantise_memory *memory, const struct box *box)
{
    uint32_t weights[LEVELS] = {0}, below = 0;
    unsigned least = LEVELS, most = 0;
    for (unsigned i = box->first; i < box->first + box->length; i++) {
        unsigned level = level_of(memory->used[i], box->axis);
        weights[level] += memory->counts[memory->used[i]];
        least = level < least ? level : least;
        most = level > most ? level : most;
    }
    unsigned level = least;
    for (below = weights[level]; level + 1 < most && below < box->weight / 2;)
        below += weights[++level];
    return level;
}

/* Parts the box's bins; returns how many are in the lower half. */
static unsigned partition(struct tes_quantise_memory *memory, const struct box *box, unsigned level)
{
    unsigned low = box->first, high = box->first + box->length;
    while (low < high) {
        uint16_t bin = memory->used[low];
        if (level_of(bin, box->axis) <= level) {
            low++;
            continue;
        }
        memory->used[low] = memory->used[--high];
        memory->used[high] = bin;
    }
    return low - box->first;
}

static unsigned count_bins(const uint32_t *colours, size_t count,
                           struct tes_quantise_memory *memory)
{
    unsigned used = 0;
    __builtin_memset(memory->counts, 0, sizeof memory->counts);
    for (size_t i = 0; i < count; i++)
        memory->counts[bin_of(colours[i])]++;
    for (unsigned bin = 0; bin < TES_QUANTISE_BINS; bin++)
        if (memory->counts[bin] > 0)
            memory->used[used++] = (uint16_t)bin;
    return used;
}

/* Large boxes of many pixels are cut first: the error that is seen grows with both. */
static uint64_t urgency(const struct box *box)
{
    return (uint64_t)box->weight * box->span * box->span;
}

static unsigned cut(struct tes_quantise_memory *memory, unsigned used,
                    struct box boxes[PALETTE_MAX])
{
    unsigned count = 1;
    boxes[0] = measure(memory, 0, used);
    while (count < PALETTE_MAX) {
        unsigned worst = 0;
        for (unsigned i = 1; i < count; i++)
            if (urgency(&boxes[i]) > urgency(&boxes[worst]))
                worst = i;
        struct box box = boxes[worst];
        if (box.span == 0)
            break;
        unsigned low = partition(memory, &box, median(memory, &box));
        boxes[worst] = measure(memory, box.first, low);
        boxes[count++] = measure(memory, box.first + low, box.length - low);
    }
    return count;
}

static void set_entry(struct tes_quantise_memory *memory, const struct box *box, unsigned entry,
                      uint8_t colour[3])
{
    uint64_t sums[AXES] = {0};
    for (unsigned i = box->first; i < box->first + box->length; i++) {
        unsigned bin = memory->used[i];
        memory->entries[bin] = (uint8_t)entry;
        for (unsigned axis = 0; axis < AXES; axis++)
            sums[axis] += (uint64_t)level_of(bin, axis) * memory->counts[bin];
    }
    for (unsigned axis = 0; axis < AXES; axis++)
        colour[2 - axis] =
            (uint8_t)((sums[axis] * 255 / (LEVELS - 1) + box->weight / 2) / box->weight);
}

void tes_quantise(const uint32_t *colours, struct tes_image *image,
                  struct tes_quantise_memory *memory)
{
    struct box boxes[PALETTE_MAX];
    size_t count = (size_t)image->width * image->height;
    unsigned used = count_bins(colours, count, memory);
    image->palette_count = cut(memory, used, boxes);
    for (unsigned i = 0; i < image->palette_count; i++)
        set_entry(memory, &boxes[i], i, image->palette[i]);
    for (size_t i = 0; i < count; i++)
        image->pixels[i] = memory->entries[bin_of(colours[i])];
}
