/* A thing's own axes, and the boxes around it. */
#include "challenge/scene/scene.h"

void tes_thing_axes(const struct tes_thing *thing, struct tes_vector axes[3])
{
    if (thing->solid == TES_SOLID_POLYCUBE) {
        __builtin_memcpy(axes, thing->axes, sizeof thing->axes);
        return;
    }
    double sine = tes_scene_sine(thing->turn), cosine = tes_scene_cosine(thing->turn);
    axes[0] = (struct tes_vector){cosine, sine, 0};
    axes[1] = (struct tes_vector){-sine, cosine, 0};
    axes[2] = (struct tes_vector){0, 0, 1};
}

struct tes_vector tes_thing_local(const struct tes_thing *thing, struct tes_vector point)
{
    struct tes_vector axes[3], way = tes_vector_subtract(point, thing->at);
    tes_thing_axes(thing, axes);
    return (struct tes_vector){tes_vector_dot(way, axes[0]), tes_vector_dot(way, axes[1]),
                               tes_vector_dot(way, axes[2])};
}

static struct tes_vector world_of(const struct tes_thing *thing, const struct tes_vector axes[3],
                                  struct tes_vector local)
{
    struct tes_vector level =
        tes_vector_add(tes_vector_scale(axes[0], local.x), tes_vector_scale(axes[1], local.y));
    struct tes_vector way = tes_vector_add(level, tes_vector_scale(axes[2], local.z));
    return tes_vector_add(thing->at, way);
}

struct tes_vector tes_thing_world(const struct tes_thing *thing, struct tes_vector local)
{
    struct tes_vector axes[3];
    tes_thing_axes(thing, axes);
    return world_of(thing, axes, local);
}

static void widen(double *low, double *high, int place, double side)
{
    double from = (place - 0.5) * side, to = (place + 0.5) * side;
    *low = from < *low ? from : *low;
    *high = to > *high ? to : *high;
}

static struct tes_extent polycube_extent(const struct tes_thing *thing)
{
    struct tes_extent extent = {{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}};
    if (thing->cube_count == 0)
        return (struct tes_extent){{0, 0, 0}, {0, 0, 0}};
    for (unsigned i = 0; i < thing->cube_count; i++) {
        widen(&extent.low.x, &extent.high.x, thing->cubes[i][0], thing->size);
        widen(&extent.low.y, &extent.high.y, thing->cubes[i][1], thing->size);
        widen(&extent.low.z, &extent.high.z, thing->cubes[i][2], thing->size);
    }
    return extent;
}

struct tes_extent tes_thing_extent(const struct tes_thing *thing)
{
    double size = thing->size, height = thing->height;
    switch ((enum tes_solid)thing->solid) {
    case TES_SOLID_POLYCUBE:
        return polycube_extent(thing);
    case TES_SOLID_BALL:
        height = 2 * size;
        break;
    case TES_SOLID_DISC:
        height = 0;
        break;
    default:
        break;
    }
    return (struct tes_extent){{-size, -size, 0}, {size, size, height}};
}

struct tes_vector tes_thing_middle(const struct tes_thing *thing)
{
    struct tes_extent extent = tes_thing_extent(thing);
    struct tes_vector middle = tes_vector_scale(tes_vector_add(extent.low, extent.high), 0.5);
    if (thing->solid == TES_SOLID_POLYCUBE)
        return tes_thing_world(thing, middle);
    return tes_vector_add(thing->at,
                          middle); /* on the vertical axis, so turning does not move it */
}

double tes_thing_reach(const struct tes_thing *thing)
{
    struct tes_extent extent = tes_thing_extent(thing);
    struct tes_vector half = tes_vector_scale(tes_vector_subtract(extent.high, extent.low), 0.5);
    switch ((enum tes_solid)thing->solid) {
    case TES_SOLID_BALL:
    case TES_SOLID_RING:
    case TES_SOLID_DISC:
        return half.x;
    case TES_SOLID_CYLINDER:
    case TES_SOLID_CONE:
        return __builtin_sqrt(half.x * half.x + half.z * half.z);
    default:
        return tes_vector_length(half);
    }
}

/* A corner of a box: each of the three bits selects a side. */
static struct tes_vector corner_of(const struct tes_extent *extent, unsigned corner)
{
    return (struct tes_vector){corner & 1 ? extent->high.x : extent->low.x,
                               corner & 2 ? extent->high.y : extent->low.y,
                               corner & 4 ? extent->high.z : extent->low.z};
}

bool tes_thing_frame(const struct tes_thing *thing, const struct tes_viewer *viewer,
                     struct tes_frame *frame)
{
    struct tes_extent extent = tes_thing_extent(thing);
    struct tes_vector axes[3];
    tes_thing_axes(thing, axes);
    *frame = (struct tes_frame){1e9, -1e9, 1e9, -1e9};
    for (unsigned i = 0; i < 8; i++) {
        struct tes_vector corner = world_of(thing, axes, corner_of(&extent, i));
        struct tes_seen seen = tes_viewer_see(viewer, corner);
        if (seen.depth <= 0)
            return false;
        frame->left = seen.x < frame->left ? seen.x : frame->left;
        frame->right = seen.x > frame->right ? seen.x : frame->right;
        frame->bottom = seen.y < frame->bottom ? seen.y : frame->bottom;
        frame->top = seen.y > frame->top ? seen.y : frame->top;
    }
    return true;
}
