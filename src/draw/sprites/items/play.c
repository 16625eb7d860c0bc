/* Things to play with: balls and kites. */
#include "draw/sprites/items/items.h"

/* ------------------------------------------------------------------ ball */

/* What a ball shows, painted inside of its circle. */
typedef void ball_cover(struct tes_paint *paint, struct tes_random *random, tes_colour line);

static void paint_ball(struct tes_paint *paint, struct tes_random *random, tes_colour colour,
                       ball_cover *cover)
{
    float turn = tes_random_between(random, 0, 360);
    float radius = tes_random_between(random, 37, 42);
    struct tes_matrix before = paint->matrix;
    struct tes_shape ball = TES_SHAPE_OVAL(50, 50, radius, radius);
    tes_outline_begin(paint, ball, colour);
    tes_paint_turn(paint, 50, 50, turn);
    cover(paint, random, tes_style_edge(paint, colour));
    paint->matrix = before;
    tes_light_shade(paint, ball, TES_POINT(44, 43), TES_POINT(radius, radius));
    tes_light_gloss(paint, TES_POINT(50, 50), TES_POINT(radius - 9, radius - 9), 200, 245);
    tes_outline_end(paint, ball, colour);
}

/* A wedge from the pole to the rim, its sides bent as on a sphere. */
static void paint_wedge(struct tes_paint *paint, struct tes_point pole, float from, float to,
                        tes_colour colour)
{
    float bend = 14;
    tes_path_start(paint, pole.x, pole.y);
    tes_path_quad(paint, 50 + 30 * tes_number_cos(from + bend),
                  50 + 30 * tes_number_sin(from + bend), 50 + 46 * tes_number_cos(from),
                  50 + 46 * tes_number_sin(from));
    tes_path_line(paint, 50 + 60 * tes_number_cos((from + to) / 2),
                  50 + 60 * tes_number_sin((from + to) / 2));
    tes_path_line(paint, 50 + 46 * tes_number_cos(to), 50 + 46 * tes_number_sin(to));
    tes_path_quad(paint, 50 + 30 * tes_number_cos(to + bend), 50 + 30 * tes_number_sin(to + bend),
                  pole.x, pole.y);
    tes_paint_fill(paint, colour);
}

static void cover_beach(struct tes_paint *paint, struct tes_random *random, tes_colour line)
{
    float away = tes_random_between(random, 8, 18);
    tes_colour first = tes_palette_bright(random);
    tes_colour second = tes_palette_any(random);
    struct tes_point pole = {50, 50 - away};
    for (unsigned i = 0; i < 3; i++)
        paint_wedge(paint, pole, 120 * (float)i, 120 * (float)i + 60, i == 1 ? second : first);
    tes_paint_circle(paint, pole.x, pole.y, 6, line);
    tes_paint_circle(paint, pole.x, pole.y, 4, first);
}

static void paint_beach_ball(struct tes_paint *paint, struct tes_random *random)
{
    tes_colour colour = tes_palette_pale(random);
    paint_ball(paint, random, tes_colour_shade(colour, -0.02F), cover_beach);
}

static void path_patch(struct tes_paint *paint, struct tes_point centre, float radius, float turn)
{
    struct tes_point corners[5];
    for (unsigned i = 0; i < 5; i++) {
        float angle = turn + 72 * (float)i;
        corners[i] = TES_POINT(centre.x + radius * tes_number_cos(angle),
                               centre.y + radius * tes_number_sin(angle));
    }
    tes_path_polygon(paint, corners, 5);
}

/* Five-cornered patches: one in the middle, five at the rim. */
static void cover_patches(struct tes_paint *paint, struct tes_random *random, tes_colour line)
{
    float size = tes_random_between(random, 12, 15);
    tes_colour patch = tes_colour_shade(tes_palette_any(random), -0.35F);
    for (unsigned i = 0; i < 5; i++) {
        float angle = (float)i * 72;
        float x = tes_number_cos(angle), y = tes_number_sin(angle);
        tes_path_segment(paint, TES_POINT(50 + size * x, 50 + size * y),
                         TES_POINT(50 + 30 * x, 50 + 30 * y));
    }
    tes_paint_stroke(paint, 2.6F, false, line);
    path_patch(paint, TES_POINT(50, 50), size, 0);
    for (unsigned i = 0; i < 5; i++) {
        float angle = (float)i * 72;
        path_patch(paint,
                   TES_POINT(50 + 39 * tes_number_cos(angle), 50 + 39 * tes_number_sin(angle)),
                   size * 0.9F, angle + 180);
    }
    tes_paint_fill(paint, patch);
}

static void paint_football(struct tes_paint *paint, struct tes_random *random)
{
    tes_colour leather = tes_palette_pale(random);
    paint_ball(paint, random, tes_colour_shade(leather, -0.02F), cover_patches);
}

static void cover_seams(struct tes_paint *paint, struct tes_random *random, tes_colour line)
{
    float reach = tes_random_between(random, 20, 26);
    tes_path_bend(paint, TES_POINT(50, 5), TES_POINT(46, 50), TES_POINT(50, 95));
    tes_path_bend(paint, TES_POINT(5, 50), TES_POINT(50, 46), TES_POINT(95, 50));
    tes_path_arc(paint, TES_POINT(6, 50), reach, 33, -80, 80);
    tes_path_arc(paint, TES_POINT(94, 50), reach, 33, 100, 260);
    tes_paint_stroke(paint, 2.8F, false, line);
}

static void paint_basketball(struct tes_paint *paint, struct tes_random *random)
{
    paint_ball(paint, random,
               TES_PALETTE_ONE(random, 0xE98A3E, 0xD9743A, 0xC97B4C, 0xE6A25C, 0xB8663C),
               cover_seams);
}

static void cover_tennis(struct tes_paint *paint, struct tes_random *random, tes_colour line)
{
    float near = tes_random_between(random, 0, 8);
    tes_colour white = TES_RGB(0xFBFBEF);
    for (unsigned pass = 0; pass < 2; pass++) {
        tes_path_arc(paint, TES_POINT(6 + near, 50), 28, 32, -90, 90);
        tes_path_arc(paint, TES_POINT(94 - near, 50), 28, 32, 90, 270);
        tes_paint_stroke(paint, pass == 0 ? 8.5F : 5, false,
                         pass == 0 ? tes_colour_alpha(line, 0.45F) : white);
    }
}

static void paint_tennis_ball(struct tes_paint *paint, struct tes_random *random)
{
    paint_ball(paint, random, TES_PALETTE_ONE(random, 0xC5DB4C, 0xD8E05A, 0xAFD05A), cover_tennis);
}

/* A toy's: a band between two lines, or dots all over. */
static void cover_toy(struct tes_paint *paint, struct tes_random *random, tes_colour line)
{
    tes_colour band = tes_palette_pale(random);
    tes_colour heart = tes_palette_bright(random);
    float half = tes_random_between(random, 11, 16);
    (void)line;
    tes_path_start(paint, 4, 50 - half);
    tes_path_quad(paint, 50, 50 - half * 0.2F, 96, 50 - half);
    tes_path_line(paint, 96, 50 + half);
    tes_path_quad(paint, 50, 50 + half * 1.8F, 4, 50 + half);
    tes_paint_fill(paint, band);
    for (unsigned i = 0; i < 5; i++) {
        float x = 16 + (float)i * 17;
        tes_path_ellipse(paint, x, 50 + half * 0.4F - (x - 50) * (x - 50) * 0.004F, 5, 5);
    }
    tes_paint_fill(paint, heart);
}

static void paint_toy_ball(struct tes_paint *paint, struct tes_random *random)
{
    paint_ball(paint, random, tes_palette_any(random), cover_toy);
}

TES_ITEM_ONE_OF(tes_item_ball, paint_beach_ball, paint_beach_ball, paint_football, paint_basketball,
                paint_tennis_ball, paint_toy_ball)

/* ------------------------------------------------------------------ kite */

static void paint_ribbon(struct tes_paint *paint, struct tes_point at, float turn,
                         tes_colour colour)
{
    struct tes_shape ribbon =
        TES_SHAPE_CORNERED(1, {at.x - 7, at.y - 4}, {at.x, at.y - 1}, {at.x + 7, at.y - 4},
                           {at.x + 7, at.y + 4}, {at.x, at.y + 1}, {at.x - 7, at.y + 4});
    struct tes_matrix before = paint->matrix;
    tes_paint_turn(paint, at.x, at.y, turn);
    tes_shape_path(paint, ribbon);
    tes_paint_fill_stroke(paint, colour, 2, tes_style_edge(paint, colour));
    paint->matrix = before;
}

/* From the kite's foot down to the ground, with ribbons. */
static void paint_tail(struct tes_paint *paint, struct tes_random *random, struct tes_point from,
                       tes_colour line)
{
    float swing = tes_random_between(random, 8, 14);
    tes_colour first = tes_palette_bright(random);
    tes_colour second = tes_palette_bright(random);
    const struct tes_point tail[] = {from,
                                     {from.x + swing, from.y + 9},
                                     {from.x - swing * 0.2F, from.y + 18},
                                     {from.x - swing * 1.5F, from.y + 21},
                                     {from.x - swing * 2, from.y + 29}};
    tes_path_curve(paint, tail, 5);
    tes_paint_stroke(paint, 2.6F, false, line);
    paint_ribbon(paint, tail[1], 10, first);
    paint_ribbon(paint, tail[3], -60, second);
}

struct kite {
    float left, right, middle, bottom;
    tes_colour colours[2];
    bool is_quartered;
};

static void paint_diamond(struct tes_paint *paint, struct tes_random *random,
                          const struct kite *kite)
{
    struct tes_shape sail = TES_SHAPE_CORNERED(3, {50, 6}, {kite->right, kite->middle},
                                               {50, kite->bottom}, {kite->left, kite->middle});
    tes_colour edge = tes_style_edge(paint, kite->colours[0]);
    tes_outline_begin(paint, sail, kite->colours[0]);
    if (kite->is_quartered) {
        tes_paint_box(paint, TES_POINT(50, 0), TES_POINT(50, kite->middle), 0, kite->colours[1]);
        tes_paint_box(paint, TES_POINT(0, kite->middle), TES_POINT(50, 60), 0, kite->colours[1]);
    } else {
        tes_pattern_cover(paint, random, sail, kite->colours[1]);
    }
    tes_light_shade(paint, sail, TES_POINT(42, 26), TES_POINT(34, 40));
    tes_paint_line(paint, TES_POINT(50, 6), TES_POINT(50, kite->bottom), 2.5F, edge);
    tes_paint_line(paint, TES_POINT(kite->left, kite->middle), TES_POINT(kite->right, kite->middle),
                   2.5F, edge);
    tes_outline_end(paint, sail, kite->colours[0]);
}

static void paint_diamond_kite(struct tes_paint *paint, struct tes_random *random)
{
    float turn = tes_random_between(random, 8, 30);
    struct kite kite;
    kite.left = tes_random_between(random, 13, 20);
    kite.right = 100 - kite.left;
    kite.middle = tes_random_between(random, 28, 36);
    kite.bottom = tes_random_between(random, 68, 74);
    kite.colours[0] = tes_palette_any(random);
    kite.colours[1] = tes_palette_against(random, kite.colours[0]);
    kite.is_quartered = !tes_random_chance(random, 3);
    tes_paint_turn(paint, 50, 50, turn);
    paint_tail(paint, random, TES_POINT(50, kite.bottom), tes_style_edge(paint, kite.colours[0]));
    paint_diamond(paint, random, &kite);
}

/* A wide wing, with a keel and two streamers. */
static void paint_delta_kite(struct tes_paint *paint, struct tes_random *random)
{
    float tip = tes_random_between(random, 50, 58);
    float keel = tes_random_between(random, 56, 62);
    tes_colour first = tes_palette_any(random);
    tes_colour second = tes_palette_against(random, first);
    tes_colour streamer = tes_palette_bright(random);
    struct tes_shape wing = TES_SHAPE_CORNERED(3, {50, 10}, {94, tip}, {66, tip - 4}, {50, keel},
                                               {34, tip - 4}, {6, tip});
    struct tes_shape inner = TES_SHAPE_CORNERED(0, {50, 10}, {68, tip}, {50, keel}, {32, tip});
    TES_EACH_SIDE (side)
        tes_outline_cord(paint,
                         TES_SHAPE_BLOB({50 + side * 8, 52}, {50 + side * 15, 66},
                                        {50 + side * 9, 78}, {50 + side * 17, 91}),
                         6, streamer);
    tes_outline_begin(paint, wing, first);
    tes_shape_fill(paint, inner, second);
    tes_light_shade(paint, wing, TES_POINT(40, 24), TES_POINT(42, 32));
    tes_paint_line(paint, TES_POINT(50, 10), TES_POINT(50, keel), 2.5F,
                   tes_style_edge(paint, first));
    tes_outline_end(paint, wing, first);
}

TES_ITEM_ONE_OF(tes_item_kite, paint_diamond_kite, paint_diamond_kite, paint_delta_kite)
