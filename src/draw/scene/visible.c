/*
 * The table, an arrow on its rim that shows the turn, and in a corner a small plan of the table as
 * it is, with an eye where one looks from after the turn: there one can see who hides whom.
 */
#include "draw/scene/marks.h"

enum { PLAN = 176, BORDER = 8 };

static const float SCALE = 15;    /* pixels of the plan for the scene's measure */
static const float EYE_AWAY = 74; /* from the plan's middle, in pixels */
static const tes_colour PAPER = TES_RGB(0xFFFFFF), TABLE = TES_RGB(0xE3E6EA),
                        INK = TES_RGB(0x22304A), WAY = TES_RGB(0xC2185B);

static const uint32_t HUES[] = {
#define HUE(name, colour) colour,
#include "core/scene/hues.def"
#undef HUE
};

/* A point of the scene in the plan, whose middle is (0, 0): up is away from the camera. */
static struct tes_point plan_of(const struct tes_marks *marks, struct tes_vector point)
{
    struct tes_vector right = marks->viewer.right;
    return (struct tes_point){SCALE * (float)(point.x * right.x + point.y * right.y),
                              SCALE * (float)(point.x * right.y - point.y * right.x)};
}

static void add_square(const struct tes_marks *marks, struct tes_paint *paint,
                       const struct tes_thing *thing)
{
    static const double signs[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    struct tes_point corners[4];
    for (unsigned i = 0; i < 4; i++) {
        struct tes_vector corner = {thing->size * signs[i][0], thing->size * signs[i][1], 0};
        corners[i] = plan_of(marks, tes_thing_world(thing, corner));
    }
    tes_path_polygon(paint, corners, 4);
}

/* The lines in which the sides of a pyramid meet. */
static void paint_ridges(const struct tes_marks *marks, struct tes_paint *paint,
                         const struct tes_thing *thing)
{
    for (int side = -1; side <= 1; side += 2) {
        struct tes_vector from = {-thing->size, -thing->size * side, 0};
        struct tes_vector to = {thing->size, thing->size * side, 0};
        tes_paint_line(paint, plan_of(marks, tes_thing_world(thing, from)),
                       plan_of(marks, tes_thing_world(thing, to)), 1.2F, INK);
    }
}

static void paint_thing(const struct tes_marks *marks, struct tes_paint *paint,
                        const struct tes_thing *thing)
{
    struct tes_point at = plan_of(marks, thing->at);
    float radius = SCALE * (float)thing->size;
    tes_colour colour = TES_RGB(HUES[thing->hue % (sizeof HUES / sizeof *HUES)]);
    switch ((enum tes_solid)thing->solid) {
    case TES_SOLID_CUBE:
    case TES_SOLID_PYRAMID:
        add_square(marks, paint, thing);
        tes_paint_fill_stroke(paint, colour, 1.5F, INK);
        if (thing->solid == TES_SOLID_PYRAMID)
            paint_ridges(marks, paint, thing);
        return;
    case TES_SOLID_RING:
        tes_path_ellipse(paint, at.x, at.y, radius, radius);
        tes_path_ellipse(paint, at.x, at.y, 0.4F * radius, 0.4F * radius);
        tes_paint_fill_odd(paint, colour);
        tes_path_ellipse(paint, at.x, at.y, 0.4F * radius, 0.4F * radius);
        tes_paint_stroke(paint, 1.2F, true, INK);
        break;
    case TES_SOLID_CONE:
        tes_paint_circle(paint, at.x, at.y, radius, colour);
        tes_paint_circle(paint, at.x, at.y, 1.8F, INK);
        break;
    case TES_SOLID_BALL:
        tes_paint_circle(paint, at.x, at.y, radius, colour);
        tes_paint_circle(paint, at.x - 0.3F * radius, at.y - 0.3F * radius, 0.25F * radius, PAPER);
        break;
    default:
        tes_paint_circle(paint, at.x, at.y, radius, colour);
    }
    tes_path_ellipse(paint, at.x, at.y, radius, radius);
    tes_paint_stroke(paint, 1.5F, true, INK);
}

/* An eye at the top of the plan that looks down to its middle; turn the plan before. */
static void paint_eye(struct tes_paint *paint)
{
    const float y = EYE_AWAY;
    tes_path_start(paint, -11, y);
    tes_path_quad(paint, 0, y - 13, 11, y);
    tes_path_quad(paint, 0, y + 13, -11, y);
    tes_paint_fill_stroke(paint, PAPER, 2, INK);
    tes_paint_circle(paint, 0, y - 1, 4.2F, INK);
}

/* What the eye sees: a light cone over the table. */
static void paint_sight(struct tes_paint *paint)
{
    const struct tes_point corners[] = {{0, EYE_AWAY - 6}, {50, -30}, {-50, -30}};
    tes_path_polygon(paint, corners, 3);
    tes_paint_fill(paint, tes_colour_alpha(TES_RGB(0xFFE08A), 0.55F));
}

/* The eye's way around the table: from below, so far. */
static void paint_way(struct tes_paint *paint, float degrees)
{
    const struct tes_point middle = {0, 0};
    float sign = degrees < 0 ? -1 : 1;
    tes_path_arc(paint, middle, EYE_AWAY, EYE_AWAY, 90, 90 + degrees - sign * 12);
    tes_paint_stroke(paint, 3, false, WAY);
    tes_paint_circle(paint, 0, EYE_AWAY, 4, WAY);
}

static void paint_plan(const struct tes_marks *marks, struct tes_paint *paint)
{
    const struct tes_scene *scene = &marks->question->scene;
    /* The eye goes round the other way than the table would turn: below zero is anticlockwise. */
    float degrees = (float)(marks->question->is_clockwise ? -marks->question->degrees
                                                          : marks->question->degrees);
    struct tes_matrix place = paint->matrix;
    tes_path_box(paint, -PLAN / 2.0F, -PLAN / 2.0F, PLAN, PLAN, 10);
    tes_paint_fill_stroke(paint, PAPER, 1.5F, INK);
    tes_paint_circle(paint, 0, 0, SCALE * (float)scene->things[0].size, TABLE);
    tes_paint_turn(paint, 0, 0, degrees);
    paint_sight(paint);
    paint->matrix = place;
    for (unsigned i = 0; i < scene->count; i++)
        if (scene->things[i].solid < TES_SOLID_COUNT)
            paint_thing(marks, paint, &scene->things[i]);
    paint_way(paint, degrees);
    tes_paint_turn(paint, 0, 0, degrees);
    paint_eye(paint);
}

static void head(const struct tes_question_drawn *question, struct tes_studio *studio,
                 struct tes_area area)
{
    struct tes_marks marks = tes_marks_scene(question, studio, area);
    tes_marks_paint(&marks, studio, tes_marks_turn);
    struct tes_area plan = {area.x + area.width - PLAN - BORDER, area.y + BORDER, PLAN, PLAN};
    struct tes_paint paint = tes_studio_part(studio, plan, PLAN);
    tes_paint_move(&paint, PLAN / 2.0F, PLAN / 2.0F);
    paint_plan(&marks, &paint);
}

const struct tes_scenery tes_scenery_visible = {.head = head};
