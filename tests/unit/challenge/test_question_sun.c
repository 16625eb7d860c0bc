/* "Look at the shadow. Which disc shows where the sun stands?": every seed. */
#include "look_reference.h"
#include "question_seeds.h"

#include "challenge/scene/questions/question_views.h"

enum { DIRECTIONS, TALLIES, OPTIONS = 6 };

/* What each level promises: degrees between options, and that the sun is off the right one; how
 * many directions there are, of both rows; and how many solids. */
static const struct promise {
    double step, off;
    unsigned directions, things;
} PROMISES[] = {
    [TES_EASY] = {60, 7, 12, 1},
    [TES_MEDIUM] = {45, 5, 16, 1},
    [TES_HARD] = {36, 3, 20, 2},
};

static const double SHADE_SEEN = 0.3; /* of a shadow; 64 rays of the question's tell 0.45 */

static double degrees_apart(double a, double b)
{
    double apart = fmod(fabs(a - b), 360);
    return apart > 180 ? 360 - apart : apart;
}

/* Where the sun stands for the viewer: degrees from the viewer, anticlockwise seen from above. */
static double sun_for_viewer(const struct tes_scene *scene)
{
    struct tes_vector sun = scene->sun;
    double x = scene->camera.eye.x - scene->camera.target.x;
    double y = scene->camera.eye.y - scene->camera.target.y;
    return atan2(x * sun.y - y * sun.x, x * sun.x + y * sun.y) / look_radians(1);
}

/* S3D-4: the truth comes from the scene. */
static void check_options(const struct tes_question_asked *question, const struct promise *promise)
{
    double sun = sun_for_viewer(&question->scene);
    for (unsigned i = 0; i < OPTIONS; i++) {
        double own = question->options[i] * TES_SUN_STEP;
        if (i == question->select.cells[0])
            HOLDS(degrees_apart(sun, own) <= promise->off + 1e-9);
        else
            HOLDS(degrees_apart(sun, own) >= promise->step - promise->off - 1e-9);
        for (unsigned j = 0; j < i; j++)
            HOLDS(degrees_apart(own, question->options[j] * TES_SUN_STEP) >= promise->step - 1e-9);
    }
}

/* What is seen of a shadow: points on the ground, in the strip that it lies in, from which a ray to
 * the sun meets the solid; of these, those that the eye sees. */
struct shade {
    unsigned dark, seen;
    double x, y; /* sums of the seen ones, from the solid's foot */
};

static struct shade shade_of(const struct tes_scene *scene, struct look *look, unsigned thing,
                             unsigned side)
{
    struct shade shade = {0};
    const struct look_body *body = &look->bodies[thing];
    struct tes_vector sun = scene->sun, eye = scene->camera.eye;
    double level = hypot(sun.x, sun.y), half = 1.45 * body->size;
    double length = body->height * level / sun.z + 2 * half;
    for (unsigned i = 0; i < side * side; i++) {
        double along = length * (i / side + 0.5) / side - half;
        double across = half * (2 * (i % side + 0.5) / side - 1);
        struct tes_vector out = {(-sun.x * along - sun.y * across) / level,
                                 (-sun.y * along + sun.x * across) / level, 0};
        struct tes_vector point = look_sum(body->at, out, 1);
        struct look_body from_here = *body;
        look_ready(&from_here, point);
        double met = look_meet(&from_here, sun);
        if (met == LOOK_NOWHERE || met < 1e-6) /* under the solid there is no shadow to see */
            continue;
        shade.dark++;
        if (look_reaches(look, eye, point)) {
            shade.seen++;
            shade.x += out.x;
            shade.y += out.y;
        }
    }
    return shade;
}

/* S3D-28 (what rays hide): enough of each shadow is seen to tell the sun by it, and its end lies in
 * the picture. */
static void check_shade(const struct tes_question_asked *question, const struct promise *promise,
                        struct look *look)
{
    enum { FEW = 8, MANY = 24 };
    const struct tes_scene *scene = &question->scene;
    double sun = atan2(scene->sun.y, scene->sun.x) / look_radians(1), x = 0, y = 0;
    for (unsigned i = 0; i < scene->count; i++) {
        struct shade shade = shade_of(scene, look, i, FEW);
        if (shade.seen < (SHADE_SEEN + 0.15) * shade.dark)
            shade = shade_of(scene, look, i, MANY);
        HOLDS(shade.dark > 0 && shade.seen >= SHADE_SEEN * shade.dark);
        x += shade.x / shade.dark;
        y += shade.y / shade.dark;
        double reach = scene->things[i].height / scene->sun.z;
        struct tes_vector tip = look_sum(scene->things[i].at, scene->sun, -reach);
        tip.z = 0;
        struct tes_vector end = look_see(look, tip);
        HOLDS(fabs(end.x) < 2 && fabs(end.y) < 1);
    }
    HOLDS(degrees_apart(atan2(-y, -x) / look_radians(1), sun) < promise->step / 2);
}

static void check(const struct tes_question_asked *question, enum tes_difficulty level,
                  struct tally *tallies)
{
    const struct promise *promise = &PROMISES[level];
    const struct tes_scene *scene = &question->scene;
    const struct look_from view = {0, scene->camera.eye, scene->camera.target, scene->camera.field};
    struct look look;
    double right = seeds_answer(question) * TES_SUN_STEP;
    HOLDS(scene->count == promise->things);
    HOLDS(fabs(look_dot(scene->sun, scene->sun) - 1) < 1e-9);
    HOLDS(scene->sun.z > 0.42 && scene->sun.z < 0.52); /* 25 to 31 degrees */
    check_options(question, promise);
    look_start(scene, &view, &look);
    check_shade(question, promise, &look);
    seeds_tally(&tallies[DIRECTIONS], (unsigned)(right * promise->directions / 360));
}

static void check_level(enum tes_difficulty level)
{
    const struct seeds_row row = {&tes_question_sun, TES_QUESTION_sun, level, false, false, 0};
    struct tally tallies[TALLIES] = {
        /* No direction is right more often than others: a guess gains nothing from knowing them. */
        [DIRECTIONS] = {.what = "direction of the sun", .kinds = PROMISES[level].directions},
    };
    seeds_check_all(&row, check, tallies, TALLIES);
}

/* S3D-2, S3D-4 */
int main(void)
{
    return seeds_main("where the sun stands", TES_EASY, check_level, NULL);
}
