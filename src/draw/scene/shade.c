#include "draw/scene/shade.h"

#include "draw/scene/branchless.h"

enum { BLOCK = TES_SURFACE_BLOCK };

/* ----------------------------------------------------------------- finish */

/* Stops of a ramp: at a level of light, this much of the colour's red, green and blue is left (of
 * 256), mixed with white. Shades keep their hue, with a little more blue. */
static const struct stop {
    uint32_t level; /* of TES_SHADE_LEVELS */
    uint32_t red, green, blue;
    uint32_t white; /* of 256 */
} STOPS[] = {
    {0, 70, 60, 84, 0},      {70, 158, 146, 168, 0},   {118, 226, 218, 226, 0},
    {142, 256, 256, 256, 0}, {180, 256, 256, 256, 52}, {255, 256, 256, 256, 245},
};

enum { STOP_FULL = 142 }; /* the level at which a colour is unchanged */

static uint32_t stop_colour(const struct stop *stop, uint32_t colour)
{
    uint32_t red = (colour >> 16) * stop->red >> 8, green = (colour >> 8 & 255) * stop->green >> 8;
    uint32_t blue = (colour & 255) * stop->blue >> 8;
    return tes_shade_mix(red << 16 | green << 8 | blue, 0xFFFCF4, stop->white);
}

void tes_shade_ramp(uint32_t colour, uint32_t ramp[TES_SHADE_LEVELS])
{
    const struct stop *stop = STOPS;
    for (uint32_t i = 0; i < TES_SHADE_LEVELS; i++) {
        if (i > stop[1].level)
            stop++;
        uint32_t from = stop_colour(&stop[0], colour), to = stop_colour(&stop[1], colour);
        uint32_t share = (i - stop[0].level) * 256 / (stop[1].level - stop[0].level);
        ramp[i] = tes_shade_room(tes_shade_mix(from, to, share));
    }
}

/* Interpolates; `share` is of 256. */
static uint32_t between(uint32_t from, uint32_t to, uint32_t share)
{
    return (from * (256 - share) + to * share) >> 8;
}

uint32_t tes_shade_left(uint32_t level)
{
    const struct stop *stop = STOPS;
    uint32_t at = level * STOP_FULL / (TES_SHADE_LEVELS - 1);
    while (at > stop[1].level)
        stop++;
    uint32_t share = (at - stop[0].level) * 256 / (stop[1].level - stop[0].level);
    return between(stop[0].red, stop[1].red, share) << 20 |
           between(stop[0].green, stop[1].green, share) << 10 |
           between(stop[0].blue, stop[1].blue, share);
}

static struct tes_float_vector own(const struct tes_model *model, struct tes_vector direction)
{
    return (struct tes_float_vector){(float)tes_vector_dot(direction, model->axes[0]),
                                     (float)tes_vector_dot(direction, model->axes[1]),
                                     (float)tes_vector_dot(direction, model->axes[2])};
}

/* The direction of the weak light: from the viewer, on the side away from the sun. */
static struct tes_vector fill_of(const struct tes_scene *scene, const struct tes_viewer *viewer)
{
    bool is_left = tes_vector_dot(scene->sun, viewer->right) > 0;
    struct tes_vector aside = tes_vector_scale(viewer->right, is_left ? -0.8 : 0.8);
    struct tes_vector way = tes_vector_subtract(aside, tes_vector_scale(viewer->forward, 0.6));
    return tes_vector_unit(way);
}

void tes_shade_finish_of(const struct tes_scene *scene, unsigned index,
                         const struct tes_model *model, const struct tes_lens *lens,
                         const struct tes_dyes *dyes, struct tes_shade_finish *finish)
{
    static const uint8_t gloss[TES_MATERIAL_COUNT] = {
        [TES_MATERIAL_MATT] = 12,    [TES_MATERIAL_GLOSSY] = 100, [TES_MATERIAL_STRIPED] = 25,
        [TES_MATERIAL_CHECKED] = 25, [TES_MATERIAL_DOTTED] = 25,
    };
    const struct tes_thing *thing = model->thing;
    const struct tes_vector up = {0, 0, 1};
    finish->sun = own(model, scene->sun);
    finish->fill = own(model, fill_of(scene, &lens->viewer));
    finish->up = own(model, up);
    finish->eye =
        (struct tes_float_vector){(float)model->eye.x, (float)model->eye.y, (float)model->eye.z};
    finish->pixel = (float)(2 * lens->viewer.tangent / lens->height);
    finish->rise = scene->has_ground ? (float)(1 / thing->size) : 0;
    finish->closeness = scene->has_ground ? 1 - (float)thing->at.z * finish->rise : 0;
    finish->gloss = (float)gloss[thing->material % TES_MATERIAL_COUNT] / 100;
    finish->has_pattern =
        thing->material >= TES_MATERIAL_STRIPED && thing->material < TES_MATERIAL_COUNT;
    tes_shade_ramp(dyes->first[index], finish->ramps[0]);
    tes_shade_ramp(dyes->second[index], finish->ramps[1]);
}

/* ------------------------------------------------------------------ light */

/* No branches here, so that loops over blocks become vector instructions. */

static TES_INLINED float dot(struct tes_float_vector a, struct tes_float_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static TES_INLINED struct tes_float_vector unit(struct tes_float_vector a)
{
    float scale = 1 / __builtin_sqrtf(dot(a, a) + 1e-20F);
    return (struct tes_float_vector){a.x * scale, a.y * scale, a.z * scale};
}

static TES_INLINED float sun_on(const struct tes_shade_finish *finish,
                                struct tes_float_vector normal)
{
    return 0.62F * tes_branchless_positive(dot(normal, finish->sun));
}

/* The light that a point on a surface with this normal sends to the eye, without highlights; `sun`
 * is how much of the sun reaches it. */
static TES_INLINED float diffuse(const struct tes_shade_finish *finish,
                                 struct tes_float_vector normal, float sun)
{
    float sky = 0.5F + 0.5F * dot(normal, finish->up);
    float fill = tes_branchless_positive(dot(normal, finish->fill));
    return 0.22F + 0.22F * sky + sun_on(finish, normal) * sun + 0.18F * fill;
}

/* Close to the ground, less light comes from below. */
static TES_INLINED float grounded(const struct tes_shade_finish *finish,
                                  struct tes_float_vector point)
{
    float share =
        tes_branchless_positive(finish->closeness - dot(point, finish->up) * finish->rise);
    return 1 - 0.22F * share * share;
}

/* Adds a highlight and a darker rim, which depend on where the eye is. In shadow there is hardly
 * any highlight. */
static TES_INLINED float view_light(const struct tes_shade_finish *finish,
                                    struct tes_float_vector point, struct tes_float_vector normal,
                                    float light, float sun)
{
    struct tes_float_vector view = unit((struct tes_float_vector){
        finish->eye.x - point.x, finish->eye.y - point.y, finish->eye.z - point.z});
    struct tes_float_vector half = unit((struct tes_float_vector){
        view.x + finish->sun.x, view.y + finish->sun.y, view.z + finish->sun.z});
    float edge = 1 - tes_branchless_positive(dot(normal, view));
    float shine = tes_branchless_positive(dot(normal, half));
    float broad = shine * shine;
    broad *= broad;
    broad *= broad;
    broad *= broad; /* to the 16th */
    float sharp = broad * broad;
    sharp *= sharp * broad;
    edge *= edge;
    return light * (1 - 0.16F * edge) +
           finish->gloss * (0.16F * broad + 0.55F * sharp) * (sun * sun) +
           finish->gloss * 0.22F * edge * edge;
}

/* The level of the ramp for an amount of light; NaN is dark. */
static TES_INLINED uint32_t level_of(float light)
{
    float level = light * TES_SHADE_SCALE;
    level = level > 0 ? level : 0;
    return (uint32_t)(int)(level < TES_SHADE_LEVELS - 1 ? level : TES_SHADE_LEVELS - 1);
}

/* --------------------------------------------------------------- surfaces */

/* What differs between sorts of surfaces. Each sort has a loop of its own. */
struct sort {
    bool is_flat, is_ring, has_bevel, has_shine;
};

/* All sorts. */
#define SORTS(X)                                                                                   \
    X(side, false, false, false, true)                                                             \
    X(ring, false, true, false, true)                                                              \
    X(flat, true, false, false, false)                                                             \
    X(flat_shiny, true, false, false, true)                                                        \
    X(bevelled, true, false, true, false)                                                          \
    X(bevelled_shiny, true, false, true, true)

enum {
#define SORT(name, ...) SORT_##name,
    SORTS(SORT)
#undef SORT
};

static struct tes_float_vector spot_of(struct tes_vector vector)
{
    return (struct tes_float_vector){(float)vector.x, (float)vector.y, (float)vector.z};
}

static unsigned sort_of(const struct tes_surface *surface, const struct tes_thing *thing,
                        const struct tes_shade_finish *finish)
{
    bool is_flat = surface->kind == TES_SURFACE_FACE || surface->kind == TES_SURFACE_END;
    bool has_bevel = thing->solid == TES_SOLID_POLYCUBE || thing->solid == TES_SOLID_CUBE;
    bool has_shine = finish->gloss > 0.3F;
    if (!is_flat)
        return thing->solid == TES_SOLID_RING ? SORT_ring : SORT_side;
    if (has_bevel)
        return has_shine ? SORT_bevelled_shiny : SORT_bevelled;
    return has_shine ? SORT_flat_shiny : SORT_flat;
}

struct tes_shade_form tes_shade_form_of(const struct tes_surface *surface,
                                        const struct tes_model *model,
                                        const struct tes_shade_finish *finish,
                                        const struct tes_eclipses *eclipses)
{
    const struct tes_thing *thing = model->thing;
    bool is_cube = thing->solid == TES_SOLID_CUBE;
    float size = (float)thing->size, tube = (float)thing->height / 2;
    struct tes_float_vector normal = spot_of(surface->normal);
    struct tes_shade_form form = {
        .surface = surface,
        .model = model,
        .finish = finish,
        .eclipses = eclipses,
        .normal = normal,
        .middle = spot_of(surface->middle),
        .base = diffuse(finish, normal, 1),
        .base_sun = sun_on(finish, normal),
        .level = (float)surface->level,
        .stretch = (float)surface->stretch,
        .tube = tube,
        .ring = size - tube,
        .half = is_cube ? size : 0.5F * size,
        .bevel = is_cube ? 0.12F : -0.34F,
        .sort = (uint8_t)sort_of(surface, thing, finish),
    };
    if (finish->has_pattern)
        form.pattern = tes_pattern_of(thing, surface);
    return form;
}

/* Lines along the edges of a square face, like a slight bevel: bright on a cube, dark between the
 * cubes of a polycube, so that they can be counted. */
static TES_INLINED float bevel(const struct tes_shade_form *form, struct tes_float_vector point,
                               float pixel)
{
    float x = __builtin_fabsf(point.x - form->middle.x);
    float y = __builtin_fabsf(point.y - form->middle.y);
    float z = __builtin_fabsf(point.z - form->middle.z);
    float width = 0.05F * form->half + 0.6F * pixel;
    float inside =
        tes_branchless_positive(form->half - tes_branchless_most(x, tes_branchless_most(y, z)));
    return 1 + form->bevel * tes_branchless_positive(1 - inside / width);
}

static TES_INLINED struct tes_float_vector round_normal(const struct tes_shade_form *form,
                                                        bool is_ring, struct tes_float_vector point)
{
    if (!is_ring)
        return unit(
            (struct tes_float_vector){point.x, point.y, (point.z - form->level) * form->stretch});
    float radius = __builtin_sqrtf(point.x * point.x + point.y * point.y);
    float scale = 1 - form->ring / (radius + 1e-9F);
    return unit((struct tes_float_vector){point.x * scale, point.y * scale, point.z - form->tube});
}

static TES_INLINED float light_at(const struct tes_shade_form *form,
                                  const struct tes_shade_finish *finish, struct sort sort,
                                  struct tes_float_vector point, float depth, float sun)
{
    struct tes_float_vector normal = {form->normal.x, form->normal.y, form->normal.z};
    if (!sort.is_flat)
        normal = round_normal(form, sort.is_ring, point);
    float light =
        sort.is_flat ? form->base - form->base_sun * (1 - sun) : diffuse(finish, normal, sun);
    light *= grounded(finish, point);
    if (sort.has_shine)
        light = view_light(finish, point, normal, light, sun);
    if (sort.has_bevel)
        light *= bevel(form, point, finish->pixel * depth);
    return light;
}

/* ----------------------------------------------------------------- blocks */

static const float NEAR_LEAST = 1e-4F;

/* A block of rays: the first pixel's, and the difference between neighbouring rays. */
struct rays {
    struct tes_float_vector start, step;
};

static struct rays rays_of(const struct tes_model *model, double x, double y)
{
    const struct tes_linear *ray = model->ray;
    return (struct rays){{(float)tes_lens_linear_at(&ray[0], x, y),
                          (float)tes_lens_linear_at(&ray[1], x, y),
                          (float)tes_lens_linear_at(&ray[2], x, y)},
                         {(float)ray[0].x, (float)ray[1].x, (float)ray[2].x}};
}

/* Finds the points that they hit. */
TES_WIDE static void find_hits(const struct rays *rays, const struct tes_float_vector *from,
                               const float *restrict near, int first,
                               struct tes_surface_points *restrict spots)
{
    static const float steps[BLOCK] = {0, 1, 2, 3, 4, 5, 6, 7};
    struct tes_float_vector start = rays->start, step = rays->step, eye = *from;
    for (int i = 0; i < BLOCK; i++) {
        /* After the end of a run there may be nothing, at an infinite depth. */
        float depth = 1 / tes_branchless_most(near[i], NEAR_LEAST);
        float along = (float)first + steps[i];
        spots->x[i] = eye.x + depth * (start.x + along * step.x);
        spots->y[i] = eye.y + depth * (start.y + along * step.y);
        spots->z[i] = eye.z + depth * (start.z + along * step.z);
        spots->depth[i] = depth;
    }
}

static TES_INLINED void light_block(const struct tes_shade_form *form,
                                    const struct tes_surface_points *spots, struct sort sort,
                                    const float *restrict sun, float *restrict light)
{
    /* A copy, so that the compiler knows that no write changes it. */
    const struct tes_shade_form same = *form;
    const struct tes_shade_finish *finish = same.finish;
    for (int i = 0; i < BLOCK; i++) {
        struct tes_float_vector point = {spots->x[i], spots->y[i], spots->z[i]};
        light[i] = light_at(&same, finish, sort, point, spots->depth[i], sun[i]);
    }
}

typedef void lighter(const struct tes_shade_form *form, const struct tes_surface_points *spots,
                     const float *restrict sun, float *restrict light);

/* For each sort, a function with its own copy of the loop. */
#define SORT(name, ...)                                                                            \
    TES_WIDE static void light_##name(const struct tes_shade_form *form,                           \
                                      const struct tes_surface_points *spots,                      \
                                      const float *restrict sun, float *restrict light)            \
    {                                                                                              \
        light_block(form, spots, (struct sort){__VA_ARGS__}, sun, light);                          \
    }
SORTS(SORT)
#undef SORT

static const struct {
    struct sort sort;
    lighter *light;
} SORTED[] = {
#define SORT(name, ...) {{__VA_ARGS__}, light_##name},
    SORTS(SORT)
#undef SORT
};

TES_WIDE static void find_levels(const float *restrict light, uint32_t *restrict levels)
{
    for (int i = 0; i < BLOCK; i++)
        levels[i] = level_of(light[i]);
}

TES_WIDE static void mix_block(const float *restrict shares, const uint32_t *restrict others,
                               uint32_t *restrict colours)
{
    for (int i = 0; i < BLOCK; i++)
        colours[i] = tes_shade_mix(colours[i], others[i], (uint32_t)(int)(shares[i] * 256));
}

/* Turns light into colours. */
static void colour_block(const struct tes_shade_form *form, const struct tes_surface_points *spots,
                         const float light[BLOCK], uint32_t colours[BLOCK])
{
    const struct tes_shade_finish *finish = form->finish;
    uint32_t levels[BLOCK], others[BLOCK];
    float shares[BLOCK];
    find_levels(light, levels);
    for (int i = 0; i < BLOCK; i++)
        colours[i] = finish->ramps[0][levels[i]];
    if (!finish->has_pattern)
        return;
    for (int i = 0; i < BLOCK; i++)
        others[i] = finish->ramps[1][levels[i]];
    tes_pattern_shares(&form->pattern, spots, finish->pixel * 1.5F, shares);
    mix_block(shares, others, colours);
}

static const float FULL[BLOCK] = {1, 1, 1, 1, 1, 1, 1, 1};

void tes_shade_run(const struct tes_shade_form *form, const struct tes_surface_row *row, int y,
                   int from, int to, uint32_t *colours)
{
    struct rays rays = rays_of(form->model, from + 0.5, y + 0.5);
    struct tes_surface_points spots;
    float light[BLOCK], dim[BLOCK];
    uint32_t block[BLOCK];
    for (int x = from; x < to; x += BLOCK) {
        find_hits(&rays, &form->finish->eye, row->near + tes_surface_column(x), x - from, &spots);
        bool is_dim = tes_eclipses_cast(form->eclipses, &spots, form->finish->pixel, dim);
        SORTED[form->sort].light(form, &spots, is_dim ? dim : FULL, light);
        if (to - x >= BLOCK) {
            colour_block(form, &spots, light, colours + x);
            continue;
        }
        colour_block(form, &spots, light, block);
        for (int i = 0; x + i < to; i++)
            colours[x + i] = block[i];
    }
}

/* How much of the sun reaches one point. */
static float sun_at(const struct tes_shade_form *form, struct tes_float_vector point, float depth)
{
    struct tes_surface_points spots;
    float sun[BLOCK];
    if (form->eclipses->count == 0)
        return 1;
    for (int i = 0; i < BLOCK; i++) {
        spots.x[i] = point.x;
        spots.y[i] = point.y;
        spots.z[i] = point.z;
        spots.depth[i] = depth;
    }
    return tes_eclipses_cast(form->eclipses, &spots, form->finish->pixel, sun) ? sun[0] : 1;
}

uint32_t tes_shade_at(const struct tes_shade_form *form, double x, double y, double near)
{
    const struct tes_shade_finish *finish = form->finish;
    struct rays rays = rays_of(form->model, x, y);
    /* Beyond its edge, a flat surface may be infinitely far away. */
    float depth = near > (double)NEAR_LEAST ? (float)(1 / near) : 1 / NEAR_LEAST;
    struct tes_float_vector point = {finish->eye.x + depth * rays.start.x,
                                     finish->eye.y + depth * rays.start.y,
                                     finish->eye.z + depth * rays.start.z};
    float sun = sun_at(form, point, depth);
    uint32_t level = level_of(light_at(form, finish, SORTED[form->sort].sort, point, depth, sun));
    if (!finish->has_pattern)
        return finish->ramps[0][level];
    float share = tes_pattern_share(&form->pattern, point, finish->pixel * depth * 1.5F);
    return tes_shade_mix(finish->ramps[0][level], finish->ramps[1][level],
                         (uint32_t)(int)(share * 256));
}

uint32_t tes_shade_flat(const struct tes_surface *surface, const struct tes_shade_finish *finish)
{
    return finish->ramps[0][level_of(diffuse(finish, spot_of(surface->normal), 1))];
}
