/*
 * Shortcuts: who sees everything, and does not turn anything in the mind. They are given the truth
 * about the scene, so they are no attacks but a yardstick: about so far gets a model that sees well
 * and reasons badly.
 */
#include "scene.h"
#include "scene_guess.h"

#include "challenge/scene/cast.h"
#include "challenge/scene/figure.h"
#include "challenge/scene/questions/question_views.h"
#include "challenge/scene/questions/round_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --------------------------------------------------------------- helpers */

/* Random numbers for ties between options; the same sequence in every run. */
static unsigned lot(unsigned below)
{
    static uint32_t state = 1;
    state = state * 1664525 + 1013904223;
    return (state >> 16) % below;
}

/* One of the options whose bits are set, at random. */
static int any_of(uint32_t options, unsigned count)
{
    if (options == 0)
        return (int)lot(count);
    for (unsigned skip = lot((unsigned)__builtin_popcount(options)); skip > 0; skip--)
        options &= options - 1;
    return __builtin_ctz(options);
}

static struct tes_vector middle_of(const struct tes_thing *thing)
{
    struct tes_vector middle = thing->at;
    middle.z += thing->height / 2;
    return middle;
}

/* The solid that is furthest to one side, seen by somebody; `side` is 1 for the right. */
static int furthest(const struct tes_question_asked *truth, const struct tes_viewer *viewer,
                    double side)
{
    double best = -1e9;
    unsigned solid = 0;
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        const struct tes_thing *thing = &truth->scene.things[i];
        double x = side * tes_viewer_see(viewer, middle_of(thing)).x;
        if (x > best) {
            best = x;
            solid = thing->solid;
        }
    }
    return scene_option(truth->options, truth->option_count, solid);
}

/* ------------------------------------------------------------------ turn */

static int turn_not(const struct tes_question_asked *truth)
{
    struct tes_viewer viewer = tes_camera_viewer(&truth->scene.camera);
    return furthest(truth, &viewer, 1);
}

static int turn_wrong_way(const struct tes_question_asked *truth)
{
    struct tes_viewer viewer = tes_table_after(&truth->scene.camera, -tes_table_degrees(truth));
    return furthest(truth, &viewer, 1);
}

static int turn_quarters(const struct tes_question_asked *truth)
{
    double degrees = 90 * round(tes_table_degrees(truth) / 90);
    struct tes_viewer viewer = tes_table_after(&truth->scene.camera, degrees);
    return furthest(truth, &viewer, 1);
}

/* ---------------------------------------------------------------- behind */

static const struct tes_thing *reference_of(const struct tes_question_asked *truth)
{
    return &truth->scene.things[tes_table_find(&truth->scene, (enum tes_solid)truth->reference)];
}

static int behind_nearest(const struct tes_question_asked *truth)
{
    struct tes_viewer viewer = tes_camera_viewer(&truth->scene.camera);
    const struct tes_thing *reference = reference_of(truth);
    struct tes_seen here = tes_viewer_see(&viewer, middle_of(reference));
    double best = 1e9;
    unsigned solid = 0;
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        const struct tes_thing *thing = &truth->scene.things[i];
        struct tes_seen there = tes_viewer_see(&viewer, middle_of(thing));
        double away = hypot(there.x - here.x, there.y - here.y);
        if (thing != reference && away < best) {
            best = away;
            solid = thing->solid;
        }
    }
    return scene_option(truth->options, truth->option_count, solid);
}

static int behind_nearest_on_table(const struct tes_question_asked *truth)
{
    const struct tes_thing *reference = reference_of(truth);
    double best = 1e9;
    unsigned solid = 0;
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        const struct tes_thing *thing = &truth->scene.things[i];
        double away = hypot(thing->at.x - reference->at.x, thing->at.y - reference->at.y);
        if (thing != reference && away < best) {
            best = away;
            solid = thing->solid;
        }
    }
    return scene_option(truth->options, truth->option_count, solid);
}

/* What is behind the reference for a viewer: the one that is least aside of those farther away. */
static int behind_for(const struct tes_question_asked *truth, const struct tes_viewer *viewer)
{
    const struct tes_thing *reference = reference_of(truth);
    struct tes_seen here = tes_viewer_see(viewer, middle_of(reference));
    double best = 0.2; /* a solid that lies farther aside is not behind */
    unsigned solid = TES_SOLID_COUNT;
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        const struct tes_thing *thing = &truth->scene.things[i];
        struct tes_seen there = tes_viewer_see(viewer, middle_of(thing));
        if (there.depth > here.depth && fabs(there.x - here.x) < best) {
            best = fabs(there.x - here.x);
            solid = thing->solid;
        }
    }
    return scene_option(truth->options, truth->option_count, solid);
}

static int behind_now(const struct tes_question_asked *truth)
{
    struct tes_viewer viewer = tes_camera_viewer(&truth->scene.camera);
    return behind_for(truth, &viewer);
}

static int behind_wrong_way(const struct tes_question_asked *truth)
{
    struct tes_viewer viewer = tes_table_after(&truth->scene.camera, -tes_table_degrees(truth));
    return behind_for(truth, &viewer);
}

/* --------------------------------------------------------------- visible */

static int visible_now(const struct tes_question_asked *truth)
{
    struct tes_bodies bodies;
    unsigned whole = 0;
    tes_cast_prepare(&truth->scene, &bodies);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
        whole += tes_cast_visible_from(&bodies, truth->scene.camera.eye, i, 0) > 0.99;
    return scene_option(truth->options, truth->option_count, whole > 0 ? whole : 1);
}

/* How often each number was right, by how many solids are fully visible now. */
static unsigned visible_times[TES_SOLID_COUNT][TES_SOLID_COUNT];

void scene_shortcut_learn(const struct sample *sample)
{
    if (sample->truth->id == TES_QUESTION_visible)
        visible_times[visible_now(sample->truth)][sample->answer]++;
}

static int visible_frequent(const struct tes_question_asked *truth)
{
    const unsigned *times = visible_times[visible_now(truth)];
    unsigned best = 0;
    for (unsigned i = 1; i < TES_SOLID_COUNT; i++)
        best = times[i] > times[best] ? i : best;
    return (int)best;
}

/* From lower, some of those that are seen wholly no longer are. */
static int visible_fewer(const struct tes_question_asked *truth)
{
    int now = visible_now(truth);
    return now > 1 ? now - 1 : 0;
}

/* ---------------------------------------------------------------- viewer */

static int viewer_own(const struct tes_question_asked *truth)
{
    struct tes_viewer viewer = tes_camera_viewer(&truth->scene.camera);
    return furthest(truth, &viewer, truth->is_clockwise ? 1 : -1);
}

static int viewer_mirrored(const struct tes_question_asked *truth)
{
    struct tes_viewer viewer = tes_camera_viewer(&truth->scene.camera);
    return furthest(truth, &viewer, truth->is_clockwise ? -1 : 1);
}

/* ---------------------------------------------------------------- motion */

static int gate_at(double x)
{
    double gate = fmax(0, fmin(TES_MOTION_GATES - 1, round(x + 2.5)));
    return (int)gate;
}

/* The gate before which the ball goes out of sight. */
static int motion_straight(const struct tes_question_asked *truth)
{
    const struct tes_motion *motion = &truth->shown.motion;
    return gate_at(tes_motion_at(motion, tes_motion_ms(motion) / 1000.0).x);
}

/* The way as it was at first: right but for a board. */
static int motion_first_way(const struct tes_question_asked *truth)
{
    const struct tes_vector *points = truth->shown.motion.points;
    double down = points[1].y - points[0].y;
    if (down > -0.1)
        return gate_at(points[0].x);
    double share = (TES_MOTION_FRONT - points[0].y) / down;
    return gate_at(points[0].x + share * (points[1].x - points[0].x));
}

/* -------------------------------------------------------------- polycube */

/* What does not change when a figure is turned or mirrored and takes no turning to see: how long it
 * is in each direction, and how many cubes have how many neighbours. */
struct traits {
    int box[3];
    unsigned neighbours[7];
};

static struct traits traits_of(int8_t cubes[][3], unsigned count)
{
    struct traits traits = {0};
    for (unsigned axis = 0; axis < 3; axis++) {
        int low = 99, high = -99, at = (int)axis;
        for (unsigned i = 0; i < count; i++) {
            low = cubes[i][axis] < low ? cubes[i][axis] : low;
            high = cubes[i][axis] > high ? cubes[i][axis] : high;
        }
        for (; at > 0 && traits.box[at - 1] > high - low; at--)
            traits.box[at] = traits.box[at - 1];
        traits.box[at] = high - low;
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned beside = 0;
        for (unsigned j = 0; j < count; j++)
            beside += abs(cubes[i][0] - cubes[j][0]) + abs(cubes[i][1] - cubes[j][1]) +
                          abs(cubes[i][2] - cubes[j][2]) ==
                      1;
        traits.neighbours[beside]++;
    }
    return traits;
}

static int polycube_traits(const struct tes_question_asked *truth)
{
    struct tes_thing head = truth->scene.things[0];
    struct traits wanted = traits_of(head.cubes, head.cube_count);
    uint32_t same = 0;
    for (unsigned i = 0; i < truth->option_count; i++) {
        struct tes_question_pose pose = truth->shown.poses[i];
        struct traits its = traits_of(pose.cubes, head.cube_count);
        same |= (uint32_t)(memcmp(&its, &wanted, sizeof its) == 0) << i;
    }
    return any_of(same, truth->option_count);
}

/* ------------------------------------------------------------------- net */

static bool are_beside(struct tes_net_square a, struct tes_net_square b)
{
    return abs(a.row - b.row) + abs(a.column - b.column) == 1;
}

/* Two squares with one between them, in a straight line, come to lie opposite each other. */
static bool are_opposite(struct tes_net_square a, struct tes_net_square b)
{
    return (a.row == b.row && abs(a.column - b.column) == 2) ||
           (a.column == b.column && abs(a.row - b.row) == 2);
}

/* The seen signs' squares of an option, and how many pairs of them are so. */
static unsigned count_pairs(const struct tes_question_asked *truth, unsigned option,
                            bool (*are_so)(struct tes_net_square, struct tes_net_square))
{
    struct tes_net_square seen[TES_FACES_SEEN] = {{0}};
    unsigned pairs = 0;
    for (unsigned face = 0; face < TES_FACES_SEEN; face++)
        for (unsigned i = 0; i < TES_NET_SQUARES; i++) {
            struct tes_net_square square = tes_net_square_of(truth, option, i);
            if (square.sign == tes_net_face_of(truth, (enum tes_face)face).sign)
                seen[face] = square;
        }
    for (unsigned i = 0; i < TES_FACES_SEEN; i++)
        pairs += are_so(seen[i], seen[(i + 1) % TES_FACES_SEEN]);
    return pairs;
}

static int net_touching(const struct tes_question_asked *truth)
{
    uint32_t best = 0;
    unsigned most = 0;
    for (unsigned i = 0; i < truth->option_count; i++) {
        unsigned pairs = count_pairs(truth, i, are_beside);
        best = pairs > most ? 0 : best;
        most = pairs > most ? pairs : most;
        best |= (uint32_t)(pairs == most) << i;
    }
    return any_of(best, truth->option_count);
}

/* No two of the seen signs opposite each other; which way round they go is not looked at. */
static int net_not_opposite(const struct tes_question_asked *truth)
{
    uint32_t good = 0;
    for (unsigned i = 0; i < truth->option_count; i++)
        good |= (uint32_t)(count_pairs(truth, i, are_opposite) == 0) << i;
    return any_of(good, truth->option_count);
}

const struct scene_row scene_shortcuts[] = {
    {TES_QUESTION_turn, "furthest right now", NULL, turn_not},
    {TES_QUESTION_turn, "turned the wrong way", NULL, turn_wrong_way},
    {TES_QUESTION_turn, "turned by whole quarters", NULL, turn_quarters},
    {TES_QUESTION_behind, "nearest in the picture", NULL, behind_nearest},
    {TES_QUESTION_behind, "nearest on the table", NULL, behind_nearest_on_table},
    {TES_QUESTION_behind, "behind it now", NULL, behind_now},
    {TES_QUESTION_behind, "turned the wrong way", NULL, behind_wrong_way},
    {TES_QUESTION_visible, "fully visible now", NULL, visible_now},
    {TES_QUESTION_visible, "one less than now", NULL, visible_fewer},
    {TES_QUESTION_visible, "most frequent for as many now", NULL, visible_frequent},
    {TES_QUESTION_viewer, "that side of the picture", NULL, viewer_own},
    {TES_QUESTION_viewer, "other side of the picture", NULL, viewer_mirrored},
    {TES_QUESTION_motion, "gate below where it vanishes", NULL, motion_straight},
    {TES_QUESTION_motion, "its first way, no bounce", NULL, motion_first_way},
    {TES_QUESTION_polycube, "same box and neighbours", NULL, polycube_traits},
    {TES_QUESTION_net, "signs that touch", NULL, net_touching},
    {TES_QUESTION_net, "no two signs opposite", NULL, net_not_opposite},
    {0},
};
