/* From the woods: tree and leaf. */
#include "draw/sprites/items/items.h"

static const tes_rgb FOLIAGE[] = {0x5FAE4A, 0x3F9A5A, 0x93BF48, 0xE8913A, 0xD9573F,
                                  0xF0A8B8, 0xB5793F, 0xE5BE4A, 0xD8A878};

/* ------------------------------------------------------------------ tree */

struct tree {
    tes_colour leaves, needles, bark, ground, fruit;
    float width, bumps;
    unsigned tiers, balls;
    bool has_fruit, has_ground;
};

static void paint_trunk(struct tes_paint *paint, const struct tree *look, float top)
{
    struct tes_shape shape = TES_SHAPE_LATHED(4, {5, top}, {6, 78}, {12, 92}, {0, 92});
    if (look->has_ground) {
        tes_paint_ellipse(paint, 50, 91, 34, 5, look->ground);
    }
    tes_body_paint(paint, shape, look->bark);
}

static void paint_fruit(struct tes_paint *paint, const struct tree *look)
{
    static const struct tes_point PLACES[] = {{33, 40}, {50, 24}, {64, 46},
                                              {45, 54}, {70, 32}, {28, 54}};
    for (unsigned i = 0; i < TES_TABLE_COUNT(PLACES); i++)
        tes_path_ellipse(paint, PLACES[i].x, PLACES[i].y, 4, 4);
    tes_paint_fill_stroke(paint, look->fruit, 1.8F, tes_style_edge(paint, look->fruit));
}

/* The balls of a crown like a cloud, nearer to the light and smaller by `inset`. */
static void path_cloud(struct tes_paint *paint, const struct tree *look, float inset)
{
    float w = look->width, x = 50 + paint->style.light.x * inset * 0.7F, y = 40 - inset * 0.7F;
    float ball = w * look->bumps - inset;
    tes_path_ellipse(paint, x, y, w * 0.7F, 24);
    for (unsigned i = 0; i < look->balls; i++) {
        float angle = 360 * (float)i / (float)look->balls - 90;
        tes_path_ellipse(paint, x + w * 0.66F * tes_number_cos(angle),
                         y + 19 * tes_number_sin(angle), ball, ball);
    }
}

static void paint_cloud_tree(struct tes_paint *paint, const struct tree *look)
{
    paint_trunk(paint, look, 56);
    /* A line of twice the width, half of it covered: so only the outer edge of all balls shows. */
    path_cloud(paint, look, 0);
    tes_paint_stroke(paint, paint->style.line * 2, true, tes_style_edge(paint, look->leaves));
    path_cloud(paint, look, 0);
    tes_paint_fill(paint, tes_style_shade(paint, look->leaves));
    path_cloud(paint, look, 3.5F);
    tes_paint_fill(paint, look->leaves);
    tes_light_shine(paint, TES_POINT(50, 38), TES_POINT(look->width - 4, 26), 4);
    if (look->has_fruit)
        paint_fruit(paint, look);
}

/* A plain crown: an egg, with two forks of the trunk in front. */
static void paint_round_tree(struct tes_paint *paint, const struct tree *look)
{
    float w = look->width;
    struct tes_shape crown =
        TES_SHAPE_LATHED(0, {0, 8}, {w * 0.66F, 16}, {w, 42}, {w * 0.72F, 66}, {0, 72});
    tes_colour bark = tes_style_edge(paint, look->bark);
    paint_trunk(paint, look, 60);
    tes_body_paint(paint, crown, look->leaves);
    if (look->has_fruit)
        paint_fruit(paint, look);
    tes_path_segment(paint, TES_POINT(50, 76), TES_POINT(50, 46));
    tes_path_segment(paint, TES_POINT(50, 64), TES_POINT(62, 52));
    tes_path_segment(paint, TES_POINT(50, 58), TES_POINT(40, 49));
    tes_paint_stroke(paint, 4, false, bark);
    tes_light_shine(paint, TES_POINT(50, 40), TES_POINT(w - 8, 24), 4);
}

static void paint_fir(struct tes_paint *paint, const struct tree *look)
{
    paint_trunk(paint, look, 74);
    for (unsigned i = 0; i < look->tiers; i++) {
        float share = (float)(look->tiers - i) / (float)look->tiers;
        float foot = 26 + 56 * share, top = foot - 30 - 6 * share,
              w = look->width * (0.4F + 0.6F * share);
        tes_body_paint(
            paint, TES_SHAPE_LATHED(4, {0, top}, {w, foot}, {w * 0.3F, foot - 3}, {0, foot - 2}),
            look->needles);
    }
}

void tes_item_tree(struct tes_paint *paint, struct tes_random *random)
{
    typedef void tree_painter(struct tes_paint *, const struct tree *);
    static tree_painter *const VARIANTS[] = {paint_cloud_tree, paint_round_tree, paint_fir};
    tes_style_warm(paint, random);
    struct tree look = {0};
    look.leaves = tes_palette_tint(random, TES_TABLE_ALL(FOLIAGE));
    look.bark = TES_PALETTE_TINT(random, 0x8A5A38, 0xA87448, 0x6E4A34, 0xC9A07A);
    look.fruit = TES_PALETTE_TINT(random, 0xE5413B, 0xF7C23D, 0xFFF0E4);
    look.ground = tes_colour_alpha(tes_colour_mix(look.leaves, look.bark, 0.4F), 0.55F);
    look.width = tes_random_between(random, 29, 37);
    look.bumps = tes_random_between(random, 0.38F, 0.46F);
    look.balls = 5 + tes_random_below(random, 4);
    look.tiers = 2 + tes_random_below(random, 3);
    look.has_fruit = tes_random_chance(random, 3);
    look.has_ground = tes_random_chance(random, 2);
    look.needles = TES_PALETTE_TINT(random, 0x3F8F5A, 0x2F7F6A, 0x6FA548, 0x4F9A8A, 0x7F9F5A);
    VARIANTS[tes_random_below(random, TES_TABLE_COUNT(VARIANTS))](paint, &look);
}

/* ------------------------------------------------------------------ leaf */

struct leaf {
    tes_colour colour, vein;
    float width;
    unsigned veins;
};

/* Stalk and blade; one half of it lies in the shade. */
static void paint_blade(struct tes_paint *paint, const struct leaf *look, struct tes_shape shape)
{
    tes_shape_curve(paint, TES_SHAPE_BLOB({50, 70}, {50, 84}, {54, 95}), 4.4F,
                    tes_style_edge(paint, look->colour));
    tes_outline_begin(paint, shape, look->colour);
    tes_paint_box(paint, TES_POINT(paint->style.light.x < 0 ? 50 : 5, 0), TES_POINT(45, 100), 0,
                  tes_style_shade(paint, look->colour));
    tes_outline_end(paint, shape, look->colour);
}

/* A midrib with pairs of veins, `reach` to each side where the leaf is widest. */
static void paint_veins(struct tes_paint *paint, const struct leaf *look, float reach)
{
    tes_path_segment(paint, TES_POINT(50, 80), TES_POINT(50, 20));
    for (unsigned i = 0; i < look->veins; i++) {
        float share = ((float)i + 0.6F) / (float)look->veins, y = 74 - 46 * share;
        float far = reach * (1 - share * share * 0.6F);
        for (int side = -1; side <= 1; side += 2) {
            tes_path_bend(paint, TES_POINT(50, y), TES_POINT(50 + (float)side * far * 0.6F, y - 5),
                          TES_POINT(50 + (float)side * far, y - 13));
        }
    }
    tes_paint_stroke(paint, 2.5F, false, look->vein);
}

static void paint_plain_leaf(struct tes_paint *paint, struct leaf *look)
{
    float w = look->width;
    paint_blade(paint, look,
                TES_SHAPE_LATHED(0, {0, 6}, {w * 0.5F, 22}, {w * 0.95F, 46}, {w * 0.86F, 64},
                                 {w * 0.4F, 80}, {0, 84}));
    paint_veins(paint, look, w * 0.66F);
}

/* As of an oak: round lobes. */
static void paint_lobed_leaf(struct tes_paint *paint, struct leaf *look)
{
    float w = look->width;
    paint_blade(paint, look,
                TES_SHAPE_LATHED(0, {0, 6}, {w * 0.34F, 9}, {w * 0.46F, 18}, {w * 0.34F, 27},
                                 {w * 0.66F, 26}, {w * 0.86F, 34}, {w * 0.74F, 44}, {w * 0.5F, 47},
                                 {w * 0.84F, 48}, {w * 1.02F, 57}, {w * 0.84F, 67}, {w * 0.44F, 66},
                                 {w * 0.54F, 75}, {w * 0.32F, 83}, {0, 84}));
    look->veins = 3;
    paint_veins(paint, look, w * 0.62F);
}

/* As of a maple: pointed, like a hand. */
static void paint_maple_leaf(struct tes_paint *paint, struct leaf *look)
{
    float w = look->width * 1.18F;
    paint_blade(paint, look,
                TES_SHAPE_LATHED(1.8F, {0, 6}, {w * 0.3F, 24}, {w * 0.36F, 44}, {w * 0.62F, 26},
                                 {w * 0.76F, 34}, {w, 32}, {w * 0.9F, 46}, {w, 53}, {w * 0.6F, 70},
                                 {w * 0.66F, 79}, {0, 76}));
    for (int side = -1; side <= 1; side += 2) {
        tes_path_segment(paint, TES_POINT(50, 74), TES_POINT(50 + (float)side * w * 0.7F, 44));
        tes_path_segment(paint, TES_POINT(50, 74), TES_POINT(50 + (float)side * w * 0.45F, 69));
    }
    tes_path_segment(paint, TES_POINT(50, 78), TES_POINT(50, 22));
    tes_paint_stroke(paint, 2.5F, false, look->vein);
}

void tes_item_leaf(struct tes_paint *paint, struct tes_random *random)
{
    typedef void leaf_painter(struct tes_paint *, struct leaf *);
    static leaf_painter *const VARIANTS[] = {paint_plain_leaf, paint_lobed_leaf, paint_maple_leaf};
    tes_style_warm(paint, random);
    struct leaf look = {0};
    look.colour = tes_palette_tint(random, TES_TABLE_ALL(FOLIAGE));
    look.width = tes_random_between(random, 26, 35);
    look.veins = 3 + tes_random_below(random, 3);
    bool is_pale = tes_random_chance(random, 2);
    look.vein = tes_colour_shade(look.colour, is_pale ? 0.45F : -0.28F);
    float turn = tes_random_between(random, -35, 35);
    tes_paint_turn(paint, 50, 50, turn);
    VARIANTS[tes_random_below(random, TES_TABLE_COUNT(VARIANTS))](paint, &look);
}
