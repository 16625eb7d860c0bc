/*
 * Finds the shadows by their colour, what throws them by having another one, and the sun of each
 * dial by its orange. The sun is where the shadows are not.
 */
#include "scene.h"
#include "scene_pixels.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 12, SOLID_LEAST = 400, SOLIDS = 2 };

static const uint8_t ORANGE[3] = {0xF5, 0xA3, 0x00};
static const double FLAT = 0.76; /* height of a circle on the ground for a width of 1 */
static const double DARK = 0.8;  /* darker is a shadow, not the shade around a foot */

struct way {
    double x, y;
};

static struct way find_shadow(const struct tes_image *image, uint8_t *mask)
{
    struct way sum = {0, 0};
    double weight = 0;
    for (unsigned y = MARGIN; y < TES_SCENE_HEAD - MARGIN; y++) {
        const uint8_t *ground = pixels_at(image, MARGIN, y);
        for (unsigned x = MARGIN; x < image->width - MARGIN; x++) {
            const uint8_t *pixel = pixels_at(image, x, y);
            double light = pixels_light(pixel, ground);
            mask[y * PIXELS_WIDTH + x] = light < 0 && pixels_differ(pixel, ground) > 40;
            if (light > 0 && light < DARK) {
                sum.x += x * (1 - light);
                sum.y += y * (1 - light);
                weight += 1 - light;
            }
        }
    }
    return weight > 0 ? (struct way){sum.x / weight, sum.y / weight} : sum;
}

/* Where solids stand: the middle of the circle whose front is their lowest pixel. */
static struct way find_feet(uint8_t *mask)
{
    struct patch solids[SOLIDS];
    struct way sum = {0, 0};
    unsigned count = pixels_patches(mask, TES_SCENE_HEAD, SOLID_LEAST, solids, SOLIDS);
    for (unsigned i = 0; i < count; i++) {
        double half = (solids[i].right - solids[i].left) / 2.0;
        sum.x += (solids[i].left + half) / count;
        sum.y += (solids[i].bottom - FLAT * half) / count;
    }
    return sum;
}

int scene_sun(const struct sight *sight)
{
    static uint8_t mask[PIXELS_WIDTH * PIXELS_HEIGHT];
    const struct tes_image *image = &sight->pictures->image;
    unsigned side = sight->view.cells.width / sight->view.columns;
    double best = -2;
    int answer = NO_ANSWER;
    memset(mask, 0, sizeof mask);
    struct way shadow = find_shadow(image, mask), foot = find_feet(mask);
    double x = foot.x - shadow.x, y = (foot.y - shadow.y) / FLAT, length = hypot(x, y);
    for (unsigned i = 0; i < sight->option_count; i++) {
        struct tes_area cell = {i % sight->view.columns * side,
                                sight->view.cells.y + i / sight->view.columns * side, side, side};
        struct patch sun = pixels_of_colour(image, cell, ORANGE, 30);
        double sun_x = sun.x - (cell.x + side / 2.0);
        double sun_y = (sun.y - (cell.y + 0.515 * side)) / FLAT;
        double likeness = (x * sun_x + y * sun_y) / (length * hypot(sun_x, sun_y));
        if (likeness > best) {
            best = likeness;
            answer = (int)i;
        }
    }
    return answer;
}
