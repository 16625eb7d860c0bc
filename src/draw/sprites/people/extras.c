/*
 * Signs of an emotion besides the face: tears, hearts, steam, a moon. A table says which bit paints
 * what. Those on the face are in the head's units. Those around the head are in the square's, with
 * the origin in its middle, and stay within 50 of it: the picture may be turned.
 */
#include "draw/sprites/people/person.h"

#define WATER      TES_RGB(0x6CC4F5)
#define WATER_LINE TES_RGB(0x2B7DB8)

typedef void extra_painter(struct tes_paint *paint, const struct tes_person_look *look);

static void add_drop(struct tes_paint *paint, float x, float y, float size)
{
    tes_path_start(paint, x, y - 1.9F * size);
    tes_path_cubic(paint, TES_POINT(x + 0.3F * size, y - size),
                   TES_POINT(x + 1.1F * size, y - 0.4F * size),
                   TES_POINT(x + size, y + 0.2F * size));
    tes_path_cubic(paint, TES_POINT(x + size, y + 1.4F * size),
                   TES_POINT(x - size, y + 1.4F * size), TES_POINT(x - size, y + 0.2F * size));
    tes_path_cubic(paint, TES_POINT(x - 1.1F * size, y - 0.4F * size),
                   TES_POINT(x - 0.3F * size, y - size), TES_POINT(x, y - 1.9F * size));
}

static void paint_tears_of_joy(struct tes_paint *paint, const struct tes_person_look *look)
{
    float x = look->eye_gap + 9.5F;
    add_drop(paint, look->turn.x - x, look->turn.y + 8, 3.8F);
    add_drop(paint, look->turn.x + x, look->turn.y + 8, 3.8F);
    tes_paint_fill_stroke(paint, WATER, 1.6F, WATER_LINE);
}

/* Two bands that run from the eyes over the cheeks. */
static void paint_streams(struct tes_paint *paint, const struct tes_person_look *look)
{
    float gap = look->eye_gap, top = look->turn.y + 5;
    TES_EACH_SIDE (side) {
        float x = look->turn.x + side * (gap + 0.5F);
        tes_path_box(paint, x - 3.6F, top, 7.2F, 27 - side, 3.6F);
    }
    tes_paint_fill_stroke(paint, WATER, 1.6F, WATER_LINE);
    TES_EACH_SIDE (side) {
        float x = look->turn.x + side * (gap + 0.5F) - 1;
        tes_path_segment(paint, TES_POINT(x, top + 5), TES_POINT(x, top + 18));
    }
    tes_paint_stroke(paint, 1.8F, false, TES_RGB(0xD8F1FF));
}

static void paint_drops(struct tes_paint *paint, const struct tes_person_look *look)
{
    add_drop(paint, look->turn.x - 30, look->turn.y + 20, 3.6F);
    add_drop(paint, look->turn.x + 31, look->turn.y + 26, 3.6F);
    tes_paint_fill_stroke(paint, WATER, 1.6F, WATER_LINE);
}

static void paint_sweat(struct tes_paint *paint, const struct tes_person_look *look)
{
    float x = 27 * look->light;
    add_drop(paint, x, -6, 4.6F);
    tes_paint_fill_stroke(paint, WATER, 1.7F, WATER_LINE);
    tes_paint_ellipse(paint, x - 1.4F, -4.5F, 1.1F, 1.6F, TES_RGB(0xEAF8FF));
}

static void add_heart(struct tes_paint *paint, float x, float y, float size)
{
    tes_path_start(paint, x, y + 8 * size);
    tes_path_cubic(paint, TES_POINT(x - 11 * size, y), TES_POINT(x - 8.5F * size, y - 8.5F * size),
                   TES_POINT(x, y - 3.5F * size));
    tes_path_cubic(paint, TES_POINT(x + 8.5F * size, y - 8.5F * size), TES_POINT(x + 11 * size, y),
                   TES_POINT(x, y + 8 * size));
}

static void paint_hearts(struct tes_paint *paint, const struct tes_person_look *look)
{
    float flip = look->light;
    add_heart(paint, flip * 33, -29, 0.95F);
    add_heart(paint, flip * -34, -22, 0.7F);
    add_heart(paint, flip * 39, -8, 0.5F);
    tes_paint_fill_stroke(paint, TES_RGB(0xF2476A), 1.8F, TES_RGB(0x9C1230));
}

static void add_puff(struct tes_paint *paint, float side, float wider)
{
    tes_path_ellipse(paint, side * 33, -2, 4 + wider, 4 + wider);
    tes_path_ellipse(paint, side * 38, -6.5F, 4.8F + wider, 4.8F + wider);
    tes_path_ellipse(paint, side * 39.5F, 0.5F, 3.6F + wider, 3.6F + wider);
}

static void paint_steam(struct tes_paint *paint, const struct tes_person_look *look)
{
    (void)look;
    TES_EACH_SIDE (side) {
        add_puff(paint, side, 1.6F);
        tes_paint_fill(paint, TES_RGB(0x8E9BA8));
        add_puff(paint, side, 0);
        tes_paint_fill(paint, TES_RGB(0xFFFFFF));
    }
}

/* Short rays around the head. */
static void paint_burst(struct tes_paint *paint, const struct tes_person_look *look)
{
    (void)look;
    static const float ANGLES[] = {198, 217, 236, 304, 323, 342};
    for (unsigned i = 0; i < TES_TABLE_COUNT(ANGLES); i++) {
        float x = tes_number_cos(ANGLES[i]), y = tes_number_sin(ANGLES[i]);
        tes_path_segment(paint, TES_POINT(x * 39, y * 39 + 2), TES_POINT(x * 45.5F, y * 45.5F + 2));
    }
    tes_paint_stroke(paint, 3.2F, false, TES_RGB(0xF08A1D));
}

#define SPIRAL_X 29
#define SPIRAL_Y (-29)

static void add_spiral(struct tes_paint *paint)
{
    enum { POINTS = 22 };
    struct tes_point points[POINTS];
    for (unsigned i = 0; i < POINTS; i++) {
        float angle = 42 * (float)i, radius = 0.8F + 0.42F * (float)i;
        points[i] = TES_POINT(SPIRAL_X + radius * tes_number_cos(angle),
                              SPIRAL_Y + radius * tes_number_sin(angle));
    }
    tes_path_curve(paint, points, POINTS);
}

static void paint_spiral(struct tes_paint *paint, const struct tes_person_look *look)
{
    (void)look;
    tes_paint_circle(paint, SPIRAL_X, SPIRAL_Y, 11.5F, tes_colour_alpha(TES_RGB(0xFFFFFF), 0.9F));
    add_spiral(paint);
    tes_paint_stroke(paint, 2.3F, false, TES_RGB(0x6B3FA0));
}

static void paint_moon(struct tes_paint *paint, const struct tes_person_look *look)
{
    (void)look;
    tes_path_start(paint, -29, -40);
    tes_path_cubic(paint, TES_POINT(-45, -40), TES_POINT(-45, -18), TES_POINT(-30, -18));
    tes_path_cubic(paint, TES_POINT(-26, -18), TES_POINT(-23, -20), TES_POINT(-22, -23));
    tes_path_cubic(paint, TES_POINT(-34, -21), TES_POINT(-36, -35), TES_POINT(-29, -40));
    tes_paint_fill_stroke(paint, TES_RGB(0xFFD45C), 1.8F, TES_RGB(0xA87412));
    tes_path_ellipse(paint, -24, -33, 2, 2);
    tes_path_ellipse(paint, -40, -13, 1.8F, 1.8F);
    tes_paint_fill_stroke(paint, TES_RGB(0xFFD45C), 1, TES_RGB(0xA87412));
}

/* Of breath, at the nose. */
static void paint_bubble(struct tes_paint *paint, const struct tes_person_look *look)
{
    float x = look->turn.x + 12, y = look->turn.y + 12;
    tes_path_ellipse(paint, x, y, 8.5F, 8);
    tes_paint_fill_stroke(paint, tes_colour_alpha(TES_RGB(0xCBEBFC), 0.85F), 1.7F, WATER_LINE);
    tes_paint_circle(paint, x + 2.6F, y - 2.8F, 2, TES_RGB(0xFFFFFF));
}

static void paint_fumes(struct tes_paint *paint, const struct tes_person_look *look)
{
    (void)look;
    TES_EACH_SIDE (side) {
        for (unsigned i = 0; i < 2; i++) {
            float x = side * (35.5F + 6 * (float)i), y = 14 + 2 * (float)i;
            tes_path_curve(paint,
                           TES_POINTS({x, y}, {x + 2, y - 5}, {x - 2, y - 10}, {x + 2, y - 15}));
        }
        tes_paint_stroke(paint, 2.6F, false, TES_RGB(0x7A9A2E));
    }
}

static void paint_cloud(struct tes_paint *paint, const struct tes_person_look *look)
{
    float x = 26 * look->light;
    for (unsigned layer = 0; layer < 2; layer++) {
        float wider = layer == 0 ? 1.8F : 0;
        tes_path_ellipse(paint, x - 7.5F, -32, 6.5F + wider, 5.5F + wider);
        tes_path_ellipse(paint, x + 0.5F, -34.5F, 7.5F + wider, 7 + wider);
        tes_path_ellipse(paint, x + 8, -32, 6 + wider, 5.2F + wider);
        tes_paint_fill(paint, layer == 0 ? TES_RGB(0x4B5B73) : TES_RGB(0x93A3BA));
    }
    add_drop(paint, x - 7, -21, 2.4F);
    add_drop(paint, x + 1, -19, 2.4F);
    add_drop(paint, x + 8.5F, -21, 2.4F);
    tes_paint_fill_stroke(paint, WATER, 1.2F, WATER_LINE);
}

struct extra {
    unsigned bit;
    extra_painter *paint;
};

static const struct extra ON_FACE[] = {
    {TES_PERSON_STREAMS, paint_streams},
    {TES_PERSON_DROPS, paint_drops},
    {TES_PERSON_TEARS_OF_JOY, paint_tears_of_joy},
    {TES_PERSON_SWEAT, paint_sweat},
    {TES_PERSON_BUBBLE, paint_bubble},
};

static const struct extra AROUND[] = {
    {TES_PERSON_HEARTS, paint_hearts}, {TES_PERSON_STEAM, paint_steam},
    {TES_PERSON_BURST, paint_burst},   {TES_PERSON_SPIRAL, paint_spiral},
    {TES_PERSON_MOON, paint_moon},     {TES_PERSON_FUMES, paint_fumes},
    {TES_PERSON_CLOUD, paint_cloud},
};

void tes_person_extras_on_face(struct tes_paint *paint, const struct tes_person_look *look,
                               unsigned extras)
{
    for (unsigned i = 0; i < TES_TABLE_COUNT(ON_FACE); i++)
        if (extras & ON_FACE[i].bit)
            ON_FACE[i].paint(paint, look);
}

void tes_person_extras_around(struct tes_paint *paint, const struct tes_person_look *look,
                              unsigned extras)
{
    struct tes_matrix before = paint->matrix;
    tes_paint_move(paint, 50, 50);
    for (unsigned i = 0; i < TES_TABLE_COUNT(AROUND); i++)
        if (extras & AROUND[i].bit)
            AROUND[i].paint(paint, look);
    paint->matrix = before;
}
