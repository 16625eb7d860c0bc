#include "draw/scene/pattern.h"

/* A place on a surface: across and along, in cells, and how long a cell is. */
struct place {
    float across, along, width, height;
};

static inline float magnitude(float value)
{
    return value < 0 ? -value : value;
}

static inline float larger(float a, float b)
{
    return a > b ? a : b;
}

static inline float fraction(float value)
{
    float whole = (float)(int)value;
    return value - whole + (value < whole ? 1.0F : 0.0F);
}

/* From 0 to 1 while `distance` goes from -blur / 2 to blur / 2. */
static inline float blurred(float distance, float blur)
{
    float share = 0.5F + distance / blur;
    share = share > 0 ? share : 0; /* what is no number, too */
    return share < 1 ? share : 1;
}

/* The direction of (x, y) as a part of a whole turn, 0 .. 1. */
static inline float turn_of(float x, float y)
{
    float wide = magnitude(x), high = magnitude(y);
    float least = wide < high ? wide : high, most = larger(wide, high);
    float slope = least / larger(most, 1e-9F), square = slope * slope;
    float turn =
        slope *
        (0.159134F +
         square * (-0.052568F + square * (0.028670F + square * (-0.013549F + square * 0.003316F))));
    turn = high > wide ? 0.25F - turn : turn;
    turn = x < 0 ? 0.5F - turn : turn;
    return y < 0 ? 1 - turn : turn;
}

/* ----------------------------------------------------------------- places */

static const float ROUND_TURN = 6.2831853F;

/* On a flat face, along the two axes that it faces least. */
static struct place flat_place(const struct tes_thing *thing, const struct tes_surface *surface,
                               struct tes_spot point)
{
    bool is_cube = thing->solid == TES_SOLID_POLYCUBE;
    float cell = (float)(is_cube ? thing->size / 2 : thing->size / 2.5);
    float x = magnitude((float)surface->normal.x), y = magnitude((float)surface->normal.y);
    float z = magnitude((float)surface->normal.z);
    struct place place = {point.x, point.z, cell, cell};
    if (z > x + y)
        place.along = point.y;
    else if (x > y)
        place.across = point.y;
    place.across = place.across / cell + 100.5F;
    place.along = place.along / cell + 100.25F;
    return place;
}

static struct place round_place(const struct tes_thing *thing, struct tes_spot point)
{
    float size = (float)thing->size, cell = size / 2.2F, around = 12;
    float radius = __builtin_sqrtf(point.x * point.x + point.y * point.y);
    float height = point.z;
    if (thing->solid == TES_SOLID_RING) {
        float tube = (float)thing->height / 2;
        float out = radius - size + tube;
        cell = tube * ROUND_TURN / 6;
        around = 18;
        height = turn_of(out, point.z - tube) * 6 * cell;
    }
    return (struct place){turn_of(point.x, point.y) * around, height / cell + 100,
                          larger(radius, 1e-3F) * ROUND_TURN / around, cell};
}

/* --------------------------------------------------------------- patterns */

static inline float band(float at, float length, float blur)
{
    return blurred((0.25F - magnitude(fraction(at * 0.5F) - 0.5F)) * 2 * length, blur);
}

static float stripes(const struct tes_thing *thing, struct place place, float blur)
{
    if (thing->solid == TES_SOLID_RING)
        return band(place.across, place.width, blur);
    return band(place.along, place.height, blur);
}

static float checks(struct place place, float blur)
{
    float across = band(place.across, place.width, blur);
    float along = band(place.along, place.height, blur);
    return across + along - 2 * across * along;
}

static float dots(struct place place, float blur)
{
    float x = (fraction(place.across) - 0.5F) * place.width;
    float y = (fraction(place.along) - 0.5F) * place.height;
    float least = place.width < place.height ? place.width : place.height;
    return blurred(0.3F * least - __builtin_sqrtf(x * x + y * y), blur);
}

/* The corners of an icosahedron and of a dodecahedron: of each kind, one eighth of the sphere has
 * them all, the others mirror it. */
static float ball_dots(const struct tes_thing *thing, struct tes_spot point, float blur)
{
    float size = (float)thing->size, z = magnitude(point.z - size);
    float x = magnitude(point.x), y = magnitude(point.y);
    float ico = larger(y * 0.525731F + z * 0.850651F,
                       larger(z * 0.525731F + x * 0.850651F, x * 0.525731F + y * 0.850651F));
    float dode = larger(y * 0.934172F + z * 0.356822F,
                        larger(z * 0.934172F + x * 0.356822F, x * 0.934172F + y * 0.356822F));
    float most = larger(larger(ico, dode), (x + y + z) * 0.577350F);
    float square = 2 * size * (size - most); /* of the distance to the closest corner */
    return blurred(0.2F * size - __builtin_sqrtf(larger(square, 0)), blur);
}

float tes_pattern_share(const struct tes_thing *thing, const struct tes_surface *surface,
                        struct tes_spot point, float blur)
{
    bool is_flat = surface->kind == TES_SURFACE_FACE || surface->kind == TES_SURFACE_END;
    if (thing->material == TES_MATERIAL_DOTTED && thing->solid == TES_SOLID_BALL)
        return ball_dots(thing, point, blur);
    struct place place = is_flat ? flat_place(thing, surface, point) : round_place(thing, point);
    switch ((enum tes_material)thing->material) {
    case TES_MATERIAL_STRIPED:
        return stripes(thing, place, blur);
    case TES_MATERIAL_CHECKED:
        return checks(place, blur);
    case TES_MATERIAL_DOTTED:
        return dots(place, blur);
    default:
        return 0;
    }
}
