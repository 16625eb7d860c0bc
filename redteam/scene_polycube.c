/*
 * Draws every figure that there is, small, from a few angles, and looks which of these drawings
 * each picture is most like: that names the figure. The right option has the name that the head
 * has.
 */
#include "scene.h"
#include "scene_figures.h"
#include "scene_pixels.h"

#include <err.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = DRAWING_SIDE,
    PICTURES = 7,
    MARGIN = 10,
    UNLIKE = 18, /* colours of different faces, at least */
};

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
        drawing_put(drawing, nearest(colours, pixels_at(image, (unsigned)x, (unsigned)y)), at);
    }
    return true;
}

static void swap_sides(struct drawing *drawing)
{
    uint64_t left[DRAWING_WORDS];
    memcpy(left, drawing->shades[SHADE_LEFT], sizeof left);
    memcpy(drawing->shades[SHADE_LEFT], drawing->shades[SHADE_RIGHT], sizeof left);
    memcpy(drawing->shades[SHADE_RIGHT], left, sizeof left);
}

/* The option whose best drawing has the head's name, and how unlike both are. */
static int choose(const struct drawing *drawings, unsigned options, unsigned names,
                  unsigned *unlike)
{
    unsigned *head = calloc(names, sizeof *head);
    unsigned *option = calloc(names, sizeof *option), least = ~0U;
    int answer = NO_ANSWER;
    if (head == NULL || option == NULL)
        errx(1, "out of memory");
    figures_compare(&drawings[0], head);
    for (unsigned i = 0; i < options; i++) {
        figures_compare(&drawings[1 + i], option);
        for (unsigned name = 0; name < names; name++) {
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
    unsigned names = figures_draw(sight->difficulty);
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
    int answer = choose(drawings, sight->option_count, names, &unlike);
    for (unsigned i = 0; i < PICTURES; i++)
        swap_sides(&drawings[i]);
    int swapped = choose(drawings, sight->option_count, names, &swapped_unlike);
    return unlike < swapped_unlike ? answer : swapped;
}
