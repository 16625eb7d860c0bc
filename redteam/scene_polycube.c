/*
 * Draws every figure that there is, small, from a few angles, and looks which of these drawings
 * each picture is most like: that names the figure. The right option has the name that the head
 * has.
 */
#include "scene.h"
#include "scene_pixels.h"

#include "core/scene/figure.h"

#include <err.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 32, /* of a small drawing, in pixels */
    WORDS = SIDE * SIDE / 64,
    SHADES = 3, /* top, left and right faces */
    PICTURES = 7,
    CUBES_MOST = TES_SCENE_CUBES,
    GRID = TES_FIGURE_WIDTH,
    SEEN_LEAST = 6, /* pixels of every cube: no cube is ever hidden */
    MARGIN = 10,
    UNLIKE = 18, /* colours of different faces, at least */
    TOP = 0,
    LEFT,
    RIGHT,
};

/* Where a figure's faces are: a bit for each pixel. */
struct drawing {
    uint64_t shades[SHADES][WORDS];
};

struct template
{
    struct drawing drawing;
    uint64_t name;
    unsigned index; /* of the name */
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
    } FACES[SHADES] = {[TOP] = {2, 0.5}, [LEFT] = {0, -0.5}, [RIGHT] = {1, -0.5}};
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

static void put(struct drawing *drawing, unsigned shade, unsigned at)
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
        put(drawing, (mark - 1) % SHADES, at);
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

static void fill_library(enum tes_difficulty difficulty)
{
    const struct level *level = &LEVELS[difficulty];
    unsigned count = 1;
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
}

/* -------------------------------------------------------------- pictures */

/* The three colours of a figure, top first: the means of three groups of its pixels. */
struct colours {
    double means[SHADES][3];
};

static unsigned nearest(const struct colours *colours, const uint8_t *pixel)
{
    unsigned best = 0;
    double least = 1e9;
    for (unsigned i = 0; i < SHADES; i++) {
        double away = 0;
        for (unsigned j = 0; j < 3; j++)
            away += pow(colours->means[i][j] - pixel[j], 2);
        if (away < least) {
            least = away;
            best = i;
        }
    }
    return best;
}

static bool is_figure(const struct tes_image *image, unsigned x, unsigned y)
{
    return pixels_differ(pixels_at(image, x, y), pixels_at(image, MARGIN, 2 * MARGIN)) > 60;
}

static double lightness(const double *colour)
{
    return colour[0] + colour[1] + colour[2];
}

/* The most frequent colour of the head's figure, then the most frequent of those unlike it. */
static struct colours start_colours(const struct tes_image *image)
{
    unsigned times[256] = {0};
    struct colours colours = {{{0}}};
    for (unsigned y = MARGIN; y < TES_SCENE_HEAD - MARGIN; y++)
        for (unsigned x = MARGIN; x < image->width - MARGIN; x++)
            times[image->pixels[(size_t)y * image->width + x]] += is_figure(image, x, y);
    for (unsigned shade = 0; shade < SHADES; shade++) {
        unsigned best = 0;
        for (unsigned i = 0; i < image->palette_count; i++)
            best = times[i] > times[best] ? i : best;
        for (unsigned i = 0; i < 3; i++)
            colours.means[shade][i] = image->palette[best][i];
        for (unsigned i = 0; i < image->palette_count; i++)
            times[i] =
                pixels_differ(image->palette[i], image->palette[best]) < UNLIKE ? 0 : times[i];
    }
    return colours;
}

/* Groups the head's pixels; the lightest group is the top. */
static struct colours find_colours(const struct tes_image *image)
{
    struct colours colours = start_colours(image);
    for (unsigned round = 0; round < 4; round++) {
        double sums[SHADES][4] = {{0}};
        for (unsigned y = MARGIN; y < TES_SCENE_HEAD - MARGIN; y++) {
            for (unsigned x = MARGIN; x < image->width - MARGIN; x++) {
                if (!is_figure(image, x, y))
                    continue;
                const uint8_t *pixel = pixels_at(image, x, y);
                double *sum = sums[nearest(&colours, pixel)];
                sum[3]++;
                for (unsigned i = 0; i < 3; i++)
                    sum[i] += pixel[i];
            }
        }
        for (unsigned i = 0; i < SHADES; i++)
            for (unsigned j = 0; j < 3 && sums[i][3] > 0; j++)
                colours.means[i][j] = sums[i][j] / sums[i][3];
    }
    for (unsigned i = 1; i < SHADES; i++) {
        if (lightness(colours.means[i]) > lightness(colours.means[0])) {
            double top[3];
            memcpy(top, colours.means[i], sizeof top);
            memcpy(colours.means[i], colours.means[0], sizeof top);
            memcpy(colours.means[0], top, sizeof top);
        }
    }
    return colours;
}

/* A picture's figure as a drawing. */
static bool shrink(const struct tes_image *image, struct tes_area area,
                   const struct colours *colours, struct drawing *drawing)
{
    unsigned left = ~0U, right = 0, top = ~0U, bottom = 0;
    memset(drawing, 0, sizeof *drawing);
    for (unsigned y = area.y + MARGIN; y < area.y + area.height - MARGIN; y++) {
        for (unsigned x = area.x + MARGIN; x < area.x + area.width - MARGIN; x++) {
            if (!is_figure(image, x, y))
                continue;
            left = x < left ? x : left;
            right = x > right ? x : right;
            top = y < top ? y : top;
            bottom = y > bottom ? y : bottom;
        }
    }
    if (left > right)
        return false;
    double wide = right - left + 1.0, high = bottom - top + 1.0;
    double step = fmax(wide, high) / SIDE;
    for (unsigned at = 0; at < SIDE * SIDE; at++) {
        double x = left + wide / 2 + (at % SIDE + 0.5 - SIDE / 2.0) * step;
        double y = top + high / 2 + (at / SIDE + 0.5 - SIDE / 2.0) * step;
        if (x < left || x > right || y < top || y > bottom ||
            !is_figure(image, (unsigned)x, (unsigned)y))
            continue;
        put(drawing, nearest(colours, pixels_at(image, (unsigned)x, (unsigned)y)), at);
    }
    return true;
}

static unsigned differ(const struct drawing *a, const struct drawing *b)
{
    unsigned differences = 0;
    for (unsigned shade = 0; shade < SHADES; shade++)
        for (unsigned i = 0; i < WORDS; i++)
            differences +=
                (unsigned)__builtin_popcountll(a->shades[shade][i] ^ b->shades[shade][i]);
    return differences;
}

/* How unlike a picture is each name's best drawing. */
static void compare(const struct drawing *picture, unsigned *unlike)
{
    for (unsigned i = 0; i < library.names; i++)
        unlike[i] = ~0U / 4;
    for (unsigned i = 0; i < library.count; i++) {
        unsigned differences = differ(picture, &library.all[i].drawing);
        unsigned *least = &unlike[library.all[i].index];
        *least = differences < *least ? differences : *least;
    }
}

static void swap_sides(struct drawing *drawing)
{
    uint64_t left[WORDS];
    memcpy(left, drawing->shades[LEFT], sizeof left);
    memcpy(drawing->shades[LEFT], drawing->shades[RIGHT], sizeof left);
    memcpy(drawing->shades[RIGHT], left, sizeof left);
}

/* The option whose best drawing has the head's name, and how unlike both are. */
static int choose(const struct drawing *drawings, unsigned options, unsigned *unlike)
{
    unsigned *head = calloc(library.names, sizeof *head);
    unsigned *option = calloc(library.names, sizeof *option), least = ~0U;
    int answer = NO_ANSWER;
    if (head == NULL || option == NULL)
        errx(1, "out of memory");
    compare(&drawings[0], head);
    for (unsigned i = 0; i < options; i++) {
        compare(&drawings[1 + i], option);
        for (unsigned name = 0; name < library.names; name++) {
            if (head[name] + option[name] < least) {
                least = head[name] + option[name];
                answer = (int)i;
            }
        }
    }
    free(head);
    free(option);
    *unlike = least;
    return answer;
}

int scene_polycube(const struct sight *sight)
{
    const struct tes_image *image = &sight->pictures->image;
    unsigned side = sight->view.cells.width / sight->view.columns;
    struct colours colours = find_colours(image);
    struct drawing drawings[PICTURES];
    if (library.level != sight->difficulty)
        fill_library(sight->difficulty);
    for (unsigned i = 0; i < PICTURES && i <= sight->option_count; i++) {
        unsigned cell = i - 1;
        struct tes_area area = {0, 0, image->width, TES_SCENE_HEAD};
        if (i > 0)
            area = (struct tes_area){cell % sight->view.columns * side,
                                     sight->view.cells.y + cell / sight->view.columns * side, side,
                                     side};
        if (!shrink(image, area, &colours, &drawings[i]))
            return NO_ANSWER;
    }
    /* Which of the darker two is left depends on the light: what fits better is right. */
    unsigned unlike, swapped_unlike;
    int answer = choose(drawings, sight->option_count, &unlike);
    for (unsigned i = 0; i < PICTURES; i++)
        swap_sides(&drawings[i]);
    int swapped = choose(drawings, sight->option_count, &swapped_unlike);
    return unlike < swapped_unlike ? answer : swapped;
}
