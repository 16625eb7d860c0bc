/* Things to work with: scissors, pencils, cameras. */
#include "draw/sprites/kit/finish.h"
#include "draw/sprites/sprite.h"

/* -------------------------------------------------------------- scissors */

struct scissors {
    tes_colour blades, handles;
    float opening; /* degrees that each half leans */
    float length;  /* of a blade, from the pivot */
    float ring_x, ring_y, thick;
};

/* One half, pivot at (50, 52): its blade leans to one side, its ring to the other. */
static void paint_half(struct tes_paint *paint, const struct tes_finish *finish,
                       const struct scissors *scissors, float side)
{
    struct tes_matrix before = paint->matrix;
    float tip = 52 - scissors->length;
    const struct tes_point blade[] = {{50 - side * 5, 58},      {50 - side * 5.5F, 30},
                                      {50 - side * 3, tip + 6}, {50 + side * 1, tip},
                                      {50 + side * 5.5F, 34},   {50 + side * 5, 58}};
    struct tes_point ring = {50 - side * 7, 74 + scissors->ring_y * 0.3F};

    tes_paint_turn(paint, 50, 52, side * scissors->opening);
    tes_finish_shape(paint, finish, ROUNDED(blade, 3), scissors->blades);
    tes_paint_line(paint, AT(50 + side * 1.5F, 30), AT(50 + side * 1.5F, 44), 2.6F,
                   tes_colour_alpha(TES_RGB(0xFFFFFF), finish->gloss));
    tes_finish_bar(paint, finish, AT(50, 56), AT(50 - side * 3, 65), 8, scissors->handles);
    tes_path_ellipse(paint, ring.x, ring.y, scissors->ring_x, scissors->ring_y);
    tes_paint_stroke(paint, scissors->thick + finish->line, true,
                     tes_finish_edge(finish, scissors->handles));
    tes_path_ellipse(paint, ring.x, ring.y, scissors->ring_x, scissors->ring_y);
    tes_paint_stroke(paint, scissors->thick - finish->line, true, scissors->handles);
    paint->matrix = before;
}

static void paint_scissors(struct tes_paint *paint, struct tes_random *random,
                           const struct tes_finish *finish)
{
    struct scissors scissors;
    float turn = tes_random_between(random, -35, 35);
    bool is_upside_down = tes_random_chance(random, 3);
    bool is_tailors = tes_random_chance(random, 3); /* room for several fingers in one ring */
    scissors.blades = tes_finish_metal(random);
    scissors.handles = tes_finish_colour(random);
    scissors.opening = tes_random_between(random, 15, 31);
    scissors.length = tes_random_between(random, 38, 45);
    scissors.ring_x = tes_random_between(random, 8.5F, 11);
    scissors.ring_y = tes_random_between(random, 10, 13);
    scissors.thick = tes_random_between(random, 6, 8);
    tes_paint_turn(paint, 50, 50, is_upside_down ? turn + 180 : turn);
    paint_half(paint, finish, &scissors, 1);
    if (is_tailors)
        scissors.ring_y += 4;
    paint_half(paint, finish, &scissors, -1);
    tes_path_ellipse(paint, 50, 52, 3.6F, 3.6F);
    tes_finish_fill(paint, finish, tes_colour_shade(scissors.blades, 0.4F));
}

void tes_item_scissors(struct tes_paint *paint, struct tes_random *random)
{
    static tes_finish_variant *const SCISSORS[] = {paint_scissors};
    tes_finish_one_of(paint, random, SCISSORS, 1);
}

/* ---------------------------------------------------------------- pencil */

struct pencil {
    tes_colour paint, lead, wood, rubber, metal;
    float half; /* half its thickness */
    float end;  /* where its paint begins, from the blunt end */
    bool has_rubber, has_ring;
};

static struct pencil draw_pencil(struct tes_random *random, float least, float most)
{
    static const tes_colour WOODS[] = {TES_RGB(0xF1CFA0), TES_RGB(0xE3B381), TES_RGB(0xF4D9BC)};
    struct pencil pencil;
    pencil.paint = tes_finish_colour(random);
    pencil.wood = tes_random_colour(random, WOODS, 3);
    pencil.rubber = tes_colour_mix(TES_RGB(0xF19A9A), tes_finish_colour(random), 0.25F);
    pencil.metal = tes_finish_metal(random);
    pencil.half = tes_random_between(random, least, most);
    pencil.has_rubber = !tes_random_chance(random, 3);
    pencil.has_ring = tes_random_chance(random, 2);
    bool is_coloured = tes_random_chance(random, 2);
    pencil.lead = is_coloured ? pencil.paint : TES_RGB(0x4A4552);
    pencil.end = pencil.has_rubber ? 24 : 9;
    return pencil;
}

static void paint_pencil_end(struct tes_paint *paint, const struct tes_finish *finish,
                             const struct pencil *pencil)
{
    float half = pencil->half;
    tes_path_box(paint, 4, 50 - half + 0.5F, 20, 2 * half - 1, half * 0.55F);
    tes_finish_fill(paint, finish, pencil->rubber);
    tes_path_box(paint, 16, 50 - half - 1, 11, 2 * half + 2, 2);
    tes_finish_fill(paint, finish, pencil->metal);
    tes_paint_line(paint, AT(21.5F, 52 - half), AT(21.5F, 48 + half), 2.4F,
                   tes_finish_edge(finish, pencil->metal));
}

/* Lies along the square's middle, its tip to the right. */
static void paint_one_pencil(struct tes_paint *paint, const struct tes_finish *finish,
                             const struct pencil *pencil)
{
    float half = pencil->half, neck = 96 - half * 2.3F, lead = 96 - half * 0.85F;
    const struct tes_point tip[] = {{neck - 3, 50 - half}, {97, 50}, {neck - 3, 50 + half}};
    const struct tes_point point[] = {
        {lead, 50 - half * 0.36F}, {97, 50}, {lead, 50 + half * 0.36F}};
    const struct tes_point body[] = {
        {pencil->end, 50 - half},  {neck - 2, 50 - half}, {neck + 2, 50 - half / 2}, {neck - 2, 50},
        {neck + 2, 50 + half / 2}, {neck - 2, 50 + half}, {pencil->end, 50 + half}};

    tes_finish_shape(paint, finish, ROUNDED(tip, 1.5F), pencil->wood);
    tes_finish_path(paint, ROUNDED(point, 1));
    tes_paint_fill_stroke(paint, pencil->lead, 1.5F, tes_finish_edge(finish, pencil->lead));
    tes_finish_begin(paint, ROUNDED(body, 2), pencil->paint);
    tes_paint_box(paint, AT(0, 50 - half), AT(90, half * 0.6F), 0,
                  tes_colour_alpha(TES_RGB(0xFFFFFF), finish->gloss * 0.8F));
    tes_paint_box(paint, AT(0, 50 + half * 0.35F), AT(90, half), 0,
                  tes_colour_alpha(TES_RGB(0x2A1440), finish->shade + 0.05F));
    if (pencil->has_ring)
        tes_paint_box(paint, AT(pencil->end + 6, 30), AT(5, 40), 0, pencil->rubber);
    tes_finish_end(paint, finish, ROUNDED(body, 2), pencil->paint);
    if (pencil->has_rubber)
        paint_pencil_end(paint, finish, pencil);
}

static void paint_pencil(struct tes_paint *paint, struct tes_random *random,
                         const struct tes_finish *finish)
{
    float turn = tes_random_between(random, 25, 65);
    bool is_upwards = tes_random_chance(random, 2);
    struct pencil pencil = draw_pencil(random, 9, 14);
    tes_paint_turn(paint, 50, 50, is_upwards ? -turn : turn);
    paint_one_pencil(paint, finish, &pencil);
}

static void paint_two_pencils(struct tes_paint *paint, struct tes_random *random,
                              const struct tes_finish *finish)
{
    float turn = tes_random_between(random, -130, -118);
    float other = tes_random_between(random, -62, -50);
    struct pencil pencil = draw_pencil(random, 7, 8.5F);
    struct tes_matrix before = paint->matrix;
    tes_paint_turn(paint, 50, 50, turn);
    paint_one_pencil(paint, finish, &pencil);
    paint->matrix = before;
    pencil = draw_pencil(random, 7, 8.5F);
    tes_paint_turn(paint, 50, 50, other);
    paint_one_pencil(paint, finish, &pencil);
}

void tes_item_pencil(struct tes_paint *paint, struct tes_random *random)
{
    static tes_finish_variant *const PENCILS[] = {paint_pencil, paint_pencil, paint_two_pencils};
    tes_finish_one_of(paint, random, PENCILS, 3);
}

/* ---------------------------------------------------------------- camera */

static void paint_lens(struct tes_paint *paint, const struct tes_finish *finish,
                       struct tes_point centre, float radius, tes_colour ring)
{
    tes_path_ellipse(paint, centre.x, centre.y, radius, radius);
    tes_finish_fill(paint, finish, ring);
    tes_path_ellipse(paint, centre.x, centre.y, radius * 0.7F, radius * 0.7F);
    tes_finish_fill(paint, finish, TES_RGB(0x3E4A63));
    tes_paint_circle(paint, centre.x, centre.y, radius * 0.42F, TES_RGB(0x6E8FB5));
    tes_finish_gloss(paint, finish, centre, AT(radius * 0.52F, radius * 0.52F), 190, 260);
}

static void paint_photo_camera(struct tes_paint *paint, struct tes_random *random,
                               const struct tes_finish *finish)
{
    float top = tes_random_between(random, 30, 36);
    float lens_x = tes_random_between(random, 46, 60);
    float lens = tes_random_between(random, 18, 22);
    tes_colour case_colour = tes_finish_colour(random);
    tes_colour grip = tes_finish_colour(random);
    tes_colour metal = tes_finish_metal(random);
    bool has_strap = tes_random_chance(random, 2);
    const struct tes_point strap[] = {{12, top + 8}, {16, 16}, {50, 9}, {84, 16}, {88, top + 8}};
    const struct tes_point body[] = {{8, top}, {92, top}, {92, 84}, {8, 84}};

    if (has_strap)
        tes_finish_rod(paint, finish, SMOOTH(strap), 5, tes_colour_shade(grip, -0.15F));
    tes_path_box(paint, 16, top - 6, 13, 10, 3);
    tes_finish_fill(paint, finish, metal);
    tes_path_box(paint, lens_x - 16, top - 11, 32, 18, 6);
    tes_finish_fill(paint, finish, case_colour);
    tes_finish_begin(paint, ROUNDED(body, 10), case_colour);
    tes_paint_box(paint, AT(0, top + 16), AT(100, 22), 0, grip);
    tes_finish_shade(paint, finish, ROUNDED(body, 10), AT(46, 48), AT(52, 31));
    tes_finish_end(paint, finish, ROUNDED(body, 10), case_colour);
    tes_paint_box(paint, AT(78, top + 6), AT(9, 6.5F), 2, TES_RGB(0xFFF3C4));
    paint_lens(paint, finish, AT(lens_x, (top + 86) / 2), lens, metal);
}

/* One that hands out its picture at once. */
static void paint_instant_camera(struct tes_paint *paint, struct tes_random *random,
                                 const struct tes_finish *finish)
{
    tes_colour case_colour = tes_finish_pale(random);
    tes_colour foot = tes_finish_colour(random);
    tes_colour band = tes_finish_bright(random);
    tes_colour metal = tes_finish_metal(random);
    tes_colour picture = tes_finish_colour(random);
    float lens = tes_random_between(random, 15, 18);
    const struct tes_point body[] = {{18, 12}, {82, 12}, {88, 44}, {90, 74}, {10, 74}, {12, 44}};

    tes_path_box(paint, 24, 60, 52, 32, 2);
    tes_finish_fill(paint, finish, TES_RGB(0xFDFAF4));
    tes_paint_box(paint, AT(30, 70), AT(40, 15), 1, picture);
    tes_finish_begin(paint, ROUNDED(body, 9), tes_colour_shade(case_colour, -0.05F));
    tes_paint_box(paint, AT(0, 58), AT(100, 20), 0, foot);
    tes_paint_box(paint, AT(46, 10), AT(8, 49), 0, band);
    tes_finish_shade(paint, finish, ROUNDED(body, 9), AT(44, 38), AT(48, 36));
    tes_finish_end(paint, finish, ROUNDED(body, 9), tes_colour_shade(case_colour, -0.2F));
    tes_path_box(paint, 66, 18, 14, 10, 3);
    tes_finish_fill(paint, finish, TES_RGB(0xFFF3C4));
    tes_path_ellipse(paint, 24, 25, 4, 4);
    tes_finish_fill(paint, finish, band);
    paint_lens(paint, finish, AT(50, 40), lens, metal);
}

void tes_item_camera(struct tes_paint *paint, struct tes_random *random)
{
    static tes_finish_variant *const CAMERAS[] = {paint_photo_camera, paint_photo_camera,
                                                  paint_instant_camera};
    tes_finish_one_of(paint, random, CAMERAS, 3);
}
