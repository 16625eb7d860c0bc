#include "draw/scene/shade.h"

/* ----------------------------------------------------------------- finish */

static const uint32_t HUES[] = {
#define HUE(name, colour) colour,
#include "core/scene/hues.def"
#undef HUE
};

enum { HUE_COUNT = sizeof HUES / sizeof HUES[0] };

/* Stops of a ramp: at a level of light, so much of the colour's red, green and blue (of 256),
 * mixed with white. Shade keeps its colour, and goes a little towards blue. */
static const struct stop {
    uint32_t level; /* of TES_SHADE_LEVELS */
    uint32_t red, green, blue;
    uint32_t white; /* of 256 */
} STOPS[] = {
    {0, 70, 60, 84, 0},      {70, 158, 146, 168, 0},   {118, 226, 218, 226, 0},
    {142, 256, 256, 256, 0}, {180, 256, 256, 256, 52}, {255, 256, 256, 256, 245},
};

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

static struct tes_spot own(const struct tes_model *model, struct tes_vector direction)
{
    return (struct tes_spot){(float)tes_vector_dot(direction, model->axes[0]),
                             (float)tes_vector_dot(direction, model->axes[1]),
                             (float)tes_vector_dot(direction, model->axes[2])};
}

/* From the viewer's side, where the sun does not stand. */
static struct tes_vector fill_of(const struct tes_scene *scene, const struct tes_viewer *viewer)
{
    bool is_left = tes_vector_dot(scene->sun, viewer->right) > 0;
    struct tes_vector aside = tes_vector_scale(viewer->right, is_left ? -0.8 : 0.8);
    struct tes_vector way = tes_vector_subtract(aside, tes_vector_scale(viewer->forward, 0.6));
    return tes_vector_unit(way);
}

void tes_finish_of(const struct tes_scene *scene, const struct tes_model *model,
                   const struct tes_lens *lens, struct tes_finish *finish)
{
    static const uint8_t gloss[TES_MATERIAL_COUNT] = {
        [TES_MATERIAL_MATT] = 12,    [TES_MATERIAL_GLOSSY] = 100, [TES_MATERIAL_STRIPED] = 25,
        [TES_MATERIAL_CHECKED] = 25, [TES_MATERIAL_DOTTED] = 25,
    };
    const struct tes_thing *thing = model->thing;
    uint32_t colour = HUES[thing->hue % HUE_COUNT];
    const struct tes_vector up = {0, 0, 1};
    finish->sun = own(model, scene->sun);
    finish->fill = own(model, fill_of(scene, &lens->viewer));
    finish->up = own(model, up);
    finish->eye = (struct tes_spot){(float)model->eye.x, (float)model->eye.y, (float)model->eye.z};
    finish->pixel = (float)(2 * lens->viewer.tangent / lens->height);
    finish->floor = (float)-thing->at.z;
    finish->reach = scene->has_ground ? (float)thing->size : 0;
    finish->gloss = (float)gloss[thing->material % TES_MATERIAL_COUNT] / 100;
    finish->has_pattern =
        thing->material != TES_MATERIAL_MATT && thing->material != TES_MATERIAL_GLOSSY;
    tes_shade_ramp(colour, finish->ramps[0]);
    tes_shade_ramp(tes_shade_mix(colour, 0xFFFDF6, 200), finish->ramps[1]);
}

/* ------------------------------------------------------------------ light */

static inline float dot(struct tes_spot a, struct tes_spot b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline float positive(float value)
{
    return value > 0 ? value : 0;
}

static inline struct tes_spot unit(struct tes_spot a)
{
    float scale = 1 / __builtin_sqrtf(dot(a, a) + 1e-20F);
    return (struct tes_spot){a.x * scale, a.y * scale, a.z * scale};
}

/* What a point on a surface facing `normal` sends to the eye, without highlights. */
static inline float diffuse(const struct tes_finish *finish, struct tes_spot normal)
{
    float sky = 0.5F + 0.5F * dot(normal, finish->up);
    float sun = positive(dot(normal, finish->sun));
    float fill = positive(dot(normal, finish->fill));
    return 0.22F + 0.22F * sky + 0.62F * sun + 0.18F * fill;
}

/* Close to the ground less light comes from below. */
static inline float grounded(const struct tes_finish *finish, struct tes_spot point)
{
    float height = dot(point, finish->up) - finish->floor;
    if (height >= finish->reach)
        return 1;
    float share = 1 - height / finish->reach;
    return 1 - 0.22F * share * share;
}

/* Highlight and a darker rim; both depend on where the eye is. */
static inline float view_light(const struct tes_finish *finish, struct tes_spot point,
                               struct tes_spot normal, float light)
{
    struct tes_spot view = unit((struct tes_spot){finish->eye.x - point.x, finish->eye.y - point.y,
                                                  finish->eye.z - point.z});
    struct tes_spot half = unit(
        (struct tes_spot){view.x + finish->sun.x, view.y + finish->sun.y, view.z + finish->sun.z});
    float facing = positive(dot(normal, view)), edge = 1 - facing;
    float shine = positive(dot(normal, half));
    float broad = shine * shine;
    broad *= broad;
    broad *= broad;
    broad *= broad; /* to the 16th */
    float sharp = broad * broad;
    sharp *= sharp * broad;
    edge *= edge;
    return light * (1 - 0.16F * edge) + finish->gloss * (0.16F * broad + 0.55F * sharp) +
           finish->gloss * 0.22F * edge * edge;
}

static inline uint32_t level_of(float light)
{
    float level = light * TES_SHADE_SCALE;
    return level <= 0 ? 0 : level >= TES_SHADE_LEVELS - 1 ? TES_SHADE_LEVELS - 1 : (uint32_t)level;
}

/* --------------------------------------------------------------- surfaces */

/* How far inside of a square face a point is. */
static inline float face_inside(const struct tes_surface *surface, float half,
                                struct tes_spot point)
{
    float x = __builtin_fabsf(point.x - (float)surface->middle.x);
    float y = __builtin_fabsf(point.y - (float)surface->middle.y);
    float z = __builtin_fabsf(point.z - (float)surface->middle.z);
    float most = x > y ? x : y;
    most = z > most ? z : most;
    return half - most;
}

/* Lines along the edges of a face, as of a slight bevel: bright on a cube, dark between the cubes
 * of a polycube, which can be counted so. */
static inline float bevel(const struct tes_surface *surface, const struct tes_thing *thing,
                          struct tes_spot point, float pixel)
{
    bool is_cube = thing->solid == TES_SOLID_CUBE;
    float half = (float)thing->size * (is_cube ? 1.0F : 0.5F), width = 0.05F * half + 0.6F * pixel;
    float inside = face_inside(surface, half, point);
    if (inside >= width)
        return 0;
    return (is_cube ? 0.12F : -0.34F) * (1 - positive(inside) / width);
}

static inline struct tes_spot normal_at(const struct tes_surface *surface,
                                        const struct tes_thing *thing, struct tes_spot point)
{
    if (surface->kind == TES_SURFACE_SIDE) {
        float level = (point.z - (float)surface->level) * (float)surface->stretch;
        return unit((struct tes_spot){point.x, point.y, level});
    }
    float tube = (float)thing->height / 2, middle = (float)thing->size - tube;
    float radius = __builtin_sqrtf(point.x * point.x + point.y * point.y);
    float scale = 1 - middle / (radius + 1e-9F);
    return unit((struct tes_spot){point.x * scale, point.y * scale, point.z - tube});
}

static inline struct tes_spot flat_normal(const struct tes_surface *surface)
{
    return (struct tes_spot){(float)surface->normal.x, (float)surface->normal.y,
                             (float)surface->normal.z};
}

/* What is the same for all points of a surface. Constants are: each sort gets a loop of its own. */
struct sort {
    bool is_flat, has_pattern, has_bevel;
};

__attribute__((always_inline)) static inline uint32_t
shade_point(const struct tes_surface *surface, const struct tes_model *model,
            const struct tes_finish *finish, struct sort sort, struct tes_spot point, float depth,
            float base)
{
    const struct tes_thing *thing = model->thing;
    struct tes_spot normal = sort.is_flat ? flat_normal(surface) : normal_at(surface, thing, point);
    float light = sort.is_flat ? base : diffuse(finish, normal);
    light *= grounded(finish, point);
    if (!sort.is_flat || finish->gloss > 0.3F)
        light = view_light(finish, point, normal, light);
    if (sort.has_bevel)
        light += light * bevel(surface, thing, point, finish->pixel * depth);
    uint32_t level = level_of(light);
    if (!sort.has_pattern)
        return finish->ramps[0][level];
    float share = tes_pattern_share(thing, surface, point, finish->pixel * depth * 1.5F);
    return tes_shade_mix(finish->ramps[0][level], finish->ramps[1][level], (uint32_t)(share * 256));
}

/* A row's pixels. */
struct run {
    int y, from, to;
    const float *near; /* of the first of them */
    uint32_t *colours;
};

__attribute__((always_inline)) static inline void
shade_sort(const struct tes_surface *surface, const struct tes_model *model,
           const struct tes_finish *finish, struct sort sort, const struct run *run)
{
    const struct tes_linear *ray = model->ray;
    double at_x = run->from + 0.5, at_y = run->y + 0.5;
    struct tes_spot start = {(float)tes_linear_at(&ray[0], at_x, at_y),
                             (float)tes_linear_at(&ray[1], at_x, at_y),
                             (float)tes_linear_at(&ray[2], at_x, at_y)};
    struct tes_spot step = {(float)ray[0].x, (float)ray[1].x, (float)ray[2].x};
    float base = diffuse(finish, flat_normal(surface));
    for (int i = 0; i < run->to - run->from; i++) {
        float depth = 1 / run->near[i], along = (float)i;
        struct tes_spot point = {finish->eye.x + depth * (start.x + along * step.x),
                                 finish->eye.y + depth * (start.y + along * step.y),
                                 finish->eye.z + depth * (start.z + along * step.z)};
        run->colours[i] = shade_point(surface, model, finish, sort, point, depth, base);
    }
}

static struct sort sort_of(const struct tes_surface *surface, const struct tes_thing *thing,
                           const struct tes_finish *finish)
{
    return (struct sort){
        .is_flat = surface->kind == TES_SURFACE_FACE || surface->kind == TES_SURFACE_END,
        .has_pattern = finish->has_pattern,
        .has_bevel = thing->solid == TES_SOLID_POLYCUBE || thing->solid == TES_SOLID_CUBE,
    };
}

void tes_shade_run(const struct tes_surface *surface, const struct tes_model *model,
                   const struct tes_finish *finish, const struct tes_surface_row *row, int y,
                   int from, int to, uint32_t *colours)
{
    struct run run = {y, from, to, row->near + tes_surface_column(from), colours + from};
    struct sort sort = sort_of(surface, model->thing, finish);
    if (sort.has_bevel)
        shade_sort(surface, model, finish, sort, &run);
    else if (sort.is_flat)
        shade_sort(surface, model, finish, (struct sort){true, sort.has_pattern, false}, &run);
    else if (sort.has_pattern)
        shade_sort(surface, model, finish, (struct sort){false, true, false}, &run);
    else
        shade_sort(surface, model, finish, (struct sort){false, false, false}, &run);
}

uint32_t tes_shade_at(const struct tes_surface *surface, const struct tes_model *model,
                      const struct tes_finish *finish, double x, double y, double near)
{
    const struct tes_linear *ray = model->ray;
    float depth = (float)(1 / near);
    struct tes_spot point = {finish->eye.x + depth * (float)tes_linear_at(&ray[0], x, y),
                             finish->eye.y + depth * (float)tes_linear_at(&ray[1], x, y),
                             finish->eye.z + depth * (float)tes_linear_at(&ray[2], x, y)};
    struct sort sort = sort_of(surface, model->thing, finish);
    return shade_point(surface, model, finish, sort, point, depth,
                       diffuse(finish, flat_normal(surface)));
}

uint32_t tes_shade_flat(const struct tes_surface *surface, const struct tes_finish *finish)
{
    return finish->ramps[0][level_of(diffuse(finish, flat_normal(surface)))];
}
