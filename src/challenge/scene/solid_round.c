/* Rays against the ball, the cylinder and the cone. */
#include "challenge/scene/solid.h"

static double level_dot(struct tes_vector a, struct tes_vector b)
{
    return a.x * b.x + a.y * b.y;
}

/* ------------------------------------------------------------------- ball */

bool tes_solid_ball_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_solid_span *span)
{
    struct tes_vector way = ray->origin;
    way.z -= thing->size;
    /* Measured from the point of the ray that is closest to the middle, so that far origins lose no
     * precision. */
    double nearest = -tes_vector_dot(way, ray->direction);
    struct tes_vector aside = tes_vector_add(way, tes_vector_scale(ray->direction, nearest));
    double rest = thing->size * thing->size - tes_vector_dot(aside, aside);
    if (rest < 0)
        return false;
    double half = __builtin_sqrt(rest);
    *span = (struct tes_solid_span){nearest - half, nearest + half};
    return true;
}

/* --------------------------------------------------------------- cylinder */

bool tes_solid_cylinder_span(const struct tes_thing *thing, const struct tes_ray *ray,
                             struct tes_solid_span *span)
{
    const double ends[2] = {0, thing->height}, square = thing->size * thing->size;
    *span = tes_solid_line();
    if (!tes_solid_clip_slab(span, ray->origin.z, ray->direction.z, ends))
        return false;
    double level = level_dot(ray->direction, ray->direction);
    if (level == 0)
        return level_dot(ray->origin, ray->origin) <= square;
    double cross = ray->origin.x * ray->direction.y - ray->origin.y * ray->direction.x;
    double rest = square - cross * cross / level;
    if (rest < 0)
        return false;
    double nearest = -level_dot(ray->origin, ray->direction) / level;
    double half = __builtin_sqrt(rest / level);
    return tes_solid_clip(span, nearest - half, nearest + half);
}

/* ------------------------------------------------------------------- cone */

/* A cone is a part of one half of a double cone. A ray is inside of the double cone where a * t * t
 * + 2 * b * t + c <= 0. */
struct double_cone {
    double a, b, c;
    double descent; /* of the ray, away from the tip */
};

static bool clip_line(struct tes_solid_span *span, const struct double_cone *cone)
{
    if (cone->b == 0)
        return cone->c <= 0;
    double root = -cone->c / (2 * cone->b);
    if (cone->b > 0)
        return tes_solid_clip(span, -TES_SOLID_FARTHEST, root);
    return tes_solid_clip(span, root, TES_SOLID_FARTHEST);
}

static bool clip_cone(struct tes_solid_span *span, const struct double_cone *cone)
{
    double rest = cone->b * cone->b - cone->a * cone->c;
    if (rest < 0) {
        if (cone->a > 0)
            return false;
        rest = 0; /* the ray goes through the tip; this is a rounding error */
    }
    double root = __builtin_sqrt(rest);
    double sum =
        cone->b > 0 ? -cone->b - root : -cone->b + root; /* so chosen that no digits cancel */
    if (sum == 0)                                        /* both roots are 0 */
        return tes_solid_clip(span, 0, 0);
    double one = sum / cone->a, other = cone->c / sum;
    double first = one < other ? one : other, last = one < other ? other : one;
    if (cone->a > 0)
        return tes_solid_clip(span, first, last);
    /* The ray is steeper than the side: it crosses both halves of the double cone. */
    if (cone->descent > 0)
        return tes_solid_clip(span, last, TES_SOLID_FARTHEST);
    return tes_solid_clip(span, -TES_SOLID_FARTHEST, first);
}

bool tes_solid_cone_span(const struct tes_thing *thing, const struct tes_ray *ray,
                         struct tes_solid_span *span)
{
    const double ends[2] = {0, thing->height};
    *span = tes_solid_line();
    if (!tes_solid_clip_slab(span, ray->origin.z, ray->direction.z, ends))
        return false;
    double slope = thing->size / thing->height, square = slope * slope;
    double below = thing->height - ray->origin.z, descent = -ray->direction.z;
    struct double_cone cone = {
        level_dot(ray->direction, ray->direction) - square * descent * descent,
        level_dot(ray->origin, ray->direction) - square * below * descent,
        level_dot(ray->origin, ray->origin) - square * below * below, descent};
    /* Parallel to the side, `a` is nothing but rounding error. */
    const double parallel = 1e-14;
    if (cone.a < parallel && cone.a > -parallel)
        return clip_line(span, &cone);
    return clip_cone(span, &cone);
}
