/* Things to work with: scissors, pencils, cameras. */
#include "draw/sprites/items/items.h"

/* -------------------------------------------------------------- scissors */

struct scissors {
    tes_colour blades, handles;
    float opening; /* degrees that each half leans */
    float length;  /* of a blade, from the pivot */
    float ring_x, ring_y, thick;
};

/* One half, pivot at (50, 52): its blade leans to one side, its ring to the other. */
static void paint_half(struct tes_paint *paint, const struct scissors *scissors, float side)
{
    struct tes_matrix before = paint->matrix;
    float tip = 52 - scissors->length;
    struct tes_shape blade =
        TES_SHAPE_CORNERED(3, {50 - side * 5, 58}, {50 - side * 5.5F, 30}, {50 - side * 3, tip + 6},
                           {50 + side * 1, tip}, {50 + side * 5.5F, 34}, {50 + side * 5, 58});
    struct tes_point ring = {50 - side * 7, 74 + scissors->ring_y * 0.3F};

    tes_paint_turn(paint, 50, 52, side * scissors->opening);
    tes_outline_shape(paint, blade, scissors->blades);
    tes_paint_line(paint, TES_POINT(50 + side * 1.5F, 30), TES_POINT(50 + side * 1.5F, 44), 2.6F,
                   tes_style_highlight(paint));
    tes_outline_bar(paint, TES_POINT(50, 56), TES_POINT(50 - side * 3, 65), 8, scissors->handles);
    tes_path_ellipse(paint, ring.x, ring.y, scissors->ring_x, scissors->ring_y);
    tes_paint_stroke(paint, scissors->thick + paint->style.line, true,
                     tes_style_edge(paint, scissors->handles));
    tes_path_ellipse(paint, ring.x, ring.y, scissors->ring_x, scissors->ring_y);
    tes_paint_stroke(paint, scissors->thick - paint->style.line, true, scissors->handles);
    paint->matrix = before;
}

static void paint_scissors(struct tes_paint *paint, struct tes_random *random)
{
    struct scissors scissors;
    float turn = tes_random_between(random, -35, 35);
    bool is_upside_down = tes_random_chance(random, 3);
    bool is_tailors = tes_random_chance(random, 3); /* room for several fingers in one ring */
    scissors.blades = tes_palette_metal(random);
    scissors.handles = tes_palette_any(random);
    scissors.opening = tes_random_between(random, 15, 31);
    scissors.length = tes_random_between(random, 38, 45);
    scissors.ring_x = tes_random_between(random, 8.5F, 11);
    scissors.ring_y = tes_random_between(random, 10, 13);
    scissors.thick = tes_random_between(random, 6, 8);
    tes_paint_turn(paint, 50, 50, is_upside_down ? turn + 180 : turn);
    paint_half(paint, &scissors, 1);
    if (is_tailors)
        scissors.ring_y += 4;
    paint_half(paint, &scissors, -1);
    tes_outline_shape(paint, TES_SHAPE_OVAL(50, 52, 3.6F, 3.6F),
                      tes_colour_shade(scissors.blades, 0.4F));
}

TES_ITEM_ONE_OF(tes_item_scissors, paint_scissors)

/* ---------------------------------------------------------------- pencil */

struct pencil {
    tes_colour paint, lead, wood, rubber, metal;
    float half; /* half its thickness */
    float end;  /* where its paint begins, from the blunt end */
    bool has_rubber, has_ring;
};

static struct pencil pick_pencil(struct tes_random *random, float least, float most)
{
    struct pencil pencil;
    pencil.paint = tes_palette_any(random);
    pencil.wood = TES_PALETTE_ONE(random, 0xF1CFA0, 0xE3B381, 0xF4D9BC);
    pencil.rubber = tes_colour_mix(TES_RGB(0xF19A9A), tes_palette_any(random), 0.25F);
    pencil.metal = tes_palette_metal(random);
    pencil.half = tes_random_between(random, least, most);
    pencil.has_rubber = !tes_random_chance(random, 3);
    pencil.has_ring = tes_random_chance(random, 2);
    bool is_coloured = tes_random_chance(random, 2);
    pencil.lead = is_coloured ? pencil.paint : TES_RGB(0x4A4552);
    pencil.end = pencil.has_rubber ? 24 : 9;
    return pencil;
}

static void paint_pencil_end(struct tes_paint *paint, const struct pencil *pencil)
{
    float half = pencil->half;
    tes_outline_shape(paint, TES_SHAPE_BOX(4, 50 - half + 0.5F, 20, 2 * half - 1, half * 0.55F),
                      pencil->rubber);
    tes_outline_shape(paint, TES_SHAPE_BOX(16, 50 - half - 1, 11, 2 * half + 2, 2), pencil->metal);
    tes_paint_line(paint, TES_POINT(21.5F, 52 - half), TES_POINT(21.5F, 48 + half), 2.4F,
                   tes_style_edge(paint, pencil->metal));
}

/* Lies along the square's middle, its tip to the right. */
static void paint_one_pencil(struct tes_paint *paint, const struct pencil *pencil)
{
    float half = pencil->half, neck = 96 - half * 2.3F, lead = 96 - half * 0.85F;
    struct tes_shape tip =
        TES_SHAPE_CORNERED(1.5F, {neck - 3, 50 - half}, {97, 50}, {neck - 3, 50 + half});
    struct tes_shape point =
        TES_SHAPE_CORNERED(1, {lead, 50 - half * 0.36F}, {97, 50}, {lead, 50 + half * 0.36F});
    struct tes_shape body = TES_SHAPE_CORNERED(
        2, {pencil->end, 50 - half}, {neck - 2, 50 - half}, {neck + 2, 50 - half / 2},
        {neck - 2, 50}, {neck + 2, 50 + half / 2}, {neck - 2, 50 + half}, {pencil->end, 50 + half});

    tes_outline_shape(paint, tip, pencil->wood);
    tes_shape_path(paint, point);
    tes_paint_fill_stroke(paint, pencil->lead, 1.5F, tes_style_edge(paint, pencil->lead));
    tes_outline_begin(paint, body, pencil->paint);
    tes_paint_box(paint, TES_POINT(0, 50 - half), TES_POINT(90, half * 0.6F), 0,
                  tes_colour_alpha(TES_RGB(0xFFFFFF), paint->style.gloss * 0.8F));
    tes_paint_box(paint, TES_POINT(0, 50 + half * 0.35F), TES_POINT(90, half), 0,
                  tes_colour_alpha(TES_RGB(0x2A1440), paint->style.shade + 0.05F));
    if (pencil->has_ring)
        tes_paint_box(paint, TES_POINT(pencil->end + 6, 30), TES_POINT(5, 40), 0, pencil->rubber);
    tes_outline_end(paint, body, pencil->paint);
    if (pencil->has_rubber)
        paint_pencil_end(paint, pencil);
}

static void paint_pencil(struct tes_paint *paint, struct tes_random *random)
{
    float turn = tes_random_between(random, 25, 65);
    bool is_upwards = tes_random_chance(random, 2);
    struct pencil pencil = pick_pencil(random, 9, 14);
    tes_paint_turn(paint, 50, 50, is_upwards ? -turn : turn);
    paint_one_pencil(paint, &pencil);
}

static void paint_two_pencils(struct tes_paint *paint, struct tes_random *random)
{
    float turn = tes_random_between(random, -130, -118);
    float other = tes_random_between(random, -62, -50);
    struct pencil pencil = pick_pencil(random, 7, 8.5F);
    struct tes_matrix before = paint->matrix;
    tes_paint_turn(paint, 50, 50, turn);
    paint_one_pencil(paint, &pencil);
    paint->matrix = before;
    pencil = pick_pencil(random, 7, 8.5F);
    tes_paint_turn(paint, 50, 50, other);
    paint_one_pencil(paint, &pencil);
}

TES_ITEM_ONE_OF(tes_item_pencil, paint_pencil, paint_pencil, paint_two_pencils)

/* ---------------------------------------------------------------- camera */

static void paint_lens(struct tes_paint *paint, struct tes_point centre, float radius,
                       tes_colour ring)
{
    tes_outline_shape(paint, TES_SHAPE_OVAL(centre.x, centre.y, radius, radius), ring);
    tes_outline_shape(paint, TES_SHAPE_OVAL(centre.x, centre.y, radius * 0.7F, radius * 0.7F),
                      TES_RGB(0x3E4A63));
    tes_paint_circle(paint, centre.x, centre.y, radius * 0.42F, TES_RGB(0x6E8FB5));
    tes_light_gloss(paint, centre, TES_POINT(radius * 0.52F, radius * 0.52F), 190, 260);
}

static void paint_photo_camera(struct tes_paint *paint, struct tes_random *random)
{
    float top = tes_random_between(random, 30, 36);
    float lens_x = tes_random_between(random, 46, 60);
    float lens = tes_random_between(random, 18, 22);
    tes_colour case_colour = tes_palette_any(random);
    tes_colour grip = tes_palette_any(random);
    tes_colour metal = tes_palette_metal(random);
    bool has_strap = tes_random_chance(random, 2);
    struct tes_shape strap =
        TES_SHAPE_BLOB({12, top + 8}, {16, 16}, {50, 9}, {84, 16}, {88, top + 8});
    struct tes_shape body = TES_SHAPE_CORNERED(10, {8, top}, {92, top}, {92, 84}, {8, 84});

    if (has_strap)
        tes_outline_cord(paint, strap, 5, tes_colour_shade(grip, -0.15F));
    tes_outline_shape(paint, TES_SHAPE_BOX(16, top - 6, 13, 10, 3), metal);
    tes_outline_shape(paint, TES_SHAPE_BOX(lens_x - 16, top - 11, 32, 18, 6), case_colour);
    tes_outline_begin(paint, body, case_colour);
    tes_paint_box(paint, TES_POINT(0, top + 16), TES_POINT(100, 22), 0, grip);
    tes_light_shade(paint, body, TES_POINT(46, 48), TES_POINT(52, 31));
    tes_outline_end(paint, body, case_colour);
    tes_paint_box(paint, TES_POINT(78, top + 6), TES_POINT(9, 6.5F), 2, TES_RGB(0xFFF3C4));
    paint_lens(paint, TES_POINT(lens_x, (top + 86) / 2), lens, metal);
}

/* An instant camera, with its picture. */
static void paint_instant_camera(struct tes_paint *paint, struct tes_random *random)
{
    tes_colour case_colour = tes_palette_pale(random);
    tes_colour foot = tes_palette_any(random);
    tes_colour band = tes_palette_bright(random);
    tes_colour metal = tes_palette_metal(random);
    tes_colour picture = tes_palette_any(random);
    float lens = tes_random_between(random, 15, 18);
    struct tes_shape body =
        TES_SHAPE_CORNERED(9, {18, 12}, {82, 12}, {88, 44}, {90, 74}, {10, 74}, {12, 44});

    tes_outline_shape(paint, TES_SHAPE_BOX(24, 60, 52, 32, 2), TES_RGB(0xFDFAF4));
    tes_paint_box(paint, TES_POINT(30, 70), TES_POINT(40, 15), 1, picture);
    tes_outline_begin(paint, body, tes_colour_shade(case_colour, -0.05F));
    tes_paint_box(paint, TES_POINT(0, 58), TES_POINT(100, 20), 0, foot);
    tes_paint_box(paint, TES_POINT(46, 10), TES_POINT(8, 49), 0, band);
    tes_light_shade(paint, body, TES_POINT(44, 38), TES_POINT(48, 36));
    tes_outline_end(paint, body, tes_colour_shade(case_colour, -0.2F));
    tes_outline_shape(paint, TES_SHAPE_BOX(66, 18, 14, 10, 3), TES_RGB(0xFFF3C4));
    tes_outline_shape(paint, TES_SHAPE_OVAL(24, 25, 4, 4), band);
    paint_lens(paint, TES_POINT(50, 40), lens, metal);
}

TES_ITEM_ONE_OF(tes_item_camera, paint_photo_camera, paint_photo_camera, paint_instant_camera)
