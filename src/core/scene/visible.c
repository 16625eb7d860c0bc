/*
 * "The table turns 35° clockwise and you look from 20° lower. How many objects are then fully
 * visible?" At least one always is: the one in front.
 */
#include "core/scene/outline.h"
#include "core/scene/table.h"

enum {
    TRIES = 390,
    FRESH = 20, /* tries with the same solids and camera */
    PLACE_TRIES = 45,
    SPREAD = 3, /* solids that are spread out */
    FEW = 2,    /* that are seen wholly */
};

static const double SEEN = 0.6;  /* of each solid, before the turn */
static const double OPEN = 0.05; /* around what nothing hides, in halves of the picture's height */
static const double HIDDEN = 0.25; /* of what is not seen wholly, at least */
/* By silhouettes: at least so much to be tried, and to be so for certain; and at least roughly. */
static const double LIKELY_HIDDEN = 0.27, SURELY_HIDDEN = 0.33, ROUGHLY_HIDDEN = 0.25;
static const double NEAR = 0.3, CLOSE = 0.55, FAR = 0.8; /* between a solid and one that it hides */
static const double CLEAR =
    1.0; /* between the end of what a solid hides and one that it does not */
static const double ROOM = 2.85;    /* for solids, from the middle */
static const double SMALLER = 0.85; /* than in other questions: six have to find room in a row */
/* How far before the middle those are that are seen wholly, if there are 0, 1, 2, ... of them: few
   of them have to hide many. */
static const double BEFORE[TES_SOLID_COUNT + 1] = {0, 1.8, 1.1, 0.2, -0.6, -3, -3};

/* And out of so many tries, how many look for a place beside another one: where many are seen
 * wholly they would stand far apart, and that alone would tell their number. */
enum { LOTS = 10 };
static const uint8_t LOTS_BESIDE[TES_SOLID_COUNT + 1] = {0, 0, 0, 0, 3, 7, 6};

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

/* All that is known of the solids that have their places: as they are after the turn. */
struct stage {
    struct tes_scene *scene;
    unsigned count;    /* the first so many are to be seen wholly, */
    uint32_t whole;    /* a bit each */
    uint32_t doubtful; /* those of the others that may not be hidden enough */
    struct tes_viewer after;
    struct tes_vector ahead; /* level, from the eye to the table's middle */
    double slope;            /* how far a shadow from the eye is, for each height */
    struct span spans[TES_TABLE_END];
    struct tes_outline outlines[TES_TABLE_END];
    struct tes_silhouette silhouettes[TES_TABLE_END];
    struct tes_look shown; /* and before the turn */
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

/* A place at least so far before the middle. */
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

/* A place close beside another thing: those that are seen wholly are then no farther apart than
 * those that are hidden. */
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

/* A place behind another thing, partly to its side. */
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
    /* The first ones go close and well to a side: they have to leave room for others. */
    bool is_spread = stage->count == 1 && thing < TES_TABLE_FIRST + SPREAD;
    double side = tes_scene_between(random, is_spread ? 0.45 : 0, 0.8);
    side = tes_random_below(random, 2) == 0 ? side : -side;
    double gap = tes_scene_between(random, NEAR, is_spread ? CLOSE : FAR);
    /* What is more to the side may be less behind. */
    double far = __builtin_sqrt((sizes + gap) * (sizes + gap) - side * side);
    it->at = tes_vector_add(
        before->at, tes_vector_add(tes_vector_scale(way, far), tes_vector_scale(aside, side)));
    return tes_vector_dot(it->at, it->at) <= ROOM * ROOM;
}

/* ------------------------------------------------------------------ rules */

/* Whether a thing that is to be seen wholly is not behind another one, and not in front of another
 * one that is to be. */
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

/* About how much of a thing those before it in the list hide, as if all were boxes on the ground
 * that they hide: to throw away early what is hardly hidden. */
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

/* Whether nothing hides anything of those that are to be seen wholly, nor comes close to them in
 * the picture. These come first: only what could hide one of them needs an outline. */
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

/* How much of a thing those before it in the list hide: what comes later does not change that. */
struct hidden {
    double least, most; /* where two hide the same it counts twice */
};

static struct hidden hidden_of(const struct stage *stage, unsigned thing)
{
    const struct tes_silhouette *own = &stage->silhouettes[thing];
    struct hidden hidden = {0, 0};
    for (unsigned i = TES_TABLE_FIRST; i < thing; i++) {
        if (stage->silhouettes[i].distance > own->distance)
            continue;
        double share = tes_silhouette_overlap(own, &stage->silhouettes[i]) / own->area;
        hidden.least = share > hidden.least ? share : hidden.least;
        hidden.most += share;
    }
    return hidden;
}

/* Whether a solid that is to be seen wholly can stay where it is, and one that is to be hidden. */
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
    struct hidden hidden = hidden_of(stage, thing);
    stage->doubtful &= ~(1U << thing);
    stage->doubtful |= (uint32_t)(hidden.least < SURELY_HIDDEN) << thing;
    return hidden.most > LIKELY_HIDDEN && is_open(stage, thing) &&
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
    /* Those that are placed come first. */
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

/* Places all solids. */
static bool place(struct tes_random *random, struct stage *stage)
{
    stage->shown.placed = stage->doubtful = 0;
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
        if (!place_one(random, stage, i))
            return false;
    return true;
}

/* Whether those that are to be hidden are, by rays where it is not certain. */
static bool is_certain(const struct stage *stage)
{
    struct tes_bodies bodies;
    if (stage->doubtful == 0)
        return true;
    tes_cast_prepare(stage->scene, &bodies);
    for (uint32_t left = stage->doubtful; left; left &= left - 1) {
        unsigned thing = (unsigned)__builtin_ctz(left);
        if (tes_cast_visible_from(&bodies, stage->after.eye, thing, 0) > 1 - HIDDEN)
            return false;
    }
    return true;
}

/* ----------------------------------------------------------------- scenes */

/* A table with somewhat smaller solids. */
static void start_table(struct tes_random *random, double above, struct tes_scene *scene)
{
    tes_table_start(random, above, scene);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        scene->things[i].size *= SMALLER;
        scene->things[i].height *= SMALLER;
    }
}

/* Where few are to be seen wholly, those that hide little come later: they can't be the ones in
 * front. */
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
        for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
            if (rank_of((enum tes_solid)was.things[i].solid, count) == rank)
                scene->things[next++] = was.things[i];
}

static void start(struct tes_random *random, unsigned count, struct tes_question_asked *question,
                  struct stage *stage)
{
    struct tes_scene *scene = &question->scene;
    double above = tes_scene_between(random, ABOVE_LEAST, ABOVE_MOST);
    start_table(random, above - question->tilt, scene);
    put_slight_last(scene, count);
    const struct tes_camera shown = scene->camera;
    struct tes_viewer viewer = tes_camera_viewer(&shown);
    tes_look_start(&stage->shown, &viewer, SEEN);
    tes_table_tilt(scene, question->tilt);
    stage->after = tes_table_after(&scene->camera, tes_table_degrees(question));
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
    unsigned tilt = TILT_LEAST + TILT_STEP * tes_random_below(random, TILT_STEPS);
    question->tilt = (int16_t)(0 - (int)tilt);
    tes_table_turn(random, &TURNS, question);
    /* The answer is drawn first and kept to, so that all are equally frequent. */
    unsigned count = 1 + tes_random_below(random, TES_SOLID_COUNT);
    struct stage stage;
    unsigned tries = 0;
    do {
        if (tries % FRESH == 0)
            start(random, count, question, &stage);
    } while (!(place(random, &stage) && is_certain(&stage) &&
               tes_table_is_good(&question->scene, &stage.shown, 1)) &&
             ++tries < TRIES);
    question->option_count = TES_SOLID_COUNT;
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++)
        question->options[i] = (uint8_t)(i + 1);
    /* Numbers stay in their order. */
    question->select = (struct tes_select){1, {(uint8_t)(count - 1)}};
    return tries < TRIES;
}

static void ask(const struct tes_question_asked *question, struct tes_buf *text)
{
    tes_table_ask(question, text);
    tes_buf_text(text, " and you look from ");
    tes_buf_number(text, -question->tilt);
    tes_buf_text(text, "° lower, as the eye does. How many objects are then fully visible?");
}

const struct tes_question tes_question_visible = {"visible", make, ask};
