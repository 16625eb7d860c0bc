/*
 * A mammal's face: eyes, brows, nose and mouth; most of what tells a threat from a friend. Painted
 * on a head whose middle is the origin and which reaches some 30 units to each side.
 */
#include "draw/sprites/animals/beast.h"

#define DARK   TES_RGB(0x2B1C1E)
#define TONGUE TES_RGB(0xF0798A)
#define IVORY  TES_RGB(0xFFFDF2)

static struct tes_point eye_at(const struct tes_beast *beast)
{
    return TES_POINT(beast->kind->eye_at.x * beast->wide, beast->kind->eye_at.y * beast->tall);
}

/* Lines on the face; the badger's eyes lie on black. */
static tes_colour eye_line(const struct tes_beast *beast)
{
    return beast->kind->mask == TES_BEAST_MASK_BADGER ? beast->coat.light
                                                      : tes_colour_mix(beast->coat.ink, DARK, 0.6F);
}

static tes_colour lip_line(const struct tes_beast *beast)
{
    return tes_colour_mix(beast->coat.ink, DARK, 0.5F);
}

/* ------------------------------------------------------------------- eyes */

static void path_glare(struct tes_paint *paint, const struct tes_beast *beast, float side)
{
    struct tes_point at = eye_at(beast);
    float size = beast->eye;
    tes_path_start(paint, side * (at.x - 6 * size), at.y + 3.6F * size);
    tes_path_line(paint, side * (at.x + 6.8F * size), at.y - 2.7F * size);
    tes_path_quad(paint, side * (at.x + 6.5F * size), at.y + 8.2F * size, side * (at.x - 6 * size),
                  at.y + 3.6F * size);
}

/* Brow and rim of the eye in one: heavy, and lowest towards the nose. */
static void path_angry_brow(struct tes_paint *paint, const struct tes_beast *beast, float side)
{
    struct tes_point at = eye_at(beast);
    float size = beast->eye;
    tes_path_start(paint, side * (at.x - 8.6F * size), at.y + 4.4F * size);
    tes_path_quad(paint, side * (at.x - 9 * size), at.y - 1 * size, side * (at.x - 7 * size),
                  at.y - 2.4F * size);
    tes_path_quad(paint, side * (at.x + 3 * size), at.y - 7.5F * size, side * (at.x + 10.5F * size),
                  at.y - 5.6F * size);
    tes_path_quad(paint, side * (at.x + 8.8F * size), at.y - 3.8F * size, side * (at.x + 8 * size),
                  at.y - 2.4F * size);
    tes_path_quad(paint, side * (at.x + 7.2F * size), at.y + 10.2F * size,
                  side * (at.x - 8.6F * size), at.y + 4.4F * size);
}

static void paint_glare(struct tes_paint *paint, const struct tes_beast *beast)
{
    struct tes_point at = eye_at(beast);
    float size = beast->eye, pupil = beast->has_slit ? 1.3F : 1.9F;
    TES_EACH_SIDE (side)
        path_angry_brow(paint, beast, side);
    tes_paint_fill(paint, tes_colour_mix(beast->coat.ink, DARK, 0.6F));
    TES_EACH_SIDE (side)
        path_glare(paint, beast, side);
    tes_paint_fill(paint, tes_colour_mix(beast->iris, IVORY, 0.3F));
    TES_EACH_SIDE (side)
        tes_path_ellipse(paint, side * at.x + beast->gaze * 1.5F, at.y + 2.6F * size, pupil * size,
                         2.2F * size);
    tes_paint_fill(paint, DARK);
}

static bool is_open(const struct tes_beast *beast, float side)
{
    return beast->eyes == TES_BEAST_EYES_ROUND ||
           (beast->eyes == TES_BEAST_EYES_WINK && side == beast->light_side);
}

/* Both, or the one that does not wink, layer by layer: rim, iris, pupil, glints. */
static void paint_open_eyes(struct tes_paint *paint, const struct tes_beast *beast)
{
    struct tes_point at = eye_at(beast);
    float size = 6.4F * beast->eye, shift = beast->gaze * size * 0.16F, glint = beast->light_side;
    const struct {
        struct tes_point from; /* the middle of the eye */
        float radius;
        tes_colour colour;
        bool is_last; /* of its colour */
    } layers[] = {
        {{0, 0}, size + 0.9F, beast->kind->mask == TES_BEAST_MASK_BADGER ? IVORY : DARK, true},
        {{0, 0}, size, tes_colour_shade(beast->iris, -0.12F), true},
        {{shift, -0.2F}, size * 0.74F, DARK, true},
        {{shift + glint * size * 0.3F, -size * 0.35F}, size * 0.32F, IVORY, false},
        {{shift - glint * size * 0.3F, size * 0.35F}, size * 0.17F, IVORY, true},
    };
    for (unsigned i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        TES_EACH_SIDE (side)
            if (is_open(beast, side))
                tes_path_ellipse(paint, side * at.x + layers[i].from.x, at.y + layers[i].from.y,
                                 layers[i].radius, layers[i].radius);
        if (layers[i].is_last)
            tes_paint_fill(paint, layers[i].colour);
    }
}

/* A bow over (happy) or under (asleep) the middle of the eye. */
static void path_closed_eye(struct tes_paint *paint, const struct tes_beast *beast, float side)
{
    struct tes_point at = eye_at(beast);
    float x = side * at.x, width = 6 * beast->eye;
    float bow = (beast->eyes == TES_BEAST_EYES_ASLEEP ? 8.5F : -10) * beast->eye;
    float y = at.y + (beast->eyes == TES_BEAST_EYES_ASLEEP ? -1 : 3);
    tes_path_bend(paint, TES_POINT(x - width, y), TES_POINT(x, y + bow), TES_POINT(x + width, y));
}

/* High and soft, above open eyes. */
static void paint_soft_brows(struct tes_paint *paint, const struct tes_beast *beast)
{
    struct tes_point at = eye_at(beast);
    float y = at.y - 9 * beast->eye;
    TES_EACH_SIDE (side)
        tes_path_bend(paint, TES_POINT(side * (at.x - 4), y), TES_POINT(side * at.x, y - 3.5F),
                      TES_POINT(side * (at.x + 4.5F), y + 0.5F));
    tes_paint_stroke(paint, beast->line * 1.2F, false, tes_colour_mix(beast->coat.ink, DARK, 0.4F));
}

static void paint_blush(struct tes_paint *paint, const struct tes_beast *beast)
{
    struct tes_point at = eye_at(beast);
    TES_EACH_SIDE (side)
        tes_path_ellipse(paint, side * (at.x + 8), at.y + 11, 4.5F, 3);
    tes_paint_fill(paint, tes_colour_alpha(TES_RGB(0xF2667A), 0.5F));
}

static void paint_eyes(struct tes_paint *paint, const struct tes_beast *beast)
{
    if (beast->eyes == TES_BEAST_EYES_GLARE) {
        paint_glare(paint, beast);
        return;
    }
    TES_EACH_SIDE (side)
        if (!is_open(beast, side))
            path_closed_eye(paint, beast, side);
    if (beast->eyes != TES_BEAST_EYES_ROUND)
        tes_paint_stroke(paint, beast->line * 1.15F, false, eye_line(beast));
    if (beast->eyes == TES_BEAST_EYES_ROUND || beast->eyes == TES_BEAST_EYES_WINK)
        paint_open_eyes(paint, beast);
    if (beast->has_brows && beast->kind->mask != TES_BEAST_MASK_BADGER)
        paint_soft_brows(paint, beast);
    if (beast->has_blush)
        paint_blush(paint, beast);
}

/* ------------------------------------------------------------------- nose */

/* With the line from it to the lips, at `lip`. */
static void paint_nose(struct tes_paint *paint, const struct tes_beast *beast, float y, float lip)
{
    float w = beast->kind->muzzle_width * 0.4F * beast->muzzle;
    tes_path_start(paint, 0, y + w * 0.95F);
    tes_path_quad(paint, -w * 1.35F, y + w * 0.3F, -w, y - w * 0.45F);
    tes_path_quad(paint, 0, y - w * 1.05F, w, y - w * 0.45F);
    tes_path_quad(paint, w * 1.35F, y + w * 0.3F, 0, y + w * 0.95F);
    tes_path_box(paint, -beast->line * 0.4F, y, beast->line * 0.8F, lip - y, 0);
    tes_paint_fill(paint, tes_colour_mix(beast->coat.ink, DARK, 0.75F));
    tes_paint_ellipse(paint, beast->light_side * w * 0.35F, y - w * 0.3F, w * 0.3F, w * 0.18F,
                      tes_colour_alpha(TES_RGB(0xFFFFFF), 0.6F));
}

/* Whiskers and where they grow; bears have none to be seen. */
static void paint_whiskers(struct tes_paint *paint, const struct tes_beast *beast, float y)
{
    static const struct tes_point at[] = {{0.62F, 2}, {0.86F, 4.5F}, {0.62F, 6.5F}};
    float w = beast->kind->muzzle_width * beast->muzzle;
    for (unsigned i = 0; i < sizeof at / sizeof at[0]; i++)
        TES_EACH_SIDE (side)
            tes_path_ellipse(paint, side * at[i].x * w, y + at[i].y, 1.1F, 1.1F);
    if (beast->kind->mask != TES_BEAST_MASK_NONE)
        TES_EACH_SIDE (side) {
            TES_EACH_SIDE (i) {
                tes_path_polygon(paint, TES_POINTS({side * w * 1.15F, y + 3.2F + i * 2},
                                                   {side * w * 2.2F, y + 2.4F + i * 4},
                                                   {side * w * 1.15F, y + 4.8F + i * 2}));
            }
        }
    tes_paint_fill(paint, beast->coat.ink);
}

static void paint_wrinkles(struct tes_paint *paint, const struct tes_beast *beast, float y)
{
    float w = beast->kind->muzzle_width * 0.62F;
    TES_EACH_SIDE (side)
        tes_path_bend(paint, TES_POINT(side * w, y - 4), TES_POINT(side * (w + 2.5F), y - 2),
                      TES_POINT(side * (w + 3.5F), y + 1.5F));
    tes_paint_stroke(paint, beast->line * 0.7F, false, beast->coat.ink);
}

/* ------------------------------------------------------------------ mouth */

/* Half the mouth's width and its upper edge; the mouth hangs `drop` below it. */
struct maw {
    float w, y, drop;
};

/* A tooth from its root, `length` down (or up, below 0). */
static void path_tooth(struct tes_paint *paint, float x, float y, float half_width, float length)
{
    tes_path_polygon(paint, TES_POINTS({x - half_width, y}, {x + half_width, y},
                                       {x + half_width * 0.25F, y + length},
                                       {x - half_width * 0.25F, y + length}));
}

/* Lips pulled back from the fangs: low in the middle, high beside it, corners pulled down. */
static void path_roar(struct tes_paint *paint, struct maw maw, float grow)
{
    float w = maw.w + grow, y = maw.y - grow, bottom = maw.y + maw.drop + grow;
    tes_path_start(paint, -w, maw.y + 7);
    tes_path_quad(paint, -w * 0.8F, y - 4, 0, y + 2);
    tes_path_quad(paint, w * 0.8F, y - 4, w, maw.y + 7);
    tes_path_quad(paint, w * 1.05F, bottom, 0, bottom);
    tes_path_quad(paint, -w * 1.05F, bottom, -w, maw.y + 7);
}

static void paint_roar(struct tes_paint *paint, const struct tes_beast *beast, struct maw maw)
{
    float w = maw.w, y = maw.y, bottom = y + maw.drop, fang = beast->fang;
    path_roar(paint, maw, beast->line * 0.7F);
    tes_paint_fill(paint, lip_line(beast));
    path_roar(paint, maw, 0);
    tes_paint_fill(paint, beast->maw);
    tes_paint_ellipse(paint, 0, bottom - 4, w * 0.42F, 3.2F, TONGUE);
    TES_EACH_SIDE (side) {
        path_tooth(paint, side * w * 0.62F, y + 0.4F, 2.9F, 10.5F * fang);
        path_tooth(paint, side * w * 0.22F, y + 1, 1.9F, 4.2F);
        path_tooth(paint, side * w * 0.45F, bottom - 1.6F, 2.1F, -6.5F * fang);
    }
    tes_paint_fill(paint, IVORY);
}

/* Teeth clenched: a bow that hangs at its ends, with rows that bite into each other. */
static void path_grit(struct tes_paint *paint, struct maw maw, float grow)
{
    float w = maw.w * 1.05F + grow, y = maw.y - grow, bottom = maw.y + grow;
    tes_path_start(paint, -w, maw.y + 10);
    tes_path_quad(paint, -w * 0.9F, y - 1, 0, y);
    tes_path_quad(paint, w * 0.9F, y - 1, w, maw.y + 10);
    tes_path_quad(paint, w * 1.02F, bottom + 16, w * 0.7F, bottom + 14);
    tes_path_quad(paint, 0, bottom + 10, -w * 0.7F, bottom + 14);
    tes_path_quad(paint, -w * 1.02F, bottom + 16, -w, maw.y + 10);
}

static void paint_grit(struct tes_paint *paint, const struct tes_beast *beast, struct maw maw)
{
    float w = maw.w * 1.05F, y = maw.y;
    path_grit(paint, maw, beast->line * 0.7F);
    tes_paint_fill(paint, lip_line(beast));
    path_grit(paint, maw, 0);
    tes_paint_fill(paint, tes_colour_shade(beast->maw, -0.35F));
    TES_EACH_SIDE (side) {
        path_tooth(paint, side * w * 0.18F, y + 0.2F, 2.2F, 5.4F);
        path_tooth(paint, side * w * 0.55F, y + 0.6F, 2.8F, 9.8F * beast->fang);
        path_tooth(paint, side * w * 0.36F, y + 12, 2.1F, -6);
        path_tooth(paint, side * w * 0.8F, y + 13.6F, 2, -5);
    }
    tes_paint_fill(paint, IVORY);
}

static void paint_smile(struct tes_paint *paint, const struct tes_beast *beast, struct maw maw)
{
    float w = maw.w * 0.72F, y = maw.y;
    tes_path_start(paint, -w, y);
    tes_path_quad(paint, -w * 0.6F, y + 7, 0, y + 1.5F);
    tes_path_quad(paint, w * 0.6F, y + 7, w, y);
    tes_paint_stroke(paint, beast->line * 0.9F, false, lip_line(beast));
}

static void path_laugh(struct tes_paint *paint, struct maw maw, float grow)
{
    float w = maw.w * 0.82F + grow, y = maw.y - grow, bottom = maw.y + maw.drop * 0.85F + grow;
    tes_path_start(paint, -w, y + 1);
    tes_path_quad(paint, -w * 0.4F, y + 5, 0, y + 2);
    tes_path_quad(paint, w * 0.4F, y + 5, w, y + 1);
    tes_path_quad(paint, w * 0.9F, bottom, 0, bottom);
    tes_path_quad(paint, -w * 0.9F, bottom, -w, y + 1);
}

static void paint_laugh(struct tes_paint *paint, const struct tes_beast *beast, struct maw maw)
{
    path_laugh(paint, maw, beast->line * 0.7F);
    tes_paint_fill(paint, lip_line(beast));
    path_laugh(paint, maw, 0);
    tes_paint_fill(paint, beast->maw);
    tes_paint_ellipse(paint, 0, maw.y + maw.drop * 0.85F - 4.2F, maw.w * 0.41F, 3.8F, TONGUE);
}

/* It hangs out of a mouth that is open a little. */
static void paint_tongue(struct tes_paint *paint, const struct tes_beast *beast, struct maw maw)
{
    struct maw gap = {maw.w * 0.95F, maw.y, 11};
    float x = -beast->light_side * maw.w * 0.12F, y = maw.y + 4, length = 14 * beast->muzzle;
    path_laugh(paint, gap, beast->line * 0.7F);
    tes_paint_fill(paint, lip_line(beast));
    path_laugh(paint, gap, 0);
    tes_paint_fill(paint, beast->maw);
    tes_path_start(paint, x - 4.5F, y);
    tes_path_quad(paint, x - 6.5F, y + length, x, y + length);
    tes_path_quad(paint, x + 6.5F, y + length, x + 4.5F, y);
    tes_paint_fill_stroke(paint, TONGUE, beast->line * 0.7F, tes_colour_shade(TONGUE, -0.45F));
    tes_paint_line(paint, TES_POINT(x, y + 3), TES_POINT(x, y + length * 0.55F), beast->line * 0.5F,
                   tes_colour_shade(TONGUE, -0.25F));
}

typedef void mouth_painter(struct tes_paint *paint, const struct tes_beast *beast, struct maw maw);

static mouth_painter *const MOUTHS[] = {
    [TES_BEAST_MOUTH_ROAR] = paint_roar,     [TES_BEAST_MOUTH_GRIT] = paint_grit,
    [TES_BEAST_MOUTH_SMILE] = paint_smile,   [TES_BEAST_MOUTH_LAUGH] = paint_laugh,
    [TES_BEAST_MOUTH_TONGUE] = paint_tongue,
};

void tes_beast_face(struct tes_paint *paint, const struct tes_beast *beast)
{
    const struct tes_beast_kind *kind = beast->kind;
    float y = kind->muzzle_y * beast->tall;
    float nose = y - (beast->is_safe ? 4.5F : 6.5F);
    struct maw maw = {kind->muzzle_width * beast->muzzle * (beast->is_safe ? 1 : 1.1F), y + 2,
                      15 + beast->jaw};
    if (!beast->is_safe)
        maw.y = y;
    paint_eyes(paint, beast);
    if (beast->has_wrinkles && beast->is_safe)
        paint_whiskers(paint, beast, nose);
    else if (beast->has_wrinkles)
        paint_wrinkles(paint, beast, nose);
    MOUTHS[beast->mouth](paint, beast, maw);
    paint_nose(paint, beast, nose, maw.y + 2);
}
