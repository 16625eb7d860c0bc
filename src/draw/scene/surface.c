/* Makes the surfaces of things. */
#include "draw/scene/surface.h"

/* ----------------------------------------------------------------- models */

static int clamp(double value, int least, int most)
{
    return value <= least ? least : value >= most ? most : (int)value;
}

/* The pixels that the thing's box covers; all pixels where it reaches behind the eye. */
static void set_bounds(struct tes_model *model, const struct tes_lens *lens)
{
    struct tes_frame frame;
    int width = (int)lens->width, height = (int)lens->height;
    double half = 0.5 * height;
    model->left = model->top = -1;
    model->right = width + 1;
    model->bottom = height + 1;
    if (!tes_thing_frame(model->thing, &lens->viewer, &frame))
        return;
    model->left = clamp(0.5 * width + frame.left * half - 1, -1, width + 1);
    model->right = clamp(0.5 * width + frame.right * half + 2, -1, width + 1);
    model->top = clamp(half - frame.top * half - 1, -1, height + 1);
    model->bottom = clamp(half - frame.bottom * half + 2, -1, height + 1);
}

void tes_surface_model(const struct tes_thing *thing, const struct tes_lens *lens,
                       struct tes_model *model)
{
    model->thing = thing;
    tes_thing_axes(thing, model->axes);
    model->eye = tes_thing_local(thing, lens->viewer.eye);
    tes_lens_turn(lens, model->axes, model->ray);
    set_bounds(model, lens);
}

/* --------------------------------------------------------------- surfaces */

/* Sets the plane through a point. False where it faces away from the eye. */
static bool set_plane(struct tes_surface *surface, const struct tes_model *model,
                      struct tes_vector point, struct tes_vector normal)
{
    double distance = tes_vector_dot(normal, tes_vector_subtract(point, model->eye));
    struct tes_linear along = tes_lens_dot(model->ray, normal);
    if (distance >= -1e-9)
        return false;
    surface->normal = normal;
    surface->near = (struct tes_linear){along.c / distance, along.x / distance, along.y / distance};
    return true;
}

/* The distance in pixels from an edge of a face, positive inside: that plane contains the eye and
 * two corners. */
static struct tes_linear edge_between(const struct tes_model *model, struct tes_vector from,
                                      struct tes_vector to)
{
    struct tes_vector across = tes_vector_cross(tes_vector_subtract(to, model->eye),
                                                tes_vector_subtract(from, model->eye));
    struct tes_linear edge = tes_lens_dot(model->ray, across);
    double length = __builtin_sqrt(edge.x * edge.x + edge.y * edge.y);
    double scale = length > 0 ? 1 / length : 0;
    return (struct tes_linear){edge.c * scale, edge.x * scale, edge.y * scale};
}

/* Makes a flat face. Its corners are in anticlockwise order, seen from outside. */
static unsigned make_face(const struct tes_model *model, uint8_t index,
                          const struct tes_vector *corners, unsigned count,
                          struct tes_surface *surface)
{
    struct tes_vector along = tes_vector_subtract(corners[1], corners[0]);
    struct tes_vector across = tes_vector_subtract(corners[2], corners[0]);
    struct tes_vector normal = tes_vector_unit(tes_vector_cross(along, across));
    *surface = (struct tes_surface){.kind = TES_SURFACE_FACE, .model = index, .edge_count = count};
    if (!set_plane(surface, model, corners[0], normal))
        return 0;
    for (unsigned i = 0; i < count; i++) {
        surface->edges[i] = edge_between(model, corners[i], corners[(i + 1) % count]);
        surface->middle =
            tes_vector_add(surface->middle, tes_vector_scale(corners[i], 1.0 / count));
    }
    return 1;
}

/* The corners of a box's six faces. Each of a corner's three bits selects a side. */
static const uint8_t BOX_FACES[6][4] = {
    {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6},
};

static unsigned make_box_face(const struct tes_model *model, uint8_t index,
                              const struct tes_extent *box, unsigned face,
                              struct tes_surface *surface)
{
    struct tes_vector corners[4];
    for (unsigned i = 0; i < 4; i++) {
        unsigned corner = BOX_FACES[face][i];
        corners[i] = (struct tes_vector){corner & 1 ? box->high.x : box->low.x,
                                         corner & 2 ? box->high.y : box->low.y,
                                         corner & 4 ? box->high.z : box->low.z};
    }
    return make_face(model, index, corners, 4, surface);
}

static unsigned make_box(const struct tes_model *model, uint8_t index, struct tes_surface *surfaces)
{
    struct tes_extent box = tes_thing_extent(model->thing);
    unsigned count = 0;
    for (unsigned face = 0; face < 6; face++)
        count += make_box_face(model, index, &box, face, surfaces + count);
    return count;
}

static unsigned make_pyramid(const struct tes_model *model, uint8_t index,
                             struct tes_surface *surfaces)
{
    double size = model->thing->size;
    const struct tes_vector base[] = {
        {-size, -size, 0}, {size, -size, 0}, {size, size, 0}, {-size, size, 0}};
    const struct tes_vector below[] = {base[0], base[3], base[2], base[1]};
    unsigned count = make_face(model, index, below, 4, surfaces);
    for (unsigned i = 0; i < 4; i++) {
        const struct tes_vector corners[] = {
            base[i], base[(i + 1) % 4], {0, 0, model->thing->height}};
        count += make_face(model, index, corners, 3, surfaces + count);
    }
    return count;
}

static bool has_cube(const struct tes_thing *thing, int x, int y, int z)
{
    for (unsigned i = 0; i < thing->cube_count; i++)
        if (thing->cubes[i][0] == x && thing->cubes[i][1] == y && thing->cubes[i][2] == z)
            return true;
    return false;
}

/* Makes the faces of all cubes, except where two cubes touch. */
static unsigned make_polycube(const struct tes_model *model, uint8_t index,
                              struct tes_surface *surfaces)
{
    static const int8_t beyond[6][3] = {{-1, 0, 0}, {1, 0, 0},  {0, -1, 0},
                                        {0, 1, 0},  {0, 0, -1}, {0, 0, 1}};
    const struct tes_thing *thing = model->thing;
    unsigned count = 0;
    for (unsigned i = 0; i < thing->cube_count; i++) {
        const int8_t *place = thing->cubes[i];
        double half = thing->size / 2;
        struct tes_vector middle = {place[0] * thing->size, place[1] * thing->size,
                                    place[2] * thing->size};
        struct tes_vector reach = {half, half, half};
        struct tes_extent box = {tes_vector_subtract(middle, reach), tes_vector_add(middle, reach)};
        for (unsigned face = 0; face < 6; face++) {
            const int8_t *step = beyond[face];
            if (!has_cube(thing, place[0] + step[0], place[1] + step[1], place[2] + step[2]))
                count += make_box_face(model, index, &box, face, surfaces + count);
        }
    }
    return count;
}

/* Makes a curved side: x x + y y + stretch (z - level)^2 = constant. */
static unsigned make_side(const struct tes_model *model, uint8_t index, double stretch,
                          double level, double constant, struct tes_surface *side)
{
    struct tes_vector eye = {model->eye.x, model->eye.y, model->eye.z - level};
    struct tes_vector scaled = {-eye.x, -eye.y, -eye.z * stretch};
    *side = (struct tes_surface){.kind = TES_SURFACE_SIDE, .model = index};
    side->stretch = stretch;
    side->level = level;
    side->has_ends = model->thing->solid != TES_SOLID_BALL;
    side->half = tes_lens_dot(model->ray, scaled);
    side->whole = eye.x * eye.x + eye.y * eye.y + eye.z * eye.z * stretch - constant;
    tes_lens_conic_add(&side->inside, side->half, side->half, 1);
    tes_lens_conic_add(&side->inside, model->ray[0], model->ray[0], -side->whole);
    tes_lens_conic_add(&side->inside, model->ray[1], model->ray[1], -side->whole);
    tes_lens_conic_add(&side->inside, model->ray[2], model->ray[2], -side->whole * stretch);
    return side->whole != 0;
}

static unsigned make_end(const struct tes_model *model, uint8_t index, double height, double up,
                         struct tes_surface *end)
{
    double size = model->thing->size;
    *end = (struct tes_surface){.kind = TES_SURFACE_END, .model = index};
    if (!set_plane(end, model, (struct tes_vector){0, 0, height}, (struct tes_vector){0, 0, up}))
        return 0;
    const double eye[] = {model->eye.x, model->eye.y};
    tes_lens_conic_add(&end->inside, end->near, end->near, size * size);
    for (unsigned i = 0; i < 2; i++) {
        struct tes_linear place = {model->ray[i].c + eye[i] * end->near.c,
                                   model->ray[i].x + eye[i] * end->near.x,
                                   model->ray[i].y + eye[i] * end->near.y};
        tes_lens_conic_add(&end->inside, place, place, -1);
    }
    return 1;
}

static unsigned make_ball(const struct tes_model *model, uint8_t index,
                          struct tes_surface *surfaces)
{
    double size = model->thing->size;
    return make_side(model, index, 1, size, size * size, surfaces);
}

static unsigned make_cylinder(const struct tes_model *model, uint8_t index,
                              struct tes_surface *surfaces)
{
    double size = model->thing->size;
    unsigned count = make_side(model, index, 0, 0, size * size, surfaces);
    count += make_end(model, index, model->thing->height, 1, surfaces + count);
    return count + make_end(model, index, 0, -1, surfaces + count);
}

static unsigned make_cone(const struct tes_model *model, uint8_t index,
                          struct tes_surface *surfaces)
{
    double slope = model->thing->size / model->thing->height;
    unsigned count = make_side(model, index, -slope * slope, model->thing->height, 0, surfaces);
    return count + make_end(model, index, 0, -1, surfaces + count);
}

static unsigned make_ring(const struct tes_model *model, uint8_t index,
                          struct tes_surface *surfaces)
{
    (void)model;
    surfaces[0] = (struct tes_surface){.kind = TES_SURFACE_RING, .model = index};
    surfaces[1] = (struct tes_surface){.kind = TES_SURFACE_RING_FAR, .model = index};
    return 2;
}

/* A disc belongs to the ground and has no surface. */
static unsigned make_nothing(const struct tes_model *model, uint8_t index,
                             struct tes_surface *surfaces)
{
    (void)model, (void)index, (void)surfaces;
    return 0;
}

typedef unsigned maker(const struct tes_model *model, uint8_t index, struct tes_surface *surfaces);

static maker *const MAKERS[] = {
    [TES_SOLID_CUBE] = make_box,          [TES_SOLID_BALL] = make_ball,
    [TES_SOLID_CYLINDER] = make_cylinder, [TES_SOLID_CONE] = make_cone,
    [TES_SOLID_PYRAMID] = make_pyramid,   [TES_SOLID_RING] = make_ring,
    [TES_SOLID_POLYCUBE] = make_polycube, [TES_SOLID_DISC] = make_nothing,
};

unsigned tes_surface_make(const struct tes_model *model, uint8_t index,
                          struct tes_surface *surfaces)
{
    return MAKERS[model->thing->solid](model, index, surfaces);
}
