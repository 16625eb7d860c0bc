/* What a mammal's fur is marked with: masks of the face, stripes, rosettes and spots. All of it is
 * painted under the clip of a head or a body. */
#include "draw/sprites/animals/beast.h"

/* ------------------------------------------------------------------ masks */

static void path_muzzle(struct tes_paint *paint, const struct tes_beast *beast)
{
    float w = beast->kind->muzzle_width * beast->muzzle, h = beast->kind->muzzle_height;
    float y = beast->kind->muzzle_y * beast->tall;
    tes_path_ellipse(paint, 0, y + 2 + beast->jaw * 0.5F, w * 1.12F, h * 1.15F + beast->jaw * 0.6F);
    tes_path_ellipse(paint, 0, y + 12 + beast->jaw, w * 0.7F, h * 0.8F);
}

static void paint_muzzle(struct tes_paint *paint, const struct tes_beast *beast)
{
    path_muzzle(paint, beast);
    tes_paint_fill(paint, beast->coat.light);
}

/* The fox's white cheeks: from the nose under the eyes to the tips of the cheeks. */
static void paint_cheeks(struct tes_paint *paint, const struct tes_beast *beast)
{
    static const struct tes_beast_bend cheeks[] = {
        {8, -1, 20, 5}, {32, 10, 46, 3}, {46, 20, 40, 40}, {20, 44, 0, 44}};
    tes_beast_path_mirrored(paint, 9, cheeks, 4);
    tes_paint_fill(paint, beast->coat.light);
}

/* The wolf's pale face below a dark cap that comes down to the nose. */
static void paint_wolf(struct tes_paint *paint, const struct tes_beast *beast)
{
    static const struct tes_beast_bend face[] = {
        {4, -4, 5, -9}, {13, -15, 20, -6}, {22, 6, 44, 8}, {44, 30, 36, 44}, {20, 44, 0, 44}};
    tes_beast_path_mirrored(paint, 6, face, 5);
    tes_paint_fill(paint, beast->coat.light);
    tes_path_polygon(paint, TES_POINTS({-26, -34}, {26, -34}, {8, -16}, {0, -2}, {-8, -16}));
    tes_paint_fill(paint, tes_colour_mix(beast->coat.fur, beast->coat.mark, 0.55F));
}

/* Big cats are pale around the mouth and over the eyes. */
static void paint_cat(struct tes_paint *paint, const struct tes_beast *beast)
{
    float x = beast->kind->eye_at.x * beast->wide, y = beast->kind->eye_at.y * beast->tall;
    paint_muzzle(paint, beast);
    TES_EACH_SIDE (side) {
        tes_path_ellipse(paint, side * (x - 0.5F), y - 6, 6, 5);
        tes_path_ellipse(paint, side * 29 * beast->wide, 15, 10, 9);
    }
    tes_paint_fill(paint, beast->coat.light);
}

/* White, with a broad black stripe from the ear over each eye towards the nose. */
static void paint_badger(struct tes_paint *paint, const struct tes_beast *beast)
{
    float x = beast->kind->eye_at.x * beast->wide;
    tes_paint_box(paint, TES_POINT(-44, -40), TES_POINT(88, 90), 1, beast->coat.light);
    TES_EACH_SIDE (side) {
        tes_path_start(paint, side * (x - 6), -34);
        tes_path_quad(paint, side * (x - 8), -4, side * 6.5F, 14);
        tes_path_quad(paint, side * 12, 18, side * 17, 11);
        tes_path_quad(paint, side * (x + 9), -2, side * (x + 10), -34);
    }
    tes_paint_fill(paint, beast->coat.mark);
}

static void paint_dark_snout(struct tes_paint *paint, const struct tes_beast *beast)
{
    float x = beast->kind->eye_at.x * beast->wide;
    paint_muzzle(paint, beast);
    TES_EACH_SIDE (side)
        tes_path_ellipse(paint, side * x, -3, 7.5F, 7);
    tes_path_ellipse(paint, 0, 4, 7, 13);
    tes_paint_fill(paint, tes_colour_mix(beast->coat.fur, beast->coat.light, 0.45F));
}

typedef void mask_painter(struct tes_paint *paint, const struct tes_beast *beast);

static mask_painter *const MASKS[] = {
    [TES_BEAST_MASK_NONE] = paint_muzzle,   [TES_BEAST_MASK_CHEEKS] = paint_cheeks,
    [TES_BEAST_MASK_WOLF] = paint_wolf,     [TES_BEAST_MASK_CAT] = paint_cat,
    [TES_BEAST_MASK_BADGER] = paint_badger, [TES_BEAST_MASK_DARK_SNOUT] = paint_dark_snout,
};

void tes_beast_mask(struct tes_paint *paint, const struct tes_beast *beast)
{
    MASKS[beast->kind->mask](paint, beast);
}

/* ---------------------------------------------------------------- stripes */

/* A stripe with a thick root, and a thin end where it goes to. */
static void path_stripe(struct tes_paint *paint, struct tes_point from, struct tes_point to,
                        float width)
{
    float x = to.x - from.x, y = to.y - from.y, length = tes_number_sqrt(x * x + y * y) + 0.01F;
    struct tes_point side = {-y / length * width, x / length * width};
    struct tes_point middle = {from.x + x * 0.5F, from.y + y * 0.5F};
    tes_path_start(paint, from.x - side.x, from.y - side.y);
    tes_path_quad(paint, middle.x - side.x, middle.y - side.y, to.x, to.y);
    tes_path_quad(paint, middle.x + side.x, middle.y + side.y, from.x + side.x, from.y + side.y);
}

static void paint_head_stripes(struct tes_paint *paint, const struct tes_beast *beast)
{
    float length = tes_random_between(beast->random, 0.85F, 1.15F);
    float wide = beast->wide * 31;
    path_stripe(paint, TES_POINT(0, -30), TES_POINT(0, -9 * length), 3);
    TES_EACH_SIDE (side) {
        path_stripe(paint, TES_POINT(side * 9, -30), TES_POINT(side * 5, -15 * length), 2.8F);
        path_stripe(paint, TES_POINT(side * wide, -4), TES_POINT(side * (wide - 11 * length), -1),
                    2.8F);
        path_stripe(paint, TES_POINT(side * wide, 6), TES_POINT(side * (wide - 13 * length), 7),
                    2.8F);
        path_stripe(paint, TES_POINT(side * (wide - 3), 17),
                    TES_POINT(side * (wide - 14 * length), 15), 2.6F);
    }
    tes_paint_fill(paint, beast->coat.mark);
}

/* From the outline inwards, all around but below. */
static void paint_body_stripes(struct tes_paint *paint, const struct tes_beast *beast,
                               struct tes_point centre, struct tes_point radius)
{
    enum { STRIPES = 9 };
    float thick = tes_random_between(beast->random, 2.2F, 3.2F);
    for (unsigned i = 0; i < STRIPES; i++) {
        float angle = 155 + 230 * (float)i / (STRIPES - 1);
        float jitter = tes_random_between(beast->random, -6, 6);
        float depth = tes_random_between(beast->random, 0.4F, 0.62F);
        float x = tes_number_cos(angle + jitter), y = tes_number_sin(angle + jitter);
        path_stripe(
            paint, TES_POINT(centre.x + x * radius.x * 1.15F, centre.y + y * radius.y * 1.15F),
            TES_POINT(centre.x + x * radius.x * depth, centre.y + y * radius.y * depth + 4), thick);
    }
    tes_paint_fill(paint, beast->coat.mark);
}

/* ------------------------------------------------------------------ spots */

enum { SPOTS_MAX = 24 };

struct spots {
    struct tes_point at[SPOTS_MAX];
    float radius[SPOTS_MAX];
    unsigned count;
};

static void add_spot(struct spots *spots, const struct tes_beast *beast, struct tes_point at,
                     float radius)
{
    float x = tes_random_between(beast->random, -1.3F, 1.3F);
    float y = tes_random_between(beast->random, -1.3F, 1.3F);
    float size = tes_random_between(beast->random, 0.8F, 1.2F);
    if (spots->count == SPOTS_MAX)
        return;
    spots->at[spots->count] = TES_POINT(at.x + x, at.y + y);
    spots->radius[spots->count++] = radius * size;
}

/* Rosettes are rings of the mark's colour around a warmer middle. */
static void paint_spots(struct tes_paint *paint, const struct tes_beast *beast,
                        const struct spots *spots)
{
    for (unsigned i = 0; i < spots->count; i++)
        tes_path_ellipse(paint, spots->at[i].x, spots->at[i].y, spots->radius[i] * 1.1F,
                         spots->radius[i]);
    tes_paint_fill(paint, beast->coat.mark);
    if (beast->kind->marks != TES_BEAST_MARKS_ROSETTES)
        return;
    for (unsigned i = 0; i < spots->count; i++)
        if (spots->radius[i] > 2)
            tes_path_ellipse(paint, spots->at[i].x + 0.4F, spots->at[i].y + 0.5F,
                             spots->radius[i] * 0.55F, spots->radius[i] * 0.5F);
    tes_paint_fill(paint, tes_colour_mix(beast->coat.fur, beast->coat.mark, 0.3F));
}

static void paint_head_spots(struct tes_paint *paint, const struct tes_beast *beast)
{
    static const struct tes_point at[] = {{7, -15}, {13, -20}, {20, -12},
                                          {26, -4}, {24, 4},   {27, 12}};
    bool is_small = beast->kind->marks == TES_BEAST_MARKS_SPOTS;
    float radius = is_small ? 1.7F : 2.2F;
    struct spots spots = {.count = 0};
    if (!is_small)
        add_spot(&spots, beast, TES_POINT(0, -20 * beast->tall), radius);
    for (unsigned i = 0; i < sizeof at / sizeof at[0]; i++)
        TES_EACH_SIDE (side) {
            float x = side * at[i].x * beast->wide;
            add_spot(&spots, beast, TES_POINT(x, at[i].y * beast->tall), radius);
        }
    paint_spots(paint, beast, &spots);
}

/* On staggered rows within the ellipse. */
static void paint_body_spots(struct tes_paint *paint, const struct tes_beast *beast,
                             struct tes_point centre, struct tes_point radius)
{
    bool is_small = beast->kind->marks == TES_BEAST_MARKS_SPOTS;
    float pitch = is_small ? 10.5F : 12, size = is_small ? 2.4F : 3.8F;
    unsigned rows = (unsigned)(2 * radius.y / (pitch * 0.85F)) + 1;
    unsigned columns = (unsigned)(2 * radius.x / pitch) + 1;
    struct spots spots = {.count = 0};
    for (unsigned i = 0; i < rows * columns; i++) {
        unsigned row = i / columns, column = i % columns;
        float x = pitch * ((float)column + (row % 2 == 0 ? 0 : 0.5F)) - radius.x;
        float y = pitch * 0.85F * (float)row - radius.y;
        float away = x * x / (radius.x * radius.x) + y * y / (radius.y * radius.y);
        if (away < 1.15F)
            add_spot(&spots, beast, TES_POINT(centre.x + x, centre.y + y), size);
    }
    paint_spots(paint, beast, &spots);
}

/* ------------------------------------------------------------------ which */

void tes_beast_head_marks(struct tes_paint *paint, const struct tes_beast *beast)
{
    if (beast->kind->marks == TES_BEAST_MARKS_STRIPES)
        paint_head_stripes(paint, beast);
    else if (beast->kind->marks != TES_BEAST_MARKS_NONE)
        paint_head_spots(paint, beast);
}

void tes_beast_body_marks(struct tes_paint *paint, const struct tes_beast *beast,
                          struct tes_point centre, struct tes_point radius)
{
    if (beast->kind->marks == TES_BEAST_MARKS_STRIPES)
        paint_body_stripes(paint, beast, centre, radius);
    else if (beast->kind->marks != TES_BEAST_MARKS_NONE)
        paint_body_spots(paint, beast, centre, radius);
}
