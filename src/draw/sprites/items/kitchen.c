/* What stands on the stove and the table: cup, teapot and pan. */
#include "draw/sprites/items/items.h"

static const tes_rgb GLAZES[] = {0xE5604F, 0x4FA3B8, 0xF2B84B, 0x7FB685, 0xF0D9B8,
                                 0xE59AA6, 0xB8805A, 0x7C83C4, 0xF6EEE2, 0xE8B48F};

struct pottery {
    tes_colour glaze, trim, drink;
    struct tes_pattern_look pattern;
    float width, height;
    unsigned wisps; /* of steam; below 2, none */
    unsigned variant;
};

static struct pottery pick_pottery(struct tes_paint *paint, struct tes_random *random,
                                   unsigned variants)
{
    tes_style_warm(paint, random);
    struct pottery look = {0};
    look.glaze = tes_palette_tint(random, TES_TABLE_ALL(GLAZES));
    look.trim = tes_palette_tint(random, TES_TABLE_ALL(GLAZES));
    look.drink = TES_PALETTE_TINT(random, 0x6B4023, 0xB5713A, 0xC98A3A, 0x8C4A2A);
    tes_colour mark = TES_PALETTE_TINT(random, 0xFFF8EA, 0xD9483B, 0x3F6FA0, 0xF7C84A, 0x8A5638);
    look.pattern = tes_pattern_glaze(random, tes_colour_mix(mark, look.glaze, 0.15F));
    look.width = tes_random_between(random, 0, 1);
    look.height = tes_random_between(random, 0, 1);
    look.wisps = tes_random_below(random, 4);
    look.variant = tes_random_below(random, variants);
    return look;
}

/* A glazed body: shade, pattern and line. */
static void paint_pot(struct tes_paint *paint, const struct pottery *look, struct tes_shape shape,
                      struct tes_point from, struct tes_point to)
{
    tes_outline_begin(paint, shape, look->glaze);
    tes_pattern_paint(paint, &look->pattern, from, to);
    float right = paint->style.light.x < 0 ? to.x : from.x;
    tes_paint_ellipse(paint, right, to.y, (to.x - from.x) * 0.3F, (to.y - from.y) * 0.95F,
                      tes_style_shadow(paint));
    tes_outline_end(paint, shape, look->glaze);
}

/* ------------------------------------------------------------------- cup */

static void paint_saucer(struct tes_paint *paint, const struct pottery *look)
{
    tes_body_disc(paint, TES_POINT(50, 85), TES_POINT(42, 8.5F), look->trim);
    tes_paint_ellipse(paint, 50, 83.5F, 22, 3.5F, tes_style_shade(paint, look->trim));
}

static void paint_drink(struct tes_paint *paint, const struct pottery *look, struct tes_point at,
                        struct tes_point radius)
{
    tes_path_ellipse(paint, at.x, at.y, radius.x, radius.y);
    tes_paint_fill_stroke(paint, tes_colour_shade(look->glaze, 0.3F), paint->style.line,
                          tes_style_edge(paint, look->glaze));
    tes_paint_ellipse(paint, at.x, at.y + 1, radius.x - 4, radius.y - 2.6F, look->drink);
}

/* Wisps that rise from `y` up, around the middle x = 50. */
static void paint_steam(struct tes_paint *paint, unsigned count, float y, float height)
{
    for (unsigned i = 0; i < count; i++) {
        float x = 50 + 13 * ((float)i - (float)(count - 1) / 2);
        float rise = i % 2 == 0 ? height : height * 0.75F;
        tes_path_curve(paint, TES_POINTS({x, y}, {x - 4, y - rise * 0.33F},
                                         {x + 4, y - rise * 0.66F}, {x, y - rise}));
    }
    tes_paint_stroke(paint, 3.2F, false, tes_colour_alpha(TES_RGB(0x8A7A80), 0.55F));
}

static bool has_steam(const struct pottery *look)
{
    return look->wisps > 1;
}

/* A mug, straight or a little wider at one end. */
static void paint_mug(struct tes_paint *paint, const struct pottery *look)
{
    float top = (has_steam(look) ? 34 : 25) - 8 * look->height, w = 26 + 5 * look->width,
          foot = w - 5 + 6 * look->height;
    float ear = 52 + 5 * look->height;
    struct tes_shape handle = TES_SHAPE_BLOB({46 + w, ear - 15}, {58 + w, ear - 15}, {65 + w, ear},
                                             {57 + w, ear + 15}, {45 + w, ear + 18});
    struct tes_shape shape = TES_SHAPE_LATHED(8, {w, top}, {foot, 88}, {0, 89});
    tes_paint_move(paint, -7, 0);
    tes_outline_cord(paint, handle, 8, look->glaze);
    paint_pot(paint, look, shape, TES_POINT(50 - w, top + 6), TES_POINT(50 + w, 88));
    paint_drink(paint, look, TES_POINT(50, top), TES_POINT(w, 7));
    if (has_steam(look))
        paint_steam(paint, look->wisps, top - 5, 16);
}

/* A round tea cup on its saucer. */
static void paint_teacup(struct tes_paint *paint, const struct pottery *look)
{
    float w = 29 + 5 * look->width, top = (has_steam(look) ? 42 : 33) - 6 * look->height;
    struct tes_shape handle =
        TES_SHAPE_BLOB({48 + w, top + 8}, {57 + w, top + 8}, {60 + w, top + 18}, {52 + w, top + 27},
                       {42 + w, top + 28});
    struct tes_shape shape =
        TES_SHAPE_LATHED(12, {w, top}, {w - 1, top + 18}, {w * 0.66F, 78}, {w * 0.4F, 83}, {0, 84});
    tes_paint_move(paint, -2, 0);
    paint_saucer(paint, look);
    tes_paint_move(paint, -3, 0);
    tes_outline_cord(paint, handle, 7, look->glaze);
    paint_pot(paint, look, shape, TES_POINT(50 - w, top + 4), TES_POINT(50 + w, 84));
    paint_drink(paint, look, TES_POINT(50, top), TES_POINT(w, 8));
    if (has_steam(look))
        paint_steam(paint, look->wisps, top - 6, 20);
}

/* A paper cup with a lid and a sleeve. */
static void paint_paper_cup(struct tes_paint *paint, const struct pottery *look)
{
    float w = 24 + 4 * look->width;
    struct tes_shape body = TES_SHAPE_LATHED(4, {w, 26}, {w - 7, 92}, {0, 92});
    struct tes_shape band = TES_SHAPE_LATHED(2, {w + 0.5F, 44}, {w - 4, 72}, {0, 72});
    tes_body_paint(paint, body, tes_colour_mix(look->glaze, TES_RGB(0xFFF8EE), 0.75F));
    paint_pot(paint, look, band, TES_POINT(50 - w, 44), TES_POINT(50 + w, 72));
    tes_outline_shape(paint, TES_SHAPE_BOX(53 - w, 11, 2 * w - 6, 12, 5), look->trim);
    tes_outline_shape(paint, TES_SHAPE_BOX(47 - w, 20, 2 * w + 6, 10, 4), look->trim);
}

void tes_item_cup(struct tes_paint *paint, struct tes_random *random)
{
    typedef void cup_painter(struct tes_paint *, const struct pottery *);
    static cup_painter *const VARIANTS[] = {paint_mug, paint_teacup, paint_mug, paint_teacup,
                                            paint_paper_cup};
    struct pottery look = pick_pottery(paint, random, TES_TABLE_COUNT(VARIANTS));
    VARIANTS[look.variant](paint, &look);
}

/* ---------------------------------------------------------------- teapot */

static void paint_spout(struct tes_paint *paint, const struct pottery *look, float w, float middle)
{
    float reach = 50 - w;
    tes_body_paint(paint,
                   TES_SHAPE_BLOB({reach + 10, middle + 16}, {reach - 2, middle + 8},
                                  {reach - 8, middle - 10}, {reach - 14, middle - 17},
                                  {reach - 6, middle - 21}, {reach + 1, middle - 12},
                                  {reach + 12, middle - 4}),
                   look->glaze);
}

static void paint_teapot_handle(struct tes_paint *paint, const struct pottery *look, float w,
                                float middle, float top)
{
    struct tes_shape side =
        TES_SHAPE_BLOB({46 + w, middle - 13}, {58 + w, middle - 16}, {64 + w, middle - 2},
                       {58 + w, middle + 11}, {46 + w, middle + 14});
    tes_outline_cord(paint,
                     look->variant == 0
                         ? TES_SHAPE_BLOB({54 - w * 0.8F, top + 12}, {52 - w * 0.7F, top - 8},
                                          {50, top - 20}, {48 + w * 0.7F, top - 8},
                                          {46 + w * 0.8F, top + 12})
                         : side,
                     7, look->variant == 2 ? look->trim : look->glaze);
}

static void paint_lid(struct tes_paint *paint, const struct pottery *look, float w, float top)
{
    tes_body_disc(paint, TES_POINT(50, top - 9), TES_POINT(5, 4.5F), look->trim);
    tes_body_paint(
        paint,
        TES_SHAPE_LATHED(0, {0, top - 6}, {w * 0.4F, top - 3}, {w * 0.58F, top + 5}, {0, top + 8}),
        look->trim);
}

void tes_item_teapot(struct tes_paint *paint, struct tes_random *random)
{
    struct pottery look = pick_pottery(paint, random, 4);
    float w = 26 + 4 * look.width, top = 37 - 9 * look.height;
    if (look.variant == 0)
        top += 5;
    float middle = (top + 88) / 2;
    struct tes_shape shape = TES_SHAPE_LATHED(0, {0, top}, {w * 0.6F, top + 3}, {w, middle},
                                              {w * 0.86F, 80}, {w * 0.55F, 88}, {0, 89});
    tes_paint_move(paint, look.variant == 0 ? 4 : -1, 0);
    paint_teapot_handle(paint, &look, w, middle, top);
    paint_spout(paint, &look, w, middle);
    paint_pot(paint, &look, shape, TES_POINT(50 - w, top + 10), TES_POINT(50 + w, 88));
    paint_lid(paint, &look, w, top);
    tes_light_shine(paint, TES_POINT(50, middle), TES_POINT(w - 7, (88 - top) / 2 - 8), 4);
}

/* ------------------------------------------------------------------- pan */

enum frying { FRYING_NOTHING, FRYING_BUTTER, FRYING_PANCAKE, FRYINGS };

struct pan {
    tes_colour metal, inside, handle;
    float radius;
    bool has_lid;
    unsigned wisps;
    enum frying frying;
};

/* What is in the pan: nothing, butter that melts, or a pancake with a piece of butter. */
static void paint_frying(struct tes_paint *paint, const struct pan *look, struct tes_point at)
{
    float r = look->radius * 0.6F;
    if (look->frying == FRYING_BUTTER) {
        tes_path_ellipse(paint, at.x + 3, at.y + 6, 11, 8);
        tes_paint_fill_stroke(paint, TES_RGB(0xFFE9A8), 2, TES_RGB(0xD9A84A));
    } else if (look->frying == FRYING_PANCAKE) {
        tes_path_ellipse(paint, at.x, at.y, r, r * 0.96F);
        tes_paint_fill_stroke(paint, TES_RGB(0xE0A860), paint->style.line, TES_RGB(0x9A5F28));
        tes_paint_ellipse(paint, at.x, at.y, r * 0.78F, r * 0.74F, TES_RGB(0xF0C98A));
        tes_path_box(paint, at.x - 5, at.y - 6, 10, 9, 2);
        tes_paint_fill_stroke(paint, TES_RGB(0xFFF0B0), 2, TES_RGB(0xD9A84A));
    }
}

/* A frying pan from above. */
static void paint_frying_pan(struct tes_paint *paint, const struct pan *look)
{
    float r = look->radius;
    struct tes_point at = {8 + r, 92 - r};
    float rim = r * 0.7071F;
    struct tes_shape grip = TES_SHAPE_BLOB({at.x + rim + 6, at.y - rim - 6}, {88, 12});
    tes_outline_cord(
        paint, TES_SHAPE_BLOB({at.x + rim - 3, at.y - rim + 3}, {at.x + rim + 9, at.y - rim - 9}),
        7, look->metal);
    tes_outline_cord(paint, grip, 11, look->handle);
    tes_paint_circle(paint, 85, 15, 2, tes_style_edge(paint, look->handle));
    tes_body_disc(paint, at, TES_POINT(r, r), look->metal);
    tes_path_ellipse(paint, at.x, at.y, r - 6, r - 6);
    tes_paint_fill_stroke(paint, look->inside, 2, tes_colour_shade(look->inside, -0.3F));
    tes_light_shine(paint, at, TES_POINT(r - 12, r - 12), 4);
    paint_frying(paint, look, at);
}

/* A saucepan from the side. */
static void paint_saucepan(struct tes_paint *paint, const struct pan *look)
{
    float w = look->radius - 4, top = 44;
    struct tes_shape body = TES_SHAPE_LATHED(9, {w, top}, {w - 1, 88}, {0, 88});
    struct tes_shape grip = TES_SHAPE_BLOB({46 + w, top + 9}, {67 + w, top + 5});
    tes_paint_move(paint, -12, 0);
    tes_outline_cord(paint, grip, 9, look->handle);
    tes_body_paint(paint, body, look->metal);
    tes_paint_line(paint, TES_POINT(50 + w * 0.7F * paint->style.light.x, top + 12),
                   TES_POINT(50 + w * 0.7F * paint->style.light.x, 76), 4,
                   tes_colour_alpha(TES_RGB(0xFFFFFF), 0.55F));
    if (look->has_lid) {
        struct tes_shape lid = TES_SHAPE_LATHED(10, {0, top - 17}, {w * 0.7F, top - 12}, {w, top});
        tes_body_disc(paint, TES_POINT(50, top - 20), TES_POINT(6, 5), look->handle);
        tes_body_paint(paint, lid, tes_colour_shade(look->metal, 0.15F));
    }
    tes_path_box(paint, 47 - w, top - 3, 2 * w + 6, 7, 3);
    tes_paint_fill_stroke(paint, tes_colour_shade(look->metal, 0.2F), paint->style.line,
                          tes_style_edge(paint, look->metal));
    if (!look->has_lid)
        paint_steam(paint, look->wisps, top - 9, 24);
}

void tes_item_pan(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct pan look = {0};
    look.metal = TES_PALETTE_TINT(random, 0x6F7C8A, 0x4D5866, 0xA9B4BE, 0xD9653F, 0xC8875A,
                                  0x3F8A96, 0xE0A48C);
    look.handle = TES_PALETTE_TINT(random, 0x8A5A38, 0xB07A4A, 0x4A4248, 0xD9A873, 0xC94A3C);
    look.inside = TES_PALETTE_TINT(random, 0x4A4E58, 0x5A5E68, 0x44506A, 0x6A5048);
    look.radius = tes_random_between(random, 30, 34);
    look.has_lid = tes_random_chance(random, 2);
    look.frying = (enum frying)tes_random_below(random, FRYINGS);
    look.wisps = tes_random_chance(random, 2) ? 2 : 3;
    if (tes_random_chance(random, 2))
        paint_frying_pan(paint, &look);
    else
        paint_saucepan(paint, &look);
}
