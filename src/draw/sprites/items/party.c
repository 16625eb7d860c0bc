/* Things for a feast: balloons and bells. */
#include "draw/sprites/items/items.h"

/* --------------------------------------------------------------- balloon */

struct balloon {
    struct tes_point centre, radii;
    tes_colour rubber, marks;
    bool is_heart;
};

static void paint_skin(struct tes_paint *paint, struct tes_random *random,
                       const struct balloon *balloon)
{
    float x = balloon->centre.x, y = balloon->centre.y, w = balloon->radii.x, h = balloon->radii.y;
    struct tes_shape drop =
        TES_SHAPE_BLOB({x, y - h}, {x + w * 0.72F, y - h * 0.7F}, {x + w, y - h * 0.1F},
                       {x + w * 0.66F, y + h * 0.6F}, {x, y + h}, {x - w * 0.66F, y + h * 0.6F},
                       {x - w, y - h * 0.1F}, {x - w * 0.72F, y - h * 0.7F});
    struct tes_shape heart = TES_SHAPE_BLOB(
        {x, y - h * 0.5F}, {x + w * 0.28F, y - h * 0.84F}, {x + w * 0.64F, y - h * 0.9F},
        {x + w * 0.96F, y - h * 0.58F}, {x + w * 0.96F, y - h * 0.12F},
        {x + w * 0.58F, y + h * 0.44F}, {x, y + h}, {x - w * 0.58F, y + h * 0.44F},
        {x - w * 0.96F, y - h * 0.12F}, {x - w * 0.96F, y - h * 0.58F},
        {x - w * 0.64F, y - h * 0.9F}, {x - w * 0.28F, y - h * 0.84F});
    struct tes_shape knot =
        TES_SHAPE_CORNERED(1.5F, {x, y + h - 2}, {x + 5, y + h + 6}, {x - 5, y + h + 6});
    struct tes_shape shape = balloon->is_heart ? heart : drop;

    tes_outline_shape(paint, knot, tes_colour_shade(balloon->rubber, -0.1F));
    tes_outline_begin(paint, shape, balloon->rubber);
    tes_pattern_cover(paint, random, shape, balloon->marks);
    tes_light_shade(paint, shape, TES_POINT(x - w * 0.15F, y - h * 0.18F), TES_POINT(w, h));
    tes_light_gloss(paint, TES_POINT(x, y), TES_POINT(w * 0.7F, h * 0.72F), 195, 240);
    tes_outline_end(paint, shape, balloon->rubber);
}

static void paint_balloon(struct tes_paint *paint, struct tes_random *random)
{
    struct balloon balloon = {.centre = {50, 41}};
    float swing = tes_random_between(random, -9, 9);
    balloon.radii.x = tes_random_between(random, 25, 33);
    balloon.radii.y = tes_random_between(random, 30, 34);
    balloon.is_heart = tes_random_chance(random, 4);
    balloon.rubber = tes_palette_any(random);
    balloon.marks = tes_colour_mix(balloon.rubber, tes_palette_pale(random), 0.6F);
    tes_path_curve(paint,
                   TES_POINTS({50, 76}, {50 + swing, 83}, {50 - swing * 0.6F, 89}, {51, 95}));
    tes_paint_stroke(paint, 2.5F, false, tes_style_edge(paint, balloon.rubber));
    paint_skin(paint, random, &balloon);
}

static void paint_balloon_bunch(struct tes_paint *paint, struct tes_random *random)
{
    static const struct tes_point PLACES[] = {{29, 38}, {71, 36}, {50, 30}};
    unsigned count = 2 + tes_random_below(random, 2);
    struct balloon balloon = {.is_heart = false};
    for (unsigned i = 0; i < count; i++) {
        balloon.centre = PLACES[i];
        balloon.centre.y += tes_random_between(random, -3, 3);
        balloon.radii.x = tes_random_between(random, 18, 21);
        balloon.radii.y = tes_random_between(random, 21, 24);
        balloon.rubber = tes_palette_any(random);
        balloon.marks = tes_colour_mix(balloon.rubber, tes_palette_pale(random), 0.6F);
        tes_path_bend(paint, TES_POINT(balloon.centre.x, balloon.centre.y + balloon.radii.y + 4),
                      TES_POINT(balloon.centre.x, 80), TES_POINT(50, 92));
        tes_paint_stroke(paint, 2.5F, false, tes_style_edge(paint, balloon.rubber));
        paint_skin(paint, random, &balloon);
    }
}

/* A hot-air balloon with its basket. */
static void paint_air_balloon(struct tes_paint *paint, struct tes_random *random)
{
    float half = tes_random_between(random, 32, 37);
    float stripe = tes_random_between(random, 6, 12);
    tes_colour cloth = tes_palette_any(random);
    tes_colour other = tes_palette_against(random, cloth);
    tes_colour basket = tes_palette_earthy(random);
    struct tes_shape skin = TES_SHAPE_BLOB(
        {50, 8}, {50 + half * 0.75F, 16}, {50 + half, 38}, {50 + half * 0.72F, 57}, {61, 70},
        {39, 70}, {50 - half * 0.72F, 57}, {50 - half, 38}, {50 - half * 0.75F, 16});
    TES_EACH_SIDE (side)
        tes_paint_line(paint, TES_POINT(50 + side * 9, 68), TES_POINT(50 + side * 7, 82), 2.5F,
                       tes_style_edge(paint, basket));
    tes_path_box(paint, 40, 80, 20, 13, 4);
    tes_outline_path(paint, basket);
    tes_outline_begin(paint, skin, cloth);
    tes_paint_ellipse(paint, 50, 38, stripe, 40, other);
    tes_path_ellipse(paint, 50, 38, stripe * 2.7F, 40);
    tes_path_ellipse(paint, 50, 38, stripe * 1.9F, 40);
    tes_paint_fill_odd(paint, other);
    tes_light_shade(paint, skin, TES_POINT(44, 32), TES_POINT(half, 34));
    tes_light_gloss(paint, TES_POINT(50, 38), TES_POINT(half - 9, 22), 200, 240);
    tes_outline_end(paint, skin, cloth);
}

TES_ITEM_ONE_OF(tes_item_balloon, paint_balloon, paint_balloon, paint_balloon_bunch,
                paint_air_balloon)

/* ------------------------------------------------------------------ bell */

static void paint_bell_body(struct tes_paint *paint, struct tes_random *random, float top,
                            tes_colour metal)
{
    /* The shorter it is, the narrower: a bell, not a hat. */
    float wide = 1 - (top - 20) * 0.012F;
    float shoulder = tes_random_between(random, 16, 22) * wide;
    float flare = tes_random_between(random, 34, 39) * wide;
    float clapper = tes_random_between(random, 7, 9);
    tes_colour band = tes_colour_shade(metal, -0.18F);
    struct tes_shape body = TES_SHAPE_CORNERED(
        12, {50, top}, {50 + shoulder, top + 8}, {53 + shoulder, top + 26}, {57 + shoulder, 66},
        {50 + flare, 80}, {50 - flare, 80}, {43 - shoulder, 66}, {47 - shoulder, top + 26},
        {50 - shoulder, top + 8});
    tes_outline_shape(paint, TES_SHAPE_OVAL(50, 83, clapper, clapper),
                      tes_colour_shade(metal, -0.25F));
    tes_outline_begin(paint, body, metal);
    tes_paint_box(paint, TES_POINT(0, 60), TES_POINT(100, 6), 0, band);
    tes_light_shade(paint, body, TES_POINT(42, 46), TES_POINT(shoulder + 10, 44));
    tes_paint_line(paint, TES_POINT(56 - shoulder, top + 16), TES_POINT(53 - shoulder, 54), 3.6F,
                   tes_style_highlight(paint));
    tes_outline_end(paint, body, metal);
    tes_outline_shape(paint, TES_SHAPE_BOX(48 - flare, 73, 2 * flare + 4, 9, 4.5F),
                      tes_colour_shade(metal, 0.1F));
}

static tes_colour pick_bell_metal(struct tes_random *random)
{
    bool is_painted = tes_random_chance(random, 4);
    return is_painted ? tes_palette_any(random) : tes_palette_metal(random);
}

static void paint_hung_bell(struct tes_paint *paint, struct tes_random *random)
{
    tes_colour metal = pick_bell_metal(random);
    tes_colour ribbon = tes_palette_bright(random);
    bool has_bow = tes_random_chance(random, 2);
    tes_path_ellipse(paint, 50, 16, 6, 6);
    tes_paint_stroke(paint, 4 + paint->style.line, true, tes_style_edge(paint, metal));
    tes_path_ellipse(paint, 50, 16, 6, 6);
    tes_paint_stroke(paint, 3, true, metal);
    paint_bell_body(paint, random, 20, metal);
    if (has_bow) {
        TES_EACH_SIDE (side)
            tes_outline_shape(paint,
                              TES_SHAPE_BLOB({50, 21}, {50 + side * 13, 10}, {50 + side * 24, 11},
                                             {50 + side * 24, 28}, {50 + side * 13, 29}),
                              ribbon);
        tes_outline_shape(paint, TES_SHAPE_OVAL(50, 20, 6, 6), tes_colour_shade(ribbon, 0.15F));
    }
}

static void paint_hand_bell(struct tes_paint *paint, struct tes_random *random)
{
    float turn = tes_random_between(random, -18, 18);
    tes_colour metal = pick_bell_metal(random);
    tes_colour wood = tes_palette_earthy(random);
    struct tes_shape grip = TES_SHAPE_BLOB({45, 42}, {47, 30}, {43, 18}, {46, 8}, {54, 8}, {57, 18},
                                           {53, 30}, {55, 42});
    tes_paint_turn(paint, 50, 50, turn);
    tes_outline_shape(paint, grip, wood);
    paint_bell_body(paint, random, 34, metal);
}

/* A dome to strike, on a plate. */
static void paint_desk_bell(struct tes_paint *paint, struct tes_random *random)
{
    float height = tes_random_between(random, 38, 46);
    tes_colour metal = pick_bell_metal(random);
    tes_colour plate = tes_colour_shade(tes_palette_earthy(random), -0.15F);
    float top = 74 - height;
    struct tes_shape dome =
        TES_SHAPE_BLOB({13, 74}, {16, 74 - height * 0.55F}, {32, top + 5}, {50, top}, {68, top + 5},
                       {84, 74 - height * 0.55F}, {87, 74}, {50, 77});
    tes_outline_bar(paint, TES_POINT(50, top), TES_POINT(50, top - 7), 6, plate);
    tes_outline_shape(paint, TES_SHAPE_BOX(40, top - 14, 20, 9, 4.5F),
                      tes_colour_shade(metal, 0.1F));
    tes_outline_shape(paint, TES_SHAPE_BOX(8, 76, 84, 13, 5), plate);
    tes_outline_begin(paint, dome, metal);
    tes_light_shade(paint, dome, TES_POINT(44, 62), TES_POINT(38, height - 8));
    tes_light_gloss(paint, TES_POINT(50, 72), TES_POINT(27, height - 10), 200, 250);
    tes_outline_end(paint, dome, metal);
}

TES_ITEM_ONE_OF(tes_item_bell, paint_hung_bell, paint_hand_bell, paint_desk_bell)
