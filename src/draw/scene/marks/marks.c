/* What is painted over the picture of a scene. */
#include "draw/scene/marks/marks.h"

enum {
    STEPS_MOST = 180, /* pieces of an arrow's shaft */
    STEP = 2,         /* and how long each is, in degrees */
};

static const double SHAFT_INNER = 3.32, SHAFT_OUTER = 3.5; /* from the table's middle */
static const double BAR_INNER = 3.15, BAR_OUTER = 3.67;
static const float HEAD_LONG = 0.62F, HEAD_HALF = 0.26F; /* in units of the scene */
/* Of the turn that the head takes, at most, in degrees. */
static const double HEAD_MOST = 18;

static const tes_colour INK = TES_RGB(0xC2185B), EDGE = TES_RGB(0xFFFFFF);

/* ---------------------------------------------------------------- painting */

struct tes_marks tes_marks_scene(const struct tes_question_asked *question,
                                 struct tes_studio *studio, struct tes_area head)
{
    struct tes_marks marks = {.question = question, .head = head};
    struct tes_render how = {.part = head,
                             .renderer = (enum tes_renderer)question->renderer,
                             .is_calm = question->id == TES_QUESTION_visible};
    /* Where the scene could not be drawn, the picture stays empty and nobody can answer. */
    (void)!tes_render(studio, &question->scene, &how);
    marks.viewer = tes_camera_viewer(&question->scene.camera);
    tes_cast_prepare(&question->scene, &marks.bodies);
    return marks;
}

struct tes_point tes_marks_see(const struct tes_marks *marks, struct tes_vector point)
{
    struct tes_seen seen = tes_viewer_see(&marks->viewer, point);
    double half = marks->head.height / 2.0;
    return (struct tes_point){(float)(marks->head.width / 2.0 + seen.x * half),
                              (float)(half - seen.y * half)};
}

static bool cast(const struct tes_marks *marks, struct tes_vector point)
{
    struct tes_vector eye = marks->viewer.eye, way = tes_vector_subtract(point, eye);
    return !tes_cast_stopped(&marks->bodies, eye, tes_vector_unit(way), tes_vector_length(way), 0);
}

bool tes_marks_is_open(const struct tes_marks *marks, struct tes_vector point)
{
    struct tes_marks_answers *answers = marks->answers;
    if (answers == NULL || answers->next == TES_MARKS_ANSWERS)
        return cast(marks, point);
    if (answers->next == answers->count)
        answers->is_open[answers->count++] = cast(marks, point);
    return answers->is_open[answers->next++];
}

void tes_marks_paint(const struct tes_marks *marks, struct tes_studio *studio,
                     tes_marks_painter *painter)
{
    const unsigned side = TES_PAINT_SIDE;
    const struct tes_area *head = &marks->head;
    struct tes_marks_answers answers;
    struct tes_marks asking = *marks;
    asking.answers = &answers;
    answers.count = 0;
    for (unsigned y = 0; y < head->height; y += side) {
        for (unsigned x = 0; x < head->width; x += side) {
            unsigned width = head->width - x < side ? head->width - x : side;
            unsigned height = head->height - y < side ? head->height - y : side;
            struct tes_area part = {head->x + x, head->y + y, width, height};
            struct tes_paint paint = tes_studio_part(studio, part, (float)width);
            tes_paint_move(&paint, -(float)x, -(float)y);
            answers.next = 0;
            painter(&asking, &paint);
        }
    }
}

/* ------------------------------------------------------------------ arrow */

struct arrow {
    double start, sign, degrees; /* `sign` is -1 for clockwise */
    double turn;                 /* up to the tip of the arrow */
};

static struct tes_vector on_table(const struct arrow *arrow, double degrees, double away)
{
    return tes_vector_scale(tes_scene_towards(arrow->start + arrow->sign * degrees, 0), away);
}

/* Adds the shaft between two angles to the path. */
static void add_shaft(const struct tes_marks *marks, struct tes_paint *paint,
                      const struct arrow *arrow, double from, double to)
{
    struct tes_point points[2 * (STEPS_MOST + 1)];
    unsigned steps = (unsigned)((to - from) / STEP) + 1, count = 0;
    for (unsigned i = 0; i <= steps; i++)
        points[count++] =
            tes_marks_see(marks, on_table(arrow, from + (to - from) * i / steps, SHAFT_INNER));
    for (unsigned i = steps + 1; i-- > 0;)
        points[count++] =
            tes_marks_see(marks, on_table(arrow, from + (to - from) * i / steps, SHAFT_OUTER));
    tes_path_polygon(paint, points, count);
}

/* Adds the visible parts of the shaft to the path. */
static void add_open_shaft(const struct tes_marks *marks, struct tes_paint *paint,
                           const struct arrow *arrow)
{
    double from = -1;
    double middle = (SHAFT_INNER + SHAFT_OUTER) / 2;
    unsigned steps = 1 + (unsigned)(arrow->degrees / STEP);
    for (unsigned step = 0; step < steps; step++) {
        double at = STEP * (double)step;
        if (at >= arrow->degrees)
            break;
        double to = at + STEP < arrow->degrees ? at + STEP : arrow->degrees;
        bool is_open = tes_marks_is_open(marks, on_table(arrow, (at + to) / 2, middle));
        if (is_open && from < 0)
            from = at;
        if (!is_open && from >= 0) {
            add_shaft(marks, paint, arrow, from, at);
            from = -1;
        }
        if (is_open && to >= arrow->degrees)
            add_shaft(marks, paint, arrow, from, to);
    }
}

static struct tes_point see_middle(const struct tes_marks *marks, const struct arrow *arrow,
                                   double degrees)
{
    return tes_marks_see(marks, on_table(arrow, degrees, (SHAFT_INNER + SHAFT_OUTER) / 2));
}

/* How many pixels a unit of the scene is at the arrow's tip. */
static float unit_of(const struct tes_marks *marks, const struct arrow *arrow)
{
    struct tes_vector tip = on_table(arrow, arrow->turn, SHAFT_OUTER);
    double depth = tes_viewer_see(&marks->viewer, tip).depth * marks->viewer.tangent;
    return (float)(marks->head.height / 2.0 / depth);
}

/* Where the head starts: it is equally long in the picture everywhere. At the table's sides, where
 * the rim runs away from the camera, that takes more degrees. */
static double head_start(const struct tes_marks *marks, const struct arrow *arrow)
{
    struct tes_point tip = see_middle(marks, arrow, arrow->turn);
    float least = HEAD_LONG * unit_of(marks, arrow), square = 0;
    double back = 0;
    while (back < HEAD_MOST && square < least * least) {
        back += 1;
        struct tes_point from = see_middle(marks, arrow, arrow->turn - back);
        square = (tip.x - from.x) * (tip.x - from.x) + (tip.y - from.y) * (tip.y - from.y);
    }
    return arrow->turn - back;
}

/* The head is drawn flat in the picture, not on the table: at the back, where the table is seen at
 * a low angle, it would be hardly visible. */
static void add_head(const struct tes_marks *marks, struct tes_paint *paint,
                     const struct arrow *arrow)
{
    double end = arrow->degrees, middle = (SHAFT_INNER + SHAFT_OUTER) / 2;
    struct tes_point tip = see_middle(marks, arrow, arrow->turn),
                     from = see_middle(marks, arrow, end);
    float x = tip.x - from.x, y = tip.y - from.y, length = __builtin_sqrtf(x * x + y * y);
    float aside = HEAD_HALF * unit_of(marks, arrow) / length;
    const struct tes_point corners[] = {
        tip,
        {from.x - aside * y, from.y + aside * x},
        {from.x + aside * y, from.y - aside * x},
    };
    if (tes_marks_is_open(marks, on_table(arrow, end + (arrow->turn - end) / 3, middle)))
        tes_path_polygon(paint, corners, sizeof corners / sizeof *corners);
}

/* A bar across the rim where the arrow starts. */
static void add_start(const struct tes_marks *marks, struct tes_paint *paint,
                      const struct arrow *arrow)
{
    const struct tes_point corners[] = {
        tes_marks_see(marks, on_table(arrow, -1, BAR_INNER)),
        tes_marks_see(marks, on_table(arrow, -1, BAR_OUTER)),
        tes_marks_see(marks, on_table(arrow, 1, BAR_OUTER)),
        tes_marks_see(marks, on_table(arrow, 1, BAR_INNER)),
    };
    tes_path_polygon(paint, corners, sizeof corners / sizeof *corners);
}

static void paint_arrow(const struct tes_marks *marks, struct tes_paint *paint, double start)
{
    const struct tes_question_asked *question = marks->question;
    struct arrow arrow = {
        .start = start,
        .sign = question->is_clockwise ? -1 : 1,
        .turn = question->degrees,
    };
    arrow.degrees = head_start(marks, &arrow);
    for (unsigned layer = 0; layer < 2; layer++) {
        tes_colour colour = layer == 0 ? EDGE : INK;
        float width = layer == 0 ? 4 : 0.5F;
        add_open_shaft(marks, paint, &arrow);
        tes_paint_fill_stroke(paint, colour, width, colour);
        add_head(marks, paint, &arrow);
        tes_paint_fill_stroke(paint, colour, width, colour);
        add_start(marks, paint, &arrow);
        tes_paint_fill_stroke(paint, colour, width, colour);
    }
}

double tes_marks_around(const struct tes_marks *marks)
{
    return tes_scene_angle(marks->viewer.eye.x, -marks->viewer.eye.y);
}

void tes_marks_turn(const struct tes_marks *marks, struct tes_paint *paint)
{
    paint_arrow(marks, paint, tes_marks_around(marks));
}

void tes_marks_turn_here(const struct tes_marks *marks, struct tes_paint *paint)
{
    int degrees = marks->question->degrees;
    paint_arrow(marks, paint,
                tes_marks_around(marks) + (marks->question->is_clockwise ? degrees : -degrees));
}
