/*
 * "The table turns 35° clockwise and you look from 20° lower. How many objects are then fully
 * visible?" At least one always is: the one in front.
 */
#include "core/scene/table.h"

enum {
    TRIES = 390,
    PLACE_TRIES = 30,
    TILT_STEP = 5,
};

static const double SEEN = 0.6;            /* of each solid, before the turn */
static const double HIDDEN = 0.88;         /* what is not seen wholly is seen no more than this */
static const double NEAR = 1.0, FAR = 1.9; /* from a solid to one that it hides */

static const struct tes_table_turns TURNS = {5, 20, 60, 0};

/* How the camera goes: how high it ends up, and how far it comes down or up. */
static const struct way {
    double above_least, above_most;
    unsigned tilt_least, tilt_most;
    bool is_up;
} WAYS[] = {
    {24, 30, 15, 25, false},
    {28, 32, 15, 15, true},
};

/* ----------------------------------------------------------------- places */

/* How wide a thing looks, from the eye's place and from above: between these tangents. */
struct span {
    double left, right, distance;
};

static struct span span_of(const struct tes_scene *scene, unsigned thing)
{
    const struct tes_thing *it = &scene->things[thing];
    struct tes_vector eye = scene->camera.eye, ahead = tes_vector_scale(eye, -1);
    ahead.z = 0;
    ahead = tes_vector_unit(ahead);
    struct tes_vector way = tes_vector_subtract(it->at, eye);
    double distance = tes_vector_dot(way, ahead);
    double side = (way.x * ahead.y - way.y * ahead.x) / distance, half = it->size / distance;
    return (struct span){side - half, side + half, distance};
}

static bool draw_place(struct tes_random *random, struct tes_vector *at)
{
    const double room = TES_TABLE_ROOM;
    at->x = tes_scene_between(random, -room, room);
    at->y = tes_scene_between(random, -room, room);
    return tes_vector_dot(*at, *at) <= room * room;
}

/* A place behind another thing, partly to its side. */
static bool draw_place_behind(struct tes_random *random, const struct tes_scene *scene,
                              unsigned front, struct tes_vector *at)
{
    const double room = TES_TABLE_ROOM;
    struct tes_vector way = tes_vector_subtract(scene->things[front].at, scene->camera.eye);
    way.z = 0;
    way = tes_vector_unit(way);
    struct tes_vector aside = {way.y, -way.x, 0};
    double far = tes_scene_between(random, NEAR, FAR);
    double side = tes_scene_between(random, -0.8, 0.8);
    *at = tes_vector_add(scene->things[front].at,
                         tes_vector_add(tes_vector_scale(way, far), tes_vector_scale(aside, side)));
    return tes_vector_dot(*at, *at) <= room * room;
}

/* Whether a thing that is to be seen wholly is not behind another one, and not in front of another
 * one that is to be. */
static bool is_apart(const struct tes_scene *scene, unsigned thing, uint32_t placed, uint32_t whole)
{
    struct span span = span_of(scene, thing);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        struct span other = span_of(scene, i);
        bool is_aside = span.right < other.left || other.right < span.left;
        bool is_far = span.distance > other.distance + FAR || other.distance > span.distance + FAR;
        if ((placed >> i & 1) == 0 || is_aside || is_far)
            continue;
        unsigned behind = span.distance > other.distance ? thing : i;
        if ((whole >> behind & 1) != 0)
            return false;
    }
    return true;
}

/* Places one solid after the turn. */
static bool place_one(struct tes_random *random, struct tes_scene *scene, unsigned thing,
                      uint32_t placed, uint32_t whole)
{
    struct tes_vector *at = &scene->things[thing].at;
    for (unsigned tries = 0; tries < PLACE_TRIES; tries++) {
        /* Those that are placed come first. */
        unsigned before = thing - TES_TABLE_FIRST;
        bool is_whole = (whole >> thing & 1) != 0;
        unsigned front = TES_TABLE_FIRST + tes_random_below(random, before > 0 ? before : 1);
        bool is_there =
            is_whole ? draw_place(random, at) : draw_place_behind(random, scene, front, at);
        if (is_there && tes_table_is_free(scene, thing, placed) &&
            is_apart(scene, thing, placed, whole))
            return true;
    }
    return false;
}

/* Places all solids as they are after the turn, the first `count` to be seen wholly. */
static bool place(struct tes_random *random, struct tes_scene *scene, unsigned count)
{
    uint32_t placed = 0, whole = ((1U << count) - 1) << TES_TABLE_FIRST;
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        if (!place_one(random, scene, i, placed, whole))
            return false;
        placed |= 1U << i;
    }
    return true;
}

/* ---------------------------------------------------------------- answers */

/* Whether so many are seen wholly, beyond doubt, and the others plainly not. */
static bool is_certain(const struct tes_scene *after, unsigned count)
{
    struct tes_bodies bodies;
    tes_cast_prepare(after, &bodies);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        bool is_whole = i < TES_TABLE_FIRST + count;
        if (is_whole ? !tes_table_is_whole(&bodies, after->camera.eye, i)
                     : tes_cast_visible_from(&bodies, after->camera.eye, i, 0) > HIDDEN)
            return false;
    }
    return true;
}

static bool try_places(struct tes_random *random, double above, unsigned count,
                       struct tes_question_drawn *question)
{
    struct tes_scene *scene = &question->scene;
    tes_table_look(scene, above);
    if (!place(random, scene, count) || !is_certain(scene, count))
        return false;
    tes_scene_turn(scene, -tes_table_degrees(question));
    tes_table_look(scene, above - question->tilt);
    return tes_table_is_clear(scene, SEEN);
}

static bool draw(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_drawn *question)
{
    (void)difficulty;
    const struct way *way = &WAYS[tes_random_below(random, sizeof WAYS / sizeof *WAYS)];
    double above = tes_scene_between(random, way->above_least, way->above_most);
    unsigned steps = (way->tilt_most - way->tilt_least) / TILT_STEP + 1;
    unsigned tilt = way->tilt_least + TILT_STEP * tes_random_below(random, steps);
    question->tilt = (int16_t)(way->is_up ? (int)tilt : -(int)tilt);
    tes_table_start(random, above, &question->scene);
    tes_table_turn(random, &TURNS, question);
    /* The answer is drawn first and kept to, so that all are equally frequent. */
    unsigned count = 1 + tes_random_below(random, TES_SOLID_COUNT);
    unsigned tries = 0;
    while (tries < TRIES && !try_places(random, above, count, question))
        tries++;
    question->option_count = TES_SOLID_COUNT;
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++)
        question->options[i] = (uint8_t)(i + 1);
    /* Numbers stay in their order. */
    question->select = (struct tes_select){1, {(uint8_t)(count - 1)}};
    return tries < TRIES;
}

static void ask(const struct tes_question_drawn *question, struct tes_buf *text)
{
    bool is_up = question->tilt > 0;
    tes_table_ask(question, text);
    tes_buf_text(text, " and you look from ");
    tes_buf_number(text, is_up ? question->tilt : -question->tilt);
    tes_buf_text(text, is_up ? "° higher" : "° lower");
    tes_buf_text(text, ". How many objects are then fully visible?");
}

const struct tes_question tes_question_visible = {"visible", draw, ask};
