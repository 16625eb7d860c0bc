/* Things that shine: lamps and light bulbs. */
#include "draw/sprites/items/items.h"

/* ------------------------------------------------------------------ lamp */

struct lampshade {
    float top, brim; /* half its widths */
    float bottom;
    bool is_dome, is_lit;
    tes_colour cloth, marks;
};

static struct lampshade pick_lampshade(struct tes_random *random)
{
    struct lampshade shade;
    shade.top = tes_random_between(random, 13, 20);
    shade.brim = tes_random_between(random, 30, 38);
    shade.bottom = tes_random_between(random, 44, 52);
    shade.is_dome = tes_random_chance(random, 3);
    shade.is_lit = tes_random_chance(random, 2);
    shade.cloth = tes_palette_any(random);
    tes_colour pale = tes_palette_pale(random);
    shade.marks = tes_colour_mix(shade.cloth, pale, 0.55F);
    return shade;
}

static void paint_lampshade(struct tes_paint *paint, struct tes_random *random,
                            const struct lampshade *shade)
{
    float top = shade->top, brim = shade->brim, bottom = shade->bottom;
    struct tes_shape cone = TES_SHAPE_CORNERED(4, {50 - top, 10}, {50 + top, 10},
                                               {50 + brim, bottom}, {50 - brim, bottom});
    struct tes_shape dome = TES_SHAPE_BLOB(
        {50 - brim, bottom}, {53 - brim, bottom - 18}, {44 - top, 15}, {50, 9}, {56 + top, 15},
        {47 + brim, bottom - 18}, {50 + brim, bottom}, {50, bottom + 3});
    struct tes_shape shape = shade->is_dome ? dome : cone;
    tes_outline_begin(paint, shape, shade->cloth);
    tes_pattern_cover(paint, random, shape, shade->marks);
    if (shade->is_lit)
        tes_paint_ellipse(paint, 50, bottom, 24, 22, tes_colour_alpha(TES_RGB(0xFFF0B0), 0.5F));
    tes_light_shade(paint, shape, TES_POINT(42, 26), TES_POINT(36, 36));
    tes_paint_line(paint, TES_POINT(47 - top, 18), TES_POINT(54 - brim, bottom - 10), 3,
                   tes_style_highlight(paint));
    tes_outline_end(paint, shape, shade->cloth);
}

static void paint_lamplight(struct tes_paint *paint, const struct lampshade *shade)
{
    tes_shape_fill(paint,
                   TES_SHAPE_CORNERED(3, {53 - shade->brim, shade->bottom},
                                      {47 + shade->brim, shade->bottom}, {92, 88}, {8, 88}),
                   tes_colour_alpha(TES_RGB(0xFFDF80), 0.6F));
}

static void paint_vase_foot(struct tes_paint *paint, struct tes_random *random, tes_colour colour)
{
    float belly = tes_random_between(random, 14, 21);
    float low = tes_random_between(random, 64, 74);
    struct tes_shape vase =
        TES_SHAPE_BLOB({45, 44}, {55, 44}, {56, 54}, {50 + belly, low}, {62, 88}, {50, 90},
                       {38, 88}, {50 - belly, low}, {44, 54});
    tes_outline_begin(paint, vase, colour);
    tes_light_shade(paint, vase, TES_POINT(45, low - 6), TES_POINT(belly + 1, 22));
    tes_light_gloss(paint, TES_POINT(50, low), TES_POINT(belly - 6, 10), 170, 225);
    tes_outline_end(paint, vase, colour);
}

static void paint_pole_foot(struct tes_paint *paint, struct tes_random *random, tes_colour colour)
{
    float half = tes_random_between(random, 17, 25);
    float thick = tes_random_between(random, 5.5F, 8);
    tes_outline_bar(paint, TES_POINT(50, 44), TES_POINT(50, 84), thick, colour);
    tes_outline_shape(paint, TES_SHAPE_OVAL(50, 66, thick, thick * 0.7F),
                      tes_colour_shade(colour, 0.15F));
    tes_outline_shape(paint, TES_SHAPE_BOX(50 - half, 80, 2 * half, 10, 5), colour);
}

static void paint_table_lamp(struct tes_paint *paint, struct tes_random *random)
{
    struct lampshade shade = pick_lampshade(random);
    tes_colour foot = tes_palette_any(random);
    bool is_vase = tes_random_chance(random, 2);
    if (shade.is_lit)
        paint_lamplight(paint, &shade);
    if (is_vase)
        paint_vase_foot(paint, random, foot);
    else
        paint_pole_foot(paint, random, foot);
    paint_lampshade(paint, random, &shade);
}

/* Two arms and a head that looks down. */
static void paint_desk_lamp(struct tes_paint *paint, struct tes_random *random)
{
    float elbow_x = tes_random_between(random, 16, 24);
    float elbow_y = tes_random_between(random, 42, 52);
    float head_x = tes_random_between(random, 50, 56);
    float head_y = tes_random_between(random, 18, 24);
    tes_colour colour = tes_palette_any(random);
    tes_colour joints = tes_palette_metal(random);
    struct tes_shape head = TES_SHAPE_CORNERED(
        9, {head_x - 11, head_y + 3}, {head_x + 5, head_y - 9}, {head_x + 20, head_y - 4},
        {head_x + 34, head_y + 18}, {head_x + 3, head_y + 40}, {head_x - 10, head_y + 19});
    tes_shape_fill(paint,
                   TES_SHAPE_CORNERED(3, {head_x + 33, head_y + 20}, {head_x + 3, head_y + 40},
                                      {head_x + 4, 88}, {94, 88}),
                   tes_colour_alpha(TES_RGB(0xFFDF80), 0.7F));
    tes_outline_bar(paint, TES_POINT(34, 84), TES_POINT(elbow_x, elbow_y), 6, joints);
    tes_outline_bar(paint, TES_POINT(elbow_x, elbow_y), TES_POINT(head_x, head_y + 4), 6, joints);
    tes_outline_shape(paint, TES_SHAPE_OVAL(elbow_x, elbow_y, 5, 5), colour);
    tes_outline_shape(paint, TES_SHAPE_BOX(14, 80, 42, 11, 5.5F), colour);
    tes_outline_shape(paint, TES_SHAPE_OVAL(head_x + 18, head_y + 29, 9, 9), TES_RGB(0xFFE9A0));
    tes_outline_begin(paint, head, colour);
    tes_light_shade(paint, head, TES_POINT(head_x, head_y), TES_POINT(24, 26));
    tes_light_gloss(paint, TES_POINT(head_x + 6, head_y + 10), TES_POINT(11, 11), 200, 270);
    tes_outline_end(paint, head, colour);
}

TES_ITEM_ONE_OF(tes_item_lamp, paint_table_lamp, paint_table_lamp, paint_desk_lamp)

/* ------------------------------------------------------------- lightbulb */

static void paint_rays(struct tes_paint *paint, struct tes_point centre, float radius,
                       tes_colour colour)
{
    for (unsigned i = 0; i < 7; i++) {
        float angle = 150 + (float)i * 40;
        float x = tes_number_cos(angle), y = tes_number_sin(angle);
        tes_path_segment(paint, TES_POINT(centre.x + radius * x, centre.y + radius * y),
                         TES_POINT(centre.x + (radius + 7) * x, centre.y + (radius + 7) * y));
    }
    tes_paint_stroke(paint, 4, false, colour);
}

static void paint_filament(struct tes_paint *paint, struct tes_random *random, float y,
                           tes_colour colour)
{
    bool is_looped = tes_random_chance(random, 2);
    const struct tes_point loop[] = {{46, 68}, {44, y + 8}, {40, y}, {50, y + 6},
                                     {60, y},  {56, y + 8}, {54, 68}};
    tes_path_curve(paint, is_looped ? loop
                                    : TES_POINTS({45, 68}, {41, y + 4}, {46, y + 10}, {50, y},
                                                 {54, y + 10}, {59, y + 4}, {55, 68}));
    tes_paint_stroke(paint, 2.6F, false, colour);
}

static void paint_screw(struct tes_paint *paint, struct tes_random *random)
{
    tes_colour metal = tes_palette_metal(random);
    tes_outline_shape(paint, TES_SHAPE_OVAL(50, 88, 7, 5), tes_colour_shade(metal, -0.45F));
    tes_outline_shape(paint, TES_SHAPE_BOX(37, 67, 26, 20, 5), metal);
    for (unsigned i = 0; i < 3; i++) {
        float y = 72 + (float)i * 6.5F;
        tes_paint_line(paint, TES_POINT(38, y + 1.5F), TES_POINT(62, y - 1), 2.6F,
                       tes_style_edge(paint, metal));
    }
}

static void paint_bulb(struct tes_paint *paint, struct tes_random *random)
{
    float half = tes_random_between(random, 25, 28.5F);
    float top = tes_random_between(random, 9, 13);
    bool is_shining = tes_random_chance(random, 2);
    tes_colour glass = TES_PALETTE_ONE(random, 0xFFD95A, 0xFFE9A3, 0xF7D9B8, 0xF8C9B8, 0xCFE6F2,
                                       0xD7EBCB, 0xFBB95C);
    tes_colour wire = tes_colour_shade(tes_palette_any(random), -0.3F);
    if (is_shining) {
        half -= 4;
        top += 10;
    }
    float middle = top + half * 0.95F;
    struct tes_shape body =
        TES_SHAPE_BLOB({39, 70}, {37, 64}, {54 - half, middle + half * 0.62F}, {50 - half, middle},
                       {50 - half * 0.68F, middle - half * 0.7F}, {50, top},
                       {50 + half * 0.68F, middle - half * 0.7F}, {50 + half, middle},
                       {46 + half, middle + half * 0.62F}, {63, 64}, {61, 70});

    if (is_shining)
        paint_rays(paint, TES_POINT(50, middle), half + 6, TES_RGB(0xF2B33D));
    tes_outline_begin(paint, body, glass);
    tes_light_shade(paint, body, TES_POINT(45, middle - 3), TES_POINT(half, half + 3));
    paint_filament(paint, random, middle - 4, wire);
    tes_light_gloss(paint, TES_POINT(50, middle), TES_POINT(half - 7, half - 7), 190, 250);
    tes_outline_end(paint, body, tes_colour_shade(glass, -0.15F));
    paint_screw(paint, random);
}

/* Upside down, at the end of a cord. */
static void paint_hung_bulb(struct tes_paint *paint, struct tes_random *random)
{
    tes_colour socket = tes_colour_shade(tes_palette_any(random), -0.15F);
    tes_paint_turn(paint, 50, 50, 180);
    tes_outline_bar(paint, TES_POINT(50, 90), TES_POINT(50, 98), 4, socket);
    paint_bulb(paint, random);
    tes_outline_shape(paint, TES_SHAPE_BOX(35, 76, 30, 18, 6), socket);
}

TES_ITEM_ONE_OF(tes_item_lightbulb, paint_bulb, paint_bulb, paint_hung_bulb)
