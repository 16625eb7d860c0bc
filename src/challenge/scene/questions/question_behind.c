/*
 * "The table turns 45° clockwise. Which object is then behind the cube?" The answer is the object
 * that is close behind it for the viewer and partly hidden by it; or "nothing", where there is no
 * such object.
 */
#include "challenge/scene/questions/round_table.h"
#include "challenge/scene/scene_outline.h"

enum {
    TRIES = 300,
    FRESH = 30, /* tries with the same solids and camera */
    PLACE_TRIES = 40,
    DECOYS = 2, /* solids as close to the reference as the answer, but not behind it */
    DECOY_TRIES = 12,
    NOTHING = TES_SOLID_COUNT, /* the option "nothing" */
};

static const double SHARE = 0.2;     /* overlap of the two in the picture, at least */
static const double DOUBT = 0.02;    /* and at most, for what is not behind the reference */
static const double NEAR = 0.2;      /* distance between the reference and the answer, at least */
static const double DECOY_FAR = 0.6; /* distance between the reference and a decoy, at most */
static const double ASIDE = 0.1;     /* how far to the side the answer may be */
/* Free space beside the reference, for what is not behind it. */
static const double LANE = 0.35;
static const double SEEN = 0.6;    /* of each solid that is visible before the turn, at least */
static const double UNSURE = 0.06; /* the largest error of an overlap by silhouettes */

static const struct level {
    /* At most half a turn: 315° one way is better said as 45° the other way. */
    struct tes_table_turns turns;
    double above_least, above_most;
} LEVELS[] = {
    [TES_MEDIUM] = {{45, 45, 180, 0}, 26, 34},
    [TES_HARD] = {{1, 20, 160, 10}, 26, 34},
};

/* The solids that something can be behind, and the largest distance: a pointed solid hides little
 * of what is far behind it. A ring is too low to hide anything. */
static const struct reference {
    uint8_t solid;
    double far;
} REFERENCES[] = {
    {TES_SOLID_CUBE, 1.0}, {TES_SOLID_BALL, 0.8},    {TES_SOLID_CYLINDER, 1.0},
    {TES_SOLID_CONE, 0.8}, {TES_SOLID_PYRAMID, 0.9},
};
enum { REFERENCE_COUNT = sizeof REFERENCES / sizeof REFERENCES[0] };

/* ----------------------------------------------------------------- places */

/* The line of sight to the reference, seen from above: its direction, and the direction at right
 * angles to it. */
struct lane {
    struct tes_vector ahead, aside;
    double distance; /* from the eye to the reference */
};

/* What is fixed before solids get their places. */
struct stage {
    struct tes_scene *scene;
    /* Indices of things; the answer is 0 where nothing is to be behind. */
    unsigned reference, answer;
    struct tes_viewer after; /* the camera relative to the solids, after the turn */
    double far;              /* distance between the reference and the answer, at most */
    struct lane lane;
    struct tes_look look;
};

static struct lane lane_of(const struct stage *stage)
{
    const struct tes_thing *reference = &stage->scene->things[stage->reference];
    struct tes_vector way = tes_vector_subtract(reference->at, stage->after.eye);
    way.z = 0;
    struct lane lane = {.distance = tes_vector_length(way)};
    lane.ahead = tes_vector_scale(way, 1 / lane.distance);
    lane.aside = (struct tes_vector){lane.ahead.y, -lane.ahead.x, 0};
    return lane;
}

/* Half of a thing's width, at most. */
static double half_of(const struct tes_thing *thing)
{
    bool is_square = thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID;
    return is_square ? 1.3 * thing->size : thing->size;
}

/* Whether a thing is clearly not behind the reference: in front of it, or well to the side. */
static bool is_beside(const struct tes_scene *scene, unsigned thing, const void *context)
{
    const struct stage *stage = context;
    const struct lane *lane = &stage->lane;
    const struct tes_thing *other = &scene->things[thing];
    const struct tes_thing *reference = &scene->things[stage->reference];
    struct tes_vector way = tes_vector_subtract(other->at, stage->after.eye);
    double along = tes_vector_dot(way, lane->ahead);
    double shrink = lane->distance / along;
    double side = tes_vector_dot(way, lane->aside) * shrink;
    if (along < lane->distance - reference->size)
        return true;
    double room = half_of(reference) + half_of(other) * shrink + LANE;
    return side > room || side < -room;
}

/* ---------------------------------------------------------------- answers */

/* How much one thing is behind another: the larger of two shares. Of the rays through the front
 * thing, those that hit the back one next; and of the rays to the back thing, those that the front
 * one stops. (Where the two differ in size, one of the shares is always small.) */
static double share_of(const struct tes_sight *front, const struct tes_sight *back,
                       unsigned front_thing, unsigned back_thing)
{
    double leads = (double)front->leads_to[back_thing] / front->rays;
    double stopped = (double)back->stopped_by[front_thing] / back->rays;
    return leads > stopped ? leads : stopped;
}

static double share_by_rays(const struct stage *stage)
{
    struct tes_bodies bodies;
    uint32_t others = ~(1U << stage->reference | 1U << stage->answer);
    tes_cast_prepare(stage->scene, &bodies);
    struct tes_sight front = tes_cast_sight(&bodies, stage->after.eye, stage->reference, others);
    struct tes_sight back = tes_cast_sight(&bodies, stage->after.eye, stage->answer, others);
    return share_of(&front, &back, stage->reference, stage->answer);
}

/* Whether enough of the answer is behind the reference. */
static bool is_behind(const struct stage *stage)
{
    const struct tes_thing *things = stage->scene->things;
    struct tes_silhouette front, back;
    if (!tes_silhouette_of(&things[stage->reference], &stage->after, &front) ||
        !tes_silhouette_of(&things[stage->answer], &stage->after, &back))
        return false;
    double smaller = front.area < back.area ? front.area : back.area;
    double share = tes_silhouette_overlap(&front, &back) / smaller;
    if (share < SHARE - UNSURE || share > SHARE + UNSURE)
        return share > SHARE;
    return share_by_rays(stage) >= SHARE;
}

/* A bit for each thing that may be behind the reference: it is not entirely in front of it, and
 * their outlines may overlap. */
static uint32_t find_doubtful(const struct stage *stage)
{
    const struct tes_thing *things = stage->scene->things;
    const struct tes_thing *reference = &things[stage->reference];
    struct tes_outline outline, other;
    uint32_t doubtful = 0;
    tes_outline_of(reference, &stage->after, &outline);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        struct tes_vector way = tes_vector_subtract(things[i].at, stage->after.eye);
        double far = tes_vector_dot(way, stage->lane.ahead) + things[i].size;
        if (i == stage->reference || i == stage->answer ||
            far < stage->lane.distance - reference->size)
            continue;
        tes_outline_of(&things[i], &stage->after, &other);
        if (!tes_outline_are_apart(&outline, &other, 0))
            doubtful |= 1U << i;
    }
    return doubtful;
}

/* Whether nothing except the answer is behind the reference. */
static bool is_alone(const struct stage *stage)
{
    uint32_t doubtful = find_doubtful(stage);
    struct tes_bodies bodies;
    if (doubtful == 0)
        return true;
    tes_cast_prepare(stage->scene, &bodies);
    struct tes_sight front = tes_cast_sight(&bodies, stage->after.eye, stage->reference, 0);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
        if (i != stage->answer && front.leads_to[i] > DOUBT * front.rays)
            return false;
    return true;
}

/* ----------------------------------------------------------------- places */

/* Picks places for the reference and for the answer behind it. */
static bool pick_pair(struct tes_random *random, struct stage *stage)
{
    struct tes_thing *reference = &stage->scene->things[stage->reference];
    struct tes_thing *answer = &stage->scene->things[stage->answer];
    reference->at = tes_table_spot(random, TES_TABLE_ROOM);
    stage->lane = lane_of(stage);
    if (stage->answer == 0)
        return true;
    double far = reference->size + answer->size + tes_scene_between(random, NEAR, stage->far);
    double aside = tes_scene_between(random, -ASIDE, ASIDE);
    struct tes_vector way = tes_vector_add(tes_vector_scale(stage->lane.ahead, far),
                                           tes_vector_scale(stage->lane.aside, aside));
    answer->at = tes_vector_add(reference->at, way);
    return tes_vector_dot(answer->at, answer->at) <= TES_TABLE_ROOM * TES_TABLE_ROOM;
}

static bool keep_pair(struct stage *stage)
{
    const struct tes_table_plan plan = {.looks = &stage->look, .look_count = 1};
    uint32_t reference = 1U << stage->reference;
    stage->look.placed = 0;
    return tes_table_keep(stage->scene, &plan, stage->reference, 0) &&
           (stage->answer == 0 ||
            (tes_table_keep(stage->scene, &plan, stage->answer, reference) && is_behind(stage)));
}

/* Puts solids close to the reference, but not behind it: else the closest solid would mostly be the
 * answer, however the table turns. Where there is no room, there are fewer of them. */
static uint32_t place_decoys(struct tes_random *random, const struct stage *stage,
                             const struct tes_table_plan *plan, uint32_t placed)
{
    const struct tes_thing *reference = &stage->scene->things[stage->reference];
    unsigned decoys = 0;
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END && decoys < DECOYS; i++) {
        struct tes_thing *thing = &stage->scene->things[i];
        if ((placed >> i & 1) != 0)
            continue;
        for (unsigned tries = 0; tries < DECOY_TRIES && (placed >> i & 1) == 0; tries++) {
            double far = reference->size + thing->size + tes_scene_between(random, NEAR, DECOY_FAR);
            struct tes_vector way = tes_scene_towards(tes_scene_between(random, 0, 360), 0);
            thing->at = tes_vector_add(reference->at, tes_vector_scale(way, far));
            if (tes_vector_dot(thing->at, thing->at) <= TES_TABLE_ROOM * TES_TABLE_ROOM &&
                tes_table_keep(stage->scene, plan, i, placed))
                placed |= 1U << i;
        }
        decoys++;
    }
    return placed;
}

static bool place(struct tes_random *random, struct stage *stage)
{
    const struct tes_table_plan plan = {TES_TABLE_ROOM, NULL, is_beside, stage, &stage->look, 1};
    unsigned tries = 0;
    while (tries < PLACE_TRIES && !(pick_pair(random, stage) && keep_pair(stage)))
        tries++;
    if (tries == PLACE_TRIES)
        return false;
    uint32_t placed = 1U << stage->reference | 1U << stage->answer;
    placed = place_decoys(random, stage, &plan, placed);
    return tes_table_place(random, stage->scene, &plan, placed);
}

static void start(struct tes_random *random, const struct level *level, uint8_t answer,
                  struct tes_question_asked *question, struct stage *stage)
{
    double above = tes_scene_between(random, level->above_least, level->above_most);
    stage->scene = &question->scene;
    tes_table_start(random, above, stage->scene);
    stage->reference = tes_table_find(stage->scene, (enum tes_solid)question->reference);
    stage->answer = answer == NOTHING ? 0 : tes_table_find(stage->scene, (enum tes_solid)answer);
    stage->after = tes_table_after(&stage->scene->camera, tes_table_degrees(question));
    struct tes_viewer viewer = tes_camera_viewer(&stage->scene->camera);
    tes_look_start(&stage->look, &viewer, SEEN);
    tes_table_mark_end(question, &stage->look);
}

static bool make(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question)
{
    const struct level *level = &LEVELS[difficulty];
    tes_table_turn(random, &level->turns, question);
    const struct reference *reference = &REFERENCES[tes_random_below(random, REFERENCE_COUNT)];
    question->reference = reference->solid;
    for (unsigned value = 0; value <= NOTHING; value++)
        if (value != question->reference)
            question->options[question->option_count++] = (uint8_t)value;
    /* The answer is picked first and stays, so that all answers are equally frequent. */
    uint8_t answer = question->options[tes_random_below(random, question->option_count)];
    struct stage stage = {.far = reference->far};
    unsigned tries = 0;
    do {
        if (tries % FRESH == 0)
            start(random, level, answer, question, &stage);
    } while (!(place(random, &stage) && is_alone(&stage) &&
               tes_table_is_good(&question->scene, &stage.look, 1)) &&
             ++tries < TRIES);
    tes_question_shuffle(random, question, answer);
    return tries < TRIES;
}

/* Languages bend the names of what something is behind: each has its own words for it. */
static const char *const BEHIND[TES_SOLID_COUNT] = {
    "behind-cube", "behind-ball", "behind-cylinder", "behind-cone", "behind-pyramid", "behind-ring",
};

static struct tes_instruction ask(const struct tes_question_asked *question)
{
    return tes_table_ask(
        question, "ask-behind",
        (struct tes_instruction_hole){.name = "behind", .key = BEHIND[question->reference]});
}

const struct tes_question tes_question_behind = {"behind", make, ask, TES_MEDIUM};
