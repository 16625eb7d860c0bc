/*
 * Draws the table, and on its rim an eye at the place from which one looks after the turn. Lines of
 * sight run from it across the table, so that one can see what is behind what. The arrow leads from
 * the eye to the front.
 */
#include "draw/scene/marks/marks.h"

enum {
    LINES = 4, /* lines of sight to each side of the central one */
    PIECES = 60,
};

static const double EYE_AWAY = 3.95; /* distance of the eye from the table's middle */
static const double EYE_UP = 0.25;
/* Around the middle of the eye, in pixels, so that all of it is in the picture. */
static const float EYE_BORDER = 29;

static const tes_colour PAPER = TES_RGB(0xFFFFFF), INK = TES_RGB(0x22304A);

/* The place on the ground from which one looks after the turn, on the table as it is now. */
static struct tes_vector eye_after(const struct tes_marks *marks, double away)
{
    int degrees = marks->question->degrees;
    double around = tes_marks_around(marks) + (marks->question->is_clockwise ? degrees : -degrees);
    return tes_vector_scale(tes_scene_towards(around, 0), away);
}

/* Where a line of sight enters and leaves the table, as shares of the way from `from` along
 * `way`. */
static bool crosses(struct tes_vector from, struct tes_vector way, double radius, double *enters,
                    double *leaves)
{
    double a = tes_vector_dot(way, way), b = tes_vector_dot(from, way);
    double square = b * b - a * (tes_vector_dot(from, from) - radius * radius);
    if (square <= 0)
        return false;
    *enters = (-b - __builtin_sqrt(square)) / a;
    *leaves = (-b + __builtin_sqrt(square)) / a;
    return true;
}

/* Strokes the visible parts of a line on the ground. */
static void paint_line(const struct tes_marks *marks, struct tes_paint *paint,
                       struct tes_vector from, struct tes_vector to)
{
    const tes_colour colour = tes_colour_alpha(INK, 0.6F);
    struct tes_point last = {0, 0};
    bool is_down = false;
    for (unsigned i = 0; i <= PIECES; i++) {
        double share = (double)i / PIECES;
        struct tes_vector at =
            tes_vector_add(from, tes_vector_scale(tes_vector_subtract(to, from), share));
        struct tes_point point = tes_marks_see(marks, at);
        bool is_open = tes_marks_is_open(marks, at);
        if (is_open && !is_down)
            tes_path_start(paint, point.x, point.y);
        last = is_open ? point : last;
        if (is_down && (!is_open || i == PIECES))
            tes_path_line(paint, last.x, last.y);
        is_down = is_open;
    }
    tes_paint_stroke(paint, 2, false, colour);
}

static void paint_sight(const struct tes_marks *marks, struct tes_paint *paint)
{
    const struct tes_thing *table = &marks->question->scene.things[0];
    struct tes_vector level = {marks->viewer.eye.x, marks->viewer.eye.y, 0};
    double away = tes_vector_length(level), enters, leaves;
    struct tes_vector eye = eye_after(marks, away);
    struct tes_vector ahead = tes_vector_scale(eye, -1 / away);
    struct tes_vector aside = {ahead.y, -ahead.x, 0};
    for (int i = -LINES; i <= LINES; i++) {
        double slope = 0.8 * table->size / away * i / LINES;
        struct tes_vector way = tes_vector_add(ahead, tes_vector_scale(aside, slope));
        if (crosses(eye, way, 0.9 * table->size, &enters, &leaves))
            paint_line(marks, paint, tes_vector_add(eye, tes_vector_scale(way, enters)),
                       tes_vector_add(eye, tes_vector_scale(way, leaves)));
    }
}

static void paint_eye(const struct tes_marks *marks, struct tes_paint *paint)
{
    struct tes_vector place = eye_after(marks, EYE_AWAY);
    place.z = EYE_UP;
    struct tes_point at = tes_marks_see(marks, place);
    const float wide = 25, high = 27, most = (float)marks->head.width - EYE_BORDER;
    at.x = at.x < EYE_BORDER ? EYE_BORDER : at.x > most ? most : at.x;
    tes_path_start(paint, at.x - wide, at.y);
    tes_path_quad(paint, at.x, at.y - high, at.x + wide, at.y);
    tes_path_quad(paint, at.x, at.y + high, at.x - wide, at.y);
    tes_paint_fill_stroke(paint, PAPER, 4, INK);
    tes_paint_circle(paint, at.x, at.y, 10, TES_RGB(0x2A5BC4));
    tes_paint_circle(paint, at.x, at.y, 5, INK);
    tes_paint_circle(paint, at.x - 3, at.y - 4, 2.5F, PAPER);
}

static void head(const struct tes_question_asked *question, struct tes_studio *studio,
                 struct tes_area area)
{
    struct tes_marks marks = tes_marks_scene(question, studio, area);
    tes_marks_paint(&marks, studio, paint_sight);
    tes_marks_paint(&marks, studio, tes_marks_turn_here);
    tes_marks_paint(&marks, studio, paint_eye);
}

const struct tes_scenery tes_scenery_visible = {.head = head};
