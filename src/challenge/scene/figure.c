/* Figures of cubes: rotations, numbers that identify them, and how they are made. */
#include "challenge/scene/figure.h"

const struct tes_figure_turn tes_figure_turns[TES_FIGURE_TURNS] = {
    {{0, 1, 2}, {1, 1, 1}},    {{0, 1, 2}, {-1, -1, 1}}, {{1, 0, 2}, {1, -1, 1}},
    {{1, 0, 2}, {-1, 1, 1}},   {{0, 1, 2}, {1, -1, -1}}, {{0, 1, 2}, {-1, 1, -1}},
    {{0, 2, 1}, {1, 1, -1}},   {{0, 2, 1}, {1, -1, 1}},  {{0, 2, 1}, {-1, 1, 1}},
    {{0, 2, 1}, {-1, -1, -1}}, {{1, 0, 2}, {1, 1, -1}},  {{1, 0, 2}, {-1, -1, -1}},
    {{1, 2, 0}, {1, 1, 1}},    {{1, 2, 0}, {1, -1, -1}}, {{1, 2, 0}, {-1, 1, -1}},
    {{1, 2, 0}, {-1, -1, 1}},  {{2, 0, 1}, {1, 1, 1}},   {{2, 0, 1}, {1, -1, -1}},
    {{2, 0, 1}, {-1, 1, -1}},  {{2, 0, 1}, {-1, -1, 1}}, {{2, 1, 0}, {1, 1, -1}},
    {{2, 1, 0}, {1, -1, 1}},   {{2, 1, 0}, {-1, 1, 1}},  {{2, 1, 0}, {-1, -1, -1}},
};

/* A figure moved so that its places begin at 0. For each axis a word with a byte for each cube: its
 * place, and its place counted from the other end. */
struct cornered {
    unsigned count;
    bool is_too_wide;
    uint64_t places[3][2];
};

_Static_assert(TES_SCENE_CUBES <= sizeof(uint64_t), "a byte for each cube");

static struct cornered corner(const struct tes_figure *figure)
{
    struct cornered cornered = {.count = figure->count};
    for (unsigned axis = 0; axis < 3; axis++) {
        int8_t low = INT8_MAX, high = INT8_MIN;
        for (unsigned i = 0; i < figure->count; i++) {
            int8_t place = figure->cubes[i][axis];
            low = place < low ? place : low;
            high = place > high ? place : high;
        }
        cornered.is_too_wide = cornered.is_too_wide || high - low >= TES_FIGURE_WIDTH;
        for (unsigned i = 0; i < figure->count; i++) {
            int8_t place = figure->cubes[i][axis];
            cornered.places[axis][0] |= (uint64_t)(uint8_t)(place - low) << 8 * i;
            cornered.places[axis][1] |= (uint64_t)(uint8_t)(high - place) << 8 * i;
        }
    }
    return cornered;
}

/* The shape of a figure after a rotation, where it is not too wide: a bit for each place that has a
 * cube. The bytes of all cubes are computed at once; none overflows into the next. */
static uint64_t shape_of(const struct cornered *figure, const struct tes_figure_turn *turn)
{
    uint64_t bits = 0, shape = 0;
    for (unsigned axis = 3; axis-- > 0;)
        bits = bits * TES_FIGURE_WIDTH + figure->places[turn->from[axis]][turn->sign[axis] < 0];
    for (unsigned i = 0; i < figure->count; i++, bits >>= 8)
        shape |= (uint64_t)1 << (bits & 63);
    return shape;
}

struct tes_figure tes_figure_mirrored(const struct tes_figure *figure)
{
    struct tes_figure mirrored = *figure;
    for (unsigned i = 0; i < figure->count; i++)
        mirrored.cubes[i][0] = (int8_t)-figure->cubes[i][0];
    return mirrored;
}

uint64_t tes_figure_name(const struct tes_figure *figure)
{
    struct cornered cornered = corner(figure);
    if (cornered.is_too_wide)
        return 0;
    uint64_t name = UINT64_MAX;
    for (unsigned i = 0; i < TES_FIGURE_TURNS; i++) {
        uint64_t shape = shape_of(&cornered, &tes_figure_turns[i]);
        name = shape < name ? shape : name;
    }
    return name;
}

uint32_t tes_figure_kept(const struct tes_figure *figure)
{
    struct cornered cornered = corner(figure);
    uint32_t kept = 0;
    if (cornered.is_too_wide)
        return 1;
    uint64_t shape = shape_of(&cornered, &tes_figure_turns[0]);
    for (unsigned i = 0; i < TES_FIGURE_TURNS; i++)
        kept |= (uint32_t)(shape_of(&cornered, &tes_figure_turns[i]) == shape) << i;
    return kept;
}

static bool has_cube(const struct tes_figure *figure, const int8_t place[3])
{
    for (unsigned i = 0; i < figure->count; i++)
        if (figure->cubes[i][0] == place[0] && figure->cubes[i][1] == place[1] &&
            figure->cubes[i][2] == place[2])
            return true;
    return false;
}

/* Adds a cube next to one of the others. */
static void add_cube(struct tes_random *random, struct tes_figure *figure, bool is_flat)
{
    int8_t place[3];
    do {
        unsigned beside = tes_random_below(random, figure->count);
        unsigned side = tes_random_below(random, is_flat ? 4 : 6);
        __builtin_memcpy(place, figure->cubes[beside], sizeof place);
        place[side / 2] = (int8_t)(place[side / 2] + (side % 2 == 0 ? 1 : -1));
    } while (has_cube(figure, place));
    __builtin_memcpy(figure->cubes[figure->count++], place, sizeof place);
}

struct tes_figure tes_figure_grow(struct tes_random *random, unsigned count, bool is_flat)
{
    struct tes_figure figure = {.count = 1};
    while (figure.count < count)
        add_cube(random, &figure, is_flat);
    return figure;
}

struct tes_figure tes_figure_moved(struct tes_random *random, const struct tes_figure *figure,
                                   bool is_flat)
{
    struct tes_figure moved = *figure;
    unsigned taken = tes_random_below(random, figure->count);
    moved.count--;
    __builtin_memcpy(moved.cubes[taken], moved.cubes[moved.count], sizeof moved.cubes[taken]);
    add_cube(random, &moved, is_flat);
    return moved;
}

static bool is_beside(const int8_t a[3], const int8_t b[3])
{
    unsigned apart = 0;
    for (unsigned axis = 0; axis < 3; axis++)
        apart += (unsigned)(a[axis] < b[axis] ? b[axis] - a[axis] : a[axis] - b[axis]);
    return apart == 1;
}

bool tes_figure_is_whole(const struct tes_figure *figure)
{
    uint8_t beside[TES_SCENE_CUBES] = {0};
    for (unsigned i = 1; i < figure->count; i++) {
        for (unsigned j = 0; j < i; j++) {
            unsigned joined = is_beside(figure->cubes[i], figure->cubes[j]);
            beside[i] |= (uint8_t)(joined << j);
            beside[j] |= (uint8_t)(joined << i);
        }
    }
    unsigned reached = 1, before = 0;
    while (reached != before) {
        unsigned fresh = reached & ~before;
        before = reached;
        for (; fresh; fresh &= fresh - 1)
            reached |= beside[__builtin_ctz(fresh)];
    }
    return reached == (1U << figure->count) - 1;
}
