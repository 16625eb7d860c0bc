/* A mammal's head, seen from the front: ruff or mane, ears, skull with its marks, and the face. */
#include "draw/sprites/beast.h"

/* One bend of the right half of a skull, from the middle of the crown to that of the chin; the left
 * half is its mirror. */
struct bend {
    float via_x, via_y, x, y;
};

struct skull {
    float top;
    unsigned count;
    struct bend bends[6];
};

static const struct skull SKULLS[] = {
    [SKULL_CAT] = {-26, 3, {{17, -27, 25, -13}, {31, -2, 29, 10}, {26, 28, 0, 28}}},
    [SKULL_BEAR] = {-25, 3, {{19, -26, 26, -10}, {32, 4, 28, 14}, {21, 30, 0, 30}}},
    [SKULL_WOLF] = {-23,
                    6,
                    {{14, -25, 21, -14},
                     {25, -7, 27, -1},
                     {30, 6, 37, 11},
                     {31, 13, 28, 19},
                     {22, 21, 15, 25},
                     {8, 31, 0, 31}}},
    [SKULL_FOX] = {-19, 4, {{14, -22, 22, -12}, {28, -3, 40, 9}, {28, 19, 15, 24}, {8, 32, 0, 32}}},
    [SKULL_LYNX] = {-25,
                    5,
                    {{16, -26, 24, -13},
                     {29, -3, 30, 6},
                     {32, 16, 38, 22},
                     {30, 24, 24, 21},
                     {18, 29, 0, 29}}},
    [SKULL_BADGER] = {-22, 3, {{17, -23, 25, -8}, {31, 9, 20, 18}, {14, 31, 0, 31}}},
    [SKULL_HYENA] = {-23, 3, {{16, -25, 23, -11}, {29, 3, 24, 14}, {19, 31, 0, 31}}},
};

/* An open mouth pulls the chin down, more the lower a point is. */
static float lowered(const struct tes_beast *beast, float y)
{
    float drop = y > 10 ? beast->jaw * (y - 10) / 20 : 0;
    return y * beast->tall + drop;
}

static void path_skull(struct tes_paint *paint, const struct tes_beast *beast)
{
    const struct skull *skull = &SKULLS[beast->kind->skull];
    float wide = beast->wide, top = lowered(beast, skull->top);
    tes_path_start(paint, 0, top);
    for (unsigned i = 0; i < skull->count; i++) {
        struct bend bend = skull->bends[i];
        tes_path_quad(paint, bend.via_x * wide, lowered(beast, bend.via_y), bend.x * wide,
                      lowered(beast, bend.y));
    }
    for (unsigned i = skull->count; i-- > 0;) {
        struct bend bend = skull->bends[i];
        float x = i > 0 ? skull->bends[i - 1].x * wide : 0;
        float y = i > 0 ? lowered(beast, skull->bends[i - 1].y) : top;
        tes_path_quad(paint, -bend.via_x * wide, lowered(beast, bend.via_y), -x, y);
    }
}

/* ------------------------------------------------------------------- ears */

struct ear {
    float width, height;
};

static void path_ear(struct tes_paint *paint, enum tes_beast_ears shape, struct ear ear)
{
    float w = ear.width, h = ear.height;
    if (shape == EARS_ROUND) {
        tes_path_ellipse(paint, 0, 2 - h * 0.5F, w, h * 0.5F + 2);
        return;
    }
    tes_path_start(paint, -w, 5);
    tes_path_quad(paint, -w * 0.95F, -h * 0.55F, -w * 0.12F, -h);
    tes_path_quad(paint, w * 0.1F, -h * 1.06F, w * 0.3F, -h * 0.9F);
    tes_path_quad(paint, w * 1.1F, -h * 0.5F, w, 5);
}

static void paint_tuft(struct tes_paint *paint, const struct tes_beast *beast, struct ear ear)
{
    float h = ear.height;
    const struct tes_point tuft[] = {
        {-3.4F, -h * 0.78F}, {-1.5F, -h - 3}, {1.6F, -h - 13}, {2.4F, -h - 3}, {4.6F, -h * 0.72F}};
    tes_path_polygon(paint, tuft, 5);
    tes_paint_fill(paint, beast->coat.mark);
}

static void paint_ear(struct tes_paint *paint, const struct tes_beast *beast, float side)
{
    const struct tes_beast_kind *kind = beast->kind;
    struct tes_matrix upright = paint->matrix;
    float lean = kind->ear_turn + beast->ear_lean, away = beast->ear_lean > 20 ? 2.5F : 0;
    struct ear ear = {kind->ear_size.x * beast->ear, kind->ear_size.y * beast->ear};
    struct ear inner = {ear.width * 0.56F, ear.height * 0.66F};
    bool is_dark = kind->mask == MASK_CHEEKS || kind->mask == MASK_BADGER;
    tes_colour fur = kind->mask == MASK_BADGER ? beast->coat.mark : beast->coat.fur;
    tes_colour hollow = kind->mask == MASK_BADGER ? beast->coat.light
                        : is_dark                 ? beast->coat.mark
                        : kind->mask == MASK_DARK_SNOUT
                            ? tes_colour_mix(beast->coat.mark, TES_RGB(0xE2A58F), 0.3F)
                            : tes_colour_mix(beast->coat.fur, TES_RGB(0xF0A29A), 0.6F);
    tes_paint_scale(paint, side, 1);
    tes_paint_move(paint, kind->ear_at.x * beast->wide + away, kind->ear_at.y * beast->tall + away);
    tes_paint_turn(paint, 0, 0, lean);
    if (kind->ears == EARS_TUFTED)
        paint_tuft(paint, beast, ear);
    path_ear(paint, kind->ears, ear);
    tes_paint_fill_stroke(paint, fur, beast->line, beast->coat.ink);
    path_ear(paint, kind->ears, inner);
    tes_paint_fill(paint, hollow);
    paint->matrix = upright;
}

/* ------------------------------------------------------------------ skull */

static void paint_ruff(struct tes_paint *paint, const struct tes_beast *beast)
{
    const struct tes_beast_kind *kind = beast->kind;
    if (kind->mane > 0) {
        struct tes_point radius = {(29 + kind->mane * 0.7F) * beast->wide,
                                   (28 + kind->mane * 0.7F) * beast->tall};
        tes_beast_ring(paint, beast, (struct tes_point){0, 2}, radius, kind->mane * 0.7F);
    } else if (beast->tufts > 0) {
        struct tes_point radius = {29 * beast->wide, 25 * beast->tall};
        tes_beast_ring(paint, beast, (struct tes_point){0, 5}, radius, 8);
    }
}

static void paint_crest(struct tes_paint *paint, const struct tes_beast *beast)
{
    tes_beast_fringe(paint, beast,
                     (struct tes_beast_fringe){.from = {-13, -18},
                                               .via = {0, -28},
                                               .to = {13, -18},
                                               .tufts = 5,
                                               .length = 11,
                                               .is_sharp = !beast->is_safe});
}

/* Darker towards one side below, and a light spot above on the other. */
static void paint_light(struct tes_paint *paint, const struct tes_beast *beast)
{
    tes_path_box(paint, -42, -30, 84, 72, 1);
    tes_path_ellipse(paint, beast->light_side * 4, -5, 32 * beast->wide, 32);
    tes_paint_fill_odd(paint, tes_colour_alpha(beast->coat.ink, 0.18F));
    tes_paint_ellipse(paint, beast->light_side * 13, -18, 8, 3.5F,
                      tes_colour_alpha(TES_RGB(0xFFFFFF), 0.28F));
}

static void paint_skull(struct tes_paint *paint, const struct tes_beast *beast)
{
    path_skull(paint, beast);
    tes_paint_fill(paint, beast->coat.fur);
    path_skull(paint, beast);
    tes_paint_clip(paint);
    tes_beast_mask(paint, beast);
    tes_beast_head_marks(paint, beast);
    paint_light(paint, beast);
    tes_paint_unclip(paint);
    path_skull(paint, beast);
    tes_paint_stroke(paint, beast->line, true, beast->coat.ink);
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
    paint_ear(paint, &beast, -1);
    paint_ear(paint, &beast, 1);
    paint_skull(paint, &beast);
    tes_beast_face(paint, &beast);
    paint->matrix = before;
}
