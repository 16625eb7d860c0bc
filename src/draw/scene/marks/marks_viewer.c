/* Draws the table, and a figure on its rim with an arrow at its feet that shows where it looks. */
#include "draw/scene/marks/marks.h"

static const tes_colour INK = TES_RGB(0x22304A), SKIN = TES_RGB(0xF6C9A0), EDGE = TES_RGB(0xFFFFFF),
                        ARROW = TES_RGB(0xC2185B);

static const double TALL = 1.3;  /* height of the middle of its head, in units of the scene */
static const double NECK = 0.15; /* below that */
static const float HEAD = 0.27F; /* its radius */
static const float BORDER = 4;   /* between its head and the picture's edge, in pixels */

/* A point in front of the figure: how far ahead and to its left, and at which height. */
static struct tes_point before(const struct tes_marks *marks, double ahead, double left, double up)
{
    const struct tes_question_asked *question = marks->question;
    double sine = tes_scene_sine(question->spot_turn),
           cosine = tes_scene_cosine(question->spot_turn);
    struct tes_vector way = {-sine * ahead - cosine * left, cosine * ahead - sine * left, up};
    return tes_marks_see(marks, tes_vector_add(question->spot, way));
}

static void add_arrow(const struct tes_marks *marks, struct tes_paint *paint)
{
    static const double corners[][2] = {{0.1, 0.12},  {0.5, 0.12},  {0.5, 0.32}, {1, 0},
                                        {0.5, -0.32}, {0.5, -0.12}, {0.1, -0.12}};
    struct tes_point points[sizeof corners / sizeof *corners];
    for (unsigned i = 0; i < sizeof corners / sizeof *corners; i++)
        points[i] = before(marks, corners[i][0], corners[i][1], 0);
    tes_path_polygon(paint, points, sizeof corners / sizeof *corners);
}

/* Adds a coat from the neck to the foot; `half` is its half width at the foot, in pixels. */
static void add_body(struct tes_paint *paint, struct tes_point foot, struct tes_point neck,
                     float half)
{
    const struct tes_point points[] = {
        {foot.x - half, foot.y},
        {neck.x - 0.42F * half, neck.y},
        {neck.x + 0.42F * half, neck.y},
        {foot.x + half, foot.y},
    };
    tes_path_polygon(paint, points, sizeof points / sizeof *points);
    tes_path_ellipse(paint, foot.x, foot.y, half, 0.45F * half);
}

/* Adds a long nose, so that the direction of the head is clear from every side. */
static void add_nose(const struct tes_marks *marks, struct tes_paint *paint, double tall)
{
    const struct tes_point points[] = {
        before(marks, 0.1, 0.12, tall),
        before(marks, 0.55, 0, tall),
        before(marks, 0.1, -0.12, tall),
        before(marks, 0.1, 0, tall + 0.14),
    };
    const unsigned faces[][3] = {{0, 1, 2}, {3, 1, 0}, {3, 1, 2}};
    for (unsigned i = 0; i < sizeof faces / sizeof *faces; i++) {
        const struct tes_point face[] = {points[faces[i][0]], points[faces[i][1]],
                                         points[faces[i][2]]};
        tes_path_polygon(paint, face, 3);
    }
}

static void paint_nose(const struct tes_marks *marks, struct tes_paint *paint, double tall)
{
    add_nose(marks, paint, tall);
    tes_paint_fill_stroke(paint, ARROW, 2.5F, EDGE);
    add_nose(marks, paint, tall);
    tes_paint_fill(paint, ARROW);
}

/* How tall the figure can be so that its head is in the picture: at the back of the table there may
 * be little room above it. */
static double tall_of(const struct tes_marks *marks, float unit)
{
    float foot = before(marks, 0, 0, 0).y, top = before(marks, 0, 0, TALL).y;
    float room = foot - HEAD * unit - BORDER;
    return foot - top > room ? TALL * (double)(room / (foot - top)) : TALL;
}

static void paint_figure(const struct tes_marks *marks, struct tes_paint *paint)
{
    struct tes_seen seen = tes_viewer_see(&marks->viewer, marks->question->spot);
    float unit = (float)(marks->head.height / 2.0 / (seen.depth * marks->viewer.tangent));
    double tall = tall_of(marks, unit);
    struct tes_point foot = before(marks, 0, 0, 0), top = before(marks, 0, 0, tall);
    struct tes_point neck = before(marks, 0, 0, tall - NECK);
    bool is_turned_away = before(marks, 1, 0, 0).y < foot.y;
    add_arrow(marks, paint);
    tes_paint_fill_stroke(paint, ARROW, 4, EDGE);
    add_arrow(marks, paint);
    tes_paint_fill(paint, ARROW);
    add_body(paint, foot, neck, 0.34F * unit);
    tes_paint_fill_stroke(paint, INK, 3, EDGE);
    add_body(paint, foot, neck, 0.34F * unit);
    tes_paint_fill(paint, INK);
    if (is_turned_away)
        paint_nose(marks, paint, tall);
    tes_path_ellipse(paint, top.x, top.y, HEAD * unit, HEAD * unit);
    tes_paint_fill_stroke(paint, SKIN, 2.5F, EDGE);
    if (!is_turned_away)
        paint_nose(marks, paint, tall);
}

static void head(const struct tes_question_asked *question, struct tes_studio *studio,
                 struct tes_area area)
{
    struct tes_marks marks = tes_marks_scene(question, studio, area);
    tes_marks_paint(&marks, studio, paint_figure);
}

const struct tes_scenery tes_scenery_viewer = {.head = head};
