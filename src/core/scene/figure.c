/* Figures of cubes: their turns, their names, and how they grow. */
#include "core/scene/figure.h"

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

uint64_t tes_figure_shape(const struct tes_figure *figure)
{
    int low[3] = {127, 127, 127};
    uint64_t shape = 0;
    for (unsigned i = 0; i < figure->count; i++)
        for (unsigned axis = 0; axis < 3; axis++)
            if (figure->cubes[i][axis] < low[axis])
                low[axis] = figure->cubes[i][axis];
    for (unsigned i = 0; i < figure->count; i++) {
        unsigned bit = 0;
        for (unsigned axis = 0; axis < 3; axis++) {
            int place = figure->cubes[i][axis] - low[axis];
            if (place >= TES_FIGURE_WIDTH)
                return 0;
            bit = bit * TES_FIGURE_WIDTH + (unsigned)place;
        }
        shape |= (uint64_t)1 << bit;
    }
    return shape;
}

struct tes_figure tes_figure_turned(const struct tes_figure *figure,
                                    const struct tes_figure_turn *turn)
{
    struct tes_figure turned = {.count = figure->count};
    for (unsigned i = 0; i < figure->count; i++)
        for (unsigned axis = 0; axis < 3; axis++)
            turned.cubes[i][axis] = (int8_t)(turn->sign[axis] * figure->cubes[i][turn->from[axis]]);
    return turned;
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
    uint64_t name = tes_figure_shape(figure);
    for (unsigned i = 1; i < TES_FIGURE_TURNS && name != 0; i++) {
        struct tes_figure turned = tes_figure_turned(figure, &tes_figure_turns[i]);
        uint64_t shape = tes_figure_shape(&turned);
        name = shape < name ? shape : name;
    }
    return name;
}

static bool has_cube(const struct tes_figure *figure, const int8_t place[3])
{
    for (unsigned i = 0; i < figure->count; i++)
        if (figure->cubes[i][0] == place[0] && figure->cubes[i][1] == place[1] &&
            figure->cubes[i][2] == place[2])
            return true;
    return false;
}

/* Adds a cube to a free side of one that is there. */
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
    unsigned reached = 1, before = 0;
    while (reached != before) {
        before = reached;
        for (unsigned i = 0; i < figure->count; i++)
            for (unsigned j = 0; j < figure->count; j++)
                if ((reached >> i & 1) != 0 && is_beside(figure->cubes[i], figure->cubes[j]))
                    reached |= 1U << j;
    }
    return reached == (1U << figure->count) - 1;
}
