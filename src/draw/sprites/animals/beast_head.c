/* A mammal's head, seen from the front: ruff or mane, ears, skull with its marks, and the face. */
#include "draw/sprites/animals/beast.h"

enum { BENDS_MAX = 6 };

struct skull {
    float top;
    unsigned count;
    struct tes_beast_bend bends[BENDS_MAX];
};

static const struct skull SKULLS[] = {
    [TES_BEAST_SKULL_CAT] = {-26, 3, {{17, -27, 25, -13}, {31, -2, 29, 10}, {26, 28, 0, 28}}},
    [TES_BEAST_SKULL_BEAR] = {-25, 3, {{19, -26, 26, -10}, {32, 4, 28, 14}, {21, 30, 0, 30}}},
    [TES_BEAST_SKULL_WOLF] = {-23,
                              6,
                              {{14, -25, 21, -14},
                               {25, -7, 27, -1},
                               {30, 6, 37, 11},
                               {31, 13, 28, 19},
                               {22, 21, 15, 25},
                               {8, 31, 0, 31}}},
    [TES_BEAST_SKULL_FOX] =
        {-19, 4, {{14, -22, 22, -12}, {28, -3, 40, 9}, {28, 19, 15, 24}, {8, 32, 0, 32}}},
    [TES_BEAST_SKULL_LYNX] = {-25,
                              5,
                              {{16, -26, 24, -13},
                               {29, -3, 30, 6},
                               {32, 16, 38, 22},
                               {30, 24, 24, 21},
                               {18, 29, 0, 29}}},
    [TES_BEAST_SKULL_BADGER] = {-22, 3, {{17, -23, 25, -8}, {31, 9, 20, 18}, {14, 31, 0, 31}}},
    [TES_BEAST_SKULL_HYENA] = {-23, 3, {{16, -25, 23, -11}, {29, 3, 24, 14}, {19, 31, 0, 31}}},
};

/* An open mouth pulls the chin down, more the lower a point is. */
static float lowered(const struct tes_beast *beast, float y)
{
    float drop = y > 10 ? beast->jaw * (y - 10) / 20 : 0;
    return y * beast->tall + drop;
}

void tes_beast_path_mirrored(struct tes_paint *paint, float top, const struct tes_beast_bend *bends,
                             unsigned count)
{
    tes_path_start(paint, 0, top);
    for (unsigned i = 0; i < count; i++)
        tes_path_quad(paint, bends[i].via_x, bends[i].via_y, bends[i].x, bends[i].y);
    for (unsigned i = count; i-- > 0;)
        tes_path_quad(paint, -bends[i].via_x, bends[i].via_y, i > 0 ? -bends[i - 1].x : 0,
                      i > 0 ? bends[i - 1].y : top);
}

/* `grow` is added all around, as nearly as a larger scale does. */
static void path_skull(struct tes_paint *paint, const struct tes_beast *beast, float grow)
{
    const struct skull *skull = &SKULLS[beast->kind->skull];
    struct tes_beast_bend bends[BENDS_MAX];
    float wide = beast->wide * (1 + grow / 29), tall = 1 + grow / 27;
    for (unsigned i = 0; i < skull->count; i++) {
        struct tes_beast_bend bend = skull->bends[i];
        bends[i] = (struct tes_beast_bend){bend.via_x * wide, lowered(beast, bend.via_y) * tall,
                                           bend.x * wide, lowered(beast, bend.y) * tall};
    }
    tes_beast_path_mirrored(paint, lowered(beast, skull->top) * tall, bends, skull->count);
}

/* ------------------------------------------------------------------- ears */

static void path_ear(struct tes_paint *paint, enum tes_beast_ears shape, float w, float h)
{
    if (shape == TES_BEAST_EARS_ROUND) {
        tes_path_ellipse(paint, 0, 2 - h * 0.5F, w, h * 0.5F + 2);
        return;
    }
    tes_path_start(paint, -w, 5);
    tes_path_quad(paint, -w * 0.95F, -h * 0.55F, -w * 0.12F, -h);
    tes_path_quad(paint, w * 0.1F, -h * 1.06F, w * 0.3F, -h * 0.9F);
    tes_path_quad(paint, w * 1.1F, -h * 0.5F, w, 5);
}

static void path_tuft(struct tes_paint *paint, float h)
{
    tes_path_polygon(paint, TES_POINTS({-3.6F, -h * 0.78F}, {-1.6F, -h - 3}, {1.6F, -h - 11},
                                       {2.6F, -h - 3}, {4.8F, -h * 0.72F}));
}

enum layer { LAYER_EDGE, LAYER_FUR, LAYER_HOLLOW };

static void path_both_ears(struct tes_paint *paint, const struct tes_beast *beast, enum layer layer)
{
    const struct tes_beast_kind *kind = beast->kind;
    struct tes_matrix upright = paint->matrix;
    float away = beast->is_safe ? 0 : 2.5F, half = beast->line * 0.5F;
    float w = kind->ear_size.x * beast->ear, h = kind->ear_size.y * beast->ear;
    TES_EACH_SIDE (side) {
        tes_paint_scale(paint, side, 1);
        tes_paint_move(paint, kind->ear_at.x * beast->wide + away,
                       kind->ear_at.y * beast->tall + away);
        tes_paint_turn(paint, 0, 0, kind->ear_turn + beast->ear_lean);
        if (layer == LAYER_EDGE && kind->ears == TES_BEAST_EARS_TUFTED)
            path_tuft(paint, h);
        if (layer == LAYER_EDGE)
            path_ear(paint, kind->ears, w + half, h + half);
        else if (layer == LAYER_FUR)
            path_ear(paint, kind->ears, w - half, h - half * 1.5F);
        else
            path_ear(paint, kind->ears, w * 0.55F, h * 0.64F);
        paint->matrix = upright;
    }
}

static tes_colour hollow_of(const struct tes_beast *beast)
{
    const struct tes_beast_coat *coat = &beast->coat;
    switch (beast->kind->mask) {
    case TES_BEAST_MASK_BADGER:
        return coat->light;
    case TES_BEAST_MASK_CHEEKS:
        return coat->mark;
    case TES_BEAST_MASK_DARK_SNOUT:
        return tes_colour_mix(coat->mark, TES_RGB(0xE2A58F), 0.3F);
    default:
        return tes_colour_mix(coat->fur, TES_RGB(0xF0A29A), 0.6F);
    }
}

static void paint_ears(struct tes_paint *paint, const struct tes_beast *beast)
{
    bool is_dark = beast->kind->mask == TES_BEAST_MASK_BADGER;
    path_both_ears(paint, beast, LAYER_EDGE);
    tes_paint_fill(paint, beast->coat.ink);
    path_both_ears(paint, beast, LAYER_FUR);
    tes_paint_fill(paint, is_dark ? beast->coat.mark : beast->coat.fur);
    path_both_ears(paint, beast, LAYER_HOLLOW);
    tes_paint_fill(paint, hollow_of(beast));
}

/* ------------------------------------------------------------------ skull */

static void paint_ruff(struct tes_paint *paint, const struct tes_beast *beast)
{
    const struct tes_beast_kind *kind = beast->kind;
    if (kind->mane > 0) {
        struct tes_point radius = {(29 + kind->mane * 0.7F) * beast->wide,
                                   (28 + kind->mane * 0.7F) * beast->tall};
        tes_beast_ring(paint, beast, TES_POINT(0, 2), radius, kind->mane * 0.7F);
    } else if (beast->tufts > 0) {
        struct tes_point radius = {29 * beast->wide, 25 * beast->tall};
        tes_beast_ring(paint, beast, TES_POINT(0, 5), radius, 8);
    }
}

static void paint_crest(struct tes_paint *paint, const struct tes_beast *beast)
{
    struct tes_beast_fringe crest = {.from = {-13, -17},
                                     .via = {0, -28},
                                     .to = {13, -17},
                                     .tufts = 5,
                                     .length = 13,
                                     .is_sharp = !beast->is_safe};
    tes_beast_fringe(paint, beast, crest);
}

/* Darker towards one side below, and a light spot above on the other. */
static void paint_light(struct tes_paint *paint, const struct tes_beast *beast)
{
    float side = beast->light_side;
    tes_path_start(paint, -42, 44);
    tes_path_line(paint, -42 * side, 2);
    tes_path_quad(paint, -25 * side, 25, 44 * side, 22);
    tes_path_line(paint, 42, 44);
    tes_paint_fill(paint, tes_colour_alpha(beast->coat.ink, 0.16F));
    tes_paint_ellipse(paint, beast->light_side * 13, -18, 7, 3.2F,
                      tes_colour_alpha(TES_RGB(0xFFFFFF), 0.28F));
}

static void paint_skull(struct tes_paint *paint, const struct tes_beast *beast)
{
    float half = beast->line * 0.5F;
    path_skull(paint, beast, half);
    tes_paint_fill(paint, beast->coat.ink);
    path_skull(paint, beast, -half);
    tes_paint_fill(paint, beast->coat.fur);
    path_skull(paint, beast, -half);
    tes_paint_clip(paint);
    tes_beast_mask(paint, beast);
    tes_beast_head_marks(paint, beast);
    paint_light(paint, beast);
    tes_paint_unclip(paint);
}

void tes_beast_head(struct tes_paint *paint, const struct tes_beast *whole,
                    struct tes_beast_place place)
{
    struct tes_matrix before = paint->matrix;
    struct tes_beast beast = *whole;
    beast.line /= place.scale;
    tes_paint_turn(paint, place.x, place.y, place.turn);
    tes_paint_move(paint, place.x, place.y);
    tes_paint_scale(paint, place.scale, place.scale);
    paint_ruff(paint, &beast);
    if (beast.kind->has_crest)
        paint_crest(paint, &beast);
    paint_ears(paint, &beast);
    paint_skull(paint, &beast);
    tes_beast_face(paint, &beast);
    paint->matrix = before;
}
