/*
 * Draws solids and their shadows above, and in each cell a disc on the ground with a post in its
 * middle, seen from the same direction as the scene, and a sun at its rim that shines on the post.
 */
#include "challenge/scene/questions/question_views.h"

#include "draw/scene/card.h"
#include "draw/scene/marks/marks.h"

enum { RIM_POINTS = 72, RAYS = 8 };

static const tes_colour SUN = TES_RGB(0xF5A300), SUN_EDGE = TES_RGB(0xB86A00),
                        BEAM = TES_RGB(0xE08A00), POST = TES_RGB(0x5A6472);

/* The disc of a cell, and how it is seen. */
struct dial {
    struct tes_viewer viewer;
    struct tes_card_manner manner;
    float middle, scale; /* pixels */
    double direction;    /* of the sun, in degrees */
};

static const double RIM = 1, POST_RADIUS = 0.1, POST_HEIGHT = 0.26;

static struct tes_point place(const struct dial *dial, struct tes_vector point)
{
    struct tes_seen seen = tes_viewer_see(&dial->viewer, point);
    return (struct tes_point){dial->middle + dial->scale * (float)seen.x,
                              dial->middle + dial->scale * (0.03F - (float)seen.y)};
}

/* A point of the ground at a distance from the middle towards the sun; `aside` is to the right of
 * that direction. */
static struct tes_point towards(const struct dial *dial, double away, double aside)
{
    struct tes_vector to = tes_scene_towards(dial->direction, 0);
    struct tes_vector point = {to.x * away - to.y * aside, to.y * away + to.x * aside, 0};
    return place(dial, point);
}

static void add_circle(struct tes_paint *paint, const struct dial *dial, double radius,
                       double height)
{
    struct tes_point points[RIM_POINTS];
    for (unsigned i = 0; i < RIM_POINTS; i++) {
        struct tes_vector to = tes_scene_towards(i * 360.0 / RIM_POINTS, 0);
        struct tes_vector point = {to.x * radius, to.y * radius, height};
        points[i] = place(dial, point);
    }
    tes_path_polygon(paint, points, RIM_POINTS);
}

static void paint_disc(struct tes_paint *paint, const struct dial *dial)
{
    add_circle(paint, dial, RIM * 1.04, -0.09);
    tes_paint_fill(paint, tes_colour_shade(dial->manner.edge, -0.12F));
    add_circle(paint, dial, RIM * 1.04, 0);
    tes_paint_fill(paint, dial->manner.edge);
    add_circle(paint, dial, RIM * 0.98, 0);
    tes_paint_fill(paint, tes_colour_shade(dial->manner.tile, 0.45F));
}

static void paint_post(struct tes_paint *paint, const struct dial *dial)
{
    struct tes_point foot = place(dial, (struct tes_vector){0, 0, 0});
    struct tes_point top = place(dial, (struct tes_vector){0, 0, POST_HEIGHT});
    struct tes_point side = place(dial, (struct tes_vector){POST_RADIUS, 0, 0});
    float half = side.x - foot.x;
    add_circle(paint, dial, POST_RADIUS, 0);
    tes_path_box(paint, foot.x - half, top.y, 2 * half, foot.y - top.y, 0);
    tes_paint_fill(paint, POST);
    add_circle(paint, dial, POST_RADIUS, POST_HEIGHT);
    tes_paint_fill(paint, tes_colour_shade(POST, 0.3F));
}

/* Paints the direction of the light: a beam on the ground that ends in an arrow head before the
 * post. */
static void paint_beam(struct tes_paint *paint, const struct dial *dial)
{
    const struct tes_point shaft[] = {towards(dial, 0.8, -0.05), towards(dial, 0.8, 0.05),
                                      towards(dial, 0.44, 0.05), towards(dial, 0.44, -0.05)};
    const struct tes_point head[] = {towards(dial, 0.2, 0), towards(dial, 0.47, 0.16),
                                     towards(dial, 0.47, -0.16)};
    tes_path_polygon(paint, shaft, 4);
    tes_paint_fill(paint, BEAM);
    tes_path_polygon(paint, head, 3);
    tes_paint_fill(paint, BEAM);
}

static void paint_sun(struct tes_paint *paint, const struct dial *dial)
{
    struct tes_point at = towards(dial, RIM, 0);
    float radius = dial->scale * 0.14F;
    for (unsigned i = 0; i < RAYS; i++) {
        float turn = 360.0F / RAYS * (float)i;
        struct tes_point from = {at.x + 1.3F * radius * tes_number_cos(turn),
                                 at.y + 1.3F * radius * tes_number_sin(turn)};
        struct tes_point to = {at.x + 1.75F * radius * tes_number_cos(turn),
                               at.y + 1.75F * radius * tes_number_sin(turn)};
        tes_paint_line(paint, from, to, radius * 0.34F, SUN_EDGE);
    }
    tes_path_ellipse(paint, at.x, at.y, radius, radius);
    tes_paint_fill_stroke(paint, SUN, 2, SUN_EDGE);
}

static void paint_dial(struct tes_paint *paint, const void *what)
{
    const struct dial *dial = what;
    bool is_near = tes_scene_cosine(dial->direction) > 0;
    paint_disc(paint, dial);
    if (is_near)
        paint_post(paint, dial);
    paint_beam(paint, dial);
    paint_sun(paint, dial);
    if (!is_near)
        paint_post(paint, dial);
}

static void draw_option(const struct tes_question_asked *question, struct tes_studio *studio,
                        struct tes_area cell, unsigned option)
{
    const struct tes_camera *camera = &question->scene.camera;
    double around, above;
    tes_scene_whence(tes_vector_subtract(camera->eye, camera->target), &around, &above);
    struct tes_camera own = tes_camera_around((struct tes_vector){0, 0, 0}, 0, above, 8, 20);
    struct dial dial = {
        .viewer = tes_camera_viewer(&own),
        .manner = tes_card_manner(&question->scene),
        .middle = (float)cell.width / 2,
        .scale = (float)cell.width * 0.45F,
        .direction = question->options[option] * TES_SUN_STEP,
    };
    tes_card_tile(studio, cell, dial.manner.tile);
    tes_card_paint(studio, cell, paint_dial, &dial);
}

static void draw_head(const struct tes_question_asked *question, struct tes_studio *studio,
                      struct tes_area head)
{
    struct tes_render how = {.part = head, .renderer = (enum tes_renderer)question->renderer};
    if (tes_render(studio, &question->scene, &how) == TES_OK)
        tes_card_frame(studio, head);
}

const struct tes_scenery tes_scenery_sun = {draw_head, draw_option};
