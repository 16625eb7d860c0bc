/*
 * Signs of an emotion besides the face: tears, hearts, steam, a moon. A table says which bit paints
 * what. They stand where hair and hats leave room, or are light enough to be seen on them.
 */
#include "draw/sprites/person.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define WATER      TES_RGB(0x6CC4F5)
#define WATER_LINE TES_RGB(0x2B7DB8)

typedef void extra_painter(struct tes_paint *paint, const struct person_look *look);

static void add_drop(struct tes_paint *paint, float x, float y, float size)
{
    tes_path_start(paint, x, y - 1.9F * size);
    tes_path_cubic(paint, (struct tes_point){x + 0.3F * size, y - size},
                   (struct tes_point){x + 1.1F * size, y - 0.4F * size},
                   (struct tes_point){x + size, y + 0.2F * size});
    tes_path_cubic(paint, (struct tes_point){x + size, y + 1.4F * size},
                   (struct tes_point){x - size, y + 1.4F * size},
                   (struct tes_point){x - size, y + 0.2F * size});
    tes_path_cubic(paint, (struct tes_point){x - 1.1F * size, y - 0.4F * size},
                   (struct tes_point){x - 0.3F * size, y - size},
                   (struct tes_point){x, y - 1.9F * size});
}

static void paint_tears_of_joy(struct tes_paint *paint, const struct person_look *look)
{
    float x = look->eye_gap + 9.5F;
    add_drop(paint, look->turn.x - x, look->turn.y + 8, 3.8F);
    add_drop(paint, look->turn.x + x, look->turn.y + 8, 3.8F);
    tes_paint_fill_stroke(paint, WATER, 1.6F, WATER_LINE);
}

/* Two bands that run from the eyes over the cheeks. */
static void paint_streams(struct tes_paint *paint, const struct person_look *look)
{
    float gap = look->eye_gap, top = look->turn.y + 5;
    for (float side = -1; side < 2; side += 2) {
        float x = look->turn.x + side * (gap + 0.5F);
        tes_path_box(paint, x - 3.6F, top, 7.2F, 27 - side, 3.6F);
    }
    tes_paint_fill_stroke(paint, WATER, 1.6F, WATER_LINE);
    for (float side = -1; side < 2; side += 2) {
        float x = look->turn.x + side * (gap + 0.5F) - 1;
        tes_path_start(paint, x, top + 5);
        tes_path_line(paint, x, top + 18);
    }
    tes_paint_stroke(paint, 1.8F, false, TES_RGB(0xD8F1FF));
}

static void paint_drops(struct tes_paint *paint, const struct person_look *look)
{
    add_drop(paint, look->turn.x - 30, look->turn.y + 20, 3.6F);
    add_drop(paint, look->turn.x + 31, look->turn.y + 26, 3.6F);
    tes_paint_fill_stroke(paint, WATER, 1.6F, WATER_LINE);
}

static void paint_sweat(struct tes_paint *paint, const struct person_look *look)
{
    float x = 27 * look->light;
    add_drop(paint, x, -6, 4.6F);
    tes_paint_fill_stroke(paint, WATER, 1.7F, WATER_LINE);
    tes_path_ellipse(paint, x - 1.4F, -4.5F, 1.1F, 1.6F);
    tes_paint_fill(paint, TES_RGB(0xEAF8FF));
}

static void add_heart(struct tes_paint *paint, float x, float y, float size)
{
    tes_path_start(paint, x, y + 8 * size);
    tes_path_cubic(paint, (struct tes_point){x - 11 * size, y},
                   (struct tes_point){x - 8.5F * size, y - 8.5F * size},
                   (struct tes_point){x, y - 3.5F * size});
    tes_path_cubic(paint, (struct tes_point){x + 8.5F * size, y - 8.5F * size},
                   (struct tes_point){x + 11 * size, y}, (struct tes_point){x, y + 8 * size});
}

static void paint_hearts(struct tes_paint *paint, const struct person_look *look)
{
    float flip = look->light;
    add_heart(paint, flip * 35, -30, 1);
    add_heart(paint, flip * -36, -24, 0.7F);
    add_heart(paint, flip * 38, -8, 0.55F);
    tes_paint_fill_stroke(paint, TES_RGB(0xF2476A), 1.8F, TES_RGB(0x9C1230));
}

static void paint_steam(struct tes_paint *paint, const struct person_look *look)
{
    (void)look;
    for (unsigned layer = 0; layer < 2; layer++) {
        for (float side = -1; side < 2; side += 2) {
            tes_path_ellipse(paint, side * 35, -5, 4, 4);
            tes_path_ellipse(paint, side * 40, -9, 4.6F, 4.6F);
            tes_path_ellipse(paint, side * 41, -2, 3.6F, 3.6F);
        }
        if (layer == 0)
            tes_paint_stroke(paint, 3.2F, true, TES_RGB(0x8E9BA8));
        else
            tes_paint_fill(paint, TES_RGB(0xFFFFFF));
    }
}

/* Short rays around the head. */
static void paint_burst(struct tes_paint *paint, const struct person_look *look)
{
    (void)look;
    static const float ANGLES[] = {198, 217, 236, 304, 323, 342};
    for (unsigned i = 0; i < COUNT(ANGLES); i++) {
        float x = tes_cos(ANGLES[i]), y = tes_sin(ANGLES[i]);
        tes_path_start(paint, x * 39, y * 39);
        tes_path_line(paint, x * 46, y * 46);
    }
    tes_paint_stroke(paint, 3.2F, false, TES_RGB(0xF08A1D));
}

static void add_spiral(struct tes_paint *paint)
{
    enum { POINTS = 22 };
    struct tes_point points[POINTS];
    for (unsigned i = 0; i < POINTS; i++) {
        float angle = 42 * (float)i, radius = 0.8F + 0.42F * (float)i;
        points[i] = (struct tes_point){33 + radius * tes_cos(angle), -32 + radius * tes_sin(angle)};
    }
    tes_path_curve(paint, points, POINTS);
}

static void paint_spiral(struct tes_paint *paint, const struct person_look *look)
{
    (void)look;
    tes_paint_circle(paint, 33, -32, 11, tes_colour_alpha(TES_RGB(0xFFFFFF), 0.85F));
    add_spiral(paint);
    tes_paint_stroke(paint, 2.3F, false, TES_RGB(0x6B3FA0));
}

static void paint_moon(struct tes_paint *paint, const struct person_look *look)
{
    (void)look;
    tes_path_start(paint, -33, -42);
    tes_path_cubic(paint, (struct tes_point){-48, -42}, (struct tes_point){-48, -22},
                   (struct tes_point){-34, -22});
    tes_path_cubic(paint, (struct tes_point){-30, -22}, (struct tes_point){-28, -24},
                   (struct tes_point){-27, -26});
    tes_path_cubic(paint, (struct tes_point){-38, -25}, (struct tes_point){-40, -37},
                   (struct tes_point){-33, -42});
    tes_paint_fill_stroke(paint, TES_RGB(0xFFD45C), 1.8F, TES_RGB(0xA87412));
    tes_path_ellipse(paint, -25, -39, 1.8F, 1.8F);
    tes_path_ellipse(paint, -40, -14, 1.6F, 1.6F);
    tes_paint_fill(paint, TES_RGB(0xF2B632));
}

/* Of breath, at the nose. */
static void paint_bubble(struct tes_paint *paint, const struct person_look *look)
{
    float x = look->turn.x + 12, y = look->turn.y + 12;
    tes_path_ellipse(paint, x, y, 8.5F, 8);
    tes_paint_fill_stroke(paint, tes_colour_alpha(TES_RGB(0xCBEBFC), 0.85F), 1.7F, WATER_LINE);
    tes_paint_circle(paint, x + 2.6F, y - 2.8F, 2, TES_RGB(0xFFFFFF));
}

static void paint_fumes(struct tes_paint *paint, const struct person_look *look)
{
    (void)look;
    for (float side = -1; side < 2; side += 2)
        for (unsigned i = 0; i < 2; i++) {
            float x = side * (36 + 6.5F * (float)i), y = 16 + 3 * (float)i;
            const struct tes_point wisp[] = {
                {x, y}, {x + 2, y - 5}, {x - 2, y - 10}, {x + 2, y - 15}};
            tes_path_curve(paint, wisp, COUNT(wisp));
        }
    tes_paint_stroke(paint, 2.6F, false, TES_RGB(0x7A9A2E));
}

static void paint_cloud(struct tes_paint *paint, const struct person_look *look)
{
    float x = 30 * look->light;
    for (unsigned layer = 0; layer < 2; layer++) {
        tes_path_ellipse(paint, x - 7, -35, 6.5F, 5.5F);
        tes_path_ellipse(paint, x + 1, -38, 7.5F, 7);
        tes_path_ellipse(paint, x + 9, -35, 6, 5.2F);
        if (layer == 0)
            tes_paint_stroke(paint, 3.4F, true, TES_RGB(0x4B5B73));
        else
            tes_paint_fill(paint, TES_RGB(0x8C9CB3));
    }
    add_drop(paint, x - 7, -24.5F, 2.2F);
    add_drop(paint, x + 1, -22.5F, 2.2F);
    add_drop(paint, x + 9, -24.5F, 2.2F);
    tes_paint_fill_stroke(paint, WATER, 1.2F, WATER_LINE);
}

static const struct {
    unsigned extra;
    extra_painter *paint;
} EXTRAS[] = {
    {PERSON_STREAMS, paint_streams},
    {PERSON_DROPS, paint_drops},
    {PERSON_TEARS_OF_JOY, paint_tears_of_joy},
    {PERSON_SWEAT, paint_sweat},
    {PERSON_HEARTS, paint_hearts},
    {PERSON_STEAM, paint_steam},
    {PERSON_BURST, paint_burst},
    {PERSON_SPIRAL, paint_spiral},
    {PERSON_MOON, paint_moon},
    {PERSON_BUBBLE, paint_bubble},
    {PERSON_FUMES, paint_fumes},
    {PERSON_CLOUD, paint_cloud},
};

void tes_person_extras(struct tes_paint *paint, const struct person_look *look,
                       const struct person_expression *expression)
{
    for (unsigned i = 0; i < COUNT(EXTRAS); i++)
        if (expression->extras & EXTRAS[i].extra)
            EXTRAS[i].paint(paint, look);
}
