/*
 * What an eye sees of a figure of cubes, by rays. All coordinates are those of the figure's grid,
 * in which each cube is a unit box.
 */
#include "challenge/scene/sight.h"

/* Rays to each side of a cube, along each of its edges. A few rays miss narrow strips, so many are
 * used where a few do not decide. */
enum { FEW = 3, MANY = 8 };
static const double DOUBT = 0.2; /* the largest error of the share that few rays give */

/* A point on a side of a cube, and the direction from there to the eye. */
struct sight {
    double from[3];
    double per_way[3]; /* 1 / the way to the eye */
};

/* Without branches, since the processor could not predict them. */
static inline bool is_crossed(const struct sight *sight, const int8_t cube[3])
{
    double enter = 0, leave = 1;
    for (unsigned axis = 0; axis < 3; axis++) {
        double middle = cube[axis] - sight->from[axis];
        double in = (middle - 0.5) * sight->per_way[axis];
        double out = (middle + 0.5) * sight->per_way[axis];
        enter = in > enter ? in : enter;
        leave = out < leave ? out : leave;
    }
    return enter < leave;
}

/* The cubes that could hide a side of a cube: those beyond the side, and not behind it along the
 * other axes. False where one of them covers the whole side. */
static bool find_before(const struct tes_figure *figure, unsigned cube, unsigned side,
                        struct tes_figure *before)
{
    const int8_t *own = figure->cubes[cube];
    before->count = 0;
    for (unsigned i = 0; i < figure->count; i++) {
        const int8_t *other = figure->cubes[i];
        int on[3] = {other[0] - own[0], other[1] - own[1], other[2] - own[2]};
        if ((on[0] | on[1] | on[2]) < 0 || on[side] < 1)
            continue;
        if (on[0] + on[1] + on[2] == 1)
            return false;
        __builtin_memcpy(before->cubes[before->count++], other, sizeof *figure->cubes);
    }
    return true;
}

/* From where the eye looks, how much of every cube it has to see, and how many rays are used along
 * an edge. */
struct gaze {
    const double *eye;
    double least;
    unsigned rays;
};

/* The share of a cube's side that the eye sees. */
static double side_seen(const struct tes_figure *figure, unsigned cube, unsigned side,
                        const struct gaze *gaze)
{
    const int8_t *own = figure->cubes[cube];
    unsigned second = (side + 1) % 3, third = (side + 2) % 3, seen = 0;
    struct tes_figure before;
    struct sight sight;
    if (!find_before(figure, cube, side, &before))
        return 0;
    if (before.count == 0)
        return 1;
    /* The eye is far away: all rays from one side are taken to be parallel. */
    for (unsigned axis = 0; axis < 3; axis++)
        sight.per_way[axis] = 1 / (gaze->eye[axis] - own[axis]);
    sight.from[side] = own[side] + 0.5;
    const unsigned rays = gaze->rays;
    for (unsigned i = 0; i < rays * rays; i++) {
        bool is_hidden = false;
        unsigned row = i / rays, column = i % rays;
        sight.from[second] = own[second] + (column + 0.5) / rays - 0.5;
        sight.from[third] = own[third] + (row + 0.5) / rays - 0.5;
        for (unsigned j = 0; j < before.count && !is_hidden; j++)
            is_hidden = is_crossed(&sight, before.cubes[j]);
        seen += !is_hidden;
    }
    return (double)seen / (rays * rays);
}

/* Whether enough of a cube is seen. Sides count by their size in the picture. */
static bool is_enough_seen(const struct tes_figure *figure, unsigned cube, const struct gaze *gaze)
{
    double areas[3], left = 0;
    for (unsigned side = 0; side < 3; side++) {
        areas[side] = gaze->eye[side] - figure->cubes[cube][side];
        left += areas[side];
    }
    /* `left` is the area of the sides that have not been looked at yet. */
    double wanted = gaze->least * left;
    for (unsigned side = 0; side < 3 && wanted > 0 && wanted <= left; side++) {
        wanted -= areas[side] * side_seen(figure, cube, side, gaze);
        left -= areas[side];
    }
    return wanted <= 0;
}

/* The same, with many rays where few do not decide. */
static bool is_surely_seen(const struct tes_figure *figure, unsigned cube, const double eye[3],
                           double least)
{
    const struct gaze many = {eye, least, MANY}, few = {eye, least + DOUBT, FEW};
    return is_enough_seen(figure, cube, &few) || is_enough_seen(figure, cube, &many);
}

/* Sorts the cubes, the farthest from the eye first: it is the most likely to be hidden. */
static void sort_cubes(const struct tes_figure *figure, uint8_t order[TES_SCENE_CUBES])
{
    int depths[TES_SCENE_CUBES];
    for (unsigned i = 0; i < figure->count; i++) {
        const int8_t *cube = figure->cubes[i];
        int depth = cube[0] + cube[1] + cube[2];
        unsigned at = i;
        for (; at > 0 && depths[at - 1] > depth; at--) {
            depths[at] = depths[at - 1];
            order[at] = order[at - 1];
        }
        depths[at] = depth;
        order[at] = (uint8_t)i;
    }
}

static bool has_all_cubes(const struct tes_figure *figure, const double eye[3], double least)
{
    const struct gaze few = {eye, least, FEW};
    uint8_t order[TES_SCENE_CUBES];
    sort_cubes(figure, order);
    for (unsigned i = 0; i < figure->count; i++)
        if (!is_enough_seen(figure, order[i], &few))
            return false;
    for (unsigned i = 0; i < figure->count; i++)
        if (!is_surely_seen(figure, order[i], eye, least))
            return false;
    return true;
}

/* Whether the eye sees a point on the figure's surface. */
static bool is_seen(const struct tes_figure *figure, const double point[3], const double eye[3])
{
    struct sight sight;
    for (unsigned axis = 0; axis < 3; axis++) {
        sight.from[axis] = point[axis];
        sight.per_way[axis] = 1 / (eye[axis] - point[axis]);
    }
    for (unsigned i = 0; i < figure->count; i++)
        if (is_crossed(&sight, figure->cubes[i]))
            return false;
    return true;
}

/* Whether the eye sees that two neighbouring cubes are joined: on one of their sides, points on
 * both cubes close to the joint are seen. */
static bool is_joint_seen(const struct tes_figure *figure, unsigned low, unsigned axis,
                          const double eye[3])
{
    const double aside = 0.2, above = 1e-6;
    const int8_t *cube = figure->cubes[low];
    for (unsigned i = 1; i < 3; i++) {
        unsigned side = (axis + i) % 3, along_edge = (axis + 3 - i) % 3;
        double point[3], joint = cube[axis] + 0.5;
        point[side] = cube[side] + 0.5 + above;
        point[along_edge] = cube[along_edge];
        point[axis] = joint - aside;
        if (!is_seen(figure, point, eye))
            continue;
        point[axis] = joint + aside;
        if (is_seen(figure, point, eye))
            return true;
    }
    return false;
}

/* Two cubes that are neighbours along an axis. */
struct joint {
    uint8_t low, high, axis;
};

enum { JOINTS_MOST = 3 * TES_SCENE_CUBES };

static unsigned find_joints(const struct tes_figure *figure, struct joint joints[JOINTS_MOST])
{
    unsigned count = 0;
    for (unsigned i = 0; i < figure->count; i++) {
        for (unsigned j = 0; j < figure->count; j++) {
            const int8_t *a = figure->cubes[i], *b = figure->cubes[j];
            int way[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
            if (way[0] * way[0] + way[1] * way[1] + way[2] * way[2] != 1 ||
                way[0] + way[1] + way[2] != 1)
                continue;
            uint8_t axis = way[0] == 1 ? 0 : way[1] == 1 ? 1 : 2;
            joints[count++] = (struct joint){(uint8_t)i, (uint8_t)j, axis};
        }
    }
    return count;
}

/* Whether the visible joints connect all cubes. */
static bool has_joints(const struct tes_figure *figure, const double eye[3])
{
    uint8_t joined[TES_SCENE_CUBES] = {0};
    struct joint joints[JOINTS_MOST];
    unsigned count = find_joints(figure, joints), spare = count - (figure->count - 1U);
    for (unsigned i = 0; i < count; i++) {
        const struct joint *joint = &joints[i];
        if (is_joint_seen(figure, joint->low, joint->axis, eye)) {
            joined[joint->low] |= (uint8_t)(1U << joint->high);
            joined[joint->high] |= (uint8_t)(1U << joint->low);
        } else if (spare-- == 0) {
            return false;
        }
    }
    unsigned reached = 1, before = 0;
    while (reached != before) {
        before = reached;
        for (unsigned i = 0; i < figure->count; i++)
            if ((before >> i & 1) != 0)
                reached |= joined[i];
    }
    return reached == (1U << figure->count) - 1;
}

void tes_sight_covered(const struct tes_figure *figure, uint8_t covered[TES_SCENE_CUBES])
{
    for (unsigned i = 0; i < figure->count; i++) {
        covered[i] = 0;
        for (unsigned j = 0; j < i; j++) {
            const int8_t *a = figure->cubes[j], *b = figure->cubes[i];
            int way[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
            if (way[0] * way[0] + way[1] * way[1] + way[2] * way[2] != 1)
                continue;
            unsigned axis = way[0] != 0 ? 0 : way[1] != 0 ? 1 : 2;
            unsigned is_more = way[axis] > 0;
            covered[j] |= (uint8_t)(1U << (2 * axis + is_more));
            covered[i] |= (uint8_t)(1U << (2 * axis + 1 - is_more));
        }
    }
}

bool tes_sight_could_be_clear(const struct tes_figure *figure,
                              const uint8_t covered[TES_SCENE_CUBES], const double eye[3],
                              double least)
{
    for (unsigned i = 0; i < figure->count; i++) {
        double open = 0, all = 0;
        for (unsigned axis = 0; axis < 3; axis++) {
            double way = eye[axis] - figure->cubes[i][axis], area = way < 0 ? -way : way;
            bool is_covered = (covered[i] >> (2 * axis + (way > 0)) & 1) != 0;
            open += is_covered ? 0 : area;
            all += area;
        }
        if (open < least * all)
            return false;
    }
    return true;
}

bool tes_sight_is_clear(const struct tes_figure *figure, const double eye[3], double least)
{
    /* The figure is mirrored along some axes, so that the eye is on the positive side of all of
     * them. */
    struct tes_figure mirrored = *figure;
    double far_eye[3];
    for (unsigned axis = 0; axis < 3; axis++) {
        bool is_near_side = eye[axis] < figure->cubes[0][axis];
        far_eye[axis] = is_near_side ? -eye[axis] : eye[axis];
        for (unsigned i = 0; i < figure->count && is_near_side; i++)
            mirrored.cubes[i][axis] = (int8_t)-figure->cubes[i][axis];
    }
    return has_all_cubes(&mirrored, far_eye, least) && has_joints(&mirrored, far_eye);
}
