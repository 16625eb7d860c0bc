/* What is worn on the head. No brim comes lower than where raised brows end. */
#include "draw/sprites/people/person.h"

typedef void hat_painter(struct tes_paint *paint, const struct tes_person_look *look);

static tes_colour line_of(const struct tes_person_look *look)
{
    return tes_person_line_colour(look->hat_colour);
}

/* The part of a hat that sits on the skull, down to `rim` in the middle. */
static void paint_dome(struct tes_paint *paint, const struct tes_person_look *look, float top,
                       float rim)
{
    tes_person_shape(paint, look,
                     TES_POINTS({-30, -11}, {-30, -11}, {-28, -24}, {-14, top + 2}, {0, top},
                                {14, top + 2}, {28, -24}, {30, -11}, {30, -11}, {16, rim + 1},
                                {0, rim}, {-16, rim + 1}),
                     look->hat_colour);
}

static void paint_cap(struct tes_paint *paint, const struct tes_person_look *look)
{
    paint_dome(paint, look, -40, -20);
    tes_path_segment(paint, TES_POINT(0, -38.5F), TES_POINT(0, -25));
    tes_path_bend(paint, TES_POINT(-9, -38), TES_POINT(-15, -32), TES_POINT(-15, -23));
    tes_path_bend(paint, TES_POINT(9, -38), TES_POINT(15, -32), TES_POINT(15, -23));
    tes_paint_stroke(paint, 1.4F, false, tes_colour_alpha(line_of(look), 0.6F));
    tes_path_blob(paint, TES_POINTS({-25, -16}, {-25, -16}, {-12, -23}, {0, -24.5F}, {12, -23},
                                    {25, -16}, {25, -16}, {14, -16.5F}, {0, -18}, {-14, -16.5F}));
    tes_paint_fill_stroke(paint, look->hat_trim, look->line,
                          tes_person_line_colour(look->hat_trim));
    tes_paint_circle(paint, 0, -40, 2.4F, look->hat_trim);
}

static void paint_beanie(struct tes_paint *paint, const struct tes_person_look *look)
{
    bool has_bobble = look->hair_volume > 0.45F;
    if (has_bobble) {
        tes_path_ellipse(paint, 0, -40, 6.5F, 6);
        tes_paint_fill_stroke(paint, look->hat_trim, 2.2F, tes_person_line_colour(look->hat_trim));
    }
    paint_dome(paint, look, -40, -22);
    tes_path_blob(paint,
                  TES_POINTS({-31, -10}, {-30, -20}, {-15, -27}, {0, -28.5F}, {15, -27}, {30, -20},
                             {31, -10}, {25, -11}, {12, -18}, {0, -19.5F}, {-12, -18}, {-25, -11}));
    tes_paint_fill_stroke(paint, look->hat_trim, look->line,
                          tes_person_line_colour(look->hat_trim));
    for (int i = -2; i < 3; i++) {
        float at = 9 * (float)i;
        tes_path_segment(paint, TES_POINT(at, -25.5F + at * at * 0.012F),
                         TES_POINT(at * 0.96F, -20.5F + at * at * 0.012F));
    }
    tes_paint_stroke(paint, 1.5F, false,
                     tes_colour_alpha(tes_person_line_colour(look->hat_trim), 0.55F));
}

static void paint_sun_hat_behind(struct tes_paint *paint, const struct tes_person_look *look)
{
    tes_path_ellipse(paint, 0, -17, 42, 13);
    tes_paint_fill_stroke(paint, tes_colour_shade(look->hat_colour, -0.18F), look->line,
                          line_of(look));
}

static void paint_sun_hat(struct tes_paint *paint, const struct tes_person_look *look)
{
    tes_person_shape(paint, look,
                     TES_POINTS({-25, -22}, {-25, -22}, {-23, -36}, {-10, -40}, {10, -40},
                                {23, -36}, {25, -22}, {25, -22}),
                     look->hat_colour);
    tes_path_bend(paint, TES_POINT(-24, -30), TES_POINT(0, -33), TES_POINT(24, -30));
    tes_paint_stroke(paint, 5, false, look->hat_trim);
    tes_person_shape(paint, look,
                     TES_POINTS({-42, -16}, {-36, -23}, {-20, -28}, {0, -29.5F}, {20, -28},
                                {36, -23}, {42, -16}, {32, -14}, {16, -18}, {0, -19.5F}, {-16, -18},
                                {-32, -14}),
                     look->hat_colour);
}

/* A scarf around the face: a ring on the head, and folds on the shoulders. */
static void add_scarf_opening(struct tes_paint *paint, const struct tes_person_look *look)
{
    float jaw = look->jaw;
    tes_path_blob(paint, TES_POINTS({0, -22}, {15, -19}, {23.5F, -8}, {24.5F, 4}, {22.5F * jaw, 15},
                                    {15 * jaw, 25}, {0, 29.5F}, {-15 * jaw, 25}, {-22.5F * jaw, 15},
                                    {-24.5F, 4}, {-23.5F, -8}, {-15, -19}));
}

static void paint_headscarf(struct tes_paint *paint, const struct tes_person_look *look)
{
    static const struct tes_point OUTER[] = {{0, -37},  {18, -33}, {31, -18},  {33, 4},   {30, 24},
                                             {32, 38},  {16, 43},  {0, 41},    {-16, 43}, {-32, 38},
                                             {-30, 24}, {-33, 4},  {-31, -18}, {-18, -33}};
    tes_path_blob(paint, TES_TABLE_ALL(OUTER));
    add_scarf_opening(paint, look);
    tes_paint_fill_odd(paint, look->hat_colour);
    tes_path_blob(paint, TES_TABLE_ALL(OUTER));
    add_scarf_opening(paint, look);
    tes_paint_stroke(paint, look->line, true, line_of(look));
    tes_path_bend(paint, TES_POINT(-24, 24), TES_POINT(-6, 37), TES_POINT(14, 35));
    tes_path_bend(paint, TES_POINT(26, 22), TES_POINT(14, 34), TES_POINT(-2, 39));
    tes_path_bend(paint, TES_POINT(-16, -27), TES_POINT(-27, -16), TES_POINT(-29, 2));
    tes_paint_stroke(paint, 1.8F, false, tes_colour_alpha(line_of(look), 0.6F));
}

static void paint_turban(struct tes_paint *paint, const struct tes_person_look *look)
{
    static const struct tes_point FOLDS[][3] = {{{-31, -12}, {-14, -25}, {4, -36}},
                                                {{31, -12}, {14, -25}, {-4, -36}},
                                                {{-31, -22}, {-18, -32}, {-2, -40}},
                                                {{31, -22}, {18, -32}, {2, -40}}};
    tes_person_shape(paint, look,
                     TES_POINTS({-29, -6}, {-33, -20}, {-24, -36}, {0, -42}, {24, -36}, {33, -20},
                                {29, -6}, {29, -6}, {14, -17}, {0, -23}, {-14, -17}, {-29, -6}),
                     look->hat_colour);
    for (unsigned i = 0; i < TES_TABLE_COUNT(FOLDS); i++)
        tes_path_curve(paint, FOLDS[i], 3);
    tes_paint_stroke(paint, 1.8F, false, tes_colour_alpha(line_of(look), 0.7F));
}

/* A cloth tied around the hair, with its knot above the forehead. */
static void paint_wrap(struct tes_paint *paint, const struct tes_person_look *look)
{
    tes_person_shape(paint, look,
                     TES_POINTS({-29, -4}, {-33, -18}, {-26, -36}, {0, -41}, {26, -36}, {33, -18},
                                {29, -4}, {29, -4}, {17, -17}, {0, -20.5F}, {-17, -17}, {-29, -4}),
                     look->hat_colour);
    tes_path_start(paint, -29, -14);
    tes_path_quad(paint, -16, -26, 0, -29);
    tes_path_quad(paint, 16, -26, 29, -14);
    tes_paint_stroke(paint, 4, false, look->hat_trim);
    tes_person_shapes(paint, look, TES_POINTS({1, -31}, {1, -31}, {8, -43}, {18, -41}, {16, -32}),
                      look->hat_trim);
    tes_path_ellipse(paint, 0, -31, 5, 4.4F);
    tes_paint_fill_stroke(paint, look->hat_trim, 2, tes_person_line_colour(look->hat_trim));
}

static void paint_nightcap(struct tes_paint *paint, const struct tes_person_look *look)
{
    tes_person_shape(paint, look,
                     TES_POINTS({-28, -16}, {-28, -16}, {-20, -34}, {0, -41}, {24, -36}, {37, -20},
                                {41, -2}, {35, -1}, {30, -12}, {24, -18}),
                     look->hat_colour);
    for (unsigned i = 0; i < 5; i++) {
        static const struct tes_point SPOTS[] = {
            {-14, -31}, {2, -34}, {17, -31}, {29, -22}, {36, -10}};
        tes_path_ellipse(paint, SPOTS[i].x, SPOTS[i].y, 2.2F, 2.2F);
    }
    tes_paint_fill(paint, look->hat_trim);
    tes_path_blob(paint,
                  TES_POINTS({-31, -10}, {-29, -20}, {-15, -26}, {0, -27.5F}, {15, -26}, {29, -20},
                             {31, -10}, {25, -11}, {12, -18}, {0, -19.5F}, {-12, -18}, {-25, -11}));
    tes_path_ellipse(paint, 38, 2, 5.5F, 5.5F);
    tes_paint_fill_stroke(paint, TES_RGB(0xFFF9EE), 2, TES_RGB(0xB9AC97));
}

static const struct {
    hat_painter *behind, *front;
} HATS[] = {
    [TES_PERSON_HAT_NONE] = {NULL, NULL},
    [TES_PERSON_HAT_CAP] = {NULL, paint_cap},
    [TES_PERSON_HAT_BEANIE] = {NULL, paint_beanie},
    [TES_PERSON_HAT_SUN] = {paint_sun_hat_behind, paint_sun_hat},
    [TES_PERSON_HAT_HEADSCARF] = {NULL, paint_headscarf},
    [TES_PERSON_HAT_TURBAN] = {NULL, paint_turban},
    [TES_PERSON_HAT_WRAP] = {NULL, paint_wrap},
    [TES_PERSON_HAT_NIGHTCAP] = {NULL, paint_nightcap},
};

void tes_person_hat_behind(struct tes_paint *paint, const struct tes_person_look *look)
{
    if (HATS[look->hat].behind)
        HATS[look->hat].behind(paint, look);
}

void tes_person_hat_front(struct tes_paint *paint, const struct tes_person_look *look)
{
    if (HATS[look->hat].front)
        HATS[look->hat].front(paint, look);
}
