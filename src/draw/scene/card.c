#include "draw/scene/card.h"

enum {
    GAP = 4,     /* around a tile, in pixels */
    CORNER = 18, /* radius */
};

static const tes_colour PAPER = TES_RGB(0xFFFFFF);

/* Dark enough to stand out from pale faces, and clearly different from each other. */
static const tes_rgb INKS[TES_CARD_INKS] = {
    0xC0392B, 0x1F5FA8, 0x1E7B4A, 0x6C3A9C, 0xB8620A, 0x2B3440,
};

struct tes_card_manner tes_card_manner(const struct tes_scene *scene)
{
    struct tes_card_manner manner;
    struct tes_random random;
    uint8_t order[TES_CARD_INKS];
    tes_random_start(&random, scene->looks);
    float hue = tes_random_between(&random, 0, 360);
    for (unsigned i = 0; i < TES_CARD_INKS; i++)
        order[i] = (uint8_t)i;
    tes_random_shuffle(&random, order, TES_CARD_INKS);
    tes_random_end(&random);
    manner.tile = tes_colour_hsl(hue, 0.4F, 0.93F);
    manner.edge = tes_colour_hsl(hue, 0.22F, 0.55F);
    for (unsigned i = 0; i < TES_CARD_INKS; i++)
        manner.inks[i] = TES_RGB(INKS[order[i]]);
    return manner;
}

static unsigned at_most_side(unsigned pixels)
{
    return pixels < TES_PAINT_SIDE ? pixels : TES_PAINT_SIDE;
}

void tes_card_paint(struct tes_studio *studio, struct tes_area area, tes_card_painter *painter,
                    const void *what)
{
    for (unsigned y = 0; y < area.height; y += TES_PAINT_SIDE) {
        for (unsigned x = 0; x < area.width; x += TES_PAINT_SIDE) {
            struct tes_area part = {area.x + x, area.y + y, at_most_side(area.width - x),
                                    at_most_side(area.height - y)};
            struct tes_paint paint = tes_studio_part(studio, part, (float)part.width);
            tes_paint_move(&paint, -(float)x, -(float)y);
            painter(&paint, what);
        }
    }
}

/* ------------------------------------------------------------------ tiles */

struct tile {
    float width, height;
    tes_colour colour;
};

static void add_tile(struct tes_paint *paint, const struct tile *tile)
{
    tes_path_box(paint, GAP, GAP, tile->width - 2 * GAP, tile->height - 2 * GAP, CORNER);
}

static void paint_tile(struct tes_paint *paint, const void *what)
{
    const struct tile *tile = what;
    add_tile(paint, tile);
    tes_paint_fill(paint, tile->colour);
}

static void paint_frame(struct tes_paint *paint, const void *what)
{
    const struct tile *tile = what;
    tes_path_box(paint, -1, -1, tile->width + 2, tile->height + 2, 0);
    add_tile(paint, tile);
    tes_paint_fill_odd(paint, tile->colour);
}

void tes_card_tile(struct tes_studio *studio, struct tes_area area, tes_colour colour)
{
    struct tile tile = {(float)area.width, (float)area.height, colour};
    tes_card_paint(studio, area, paint_tile, &tile);
}

void tes_card_frame(struct tes_studio *studio, struct tes_area area)
{
    struct tile tile = {(float)area.width, (float)area.height, PAPER};
    tes_card_paint(studio, area, paint_frame, &tile);
}
