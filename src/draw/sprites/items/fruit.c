/* Strawberry, banana and watermelon. */
#include "draw/sprites/items/items.h"

/* ------------------------------------------------------------ strawberry */

static void paint_seeds(struct tes_paint *paint, float width, float top, tes_colour colour)
{
    static const struct tes_point SEEDS[] = {
        {-0.62F, 0.22F}, {-0.2F, 0.2F},  {0.24F, 0.2F},  {0.65F, 0.24F}, {-0.42F, 0.4F},
        {0.02F, 0.42F},  {0.44F, 0.42F}, {-0.2F, 0.61F}, {0.24F, 0.63F}, {0.02F, 0.81F}};
    for (unsigned i = 0; i < TES_TABLE_COUNT(SEEDS); i++)
        tes_path_ellipse(paint, 50 + SEEDS[i].x * width, top + SEEDS[i].y * (92 - top), 1.6F, 2.5F);
    tes_paint_fill(paint, colour);
}

static void paint_crown(struct tes_paint *paint, float y, float reach, tes_colour colour)
{
    static const struct tes_point TIPS[] = {
        {-1, 0.1F}, {1, 0.1F}, {-0.55F, 0.52F}, {0.55F, 0.52F}, {0, 0.66F}};
    tes_shape_curve(paint, TES_SHAPE_BLOB({50, y}, {52, y - 7}, {57, y - 12}), 4.5F,
                    tes_style_edge(paint, colour));
    for (unsigned i = 0; i < TES_TABLE_COUNT(TIPS); i++)
        tes_part_leaf(paint, TES_POINT(50, y),
                      TES_POINT(50 + TIPS[i].x * reach, y + TIPS[i].y * reach), reach * 0.36F,
                      colour);
}

struct strawberry {
    tes_colour skin, seeds, leaf;
    float width, top, cheek, reach;
};

enum { STRAWBERRY_POINTS = 12 };

/* Its points are put into `room`. */
static struct tes_shape strawberry_shape(const struct strawberry *look,
                                         struct tes_point room[STRAWBERRY_POINTS])
{
    float w = look->width, top = look->top;
    return tes_shape_turned(room,
                            TES_POINTS({0, top}, {w * 0.62F, top - 1}, {w, top + 16},
                                       {w * look->cheek, 66}, {w * 0.36F, 86}, {0, 92}),
                            0);
}

static void paint_strawberry(struct tes_paint *paint, const struct strawberry *look)
{
    struct tes_point room[STRAWBERRY_POINTS];
    struct tes_shape shape = strawberry_shape(look, room);
    tes_body_paint(paint, shape, look->skin);
    paint_seeds(paint, look->width * 0.92F, look->top + 2, look->seeds);
    tes_light_shine(paint, TES_POINT(50, look->top + 22), TES_POINT(look->width - 6, 18), 3.6F);
    paint_crown(paint, look->top, look->reach, look->leaf);
}

/* Cut in two: pale inside, paler still in the middle, with veins to the seeds. */
static void paint_half_strawberry(struct tes_paint *paint, const struct strawberry *look)
{
    static const struct {
        float size, paleness;
    } LAYERS[] = {{0.84F, 0.42F}, {0.52F, 0.75F}};
    struct tes_point room[STRAWBERRY_POINTS];
    struct tes_shape shape = strawberry_shape(look, room);
    tes_outline_shape(paint, shape, look->skin);
    struct tes_matrix before = paint->matrix;
    for (unsigned i = 0; i < TES_TABLE_COUNT(LAYERS); i++) {
        tes_paint_scale_at(paint, TES_POINT(50, 54), LAYERS[i].size, LAYERS[i].size);
        tes_shape_path(paint, shape);
        paint->matrix = before;
        tes_paint_fill(paint, tes_colour_mix(look->skin, TES_RGB(0xFFEDE0), LAYERS[i].paleness));
    }
    for (unsigned i = 0; i < 6; i++) {
        float across = i % 2 == 0 ? 1 : -1, angle = -15 + 32 * (float)(i - i % 2) / 2;
        float x = across * tes_number_cos(angle), y = tes_number_sin(angle);
        tes_path_segment(paint, TES_POINT(50 + 14 * x, 54 + 17 * y),
                         TES_POINT(50 + 20 * x, 54 + 25 * y));
    }
    tes_paint_stroke(paint, 2.4F, false, tes_colour_mix(look->skin, TES_RGB(0xFFEDE0), 0.85F));
    paint_crown(paint, look->top, look->reach, look->leaf);
}

static void paint_two_strawberries(struct tes_paint *paint, const struct strawberry *look)
{
    struct tes_matrix before = paint->matrix;
    tes_part_place(paint, TES_POINT(68, 42), 0.64F, 18);
    paint_strawberry(paint, look);
    paint->matrix = before;
    tes_part_place(paint, TES_POINT(38, 58), 0.76F, -12);
    if (look->width < 33)
        paint_half_strawberry(paint, look);
    else
        paint_strawberry(paint, look);
    paint->matrix = before;
}

void tes_item_strawberry(struct tes_paint *paint, struct tes_random *random)
{
    typedef void strawberry_painter(struct tes_paint *, const struct strawberry *);
    static strawberry_painter *const VARIANTS[] = {paint_strawberry, paint_strawberry,
                                                   paint_half_strawberry, paint_two_strawberries};
    tes_style_warm(paint, random);
    struct strawberry look = {0};
    look.skin = TES_PALETTE_TINT(random, 0xE8323C, 0xD42A45, 0xF05A5A, 0xF28B82, 0xC42038);
    look.seeds = TES_PALETTE_TINT(random, 0xFFE08A, 0xFFF1C9, 0x8C1525);
    look.leaf = TES_PALETTE_TINT(random, 0x6DB33F, 0x4E9F3D, 0x8CBF3F, 0x3E8E5A);
    look.width = tes_random_between(random, 29, 37);
    look.top = tes_random_between(random, 24, 29);
    look.cheek = tes_random_between(random, 0.66F, 0.82F);
    look.reach = tes_random_between(random, 24, 30);
    VARIANTS[tes_random_below(random, TES_TABLE_COUNT(VARIANTS))](paint, &look);
}

/* ---------------------------------------------------------------- banana */

struct banana {
    tes_colour peel, tip, flesh;
    bool has_spots;
};

static void paint_banana(struct tes_paint *paint, const struct banana *look, tes_colour peel)
{
    /* The lower of its two sides, away from the light. */
    struct tes_shape shape =
        TES_SHAPE_BLOB({70, 20}, {78, 22}, {81, 40}, {73, 62}, {55, 79}, {31, 86}, {13, 82},
                       {14, 75}, {33, 70}, {50, 59}, {61, 44}, {64, 26});
    tes_shape_fill(paint, shape, peel);
    tes_path_blob(paint, TES_POINTS({75, 22}, {81, 40}, {73, 62}, {55, 79}, {31, 86}, {13, 82},
                                    {38, 77}, {57, 66}, {70, 46}));
    tes_paint_fill(paint, tes_colour_shade(tes_style_shade(paint, peel), -0.03F));
    if (look->has_spots) {
        tes_part_dots(paint, TES_POINTS({69, 56}, {55, 70}, {40, 78}, {67, 42}, {47, 69}),
                      TES_POINT(0, 0), TES_POINT(2.6F, 1.8F), look->tip);
    }
    tes_outline_edge(paint, shape, peel);
    tes_paint_line(paint, TES_POINT(14, 77.5F), TES_POINT(15, 80), 6, look->tip);
}

static void paint_bananas(struct tes_paint *paint, const struct banana *look, unsigned count)
{
    struct tes_matrix before = paint->matrix;
    float size = count == 3 ? 0.88F : 1;
    tes_paint_move(paint, count == 3 ? 11 : 3 * (float)(count - 1), count == 3 ? 4 : 0);
    tes_paint_scale(paint, size, size);
    struct tes_matrix bunch = paint->matrix;
    for (unsigned i = 0; i < count; i++) {
        float back = (float)(count - 1 - i);
        paint->matrix = bunch;
        tes_paint_turn(paint, 72, 16, -21 * back + 8 * (float)(count - 1));
        paint_banana(paint, look, tes_colour_shade(look->peel, -0.07F * back));
    }
    paint->matrix = bunch;
    tes_outline_cord(paint, TES_SHAPE_BLOB({71, 22}, {71, 15}, {74, 10}), 7,
                     tes_colour_mix(look->peel, look->tip, 0.45F));
    paint->matrix = before;
}

/* Half out of its peel, which hangs down around it. */
static void paint_peeled(struct tes_paint *paint, const struct banana *look)
{
    struct tes_shape inside = TES_SHAPE_LATHED(0, {0, 8}, {7, 12}, {12, 28}, {15, 62}, {0, 70});
    struct tes_shape peel = TES_SHAPE_LATHED(5, {16, 52}, {15, 70}, {10, 84}, {4, 93}, {0, 93});
    tes_body_paint(paint, inside, look->flesh);
    tes_paint_line(paint, TES_POINT(50, 20), TES_POINT(50, 46), 2.4F,
                   tes_colour_shade(look->flesh, -0.14F));
    tes_body_paint(paint, peel, look->peel);
    tes_paint_line(paint, TES_POINT(50, 89), TES_POINT(50, 92), 7, look->tip);
    TES_EACH_SIDE (x)
        tes_body_paint(paint,
                       TES_SHAPE_BLOB({50 + x * 6, 60}, {50 + x * 14, 47}, {50 + x * 26, 44},
                                      {50 + x * 36, 54}, {50 + x * 38, 72}, {50 + x * 30, 63},
                                      {50 + x * 20, 63}, {50 + x * 12, 72}),
                       look->peel);
}

void tes_item_banana(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct banana look = {0};
    look.peel = TES_PALETTE_TINT(random, 0xFFD53D, 0xF7C52D, 0xFFE066, 0xD8D24A, 0xE8B84A);
    look.tip = TES_PALETTE_TINT(random, 0x6B4A24, 0x7A6A2A, 0x8A5A33);
    look.flesh = TES_PALETTE_TINT(random, 0xFFF0D0, 0xFBE6BE, 0xFFE9CF);
    look.has_spots = tes_random_chance(random, 3);
    unsigned variant = tes_random_below(random, 4);
    float turn = tes_random_between(random, -12, 12);
    float slim = tes_random_between(random, 0.92F, 1.08F);
    tes_paint_turn(paint, 50, 50, turn);
    tes_paint_scale_at(paint, TES_POINT(50, 50), slim, 2 - slim);
    if (variant == 3)
        paint_peeled(paint, &look);
    else
        paint_bananas(paint, &look, variant + 1);
}

/* ------------------------------------------------------------ watermelon */

struct watermelon {
    tes_colour rind, pith, flesh, seeds;
    float width, sag, pitch;
    bool is_wedge;
};

/* A slice, made smaller towards its point or the middle of its flat side: one for each layer. */
static void path_slice(struct tes_paint *paint, const struct watermelon *look, float size)
{
    struct tes_matrix before = paint->matrix;
    float top = look->is_wedge ? 10 : 26;
    tes_paint_move(paint, 50, top);
    tes_paint_scale(paint, look->width * size, size);
    if (look->is_wedge) {
        tes_path_start(paint, 0, 0);
        tes_path_line(paint, 1, 62);
        tes_path_quad(paint, 0, 62 + look->sag, -1, 62);
        tes_path_line(paint, 0, 0);
    } else {
        tes_path_arc(paint, TES_POINT(0, 0), 1, 38 + look->sag / 2, 0, 180);
        tes_path_line(paint, 1, 0);
    }
    paint->matrix = before;
}

static void paint_slice(struct tes_paint *paint, const struct watermelon *look)
{
    static const struct tes_point WEDGE[] = {{50, 34}, {43, 50}, {57, 52},
                                             {36, 64}, {50, 67}, {64, 63}};
    static const struct tes_point MOON[] = {{26, 38}, {42, 37}, {58, 38}, {74, 37},
                                            {34, 50}, {50, 54}, {66, 51}};
    const struct tes_point *seeds = look->is_wedge ? WEDGE : MOON;
    path_slice(paint, look, 1);
    tes_paint_fill_stroke(paint, look->rind, paint->style.line + 1.5F,
                          tes_style_edge(paint, look->rind));
    path_slice(paint, look, 0.9F);
    tes_paint_fill(paint, look->pith);
    path_slice(paint, look, 0.83F);
    tes_paint_fill_stroke(paint, look->flesh, 1, tes_colour_shade(look->flesh, 0.25F));
    for (unsigned i = 0; i < (look->is_wedge ? 6U : 7U); i++)
        tes_path_ellipse(paint, seeds[i].x, seeds[i].y, 1.9F, 3);
    tes_paint_fill(paint, look->seeds);
}

static void paint_melon(struct tes_paint *paint, const struct watermelon *look)
{
    struct tes_point centre = {50, 53}, radius = {look->width, 37};
    tes_body_disc(paint, centre, radius, tes_colour_shade(look->rind, 0.22F));
    for (int i = -2; i <= 2; i++) {
        float bulge = (float)i * look->width * 0.42F;
        tes_path_start(paint, 50 + bulge * 0.2F, 18);
        tes_path_quad(paint, 50 + bulge * 1.15F + look->pitch * 0.25F, 36, 50 + bulge, 54);
        tes_path_quad(paint, 50 + bulge * 1.05F - look->pitch * 0.25F, 72, 50 + bulge * 0.2F, 88);
    }
    tes_paint_stroke(paint, look->pitch * 0.42F, false, tes_colour_shade(look->rind, -0.15F));
    tes_light_shine(paint, centre, TES_POINT(radius.x - 8, 28), 4);
    tes_shape_curve(paint, TES_SHAPE_BLOB({50, 17}, {53, 10}, {60, 8}, {64, 12}), 4,
                    TES_RGB(0x6E6A2C));
}

void tes_item_watermelon(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct watermelon look = {0};
    look.rind = TES_PALETTE_TINT(random, 0x3E9B4F, 0x2F8A57, 0x6BAA3C);
    look.flesh = TES_PALETTE_TINT(random, 0xF0484F, 0xF26B6B, 0xF58A7A, 0xFFC94D);
    look.seeds = TES_PALETTE_TINT(random, 0x4A2626, 0x5E3A22);
    look.pith = tes_colour_mix(TES_RGB(0xF7F7D4), look.rind, 0.12F);
    look.width = tes_random_between(random, 35, 42);
    look.sag = tes_random_between(random, 18, 34);
    look.pitch = tes_random_between(random, 12, 17);
    unsigned variant = tes_random_below(random, 5);
    look.is_wedge = variant < 2;
    float turn = tes_random_between(random, -24, 24);
    tes_paint_turn(paint, 50, 50, turn);
    if (variant == 4)
        paint_melon(paint, &look);
    else
        paint_slice(paint, &look);
}
