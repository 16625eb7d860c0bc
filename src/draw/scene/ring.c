#include "draw/scene/surface.h"

#include "draw/paint/wide.h"

enum { BLOCK = TES_SURFACE_BLOCK, STEPS = 4, ROUNDS = 12 };

/* A ray has arrived when its distance from the ring is at most this share of the tube's radius. */
static const float ARRIVED = 0.01F;

/* Closer than this (in radii of the tube), a ray that meets the ring at a flat angle may advance by
 * more than its distance. How much more is limited, since it may also miss and go on to the ring's
 * far half. */
static const double CLOSE = 0.4, LEAST_APPROACH = 0.2;

/* The rays of a row, and the ring, in floats. */
struct ring_row {
    float eye_x, eye_y, eye_z; /* relative to the ring's middle */
    /* The ray of pixel 0, and the difference between neighbouring rays. */
    float x, step_x, y, step_y, z;
    float middle, tube; /* radii */
    float start, end;   /* depths */
    float close;        /* distance from which on steps may be longer */
    /* The largest and the least speed of approach, for each unit of depth. */
    float most, least;
};

static struct ring_row ring_row_of(const struct tes_model *model, int y)
{
    const struct tes_linear *ray = model->ray;
    double tube = model->thing->height / 2, middle = model->thing->size - tube;
    double eye_z = model->eye.z - tube, row = y + 0.5;
    double z = ray[2].c + ray[2].y * row;
    double most = 0;
    for (int end = 0; end < 2; end++) {
        double at = (end ? model->right : model->left) + 0.5;
        double along = tes_lens_linear_at(&ray[0], at, row),
               across = tes_lens_linear_at(&ray[1], at, row);
        double length = __builtin_sqrt(along * along + across * across + z * z);
        most = length > most ? length : most;
    }
    struct tes_vector eye = {model->eye.x, model->eye.y, eye_z};
    double away = tes_vector_length(eye), reach = middle + tube;
    double start = (away - reach) / most, end = away + reach;
    if (eye_z > tube && z < 0) {
        double enters = (tube - eye_z) / z, leaves = (-tube - eye_z) / z;
        start = enters > start ? enters : start;
        end = leaves < end ? leaves : end;
    }
    return (struct ring_row){(float)eye.x,
                             (float)eye.y,
                             (float)eye.z,
                             (float)tes_lens_linear_at(&ray[0], 0.5, row),
                             (float)ray[0].x,
                             (float)tes_lens_linear_at(&ray[1], 0.5, row),
                             (float)ray[1].x,
                             (float)z,
                             (float)middle,
                             (float)tube,
                             (float)(start > 0 ? start : 0),
                             (float)end,
                             (float)(tube * CLOSE),
                             (float)most,
                             (float)(most * LEAST_APPROACH)};
}

/* A block of rays: directions, depths, and distances from the ring. */
struct march {
    float ray_x[BLOCK], ray_y[BLOCK], depth[BLOCK], left[BLOCK];
};

/* Takes some steps. Returns whether any ray has neither arrived nor passed the ring. */
TES_WIDE static bool step_on(const struct ring_row *row, struct march *restrict march)
{
    const struct ring_row ring = *row; /* a copy that no write can change */
    float enough = ARRIVED * ring.tube;
    uint32_t under_way = 0;
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < BLOCK; i++) {
            float depth = march->depth[i], ray_x = march->ray_x[i], ray_y = march->ray_y[i];
            float across = ring.eye_x + depth * ray_x, along = ring.eye_y + depth * ray_y;
            float above = ring.eye_z + depth * ring.z;
            float radius = __builtin_sqrtf(across * across + along * along) + 1e-9F;
            float out = radius - ring.middle;
            float away = __builtin_sqrtf(out * out + above * above) + 1e-9F;
            float level = (across * ray_x + along * ray_y) * out / radius;
            float approach = -(level + above * ring.z) / away, left = away - ring.tube;
            float slow = approach > ring.least ? approach : ring.least;
            bool is_close = (left < ring.close) & (approach > 0);
            march->left[i] = left;
            march->depth[i] = depth + left / (is_close ? slow : ring.most);
        }
    }
    for (int i = 0; i < BLOCK; i++)
        under_way |= (uint32_t)((march->left[i] > enough) & (march->depth[i] < ring.end));
    return under_way != 0;
}

/* Takes steps until all rays have arrived or passed, or there were enough steps. */
static void march_on(const struct ring_row *ring, int x, struct march *march)
{
    for (int i = 0; i < BLOCK; i++) {
        march->ray_x[i] = ring->x + ring->step_x * (float)(x + i);
        march->ray_y[i] = ring->y + ring->step_y * (float)(x + i);
        march->depth[i] = ring->start;
    }
    bool is_under_way = true;
    for (int round = 0; round < ROUNDS && is_under_way; round++)
        is_under_way = step_on(ring, march);
}

void tes_ring_enter(const struct tes_model *model, uint32_t number, int y,
                    struct tes_surface_row *row)
{
    struct ring_row ring = ring_row_of(model, y);
    struct march march;
    for (int x = model->left; x < model->right; x += BLOCK) {
        march_on(&ring, x, &march);
        for (int i = 0; i < BLOCK; i++) {
            unsigned at = tes_surface_column(x + i);
            float depth = march.depth[i], near = 1 / depth;
            if (march.left[i] > ARRIVED * ring.tube || depth > ring.end || near <= row->near[at])
                continue;
            float across = ring.eye_x + depth * march.ray_x[i];
            float along = ring.eye_y + depth * march.ray_y[i];
            bool is_far = across * ring.eye_x + along * ring.eye_y < 0;
            row->near[at] = near;
            row->seen[at] = number + is_far;
        }
    }
}

/* ------------------------------------------------------------------ edges */

/* The point on one half of the ring's centre line that is closest to a point. `towards` is the
 * horizontal direction to the eye. */
static struct tes_vector line_point(struct tes_vector towards, double radius, bool is_far,
                                    struct tes_vector point)
{
    struct tes_vector level = {point.x, point.y, 0};
    double ahead = tes_vector_dot(level, towards);
    if (ahead < 0 ? !is_far : is_far)
        level = tes_vector_subtract(level, tes_vector_scale(towards, ahead));
    return tes_vector_scale(tes_vector_unit(level), radius);
}

/* The depth at which a ray is closest to the tangent of the circle at `on`. */
static double closest(struct tes_vector eye, struct tes_vector ray, struct tes_vector on)
{
    struct tes_vector along = tes_vector_unit((struct tes_vector){-on.y, on.x, 0});
    struct tes_vector way = tes_vector_subtract(on, eye);
    double ray_along = tes_vector_dot(ray, along);
    double across = tes_vector_dot(ray, ray) - ray_along * ray_along;
    double depth = tes_vector_dot(ray, way) - ray_along * tes_vector_dot(way, along);
    return across > 1e-12 ? depth / across : tes_vector_dot(ray, way);
}

double tes_ring_depth(const struct tes_model *model, struct tes_vector ray, bool is_far,
                      double *depth)
{
    double tube = model->thing->height / 2, radius = model->thing->size - tube, inside = 0;
    struct tes_vector eye = {model->eye.x, model->eye.y, model->eye.z - tube};
    struct tes_vector towards = tes_vector_unit((struct tes_vector){eye.x, eye.y, 0});
    double t = ray.z < 0 && eye.z > 0 ? -eye.z / ray.z : tes_vector_length(eye);
    for (unsigned step = 0; step < 5; step++) {
        struct tes_vector point = tes_vector_add(eye, tes_vector_scale(ray, t));
        struct tes_vector on = line_point(towards, radius, is_far, point);
        inside = tube - tes_vector_length(tes_vector_subtract(point, on));
        if (step < 4)
            t = closest(eye, ray, on);
    }
    /* From the closest point of the ray, back to where the ray enters the ring. */
    double chord = inside > 0 ? inside * (2 * tube - inside) : 0;
    *depth = t - __builtin_sqrt(chord / tes_vector_dot(ray, ray));
    return inside;
}
