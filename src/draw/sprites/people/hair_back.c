/* Hair behind the shoulders and beside the neck, and the curls that it is made of. */
#include "draw/sprites/people/person.h"

/* -------------------------------------------------------------- clusters */

static void add_curls(struct tes_paint *paint, const struct tes_person_curl *curls, unsigned count,
                      float wider)
{
    for (unsigned i = 0; i < count; i++) {
        float radius = curls[i].radius + wider;
        tes_path_ellipse(paint, curls[i].x, curls[i].y, radius, radius);
    }
}

/* Curls that grow together: the outline is painted first, so that none is left between them. */
void tes_person_hair_curls(struct tes_paint *paint, const struct tes_person_look *look,
                           const struct tes_person_curl *curls, unsigned count)
{
    add_curls(paint, curls, count, look->line - 0.3F);
    tes_paint_fill(paint, look->hair_line);
    add_curls(paint, curls, count, 0);
    tes_paint_fill(paint, look->hair);
}

void tes_person_hair_place(struct tes_person_curl *curls, unsigned count, struct tes_point radii,
                           float y, struct tes_point degrees, float radius)
{
    for (unsigned i = 0; i < count; i++) {
        float angle = degrees.x + (degrees.y - degrees.x) * (float)i / (float)(count - 1);
        float uneven = i % 2 == 0 ? 0.5F : -0.5F;
        curls[i] = (struct tes_person_curl){radii.x * tes_number_cos(angle),
                                            y + radii.y * tes_number_sin(angle), radius + uneven};
    }
}

/* -------------------------------------------------------- behind, beside */

void tes_person_hair_bob(struct tes_paint *paint, const struct tes_person_look *look)
{
    float end = 18 + 10 * look->hair_length;
    tes_person_shape(paint, look,
                     TES_POINTS({-26, -26}, {-34, -4}, {-35, end - 8}, {-28, end + 1}, {0, end},
                                {28, end + 1}, {35, end - 8}, {34, -4}, {26, -26}, {0, -34}),
                     look->hair);
}

/* Two falls of hair, left and right of the neck. */
void tes_person_hair_long(struct tes_paint *paint, const struct tes_person_look *look)
{
    float end = 33 + 9 * look->hair_length, wide = 33 + 2 * look->hair_volume;
    tes_person_shape(paint, look,
                     TES_POINTS({-25, -27}, {-wide, -6}, {-wide, 14}, {-wide - 1, end - 6},
                                {-wide + 6, end}, {-wide + 14, end - 3}, {-16, 22}, {16, 22},
                                {wide - 14, end - 3}, {wide - 6, end}, {wide + 1, end - 6},
                                {wide, 14}, {wide, -6}, {25, -27}, {0, -34}),
                     look->hair);
    TES_EACH_SIDE (side) {
        tes_path_bend(paint, TES_POINT(side * (wide - 3.5F), 6), TES_POINT(side * (wide - 4), 20),
                      TES_POINT(side * (wide - 6.5F), end - 7));
        tes_paint_stroke(paint, 1.5F, false, tes_colour_alpha(look->hair_line, 0.6F));
    }
}

void tes_person_hair_wavy(struct tes_paint *paint, const struct tes_person_look *look)
{
    float end = 32 + 9 * look->hair_length, wide = 33 + 2 * look->hair_volume;
    tes_person_shape(paint, look,
                     TES_POINTS({-24, -28}, {-wide, -12}, {-wide + 1, -2}, {-wide - 3, 9},
                                {-wide + 1, 20}, {-wide - 3, 29}, {-wide + 6, end},
                                {-wide + 12, 27}, {-16, 22}, {16, 22}, {wide - 12, 27},
                                {wide - 6, end}, {wide + 3, 29}, {wide - 1, 20}, {wide + 3, 9},
                                {wide - 1, -2}, {wide, -12}, {24, -28}, {0, -34}),
                     look->hair);
}

void tes_person_hair_curly_long(struct tes_paint *paint, const struct tes_person_look *look)
{
    enum { CURLS = 5 };
    struct tes_person_curl curls[CURLS];
    TES_EACH_SIDE (side) {
        for (unsigned i = 0; i < CURLS; i++) {
            float y = -12 + (9.5F + 1.5F * look->hair_length) * (float)i;
            curls[i] = (struct tes_person_curl){side * (30 + (i % 2 == 0 ? 0 : 2.5F)), y, 8.5F};
        }
        tes_person_hair_curls(paint, look, curls, CURLS);
    }
}

void tes_person_hair_afro(struct tes_paint *paint, const struct tes_person_look *look)
{
    struct tes_person_curl curls[15];
    float wide = 27 + 4 * look->hair_volume;
    tes_person_hair_place(curls, 14, TES_POINT(wide, wide - 2), -10, TES_POINT(150, 390), 9.5F);
    curls[14] = (struct tes_person_curl){0, -10, wide + 4};
    tes_person_hair_curls(paint, look, curls, 15);
    tes_path_arc(paint, TES_POINT(0, -10), wide + 3, wide + 1, look->light < 0 ? 205 : 290,
                 look->light < 0 ? 250 : 335);
    tes_paint_stroke(paint, 3.5F, false, look->hair_shine);
}

void tes_person_hair_puffs(struct tes_paint *paint, const struct tes_person_look *look)
{
    enum { CURLS = 7 };
    struct tes_person_curl curls[CURLS];
    for (int sign = -1; sign < 2; sign += 2) {
        for (unsigned i = 0; i < CURLS; i++) {
            float angle = 60 * (float)i, reach = i == CURLS - 1 ? 0 : 6.5F;
            curls[i] = (struct tes_person_curl){(float)sign * (26 + reach * tes_number_cos(angle)),
                                                -27 + reach * tes_number_sin(angle), 6.5F};
        }
        tes_person_hair_curls(paint, look, curls, CURLS);
    }
}

void tes_person_hair_bun(struct tes_paint *paint, const struct tes_person_look *look)
{
    float x = look->is_parted_right ? -4 : 4, radius = 9 + 2 * look->hair_volume;
    tes_paint_ellipse(paint, x, -36, radius + 1.5F + look->line, radius + look->line,
                      look->hair_line);
    tes_paint_ellipse(paint, x, -36, radius + 1.5F, radius, look->hair);
    tes_path_arc(paint, TES_POINT(x, -36), radius - 4, radius - 4, 150, 400);
    tes_paint_stroke(paint, 1.8F, false, look->hair_line);
}

void tes_person_hair_ponytail(struct tes_paint *paint, const struct tes_person_look *look)
{
    float flip = look->is_parted_right ? -1 : 1, end = 14 + 12 * look->hair_length;
    tes_person_shape(paint, look,
                     TES_POINTS({flip * 14, -30}, {flip * 30, -36}, {flip * 40, -26},
                                {flip * 42, -6}, {flip * 38, end}, {flip * 38, end}, {flip * 31, 2},
                                {flip * 28, -14}),
                     look->hair);
    tes_path_bend(paint, TES_POINT(flip * 33, -28), TES_POINT(flip * 38, -16),
                  TES_POINT(flip * 36, 2));
    tes_paint_stroke(paint, 2.2F, false, look->hair_shine);
    tes_paint_circle(paint, flip * 23, -27, 4.5F, look->jewel);
}

static void add_plaits(struct tes_paint *paint, float side, float wider)
{
    for (unsigned i = 0; i < 4; i++)
        tes_path_ellipse(paint, side * (29.5F + 0.6F * (float)i), 8 + 8.2F * (float)i,
                         5.8F - 0.4F * (float)i + wider, 5.6F + wider);
}

static void paint_braid(struct tes_paint *paint, const struct tes_person_look *look, float side)
{
    add_plaits(paint, side, look->line - 0.5F);
    tes_paint_fill(paint, look->hair_line);
    add_plaits(paint, side, 0);
    tes_paint_fill(paint, look->hair);
    for (unsigned i = 0; i < 3; i++) {
        float x = side * (29.8F + 0.6F * (float)i), y = 12 + 8.2F * (float)i;
        tes_path_bend(paint, TES_POINT(x - 4, y - 1), TES_POINT(x, y + 2.5F),
                      TES_POINT(x + 4, y - 1));
    }
    tes_paint_stroke(paint, 1.6F, false, look->hair_line);
    tes_paint_ellipse(paint, side * 31.5F, 37.5F, 3.2F, 2.6F, look->jewel);
}

void tes_person_hair_braids(struct tes_paint *paint, const struct tes_person_look *look)
{
    paint_braid(paint, look, -1);
    paint_braid(paint, look, 1);
}

/* Strands as thick as a finger, from the crown down one side. */
static void add_locs(struct tes_paint *paint, const struct tes_person_look *look, float side)
{
    for (unsigned i = 0; i < 4; i++) {
        float x = side * (23 + 3.6F * (float)i);
        float end = 36 - 2.5F * (float)(i * i) + 5 * look->hair_length;
        tes_path_bend(paint, TES_POINT(side * (14 + 4 * (float)i), -24),
                      TES_POINT(x + side * 4, -8), TES_POINT(x, end));
    }
}

void tes_person_hair_locs(struct tes_paint *paint, const struct tes_person_look *look)
{
    TES_EACH_SIDE (side) {
        add_locs(paint, look, side);
        tes_paint_stroke(paint, 7.4F, false, look->hair_line);
        add_locs(paint, look, side);
        tes_paint_stroke(paint, 4.8F, false, look->hair);
    }
}
