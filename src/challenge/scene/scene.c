/*
 * Angles and random numbers. Only additions, multiplications, divisions and square roots, in a
 * fixed order: every compiler makes the same bits of them.
 */
#include "challenge/scene/scene.h"

#define PI 3.14159265358979323846

static const double DEGREE = PI / 180;
static const double DEGREES_MOST = 1e9;

/* Taylor's series up to half a right angle, past the last bit of a double. */
static double sine_of_small(double x)
{
    static const double terms[] = {
        -1.0 / 6,        1.0 / 120,        -1.0 / 5040,         1.0 / 362880,
        -1.0 / 39916800, 1.0 / 6227020800, -1.0 / 1307674368000};
    double square = x * x, sum = 0;
    for (unsigned i = sizeof terms / sizeof *terms; i-- > 0;)
        sum = (sum + terms[i]) * square;
    return x + x * sum;
}

static double cosine_of_small(double x)
{
    static const double terms[] = {
        -1.0 / 2,       1.0 / 24,        -1.0 / 720,         1.0 / 40320,
        -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000};
    double square = x * x, sum = 0;
    for (unsigned i = sizeof terms / sizeof *terms; i-- > 0;)
        sum = (sum + terms[i]) * square;
    return 1 + sum;
}

/* The sine of `degrees` plus `quarters` quarter turns. */
static double wave(double degrees, int quarters)
{
    if (!(degrees >= -DEGREES_MOST && degrees <= DEGREES_MOST))
        return 0;
    int64_t nearest = (int64_t)(degrees / 90 + (degrees < 0 ? -0.5 : 0.5));
    double rest = (degrees - 90 * (double)nearest) * DEGREE;
    switch ((uint64_t)(nearest + quarters) & 3) {
    case 0:
        return sine_of_small(rest);
    case 1:
        return cosine_of_small(rest);
    case 2:
        return -sine_of_small(rest);
    default:
        return -cosine_of_small(rest);
    }
}

double tes_scene_sine(double degrees)
{
    return wave(degrees, 0);
}

double tes_scene_cosine(double degrees)
{
    return wave(degrees, 1);
}

/* The angle of (1, slope), for a slope of 0 .. 1: an estimate, improved by two steps of Newton's
 * method. */
static double angle_of_slope(double slope)
{
    double degrees = slope * (45 + (1 - slope) * 15.6);
    for (unsigned step = 0; step < 2; step++) {
        double sine = tes_scene_sine(degrees), cosine = tes_scene_cosine(degrees);
        double off = (slope * cosine - sine) / (cosine + slope * sine);
        degrees += (off - off * off * off / 3) / DEGREE;
    }
    return degrees;
}

double tes_scene_angle(double y, double x)
{
    double across = x < 0 ? -x : x, up = y < 0 ? -y : y;
    double degrees;
    if (across == 0 && up == 0)
        return 0;
    degrees = up <= across ? angle_of_slope(up / across) : 90 - angle_of_slope(across / up);
    if (x < 0)
        degrees = 180 - degrees;
    return y < 0 ? -degrees : degrees;
}

struct tes_vector tes_scene_towards(double around, double above)
{
    double level = tes_scene_cosine(above);
    return (struct tes_vector){tes_scene_sine(around) * level, -tes_scene_cosine(around) * level,
                               tes_scene_sine(above)};
}

void tes_scene_whence(struct tes_vector direction, double *around, double *above)
{
    double level = __builtin_sqrt(direction.x * direction.x + direction.y * direction.y);
    *around = tes_scene_angle(direction.x, -direction.y);
    *above = tes_scene_angle(direction.z, level);
}

double tes_scene_between(struct tes_random *random, double least, double most)
{
    double share = (double)tes_random_word(random) / 4294967296.0;
    return least + (most - least) * share;
}
