/* Food from the garden, the bakery and the dairy: carrot, mushroom, bread and cheese. */
#include "draw/sprites/items/items.h"

/* ---------------------------------------------------------------- carrot */

struct carrot {
    tes_colour root, leaf;
    float width, bend;
    unsigned rings;
    bool is_feathery;
};

static const struct tes_point CARROT_TIPS[] = {{30, 14}, {70, 14}, {38, 7}, {62, 7}, {50, 5}};

static void path_fronds(struct tes_paint *paint)
{
    for (unsigned i = 0; i < TES_TABLE_COUNT(CARROT_TIPS); i++) {
        struct tes_point tip = CARROT_TIPS[i];
        tes_path_bend(paint, TES_POINT(50, 32), TES_POINT(50 + (tip.x - 50) * 0.2F, 18),
                      TES_POINT(50 + (tip.x - 50) * 0.9F, tip.y + 3));
    }
}

static void paint_carrot_top(struct tes_paint *paint, const struct carrot *look)
{
    if (look->is_feathery) {
        path_fronds(paint);
        tes_paint_stroke(paint, 6 + paint->style.line, false, tes_style_edge(paint, look->leaf));
        path_fronds(paint);
        tes_paint_stroke(paint, 6 - paint->style.line * 0.6F, false, look->leaf);
        return;
    }
    for (unsigned i = 0; i < TES_TABLE_COUNT(CARROT_TIPS); i++)
        tes_part_leaf(paint, TES_POINT(50, 34), CARROT_TIPS[i], 10,
                      tes_colour_shade(look->leaf, i < 2 ? -0.1F : 0.04F * (float)i));
}

static void paint_root(struct tes_paint *paint, const struct carrot *look)
{
    float w = look->width, b = look->bend;
    tes_body_paint(
        paint,
        TES_SHAPE_BLOB({50, 28}, {50 + w * 0.7F, 29}, {50 + w, 38}, {50 + w * 0.7F + b * 0.4F, 60},
                       {50 + w * 0.3F + b, 82}, {50 + b * 1.4F, 93}, {50 - w * 0.3F + b, 82},
                       {50 - w * 0.7F + b * 0.4F, 60}, {50 - w, 38}, {50 - w * 0.7F, 29}),
        look->root);
    for (unsigned i = 0; i < look->rings; i++) {
        float y = 42 + 11 * (float)i, side = i % 2 == 0 ? -1 : 1;
        float reach = w * (1 - (y - 30) / 75), middle = 50 + b * (y - 28) / 60;
        tes_path_bend(paint, TES_POINT(middle + side * reach * 0.85F, y),
                      TES_POINT(middle + side * reach * 0.4F, y + 3),
                      TES_POINT(middle + side * reach * 0.1F, y + 1));
    }
    tes_paint_stroke(paint, 2.6F, false, tes_colour_shade(look->root, -0.25F));
}

void tes_item_carrot(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct carrot look = {0};
    look.root = TES_PALETTE_TINT(random, 0xF58A2C, 0xEE7420, 0xF9A24A, 0xE8A35C, 0xDB5F33);
    look.leaf = TES_PALETTE_TINT(random, 0x5FAE3C, 0x3F9A4A, 0x86B93C);
    look.width = tes_random_between(random, 15, 22);
    look.bend = tes_random_between(random, -6, 6);
    look.rings = 3 + tes_random_below(random, 3);
    look.is_feathery = tes_random_chance(random, 2);
    float turn = tes_random_between(random, 8, 48);
    bool is_pair = tes_random_chance(random, 4);
    struct tes_matrix before = paint->matrix;
    if (is_pair) {
        tes_part_place(paint, TES_POINT(40, 52), 0.88F, -10 - turn * 0.4F);
        paint_carrot_top(paint, &look);
        paint_root(paint, &look);
        paint->matrix = before;
    }
    tes_part_place(paint, TES_POINT(is_pair ? 57 : 50, 50), is_pair ? 0.95F : 1.04F,
                   is_pair ? 12 + turn * 0.4F : turn);
    paint_carrot_top(paint, &look);
    paint_root(paint, &look);
    paint->matrix = before;
}

/* -------------------------------------------------------------- mushroom */

struct mushroom {
    tes_colour cap, stalk, spots, grass;
    float width, height, stalk_width;
    bool has_spots, has_gills, has_grass;
};

static void paint_stalk(struct tes_paint *paint, const struct mushroom *look)
{
    float w = look->stalk_width;
    tes_body_paint(
        paint,
        TES_SHAPE_LATHED(0, {w * 0.8F, 46}, {w * 0.85F, 66}, {w * 1.2F, 84}, {w, 91}, {0, 92}),
        look->stalk);
    if (!look->has_gills) {
        tes_path_arc(paint, TES_POINT(50, 60), w * 0.9F, 6, 10, 170);
        tes_paint_stroke(paint, 3, false, tes_style_edge(paint, look->stalk));
    }
}

static void paint_cap(struct tes_paint *paint, const struct mushroom *look)
{
    static const struct tes_point SPOTS[] = {{-0.1F, 0.38F}, {-0.62F, 0.66F}, {0.42F, 0.55F},
                                             {0.82F, 0.86F}, {-0.2F, 0.86F},  {0.2F, 0.1F}};
    float w = look->width, top = 56 - look->height;
    struct tes_shape shape = TES_SHAPE_LATHED(
        0, {0, top}, {w * 0.55F, top + 6}, {w * 0.92F, top + 22}, {w, 52}, {w * 0.8F, 58}, {0, 60});
    tes_body_fill(paint, shape, look->cap);
    if (look->has_spots) {
        tes_shape_clip(paint, shape);
        for (unsigned i = 0; i < TES_TABLE_COUNT(SPOTS); i++)
            tes_path_ellipse(paint, 50 + SPOTS[i].x * w, top + SPOTS[i].y * (58 - top),
                             w * (i % 2 == 0 ? 0.17F : 0.13F), w * (i % 2 == 0 ? 0.14F : 0.11F));
        tes_paint_fill(paint, look->spots);
        tes_paint_unclip(paint);
    }
    tes_outline_edge(paint, shape, look->cap);
    if (look->has_gills) {
        tes_path_ellipse(paint, 50, 56, w * 0.72F, 5.5F);
        tes_paint_fill_stroke(paint, tes_colour_shade(look->stalk, -0.12F), paint->style.line,
                              tes_style_edge(paint, look->cap));
    }
    tes_light_shine(paint, TES_POINT(50, top + 32), TES_POINT(w * 0.78F, 24), 3.6F);
}

static void paint_grass(struct tes_paint *paint, const struct mushroom *look)
{
    static const struct tes_point TIPS[] = {{22, 78}, {32, 74}, {40, 82},
                                            {62, 82}, {70, 73}, {80, 79}};
    for (unsigned i = 0; i < TES_TABLE_COUNT(TIPS); i++) {
        tes_path_bend(paint, TES_POINT(50 + (TIPS[i].x - 50) * 0.8F, 91),
                      TES_POINT(50 + (TIPS[i].x - 50) * 0.85F, 82),
                      TES_POINT(TIPS[i].x, TIPS[i].y));
    }
    tes_paint_stroke(paint, 4, false, look->grass);
}

void tes_item_mushroom(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct mushroom look = {0};
    look.cap = TES_PALETTE_TINT(random, 0xD8402F, 0xA8683C, 0xD9AE7C, 0xE8735A, 0x8C5A3A, 0xEBC9A4);
    look.stalk = TES_PALETTE_TINT(random, 0xFBEBD0, 0xF3DDBA, 0xFFF4E4);
    look.spots = tes_colour_mix(look.stalk, look.cap, tes_random_between(random, 0, 0.25F));
    look.grass = TES_PALETTE_TINT(random, 0x5A9A3C, 0x4A8A4A, 0x8AA03C);
    look.width = tes_random_between(random, 33, 41);
    look.height = tes_random_between(random, 38, 47);
    look.stalk_width = tes_random_between(random, 11, 17);
    look.has_spots = !tes_random_chance(random, 3);
    look.has_gills = tes_random_chance(random, 2);
    look.has_grass = tes_random_chance(random, 3);
    struct tes_matrix before = paint->matrix;
    if (tes_random_chance(random, 4)) { /* a small one grows beside */
        tes_part_place(paint, TES_POINT(76, 67), 0.52F, 10);
        paint_stalk(paint, &look);
        paint_cap(paint, &look);
        paint->matrix = before;
        tes_part_place(paint, TES_POINT(42, 51), 0.9F, -5);
    }
    paint_stalk(paint, &look);
    paint_cap(paint, &look);
    paint->matrix = before;
    if (look.has_grass)
        paint_grass(paint, &look);
}

/* ----------------------------------------------------------------- bread */

struct bread {
    tes_colour crust, crumb;
    float width, height;
    unsigned cuts;
};

/* A slice of tin loaf, from the front. */
static void paint_bread_slice(struct tes_paint *paint, const struct bread *look)
{
    float w = look->width - 3, top = 54 - look->height;
    static const struct tes_point HOLES[] = {{-14, 48}, {8, 40},   {16, 60},
                                             {-6, 66},  {-18, 74}, {10, 78}};
    struct tes_shape shape =
        TES_SHAPE_LATHED(0, {0, top}, {w * 0.6F, top + 1}, {w + 4, top + 13}, {w + 1, top + 28},
                         {w - 2, top + 34}, {w - 1, 84}, {w - 6, 90}, {0, 91});
    tes_outline_shape(paint, shape, look->crust);
    struct tes_matrix before = paint->matrix;
    tes_paint_scale_at(paint, TES_POINT(50, 54), 0.83F, 0.84F);
    tes_body_fill(paint, shape, look->crumb);
    paint->matrix = before;
    for (unsigned i = 0; i < TES_TABLE_COUNT(HOLES); i++)
        tes_path_ellipse(paint, 50 + HOLES[i].x, HOLES[i].y, i % 2 == 0 ? 2.4F : 1.6F, 1.5F);
    tes_paint_fill(paint, tes_colour_mix(look->crumb, look->crust, 0.4F));
}

/* A loaf from the side, with slanted cuts all along its top. */
static void paint_loaf(struct tes_paint *paint, const struct bread *look)
{
    float w = look->width + 5, top = 68 - look->height;
    struct tes_shape shape = TES_SHAPE_LATHED(0, {0, top}, {w * 0.6F, top + 4}, {w * 0.95F, 50},
                                              {w, 70}, {w - 6, 82}, {0, 84});
    tes_body_fill(paint, shape, look->crust);
    tes_shape_clip(paint, shape);
    unsigned cuts = look->cuts + 1;
    for (unsigned i = 0; i < cuts; i++) {
        float x = 53 + w * 1.45F / (float)cuts * ((float)i - (float)(cuts - 1) / 2);
        tes_path_start(paint, x - 10, 60);
        tes_path_quad(paint, x - 9, top + 12, x + 6, top - 2);
        tes_path_quad(paint, x + 5, top + 26, x - 10, 60);
    }
    tes_paint_fill_stroke(paint, look->crumb, 2, tes_style_edge(paint, look->crust));
    tes_outline_end(paint, shape, look->crust);
}

static void paint_baguette(struct tes_paint *paint, const struct bread *look)
{
    float w = 11 + look->width * 0.16F;
    struct tes_shape shape =
        TES_SHAPE_LATHED(0, {0, 3}, {w * 0.75F, 12}, {w, 30}, {w, 70}, {w * 0.75F, 88}, {0, 97});
    tes_paint_turn(paint, 50, 50, 52);
    tes_body_paint(paint, shape, look->crust);
    for (unsigned i = 0; i < look->cuts + 1; i++) {
        float y = 50 + 17 * ((float)i - (float)look->cuts / 2);
        tes_path_start(paint, 50 - w * 0.6F, y + 7);
        tes_path_quad(paint, 50 - w * 0.1F, y - 5, 50 + w * 0.6F, y - 6);
        tes_path_quad(paint, 50 + w * 0.2F, y + 6, 50 - w * 0.6F, y + 7);
    }
    tes_paint_fill_stroke(paint, look->crumb, 1.8F, tes_style_edge(paint, look->crust));
}

void tes_item_bread(struct tes_paint *paint, struct tes_random *random)
{
    typedef void bread_painter(struct tes_paint *, const struct bread *);
    static bread_painter *const VARIANTS[] = {paint_bread_slice, paint_loaf, paint_loaf,
                                              paint_baguette};
    tes_style_warm(paint, random);
    struct bread look = {0};
    look.crust = TES_PALETTE_TINT(random, 0xC98445, 0xB06E34, 0xDDA05C, 0x8F5A35, 0xE0AC6B);
    look.crumb = TES_PALETTE_TINT(random, 0xFBE3B8, 0xF3D3A0, 0xFFEFD2);
    look.width = tes_random_between(random, 32, 38);
    look.height = tes_random_between(random, 36, 44);
    look.cuts = 2 + tes_random_below(random, 2);
    VARIANTS[tes_random_below(random, TES_TABLE_COUNT(VARIANTS))](paint, &look);
}

/* ---------------------------------------------------------------- cheese */

struct cheese {
    tes_colour paste, rind;
    float tip, height;
    unsigned holes;
};

/* Holes of very different sizes, in no order: two alike beside each other would look like eyes. */
static void paint_holes(struct tes_paint *paint, const struct cheese *look,
                        const struct tes_point *holes, unsigned count)
{
    static const float SIZES[] = {7.5F, 3.2F, 4.8F, 2.4F, 3.8F, 2.6F};
    for (unsigned i = 0; i < count; i++)
        tes_path_ellipse(paint, holes[i].x, holes[i].y, SIZES[i] * 1.08F, SIZES[i]);
    tes_paint_fill_stroke(paint, tes_colour_mix(look->paste, TES_RGB(0xA5601A), 0.35F), 1.8F,
                          tes_colour_mix(look->paste, TES_RGB(0x8A4A10), 0.6F));
}

/* A wedge: the triangle on top, and the cut face below. */
static void paint_wedge(struct tes_paint *paint, const struct cheese *look)
{
    float top = 78 - look->height, foot = 84;
    struct tes_shape whole = TES_SHAPE_CORNERED(5, {8, top + 14}, {look->tip, top - 16},
                                                {92, top + 8}, {92, foot - 4}, {8, foot});
    struct tes_shape face =
        TES_SHAPE_CORNERED(4, {8, top + 14}, {92, top + 8}, {92, foot - 4}, {8, foot});
    const struct tes_point holes[] = {{26, foot - 9},  {42, top + 20}, {88, top + 22},
                                      {50, foot - 12}, {68, foot - 6}, {16, top + 25}};
    struct tes_shape all = whole;
    struct tes_shape front = face;
    tes_shape_fill(paint, all, tes_colour_shade(look->paste, 0.3F));
    tes_shape_path(paint, front);
    tes_paint_fill_stroke(paint, look->paste, paint->style.line * 0.8F,
                          tes_colour_shade(look->paste, -0.28F));
    tes_shape_clip(paint, front);
    tes_paint_box(paint, TES_POINT(0, foot - 9), TES_POINT(100, 20), 0,
                  tes_style_shade(paint, look->paste));
    paint_holes(paint, look, holes, look->holes);
    tes_outline_end(paint, all, look->paste);
}

/* The hollow that a piece cut out of a wheel leaves: two walls, one in the shade. */
static void paint_cut(struct tes_paint *paint, const struct cheese *look, float top, float depth)
{
    tes_colour edge = tes_style_edge(paint, look->paste);
    tes_path_polygon(paint, TES_POINTS({52, top - 2}, {82, top + 10}, {79, top + 12 + depth},
                                       {52, top + depth}));
    tes_paint_fill_stroke(paint, look->paste, paint->style.line, edge);
    tes_path_polygon(paint, TES_POINTS({52, top - 2}, {38, top + 20}, {38, top + 20 + depth},
                                       {52, top + depth}));
    tes_paint_fill_stroke(paint, tes_colour_shade(look->paste, -0.16F), paint->style.line, edge);
    paint_holes(paint, look, TES_POINTS({62, top + depth * 0.75F}, {75, top + depth * 0.6F}));
}

/* A wheel in its rind, with a piece cut out of it. */
static void paint_wheel(struct tes_paint *paint, const struct cheese *look)
{
    float top = 42, depth = look->height * 0.66F;
    tes_colour edge = tes_style_edge(paint, look->rind);
    tes_path_start(paint, 9, top);
    tes_path_line(paint, 9, top + depth);
    tes_path_quad(paint, 11, top + depth + 22, 50, top + depth + 22);
    tes_path_quad(paint, 89, top + depth + 22, 91, top + depth);
    tes_path_line(paint, 91, top);
    tes_paint_fill_stroke(paint, tes_style_shade(paint, look->rind), paint->style.line, edge);
    tes_path_ellipse(paint, 50, top, 41, 22);
    tes_paint_fill_stroke(paint, tes_colour_shade(look->rind, 0.12F), paint->style.line, edge);
    paint_cut(paint, look, top, depth);
    tes_path_arc(paint, TES_POINT(50, top), 33, 15, 190, 245);
    tes_paint_stroke(paint, 3.5F, false, tes_colour_alpha(TES_RGB(0xFFFFFF), 0.6F));
}

void tes_item_cheese(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct cheese look = {0};
    look.paste = TES_PALETTE_TINT(random, 0xFFCB45, 0xF9B93A, 0xFFDD7A, 0xF6D9A0, 0xF2A65A);
    look.rind = TES_PALETTE_TINT(random, 0xD9483B, 0xE8B04A, 0xC98A4E, 0x9C5A3C);
    look.tip = tes_random_between(random, 58, 74);
    look.height = tes_random_between(random, 40, 50);
    look.holes = 4 + tes_random_below(random, 3);
    if (tes_random_chance(random, 4))
        paint_wheel(paint, &look);
    else
        paint_wedge(paint, &look);
}
