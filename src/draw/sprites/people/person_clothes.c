/* Shoulders and what they wear. A bust without a lower edge to cut: it is rounded off. */
#include "draw/sprites/people/person.h"

#define HEM_Y 95

enum { SHOULDER_POINTS = 12 };

static void place_shoulders(const struct tes_person_look *look, struct tes_point *points)
{
    static const struct tes_point HALF[] = {{0, 82},     {9, 81},           {21, 82.5F},
                                            {-3.5F, 87}, {0, HEM_Y - 4.5F}, {-5, HEM_Y - 0.6F}};
    /* The last three are told from the shoulders' end. */
    for (unsigned i = 0; i < 6; i++) {
        float x = HALF[i].x + (i < 3 ? 0 : look->shoulders);
        points[i] = TES_POINT(50 + x, HALF[i].y);
        points[(SHOULDER_POINTS - i) % SHOULDER_POINTS] = TES_POINT(50 - x, HALF[i].y);
    }
    points[6] = TES_POINT(50, HEM_Y);
}

static void paint_neck(struct tes_paint *paint, const struct tes_person_look *look)
{
    float half = look->is_female ? 9 : 11.5F;
    tes_paint_box(paint, TES_POINT(50 - half - look->line, 73),
                  TES_POINT(2 * (half + look->line), 16), 6, look->skin_line);
    tes_paint_box(paint, TES_POINT(50 - half, 73), TES_POINT(2 * half, 16), 6, look->neck);
}

static void paint_jumper(struct tes_paint *paint, const struct tes_person_look *look)
{
    tes_person_bow(paint, TES_POINT(37, 81.5F), TES_POINT(63, 81.5F), -7);
    tes_paint_stroke(paint, 4, false, look->top_trim);
}

static void paint_stripes(struct tes_paint *paint, const struct tes_person_look *look)
{
    struct tes_point shoulders[SHOULDER_POINTS];
    place_shoulders(look, shoulders);
    tes_path_blob(paint, shoulders, SHOULDER_POINTS);
    tes_paint_clip(paint);
    for (unsigned i = 0; i < 2; i++) {
        float y = 88 + 5.5F * (float)i;
        tes_path_bend(paint, TES_POINT(10, y + 2), TES_POINT(50, y - 1), TES_POINT(90, y + 2));
    }
    tes_paint_stroke(paint, 2.6F, false, look->top_trim);
    tes_paint_unclip(paint);
}

static void paint_shirt(struct tes_paint *paint, const struct tes_person_look *look)
{
    const struct tes_point leaf[] = {{40, 79},    {40, 79},    {35, 85},    {35, 85}, {43.5F, 91},
                                     {43.5F, 91}, {50, 89.5F}, {50, 89.5F}, {44, 84}};
    struct tes_point other[9];
    tes_path_polygon(paint, TES_POINTS({41, 79}, {59, 79}, {50, 92}));
    tes_paint_fill(paint, look->neck);
    for (unsigned i = 0; i < 9; i++)
        other[i] = TES_POINT(100 - leaf[i].x, leaf[i].y);
    tes_path_blob(paint, leaf, 9);
    tes_path_blob(paint, other, 9);
    tes_paint_fill_stroke(paint, look->top_trim, 1.6F, tes_person_line_colour(look->top));
}

static void paint_neckline(struct tes_paint *paint, const struct tes_person_look *look)
{
    tes_paint_ellipse(paint, 50, 80, 12.5F, 9.5F, look->neck);
    tes_person_bow(paint, TES_POINT(37.5F, 81), TES_POINT(62.5F, 81), -8.5F);
    tes_paint_stroke(paint, 2, false, tes_person_line_colour(look->top));
}

static void paint_hood(struct tes_paint *paint, const struct tes_person_look *look)
{
    tes_person_bow(paint, TES_POINT(31, 79), TES_POINT(69, 79), -9.5F);
    tes_paint_stroke(paint, 7.5F, false, tes_person_line_colour(look->top));
    tes_person_bow(paint, TES_POINT(31, 79), TES_POINT(69, 79), -9.5F);
    tes_paint_stroke(paint, 4.5F, false, tes_colour_shade(look->top, 0.15F));
    tes_path_segment(paint, TES_POINT(45, 90), TES_POINT(44.5F, 94));
    tes_path_segment(paint, TES_POINT(55, 90), TES_POINT(55.5F, 93));
    tes_paint_stroke(paint, 1.8F, false, look->top_trim);
}

static void paint_scarf(struct tes_paint *paint, const struct tes_person_look *look)
{
    tes_colour line = tes_person_line_colour(look->top_trim);
    tes_path_box(paint, 56, 84, 9, 12, 3);
    tes_paint_fill_stroke(paint, look->top_trim, 2, line);
    tes_path_ellipse(paint, 50, 83.5F, 20, 6.5F);
    tes_paint_fill_stroke(paint, look->top_trim, 2, line);
}

static void paint_roll_neck(struct tes_paint *paint, const struct tes_person_look *look)
{
    tes_path_box(paint, 37.5F, 78, 25, 11, 4.5F);
    tes_paint_fill_stroke(paint, tes_colour_shade(look->top, 0.12F), 2,
                          tes_person_line_colour(look->top));
}

typedef void garment_painter(struct tes_paint *paint, const struct tes_person_look *look);

static garment_painter *const GARMENTS[TES_PERSON_GARMENTS] = {
    [TES_PERSON_GARMENT_JUMPER] = paint_jumper,
    [TES_PERSON_GARMENT_STRIPES] = paint_stripes,
    [TES_PERSON_GARMENT_SHIRT] = paint_shirt,
    [TES_PERSON_GARMENT_NECKLINE] = paint_neckline,
    [TES_PERSON_GARMENT_HOOD] = paint_hood,
    [TES_PERSON_GARMENT_SCARF] = paint_scarf,
    [TES_PERSON_GARMENT_ROLL_NECK] = paint_roll_neck,
};

void tes_person_clothes(struct tes_paint *paint, const struct tes_person_look *look)
{
    struct tes_point shoulders[SHOULDER_POINTS];
    place_shoulders(look, shoulders);
    paint_neck(paint, look);
    tes_person_shape(paint, look, shoulders, SHOULDER_POINTS, look->top);
    GARMENTS[look->garment](paint, look);
}
