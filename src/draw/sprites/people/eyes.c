/*
 * Eyes, brows and glasses. Both eyes are painted together, a layer at a time: half as many fills.
 * In an eye's own units the origin is its centre and x points away from the nose.
 */
#include "draw/sprites/people/person.h"

#define EYE_WIDTH  6.1F /* half of it */
#define EYE_HEIGHT 6.9F

struct eyes {
    const struct tes_person_look *look;
    const struct tes_person_expression *expression;
    struct tes_matrix face;
};

/* Goes to the units of one eye; they shrink and grow with it when `is_sized`. */
static const struct tes_person_eye *enter(struct tes_paint *paint, const struct eyes *eyes,
                                          unsigned side, bool is_sized)
{
    const struct tes_person_eye *eye = &eyes->expression->eyes[side];
    float scale = is_sized ? eye->size * eyes->look->eye_size : 1;
    paint->matrix = eyes->face;
    tes_paint_move(paint, side == 0 ? -eyes->look->eye_gap : eyes->look->eye_gap, 0);
    tes_paint_scale(paint, side == 0 ? -scale : scale, scale);
    return eye;
}

static const struct tes_person_eye *enter_open(struct tes_paint *paint, const struct eyes *eyes,
                                               unsigned side)
{
    const struct tes_person_eye *eye = enter(paint, eyes, side, true);
    return eye->kind == TES_PERSON_EYE_OPEN ? eye : NULL;
}

/* ------------------------------------------------------------------ open */

static void add_whites(struct tes_paint *paint, const struct eyes *eyes, float wider)
{
    for (unsigned side = 0; side < 2; side++)
        if (enter_open(paint, eyes, side))
            tes_path_ellipse(paint, 0, 0, EYE_WIDTH + wider, EYE_HEIGHT + wider);
}

/* Circles on the eyeball, moved with the gaze. */
static void add_irises(struct tes_paint *paint, const struct eyes *eyes, float radius,
                       struct tes_point at)
{
    struct tes_point gaze = eyes->expression->gaze;
    float scale = eyes->expression->iris;
    for (unsigned side = 0; side < 2; side++) {
        float outward = side == 0 ? -1 : 1;
        if (enter_open(paint, eyes, side))
            tes_path_ellipse(paint, outward * (gaze.x * 2.4F + at.x * scale),
                             gaze.y * 2.7F + at.y * scale, radius * scale, radius * scale);
    }
}

/* The angles at which a lid that covers a share of the eye begins and ends. */
static float lid_angle(float share)
{
    return (2 * share - 1) * 75;
}

static void add_upper_lids(struct tes_paint *paint, const struct eyes *eyes)
{
    for (unsigned side = 0; side < 2; side++) {
        const struct tes_person_eye *eye = enter_open(paint, eyes, side);
        if (eye == NULL || eye->lid <= 0)
            continue;
        float angle = lid_angle(eye->lid);
        tes_path_arc(paint, TES_POINT(0, 0), EYE_WIDTH + 0.7F, EYE_HEIGHT + 0.7F,
                     180 - angle + eye->slant, 360 + angle + eye->slant);
    }
}

static void add_lower_lids(struct tes_paint *paint, const struct eyes *eyes)
{
    for (unsigned side = 0; side < 2; side++) {
        const struct tes_person_eye *eye = enter_open(paint, eyes, side);
        if (eye == NULL || eye->lower_lid <= 0)
            continue;
        float angle = lid_angle(eye->lower_lid);
        tes_path_arc(paint, TES_POINT(0, 0), EYE_WIDTH + 1, EYE_HEIGHT + 1, -angle, 180 + angle);
    }
}

/* Where the lower lids begin: bent upwards a little, as cheeks push them. */
static void add_lower_lid_lines(struct tes_paint *paint, const struct eyes *eyes)
{
    for (unsigned side = 0; side < 2; side++) {
        const struct tes_person_eye *eye = enter_open(paint, eyes, side);
        if (eye == NULL || eye->lower_lid <= 0)
            continue;
        float angle = lid_angle(eye->lower_lid);
        float x = EYE_WIDTH * tes_number_cos(angle), y = -EYE_HEIGHT * tes_number_sin(angle);
        tes_path_bend(paint, TES_POINT(-x, y), TES_POINT(0, y - 0.8F), TES_POINT(x, y));
    }
}

static void add_lashes(struct tes_paint *paint, float degrees)
{
    float x = (EYE_WIDTH + 0.4F) * tes_number_cos(degrees),
          y = (EYE_HEIGHT + 0.4F) * tes_number_sin(degrees);
    tes_path_segment(paint, TES_POINT(x - 0.5F, y), TES_POINT(x + 2.6F, y - 2.2F));
}

/* The dark edge of the upper lids, wherever they are. */
static void add_lid_lines(struct tes_paint *paint, const struct eyes *eyes)
{
    for (unsigned side = 0; side < 2; side++) {
        const struct tes_person_eye *eye = enter_open(paint, eyes, side);
        if (eye == NULL)
            continue;
        float end = 345;
        if (eye->lid > 0) {
            float angle = lid_angle(eye->lid), from = 180 - angle + eye->slant;
            end = 360 + angle + eye->slant;
            tes_path_segment(paint,
                             TES_POINT((EYE_WIDTH + 0.5F) * tes_number_cos(from),
                                       (EYE_HEIGHT + 0.5F) * tes_number_sin(from)),
                             TES_POINT((EYE_WIDTH + 0.5F) * tes_number_cos(end),
                                       (EYE_HEIGHT + 0.5F) * tes_number_sin(end)));
        } else {
            tes_person_bow(paint, TES_POINT(-EYE_WIDTH + 0.4F, -2.2F),
                           TES_POINT(EYE_WIDTH - 0.2F, -1.8F), EYE_HEIGHT - 2);
        }
        if (eyes->look->is_female)
            add_lashes(paint, end);
    }
}

static void paint_open_eyes(struct tes_paint *paint, const struct eyes *eyes)
{
    const struct tes_person_look *look = eyes->look;
    tes_colour lid = look->has_make_up ? look->eye_shadow : look->skin_shade;
    add_whites(paint, eyes, 0.8F);
    tes_paint_fill(paint, look->skin_line);
    add_whites(paint, eyes, -0.3F);
    tes_paint_fill(paint, TES_RGB(0xFFFDF9));
    add_irises(paint, eyes, 4.3F, TES_POINT(0, 0));
    tes_paint_fill(paint, look->iris);
    add_irises(paint, eyes, 2.5F, TES_POINT(0, 0));
    tes_paint_fill(paint, TES_RGB(0x1C1412));
    add_irises(paint, eyes, 1.4F, TES_POINT(-1.5F * look->light, -1.7F));
    tes_paint_fill(paint, TES_RGB(0xFFFFFF));
    add_upper_lids(paint, eyes);
    tes_paint_fill(paint, lid);
    add_lower_lids(paint, eyes);
    tes_paint_fill(paint, look->skin);
    add_lower_lid_lines(paint, eyes);
    tes_paint_stroke(paint, 1.5F, false, look->skin_line);
    add_lid_lines(paint, eyes);
    tes_paint_stroke(paint, 2.4F, false, look->mouth_line);
}

/* ---------------------------------------------------------------- closed */

static void paint_closed_eyes(struct tes_paint *paint, const struct eyes *eyes)
{
    for (unsigned side = 0; side < 2; side++) {
        enum tes_person_eye_kind kind = enter(paint, eyes, side, true)->kind;
        if (kind == TES_PERSON_EYE_ARCHED) {
            tes_person_bow(paint, TES_POINT(-6.6F, 2.4F), TES_POINT(6.6F, 2.4F), 6.4F);
        } else if (kind == TES_PERSON_EYE_CUPPED) {
            tes_person_bow(paint, TES_POINT(-6.8F, -1), TES_POINT(6.8F, -1), -5.2F);
            if (eyes->look->is_female)
                add_lashes(paint, 22);
        } else if (kind == TES_PERSON_EYE_SQUEEZED) {
            tes_path_start(paint, 5.5F, -4.6F);
            tes_path_line(paint, -4.2F, 0.4F);
            tes_path_line(paint, 5.5F, 4.8F);
        }
    }
    tes_paint_stroke(paint, 2.9F, false, eyes->look->mouth_line);
}

/* ---------------------------------------------------------------- hearts */

static void add_heart(struct tes_paint *paint, float size)
{
    tes_path_start(paint, 0, 8.5F * size);
    tes_path_cubic(paint, TES_POINT(-11 * size, 0.5F * size), TES_POINT(-8.5F * size, -8.5F * size),
                   TES_POINT(0, -3.5F * size));
    tes_path_cubic(paint, TES_POINT(8.5F * size, -8.5F * size), TES_POINT(11 * size, 0.5F * size),
                   TES_POINT(0, 8.5F * size));
}

static void paint_heart_eyes(struct tes_paint *paint, const struct eyes *eyes)
{
    if (eyes->expression->eyes[0].kind != TES_PERSON_EYE_HEART)
        return;
    for (unsigned side = 0; side < 2; side++) {
        enter(paint, eyes, side, true);
        add_heart(paint, 1.05F);
    }
    tes_paint_fill_stroke(paint, TES_RGB(0xEE2F4C), 1.6F, TES_RGB(0x9C1230));
    for (unsigned side = 0; side < 2; side++) {
        enter(paint, eyes, side, true);
        tes_path_ellipse(paint, side == 0 ? 3.4F : -3.4F, -2.8F, 1.5F, 1.5F);
    }
    tes_paint_fill(paint, TES_RGB(0xFFD9DE));
}

/* --------------------------------------------------------------- glasses */

/* One glass, `rim` from its middle to its edge. */
typedef void glass_path(struct tes_paint *paint, float rim);

static void add_round_glass(struct tes_paint *paint, float rim)
{
    tes_path_ellipse(paint, 0, 0.5F, rim, rim);
}

static void add_square_glass(struct tes_paint *paint, float rim)
{
    tes_path_box(paint, -rim, -rim + 1.5F, 2 * rim, 2 * rim - 1.5F, 3.5F);
}

static void add_cat_glass(struct tes_paint *paint, float rim)
{
    tes_path_blob(paint, TES_POINTS({-rim, -6}, {-rim, -6}, {0, -7.5F}, {rim + 3, -9.5F},
                                    {rim + 3, -9.5F}, {rim, 3}, {2, 9}, {-rim + 2, 6}));
}

static void add_half_glass(struct tes_paint *paint, float rim)
{
    tes_person_bow(paint, TES_POINT(-rim, 0.5F), TES_POINT(rim, 0.5F), -rim + 1);
}

static const struct {
    glass_path *add;
    bool is_closed;
    float width;
} GLASSES[] = {
    [TES_PERSON_GLASSES_NONE] = {NULL, false, 0},
    [TES_PERSON_GLASSES_ROUND] = {add_round_glass, true, 2.1F},
    [TES_PERSON_GLASSES_SQUARE] = {add_square_glass, true, 2.1F},
    [TES_PERSON_GLASSES_CAT] = {add_cat_glass, true, 2.2F},
    [TES_PERSON_GLASSES_HALF] = {add_half_glass, false, 1.9F},
};

static void paint_glasses(struct tes_paint *paint, const struct eyes *eyes)
{
    const struct tes_person_look *look = eyes->look;
    if (GLASSES[look->glasses].add == NULL)
        return;
    float rim = look->eye_gap - 1.4F;
    for (unsigned side = 0; side < 2; side++) {
        enter(paint, eyes, side, false);
        GLASSES[look->glasses].add(paint, rim);
    }
    tes_paint_stroke(paint, GLASSES[look->glasses].width, GLASSES[look->glasses].is_closed,
                     look->frame);
    paint->matrix = eyes->face;
    tes_path_bend(paint, TES_POINT(-look->eye_gap + rim, -0.5F), TES_POINT(0, -3),
                  TES_POINT(look->eye_gap - rim, -0.5F));
    TES_EACH_SIDE (side)
        tes_path_segment(paint, TES_POINT(side * (look->eye_gap + rim), -1),
                         TES_POINT(side * 26, -2.5F));
    tes_paint_stroke(paint, 2, false, look->frame);
}

/* ----------------------------------------------------------------- brows */

static void paint_brows(struct tes_paint *paint, const struct eyes *eyes)
{
    bool is_gloomy = eyes->expression->extras & TES_PERSON_GLOOM;
    tes_colour skin = eyes->look->skin;
    tes_colour around = is_gloomy ? tes_colour_mix(skin, TES_PERSON_GLOOM_COLOUR, 0.5F) : skin;
    for (unsigned side = 0; side < 2; side++) {
        struct tes_person_brow brow = eyes->expression->brows[side];
        float y = -11.2F - brow.lift;
        enter(paint, eyes, side, false);
        float inner = y - brow.slant * 0.5F, middle = y - brow.arch;
        float outer = y + brow.slant * 0.5F + 0.3F, thick = eyes->look->brow_width * 0.5F;
        /* Thickest near the nose, narrow at the temple. */
        const struct tes_point points[] = {{-7.6F, inner + 0.3F},  {-6.4F, inner - thick},
                                           {0.5F, middle - thick}, {7.4F, outer - thick * 0.7F},
                                           {8.2F, outer + 0.3F},   {6.8F, outer + thick * 0.6F},
                                           {0.5F, middle + thick}, {-6.4F, inner + thick * 1.1F}};
        const unsigned count = sizeof points / sizeof points[0];
        if (brow.lift > 2) /* it may lie on hair of its own colour */
            tes_person_outline(paint, points, count, 1.4F, around);
        tes_path_blob(paint, points, count);
        tes_paint_fill(paint, eyes->look->brow);
    }
}

void tes_person_eyes(struct tes_paint *paint, const struct tes_person_look *look,
                     const struct tes_person_expression *expression)
{
    struct eyes eyes = {look, expression, paint->matrix};
    paint_open_eyes(paint, &eyes);
    paint_closed_eyes(paint, &eyes);
    paint_heart_eyes(paint, &eyes);
    paint_glasses(paint, &eyes);
    paint_brows(paint, &eyes);
    paint->matrix = eyes.face;
}
