/* Plants: flower and cactus, some of them in pots. */
#include "draw/sprites/items/items.h"

static const tes_rgb GREENS[] = {0x6DB33F, 0x4E9F4A, 0x3E8E62, 0x8DB84A};

struct pot {
    tes_colour clay;
    struct tes_pattern_look pattern;
    float width;
};

static struct pot pick_pot(struct tes_random *random)
{
    struct pot pot;
    pot.clay = TES_PALETTE_TINT(random, 0xC9744A, 0xDE9A6C, 0x5FA0B0, 0xF0D5B0, 0xE08A94, 0x9A6242);
    pot.pattern = tes_pattern_glaze(random, tes_colour_shade(pot.clay, 0.5F));
    pot.width = tes_random_between(random, 22, 28);
    return pot;
}

/* A flower pot that stands from `top` down. */
static void paint_pot(struct tes_paint *paint, const struct pot *pot, float top)
{
    float w = pot->width;
    struct tes_shape shape = TES_SHAPE_LATHED(4, {w - 2, top}, {w - 8, 92}, {0, 92});
    tes_body_fill(paint, shape, pot->clay);
    tes_shape_clip(paint, shape);
    tes_pattern_paint(paint, &pot->pattern, TES_POINT(50 - w, top + 8), TES_POINT(50 + w, 92));
    tes_outline_end(paint, shape, pot->clay);
    tes_path_box(paint, 50 - w, top - 2, 2 * w, 9, 3);
    tes_paint_fill_stroke(paint, tes_colour_shade(pot->clay, 0.12F), paint->style.line,
                          tes_style_edge(paint, pot->clay));
}

/* ---------------------------------------------------------------- flower */

struct flower {
    tes_colour petals, heart, green;
    struct pot pot;
    struct tes_point head;
    float reach, breadth, turn;
    unsigned petal_count;
    bool has_pot, is_double;
};

/* A ring of petals around the head, each a long ellipse. */
static void paint_petals(struct tes_paint *paint, const struct flower *look, float reach,
                         float turn, tes_colour colour)
{
    struct tes_matrix before = paint->matrix;
    for (unsigned ring = 0; ring < 2; ring++) {
        for (unsigned i = ring; i < look->petal_count; i += 2) {
            paint->matrix = before;
            tes_paint_turn(paint, look->head.x, look->head.y,
                           turn + 360 * (float)i / (float)look->petal_count);
            tes_path_ellipse(paint, look->head.x, look->head.y - reach * 0.62F, look->breadth,
                             reach * 0.4F);
            paint->matrix = before;
        }
        tes_outline_path(paint, colour);
    }
}

static void paint_blossom(struct tes_paint *paint, const struct flower *look)
{
    if (look->is_double)
        paint_petals(paint, look, look->reach * 1.05F, look->turn + 180 / (float)look->petal_count,
                     tes_colour_shade(look->petals, -0.12F));
    paint_petals(paint, look, look->reach, look->turn, look->petals);
    float heart = look->reach * 0.36F;
    tes_body_disc(paint, look->head, TES_POINT(heart, heart), look->heart);
    for (unsigned i = 0; i < 6; i++)
        tes_path_ellipse(
            paint, look->head.x + heart * 0.5F * tes_number_cos(60 * (float)i + look->turn),
            look->head.y + heart * 0.5F * tes_number_sin(60 * (float)i + look->turn), 1.2F, 1.2F);
    tes_paint_fill(paint, tes_colour_shade(look->heart, -0.3F));
}

/* Two petals to the sides, and a pointed one between and before them. */
static void paint_tulip(struct tes_paint *paint, const struct flower *look)
{
    float x = look->head.x, y = look->head.y, w = look->reach * 0.86F;
    struct tes_shape cup =
        TES_SHAPE_CORNERED(7, {x - w, y - 25}, {x, y - 8}, {x + w, y - 25}, {x + w * 1.02F, y + 4},
                           {x + w * 0.6F, y + 22}, {x - w * 0.6F, y + 22}, {x - w * 1.02F, y + 4});
    struct tes_shape sides = cup;
    tes_body_paint(paint, sides, tes_colour_shade(look->petals, -0.1F));
    tes_path_start(paint, x, y - 29);
    tes_path_quad(paint, x + w * 1.15F, y + 2, x, y + 23);
    tes_path_quad(paint, x - w * 1.15F, y + 2, x, y - 29);
    tes_outline_path(paint, look->petals);
    tes_light_shine(paint, TES_POINT(x, y + 4), TES_POINT(w * 0.3F, 16), 3);
}

static void paint_stem(struct tes_paint *paint, const struct flower *look, float foot)
{
    tes_outline_cord(
        paint,
        TES_SHAPE_BLOB(look->head, {50 + (look->head.x - 50) * 0.2F, (look->head.y + foot) / 2 + 4},
                       {50, foot}),
        5.5F, look->green);
    float y = foot - 3;
    tes_part_leaf(paint, TES_POINT(50, y), TES_POINT(77, y - 17), 14, look->green);
    tes_part_leaf(paint, TES_POINT(50, y), TES_POINT(24, y - 13), 14, look->green);
}

void tes_item_flower(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_warm(paint, random);
    struct flower look = {0};
    look.petals = TES_PALETTE_TINT(random, 0xF07A9A, 0xFFF5E8, 0xF7B733, 0xE5533D, 0x9A7BD0,
                                   0x5F9BE0, 0xF8C4A8);
    look.heart = TES_PALETTE_TINT(random, 0xFFC83D, 0x8A5530, 0xF29A3A, 0xB5703C);
    look.green = tes_palette_tint(random, TES_TABLE_ALL(GREENS));
    look.pot = pick_pot(random);
    look.has_pot = tes_random_chance(random, 3);
    look.is_double = tes_random_chance(random, 3);
    look.petal_count = 5 + tes_random_below(random, 6);
    look.reach = tes_random_between(random, 25, 30);
    look.breadth = look.reach * (2.2F / (float)look.petal_count + 0.02F);
    look.turn = tes_random_between(random, 0, 72);
    look.head.x = tes_random_between(random, 44, 56);
    look.head.y = look.reach + 9;
    float foot = look.has_pot ? 76 : 91;
    bool is_tulip = tes_random_chance(random, 4);
    paint_stem(paint, &look, foot);
    if (look.has_pot)
        paint_pot(paint, &look.pot, 71);
    if (is_tulip)
        paint_tulip(paint, &look);
    else
        paint_blossom(paint, &look);
}

/* ---------------------------------------------------------------- cactus */

struct cactus {
    tes_colour green, bloom;
    struct pot pot;
    float width, top, left, right;
    bool has_bloom, has_spines;
};

static void paint_bloom(struct tes_paint *paint, const struct cactus *look, struct tes_point at)
{
    for (unsigned i = 0; i < 5; i++)
        tes_path_ellipse(paint, at.x + 5 * tes_number_cos(72 * (float)i - 90),
                         at.y + 5 * tes_number_sin(72 * (float)i - 90), 4, 4);
    tes_paint_fill_stroke(paint, look->bloom, 2, tes_style_edge(paint, look->bloom));
    tes_paint_circle(paint, at.x, at.y, 3, TES_RGB(0xFFD95A));
}

static void paint_spines(struct tes_paint *paint, const struct cactus *look, float top, float foot,
                         float width)
{
    unsigned rows = 1 + (unsigned)((foot - top) / 11);
    for (unsigned row = 0; row < rows; row++)
        for (int column = -1; column <= 1; column++) {
            float x = 50 + (float)column * width * 0.55F;
            float y = top + 11 * (float)row + (column == 0 ? 5.5F : 0);
            tes_path_start(paint, x - 1.8F, y - 2);
            tes_path_line(paint, x, y + 1);
            tes_path_line(paint, x + 1.8F, y - 2);
        }
    tes_paint_stroke(paint, 1.7F, false, tes_colour_shade(look->green, 0.6F));
}

static void paint_ribs(struct tes_paint *paint, const struct cactus *look, float top, float foot,
                       float width)
{
    for (int i = -1; i <= 1; i++) {
        tes_path_bend(paint, TES_POINT(50 + (float)i * width * 0.2F, top),
                      TES_POINT(50 + (float)i * width * 0.8F, (top + foot) / 2),
                      TES_POINT(50 + (float)i * width * 0.5F, foot));
    }
    tes_paint_stroke(paint, 2.4F, false, tes_colour_shade(look->green, -0.25F));
}

/* A column with two arms. */
static void paint_saguaro(struct tes_paint *paint, const struct cactus *look)
{
    float w = look->width * 0.46F, top = look->top;
    struct tes_shape left = TES_SHAPE_BLOB({50, look->left + 2}, {31, look->left},
                                           {25, look->left - 7}, {25, look->left - 19});
    struct tes_shape right = TES_SHAPE_BLOB({50, look->right + 2}, {69, look->right},
                                            {75, look->right - 7}, {75, look->right - 22});
    tes_outline_cord(paint, left, 13, look->green);
    tes_outline_cord(paint, right, 13, look->green);
    tes_body_paint(
        paint, TES_SHAPE_LATHED(0, {0, top}, {w * 0.8F, top + 4}, {w, top + 14}, {w, 80}, {0, 82}),
        look->green);
    if (look->has_spines)
        paint_spines(paint, look, top + 12, 68, w);
    else
        paint_ribs(paint, look, top + 10, 70, w);
    if (look->has_bloom)
        paint_bloom(paint, look, TES_POINT(50, top));
}

/* A ball. */
static void paint_barrel(struct tes_paint *paint, const struct cactus *look)
{
    float w = look->width + 4, top = look->top + 12;
    tes_body_paint(paint,
                   TES_SHAPE_LATHED(0, {0, top}, {w * 0.7F, top + 7}, {w, (top + 80) / 2},
                                    {w * 0.75F, 78}, {0, 82}),
                   look->green);
    if (look->has_spines)
        paint_spines(paint, look, top + 15, 66, w);
    else
        paint_ribs(paint, look, top + 6, 72, w);
    paint_bloom(paint, look, TES_POINT(50, top));
}

/* Flat pads that grow out of one another. */
static void paint_pads(struct tes_paint *paint, const struct cactus *look)
{
    static const struct {
        struct tes_point at, radius;
        float turn;
    } PADS[] = {{{27, 43}, {9, 14}, -50},
                {{78, 42}, {8, 11}, 48},
                {{60, 24}, {12, 17}, 16},
                {{50, 57}, {18, 25}, 0}};
    struct tes_matrix before = paint->matrix;
    for (unsigned i = 0; i < TES_TABLE_COUNT(PADS); i++) {
        tes_paint_turn(paint, PADS[i].at.x, PADS[i].at.y, PADS[i].turn);
        tes_body_disc(paint, PADS[i].at, PADS[i].radius, look->green);
        for (unsigned dot = 0; dot < 6; dot++)
            tes_path_ellipse(
                paint, PADS[i].at.x + PADS[i].radius.x * (dot % 2 == 0 ? -0.4F : 0.35F),
                PADS[i].at.y + PADS[i].radius.y * (0.27F * (float)dot - 0.7F), 1.4F, 1.4F);
        tes_paint_fill(paint, tes_colour_shade(look->green, 0.6F));
        paint->matrix = before;
    }
    if (look->has_bloom)
        paint_bloom(paint, look, TES_POINT(65, 10));
}

void tes_item_cactus(struct tes_paint *paint, struct tes_random *random)
{
    typedef void cactus_painter(struct tes_paint *, const struct cactus *);
    static cactus_painter *const VARIANTS[] = {paint_saguaro, paint_saguaro, paint_barrel,
                                               paint_pads};
    tes_style_warm(paint, random);
    struct cactus look = {0};
    look.green = tes_palette_tint(random, TES_TABLE_ALL(GREENS));
    look.bloom = TES_PALETTE_TINT(random, 0xF0708C, 0xF7A0A8, 0xFF9A4A, 0xFFF0E0);
    look.pot = pick_pot(random);
    look.width = tes_random_between(random, 22, 29);
    look.top = tes_random_between(random, 10, 18);
    look.left = tes_random_between(random, 42, 56);
    look.right = tes_random_between(random, 40, 54);
    look.has_bloom = tes_random_chance(random, 2);
    look.has_spines = tes_random_chance(random, 2);
    VARIANTS[tes_random_below(random, TES_TABLE_COUNT(VARIANTS))](paint, &look);
    paint_pot(paint, &look.pot, 70);
}
