/* The table, and a figure on its rim with an arrow at its feet that shows where it looks. */
#include "draw/scene/marks.h"

static const tes_colour INK = TES_RGB(0x22304A), SKIN = TES_RGB(0xF6C9A0), EDGE = TES_RGB(0xFFFFFF),
                        ARROW = TES_RGB(0xC2185B);

static const double TALL = 1.5; /* up to the middle of its head, in the scene's measure */

/* A point of the ground before the figure: so far ahead, and so far to its left. */
static struct tes_point before(const struct tes_marks *marks, double ahead, double left, double up)
{
    const struct tes_question_drawn *question = marks->question;
    double sine = tes_scene_sine(question->spot_turn),
           cosine = tes_scene_cosine(question->spot_turn);
    struct tes_vector way = {-sine * ahead - cosine * left, cosine * ahead - sine * left, up};
    return tes_marks_see(marks, tes_vector_add(question->spot, way));
}

static void add_arrow(const struct tes_marks *marks, struct tes_paint *paint)
{
    static const double corners[][2] = {{0.1, 0.09},   {0.45, 0.09},  {0.45, 0.25}, {0.85, 0},
                                        {0.45, -0.25}, {0.45, -0.09}, {0.1, -0.09}};
    struct tes_point points[sizeof corners / sizeof *corners];
    for (unsigned i = 0; i < sizeof corners / sizeof *corners; i++)
        points[i] = before(marks, corners[i][0], corners[i][1], 0);
    tes_path_polygon(paint, points, sizeof corners / sizeof *corners);
}

/* A coat from the shoulders down; `unit` is the scene's measure in pixels. */
static void add_body(struct tes_paint *paint, struct tes_point foot, struct tes_point top,
                     float unit)
{
    float high = foot.y - top.y;
    const struct tes_point points[] = {
        {foot.x - 0.30F * unit, foot.y},
        {foot.x - 0.26F * unit, foot.y - 0.25F * high},
        {foot.x - 0.20F * unit, foot.y - 0.70F * high},
        {foot.x, foot.y - 0.84F * high},
        {foot.x + 0.20F * unit, foot.y - 0.70F * high},
        {foot.x + 0.26F * unit, foot.y - 0.25F * high},
        {foot.x + 0.30F * unit, foot.y},
        {foot.x, foot.y + 0.08F * unit},
    };
    tes_path_blob(paint, points, sizeof points / sizeof *points);
}

static void paint_figure(const struct tes_marks *marks, struct tes_paint *paint)
{
    struct tes_point foot = before(marks, 0, 0, 0), top = before(marks, 0, 0, TALL);
    struct tes_point nose = before(marks, 0.27, 0, TALL - 0.03);
    struct tes_seen seen = tes_viewer_see(&marks->viewer, marks->question->spot);
    float unit = (float)(marks->head.height / 2.0 / (seen.depth * marks->viewer.tangent));
    bool is_turned_away = nose.y < top.y;
    add_arrow(marks, paint);
    tes_paint_fill_stroke(paint, ARROW, 4, EDGE);
    add_arrow(marks, paint);
    tes_paint_fill(paint, ARROW);
    add_body(paint, foot, top, unit);
    tes_paint_fill_stroke(paint, INK, 2.5F, EDGE);
    if (is_turned_away)
        tes_paint_circle(paint, nose.x, nose.y, 0.09F * unit, SKIN);
    tes_path_ellipse(paint, top.x, top.y, 0.24F * unit, 0.24F * unit);
    tes_paint_fill_stroke(paint, is_turned_away ? INK : SKIN, 2, is_turned_away ? EDGE : INK);
    if (!is_turned_away)
        tes_paint_circle(paint, nose.x, nose.y, 0.09F * unit, ARROW);
}

static void head(const struct tes_question_drawn *question, struct tes_studio *studio,
                 struct tes_area area)
{
    struct tes_marks marks = tes_marks_scene(question, studio, area);
    tes_marks_paint(&marks, studio, paint_figure);
}

const struct tes_scenery tes_scenery_viewer = {.head = head};
