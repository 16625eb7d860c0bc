/*
 * "The table turns 35° clockwise and you look from 20° lower. How many objects are then fully
 * visible?" At least one always is: the one in front.
 */
#include "challenge/scene/cast.h"
#include "challenge/scene/questions/round_table.h"
#include "challenge/scene/scene_outline.h"

/* Whether each of the things whose bit is set is hidden by so much at least; by rays, as
 * silhouettes are not exact. */
static bool are_hidden(const struct tes_bodies *bodies, struct tes_vector eye, uint32_t things,
                       double least)
{
    for (; things; things &= things - 1)
        if (tes_cast_visible_from(bodies, eye, (unsigned)__builtin_ctz(things), 0) > 1 - least)
            return false;
    return true;
}

/* Whether nothing hides any of the things whose bit is set. Discs hide nothing. */
static bool are_whole(const struct tes_bodies *bodies, const struct tes_viewer *viewer,
                      uint32_t things)
{
    struct tes_outline outlines[TES_SCENE_THINGS];
    for (unsigned i = 0; i < bodies->count; i++)
        if (bodies->all[i].thing->solid != TES_SOLID_DISC)
            tes_outline_of(bodies->all[i].thing, viewer, &outlines[i]);
    for (; things; things &= things - 1) {
        const struct tes_outline *own = &outlines[__builtin_ctz(things)];
        for (unsigned i = 0; i < bodies->count; i++)
            if (bodies->all[i].thing->solid != TES_SOLID_DISC &&
                outlines[i].distance < own->distance &&
                !tes_outline_are_apart(own, &outlines[i], 0))
                return false;
    }
    return true;
}

enum {
    TRIES = 2400,
    FRESH = 20, /* tries before solids and camera are picked again */
    PLACE_TRIES = 45,
    SPREAD = 3, /* solids that are placed far from one another */
    FEW = 2,    /* at most so many fully visible solids are few */
    OFF = 4,    /* views that are misjudged: turned too little or too far, too high or too low */
};

static const double SEEN = 0.6; /* of each solid that is visible before the turn, at least */
/* Free space around a fully visible solid, where half of the picture's height is 1. */
static const double OPEN = 0.08;
static const double HIDDEN = 0.35; /* of a solid that is not fully visible, at least */
/* How much people may misjudge the turn, and how much lower they look from, and still be right, in
 * degrees; and how much of a solid that is not fully visible is hidden then, at least. */
static const double TURN_SLACK = 10, TILT_SLACK = 5, STILL_HIDDEN = 0.1;
/* The hidden share by silhouettes, which is not exact, and by rougher bounds: so much is worth a
 * try. */
static const double LIKELY_HIDDEN = 0.37, ROUGHLY_HIDDEN = 0.32;
/* Distances between a solid and one that it hides. */
static const double NEAR = 0.3, CLOSE = 0.55, FAR = 0.8;
static const double CLEAR = 1.0; /* between a solid and the end of the ground that another hides */
static const double ROOM = 2.85; /* distance of solids from the middle, at most */
/* Solids are this much smaller than in other questions, as six have to fit in a row. */
static const double SMALLER = 0.85;
/* How far in front of the table's middle the fully visible solids are at least, by their number:
 * where there are few of them, they have to hide all others. */
static const double BEFORE[TES_TABLE_SOLIDS + 1] = {0, 1.8, 1.1, 0.2, -0.6, -3, -3, -3};

/* Of LOTS tries, how many look for a place beside another solid, by the same number: where many are
 * fully visible they would be far apart, and that alone would tell their number. */
enum { LOTS = 10 };
static const uint8_t LOTS_BESIDE[TES_TABLE_SOLIDS + 1] = {0, 0, 0, 0, 3, 7, 6, 6};

static const struct tes_table_turns TURNS = {1, 20, 60, 0};

/* How high the camera is after it comes down, and how far it comes down. It never goes up: from
 * lower, the six solids would hide one another as much before the turn as after it. */
static const double ABOVE_LEAST = 20, ABOVE_MOST = 26;
enum { TILT_LEAST = 15, TILT_MOST = 25 };

/* ----------------------------------------------------------------- places */

/* What a thing hides of the ground, seen from above: from which tangent to which, relative to the
 * line from the eye to the middle, and from which distance to which. */
struct span {
    double left, right, near, far;
};

/* What is known of the solids that have places, as they are after the turn. */
struct stage {
    struct tes_scene *scene;
    unsigned count; /* the first so many solids are to be fully visible; */
    uint32_t whole; /* the same as bits */
    struct tes_viewer after;
    struct tes_viewer off[OFF]; /* of who misjudges it */
    struct tes_vector ahead;    /* horizontal, from the eye to the table's middle */
    /* Length of what a thing hides on the ground, for each unit of its height. */
    double slope;
    struct span spans[TES_TABLE_FIRST + TES_TABLE_SOLIDS];
    struct tes_outline outlines[TES_TABLE_FIRST + TES_TABLE_SOLIDS];
    struct tes_silhouette silhouettes[TES_TABLE_FIRST + TES_TABLE_SOLIDS];
    struct tes_look shown; /* the view before the turn */
};

static struct span span_of(const struct stage *stage, const struct tes_thing *thing)
{
    struct tes_vector way = tes_vector_subtract(thing->at, stage->after.eye);
    double distance = tes_vector_dot(way, stage->ahead);
    bool is_square = thing->solid == TES_SOLID_CUBE || thing->solid == TES_SOLID_PYRAMID;
    double side = (way.x * stage->ahead.y - way.y * stage->ahead.x) / distance;
    double half = thing->size * (is_square ? 1.2 : 1) / distance;
    double hides = thing->height * stage->slope;
    return (struct span){side - half, side + half, distance - thing->size, distance + hides};
}

/* Picks a place that is far enough in front of the middle. */
static bool pick_place(struct tes_random *random, const struct stage *stage, struct tes_vector *at)
{
    double before = BEFORE[stage->count];
    if (before <= 0) {
        *at = tes_table_spot(random, ROOM);
        return -tes_vector_dot(*at, stage->ahead) >= before;
    }
    double wide = __builtin_sqrt(ROOM * ROOM - before * before);
    double near = tes_scene_between(random, before, ROOM);
    double side = tes_scene_between(random, -wide, wide);
    at->x = -stage->ahead.x * near + stage->ahead.y * side;
    at->y = -stage->ahead.y * near - stage->ahead.x * side;
    return tes_vector_dot(*at, *at) <= ROOM * ROOM;
}

/* Picks a place close beside another thing, so that fully visible solids are no farther apart than
 * hidden ones. */
static bool pick_place_beside(struct tes_random *random, const struct stage *stage, unsigned thing)
{
    unsigned beside = TES_TABLE_FIRST + tes_random_below(random, thing - TES_TABLE_FIRST);
    const struct tes_thing *other = &stage->scene->things[beside];
    struct tes_thing *it = &stage->scene->things[thing];
    double side = 1.1 * (other->size + it->size) + tes_scene_between(random, 0.1, 0.4);
    double far = tes_scene_between(random, -0.9, 0.9);
    side = tes_random_below(random, 2) == 0 ? side : -side;
    it->at.x = other->at.x + stage->ahead.x * far + stage->ahead.y * side;
    it->at.y = other->at.y + stage->ahead.y * far - stage->ahead.x * side;
    return tes_vector_dot(it->at, it->at) <= ROOM * ROOM;
}

/* Picks a place behind another thing and partly to its side. */
static bool pick_place_behind(struct tes_random *random, const struct stage *stage, unsigned front,
                              unsigned thing)
{
    const struct tes_thing *before = &stage->scene->things[front];
    struct tes_thing *it = &stage->scene->things[thing];
    struct tes_vector way = tes_vector_subtract(before->at, stage->after.eye);
    way.z = 0;
    way = tes_vector_unit(way);
    struct tes_vector aside = {way.y, -way.x, 0};
    double sizes = before->size + it->size;
    /* The first ones are put close and far to the side, so that there is room for others. */
    bool is_spread = stage->count == 1 && thing < TES_TABLE_FIRST + SPREAD;
    double side = tes_scene_between(random, is_spread ? 0.45 : 0, 0.8);
    side = tes_random_below(random, 2) == 0 ? side : -side;
    double gap = tes_scene_between(random, NEAR, is_spread ? CLOSE : FAR);
    /* The farther to the side, the less far behind it may be. */
    double far = __builtin_sqrt((sizes + gap) * (sizes + gap) - side * side);
    it->at = tes_vector_add(
        before->at, tes_vector_add(tes_vector_scale(way, far), tes_vector_scale(aside, side)));
    return tes_vector_dot(it->at, it->at) <= ROOM * ROOM;
}

/* ------------------------------------------------------------------ rules */

/* Whether a thing that is to be fully visible is not behind another one, nor in front of another
 * fully visible one; by what they hide of the ground. */
static bool is_apart(struct stage *stage, unsigned thing)
{
    struct span span = stage->spans[thing] = span_of(stage, &stage->scene->things[thing]);
    for (unsigned i = TES_TABLE_FIRST; i < thing; i++) {
        struct span other = stage->spans[i];
        bool is_aside = span.right < other.left || other.right < span.left;
        unsigned behind = span.near > other.near ? thing : i;
        bool is_far =
            behind == thing ? span.near > other.far + CLEAR : other.near > span.far + CLEAR;
        if (!is_aside && !is_far && (stage->whole >> behind & 1) != 0)
            return false;
    }
    return true;
}

/* Roughly how much of a thing the things before it in the list hide, from what they hide of the
 * ground: to reject early what is hardly hidden. */
static double rough_hidden(const struct stage *stage, unsigned thing)
{
    struct span span = stage->spans[thing];
    double area = (span.right - span.left) * (span.far - span.near), hidden = 0;
    for (unsigned i = TES_TABLE_FIRST; i < thing; i++) {
        struct span other = stage->spans[i];
        double left = other.left > span.left ? other.left : span.left;
        double right = other.right < span.right ? other.right : span.right;
        double far = other.far < span.far ? other.far : span.far;
        if (other.near < span.near && left < right && far > span.near)
            hidden += (right - left) * (far - span.near);
    }
    return hidden / area;
}

/* Whether the fully visible solids are not hidden, and nothing is close to them in the picture.
 * They come first in the list, so only things that could hide one of them need an outline. */
static bool is_open(struct stage *stage, unsigned thing)
{
    const struct tes_silhouette *own = &stage->silhouettes[thing];
    bool is_whole = (stage->whole >> thing & 1) != 0, has_outline = is_whole;
    struct tes_outline *outline = &stage->outlines[thing];
    if (is_whole)
        tes_outline_of(&stage->scene->things[thing], &stage->after, outline);
    for (unsigned i = TES_TABLE_FIRST; i < thing && (stage->whole >> i & 1) != 0; i++) {
        if (!is_whole && own->distance > stage->silhouettes[i].distance)
            continue;
        if (!has_outline)
            tes_outline_of(&stage->scene->things[thing], &stage->after, outline);
        has_outline = true;
        if (!tes_outline_are_apart(outline, &stage->outlines[i], OPEN))
            return false;
    }
    return true;
}

/* How much of a thing the things before it in the list hide, at most: what two of them hide counts
 * twice. Those after it never hide it. */
static double most_hidden(const struct stage *stage, unsigned thing)
{
    const struct tes_silhouette *own = &stage->silhouettes[thing];
    double hidden = 0;
    for (unsigned i = TES_TABLE_FIRST; i < thing; i++)
        if (stage->silhouettes[i].distance <= own->distance)
            hidden += tes_silhouette_overlap(own, &stage->silhouettes[i]);
    return hidden / own->area;
}

/* Whether a solid can stay where it is: fully visible or hidden, as it has to be. */
static bool is_good(struct stage *stage, unsigned thing)
{
    const struct tes_thing *it = &stage->scene->things[thing];
    return tes_table_is_free(stage->scene, thing, (1U << thing) - 1) && is_apart(stage, thing) &&
           tes_silhouette_of(it, &stage->after, &stage->silhouettes[thing]) &&
           is_open(stage, thing) && tes_look_fits(&stage->shown, it, thing);
}

static bool is_good_hidden(struct stage *stage, unsigned thing)
{
    const struct tes_thing *it = &stage->scene->things[thing];
    if (!tes_table_is_free(stage->scene, thing, (1U << thing) - 1) || !is_apart(stage, thing) ||
        rough_hidden(stage, thing) < ROUGHLY_HIDDEN ||
        !tes_silhouette_of(it, &stage->after, &stage->silhouettes[thing]))
        return false;
    return most_hidden(stage, thing) > LIKELY_HIDDEN && is_open(stage, thing) &&
           tes_look_fits(&stage->shown, it, thing);
}

static bool pick_place_whole(struct tes_random *random, const struct stage *stage, unsigned thing)
{
    bool is_beside =
        thing > TES_TABLE_FIRST && tes_random_below(random, LOTS) < LOTS_BESIDE[stage->count];
    return is_beside ? pick_place_beside(random, stage, thing)
                     : pick_place(random, stage, &stage->scene->things[thing].at);
}

static bool try_place(struct tes_random *random, struct stage *stage, unsigned thing)
{
    if ((stage->whole >> thing & 1) != 0)
        return pick_place_whole(random, stage, thing) && is_good(stage, thing);
    /* Solids that have places come first in the list. */
    unsigned front = TES_TABLE_FIRST + tes_random_below(random, thing - TES_TABLE_FIRST);
    return pick_place_behind(random, stage, front, thing) && is_good_hidden(stage, thing);
}

static bool place_one(struct tes_random *random, struct stage *stage, unsigned thing)
{
    unsigned tries = 0;
    while (tries < PLACE_TRIES && !try_place(random, stage, thing))
        tries++;
    if (tries < PLACE_TRIES)
        tes_look_keep(&stage->shown, thing);
    return tries < PLACE_TRIES;
}

/* Finds places for all solids. */
static bool place(struct tes_random *random, struct stage *stage)
{
    stage->shown.placed = 0;
    for (unsigned i = TES_TABLE_FIRST; i < stage->scene->count; i++)
        if (!place_one(random, stage, i))
            return false;
    return true;
}

/* Whether the answer is plain: also to those who misjudge the view. */
static bool is_plain(const struct stage *stage)
{
    struct tes_bodies bodies;
    const uint32_t solids = ((1U << stage->scene->count) - 1) & ~((1U << TES_TABLE_FIRST) - 1);
    const uint32_t others = solids & ~stage->whole;
    tes_cast_prepare(stage->scene, &bodies);
    if (!are_hidden(&bodies, stage->after.eye, others, HIDDEN))
        return false;
    for (unsigned i = 0; i < OFF; i++)
        if (!are_whole(&bodies, &stage->off[i], stage->whole) ||
            !are_hidden(&bodies, stage->off[i].eye, others, STILL_HIDDEN))
            return false;
    return true;
}

/* ----------------------------------------------------------------- scenes */

static unsigned solids_of(const struct tes_question_asked *question)
{
    return question->solid_count != 0 ? question->solid_count : TES_SOLID_COUNT;
}

/* A table with slightly smaller solids. */
static void start_table(struct tes_random *random, double above, unsigned solids,
                        struct tes_scene *scene)
{
    tes_table_start_with(random, above, solids, scene);
    for (unsigned i = TES_TABLE_FIRST; i < scene->count; i++) {
        scene->things[i].size *= SMALLER;
        scene->things[i].height *= SMALLER;
    }
}

/* Where few solids are fully visible, those that hide little come later in the list: they can't be
 * the ones in front. */
static unsigned rank_of(enum tes_solid solid, unsigned count)
{
    static const uint8_t slightness[TES_SOLID_COUNT] = {
        [TES_SOLID_BALL] = 1, [TES_SOLID_CONE] = 2, [TES_SOLID_PYRAMID] = 2, [TES_SOLID_RING] = 2};
    unsigned slight = slightness[solid];
    return count == 1 ? slight : count <= FEW ? slight / 2 : 0;
}

static void put_slight_last(struct tes_scene *scene, unsigned count)
{
    const struct tes_scene was = *scene;
    unsigned next = TES_TABLE_FIRST;
    for (unsigned rank = 0; rank < 3; rank++)
        for (unsigned i = TES_TABLE_FIRST; i < was.count; i++)
            if (rank_of((enum tes_solid)was.things[i].solid, count) == rank)
                scene->things[next++] = was.things[i];
}

/* The view after the turn, and those of who misjudges it; moves the camera. */
static void find_views(struct tes_question_asked *question, struct stage *stage)
{
    const double degrees = tes_table_degrees(question);
    const struct {
        double turn, tilt;
    } off[OFF] = {{TURN_SLACK, 0}, {-TURN_SLACK, 0}, {0, TILT_SLACK}, {0, -TILT_SLACK}};
    struct tes_scene *scene = &question->scene;
    tes_table_tilt(scene, question->tilt);
    stage->after = tes_table_after(&scene->camera, degrees);
    for (unsigned i = 0; i < OFF; i++) {
        tes_table_tilt(scene, off[i].tilt);
        stage->off[i] = tes_table_after(&scene->camera, degrees + off[i].turn);
        tes_table_tilt(scene, -off[i].tilt);
    }
}

static void start(struct tes_random *random, unsigned count, struct tes_question_asked *question,
                  struct stage *stage)
{
    struct tes_scene *scene = &question->scene;
    double above = tes_scene_between(random, ABOVE_LEAST, ABOVE_MOST);
    start_table(random, above - question->tilt, solids_of(question), scene);
    put_slight_last(scene, count);
    const struct tes_camera shown = scene->camera;
    struct tes_viewer viewer = tes_camera_viewer(&shown);
    tes_look_start(&stage->shown, &viewer, SEEN);
    find_views(question, stage);
    scene->camera = shown;
    stage->scene = scene;
    stage->count = count;
    stage->whole = ((1U << count) - 1) << TES_TABLE_FIRST;
    struct tes_vector eye = stage->after.eye, away = {-eye.x, -eye.y, 0};
    stage->ahead = tes_vector_unit(away);
    stage->slope = tes_vector_length(away) / eye.z;
}

static bool make(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question)
{
    (void)difficulty;
    unsigned tilt = TILT_LEAST + tes_random_below(random, TILT_MOST - TILT_LEAST + 1);
    question->tilt = (int16_t)(0 - (int)tilt);
    tes_table_turn(random, &TURNS, question);
    /* The answer is picked first and stays, so that all answers are equally frequent. */
    unsigned solids = solids_of(question), count = 1 + tes_random_below(random, solids);
    struct stage stage;
    unsigned tries = 0;
    do {
        if (tries % FRESH == 0)
            start(random, count, question, &stage);
    } while (!(place(random, &stage) && is_plain(&stage) &&
               tes_table_is_good(&question->scene, &stage.shown, 1)) &&
             ++tries < TRIES);
    question->option_count = (uint8_t)solids;
    for (unsigned i = 0; i < solids; i++)
        question->options[i] = (uint8_t)(i + 1);
    /* Options that are numbers are not shuffled. */
    question->select = (struct tes_select){1, {(uint8_t)(count - 1)}};
    return tries < TRIES;
}

static struct tes_instruction ask(const struct tes_question_asked *question)
{
    return tes_table_ask(
        question, "ask-visible",
        (struct tes_instruction_hole){.name = "tilt", .number = (unsigned)-question->tilt});
}

const struct tes_question tes_question_visible = {"visible", make, ask, TES_HARD};
