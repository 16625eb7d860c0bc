#include "draw/scene/eclipse.h"

#include "draw/scene/branchless.h"

enum { BLOCK = TES_SURFACE_BLOCK };

/* The share of the sun's light that is left in full shadow: about as much as on the ground. Solids
 * and their shadows can then be recognised equally well. */
static const float SUN_LEFT = 0.3F;

/* How far behind a thing's middle its shadow reaches its full strength, in sizes of the thing; and
 * how far below its top, in heights. */
static const float BEHIND = 0.3F, BELOW = 0.08F;

/* How much wider than the thing a shadow is where it is softest, for each unit of distance. */
static const double SOFTEST = 0.2;

/* Whether a thing's shadow can fall on another; both are taken as the balls around them. */
static bool can_reach(const struct tes_thing *dark, const struct tes_thing *thing,
                      struct tes_vector sun)
{
    struct tes_vector way = tes_vector_subtract(tes_thing_middle(dark), tes_thing_middle(thing));
    double reach = tes_thing_reach(dark) + tes_thing_reach(thing);
    double along = tes_vector_dot(way, sun), square = tes_vector_dot(way, way) - along * along;
    double wide = reach + SOFTEST * (along > 0 ? along : 0);
    return along > -reach && square < wide * wide;
}

/* A coordinate of a model's points along a direction, measured from `from`. */
static struct tes_eclipse_axis axis_of(const struct tes_model *model, struct tes_vector from,
                                       struct tes_vector direction)
{
    return (struct tes_eclipse_axis){
        (float)tes_vector_dot(model->axes[0], direction),
        (float)tes_vector_dot(model->axes[1], direction),
        (float)tes_vector_dot(model->axes[2], direction),
        (float)tes_vector_dot(tes_vector_subtract(model->thing->at, from), direction)};
}

static struct tes_eclipse eclipse_of(const struct tes_model *model, const struct tes_shadow *shadow)
{
    /* A polycube's shadow uses the scene's axes, with heights above the ground. */
    struct tes_vector axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, from = shadow->thing->at;
    if (shadow->thing->solid == TES_SOLID_POLYCUBE)
        from.z = 0;
    else
        __builtin_memcpy(axes, shadow->model->axes, sizeof axes);
    struct tes_vector across =
        tes_vector_subtract(axes[0], tes_vector_scale(axes[2], (double)shadow->sun_x));
    struct tes_vector along =
        tes_vector_subtract(axes[1], tes_vector_scale(axes[2], (double)shadow->sun_y));
    return (struct tes_eclipse){shadow, axis_of(model, from, across), axis_of(model, from, along),
                                axis_of(model, from, axes[2])};
}

void tes_eclipses_of(const struct tes_scene *scene, const struct tes_model *model,
                     const struct tes_shadow *shadows, unsigned shadow_count,
                     struct tes_eclipses *eclipses)
{
    eclipses->count = 0;
    for (unsigned i = 0; i < shadow_count; i++)
        if (shadows[i].model != model && can_reach(shadows[i].thing, model->thing, scene->sun))
            eclipses->all[eclipses->count++] = eclipse_of(model, &shadows[i]);
}

/* ----------------------------------------------------------------- blocks */

/* Points in the axes of the thing that throws the shadow. */
struct points {
    float x[BLOCK], y[BLOCK], height[BLOCK];
};

/* Transforms points into the axes of the thing that throws the shadow. False where none of them can
 * be in it. */
TES_WIDE static bool find_points(const struct tes_eclipse *eclipse, float blur,
                                 const struct tes_surface_points *restrict spots,
                                 struct points *restrict points)
{
    const struct tes_eclipse_axis across = eclipse->across, along = eclipse->along;
    const struct tes_eclipse_axis height = eclipse->height;
    const struct tes_shadow *shadow = eclipse->shadow;
    float sun_x = shadow->sun_x, sun_y = shadow->sun_y, middle_x = shadow->middle_x;
    float middle_y = shadow->middle_y, reach = shadow->reach + blur, width = shadow->width + blur;
    float reach_square = reach * reach, wide = width * width * (sun_x * sun_x + sun_y * sun_y);
    uint32_t any = 0;
    for (int i = 0; i < BLOCK; i++) {
        float x = spots->x[i], y = spots->y[i], z = spots->z[i];
        float to_x = across.c + across.x * x + across.y * y + across.z * z;
        float to_y = along.c + along.x * x + along.y * y + along.z * z;
        float aside = to_x * sun_y - to_y * sun_x;
        float off_x = to_x - middle_x, off_y = to_y - middle_y;
        points->x[i] = to_x;
        points->y[i] = to_y;
        points->height[i] = height.c + height.x * x + height.y * y + height.z * z;
        any |= (uint32_t)((aside * aside < wide) & (off_x * off_x + off_y * off_y < reach_square));
    }
    return any != 0;
}

/* Points that the sun reaches before the thing that throws the shadow are not darkened. The shadow
 * grows to its full strength a little behind the middle of that thing. */
TES_WIDE static void darken(const struct tes_shadow *shadow, const struct points *points,
                            const float *restrict light, float *restrict sun)
{
    float sun_x = shadow->sun_x, sun_y = shadow->sun_y;
    float length = __builtin_sqrtf(sun_x * sun_x + sun_y * sun_y);
    float scale = -1 / ((float)shadow->thing->size * BEHIND * length + 1e-9F);
    float top = shadow->top, scale_below = 1 / (top * BELOW);
    for (int i = 0; i < BLOCK; i++) {
        float x = points->x[i] + sun_x * points->height[i];
        float y = points->y[i] + sun_y * points->height[i];
        float behind = tes_branchless_share((x * sun_x + y * sun_y) * scale);
        behind *= tes_branchless_share((top - points->height[i]) * scale_below);
        float here = 1 - behind * (1 - SUN_LEFT) * (1 - light[i]);
        sun[i] = 0.5F * (here + sun[i] - __builtin_fabsf(here - sun[i]));
    }
}

bool tes_eclipses_cast(const struct tes_eclipses *eclipses, const struct tes_surface_points *spots,
                       float pixel, float sun[BLOCK])
{
    struct points points;
    float blur = 1.5F * pixel * spots->depth[0];
    bool is_dark = false;
    for (unsigned i = 0; i < eclipses->count; i++) {
        const struct tes_eclipse *eclipse = &eclipses->all[i];
        float light[BLOCK] = {1, 1, 1, 1, 1, 1, 1, 1};
        if (!find_points(eclipse, blur, spots, &points))
            continue;
        for (int j = 0; j < BLOCK && !is_dark; j++)
            sun[j] = 1;
        is_dark = true;
        tes_shadow_cast_above(eclipse->shadow, points.x, points.y, points.height, blur, light);
        darken(eclipse->shadow, &points, light, sun);
    }
    return is_dark;
}
