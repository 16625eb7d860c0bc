/*
 * "The table turns 35° clockwise and you look from 20° lower. How many objects are then fully
 * visible?" At least one always is: the one in front.
 */
#include "core/scene/table.h"

enum {
    TRIES = 390,
    PLACE_TRIES = 30,
    FEW = 2, /* that are seen wholly */
};

static const double SEEN = 0.6;            /* of each solid, before the turn */
static const double HIDDEN = 0.8;          /* what is not seen wholly is seen no more than this */
static const double NEAR = 0.3, FAR = 0.8; /* between a solid and one that it hides */
static const double CLEAR =
    0.4; /* between the end of what a solid hides and one that it does not */
static const double ROOM = 2.75;    /* for solids, from the middle */
static const double SMALLER = 0.88; /* than in other questions: six have to find room in a row */
/* How far before the middle those are that are seen wholly, if there are 0, 1, 2, ... of them: few
   of them have to hide many. */
static const double BEFORE[TES_SOLID_COUNT + 1] = {0, 1.8, 1.1, 0.2, -0.6, -3, -3};

static const struct tes_table_turns TURNS = {5, 20, 60, 0};

/* How high the camera ends up, and how far it comes down to that. It never goes up: from lower, the
 * six would hide one another before the turn as much as after it. */
static const double ABOVE_LEAST = 20, ABOVE_MOST = 26;
enum { TILT_LEAST = 15, TILT_STEP = 5, TILT_STEPS = 3 };

/* ----------------------------------------------------------------- places */

/* What a thing takes, seen from the eye's place and from above: how wide it looks, in tangents, and
 * from where on it hides something, up to where. */
struct span {
    double left, right, near, far;
};

static struct span span_of(const struct tes_scene *scene, unsigned thing)
{
    const struct tes_thing *it = &scene->things[thing];
    struct tes_vector eye = scene->camera.eye, ahead = {-eye.x, -eye.y, 0};
    double level = tes_vector_length(ahead);
    struct tes_vector way = tes_vector_subtract(it->at, eye);
    ahead = tes_vector_scale(ahead, 1 / level);
    double distance = tes_vector_dot(way, ahead);
    bool is_square = it->solid == TES_SOLID_CUBE || it->solid == TES_SOLID_PYRAMID;
    double side = (way.x * ahead.y - way.y * ahead.x) / distance;
    double half = it->size * (is_square ? 1.2 : 1) / distance;
    double hides = it->height * level / eye.z;
    return (struct span){side - half, side + half, distance - it->size, distance + hides};
}

/* A place at least so far before the middle. */
static bool draw_place(struct tes_random *random, const struct tes_scene *scene, double before,
                       struct tes_vector *at)
{
    struct tes_vector eye = scene->camera.eye;
    eye.z = 0;
    at->x = tes_scene_between(random, -ROOM, ROOM);
    at->y = tes_scene_between(random, -ROOM, ROOM);
    return tes_vector_dot(*at, *at) <= ROOM * ROOM &&
           tes_vector_dot(*at, tes_vector_unit(eye)) >= before;
}

/* A place behind another thing, partly to its side. */
static bool draw_place_behind(struct tes_random *random, struct tes_scene *scene, unsigned front,
                              unsigned thing)
{
    struct tes_vector *at = &scene->things[thing].at;
    struct tes_vector way = tes_vector_subtract(scene->things[front].at, scene->camera.eye);
    way.z = 0;
    way = tes_vector_unit(way);
    struct tes_vector aside = {way.y, -way.x, 0};
    double sizes = scene->things[front].size + scene->things[thing].size;
    double side = tes_scene_between(random, -0.8, 0.8);
    double gap = tes_scene_between(random, NEAR, FAR);
    /* What is more to the side may be less behind. */
    double far = __builtin_sqrt((sizes + gap) * (sizes + gap) - side * side);
    *at = tes_vector_add(scene->things[front].at,
                         tes_vector_add(tes_vector_scale(way, far), tes_vector_scale(aside, side)));
    return tes_vector_dot(*at, *at) <= ROOM * ROOM;
}

/* Whether a thing that is to be seen wholly is not behind another one, and not in front of another
 * one that is to be. */
static bool is_apart(const struct tes_scene *scene, unsigned thing, uint32_t placed, uint32_t whole)
{
    struct span span = span_of(scene, thing);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        struct span other = span_of(scene, i);
        bool is_aside = span.right < other.left || other.right < span.left;
        unsigned behind = span.near > other.near ? thing : i;
        bool is_far =
            behind == thing ? span.near > other.far + CLEAR : other.near > span.far + CLEAR;
        if ((placed >> i & 1) == 0 || is_aside || is_far)
            continue;
        if ((whole >> behind & 1) != 0)
            return false;
    }
    return true;
}

/* Whether those before it in the list hide enough of a thing: what comes later does not change
 * that.
 */
static bool is_hidden(const struct tes_scene *scene, unsigned thing)
{
    struct tes_bodies bodies;
    tes_cast_prepare(scene, &bodies);
    uint32_t later = ~0U << thing;
    return tes_cast_visible_from(&bodies, scene->camera.eye, thing, later) <= HIDDEN;
}

/* Places one solid after the turn. */
static bool place_one(struct tes_random *random, struct tes_scene *scene, unsigned thing,
                      unsigned count)
{
    struct tes_vector *at = &scene->things[thing].at;
    uint32_t placed = (1U << thing) - 1, whole = ((1U << count) - 1) << TES_TABLE_FIRST;
    for (unsigned tries = 0; tries < PLACE_TRIES; tries++) {
        /* Those that are placed come first. */
        unsigned before = thing - TES_TABLE_FIRST;
        bool is_whole = (whole >> thing & 1) != 0;
        unsigned front = TES_TABLE_FIRST + tes_random_below(random, before > 0 ? before : 1);
        bool is_there = is_whole ? draw_place(random, scene, BEFORE[count], at)
                                 : draw_place_behind(random, scene, front, thing);
        if (is_there && tes_table_is_free(scene, thing, placed) &&
            is_apart(scene, thing, placed, whole) && (is_whole || is_hidden(scene, thing)))
            return true;
    }
    return false;
}

/* A table with somewhat smaller solids. */
static void start(struct tes_random *random, double above, struct tes_scene *scene)
{
    tes_table_start(random, above, scene);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        scene->things[i].size *= SMALLER;
        scene->things[i].height *= SMALLER;
    }
}

/* Where few are to be seen wholly, those that hide hardly anything come last: they can't be the
 * ones in front. */
static void put_slight_last(struct tes_scene *scene, unsigned count)
{
    const struct tes_scene was = *scene;
    unsigned front = TES_TABLE_FIRST, back = TES_TABLE_END;
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        const struct tes_thing *thing = &was.things[i];
        bool is_slight = thing->solid == TES_SOLID_RING || thing->solid == TES_SOLID_CONE ||
                         thing->solid == TES_SOLID_PYRAMID;
        scene->things[count <= FEW && is_slight ? --back : front++] = *thing;
    }
}

/* Places all solids as they are after the turn, the first `count` to be seen wholly. */
static bool place(struct tes_random *random, struct tes_scene *scene, unsigned count)
{
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
        if (!place_one(random, scene, i, count))
            return false;
    return true;
}

/* ---------------------------------------------------------------- answers */

/* Whether those that are to be seen wholly are, beyond doubt. That the others are not was looked at
 * when they were placed. */
static bool is_certain(const struct tes_scene *after, unsigned count)
{
    return tes_table_is_open(after, ((1U << count) - 1) << TES_TABLE_FIRST);
}

static bool try_places(struct tes_random *random, unsigned count,
                       struct tes_question_drawn *question)
{
    struct tes_scene *scene = &question->scene;
    double above = tes_scene_between(random, ABOVE_LEAST, ABOVE_MOST);
    start(random, above - question->tilt, scene);
    const struct tes_camera shown = scene->camera;
    tes_table_tilt(scene, question->tilt);
    put_slight_last(scene, count);
    if (!place(random, scene, count) || !is_certain(scene, count))
        return false;
    tes_scene_turn(scene, -tes_table_degrees(question));
    scene->camera = shown;
    return tes_table_is_clear(scene, SEEN);
}

static bool draw(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_drawn *question)
{
    (void)difficulty;
    unsigned tilt = TILT_LEAST + TILT_STEP * tes_random_below(random, TILT_STEPS);
    question->tilt = (int16_t)(0 - (int)tilt);
    tes_table_turn(random, &TURNS, question);
    /* The answer is drawn first and kept to, so that all are equally frequent. */
    unsigned count = 1 + tes_random_below(random, TES_SOLID_COUNT);
    unsigned tries = 0;
    while (tries < TRIES && !try_places(random, count, question))
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
    tes_table_ask(question, text);
    tes_buf_text(text, " and you look from ");
    tes_buf_number(text, -question->tilt);
    tes_buf_text(text,
                 "° lower, from the eye along the lines. How many objects are then fully visible?");
}

const struct tes_question tes_question_visible = {"visible", draw, ask};
