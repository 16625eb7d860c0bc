/* What stands on a shelf: bottle, jar and candle. */
#include "draw/sprites/items/items.h"

/* ---------------------------------------------------------------- bottle */

enum cap { CAP_CORK, CAP_SCREW, CAP_FOIL, CAPS_COUNT };

struct bottle {
    tes_colour glass, drink, label, cap;
    struct tes_pattern_look pattern;
    float width, neck, shoulder;
    enum cap cap_kind;
    bool is_clear, is_round_label;
};

static void paint_cap(struct tes_paint *paint, const struct bottle *look)
{
    float n = look->neck;
    tes_colour edge = tes_style_edge(paint, look->cap);
    if (look->cap_kind == CAP_CORK) {
        tes_body_paint(paint, TES_SHAPE_LATHED(2, {n - 2, 6}, {n - 4, 18}, {0, 18}), look->cap);
    } else if (look->cap_kind == CAP_SCREW) {
        tes_path_box(paint, 48 - n, 7, 2 * n + 4, 11, 3);
        tes_paint_fill_stroke(paint, look->cap, paint->style.line, edge);
        tes_paint_line(paint, TES_POINT(50 - n * 0.5F, 10), TES_POINT(50 - n * 0.5F, 14), 2,
                       tes_colour_alpha(TES_RGB(0xFFFFFF), 0.6F));
    } else {
        tes_path_box(paint, 49 - n, 6, 2 * n + 2, 20, 3);
        tes_paint_fill_stroke(paint, look->cap, paint->style.line, edge);
    }
}

static void paint_label(struct tes_paint *paint, const struct bottle *look)
{
    float w = look->width;
    if (look->is_round_label) {
        tes_paint_ellipse(paint, 50, 66, w * 0.68F, w * 0.72F, look->label);
        for (int side = -1; side <= 1; side += 2)
            tes_part_leaf(paint, TES_POINT(50, 66 + w * 0.45F),
                          TES_POINT(50 + (float)side * w * 0.36F, 66 - w * 0.4F), w * 0.32F,
                          TES_RGB(0x7FB04A));
        return;
    }
    tes_path_box(paint, 50 - w, 54, 2 * w, 24, 0);
    tes_paint_fill(paint, look->label);
    tes_pattern_paint(paint, &look->pattern, TES_POINT(50 - w, 56), TES_POINT(50 + w, 76));
}

static struct bottle pick_bottle(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct bottle look = {0};
    look.is_clear = tes_random_chance(random, 3);
    look.drink = TES_PALETTE_TINT(random, 0xFFF3E0, 0xF7A94A, 0xE5605A, 0xF2C9A0, 0xE89AB0);
    look.glass = TES_PALETTE_TINT(random, 0x3F8A5A, 0x8A5A2F, 0x4A7FB0, 0x2F6B4F, 0xD98A4A);
    look.label = TES_PALETTE_TINT(random, 0xFFF2DC, 0xF6DDB8, 0xFCE3DC);
    look.cap = TES_PALETTE_TINT(random, 0xC9965E, 0xD9483B, 0xE8B84A, 0x5A7A4A, 0x8A4A5A);
    look.pattern = tes_pattern_glaze(random, look.cap);
    look.width = tes_random_between(random, 17, 26);
    look.neck = tes_random_between(random, 7, 10);
    look.shoulder = tes_random_between(random, 36, 50);
    look.cap_kind = (enum cap)tes_random_below(random, CAPS_COUNT);
    look.is_round_label = tes_random_chance(random, 3);
    if (look.is_clear)
        look.glass = TES_RGB(0xC9E3E8);
    return look;
}

/* What shows in and on the glass. */
static void paint_inside(struct tes_paint *paint, const struct bottle *look)
{
    float w = look->width, shine = 50 + w * 0.66F * paint->style.light.x;
    if (look->is_clear)
        tes_paint_box(paint, TES_POINT(50 - w, look->shoulder - 4), TES_POINT(2 * w, 60), 0,
                      look->drink);
    paint_label(paint, look);
    tes_paint_line(paint, TES_POINT(shine, look->shoulder + 2), TES_POINT(shine, 86), 3.6F,
                   tes_colour_alpha(TES_RGB(0xFFFFFF), 0.5F));
}

void tes_item_bottle(struct tes_paint *paint, struct tes_random *random)
{
    struct bottle look = pick_bottle(paint, random);
    float w = look.width, n = look.neck;
    struct tes_shape shape = TES_SHAPE_LATHED(7, {n, 12}, {n, look.shoulder - 12},
                                              {w, look.shoulder}, {w, 88}, {w - 4, 93}, {0, 93});
    bool is_corked =
        look.cap_kind == CAP_CORK; /* a cork sits in the neck, any other cap around it */
    if (is_corked)
        paint_cap(paint, &look);
    tes_body_fill(paint, shape, look.glass);
    tes_shape_clip(paint, shape);
    paint_inside(paint, &look);
    tes_outline_end(paint, shape, look.is_clear ? look.drink : look.glass);
    if (!is_corked)
        paint_cap(paint, &look);
}

/* ------------------------------------------------------------------- jar */

enum cover { COVER_CLOTH, COVER_RIDGED, COVER_KNOB, COVERS };
enum filling { FILLING_HEAP, FILLING_LABELLED, FILLING_PLAIN, FILLINGS };

struct jar {
    tes_colour content, lid, mark, label;
    struct tes_pattern_look pattern;
    float width, shoulder, level;
    enum cover cover;
    enum filling filling;
};

/* Jam or honey up to a level; biscuits or sweets as a heap of discs. */
static void paint_content(struct tes_paint *paint, const struct jar *look)
{
    float w = look->width;
    if (look->filling == FILLING_HEAP) {
        for (unsigned row = 0; row < 4; row++)
            for (unsigned i = 0; i < 4; i++)
                tes_path_ellipse(paint, 50 + w * (0.62F * (float)i - 1.05F + (row % 2 ? 0.3F : 0)),
                                 86 - 13 * (float)row, w * 0.32F, 7.6F);
        tes_paint_fill_stroke(paint, look->content, 2.2F, tes_style_edge(paint, look->content));
        return;
    }
    tes_paint_box(paint, TES_POINT(50 - w, look->level), TES_POINT(2 * w, 70), 0, look->content);
    tes_paint_ellipse(paint, 50, look->level, w, 4, tes_colour_shade(look->content, 0.25F));
    tes_paint_box(paint, TES_POINT(paint->style.light.x < 0 ? 50 + w * 0.6F : 50 - w, 20),
                  TES_POINT(w * 0.4F, 80), 0, tes_style_shadow(paint));
}

static void paint_jar_label(struct tes_paint *paint, const struct jar *look)
{
    float w = look->width * 0.58F;
    tes_path_box(paint, 50 - w, 55, 2 * w, 23, 4);
    tes_paint_fill_stroke(paint, look->label, 2, tes_style_edge(paint, look->label));
    tes_paint_ellipse(paint, 48, 68, 6, 6, look->mark);
    tes_part_leaf(paint, TES_POINT(49, 63), TES_POINT(58, 59), 5, TES_RGB(0x6DAA48));
}

static void paint_cover(struct tes_paint *paint, const struct jar *look)
{
    float w = look->width - 3;
    if (look->cover == COVER_CLOTH) { /* tied round the neck */
        struct tes_shape shape = TES_SHAPE_LATHED(5, {w, 11}, {w + 1, 24}, {w + 9, 38},
                                                  {w * 0.55F, 34}, {w * 0.2F, 39}, {0, 35});
        tes_body_fill(paint, shape, look->lid);
        tes_shape_clip(paint, shape);
        tes_pattern_paint(paint, &look->pattern, TES_POINT(8, 9), TES_POINT(92, 40));
        tes_outline_end(paint, shape, look->lid);
        tes_path_bend(paint, TES_POINT(50 - w - 1, 25), TES_POINT(50, 29),
                      TES_POINT(50 + w + 1, 25));
        tes_paint_stroke(paint, 3.6F, false, look->mark);
        return;
    }
    const struct tes_point lid[] = {{w + 1, 12}, {w + 2, 28}, {0, 28}};
    struct tes_shape shape = TES_SHAPE_TURNED(lid, 4);
    tes_body_paint(paint, shape, look->lid);
    for (int i = -3; i <= 3 && look->cover == COVER_RIDGED; i++) {
        tes_path_segment(paint, TES_POINT(50 + (float)i * w * 0.28F, 17),
                         TES_POINT(50 + (float)i * w * 0.28F, 24));
    }
    tes_paint_stroke(paint, 2.4F, false, tes_colour_shade(look->lid, -0.25F));
    if (look->cover == COVER_KNOB)
        tes_body_disc(paint, TES_POINT(50, 9), TES_POINT(7, 5), look->lid);
}

void tes_item_jar(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct jar look = {.label = TES_RGB(0xFFF3DE)};
    look.content = TES_PALETTE_TINT(random, 0xD23A4A, 0xF2A93B, 0x7A3F6A, 0xC98A52, 0xE8C08A,
                                    0x8FAE4A, 0xE88A6A);
    look.lid = TES_PALETTE_TINT(random, 0xE8B84A, 0xD9594A, 0xB0815A, 0x5F9AA8, 0xF0DCC0, 0xE59AA6);
    look.mark = TES_PALETTE_TINT(random, 0xD9483B, 0xFFF6E8, 0xF2A93B);
    look.pattern = tes_pattern_glaze(random, look.mark);
    look.width = tes_random_between(random, 26, 34);
    look.shoulder = tes_random_between(random, 36, 46);
    look.level = tes_random_between(random, 38, 52);
    look.cover = (enum cover)tes_random_below(random, COVERS);
    look.filling = (enum filling)tes_random_below(random, FILLINGS);
    float w = look.width;
    struct tes_shape shape =
        TES_SHAPE_LATHED(8, {w - 4, 26}, {w - 3, 33}, {w, look.shoulder}, {w, 92}, {0, 92});
    tes_outline_begin(paint, shape, TES_RGB(0xE6F3F3));
    paint_content(paint, &look);
    tes_paint_line(paint, TES_POINT(50 + w * 0.78F * paint->style.light.x, 46),
                   TES_POINT(50 + w * 0.78F * paint->style.light.x, 80), 4,
                   tes_colour_alpha(TES_RGB(0xFFFFFF), 0.6F));
    tes_outline_end(paint, shape, tes_colour_mix(look.content, 0xFF6A7A80U, 0.5F));
    if (look.filling == FILLING_LABELLED)
        paint_jar_label(paint, &look);
    paint_cover(paint, &look);
}

/* ---------------------------------------------------------------- candle */

enum stand { STAND_RING, STAND_FOOT, STAND_DISH, STANDS_COUNT };

struct candle {
    tes_colour wax, stand;
    struct tes_pattern_look pattern;
    float width, top, sway;
    enum stand stand_kind;
    bool has_drips, has_glow;
};

static void paint_flame(struct tes_paint *paint, const struct candle *look)
{
    float y = look->top, s = look->sway;
    tes_paint_line(paint, TES_POINT(50, y), TES_POINT(50, y - 6), 3, TES_RGB(0x5A3A2A));
    for (unsigned i = 0; i < 2; i++) {
        float size = i == 0 ? 1 : 0.52F;
        tes_path_start(paint, 50 + s * size, y - 4 - 24 * size);
        tes_path_quad(paint, 50 + 14 * size, y - 3 - 6 * size, 50, y - 3);
        tes_path_quad(paint, 50 - 14 * size, y - 3 - 6 * size, 50 + s * size, y - 4 - 24 * size);
        if (i == 0)
            tes_paint_fill_stroke(paint, TES_RGB(0xFFA02E), paint->style.line * 0.8F,
                                  TES_RGB(0xD9661F));
        else
            tes_paint_fill(paint, TES_RGB(0xFFE27A));
    }
}

static void paint_wax(struct tes_paint *paint, const struct candle *look)
{
    float w = look->width, y = look->top, foot = look->stand_kind == STAND_FOOT ? 74 : 86;
    struct tes_shape shape = TES_SHAPE_LATHED(4, {w, y}, {w, foot}, {0, foot + 1});
    tes_body_fill(paint, shape, look->wax);
    tes_shape_clip(paint, shape);
    tes_pattern_paint(paint, &look->pattern, TES_POINT(50 - w, y + 10), TES_POINT(50 + w, 84));
    tes_outline_end(paint, shape, look->wax);
    if (!look->has_drips)
        return;
    tes_shape_path(paint,
                   TES_SHAPE_CORNERED(3.5F, {50 - w, y - 1}, {50 + w, y - 1}, {50 + w, y + 20},
                                      {50 + w * 0.55F, y + 21}, {50 + w * 0.4F, y + 8},
                                      {50 - w * 0.1F, y + 9}, {50 - w * 0.2F, y + 15},
                                      {50 - w * 0.62F, y + 15}, {50 - w, y + 9}));
    tes_paint_fill_stroke(paint, tes_colour_shade(look->wax, 0.35F), paint->style.line * 0.8F,
                          tes_style_edge(paint, look->wax));
}

/* A dish with a ring to hold it by, a cup on a foot, or a plain plate. */
static void paint_stand(struct tes_paint *paint, const struct candle *look, bool is_front)
{
    tes_colour edge = tes_style_edge(paint, look->stand);
    if (!is_front && look->stand_kind == STAND_RING) {
        tes_path_ellipse(paint, 84, 80, 8, 8);
        tes_paint_stroke(paint, 5 + paint->style.line, true, edge);
        tes_path_ellipse(paint, 84, 80, 8, 8);
        tes_paint_stroke(paint, 5 - paint->style.line * 0.6F, true, look->stand);
    }
    if (!is_front)
        return;
    float w = look->stand_kind == STAND_FOOT ? look->width + 6 : 38;
    struct tes_shape shape = look->stand_kind == STAND_FOOT
                                 ? TES_SHAPE_LATHED(3, {w, 70}, {w - 4, 79}, {7, 79}, {7, 87},
                                                    {30, 88}, {30, 94}, {0, 94})
                                 : TES_SHAPE_LATHED(4, {w, 79}, {w - 9, 92}, {0, 92});
    tes_body_paint(paint, shape, look->stand);
}

void tes_item_candle(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct candle look = {0};
    look.wax = TES_PALETTE_TINT(random, 0xFFF0D6, 0xE8736A, 0xF2C9A4, 0x8CB9A0, 0xF4B8C0, 0xD9A066,
                                0x8A8CC8);
    look.stand = TES_PALETTE_TINT(random, 0xD9A441, 0x8A5F42, 0x8C98A4, 0xC9764A, 0x5A8A9A);
    look.pattern = tes_pattern_glaze(random, tes_colour_shade(look.wax, 0.45F));
    look.width = tes_random_between(random, 13, 24);
    look.top = tes_random_between(random, 35, 45);
    look.sway = tes_random_between(random, -4, 4);
    look.stand_kind = (enum stand)tes_random_below(random, STANDS_COUNT);
    look.has_drips = tes_random_chance(random, 2);
    look.has_glow = tes_random_chance(random, 2);
    if (look.has_glow)
        tes_paint_circle(paint, 50, look.top - 15, 20, tes_colour_alpha(TES_RGB(0xFFD970), 0.45F));
    paint_stand(paint, &look, false);
    paint_wax(paint, &look);
    paint_flame(paint, &look);
    paint_stand(paint, &look, true);
}
