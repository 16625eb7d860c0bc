/* "The table turns 90° clockwise. Which object is then furthest to the right?" */
#include "challenge/scene/questions/round_table.h"
#include "challenge/scene/scene_outline.h"

enum {
    TRIES = 300,
    FRESH = 30, /* tries before solids and camera are picked again */
    SLOT_TRIES = 4,
    TURNS = 3, /* the question's turn, and turns that are off by `slack` to either side */
};

/* How far to the right of all others the answer is, in `x`. */
static const double MARGIN = 0.2 * TES_TABLE_ASPECT;

static const double SEEN = 0.6; /* of each solid that is visible before the turn, at least */

static const struct level {
    /* At most half a turn above EASY: 315° one way is better said as 45° the other way. */
    struct tes_table_turns turns;
    double above_least, above_most; /* of the camera, in degrees */
    /* Solids stand on a circle and hide nothing of each other, before and after the turn. */
    bool is_open;
    double slack; /* how much people may misjudge the turn and still be right, in degrees */
} LEVELS[] = {
    [TES_EASY] = {{90, 90, 270, 0}, 46, 52, true, 8},
    [TES_MEDIUM] = {{45, 45, 180, 0}, 30, 40, false, 8},
    [TES_HARD] = {{1, 20, 160, 10}, 28, 38, false, 10},
};

/* What is fixed before solids get their places. */
struct stage {
    struct tes_viewer after[TURNS];
    double rightmost[TURNS]; /* where the answer is after each of these turns, in `x` */
    unsigned wanted;
    struct tes_look look;
    /* For `is_open`: each solid in the picture, and after the turn. */
    struct tes_outline outlines[TES_TABLE_END][2];
};

static double x_of(const struct stage *stage, const struct tes_scene *scene, unsigned thing,
                   unsigned turn)
{
    struct tes_vector middle = scene->things[thing].at;
    middle.z += scene->things[thing].height / 2;
    return tes_viewer_see(&stage->after[turn], middle).x;
}

/* Whether a solid is clearly less far to the right than the answer. */
static bool is_left(const struct tes_scene *scene, unsigned thing, const void *context)
{
    const struct stage *stage = context;
    return x_of(stage, scene, thing, 0) <= stage->rightmost[0] - MARGIN &&
           x_of(stage, scene, thing, 1) < stage->rightmost[1] &&
           x_of(stage, scene, thing, 2) < stage->rightmost[2];
}

static void measure_wanted(struct stage *stage, const struct tes_scene *scene)
{
    for (unsigned turn = 0; turn < TURNS; turn++)
        stage->rightmost[turn] = x_of(stage, scene, stage->wanted, turn);
}

/* ------------------------------------------------------------- anywhere */

/* Puts the answer on the rightmost of several random places. */
static bool put_wanted(struct tes_random *random, struct stage *stage, struct tes_scene *scene,
                       const struct tes_table_plan *plan)
{
    struct tes_vector *at = &scene->things[stage->wanted].at, best = {0, 0, 0};
    double furthest = -1e9;
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++) {
        *at = tes_table_spot(random, plan->room);
        double x = x_of(stage, scene, stage->wanted, 0);
        best = x > furthest ? *at : best;
        furthest = x > furthest ? x : furthest;
    }
    *at = best;
    measure_wanted(stage, scene);
    return tes_look_fits(&stage->look, &scene->things[stage->wanted], stage->wanted);
}

static bool place_anywhere(struct tes_random *random, struct stage *stage, struct tes_scene *scene)
{
    const struct tes_table_plan plan = {TES_TABLE_ROOM, NULL, is_left, stage, &stage->look, 1};
    if (!put_wanted(random, stage, scene, &plan))
        return false;
    tes_look_keep(&stage->look, stage->wanted);
    return tes_table_place(random, scene, &plan, 1U << stage->wanted);
}

/* ------------------------------------------------------------ on a circle */

static void pick_slot(struct tes_random *random, double around, struct tes_vector *at)
{
    around += tes_scene_between(random, -8, 8);
    double away = tes_scene_between(random, 2.0, TES_TABLE_ROOM);
    *at = tes_vector_scale(tes_scene_towards(around, 0), away);
}

/* Whether a solid is close to no other one in a picture: before the turn, or after it. */
static bool is_open(struct stage *stage, const struct tes_thing *thing, unsigned index,
                    unsigned picture)
{
    struct tes_outline *own = &stage->outlines[index][picture];
    const struct tes_viewer *viewer = picture == 0 ? &stage->look.viewer : &stage->after[0];
    tes_outline_of(thing, viewer, own);
    for (uint32_t left = stage->look.placed; left; left &= left - 1)
        if (!tes_outline_are_apart(own, &stage->outlines[__builtin_ctz(left)][picture],
                                   TES_TABLE_OPEN))
            return false;
    return true;
}

static bool put_in_slot(struct tes_random *random, struct stage *stage, struct tes_scene *scene,
                        unsigned thing, double around)
{
    const struct tes_table_plan plan = {.looks = &stage->look, .look_count = 1};
    struct tes_thing *it = &scene->things[thing];
    for (unsigned tries = 0; tries < SLOT_TRIES; tries++) {
        pick_slot(random, around, &it->at);
        if ((thing == stage->wanted || is_left(scene, thing, stage)) &&
            tes_table_is_framed(it, &stage->look.viewer) && is_open(stage, it, thing, 0) &&
            is_open(stage, it, thing, 1) && tes_table_keep(scene, &plan, thing, stage->look.placed))
            return true;
    }
    return false;
}

/* The place on the circle that is furthest to the right after the turn. */
static unsigned find_slot(const struct stage *stage, struct tes_scene *scene, double first)
{
    double furthest = -1e9;
    unsigned best = 0;
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++) {
        scene->things[stage->wanted].at = tes_scene_towards(first + 60 * i, 0);
        double x = x_of(stage, scene, stage->wanted, 0);
        best = x > furthest ? i : best;
        furthest = x > furthest ? x : furthest;
    }
    return best;
}

/* Puts the solids on a circle with about equal distances; the answer comes first, at the place
 * furthest to the right. */
static bool place_around(struct tes_random *random, struct stage *stage, struct tes_scene *scene)
{
    double first = tes_scene_between(random, 0, 360);
    uint8_t slots[TES_SOLID_COUNT - 1] = {1, 2, 3, 4, 5}, next = 0;
    tes_random_shuffle(random, slots, sizeof slots);
    first += 60 * find_slot(stage, scene, first);
    if (!put_in_slot(random, stage, scene, stage->wanted, first))
        return false;
    measure_wanted(stage, scene);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
        if (i != stage->wanted && !put_in_slot(random, stage, scene, i, first + 60 * slots[next++]))
            return false;
    return true;
}

/* ---------------------------------------------------------------- scenes */

static void start(struct tes_random *random, const struct level *level, enum tes_solid answer,
                  struct tes_question_asked *question, struct stage *stage)
{
    double above = tes_scene_between(random, level->above_least, level->above_most);
    double degrees = tes_table_degrees(question);
    tes_table_start(random, above, &question->scene);
    const struct tes_camera *camera = &question->scene.camera;
    struct tes_viewer viewer = tes_camera_viewer(camera);
    stage->after[0] = tes_table_after(camera, degrees);
    stage->after[1] = tes_table_after(camera, degrees + level->slack);
    stage->after[2] = tes_table_after(camera, degrees - level->slack);
    stage->wanted = tes_table_find(&question->scene, answer);
    tes_look_start(&stage->look, &viewer, SEEN);
    tes_table_mark_end(question, &stage->look);
}

static bool try_places(struct tes_random *random, const struct level *level, struct stage *stage,
                       struct tes_scene *scene)
{
    stage->look.placed = 0;
    bool is_placed =
        level->is_open ? place_around(random, stage, scene) : place_anywhere(random, stage, scene);
    return is_placed && tes_table_is_good(scene, &stage->look, 1);
}

static bool make(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question)
{
    const struct level *level = &LEVELS[difficulty];
    tes_table_turn(random, &level->turns, question);
    /* The answer is picked first and stays, so that all answers are equally frequent. */
    uint8_t answer = (uint8_t)tes_random_below(random, TES_SOLID_COUNT);
    struct stage stage;
    unsigned tries = 0;
    do {
        if (tries % FRESH == 0)
            start(random, level, (enum tes_solid)answer, question, &stage);
    } while (!try_places(random, level, &stage, &question->scene) && ++tries < TRIES);
    question->option_count = TES_SOLID_COUNT;
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++)
        question->options[i] = (uint8_t)i;
    tes_question_shuffle(random, question, answer);
    return tries < TRIES;
}

static struct tes_instruction ask(const struct tes_question_asked *question)
{
    return tes_table_ask(question, "ask-turn", (struct tes_instruction_hole){0});
}

const struct tes_question tes_question_turn = {"turn", make, ask, TES_MEDIUM};
