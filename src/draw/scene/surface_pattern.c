#include "draw/scene/surface.h"

#include "draw/scene/branchless.h"

enum { BLOCK = TES_SURFACE_BLOCK };

/* A place on a surface in cells of the pattern, and the size of a cell. */
struct place {
    float across, along, width, height;
};

static TES_INLINED float fraction(float value)
{
    float whole = (float)(int)value;
    return value - whole + (float)(value < whole);
}

/* From 0 to 1 while `distance` goes from -blur / 2 to blur / 2. */
static TES_INLINED float blurred(float distance, float blur)
{
    return tes_branchless_least(tes_branchless_most(0.5F + distance / blur, 0), 1);
}

/* `turn`, or `whole` - `turn` where is_turned is 1. */
static TES_INLINED float turned_if(int is_turned, float turn, float whole)
{
    return turn + (float)is_turned * (whole - 2 * turn);
}

/* The direction of (x, y) as a share of a whole turn, 0 .. 1. */
static TES_INLINED float turn_of(float x, float y)
{
    float wide = __builtin_fabsf(x), high = __builtin_fabsf(y);
    float slope = tes_branchless_least(wide, high) / (tes_branchless_most(wide, high) + 1e-9F),
          square = slope * slope;
    float turn =
        slope *
        (0.159134F +
         square * (-0.052568F + square * (0.028670F + square * (-0.013549F + square * 0.003316F))));
    turn = turned_if(high > wide, turn, 0.25F);
    turn = turned_if(x < 0, turn, 0.5F);
    return turned_if(y < 0, turn, 1);
}

/* ----------------------------------------------------------------- places */

static const float ROUND_TURN = 6.2831853F;

static TES_INLINED struct place flat_place(const struct tes_pattern *pattern,
                                           struct tes_float_vector point)
{
    float across = pattern->across_x * point.x + (1 - pattern->across_x) * point.y;
    float along = pattern->along_y * point.y + (1 - pattern->along_y) * point.z;
    return (struct place){across / pattern->cell + 100.5F, along / pattern->cell + 100.25F,
                          pattern->cell, pattern->cell};
}

static TES_INLINED struct place side_place(const struct tes_pattern *pattern,
                                           struct tes_float_vector point)
{
    float radius = __builtin_sqrtf(point.x * point.x + point.y * point.y), around = 12;
    return (struct place){turn_of(point.x, point.y) * around, point.z / pattern->cell + 100,
                          tes_branchless_most(radius, 1e-3F) * ROUND_TURN / around, pattern->cell};
}

static TES_INLINED struct place ring_place(const struct tes_pattern *pattern,
                                           struct tes_float_vector point)
{
    float radius = __builtin_sqrtf(point.x * point.x + point.y * point.y), around = 18;
    float out = radius - pattern->size + pattern->tube;
    float height = turn_of(out, point.z - pattern->tube) * 6 * pattern->cell;
    return (struct place){turn_of(point.x, point.y) * around, height / pattern->cell + 100,
                          tes_branchless_most(radius, 1e-3F) * ROUND_TURN / around, pattern->cell};
}

/* --------------------------------------------------------------- patterns */

static TES_INLINED float band(float at, float length, float blur)
{
    return blurred((0.25F - __builtin_fabsf(fraction(at * 0.5F) - 0.5F)) * 2 * length, blur);
}

static TES_INLINED float stripes(struct place place, float blur)
{
    return band(place.along, place.height, blur);
}

static TES_INLINED float spokes(struct place place, float blur)
{
    return band(place.across, place.width, blur);
}

static TES_INLINED float checks(struct place place, float blur)
{
    float across = spokes(place, blur), along = stripes(place, blur);
    return across + along - 2 * across * along;
}

static TES_INLINED float dots(struct place place, float blur)
{
    float x = (fraction(place.across) - 0.5F) * place.width;
    float y = (fraction(place.along) - 0.5F) * place.height;
    float least = tes_branchless_least(place.width, place.height);
    return blurred(0.3F * least - __builtin_sqrtf(x * x + y * y), blur);
}

/* Dots at the corners of an icosahedron and of a dodecahedron. An eighth of the sphere is computed;
 * the others are its mirror images. */
static TES_INLINED float ball_dots(const struct tes_pattern *pattern, struct tes_float_vector point,
                                   float blur)
{
    float size = pattern->size, z = __builtin_fabsf(point.z - size);
    float x = __builtin_fabsf(point.x), y = __builtin_fabsf(point.y);
    float ico = tes_branchless_most(
        y * 0.525731F + z * 0.850651F,
        tes_branchless_most(z * 0.525731F + x * 0.850651F, x * 0.525731F + y * 0.850651F));
    float dode = tes_branchless_most(
        y * 0.934172F + z * 0.356822F,
        tes_branchless_most(z * 0.934172F + x * 0.356822F, x * 0.934172F + y * 0.356822F));
    float most = tes_branchless_most(tes_branchless_most(ico, dode), (x + y + z) * 0.577350F);
    float square = 2 * size * (size - most); /* of the distance to the closest corner */
    return blurred(0.2F * size - __builtin_sqrtf(tes_branchless_most(square, 0)), blur);
}

/* ------------------------------------------------------------------ sorts */

/* Each pattern on each sort of surface, and the share of the pattern's colour. */
#define SORTS(X)                                                                                   \
    X(flat_stripes, stripes(flat_place(pattern, point), blur))                                     \
    X(flat_checks, checks(flat_place(pattern, point), blur))                                       \
    X(flat_dots, dots(flat_place(pattern, point), blur))                                           \
    X(side_stripes, stripes(side_place(pattern, point), blur))                                     \
    X(side_checks, checks(side_place(pattern, point), blur))                                       \
    X(side_dots, dots(side_place(pattern, point), blur))                                           \
    X(ring_stripes, spokes(ring_place(pattern, point), blur))                                      \
    X(ring_checks, checks(ring_place(pattern, point), blur))                                       \
    X(ring_dots, dots(ring_place(pattern, point), blur))                                           \
    X(round_dots, ball_dots(pattern, point, blur))

/* For each of them, a function for one point and one for eight. */
#define SORT(name, share)                                                                          \
    static float name##_one(const struct tes_pattern *pattern, struct tes_float_vector point,      \
                            float blur)                                                            \
    {                                                                                              \
        return share;                                                                              \
    }                                                                                              \
    TES_WIDE static void name##_block(const struct tes_pattern *one,                               \
                                      const struct tes_surface_points *spots, float pixel,         \
                                      float *restrict shares)                                      \
    {                                                                                              \
        const struct tes_pattern same = *one,                                                      \
                                 *pattern = &same; /* a copy that no write can change */           \
        for (int i = 0; i < BLOCK; i++) {                                                          \
            struct tes_float_vector point = {spots->x[i], spots->y[i], spots->z[i]};               \
            float blur = pixel * spots->depth[i];                                                  \
            shares[i] = share;                                                                     \
        }                                                                                          \
    }
SORTS(SORT)
#undef SORT

enum {
#define SORT(name, share) SORT_##name,
    SORTS(SORT)
#undef SORT
};

static const struct {
    float (*one)(const struct tes_pattern *pattern, struct tes_float_vector point, float blur);
    void (*block)(const struct tes_pattern *pattern, const struct tes_surface_points *spots,
                  float pixel, float *restrict shares);
} SORTED[] = {
#define SORT(name, share) {name##_one, name##_block},
    SORTS(SORT)
#undef SORT
};

static unsigned sort_of(const struct tes_thing *thing, bool is_flat)
{
    bool is_ring = thing->solid == TES_SOLID_RING;
    if (thing->material == TES_MATERIAL_DOTTED && thing->solid == TES_SOLID_BALL)
        return SORT_round_dots;
    unsigned first = is_flat ? SORT_flat_stripes : is_ring ? SORT_ring_stripes : SORT_side_stripes;
    return first + thing->material - TES_MATERIAL_STRIPED;
}

struct tes_pattern tes_pattern_of(const struct tes_thing *thing, const struct tes_surface *surface)
{
    bool is_flat = surface->kind == TES_SURFACE_FACE || surface->kind == TES_SURFACE_END;
    float x = __builtin_fabsf((float)surface->normal.x),
          y = __builtin_fabsf((float)surface->normal.y);
    float z = __builtin_fabsf((float)surface->normal.z);
    struct tes_pattern pattern = {.sort = (uint8_t)sort_of(thing, is_flat),
                                  .size = (float)thing->size,
                                  .tube = (float)thing->height / 2};
    /* On a flat face, along the two axes that are most parallel to it. */
    pattern.along_y = z > x + y;
    pattern.across_x = z > x + y || x <= y;
    pattern.cell = pattern.size / 2.2F;
    if (is_flat)
        pattern.cell = (float)(thing->size / (thing->solid == TES_SOLID_POLYCUBE ? 2 : 2.5));
    else if (thing->solid == TES_SOLID_RING)
        pattern.cell = pattern.tube * ROUND_TURN / 6;
    return pattern;
}

float tes_pattern_share(const struct tes_pattern *pattern, struct tes_float_vector point,
                        float blur)
{
    return SORTED[pattern->sort].one(pattern, point, blur);
}

void tes_pattern_shares(const struct tes_pattern *pattern, const struct tes_surface_points *spots,
                        float blur, float shares[BLOCK])
{
    SORTED[pattern->sort].block(pattern, spots, blur, shares);
}
