/* "The table turns 45° clockwise. Which object is then behind the cube?" */
#include "core/scene/table.h"

enum {
    TRIES = 300,
    PLACE_TRIES = 40,
    NOTHING = TES_SOLID_COUNT, /* the option that nothing is behind */
};

static const double LEVEL = 0.3;  /* height of an eye that looks along the table */
static const double SHARE = 0.35; /* of the rays to one of the two that the other is on, too */
static const double DOUBT = 0.02; /* and at most, where neither is behind the other */
static const double NEAR = 0.3, FAR = 1.8; /* between the reference and what is behind it */
static const double ASIDE = 0.2;           /* how far to the side that may be */
static const double LANE = 0.35;           /* room beside the reference for what is not behind it */
static const double SEEN = 0.6;            /* of each solid, before the turn */

static const struct level {
    struct tes_table_turns turns;
    double above_least, above_most;
} LEVELS[] = {
    [TES_MEDIUM] = {{45, 45, 315, 0}, 26, 34},
    [TES_HARD] = {{5, 20, 340, 10}, 26, 34},
};

/* ----------------------------------------------------------------- places */

/* From above: how far a thing is from the eye along the line through the reference, and how far
 * beside that line, both as they are at the reference's distance. */
struct lane {
    struct tes_vector ahead, aside;
    double distance; /* from the eye to the reference */
};

static struct lane lane_of(const struct tes_scene *scene, unsigned reference)
{
    struct tes_vector way = tes_vector_subtract(scene->things[reference].at, scene->camera.eye);
    way.z = 0;
    struct lane lane = {.ahead = tes_vector_unit(way), .distance = tes_vector_length(way)};
    lane.aside = (struct tes_vector){lane.ahead.y, -lane.ahead.x, 0};
    return lane;
}

/* Half of how wide a thing looks at most. */
static double half_of(const struct tes_thing *thing)
{
    bool is_square = thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID;
    return is_square ? 1.3 * thing->size : thing->size;
}

/* Whether a thing is plainly not behind the reference: this side of it, or well beside the lane. */
static bool is_beside(const struct tes_scene *scene, unsigned thing, const void *context)
{
    const struct tes_thing *things = scene->things;
    unsigned reference = *(const unsigned *)context;
    struct lane lane = lane_of(scene, reference);
    struct tes_vector way = tes_vector_subtract(things[thing].at, scene->camera.eye);
    double along = tes_vector_dot(way, lane.ahead);
    double shrink = lane.distance / along;
    double side = tes_vector_dot(way, lane.aside) * shrink;
    if (along < lane.distance - things[reference].size)
        return true;
    double room = half_of(&things[reference]) + half_of(&things[thing]) * shrink + LANE;
    return side > room || side < -room;
}

static bool place_answer(struct tes_random *random, struct tes_scene *scene, unsigned reference,
                         unsigned answer)
{
    struct lane lane = lane_of(scene, reference);
    double sizes = scene->things[reference].size + scene->things[answer].size;
    double far = sizes + tes_scene_between(random, NEAR, FAR);
    double aside = tes_scene_between(random, -ASIDE, ASIDE);
    struct tes_vector way =
        tes_vector_add(tes_vector_scale(lane.ahead, far), tes_vector_scale(lane.aside, aside));
    struct tes_vector at = tes_vector_add(scene->things[reference].at, way);
    scene->things[answer].at = at;
    return tes_vector_dot(at, at) <= TES_TABLE_ROOM * TES_TABLE_ROOM &&
           tes_table_is_free(scene, answer, 1U << reference);
}

/* Places all solids as they are after the turn. `answer` is 0 where nothing is to be behind. */
static bool place(struct tes_random *random, struct tes_scene *scene, unsigned reference,
                  unsigned answer)
{
    const struct tes_table_rule rule = {is_beside, &reference};
    unsigned tries = 0;
    do {
        scene->things[reference].at = tes_table_spot(random, TES_TABLE_ROOM);
        tries++;
    } while (answer != 0 && tries < PLACE_TRIES && !place_answer(random, scene, reference, answer));
    return tries < PLACE_TRIES &&
           tes_table_place(random, scene, TES_TABLE_ROOM, 1U << reference | 1U << answer, &rule);
}

/* ---------------------------------------------------------------- answers */

/* How much two things are one behind the other: of the rays through the front one, the share that
 * lead to the back one, or of those to the back one, the share that the front one stops. Of a large
 * one and a small one, one of the two is small whichever is in front. */
static double share_of(const struct tes_sight *front, const struct tes_sight *back,
                       unsigned front_thing, unsigned back_thing)
{
    double leads = (double)front->leads_to[back_thing] / front->rays;
    double stopped = (double)back->stopped_by[front_thing] / back->rays;
    return leads > stopped ? leads : stopped;
}

/* Whether the answer is behind the reference, and nothing else is. What is behind what is judged
 * along the table, from where the camera is but not from above: from there a low thing would hide
 * nothing. */
static bool is_certain(const struct tes_scene *after, unsigned reference, unsigned answer)
{
    struct tes_vector eye = after->camera.eye;
    struct tes_bodies bodies;
    tes_cast_prepare(after, &bodies);
    eye.z = LEVEL;
    struct tes_sight front = tes_cast_sight(&bodies, eye, reference, 0);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
        if (i != answer && front.leads_to[i] > DOUBT * front.rays)
            return false;
    if (answer == 0)
        return true;
    struct tes_sight back = tes_cast_sight(&bodies, eye, answer, 0);
    return share_of(&front, &back, reference, answer) >= SHARE;
}

static bool try_places(struct tes_random *random, const struct level *level, uint8_t answer,
                       struct tes_question_drawn *question)
{
    struct tes_scene *scene = &question->scene;
    double above = tes_scene_between(random, level->above_least, level->above_most);
    tes_table_start(random, above, scene);
    unsigned reference = tes_table_find(scene, (enum tes_solid)question->reference);
    unsigned wanted = answer == NOTHING ? 0 : tes_table_find(scene, (enum tes_solid)answer);
    if (!place(random, scene, reference, wanted) || !is_certain(scene, reference, wanted))
        return false;
    tes_scene_turn(scene, -tes_table_degrees(question));
    return tes_table_shows_end(question) && tes_table_is_clear(scene, SEEN);
}

static bool draw(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_drawn *question)
{
    const struct level *level = &LEVELS[difficulty];
    tes_table_turn(random, &level->turns, question);
    question->reference = (uint8_t)tes_random_below(random, TES_SOLID_COUNT);
    for (unsigned value = 0; value <= NOTHING; value++)
        if (value != question->reference)
            question->options[question->option_count++] = (uint8_t)value;
    /* The answer is drawn first and kept to, so that all are equally frequent. */
    uint8_t answer = question->options[tes_random_below(random, question->option_count)];
    unsigned tries = 0;
    while (tries < TRIES && !try_places(random, level, answer, question))
        tries++;
    tes_question_shuffle(random, question, answer);
    return tries < TRIES;
}

static void ask(const struct tes_question_drawn *question, struct tes_buf *text)
{
    tes_table_ask(question, text);
    tes_buf_text(text, ". Which object is then behind the ");
    tes_buf_text(text, tes_solid_name((enum tes_solid)question->reference));
    tes_buf_text(text, "?");
}

const struct tes_question tes_question_behind = {"behind", draw, ask};
