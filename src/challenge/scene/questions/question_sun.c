/*
 * Where does the sun stand? Solids throw shadows on the ground; the options are directions, shown
 * from the viewer's side. The sun is close to one of them. Shadows are long, and most of each can
 * be seen.
 */
#include "challenge/scene/questions/question_views.h"

#include "challenge/scene/cast.h"

enum {
    OPTIONS = 6,
    DIRECTIONS_MOST = 10,
    FILL_TRIES = 40,
    SAMPLES = 8, /* rays to a shadow, in each direction */
};

static const double SEEN_LEAST = 0.45;       /* of each shadow, at least */
static const double WIDE = 1.9, HIGH = 0.92; /* the picture's ends, less a margin */
static const double GAP = 0.5;               /* between solids */

/* What each level asks for. */
static const struct level {
    uint8_t directions; /* how many there are; six of them are shown */
    uint8_t things;
    double off;    /* how far the sun may be from its direction, in degrees */
    double radius; /* of the ground that things stand on */
    double field;  /* of the camera */
} LEVELS[] = {
    [TES_EASY] = {6, 1, 7, 0.3, 18},
    [TES_MEDIUM] = {8, 1, 5, 0.3, 18},
    [TES_HARD] = {10, 2, 3, 1.4, 22},
};

/* Solids whose shadows show a direction. */
static const uint8_t SOLIDS[] = {TES_SOLID_CUBE, TES_SOLID_CYLINDER, TES_SOLID_CONE,
                                 TES_SOLID_PYRAMID};

static void add_thing(struct tes_random *random, struct tes_scene *scene)
{
    unsigned which = tes_random_below(random, sizeof SOLIDS);
    struct tes_thing thing = tes_question_thing(random, SOLIDS[which]);
    double tall = tes_scene_between(random, 2.5, 3.1);
    thing.size *= 0.85;
    thing.height = tall * thing.size;
    scene->things[scene->count++] = thing;
}

/* ---------------------------------------------------------------- shadows */

/* A part of the ground that contains a thing's shadow: from its foot to the shadow of its top. */
struct strip {
    struct tes_vector from, along, across;
};

static struct strip strip_of(const struct tes_thing *thing, struct tes_vector sun)
{
    double half = 1.42 * thing->size;
    struct tes_vector away = tes_vector_unit((struct tes_vector){-sun.x, -sun.y, 0});
    double level = __builtin_sqrt(sun.x * sun.x + sun.y * sun.y);
    double length = thing->height * level / sun.z + half;
    struct tes_vector aside = {-away.y, away.x, 0};
    struct tes_vector foot = {thing->at.x, thing->at.y, 0};
    return (struct strip){
        .from = tes_vector_subtract(foot, tes_vector_scale(aside, half)),
        .along = tes_vector_scale(away, length),
        .across = tes_vector_scale(aside, 2 * half),
    };
}

/* The share of a thing's shadow that is seen. The part right at its foot is not counted. */
static double shadow_seen(const struct tes_scene *scene, const struct tes_bodies *bodies,
                          unsigned index)
{
    const struct tes_thing *thing = &scene->things[index];
    struct strip strip = strip_of(thing, scene->sun);
    unsigned dark = 0, seen = 0;
    for (unsigned i = 0; i < SAMPLES * SAMPLES; i++) {
        unsigned row = i / SAMPLES, column = i % SAMPLES;
        double along = (row + 0.5) / SAMPLES, across = (column + 0.5) / SAMPLES;
        struct tes_vector point = tes_vector_add(strip.from, tes_vector_scale(strip.along, along));
        point = tes_vector_add(point, tes_vector_scale(strip.across, across));
        double distance;
        if (!tes_cast_reach(&bodies->all[index], point, scene->sun, &distance) ||
            distance * scene->sun.z < 0.05 * thing->height)
            continue;
        struct tes_vector way = tes_vector_subtract(scene->camera.eye, point);
        dark++;
        seen += !tes_cast_stopped(bodies, point, tes_vector_unit(way), 1e9, 0);
    }
    return dark == 0 ? 0 : (double)seen / dark;
}

/* Whether a thing and its shadow lie inside of the picture. */
static bool is_inside(const struct tes_scene *scene, unsigned index)
{
    const struct tes_thing *thing = &scene->things[index];
    struct strip strip = strip_of(thing, scene->sun);
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    struct tes_frame frame;
    struct tes_vector end = {thing->at.x + strip.along.x, thing->at.y + strip.along.y, 0};
    struct tes_seen seen = tes_viewer_see(&viewer, end);
    return tes_thing_frame(thing, &viewer, &frame) && frame.left > -WIDE && frame.right < WIDE &&
           frame.bottom > -HIGH && frame.top < HIGH && seen.x > -WIDE && seen.x < WIDE &&
           seen.y > -HIGH && seen.y < HIGH;
}

/* Whether one thing's shadow falls on another. */
static bool is_shaded(const struct tes_scene *scene, unsigned index, unsigned other)
{
    const struct tes_thing *thing = &scene->things[other];
    struct strip strip = strip_of(&scene->things[index], scene->sun);
    struct tes_vector way = tes_vector_subtract(thing->at, scene->things[index].at);
    struct tes_vector ahead = tes_vector_unit(strip.along), aside = tes_vector_unit(strip.across);
    double room = 1.42 * thing->size, off = tes_vector_dot(way, aside);
    double on = tes_vector_dot(way, ahead);
    double half = tes_vector_length(strip.across) / 2 + room;
    return on > 0 && on < tes_vector_length(strip.along) + room && off < half && off > -half;
}

/* The camera looks at the middle of all things and their shadows. */
static void aim(struct tes_scene *scene, double around, double above, double field)
{
    struct tes_vector middle = {0, 0, 0};
    for (unsigned i = 0; i < scene->count; i++) {
        struct strip strip = strip_of(&scene->things[i], scene->sun);
        struct tes_vector own = tes_vector_scale(strip.along, 0.42);
        own = tes_vector_add(own, scene->things[i].at);
        middle = tes_vector_add(middle, tes_vector_scale(own, 1.0 / scene->count));
    }
    middle.z = 0.3;
    scene->camera = tes_camera_around(middle, around, above, 12, field);
}

/* ------------------------------------------------------------------- make */

/* Six of the level's directions, in random order: the first is the right one. */
static void pick_directions(struct tes_random *random, const struct level *level,
                            uint8_t directions[DIRECTIONS_MOST])
{
    unsigned step = (unsigned)(360 / TES_SUN_STEP) / level->directions;
    unsigned first = tes_random_below(random, 2) * (step / 2);
    for (unsigned i = 0; i < level->directions; i++)
        directions[i] = (uint8_t)(first + i * step);
    tes_random_shuffle(random, directions, level->directions);
}

/* Adds solids to a scene that has its sun; false where their shadows can't be seen well. */
static bool fill(struct tes_random *random, const struct level *level, struct tes_scene *scene)
{
    scene->count = 0;
    for (unsigned i = 0; i < level->things; i++)
        add_thing(random, scene);
    return tes_question_place(random, scene, level->radius, GAP) &&
           (scene->count == 1 || !(is_shaded(scene, 0, 1) || is_shaded(scene, 1, 0)));
}

static bool is_clear(const struct tes_scene *scene)
{
    struct tes_bodies bodies;
    tes_cast_prepare(scene, &bodies);
    for (unsigned i = 0; i < scene->count; i++)
        if (!is_inside(scene, i) || shadow_seen(scene, &bodies, i) < SEEN_LEAST)
            return false;
    return true;
}

static bool make(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_asked *question)
{
    const struct level *level = &LEVELS[difficulty];
    struct tes_scene *scene = &question->scene;
    uint8_t directions[DIRECTIONS_MOST];
    double above = tes_scene_between(random, 46, 53);
    tes_question_scene(random, above, scene);
    pick_directions(random, level, directions);
    double around = tes_scene_between(random, -12, 12);
    double off = tes_scene_between(random, -level->off, level->off);
    double high = tes_scene_between(random, 25, 31);
    scene->sun = tes_scene_towards(around + TES_SUN_STEP * directions[0] + off, high);
    question->option_count = OPTIONS;
    __builtin_memcpy(question->options, directions, OPTIONS);
    tes_question_shuffle(random, question, directions[0]);
    /* The direction stays: else directions whose shadows are easy to see would be right more
     * often. */
    for (unsigned tries = 0; tries < FILL_TRIES; tries++) {
        if (!fill(random, level, scene))
            continue;
        aim(scene, around, above, level->field);
        if (is_clear(scene))
            return true;
    }
    return false;
}

static struct tes_instruction ask(const struct tes_question_asked *question)
{
    (void)question;
    return (struct tes_instruction){.key = "ask-sun"};
}

/* Two objects stand there at HARD. A single one hides nothing but a part of its own shadow. */
const struct tes_question tes_question_sun = {"sun", make, ask, TES_HARD};
