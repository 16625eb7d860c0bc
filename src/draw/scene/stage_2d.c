/*
 * The 2D renderer: the painter draws things as flat shapes of two or three tones, the farthest
 * first. It is cheap and plain. What hides what is right for whole things only.
 */
#include "draw/paint/studio.h"
#include "draw/scene/shadow.h"
#include "draw/scene/stage.h"

enum {
    ROUND = 28, /* corners of a round shape */
    TUBE = 8,   /* corners of a ring's tube */
    OUTLINE_MAX = ROUND * TUBE,
    LIT = 150, /* levels of shading ramps */
    SHADED = 100,
    BRIGHT = 178,
    SHADOW = 0x403A3558, /* transparent */
};

/* A shape, in pixels of the part. */
struct shape {
    unsigned count;
    struct tes_hull_point points[OUTLINE_MAX];
};

/* What is needed to draw one thing. */
struct brush {
    struct tes_paint *paint;
    const struct tes_stage *stage;
    const struct tes_thing *thing;
    const struct tes_shade_finish *finish;
    struct shape shape, outline; /* memory to work in */
};

/* ----------------------------------------------------------------- shapes */

static void add_scene_point(struct brush *brush, struct tes_vector point)
{
    const struct tes_lens *lens = &brush->stage->lens;
    struct tes_seen seen = tes_viewer_see(&lens->viewer, point);
    struct shape *shape = &brush->shape;
    double half = 0.5 * lens->height;
    if (shape->count < OUTLINE_MAX)
        shape->points[shape->count++] =
            (struct tes_hull_point){0.5 * lens->width + seen.x * half, half - seen.y * half, 0};
}

static void add_point(struct brush *brush, double x, double y, double z)
{
    add_scene_point(brush, tes_thing_world(brush->thing, (struct tes_vector){x, y, z}));
}

static void add_circle(struct brush *brush, double radius, double z)
{
    for (unsigned i = 0; i < ROUND; i++) {
        double degrees = 360.0 * i / ROUND;
        add_point(brush, radius * tes_scene_cosine(degrees), radius * tes_scene_sine(degrees), z);
    }
}

static void start_path(struct tes_paint *paint, const struct shape *shape)
{
    struct tes_point points[OUTLINE_MAX];
    for (unsigned i = 0; i < shape->count; i++)
        points[i] = (struct tes_point){(float)shape->points[i].x, (float)shape->points[i].y};
    tes_path_polygon(paint, points, shape->count);
}

/* Makes the shape's convex hull the thing's outline. */
static void wrap(struct brush *brush)
{
    brush->outline.count =
        tes_hull_of(brush->shape.points, brush->shape.count, brush->outline.points);
    brush->shape.count = 0;
}

static void fill_outline(struct brush *brush, uint32_t level)
{
    start_path(brush->paint, &brush->outline);
    tes_paint_fill(brush->paint, TES_RGB(brush->finish->ramps[0][level]));
}

/* ----------------------------------------------------------------- solids */

/* Adds the point where two edges of a face cross. */
static void add_crossing(struct shape *shape, const struct tes_linear *a,
                         const struct tes_linear *b)
{
    double scale = a->x * b->y - a->y * b->x;
    if (scale == 0)
        return;
    shape->points[shape->count++] = (struct tes_hull_point){(a->y * b->c - a->c * b->y) / scale,
                                                            (a->c * b->x - a->x * b->c) / scale, 0};
}

/* Fills the faces of a thing, the farthest first, since faces of a polycube hide each other. */
static void fill_faces(struct brush *brush, unsigned model)
{
    const struct tes_stage *stage = brush->stage;
    double before = 1e9;
    for (;;) {
        const struct tes_surface *next = NULL;
        double farthest = -1;
        for (unsigned i = 0; i < stage->surface_count; i++) {
            const struct tes_surface *surface = &stage->surfaces[i];
            struct tes_vector way = tes_vector_subtract(surface->middle, stage->models[model].eye);
            double away = tes_vector_length(way) + 1e-9 * i;
            if (surface->model == model && away < before && away > farthest) {
                farthest = away;
                next = surface;
            }
        }
        if (next == NULL)
            break;
        before = farthest;
        brush->shape.count = 0;
        for (unsigned i = 0; i < next->edge_count; i++)
            add_crossing(&brush->shape, &next->edges[i], &next->edges[(i + 1) % next->edge_count]);
        start_path(brush->paint, &brush->shape);
        uint32_t colour = tes_shade_flat(next, brush->finish);
        tes_paint_fill_stroke(brush->paint, TES_RGB(colour), 1,
                              TES_RGB(brush->finish->ramps[0][60]));
    }
    brush->shape.count = 0;
}

static void paint_cube(struct brush *brush, unsigned model)
{
    const struct tes_thing *thing = brush->thing;
    for (unsigned i = 0; i < 8; i++)
        add_point(brush, i & 1 ? thing->size : -thing->size, i & 2 ? thing->size : -thing->size,
                  i & 4 ? thing->height : 0);
    wrap(brush);
    fill_faces(brush, model);
}

static void paint_pyramid(struct brush *brush, unsigned model)
{
    const struct tes_thing *thing = brush->thing;
    for (unsigned i = 0; i < 4; i++)
        add_point(brush, i & 1 ? thing->size : -thing->size, i & 2 ? thing->size : -thing->size, 0);
    add_point(brush, 0, 0, thing->height);
    wrap(brush);
    fill_faces(brush, model);
}

static void paint_polycube(struct brush *brush, unsigned model)
{
    fill_faces(brush, model);
    brush->outline.count = 0;
}

/* Paints a ball: the circle that is its outline, and a smaller one for the lit side. */
static void paint_ball(struct brush *brush, unsigned model)
{
    const struct tes_viewer *viewer = &brush->stage->lens.viewer;
    struct tes_vector middle = tes_thing_middle(brush->thing);
    struct tes_vector way = tes_vector_subtract(viewer->eye, middle);
    double size = brush->thing->size, share = size / tes_vector_length(way);
    double radius = size * __builtin_sqrt(1 - share * share);
    struct tes_vector right = tes_vector_unit(tes_vector_cross(viewer->up, way));
    struct tes_vector up = tes_vector_unit(tes_vector_cross(way, right));
    struct tes_vector centre = tes_vector_add(middle, tes_vector_scale(way, share * share));
    (void)model;
    for (unsigned lit = 0; lit < 2; lit++) {
        struct tes_vector from = centre;
        if (lit)
            from = tes_vector_add(from, tes_vector_add(tes_vector_scale(right, radius * 0.1),
                                                       tes_vector_scale(up, radius * 0.12)));
        for (unsigned i = 0; i < ROUND; i++) {
            double degrees = 360.0 * i / ROUND, reach = lit ? radius * 0.82 : radius;
            struct tes_vector aside = tes_vector_scale(right, reach * tes_scene_cosine(degrees));
            struct tes_vector above = tes_vector_scale(up, reach * tes_scene_sine(degrees));
            add_scene_point(brush, tes_vector_add(from, tes_vector_add(aside, above)));
        }
        wrap(brush);
        fill_outline(brush, lit ? LIT : SHADED);
    }
}

static void paint_cylinder(struct brush *brush, unsigned model)
{
    const struct tes_thing *thing = brush->thing;
    (void)model;
    add_circle(brush, thing->size, 0);
    add_circle(brush, thing->size, thing->height);
    wrap(brush);
    fill_outline(brush, SHADED + 20);
    add_circle(brush, thing->size, thing->height);
    start_path(brush->paint, &brush->shape);
    tes_paint_fill(brush->paint, TES_RGB(brush->finish->ramps[0][BRIGHT]));
    brush->shape.count = 0;
}

static void paint_cone(struct brush *brush, unsigned model)
{
    const struct tes_thing *thing = brush->thing;
    (void)model;
    add_circle(brush, thing->size, 0);
    add_point(brush, 0, 0, thing->height);
    wrap(brush);
    fill_outline(brush, LIT);
}

static void paint_ring(struct brush *brush, unsigned model)
{
    const struct tes_thing *thing = brush->thing;
    double tube = thing->height / 2, middle = thing->size - tube;
    (void)model;
    for (unsigned i = 0; i < TUBE; i++) {
        double degrees = 360.0 * i / TUBE;
        add_circle(brush, middle + tube * tes_scene_cosine(degrees),
                   tube + tube * tes_scene_sine(degrees));
    }
    wrap(brush);
    add_circle(brush, middle - tube, tube * 1.2);
    start_path(brush->paint, &brush->outline);
    start_path(brush->paint, &brush->shape);
    tes_paint_fill_odd(brush->paint, TES_RGB(brush->finish->ramps[0][LIT]));
    brush->shape.count = brush->outline.count = 0;
}

/* Paints marks on the top of a ring: a few large ones or many small ones. */
static void paint_ring_marks(struct brush *brush)
{
    static const struct {
        unsigned count;
        double size; /* relative to the tube */
    } marks[TES_MATERIAL_COUNT] = {
        [TES_MATERIAL_STRIPED] = {8, 0.75},
        [TES_MATERIAL_CHECKED] = {12, 0.55},
        [TES_MATERIAL_DOTTED] = {16, 0.35},
    };
    const struct tes_thing *thing = brush->thing;
    unsigned count = marks[thing->material].count;
    double tube = thing->height / 2, middle = thing->size - tube;
    double away = tes_viewer_see(&brush->stage->lens.viewer, tes_thing_middle(thing)).depth;
    float radius = (float)(tube * marks[thing->material].size / away) / brush->finish->pixel;
    for (unsigned i = 0; i < count; i++) {
        double degrees = 360.0 * i / count;
        brush->shape.count = 0;
        add_point(brush, middle * tes_scene_cosine(degrees), middle * tes_scene_sine(degrees),
                  1.6 * tube);
        tes_paint_circle(brush->paint, (float)brush->shape.points[0].x,
                         (float)brush->shape.points[0].y, radius,
                         TES_RGB(brush->finish->ramps[1][LIT]));
    }
    brush->shape.count = 0;
}

typedef void painter(struct brush *brush, unsigned model);

static painter *const PAINTERS[] = {
    [TES_SOLID_CUBE] = paint_cube,         [TES_SOLID_BALL] = paint_ball,
    [TES_SOLID_CYLINDER] = paint_cylinder, [TES_SOLID_CONE] = paint_cone,
    [TES_SOLID_PYRAMID] = paint_pyramid,   [TES_SOLID_RING] = paint_ring,
    [TES_SOLID_POLYCUBE] = paint_polycube,
};

/* -------------------------------------------------------------- materials */

/* Paints marks in a grid of 6 x 6 over the outline's box, clipped to the outline. */
static void paint_marks(struct brush *brush)
{
    const struct shape *outline = &brush->outline;
    struct tes_paint *paint = brush->paint;
    struct tes_point low = {1e9F, 1e9F}, high = {-1e9F, -1e9F};
    tes_colour colour = TES_RGB(brush->finish->ramps[1][LIT]);
    unsigned material = brush->thing->material;
    for (unsigned i = 0; i < outline->count; i++) {
        float x = (float)outline->points[i].x, y = (float)outline->points[i].y;
        low = (struct tes_point){x < low.x ? x : low.x, y < low.y ? y : low.y};
        high = (struct tes_point){x > high.x ? x : high.x, y > high.y ? y : high.y};
    }
    struct tes_point size = {(high.x - low.x) / 6, (high.y - low.y) / 6};
    start_path(paint, outline);
    tes_paint_clip(paint);
    for (unsigned i = 0; i < 36; i++) {
        unsigned column = i % 6, row = i / 6;
        struct tes_point corner = {low.x + (float)column * size.x, low.y + (float)row * size.y};
        struct tes_point band = {6 * size.x, size.y};
        if (material == TES_MATERIAL_DOTTED)
            tes_paint_circle(paint, corner.x + size.x / 2, corner.y + size.y / 2, size.x * 0.28F,
                             colour);
        else if (material == TES_MATERIAL_CHECKED && (column + row) % 2)
            tes_paint_box(paint, corner, size, 0, colour);
        else if (material == TES_MATERIAL_STRIPED && row % 2 && column == 0)
            tes_paint_box(paint, corner, band, 0, colour);
    }
    tes_paint_unclip(paint);
}

static void paint_gloss(struct brush *brush)
{
    struct tes_vector middle = tes_thing_middle(brush->thing);
    brush->shape.count = 0;
    add_scene_point(brush, middle);
    struct tes_hull_point at = brush->shape.points[0];
    double away = tes_viewer_see(&brush->stage->lens.viewer, middle).depth;
    float radius = (float)(brush->thing->size / away) / brush->finish->pixel;
    brush->shape.count = 0;
    tes_paint_ellipse(brush->paint, (float)at.x + 0.25F * radius, (float)at.y - 0.3F * radius,
                      0.2F * radius, 0.14F * radius, 0xC0FFFFFF);
}

/* ------------------------------------------------------------------- scene */

static void paint_thing(struct brush *brush, unsigned model)
{
    if (brush->thing->solid == TES_SOLID_DISC)
        return; /* it belongs to the ground */
    if (brush->stage->ground.has_ground) {
        brush->shape.count = 0;
        add_circle(brush, brush->thing->size * 1.2, -brush->thing->at.z);
        start_path(brush->paint, &brush->shape);
        tes_paint_fill(brush->paint, (tes_colour)SHADOW);
        brush->shape.count = 0;
    }
    PAINTERS[brush->thing->solid](brush, model);
    if (brush->finish->has_pattern && brush->thing->solid == TES_SOLID_RING)
        paint_ring_marks(brush);
    else if (brush->finish->has_pattern && brush->outline.count > 0)
        paint_marks(brush);
    else if (brush->thing->material == TES_MATERIAL_GLOSSY)
        paint_gloss(brush);
}

/* Sorts things, the farthest first, with discs before all others. Things that reach behind the eye
 * are left out. */
static unsigned order_of(const struct tes_stage *stage, uint8_t order[TES_SCENE_THINGS])
{
    double away[TES_SCENE_THINGS];
    unsigned count = 0;
    for (unsigned i = 0; i < stage->model_count; i++) {
        const struct tes_thing *thing = stage->models[i].thing;
        struct tes_frame frame;
        if (!tes_thing_frame(thing, &stage->lens.viewer, &frame))
            continue;
        struct tes_vector way =
            tes_vector_subtract(tes_thing_middle(thing), stage->lens.viewer.eye);
        double here = thing->solid == TES_SOLID_DISC ? 1e9 : tes_vector_length(way);
        unsigned at = count++;
        for (; at > 0 && away[at - 1] < here; at--) {
            away[at] = away[at - 1];
            order[at] = order[at - 1];
        }
        away[at] = here;
        order[at] = (uint8_t)i;
    }
    return count;
}

static void paint_tile(struct tes_stage *stage, const struct tes_stage_part *part, unsigned left,
                       unsigned top, const uint8_t *order, unsigned count)
{
    unsigned width = part->width - left, height = part->height - top;
    width = width < TES_PAINT_SIDE ? width : TES_PAINT_SIDE;
    height = height < TES_PAINT_SIDE ? height : TES_PAINT_SIDE;
    struct tes_area area = {part->area.x + left, part->area.y + top, width, height};
    struct tes_paint paint = tes_studio_part(part->studio, area, (float)width);
    tes_paint_move(&paint, -(float)left, -(float)top);
    for (unsigned i = 0; i < count; i++) {
        struct brush brush = {
            &paint,       stage,       stage->models[order[i]].thing, &stage->finishes[order[i]],
            {.count = 0}, {.count = 0}};
        paint_thing(&brush, order[i]);
    }
}

void tes_stage_2d(struct tes_stage *stage, const struct tes_scene *scene,
                  const struct tes_stage_part *part)
{
    uint8_t order[TES_SCENE_THINGS];
    struct tes_scene bare = {.camera = scene->camera, .has_ground = scene->has_ground};
    __builtin_memcpy(bare.looks, scene->looks, sizeof bare.looks);
    struct tes_dyes dyes;
    tes_dyes_of(scene, &dyes);
    tes_dyes_part(&dyes, scene->count);
    tes_ground_of(&bare, &stage->lens, stage->models, &stage->ground);
    tes_ground_lay(scene, stage->models, &dyes, part->chips_most, &stage->ground);
    for (unsigned i = 0; i < scene->count; i++)
        tes_shade_finish_of(scene, i, &stage->models[i], &stage->lens, &dyes, &stage->finishes[i]);
    for (unsigned y = 0; y < part->height; y++)
        tes_ground_row(&stage->ground, (int)y, part->colours + (size_t)y * part->stride);
    unsigned count = order_of(stage, order);
    for (unsigned top = 0; top < part->height; top += TES_PAINT_SIDE)
        for (unsigned left = 0; left < part->width; left += TES_PAINT_SIDE)
            paint_tile(stage, part, left, top, order, count);
    for (unsigned y = 0; y < part->height && part->ids != NULL; y++) {
        tes_stage_look(stage, (int)y, &stage->rows[0]);
        tes_stage_tell(stage, &stage->rows[0], part->ids + (size_t)y * part->width);
    }
}
