/* "The ball rolls straight on under the roof. At which gate does it come out?" */
#include "challenge/scene/questions/question_views.h"

enum { TRIES = 600, BOARD_CUBES = 5 };

static const double ASPECT = 4.0 / 3.0; /* of the picture */
static const double EDGE = 0.08;        /* room between ball or board and the picture's edge */
static const double MOST_SLANT = 52;    /* of the path to the gate, in degrees */
static const double BOARD_SIDE = 0.42;  /* of the blocks that the board is made of */
static const double BOARD_NEAR =
    0.5; /* of the board that has to be seen on both sides of the bounce */
static const double BOARD_SHIFT = 0.45; /* of the board's middle from the bounce, at most */
static const double BEFORE_LEAST = 1.0, BEFORE_MOST = 1.9; /* how far it rolls to the bounce */
static const double SEEN_LEAST_S = 1.7, SEEN_MOST_S = 2.1; /* how long it is seen to roll */

/* The last part of the ball's path begins anywhere on a strip of this half width, whatever the
 * gate. So the place where it begins tells nothing of the gate, and the place where the ball goes
 * out of sight, halfway between the two, tells little. */
static const double FROM_MOST = 3.2;

static const struct level {
    double off;                   /* how far from a gate's middle the ball comes out, at most */
    double away_least, away_most; /* between the strip and the rear wall */
    bool is_bounce;               /* it bounces off a board before it goes out of sight */
} LEVELS[] = {
    [TES_MEDIUM] = {0.12, 2.1, 2.8, false},
    [TES_HARD] = {0.08, 1.9, 2.5, true},
};

double tes_motion_gate(unsigned gate)
{
    return gate - (TES_MOTION_GATES - 1) / 2.0;
}

/* ------------------------------------------------------------------- time */

static struct tes_vector between(struct tes_vector from, struct tes_vector to, double share)
{
    return tes_vector_add(from, tes_vector_scale(tes_vector_subtract(to, from), share));
}

static double way_length(const struct tes_motion *motion, unsigned part)
{
    return tes_vector_length(tes_vector_subtract(motion->points[part + 1], motion->points[part]));
}

/* How far the ball has rolled when all of it is out of sight. */
static double way_out_of_sight(const struct tes_motion *motion)
{
    unsigned last = motion->point_count - 2U;
    double from = motion->points[last].y, to = motion->points[last + 1].y;
    double way = way_length(motion, last) * (from - TES_MOTION_GONE) / (from - to);
    for (unsigned i = 0; i < last; i++)
        way += way_length(motion, i);
    return way;
}

unsigned tes_motion_ms(const struct tes_motion *motion)
{
    return TES_MOTION_PAUSE_MS + (unsigned)(1000 * way_out_of_sight(motion) / motion->speed);
}

struct tes_vector tes_motion_at(const struct tes_motion *motion, double seconds)
{
    double rolled = (seconds - TES_MOTION_PAUSE_MS / 1000.0) * motion->speed;
    if (rolled <= 0)
        return motion->points[0];
    for (unsigned i = 0; i + 1 < motion->point_count; i++) {
        double length = way_length(motion, i);
        if (rolled < length)
            return between(motion->points[i], motion->points[i + 1], rolled / length);
        rolled -= length;
    }
    return motion->points[motion->point_count - 1];
}

/* ------------------------------------------------------------------ scene */

/* A straight row of cubes, whose middle is at `at`; `along` is of length 1. */
static struct tes_thing row_of(unsigned cubes, double side, struct tes_vector at,
                               struct tes_vector along)
{
    struct tes_thing thing = {
        .solid = TES_SOLID_POLYCUBE,
        .size = side,
        .cube_count = (uint8_t)cubes,
        .axes = {along, {-along.y, along.x, 0}, {0, 0, 1}},
    };
    thing.at = tes_vector_subtract(at, tes_vector_scale(along, side * (cubes - 1) / 2.0));
    thing.at.z = side / 2;
    for (unsigned i = 0; i < cubes; i++)
        thing.cubes[i][0] = (int8_t)i;
    return thing;
}

static void build(struct tes_random *random, struct tes_scene *scene)
{
    uint8_t hue = (uint8_t)tes_random_below(random, TES_HUE_COUNT);
    for (unsigned i = 0; i < TES_MOTION_BLOCKS; i++)
        scene->things[scene->count++] = (struct tes_thing){
            .solid = TES_SOLID_CUBE,
            .hue = hue,
            .at = {(2 * i + 1.0) * TES_MOTION_REAR - TES_MOTION_HALF, 0, 0},
            .size = TES_MOTION_REAR,
            .height = TES_MOTION_ROOF,
        };
}

/* From the front, and from so high up that the building hides little of the ground behind it. */
static void start(struct tes_random *random, struct tes_scene *scene)
{
    const struct tes_vector middle = {0, 0.65, 0.3};
    double above = tes_scene_between(random, 52, 56);
    tes_question_scene(random, above, scene);
    double around = tes_scene_between(random, -5, 5);
    scene->camera = tes_camera_around(middle, around, above, 15, 25);
    /* The sun is on the viewer's side, so that the front with its gates is lit. */
    double aside = tes_scene_between(random, 25, 65);
    bool is_left = tes_random_below(random, 2) == 0;
    double high = tes_scene_between(random, 50, 60);
    scene->sun = tes_scene_towards(is_left ? -aside : aside, high);
    build(random, scene);
}

static bool is_inside(const struct tes_viewer *viewer, struct tes_vector point, double room)
{
    struct tes_seen seen = tes_viewer_see(viewer, point);
    double edge = EDGE + room / (seen.depth * viewer->tangent);
    return seen.x > edge - ASPECT && seen.x < ASPECT - edge && seen.y > edge - 1 &&
           seen.y < 1 - edge;
}

/* -------------------------------------------------------------------- way */

/* The last part of the path: from where the ball starts or bounces to the gate. */
struct passage {
    struct tes_vector from, out, along; /* `along` is of length 1 */
    double seen;                        /* how far the ball rolls before its foot is hidden */
};

/* How far behind the rear wall the roof hides the ground. */
static double hidden_depth(const struct tes_viewer *viewer)
{
    double drop = viewer->eye.z - TES_MOTION_ROOF;
    return TES_MOTION_ROOF * (TES_MOTION_REAR - viewer->eye.y) / drop;
}

static bool pick_passage(struct tes_random *random, const struct tes_viewer *viewer,
                         const struct level *level, unsigned gate, struct passage *passage)
{
    double x = tes_scene_between(random, -FROM_MOST, FROM_MOST);
    double away = tes_scene_between(random, level->away_least, level->away_most);
    double off = tes_scene_between(random, -level->off, level->off);
    passage->from = (struct tes_vector){x, TES_MOTION_REAR + away, TES_MOTION_RADIUS};
    passage->out =
        (struct tes_vector){tes_motion_gate(gate) + off, TES_MOTION_FRONT, TES_MOTION_RADIUS};
    passage->along = tes_vector_unit(tes_vector_subtract(passage->out, passage->from));
    passage->seen = (away - hidden_depth(viewer)) / -passage->along.y;
    double slant = tes_scene_angle(passage->along.x, -passage->along.y);
    return slant >= -MOST_SLANT && slant <= MOST_SLANT &&
           is_inside(viewer, passage->from, TES_MOTION_RADIUS);
}

static void set_speed(struct tes_random *random, struct tes_motion *motion, double seen)
{
    double seconds = tes_scene_between(random, SEEN_LEAST_S, SEEN_MOST_S);
    motion->speed = seen / seconds;
}

/* A ball that rolls straight to the gate. */
static bool try_straight(struct tes_random *random, const struct tes_viewer *viewer,
                         const struct passage *passage, struct tes_question_asked *question)
{
    struct tes_motion *motion = &question->shown.motion;
    (void)viewer;
    motion->point_count = 2;
    motion->points[0] = passage->from;
    motion->points[1] = passage->out;
    set_speed(random, motion, passage->seen);
    return true;
}

/* ----------------------------------------------------------------- bounce */

/* Whether a board is far enough from the building, and the part of it where the ball bounces is in
 * the picture. */
static bool is_board_seen(const struct tes_viewer *viewer, const struct tes_thing *board,
                          struct tes_vector bounce)
{
    const double half = BOARD_SIDE / 2, long_half = BOARD_CUBES * BOARD_SIDE - half;
    for (unsigned i = 0; i < 4; i++) {
        const struct tes_vector corner = {(i & 1) != 0 ? -half : long_half,
                                          (i & 2) != 0 ? -half : half, 0};
        if (tes_thing_world(board, corner).y < TES_MOTION_REAR + 0.8)
            return false;
    }
    struct tes_vector aside = tes_vector_scale(board->axes[0], BOARD_NEAR);
    return is_inside(viewer, tes_vector_add(bounce, aside), 0) &&
           is_inside(viewer, tes_vector_subtract(bounce, aside), 0);
}

/* A ball that bounces off a board. The board's face is turned to the viewer, so that the board
 * never hides the ball. */
static bool try_bounce(struct tes_random *random, const struct tes_viewer *viewer,
                       const struct passage *passage, struct tes_question_asked *question)
{
    struct tes_motion *motion = &question->shown.motion;
    struct tes_scene *scene = &question->scene;
    double before = tes_scene_between(random, BEFORE_LEAST, BEFORE_MOST);
    double turned = tes_scene_between(random, 45, 130);
    double shift = tes_scene_between(random, -BOARD_SHIFT, BOARD_SHIFT);
    turned = tes_random_below(random, 2) == 0 ? turned : -turned;
    double sine = tes_scene_sine(turned), cosine = tes_scene_cosine(turned);
    struct tes_vector along = passage->along;
    struct tes_vector come = {along.x * cosine - along.y * sine, along.x * sine + along.y * cosine,
                              0};
    /* The board's normal is the change of direction, so that the angles in and out are equal. */
    struct tes_vector face = tes_vector_unit(tes_vector_subtract(along, come));
    motion->point_count = 3;
    motion->points[1] = passage->from;
    motion->points[0] = tes_vector_subtract(motion->points[1], tes_vector_scale(come, before));
    motion->points[2] = passage->out;
    set_speed(random, motion, before + passage->seen);
    struct tes_vector middle = tes_vector_subtract(
        motion->points[1], tes_vector_scale(face, TES_MOTION_RADIUS + BOARD_SIDE / 2));
    struct tes_vector beside = {-face.y, face.x, 0};
    middle = tes_vector_add(middle, tes_vector_scale(beside, shift));
    struct tes_thing *board = &scene->things[scene->count++];
    *board = row_of(BOARD_CUBES, BOARD_SIDE, middle, beside);
    board->hue = (uint8_t)((scene->things[0].hue + TES_HUE_COUNT / 2) % TES_HUE_COUNT);
    struct tes_vector to_eye = tes_vector_subtract(viewer->eye, motion->points[1]);
    to_eye.z = 0;
    return tes_vector_dot(tes_vector_unit(to_eye), face) > 0.25 &&
           is_board_seen(viewer, board, motion->points[1]) &&
           motion->points[0].y > TES_MOTION_REAR + hidden_depth(viewer) &&
           is_inside(viewer, motion->points[0], TES_MOTION_RADIUS);
}

/* --------------------------------------------------------------- question */

static bool try_way(struct tes_random *random, const struct level *level, unsigned gate,
                    struct tes_question_asked *question)
{
    struct tes_viewer viewer = tes_camera_viewer(&question->scene.camera);
    struct passage passage;
    question->scene.count = TES_MOTION_BOARD;
    if (!pick_passage(random, &viewer, level, gate, &passage))
        return false;
    return level->is_bounce ? try_bounce(random, &viewer, &passage, question)
                            : try_straight(random, &viewer, &passage, question);
}

static bool make(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question)
{
    unsigned tries = 0;
    start(random, &question->scene);
    /* Differs from the hues of the building and of the board. */
    unsigned apart = 1 + tes_random_below(random, TES_HUE_COUNT / 2 - 1);
    question->shown.motion.hue = (uint8_t)((question->scene.things[0].hue + apart) % TES_HUE_COUNT);
    /* The gate is picked first and stays, so that every gate is equally often right. */
    unsigned gate = tes_random_below(random, TES_MOTION_GATES);
    while (tries < TRIES && !try_way(random, &LEVELS[difficulty], gate, question))
        tries++;
    question->option_count = TES_MOTION_GATES;
    for (unsigned i = 0; i < TES_MOTION_GATES; i++)
        question->options[i] = (uint8_t)(i + 1);
    /* Options that are numbers are not shuffled. */
    question->select = (struct tes_select){1, {(uint8_t)gate}};
    return tries < TRIES;
}

static struct tes_instruction ask(const struct tes_question_asked *question)
{
    (void)question;
    return (struct tes_instruction){.key = "ask-motion"};
}

const struct tes_question tes_question_motion = {"motion", make, ask, TES_MEDIUM};
