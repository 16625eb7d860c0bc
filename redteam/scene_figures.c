#include "scene_figures.h"

#include "challenge/scene/figure.h"

#include <err.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = DRAWING_SIDE,
    CUBES_MOST = TES_SCENE_CUBES,
    GRID = TES_FIGURE_WIDTH,
    SEEN_LEAST = 6, /* pixels of every cube: no cube is ever hidden */
};

struct template
{
    struct drawing drawing;
    uint64_t name;
    unsigned index; /* the number of that name */
};

static struct {
    struct template *all;
    unsigned count, room, names;
    enum tes_difficulty level;
} library;

/* The levels' figures and angles, as the public generator has them. */
static const struct level {
    unsigned least, most;
    double aboves[4];
    unsigned above_count;
} LEVELS[] = {
    [TES_EASY] = {4, 5, {27.5, 30.5, 37.5, 40.5}, 4},
    [TES_MEDIUM] = {5, 5, {27.5, 30.5}, 2},
    [TES_HARD] = {6, 7, {29}, 1},
};
static const double SPINS[] = {23.2, 29.8, 60.2, 66.8};

/* ----------------------------------------------------------- all figures */

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* A figure as bits of a 4 x 4 x 4 grid, from its corner on; 0 where it is too wide. */
static uint64_t pack(const struct tes_figure *figure)
{
    int low[3] = {99, 99, 99};
    uint64_t bits = 0;
    for (unsigned i = 0; i < figure->count; i++)
        for (unsigned axis = 0; axis < 3; axis++)
            low[axis] = figure->cubes[i][axis] < low[axis] ? figure->cubes[i][axis] : low[axis];
    for (unsigned i = 0; i < figure->count; i++) {
        unsigned at = 0;
        for (unsigned axis = 0; axis < 3; axis++) {
            int place = figure->cubes[i][axis] - low[axis];
            if (place >= GRID)
                return 0;
            at = at * GRID + (unsigned)place;
        }
        bits |= 1ULL << at;
    }
    return bits;
}

static struct tes_figure unpack(uint64_t bits)
{
    struct tes_figure figure = {0};
    for (unsigned at = 0; at < 64; at++) {
        if ((bits >> at & 1) == 0)
            continue;
        int8_t *cube = figure.cubes[figure.count++];
        cube[0] = (int8_t)(at / (GRID * GRID));
        cube[1] = (int8_t)(at / GRID % GRID);
        cube[2] = (int8_t)(at % GRID);
    }
    return figure;
}

static unsigned unique(uint64_t *figures, unsigned count)
{
    unsigned kept = 0;
    qsort(figures, count, sizeof *figures, by_value);
    for (unsigned i = 0; i < count; i++)
        if (figures[i] != 0 && (kept == 0 || figures[kept - 1] != figures[i]))
            figures[kept++] = figures[i];
    return kept;
}

/* All figures with one more cube. */
static uint64_t *grow(uint64_t *figures, unsigned *count)
{
    uint64_t *grown = calloc((size_t)*count * CUBES_MOST * 6, sizeof *grown);
    unsigned found = 0;
    if (grown == NULL)
        errx(1, "out of memory");
    for (unsigned i = 0; i < *count; i++) {
        struct tes_figure from = unpack(figures[i]);
        for (unsigned j = 0; j < from.count * 6U; j++) {
            struct tes_figure to = from;
            int8_t *cube = to.cubes[to.count++];
            memcpy(cube, from.cubes[j / 6], 3);
            cube[j % 3] = (int8_t)(cube[j % 3] + (j % 6 < 3 ? 1 : -1));
            grown[found] = pack(&to);
            if (__builtin_popcountll(grown[found]) == to.count)
                found++;
        }
    }
    free(figures);
    *count = unique(grown, found);
    return grown;
}

/* -------------------------------------------------------------- drawings */

struct pen {
    double axes[3][3]; /* where the figure's axes point: right, up, towards the eye */
    double middle[3];
    double left, top, scale; /* from the projection to pixels */
};

static struct pen pen_of(double spin, double above)
{
    double s = tes_scene_sine(spin), c = tes_scene_cosine(spin);
    double up = tes_scene_sine(above), level = tes_scene_cosine(above);
    struct pen pen = {.axes = {{c, s * up, -s * level}, {-s, c * up, -c * level}, {0, level, up}},
                      .scale = 1};
    return pen;
}

static void project(const struct pen *pen, const double at[3], double *x, double *y)
{
    const double distance = 14;
    double seen[3] = {0, 0, 0};
    for (unsigned axis = 0; axis < 3; axis++)
        for (unsigned i = 0; i < 3; i++)
            seen[i] += (at[axis] - pen->middle[axis]) * pen->axes[axis][i];
    *x = (seen[0] / (distance - seen[2]) - pen->left) * pen->scale;
    *y = (-seen[1] / (distance - seen[2]) - pen->top) * pen->scale;
}

/* So that the figure fills the drawing. */
static void fit(struct pen *pen, const struct tes_figure *figure)
{
    double low_x = 1e9, high_x = -1e9, low_y = 1e9, high_y = -1e9, low[3], high[3];
    for (unsigned axis = 0; axis < 3; axis++) {
        low[axis] = 1e9;
        high[axis] = -1e9;
        for (unsigned i = 0; i < figure->count; i++) {
            low[axis] = fmin(low[axis], figure->cubes[i][axis]);
            high[axis] = fmax(high[axis], figure->cubes[i][axis]);
        }
        pen->middle[axis] = (low[axis] + high[axis]) / 2;
    }
    for (unsigned i = 0; i < figure->count * 8U; i++) {
        const int8_t *cube = figure->cubes[i / 8];
        double at[3], x, y;
        for (unsigned axis = 0; axis < 3; axis++)
            at[axis] = cube[axis] + ((i >> axis & 1) != 0 ? 0.5 : -0.5);
        project(pen, at, &x, &y);
        low_x = fmin(low_x, x);
        high_x = fmax(high_x, x);
        low_y = fmin(low_y, y);
        high_y = fmax(high_y, y);
    }
    pen->scale = SIDE / fmax(high_x - low_x, high_y - low_y);
    pen->left = (low_x + high_x) / 2 - SIDE / 2.0 / pen->scale;
    pen->top = (low_y + high_y) / 2 - SIDE / 2.0 / pen->scale;
}

/* Fills a face of a cube with a mark. */
static void fill(const struct pen *pen, const int8_t cube[3], unsigned shade, uint8_t mark,
                 uint8_t pixels[SIDE][SIDE])
{
    static const struct {
        unsigned axis;
        double side;
    } FACES[SHADES] = {[SHADE_TOP] = {2, 0.5}, [SHADE_LEFT] = {0, -0.5}, [SHADE_RIGHT] = {1, -0.5}};
    unsigned axis = FACES[shade].axis, first = (axis + 1) % 3, second = (axis + 2) % 3;
    double x[4], y[4], low_x = SIDE, high_x = 0, low_y = SIDE, high_y = 0, turn = 0;
    for (unsigned i = 0; i < 4; i++) {
        double at[3] = {cube[0], cube[1], cube[2]};
        at[axis] += FACES[shade].side;
        at[first] += i == 0 || i == 3 ? -0.5 : 0.5;
        at[second] += i < 2 ? -0.5 : 0.5;
        project(pen, at, &x[i], &y[i]);
        low_x = fmin(low_x, x[i]);
        high_x = fmax(high_x, x[i]);
        low_y = fmin(low_y, y[i]);
        high_y = fmax(high_y, y[i]);
    }
    turn = (x[1] - x[0]) * (y[2] - y[0]) - (y[1] - y[0]) * (x[2] - x[0]) > 0 ? 1 : -1;
    for (int row = (int)fmax(0, low_y); row < SIDE && row <= high_y; row++) {
        for (int column = (int)fmax(0, low_x); column < SIDE && column <= high_x; column++) {
            bool is_inside = true;
            for (unsigned i = 0; i < 4 && is_inside; i++) {
                unsigned j = (i + 1) % 4;
                is_inside = turn * ((x[j] - x[i]) * (row + 0.5 - y[i]) -
                                    (y[j] - y[i]) * (column + 0.5 - x[i])) >=
                            0;
            }
            if (is_inside)
                pixels[row][column] = mark;
        }
    }
}

void drawing_put(struct drawing *drawing, unsigned shade, unsigned at)
{
    drawing->shades[shade][at / 64] |= 1ULL << at % 64;
}

/* Draws a figure, far cubes first; false where a cube is hidden. */
static bool draw(const struct tes_figure *figure, struct pen pen, struct drawing *drawing)
{
    uint8_t pixels[SIDE][SIDE] = {{0}};
    unsigned seen[CUBES_MOST] = {0};
    fit(&pen, figure);
    for (int nearness = -2 * GRID; nearness <= GRID; nearness++)
        for (unsigned i = 0; i < figure->count; i++) {
            const int8_t *cube = figure->cubes[i];
            if (cube[2] - cube[0] - cube[1] != nearness)
                continue;
            for (unsigned shade = 0; shade < SHADES; shade++)
                fill(&pen, cube, shade, (uint8_t)(1 + i * SHADES + shade), pixels);
        }
    memset(drawing, 0, sizeof *drawing);
    for (unsigned at = 0; at < SIDE * SIDE; at++) {
        unsigned mark = pixels[at / SIDE][at % SIDE];
        if (mark == 0)
            continue;
        seen[(mark - 1) / SHADES]++;
        drawing_put(drawing, (mark - 1) % SHADES, at);
    }
    for (unsigned i = 0; i < figure->count; i++)
        if (seen[i] < SEEN_LEAST)
            return false;
    return true;
}

/* --------------------------------------------------------------- library */

static void add_templates(const struct tes_figure *figure, const struct level *level)
{
    uint64_t name = tes_figure_name(figure);
    for (unsigned i = 0; name != 0 && i < level->above_count * sizeof SPINS / sizeof *SPINS; i++) {
        unsigned spin = i % (sizeof SPINS / sizeof *SPINS);
        double above = level->aboves[i / (sizeof SPINS / sizeof *SPINS)];
        if (library.count == library.room) {
            library.room = library.room * 2 + 1024;
            library.all = realloc(library.all, library.room * sizeof *library.all);
            if (library.all == NULL)
                errx(1, "out of memory");
        }
        struct template *template = &library.all[library.count];
        template->name = name;
        library.count += draw(figure, pen_of(SPINS[spin], above), &template->drawing);
    }
}

static int by_name(const void *a, const void *b)
{
    return by_value(&((const struct template *)a)->name, &((const struct template *)b)->name);
}

unsigned figures_draw(enum tes_difficulty difficulty)
{
    const struct level *level = &LEVELS[difficulty];
    unsigned count = 1;
    if (library.level == difficulty)
        return library.names;
    uint64_t *figures = malloc(sizeof *figures);
    if (figures == NULL)
        errx(1, "out of memory");
    figures[0] = 1;
    library.count = library.names = 0;
    for (unsigned cubes = 1; cubes <= level->most; cubes++) {
        for (unsigned i = 0; i < count && cubes >= level->least; i++) {
            struct tes_figure figure = unpack(figures[i]);
            add_templates(&figure, level);
        }
        if (cubes < level->most)
            figures = grow(figures, &count);
    }
    free(figures);
    qsort(library.all, library.count, sizeof *library.all, by_name);
    for (unsigned i = 0; i < library.count; i++) {
        library.names += i == 0 || library.all[i].name != library.all[i - 1].name;
        library.all[i].index = library.names - 1;
    }
    library.level = difficulty;
    return library.names;
}

/* --------------------------------------------------------------- compare */

static unsigned differ(const struct drawing *a, const struct drawing *b)
{
    unsigned differences = 0;
    for (unsigned shade = 0; shade < SHADES; shade++)
        for (unsigned i = 0; i < DRAWING_WORDS; i++)
            differences +=
                (unsigned)__builtin_popcountll(a->shades[shade][i] ^ b->shades[shade][i]);
    return differences;
}

void figures_compare(const struct drawing *picture, unsigned *unlike)
{
    for (unsigned i = 0; i < library.names; i++)
        unlike[i] = ~0U / 4;
    for (unsigned i = 0; i < library.count; i++) {
        unsigned differences = differ(picture, &library.all[i].drawing);
        unsigned *least = &unlike[library.all[i].index];
        *least = differences < *least ? differences : *least;
    }
}
