#include "scene_pixels.h"

#include <math.h>
#include <stdlib.h>

static const double SHADOW[3] = {0x3A, 0x35, 0x58};

const uint8_t *pixels_at(const struct tes_image *image, unsigned x, unsigned y)
{
    return image->palette[image->pixels[(size_t)y * image->width + x]];
}

int pixels_differ(const uint8_t *a, const uint8_t *b)
{
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) + abs(a[2] - b[2]);
}

double pixels_light(const uint8_t *pixel, const uint8_t *ground)
{
    double along = 0, whole = 0, off = 0;
    for (unsigned i = 0; i < 3; i++) {
        double way = ground[i] - SHADOW[i];
        along += (pixel[i] - SHADOW[i]) * way;
        whole += way * way;
    }
    double light = along / whole;
    for (unsigned i = 0; i < 3; i++)
        off += fabs(pixel[i] - SHADOW[i] - light * (ground[i] - SHADOW[i]));
    return off < 24 && light > 0.1 && light < 1.1 ? light : -1;
}

static void add(struct patch *patch, unsigned x, unsigned y)
{
    if (patch->count == 0)
        *patch = (struct patch){.left = x, .right = x, .top = y, .bottom = y};
    patch->count++;
    patch->x += x;
    patch->y += y;
    patch->left = x < patch->left ? x : patch->left;
    patch->right = x > patch->right ? x : patch->right;
    patch->top = y < patch->top ? y : patch->top;
    patch->bottom = y > patch->bottom ? y : patch->bottom;
}

static void finish(struct patch *patch)
{
    if (patch->count > 0) {
        patch->x /= patch->count;
        patch->y /= patch->count;
    }
}

struct patch pixels_of_colour(const struct tes_image *image, struct tes_area area,
                              const uint8_t colour[3], int most)
{
    struct patch patch = {0};
    for (unsigned y = area.y; y < area.y + area.height; y++)
        for (unsigned x = area.x; x < area.x + area.width; x++)
            if (pixels_differ(pixels_at(image, x, y), colour) <= most)
                add(&patch, x, y);
    finish(&patch);
    return patch;
}

/* Follows a patch from one of its pixels; `mark` takes the place of 1 in the mask. */
static struct patch follow(uint8_t *mask, unsigned height, unsigned start, uint8_t mark)
{
    static unsigned waiting[PIXELS_WIDTH * PIXELS_HEIGHT];
    struct patch patch = {0};
    unsigned count = 0;
    waiting[count++] = start;
    mask[start] = mark;
    while (count > 0) {
        unsigned at = waiting[--count], x = at % PIXELS_WIDTH, y = at / PIXELS_WIDTH;
        const struct {
            bool is_inside;
            int step;
        } ways[] = {{x > 0, -1},
                    {x + 1 < PIXELS_WIDTH, 1},
                    {y > 0, -PIXELS_WIDTH},
                    {y + 1 < height, PIXELS_WIDTH}};
        add(&patch, x, y);
        for (unsigned i = 0; i < 4; i++) {
            unsigned next = at + (unsigned)ways[i].step;
            if (ways[i].is_inside && mask[next] == 1) {
                mask[next] = mark;
                waiting[count++] = next;
            }
        }
    }
    finish(&patch);
    return patch;
}

/* Takes a patch out of the mask. */
static void erase(uint8_t *mask, const struct patch *patch, uint8_t mark)
{
    for (unsigned y = patch->top; y <= patch->bottom; y++)
        for (unsigned x = patch->left; x <= patch->right; x++)
            if (mask[y * PIXELS_WIDTH + x] == mark)
                mask[y * PIXELS_WIDTH + x] = 0;
}

unsigned pixels_patches(uint8_t *mask, unsigned height, unsigned least, struct patch *patches,
                        unsigned most)
{
    enum { PENDING = 1, FIRST = 2, FOUND = 200 };
    struct patch found[FOUND] = {{0}};
    uint8_t names[UINT8_MAX + 1] = {0};
    unsigned count = 0, size = PIXELS_WIDTH * height;
    for (unsigned i = 0; i < size; i++) {
        if (mask[i] != PENDING)
            continue;
        uint8_t mark = (uint8_t)(FIRST + count);
        struct patch patch = follow(mask, height, i, mark);
        if (patch.count >= least && count < FOUND)
            found[count++] = patch;
        else
            erase(mask, &patch, mark);
    }
    /* By the number of larger ones, and of equally large ones before it. */
    for (unsigned i = 0; i < count; i++) {
        unsigned place = 0;
        for (unsigned j = 0; j < count; j++)
            place += found[j].count > found[i].count || (j < i && found[j].count == found[i].count);
        if (place < most) {
            names[FIRST + i] = (uint8_t)(place + 1);
            patches[place] = found[i];
        }
    }
    for (unsigned i = 0; i < size; i++)
        mask[i] = names[mask[i]];
    return count < most ? count : most;
}
