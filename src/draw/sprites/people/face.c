/* A face on a head: wrinkles, freckles and blush, nose, and then mouth and eyes. */
#include "draw/sprites/people/person.h"

#define MOUTH_Y 17.5F

static void paint_blush(struct tes_paint *paint, const struct tes_person_look *look,
                        const struct tes_person_expression *expression)
{
    float blush = expression->blush;
    if (blush <= 0)
        return;
    float alpha = blush * 0.5F > 0.75F ? 0.75F : blush * 0.5F;
    float width = blush > 1 ? 8.5F : 6.5F, height = blush > 1 ? 6 : 4.4F;
    tes_colour colour = tes_colour_alpha(look->blush, alpha);
    tes_colour line = tes_colour_mix(look->blush, TES_RGB(0x8C1030), 0.6F);
    TES_EACH_SIDE (side) {
        tes_paint_ellipse(paint, side * 16.5F, 10, width, height, colour);
        if (!(expression->extras & TES_PERSON_BLUSH_LINES))
            continue;
        for (int i = -1; i < 2; i++) {
            float x = side * 17 + 3.4F * (float)i;
            tes_path_segment(paint, TES_POINT(x + 1, 7.6F), TES_POINT(x - 1, 12.4F));
        }
        tes_paint_stroke(paint, 1.5F, false, line);
    }
}

static void paint_freckles(struct tes_paint *paint, const struct tes_person_look *look)
{
    static const struct tes_point FRECKLES[] = {{-18, 8}, {-15, 10.5F}, {-12, 8.5F}, {-9, 11},
                                                {18, 8},  {15, 10.5F},  {12, 8.5F},  {9, 11}};
    if (!look->has_freckles)
        return;
    for (unsigned i = 0; i < sizeof FRECKLES / sizeof FRECKLES[0]; i++)
        tes_path_ellipse(paint, FRECKLES[i].x, FRECKLES[i].y, 0.95F, 0.95F);
    tes_paint_fill(paint, tes_colour_alpha(look->skin_line, 0.6F));
}

/* Wrinkles: beside the nose, later also around the eyes and on the forehead. */
static void paint_age(struct tes_paint *paint, const struct tes_person_look *look)
{
    if (look->age == TES_PERSON_YOUNG)
        return;
    TES_EACH_SIDE (side) {
        tes_path_bend(paint, TES_POINT(side * 8.5F, 11), TES_POINT(side * 13, 13),
                      TES_POINT(side * 14.5F, 18));
        if (look->age == TES_PERSON_OLD) {
            tes_path_bend(paint, TES_POINT(side * 8, 9.2F), TES_POINT(side * 12, 11),
                          TES_POINT(side * 16, 8.8F));
            tes_path_segment(paint, TES_POINT(side * 20.5F, 1.5F), TES_POINT(side * 23.5F, 0));
            tes_path_segment(paint, TES_POINT(side * 20.5F, 4), TES_POINT(side * 23.5F, 5));
        }
    }
    tes_paint_stroke(paint, 1.2F, false, tes_colour_alpha(look->skin_line, 0.55F));
}

/* Between the brows, or on the nose. */
static void paint_wrinkles(struct tes_paint *paint, const struct tes_person_look *look,
                           unsigned extras)
{
    if (extras & TES_PERSON_FROWN_LINES)
        TES_EACH_SIDE (side)
            tes_path_segment(paint, TES_POINT(side * 1.9F, -12), TES_POINT(side * 1.4F, -7.5F));
    if (extras & TES_PERSON_NOSE_WRINKLES)
        for (unsigned i = 0; i < 3; i++) {
            float y = -2.5F + 3 * (float)i;
            tes_path_bend(paint, TES_POINT(-3.6F, y + 1), TES_POINT(0, y - 1.6F),
                          TES_POINT(3.6F, y + 1));
        }
    tes_paint_stroke(paint, 1.6F, false, look->skin_line);
}

typedef void nose_path(struct tes_paint *paint, float x, float size, float side);

static void add_small_nose(struct tes_paint *paint, float x, float size, float side)
{
    (void)side;
    tes_path_bend(paint, TES_POINT(x - 3.2F * size, 8.6F), TES_POINT(x, 12),
                  TES_POINT(x + 3.2F * size, 8.6F));
}

/* With its bridge, seen a little from the side. */
static void add_long_nose(struct tes_paint *paint, float x, float size, float side)
{
    tes_path_start(paint, x + side * 0.6F, 2.5F);
    tes_path_quad(paint, x + side * 5.5F * size, 9.5F, x + side * 2.8F * size, 10.3F);
    tes_path_quad(paint, x, 11, x - side * 1.8F * size, 9.8F);
}

static void add_broad_nose(struct tes_paint *paint, float x, float size, float side)
{
    (void)side;
    tes_path_start(paint, x - 4.6F * size, 7.6F);
    tes_path_quad(paint, x - 4.8F * size, 10.4F, x - 1.8F * size, 10);
    tes_path_quad(paint, x, 11.6F, x + 1.8F * size, 10);
    tes_path_quad(paint, x + 4.8F * size, 10.4F, x + 4.6F * size, 7.6F);
}

static void paint_nose(struct tes_paint *paint, const struct tes_person_look *look)
{
    static nose_path *const NOSES[TES_PERSON_NOSES] = {
        [TES_PERSON_NOSE_SMALL] = add_small_nose,
        [TES_PERSON_NOSE_LONG] = add_long_nose,
        [TES_PERSON_NOSE_BROAD] = add_broad_nose,
    };
    NOSES[look->nose](paint, look->turn.x * 0.55F, look->nose_size, look->turn.x < 0 ? -1 : 1);
    tes_paint_stroke(paint, 2.1F, false, look->skin_line);
}

void tes_person_face(struct tes_paint *paint, const struct tes_person_look *look,
                     const struct tes_person_expression *expression)
{
    struct tes_matrix face = paint->matrix;
    paint_blush(paint, look, expression);
    paint_freckles(paint, look);
    paint_age(paint, look);
    paint_wrinkles(paint, look, expression->extras);
    paint_nose(paint, look);
    tes_paint_move(paint, 0, MOUTH_Y);
    tes_person_mouth(paint, look, &expression->mouth);
    paint->matrix = face;
    tes_person_eyes(paint, look, expression);
}
