#include "draw/scene/shadow.h"

#include "draw/scene/branchless.h"

enum { BLOCK = TES_SURFACE_BLOCK, RING_SLICES = 5 };

/* How much softer a shadow's edge gets for each unit of height that it falls from; and the lowest
 * sun that is taken into account. */
static const float SOFTER = 0.11F;
static const double SUN_LEAST = 0.25;

/* How far around its foot a thing darkens the ground, in sizes of the thing; the same for a ball,
 * and the radius of a ball's foot. */
static const double CONTACT = 0.45, BALL_CONTACT = 2, BALL_BASE = 0.1;

static TES_INLINED float between(float value, float least, float most)
{
    return tes_branchless_least(tes_branchless_most(value, least), most);
}

/* How much light passes an edge at a distance from it; negative is inside of the shadow. */
static TES_INLINED float past(float distance, float soft)
{
    float share = between(0.5F + 0.5F * distance / soft, 0, 1);
    return share * share * (3 - 2 * share);
}

/* --------------------------------------------------------------- outlines */

static struct tes_shadow_edge edge_between(struct tes_hull_point from, struct tes_hull_point to)
{
    double x = to.x - from.x, y = to.y - from.y, length = __builtin_sqrt(x * x + y * y);
    double scale = length > 0 ? 1 / length : 0, square = scale * scale;
    return (struct tes_shadow_edge){
        .x = (float)(y * scale),
        .y = (float)(-x * scale),
        .c = (float)((x * from.y - y * from.x) * scale),
        .along_x = (float)(x * square),
        .along_y = (float)(y * square),
        .along_c = (float)(-(x * from.x + y * from.y) * square),
        .soft = (float)from.height * SOFTER,
        .softer = (float)(to.height - from.height) * SOFTER,
    };
}

/* Finds the outline of a box's or a pyramid's shadow. */
static void set_edges(struct tes_shadow *shadow)
{
    const struct tes_thing *thing = shadow->thing;
    struct tes_hull_point corners[8], hull[8];
    unsigned count = 0;
    bool is_pyramid = thing->solid == TES_SOLID_PYRAMID;
    for (unsigned i = 0; i < (is_pyramid ? 5U : 8U); i++) {
        double height = i < 4 ? 0 : thing->height, size = is_pyramid && i == 4 ? 0 : thing->size;
        corners[count++] = (struct tes_hull_point){
            (i & 1 ? size : -size) - shadow->sun_x * height,
            (i & 2 ? size : -size) - shadow->sun_y * height,
            height,
        };
    }
    shadow->edge_count = tes_hull_of(corners, count, hull);
    for (unsigned i = 0; i < shadow->edge_count; i++)
        shadow->edges[i] = edge_between(hull[i], hull[(i + 1) % shadow->edge_count]);
}

static void set_cubes(struct tes_shadow *shadow)
{
    const struct tes_thing *thing = shadow->thing;
    double side = thing->size;
    for (unsigned i = 0; i < thing->cube_count; i++) {
        const int8_t *place = thing->cubes[i];
        struct tes_vector middle = tes_thing_world(
            thing, (struct tes_vector){place[0] * side, place[1] * side, place[2] * side});
        shadow->cubes[i] = (struct tes_float_vector){
            (float)(middle.x - thing->at.x), (float)(middle.y - thing->at.y), (float)middle.z};
    }
}

static void set_bounds(struct tes_shadow *shadow)
{
    const struct tes_thing *thing = shadow->thing;
    bool is_polycube = thing->solid == TES_SOLID_POLYCUBE;
    bool is_square = thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID;
    double wide = is_polycube ? 2 * tes_thing_reach(thing) : thing->size * (is_square ? 1.42 : 1);
    double top = thing->at.z + (is_polycube ? wide : thing->height);
    double aside = __builtin_sqrt(shadow->sun_x * shadow->sun_x + shadow->sun_y * shadow->sun_y);
    double soft = top * SOFTER + 0.05 * thing->size;
    shadow->base = is_polycube ? 0 : (float)thing->at.z;
    shadow->top = (float)top - shadow->base;
    shadow->middle_x = (float)(-shadow->sun_x * top / 2);
    shadow->middle_y = (float)(-shadow->sun_y * top / 2);
    shadow->reach = (float)(wide + aside * top / 2 + soft);
    shadow->width = (float)(wide + soft);
    /* A ball touches the ground at a point and darkens the ground around it. */
    bool is_ball = thing->solid == TES_SOLID_BALL;
    shadow->contact = (float)(thing->size * (is_ball ? BALL_CONTACT : CONTACT));
    shadow->contact_reach = (float)(is_ball ? thing->size * BALL_BASE : wide) + shadow->contact;
    if (is_polycube || thing->at.z > 0.01)
        shadow->contact_reach = 0;
}

bool tes_shadow_of(const struct tes_scene *scene, const struct tes_model *model,
                   struct tes_shadow *shadow)
{
    const struct tes_thing *thing = model->thing;
    struct tes_vector sun = scene->sun;
    double up = sun.z > SUN_LEAST ? sun.z : SUN_LEAST;
    bool is_polycube = thing->solid == TES_SOLID_POLYCUBE;
    if (thing->solid == TES_SOLID_DISC)
        return false;
    *shadow = (struct tes_shadow){.thing = thing, .model = model};
    const struct tes_vector scene_x = {1, 0, 0}, scene_y = {0, 1, 0};
    shadow->sun_x = (float)(tes_vector_dot(sun, is_polycube ? scene_x : model->axes[0]) / up);
    shadow->sun_y = (float)(tes_vector_dot(sun, is_polycube ? scene_y : model->axes[1]) / up);
    set_bounds(shadow);
    if (thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID)
        set_edges(shadow);
    if (is_polycube)
        set_cubes(shadow);
    return true;
}

/* ---------------------------------------------------------------- shadows */

/* Points on or above the ground, projected along the sun's light onto the plane of the thing's
 * base, and their heights above that plane. */
struct points {
    const float *restrict x, *restrict y, *restrict height;
};

TES_WIDE static void cast_ball(const struct tes_shadow *shadow, const struct points *points,
                               float soft, float *restrict sun)
{
    const float *restrict x = points->x, *restrict y = points->y, *restrict from = points->height;
    float size = (float)shadow->thing->size, sun_x = shadow->sun_x, sun_y = shadow->sun_y;
    float scale = 1 / (sun_x * sun_x + sun_y * sun_y + 1);
    for (int i = 0; i < BLOCK; i++) {
        float height = tes_branchless_most((size - x[i] * sun_x - y[i] * sun_y) * scale, from[i]);
        float across = x[i] + sun_x * height, along = y[i] + sun_y * height, above = height - size;
        float distance = __builtin_sqrtf(across * across + along * along + above * above) - size;
        float softness = soft + SOFTER * (between(height, from[i], 2 * size) - from[i]);
        sun[i] = tes_branchless_least(sun[i], past(distance, softness));
    }
}

/* The shadow of a cylinder (slope 0) or a cone. */
static TES_INLINED void cast_round(const struct tes_shadow *shadow, const struct points *points,
                                   float soft, float *restrict sun, float slope)
{
    const float *restrict x = points->x, *restrict y = points->y, *restrict from = points->height;
    float size = (float)shadow->thing->size, top = (float)shadow->thing->height;
    float sun_x = shadow->sun_x, sun_y = shadow->sun_y;
    float square = sun_x * sun_x + sun_y * sun_y + 1e-6F, scale = 1 / __builtin_sqrtf(square);
    /* Where the outline narrows faster than it moves to the side, the shadow of the base contains
     * the rest. */
    float ratio = slope * scale, lean = 1e3F;
    if (ratio < 0.999F)
        lean = ratio / __builtin_sqrtf(1 - ratio * ratio);
    for (int i = 0; i < BLOCK; i++) {
        float along = (x[i] * sun_x + y[i] * sun_y) * scale;
        float across = __builtin_fabsf(x[i] * sun_y - y[i] * sun_x) * scale;
        float least = tes_branchless_most(from[i], 0), most = tes_branchless_most(from[i], top);
        float height = between((-along - lean * across) * scale, least, most);
        float away_x = x[i] + sun_x * height, away_y = y[i] + sun_y * height;
        float distance = __builtin_sqrtf(away_x * away_x + away_y * away_y) + slope * height - size;
        sun[i] = tes_branchless_least(sun[i], past(distance, soft + SOFTER * (height - from[i])));
    }
}

TES_WIDE static void cast_cylinder(const struct tes_shadow *shadow, const struct points *points,
                                   float soft, float *restrict sun)
{
    cast_round(shadow, points, soft, sun, 0);
}

TES_WIDE static void cast_cone(const struct tes_shadow *shadow, const struct points *points,
                               float soft, float *restrict sun)
{
    cast_round(shadow, points, soft, sun, (float)(shadow->thing->size / shadow->thing->height));
}

TES_WIDE static void cast_edges(const struct tes_shadow *shadow, const struct points *points,
                                float soft, float *restrict sun)
{
    const float *restrict x = points->x, *restrict y = points->y, *restrict from = points->height;
    float light[BLOCK] = {0};
    for (unsigned j = 0; j < shadow->edge_count; j++) {
        const struct tes_shadow_edge *edge = &shadow->edges[j];
        for (int i = 0; i < BLOCK; i++) {
            float distance = edge->x * x[i] + edge->y * y[i] + edge->c;
            float along = edge->along_x * x[i] + edge->along_y * y[i] + edge->along_c;
            float above = edge->soft + edge->softer * between(along, 0, 1) - SOFTER * from[i];
            float here = past(distance, soft + tes_branchless_most(above, 0));
            light[i] = tes_branchless_most(here, light[i]);
        }
    }
    for (int i = 0; i < BLOCK; i++)
        sun[i] = tes_branchless_least(sun[i], light[i]);
}

/* The shadow of a ring, as that of several flat slices. */
TES_WIDE static void cast_ring(const struct tes_shadow *shadow, const struct points *points,
                               float soft, float *restrict sun)
{
    const float *restrict x = points->x, *restrict y = points->y, *restrict from = points->height;
    float tube = (float)shadow->thing->height / 2, middle = (float)shadow->thing->size - tube;
    for (int slice = 0; slice < RING_SLICES; slice++) {
        float above = tube * ((float)slice - 2) * 0.4F, level = tube + above;
        float half = __builtin_sqrtf(tube * tube - above * above);
        for (int i = 0; i < BLOCK; i++) {
            float height = tes_branchless_most(level, from[i]);
            float across = x[i] + shadow->sun_x * height, along = y[i] + shadow->sun_y * height;
            float away = __builtin_sqrtf(across * across + along * along) - middle;
            float softness = soft + 0.15F * tube + SOFTER * (height - from[i]);
            sun[i] = tes_branchless_least(sun[i], past(__builtin_fabsf(away) - half, softness));
        }
    }
}

/* The shadow of a polycube: each cube is taken as a ball of about its size. */
TES_WIDE static void cast_cubes(const struct tes_shadow *shadow, const struct points *points,
                                float soft, float *restrict sun)
{
    const float *restrict x = points->x, *restrict y = points->y, *restrict from = points->height;
    float size = (float)shadow->thing->size * 0.68F, sun_x = shadow->sun_x, sun_y = shadow->sun_y;
    float scale = 1 / (sun_x * sun_x + sun_y * sun_y + 1);
    for (unsigned j = 0; j < shadow->thing->cube_count; j++) {
        struct tes_float_vector cube = shadow->cubes[j];
        for (int i = 0; i < BLOCK; i++) {
            float from_x = x[i] - cube.x, from_y = y[i] - cube.y;
            float height =
                tes_branchless_most((cube.z - from_x * sun_x - from_y * sun_y) * scale, from[i]);
            float across = from_x + sun_x * height, along = from_y + sun_y * height;
            float above = height - cube.z;
            float away = __builtin_sqrtf(across * across + along * along + above * above);
            float softness = soft + 0.3F * size + SOFTER * 1.5F * (height - from[i]);
            sun[i] = tes_branchless_least(sun[i], past(away - size, softness));
        }
    }
}

typedef void caster(const struct tes_shadow *shadow, const struct points *points, float soft,
                    float *restrict sun);

static caster *const CASTERS[] = {
    [TES_SOLID_CUBE] = cast_edges,        [TES_SOLID_BALL] = cast_ball,
    [TES_SOLID_CYLINDER] = cast_cylinder, [TES_SOLID_CONE] = cast_cone,
    [TES_SOLID_PYRAMID] = cast_edges,     [TES_SOLID_RING] = cast_ring,
    [TES_SOLID_POLYCUBE] = cast_cubes,
};

/* ---------------------------------------------------------------- contact */

/* The distances of points from the area that a thing stands on. */
TES_WIDE static void find_distances(const struct tes_shadow *shadow, const float *restrict x,
                                    const float *restrict y, float distances[BLOCK])
{
    float size = (float)shadow->thing->size, middle = 0, base = size;
    bool is_square =
        shadow->thing->solid == TES_SOLID_CUBE || shadow->thing->solid == TES_SOLID_PYRAMID;
    if (shadow->thing->solid == TES_SOLID_RING) {
        base = 0.25F * (float)shadow->thing->height;
        middle = size - 0.5F * (float)shadow->thing->height;
    }
    if (shadow->thing->solid == TES_SOLID_BALL)
        base = (float)BALL_BASE * size;
    if (is_square) {
        for (int i = 0; i < BLOCK; i++) {
            float far_x = tes_branchless_most(__builtin_fabsf(x[i]) - size, 0);
            float far_y = tes_branchless_most(__builtin_fabsf(y[i]) - size, 0);
            distances[i] = __builtin_sqrtf(far_x * far_x + far_y * far_y);
        }
        return;
    }
    for (int i = 0; i < BLOCK; i++)
        distances[i] = __builtin_fabsf(__builtin_sqrtf(x[i] * x[i] + y[i] * y[i]) - middle) - base;
}

TES_WIDE static void touch(float scale, const float *restrict distances, float *restrict sky)
{
    for (int i = 0; i < BLOCK; i++) {
        float closeness = between(1 - distances[i] * scale, 0, 1);
        sky[i] *= 1 - 0.45F * closeness * closeness;
    }
}

void tes_shadow_touch(const struct tes_shadow *shadow, const float x[BLOCK], const float y[BLOCK],
                      float sky[BLOCK])
{
    float distances[BLOCK];
    find_distances(shadow, x, y, distances);
    touch(1 / shadow->contact, distances, sky);
}

void tes_shadow_cast_above(const struct tes_shadow *shadow, const float x[BLOCK],
                           const float y[BLOCK], const float height[BLOCK], float blur,
                           float sun[BLOCK])
{
    const struct points points = {x, y, height};
    CASTERS[shadow->thing->solid](shadow, &points, blur, sun);
}

void tes_shadow_cast(const struct tes_shadow *shadow, const float x[BLOCK], const float y[BLOCK],
                     float blur, float sun[BLOCK])
{
    float lifted_x[BLOCK], lifted_y[BLOCK], height[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        lifted_x[i] = x[i] + shadow->sun_x * shadow->base;
        lifted_y[i] = y[i] + shadow->sun_y * shadow->base;
        height[i] = -shadow->base;
    }
    tes_shadow_cast_above(shadow, lifted_x, lifted_y, height, blur, sun);
}
