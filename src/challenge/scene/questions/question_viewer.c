/* "The figure looks at the middle. Which object does it see furthest to its left?" */
#include "challenge/scene/questions/round_table.h"

enum {
    TRIES = 300,
    ASIDE_TRIES = 16,
    BEYOND_TRIES = 24,
    FRESH = 3, /* tries before solids, camera and figure are picked again */
    BY_CAMERA = 0,
    BY_FIGURE,
    LOOKS, /* the viewers: the camera and the figure */
};

/* Distance of the figure from the middle: on the table's rim. */
static const double AWAY = 3.2;
static const double ROOM = 2.3;       /* distance of solids from the middle, at most */
static const double FIGURE = 0.5;     /* radius of the free space around the figure */
static const double ARROW = 1.0;      /* length of the arrow in front of its feet */
static const double EYES = 1.5;       /* height of its eyes: above most solids */
static const double SIDE = 29;        /* the answer's angle to the side, at least, in degrees */
static const double HEAD = 1.3;       /* height of the middle of its head in the picture, */
static const double HEAD_SIZE = 0.27; /* and its radius */
/* Free space around it, where half of the picture's height is 1. */
static const double BORDER = 0.02;
static const double ASIDE = 0.25;      /* how much less far to the side all others are */
static const double SEEN = 0.6;        /* of each solid that the camera sees, at least, */
static const double SEEN_BY_IT = 0.55; /* and that the figure sees */

static const struct level {
    double least, most; /* the figure's angle from the camera around the table, in degrees */
    double margin;      /* how many degrees less to the side all others are */
    double above_least, above_most;
    /* Of LOTS questions, how many have the answer on the side away from the camera. */
    unsigned lots_back;
} LEVELS[] = {
    [TES_MEDIUM] = {20, 180, 10, 34, 42, 45},
    [TES_HARD] = {20, 180, 8, 30, 40, 45},
};

/* Programs that do not take the figure's view guess the solid that is furthest from the camera, or
 * closest to it. So the answer is less often on the figure's far side than on its near side, as the
 * camera sees it; and another solid is put beyond the answer, where there is room. */
enum { LOTS = 100 };
static const double BEYOND = 0.15; /* how far beyond, at least */

/* The side that is asked for: 1 for left, -1 for right. It is stored in a member that this question
 * does not need otherwise. */
static double side_of(const struct tes_question_asked *question)
{
    return question->is_clockwise ? -1 : 1;
}

/* An angle to the side, as its sine and cosine: comparing these takes no angle functions. */
struct limit {
    double sine, cosine;
};

static struct limit limit_of(double degrees)
{
    return (struct limit){tes_scene_sine(degrees), tes_scene_cosine(degrees)};
}

/* What is fixed before solids get their places. */
struct stage {
    struct tes_question_asked *question;
    unsigned wanted;
    struct tes_vector left,
        ahead; /* the figure's directions; `left` is the side that is asked for */
    /* For all others than the answer: how far ahead they are for each unit to that side, at
     * least. */
    double nearest;
    double aside;               /* how far to that side they are, at most, */
    double beyond;              /* and how far from the middle along `outwards`, at least */
    struct tes_vector outwards; /* horizontal, away from the camera or towards it */
    struct tes_vector sight;    /* horizontal, from the camera to the figure */
    /* Length of what a thing hides on the ground, for each unit of its height. */
    double slope;
    struct tes_look looks[LOOKS];
};

/* ----------------------------------------------------------------- places */

static bool is_crowded(const struct stage *stage, const struct tes_thing *thing)
{
    struct tes_vector way = tes_vector_subtract(thing->at, stage->question->spot);
    double room = tes_thing_reach(thing) + FIGURE;
    return tes_vector_dot(way, way) < room * room;
}

/* Whether a thing is between the camera and the figure, roughly, as seen from above. */
static bool is_in_the_way(const struct stage *stage, const struct tes_thing *thing)
{
    struct tes_vector way = tes_vector_subtract(stage->question->spot, thing->at);
    double behind = tes_vector_dot(way, stage->sight);
    double aside = way.x * stage->sight.y - way.y * stage->sight.x;
    double hides = thing->height * stage->slope + thing->size;
    double room = thing->size + FIGURE;
    return behind > 0 && behind < hides && aside < room && aside > -room;
}

/* A thing's place relative to the figure: how far to the side that is asked for, and how far
 * ahead. */
static struct limit bearing_of(const struct stage *stage, const struct tes_thing *thing)
{
    struct tes_vector way = tes_vector_subtract(thing->at, stage->question->spot);
    return (struct limit){tes_vector_dot(way, stage->left), tes_vector_dot(way, stage->ahead)};
}

/* Whether a thing does not hide the figure, and is within the limits. */
static bool is_clear(const struct tes_scene *scene, unsigned thing, const void *context)
{
    const struct stage *stage = context;
    const struct tes_thing *it = &scene->things[thing];
    return tes_vector_dot(it->at, stage->outwards) >= stage->beyond && !is_crowded(stage, it) &&
           !is_in_the_way(stage, it);
}

/* An angle reduced by `margin` degrees. */
static struct limit less(struct limit bearing, double margin)
{
    struct limit by = limit_of(margin);
    return (struct limit){bearing.sine * by.cosine - bearing.cosine * by.sine,
                          bearing.cosine * by.cosine + bearing.sine * by.sine};
}

/* A place relative to the figure: to the side that is asked for, and ahead. */
static struct tes_vector place_of(const struct stage *stage, double side, double away)
{
    struct tes_vector way =
        tes_vector_add(tes_vector_scale(stage->left, side), tes_vector_scale(stage->ahead, away));
    return tes_vector_add(stage->question->spot, way);
}

/* Picks a place far to the side that is asked for. */
static struct tes_vector pick_aside(struct tes_random *random, const struct stage *stage)
{
    const double side_least = 1.2; /* closer to the middle there would be no room for the others */
    double side = tes_scene_between(random, side_least, ROOM);
    double half = __builtin_sqrt(ROOM * ROOM - side * side);
    double most = side * tes_scene_cosine(SIDE) / tes_scene_sine(SIDE);
    double away = tes_scene_between(random, AWAY - half, most < AWAY + half ? most : AWAY + half);
    return place_of(stage, side, away);
}

/* Picks a place that is less far to that side than the answer. */
static struct tes_vector pick_other(struct tes_random *random, const void *context)
{
    const struct stage *stage = context;
    /* Both coordinates from one word, as many places are rejected; 65536 steps are fine enough. */
    uint32_t word = tes_random_word(random);
    double side = (stage->aside + ROOM) * ((word & 0xffff) / 65536.0) - ROOM;
    double half = __builtin_sqrt(ROOM * ROOM - side * side);
    double least = side * stage->nearest;
    least = least > AWAY - half ? least : AWAY - half;
    return place_of(stage, side, least + (AWAY + half - least) * ((word >> 16) / 65536.0));
}

static bool place_wanted(struct tes_random *random, struct stage *stage,
                         const struct tes_table_plan *plan)
{
    struct tes_scene *scene = &stage->question->scene;
    stage->beyond = -ROOM;
    for (unsigned tries = 0; tries < ASIDE_TRIES; tries++) {
        scene->things[stage->wanted].at = pick_aside(random, stage);
        if (tes_table_keep(scene, plan, stage->wanted, 0))
            return true;
    }
    return false;
}

/* How far to the side the far end of the solids' room is, at an angle. */
static double side_at(struct limit bearing)
{
    double far = __builtin_sqrt(bearing.sine * bearing.sine + bearing.cosine * bearing.cosine);
    double sine = bearing.sine / far, cosine = bearing.cosine / far;
    double square = ROOM * ROOM - AWAY * AWAY * sine * sine;
    return sine * (AWAY * cosine + __builtin_sqrt(square > 0 ? square : 0));
}

/* Sets the limits that keep all others clearly less far to the side than the answer. */
static void set_limits(struct stage *stage, double margin)
{
    struct limit bearing = bearing_of(stage, &stage->question->scene.things[stage->wanted]);
    struct limit next = less(bearing, margin);
    double side = side_at(next);
    stage->nearest = next.cosine / next.sine;
    stage->aside = bearing.sine - ASIDE < side ? bearing.sine - ASIDE : side;
}

/* Puts a solid beyond the answer, if there is room. Returns the bits of all solids that have
 * places. */
static uint32_t place_beyond(struct tes_random *random, struct stage *stage,
                             const struct tes_table_plan *plan)
{
    struct tes_scene *scene = &stage->question->scene;
    unsigned thing = stage->wanted == TES_TABLE_FIRST ? TES_TABLE_FIRST + 1 : TES_TABLE_FIRST;
    uint32_t placed = 1U << stage->wanted;
    bool is_placed = false;
    double out = tes_vector_dot(scene->things[stage->wanted].at, stage->outwards);
    stage->outwards = tes_vector_scale(stage->outwards, out < 0 ? -1 : 1);
    stage->beyond = (out < 0 ? -out : out) + BEYOND;
    for (unsigned tries = 0; tries < BEYOND_TRIES && !is_placed; tries++) {
        scene->things[thing].at = pick_other(random, stage);
        is_placed = tes_table_keep(scene, plan, thing, placed);
    }
    stage->beyond = -ROOM;
    return is_placed ? placed | 1U << thing : placed;
}

/* Puts the answer far to the side, and all others less far. */
static bool place(struct tes_random *random, struct stage *stage, double margin)
{
    const struct tes_table_plan plan = {ROOM, pick_other, is_clear, stage, stage->looks, LOOKS};
    struct tes_scene *scene = &stage->question->scene;
    stage->looks[BY_CAMERA].placed = stage->looks[BY_FIGURE].placed = 0;
    if (!place_wanted(random, stage, &plan))
        return false;
    set_limits(stage, margin);
    uint32_t placed = place_beyond(random, stage, &plan);
    return tes_table_place(random, scene, &plan, placed);
}

/* ----------------------------------------------------------------- figure */

/* Whether all of the figure is in the picture. Only its head could be cut off. */
static bool is_framed(const struct tes_question_asked *question, const struct tes_viewer *viewer)
{
    struct tes_vector head = question->spot;
    double size = HEAD_SIZE / (tes_viewer_see(viewer, head).depth * viewer->tangent);
    head.z = HEAD;
    struct tes_seen seen = tes_viewer_see(viewer, head);
    double wide = TES_TABLE_ASPECT - BORDER - size, high = 1 - BORDER - size;
    return seen.x < wide && seen.x > -wide && seen.y < high;
}

/* Puts the figure on the table's rim, at a random angle from the camera. */
static void pick_spot(struct tes_random *random, const struct level *level,
                      struct tes_question_asked *question)
{
    struct tes_viewer viewer = tes_camera_viewer(&question->scene.camera);
    struct tes_vector eye = question->scene.camera.eye;
    double camera_around = tes_scene_angle(eye.x, -eye.y);
    bool is_back = tes_random_below(random, LOTS) < level->lots_back;
    do {
        double away = tes_scene_between(random, level->least, level->most);
        double sign = is_back ? -side_of(question) : side_of(question);
        question->spot_turn = camera_around + sign * away;
        question->spot = tes_vector_scale(tes_scene_towards(question->spot_turn, 0), AWAY);
    } while (!is_framed(question, &viewer));
}

/* The camera has to see the figure from foot to head, with some space around it, and the arrow at
 * its feet. */
static void mark_figure(const struct tes_question_asked *question, struct tes_look *look)
{
    for (int height = 0; height <= 3; height++) {
        for (int side = -1; side <= 1; side++) {
            struct tes_vector point =
                tes_vector_add(question->spot, tes_vector_scale(look->viewer.right, 0.4 * side));
            point.z = 0.5 * height;
            tes_look_mark(look, point);
        }
    }
    tes_look_mark(look, tes_vector_scale(question->spot, 1 - ARROW / AWAY));
}

/* The figure's view, as if it looked down at the table's middle: then more of the table is in the
 * picture. */
static struct tes_viewer figure_viewer(const struct tes_question_asked *question)
{
    struct tes_camera camera = {question->spot, {0, 0, 0}, 90};
    camera.eye.z = EYES;
    return tes_camera_viewer(&camera);
}

static void start(struct tes_random *random, const struct level *level, enum tes_solid answer,
                  struct tes_question_asked *question, struct stage *stage)
{
    struct tes_scene *scene = &question->scene;
    double above = tes_scene_between(random, level->above_least, level->above_most);
    tes_table_start(random, above, scene);
    pick_spot(random, level, question);
    struct tes_vector eye = scene->camera.eye, below = {eye.x, eye.y, 0};
    struct tes_viewer camera = tes_camera_viewer(&scene->camera), figure = figure_viewer(question);
    stage->question = question;
    stage->wanted = tes_table_find(scene, answer);
    stage->left = tes_vector_scale(figure.right, -side_of(question));
    stage->ahead = tes_vector_scale(question->spot, -1 / AWAY);
    stage->outwards = tes_vector_unit(below);
    stage->sight = tes_vector_unit(tes_vector_subtract(question->spot, below));
    stage->slope = tes_vector_length(below) / eye.z;
    tes_look_start(&stage->looks[BY_CAMERA], &camera, SEEN);
    tes_look_start(&stage->looks[BY_FIGURE], &figure, SEEN_BY_IT);
    mark_figure(question, &stage->looks[BY_CAMERA]);
}

static bool make(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question)
{
    const struct level *level = &LEVELS[difficulty];
    question->is_clockwise = tes_random_below(random, 2) == 0;
    /* The answer is picked first and stays, so that all answers are equally frequent. */
    uint8_t answer = (uint8_t)tes_random_below(random, TES_SOLID_COUNT);
    struct stage stage;
    unsigned tries = 0;
    do {
        if (tries % FRESH == 0)
            start(random, level, (enum tes_solid)answer, question, &stage);
    } while (!(place(random, &stage, level->margin) &&
               tes_table_is_good(&question->scene, stage.looks, LOOKS)) &&
             ++tries < TRIES);
    question->option_count = TES_SOLID_COUNT;
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++)
        question->options[i] = (uint8_t)i;
    tes_question_shuffle(random, question, answer);
    return tries < TRIES;
}

static struct tes_instruction ask(const struct tes_question_asked *question)
{
    return (struct tes_instruction){.key = question->is_clockwise ? "ask-viewer-right"
                                                                  : "ask-viewer-left"};
}

const struct tes_question tes_question_viewer = {"viewer", make, ask, TES_MEDIUM};
