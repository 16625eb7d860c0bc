/* "Which of these is the same figure, only turned?": every seed. */
#include "question_seeds.h"

#include <math.h>

#include "challenge/scene/questions/question_views.h"
#include "grid_turns.h"

enum { MIRRORS, TALLIES, OPTIONS = 6, WIDE = 8 };

static const unsigned LEAST[] = {[TES_EASY] = 5, [TES_MEDIUM] = 4, [TES_HARD] = 5};
static const unsigned MOST[] = {[TES_EASY] = 5, [TES_MEDIUM] = 5, [TES_HARD] = 6};

/* Of every cube that is seen: the questions ask for 0.05 more, but tell it by fewer rays, and
 * before the figure is moved to the middle of its picture. */
static const double SEEN[] = {[TES_EASY] = 0.28, [TES_MEDIUM] = 0.29, [TES_HARD] = 0.27};

/* ---------------------------------------------------------------- figures */

struct figure {
    unsigned count;
    int at[TES_SCENE_CUBES][3];
};

/* A figure in all its positions: one number for each, from which place of the grid is taken. */
struct positions {
    uint64_t all[GRID_TURNS];
};

/* A number of its own for every place: which places a figure takes is the sum of theirs. */
static uint64_t number_of(int x, int y, int z)
{
    uint64_t number = (uint64_t)(x + WIDE * (y + WIDE * z) + 1) * UINT64_C(0x9E3779B97F4A7C15);
    number = (number ^ number >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ number >> 27) * UINT64_C(0x94D049BB133111EB);
    return number ^ number >> 31;
}

static struct figure figure_of(const int8_t cubes[TES_SCENE_CUBES][3], unsigned count)
{
    struct figure figure = {.count = count};
    for (unsigned i = 0; i < count; i++)
        for (unsigned axis = 0; axis < 3; axis++)
            figure.at[i][axis] = cubes[i][axis];
    return figure;
}

static struct figure mirror(const struct figure *figure)
{
    struct figure mirrored = *figure;
    for (unsigned i = 0; i < figure->count; i++)
        mirrored.at[i][1] = -mirrored.at[i][1];
    return mirrored;
}

static struct positions turn_about(const struct figure *figure)
{
    struct positions positions;
    for (unsigned turn = 0; turn < GRID_TURNS; turn++) {
        int turned[TES_SCENE_CUBES][3], low[3] = {99, 99, 99};
        for (unsigned i = 0; i < figure->count; i++) {
            grid_apply(grid_turns[turn], figure->at[i], turned[i]);
            for (unsigned axis = 0; axis < 3; axis++)
                low[axis] = turned[i][axis] < low[axis] ? turned[i][axis] : low[axis];
        }
        positions.all[turn] = 0;
        for (unsigned i = 0; i < figure->count; i++)
            positions.all[turn] +=
                number_of(turned[i][0] - low[0], turned[i][1] - low[1], turned[i][2] - low[2]);
    }
    return positions;
}

static bool is_same(const struct positions *a, const struct positions *b)
{
    for (unsigned turn = 0; turn < GRID_TURNS; turn++)
        if (a->all[0] == b->all[turn])
            return true;
    return false;
}

/* No two cubes in one place, none wider than the numbers are made for, all in one piece. */
static void check_whole(const struct figure *figure)
{
    unsigned reached = 1;
    for (unsigned i = 0; i < figure->count; i++) {
        for (unsigned j = 0; j < figure->count; j++) {
            int apart = 0;
            for (unsigned axis = 0; axis < 3; axis++) {
                HOLDS(abs(figure->at[i][axis] - figure->at[j][axis]) < WIDE);
                apart += abs(figure->at[i][axis] - figure->at[j][axis]);
            }
            HOLDS(apart > 0 || i == j);
        }
    }
    for (unsigned again = 0; again < figure->count; again++)
        for (unsigned i = 0; i < figure->count; i++)
            for (unsigned j = 0; j < figure->count; j++)
                if ((reached >> i & 1) != 0 && abs(figure->at[i][0] - figure->at[j][0]) +
                                                       abs(figure->at[i][1] - figure->at[j][1]) +
                                                       abs(figure->at[i][2] - figure->at[j][2]) ==
                                                   1)
                    reached |= 1U << j;
    HOLDS(reached == (1U << figure->count) - 1);
}

/* ------------------------------------------------------------------ poses */

static double dot(struct tes_vector a, struct tes_vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Axes at right angles, of length 1, by the right hand: a mirror would hide here. */
static void check_axes(const struct tes_vector axes[3])
{
    const struct tes_vector *a = &axes[0], *b = &axes[1];
    struct tes_vector third = {a->y * b->z - a->z * b->y, a->z * b->x - a->x * b->z,
                               a->x * b->y - a->y * b->x};
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < 3; j++)
            HOLDS(fabs(dot(axes[i], axes[j]) - (i == j)) < 1e-9);
    HOLDS(dot(third, axes[2]) > 0.99);
}

/* The cosine of the turn from one pose to another. */
static double cosine_between(const struct tes_vector a[3], const struct tes_vector b[3])
{
    return (dot(a[0], b[0]) + dot(a[1], b[1]) + dot(a[2], b[2]) - 1) / 2;
}

/* ------------------------------------------------------------------- sight */

/* Whether a cube is crossed on the way from a point to the eye, in places of the grid. */
static bool is_crossed(const double from[3], const double way[3], const int cube[3])
{
    double enter = 1e-9, leave = 1;
    for (unsigned axis = 0; axis < 3; axis++) {
        double a = (cube[axis] - 0.5 - from[axis]) / way[axis];
        double b = (cube[axis] + 0.5 - from[axis]) / way[axis];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter < leave;
}

static bool is_point_seen(const struct figure *figure, unsigned cube, const double point[3],
                          const double eye[3])
{
    const double way[3] = {eye[0] - point[0], eye[1] - point[1], eye[2] - point[2]};
    for (unsigned i = 0; i < figure->count; i++)
        if (i != cube && is_crossed(point, way, figure->at[i]))
            return false;
    return true;
}

/* Whether at least a share of a cube's outline is seen: points on the three sides that face the
 * eye, `side` by `side` on each, that count as much as the eye sees of their side. Stops where it
 * is plain. */
static bool is_cube_seen(const struct figure *figure, unsigned cube, const double eye[3],
                         double least, unsigned side)
{
    double all = 0, seen = 0, slants[3];
    for (unsigned axis = 0; axis < 3; axis++) {
        slants[axis] = eye[axis] - figure->at[cube][axis];
        all += (fabs(slants[axis]) - 0.5) * side * side;
    }
    for (unsigned i = 0; i < 3 * side * side && seen < least * all; i++) {
        unsigned axis = i % 3, row = i / 3 / side, column = i / 3 % side;
        double point[3];
        point[axis] = figure->at[cube][axis] + (slants[axis] > 0 ? 0.5 : -0.5);
        point[(axis + 1) % 3] = figure->at[cube][(axis + 1) % 3] + (row + 0.5) / side - 0.5;
        point[(axis + 2) % 3] = figure->at[cube][(axis + 2) % 3] + (column + 0.5) / side - 0.5;
        if (is_point_seen(figure, cube, point, eye))
            seen += fabs(slants[axis]) - 0.5;
    }
    return seen >= least * all;
}

/* S3D-28 (what rays hide): something of every cube is seen, from where the camera is. */
static void check_sight(const struct figure *figure, const struct tes_thing *thing,
                        struct tes_vector camera)
{
    enum { FEW = 4, MANY = 24 }; /* few points miss strips that are narrow */
    const double seen_least = SEEN[seeds_now.row->level];
    struct tes_vector way = {camera.x - thing->at.x, camera.y - thing->at.y,
                             camera.z - thing->at.z};
    const double eye[3] = {dot(way, thing->axes[0]), dot(way, thing->axes[1]),
                           dot(way, thing->axes[2])};
    for (unsigned cube = 0; cube < figure->count; cube++)
        HOLDS(is_cube_seen(figure, cube, eye, seen_least, FEW) ||
              is_cube_seen(figure, cube, eye, seen_least, MANY));
}

/* No corner of a cube is cut off by the border of its picture. */
static void check_framed(const struct figure *figure, const struct tes_scene *scene)
{
    const struct tes_thing *thing = &scene->things[0];
    struct tes_vector eye = scene->camera.eye, target = scene->camera.target;
    double x = target.x - eye.x, y = target.y - eye.y, z = target.z - eye.z;
    double level = hypot(x, y), far = hypot(level, z);
    double half = tan(scene->camera.field * 3.14159265358979 / 360);
    for (unsigned i = 0; i < figure->count * 8; i++) {
        double own[3];
        for (unsigned axis = 0; axis < 3; axis++)
            own[axis] = figure->at[i / 8][axis] + ((i >> axis & 1) != 0 ? 0.5 : -0.5);
        struct tes_vector way = {thing->at.x - eye.x, thing->at.y - eye.y, thing->at.z - eye.z};
        for (unsigned axis = 0; axis < 3; axis++) {
            way.x += own[axis] * thing->axes[axis].x;
            way.y += own[axis] * thing->axes[axis].y;
            way.z += own[axis] * thing->axes[axis].z;
        }
        double depth = (way.x * x + way.y * y + way.z * z) / far;
        double right = (way.x * y - way.y * x) / level;
        double up = (way.z * level * level - (way.x * x + way.y * y) * z) / (level * far);
        HOLDS(depth > 0 && fabs(right) < depth * half && fabs(up) < depth * half);
    }
}

static void check_picture(const struct tes_question_asked *question, const struct figure *figure,
                          unsigned option)
{
    struct tes_scene scene = tes_polycube_scene(question, option);
    check_framed(figure, &scene);
    check_sight(figure, &scene.things[0], scene.camera.eye);
}

/* ---------------------------------------------------------------- question */

static void check(const struct tes_question_asked *question, enum tes_difficulty level,
                  struct tally *tallies)
{
    const struct tes_thing *thing = &question->scene.things[0];
    struct figure head = figure_of(thing->cubes, thing->cube_count), mirrored = mirror(&head);
    struct positions head_positions = turn_about(&head), mirror_positions = turn_about(&mirrored);
    struct positions options[OPTIONS];
    unsigned mirrors = 0;
    HOLDS(head.count >= LEAST[level] && head.count <= MOST[level]);
    HOLDS(!is_same(&head_positions, &mirror_positions) || level == TES_EASY);
    check_whole(&head);
    check_axes(thing->axes);
    check_picture(question, &head, TES_POLYCUBE_HEAD);
    for (unsigned i = 0; i < OPTIONS; i++) {
        const struct tes_question_pose *pose = &question->shown.poses[i];
        struct figure figure = figure_of(pose->cubes, head.count);
        options[i] = turn_about(&figure);
        check_whole(&figure);
        check_axes(pose->axes);
        HOLDS(is_same(&head_positions, &options[i]) == (i == question->select.cells[0]));
        HOLDS(cosine_between(pose->axes, thing->axes) < 0.8661);
        HOLDS(level == TES_HARD || pose->axes[2].z == 1);
        if (is_same(&mirror_positions, &options[i])) {
            mirrors++;
            if (i != question->select.cells[0])
                seeds_tally(&tallies[MIRRORS], i);
        }
        for (unsigned j = 0; j < i; j++)
            HOLDS(!is_same(&options[i], &options[j]));
        if (i == seeds_now.seed % OPTIONS)
            check_picture(question, &figure, i);
    }
    HOLDS(mirrors == 1); /* of a flat figure: the right one itself */
}

static void check_level(enum tes_difficulty level)
{
    const struct seeds_row row = {
        &tes_question_polycube, TES_QUESTION_polycube, level, false, false, 0};
    struct tally tallies[TALLIES] = {
        [MIRRORS] = {.what = "place of the mirror image", .kinds = OPTIONS},
    };
    /* Flat figures have no mirror image that is another one. */
    seeds_check_all(&row, check, tallies, level == TES_EASY ? 0 : TALLIES);
}

/* S3D-2, S3D-4 */
int main(void)
{
    return seeds_main("the same figure, turned", TES_EASY, check_level, grid_find_turns);
}
