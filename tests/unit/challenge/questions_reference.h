/*
 * Solids, cameras and what is seen, a second time and in another way: whether a point is inside of
 * a solid is asked along every ray of a coarse picture, step by step. Slow, and too plain to be
 * wrong.
 */
#ifndef TEST_QUESTIONS_REFERENCE_H
#define TEST_QUESTIONS_REFERENCE_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "challenge/scene/questions/question.h"

enum { REFERENCE_WIDTH = 160, REFERENCE_HEIGHT = 120, REFERENCE_NONE = 255 };

static const double REFERENCE_STEP = 0.03;

/* A turn of the table and a place to look from. */
struct reference_view {
    double turn; /* of the table, anticlockwise, in degrees */
    struct tes_vector eye, target;
    double field;
};

/* What is seen at each pixel; and how many pixels each thing would have alone and has. */
struct reference_picture {
    uint8_t seen[REFERENCE_HEIGHT][REFERENCE_WIDTH];
    unsigned alone[TES_SCENE_THINGS], left[TES_SCENE_THINGS];
    /* Of the pixels where a thing would be alone, those where another one is farther away. */
    unsigned before[TES_SCENE_THINGS][TES_SCENE_THINGS];
};

static inline double reference_radians(double degrees)
{
    return degrees * 3.14159265358979323846 / 180;
}

/* A point turned about the upright through the origin, anticlockwise. */
static inline struct tes_vector reference_turned(struct tes_vector a, double degrees)
{
    double c = cos(reference_radians(degrees)), s = sin(reference_radians(degrees));
    return (struct tes_vector){a.x * c - a.y * s, a.x * s + a.y * c, a.z};
}

/* Whether a point, seen from the middle of a solid's base and in its own axes, is inside. */
static inline bool reference_inside(const struct tes_thing *thing, struct tes_vector p)
{
    double size = thing->size, high = thing->height, level = hypot(p.x, p.y);
    double left = 1 - p.z / high;
    if (p.z < 0 || p.z > high)
        return false;
    switch (thing->solid) {
    case TES_SOLID_CUBE:
        return fabs(p.x) <= size && fabs(p.y) <= size;
    case TES_SOLID_BALL:
        return hypot(level, p.z - size) <= size;
    case TES_SOLID_CYLINDER:
        return level <= size;
    case TES_SOLID_CONE:
        return level <= size * left;
    case TES_SOLID_PYRAMID:
        return fabs(p.x) <= size * left && fabs(p.y) <= size * left;
    case TES_SOLID_RING:
        return hypot(level - (size - high / 2), p.z - high / 2) <= high / 2;
    default:
        return false;
    }
}

/* How far along a ray a solid is met; -1 where it is not. */
static inline double reference_meet(const struct tes_thing *thing, double turn,
                                    struct tes_vector eye, struct tes_vector ray)
{
    struct tes_vector at = reference_turned(thing->at, turn);
    struct tes_vector middle = {at.x - eye.x, at.y - eye.y, at.z + thing->height / 2 - eye.z};
    double reach = hypot(1.4143 * thing->size, thing->height / 2) + 0.01;
    double along = middle.x * ray.x + middle.y * ray.y + middle.z * ray.z;
    double square = middle.x * middle.x + middle.y * middle.y + middle.z * middle.z - along * along;
    if (square > reach * reach)
        return -1;
    double half = sqrt(reach * reach - square);
    for (double t = along - half; t <= along + half; t += REFERENCE_STEP) {
        struct tes_vector p = {eye.x + t * ray.x - at.x, eye.y + t * ray.y - at.y,
                               eye.z + t * ray.z - at.z};
        if (t > 0 && reference_inside(thing, reference_turned(p, -turn - thing->turn)))
            return t;
    }
    return -1;
}

/* The ray through the middle of a pixel. */
static inline struct tes_vector reference_ray(const struct reference_view *view, int column,
                                              int row)
{
    double half = tan(reference_radians(view->field / 2));
    double x = (2 * (column + 0.5) / REFERENCE_WIDTH - 1) * half * 4 / 3;
    double y = (1 - 2 * (row + 0.5) / REFERENCE_HEIGHT) * half;
    double dx = view->target.x - view->eye.x, dy = view->target.y - view->eye.y;
    double dz = view->target.z - view->eye.z, level = hypot(dx, dy), far = hypot(level, dz);
    /* Right is (dy, -dx) / level; up is right x forward. */
    struct tes_vector ray = {
        dx / far + x * dy / level - y * dx * dz / (level * far),
        dy / far - x * dx / level - y * dy * dz / (level * far),
        dz / far + y * level / far,
    };
    double length = sqrt(ray.x * ray.x + ray.y * ray.y + ray.z * ray.z);
    return (struct tes_vector){ray.x / length, ray.y / length, ray.z / length};
}

static inline void reference_look(const struct tes_scene *scene, const struct reference_view *view,
                                  struct reference_picture *picture)
{
    memset(picture, 0, sizeof *picture);
    for (int row = 0; row < REFERENCE_HEIGHT; row++) {
        for (int column = 0; column < REFERENCE_WIDTH; column++) {
            struct tes_vector ray = reference_ray(view, column, row);
            double far[TES_SCENE_THINGS], nearest = 1e9;
            unsigned seen = REFERENCE_NONE;
            for (unsigned i = 0; i < scene->count; i++) {
                far[i] = scene->things[i].solid < TES_SOLID_COUNT
                             ? reference_meet(&scene->things[i], view->turn, view->eye, ray)
                             : -1;
                picture->alone[i] += far[i] >= 0;
                if (far[i] >= 0 && far[i] < nearest) {
                    nearest = far[i];
                    seen = i;
                }
            }
            picture->seen[row][column] = (uint8_t)seen;
            if (seen == REFERENCE_NONE)
                continue;
            picture->left[seen]++;
            for (unsigned i = 0; i < scene->count; i++)
                for (unsigned j = 0; j < scene->count; j++)
                    picture->before[i][j] += far[i] >= 0 && far[j] > far[i];
        }
    }
}

#endif
