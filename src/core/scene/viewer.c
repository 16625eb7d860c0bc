/* "The figure looks at the middle. Which object does it see furthest to its left?" */
#include "core/scene/table.h"

enum { TRIES = 300 };

static const double AWAY = 3.2;       /* of the figure, from the middle: on the table's rim */
static const double ROOM = 2.3;       /* for solids, from the middle */
static const double FIGURE = 0.5;     /* of room around it */
static const double ARROW = 1.0;      /* how far the mark before its feet goes */
static const double EYES = 1.5;       /* above the ground: over the heads of most solids */
static const double HALF_SIGHT = 55;  /* how far to each side it sees, in degrees */
static const double SIDE = 27;        /* how far to the side the answer is at least, likewise */
static const double BORDER = 0.11;    /* beside the middle of its head, in halves of the picture */
static const double SEEN = 0.6;       /* of each solid, by the camera; */
static const double SEEN_BY_IT = 0.5; /* and by the figure */

static const struct level {
    double least, most; /* how far around from the camera it stands, in degrees */
    double margin;      /* of bearing, from the answer to the next */
    double above_least, above_most;
} LEVELS[] = {
    [TES_EASY] = {80, 180, 12, 36, 44},
    [TES_MEDIUM] = {60, 180, 10, 34, 42},
    [TES_HARD] = {60, 180, 8, 30, 40},
};

/* The side that is asked for; 1 for left. It needs no room of its own in a question. */
static double side_of(const struct tes_question_drawn *question)
{
    return question->is_clockwise ? -1 : 1;
}

static struct tes_viewer viewer_of(const struct tes_question_drawn *question)
{
    struct tes_vector eye = question->spot;
    eye.z = EYES;
    struct tes_camera camera = tes_camera_facing(eye, question->spot_turn, 2 * HALF_SIGHT);
    return tes_camera_viewer(&camera);
}

static bool is_crowded(const struct tes_question_drawn *question, unsigned thing)
{
    const struct tes_thing *other = &question->scene.things[thing];
    struct tes_vector way = tes_vector_subtract(other->at, question->spot);
    return tes_vector_length(way) < tes_thing_reach(other) + FIGURE;
}

/* Whether a thing stands between the camera and the figure, as far as can be told from above. */
static bool is_in_the_way(const struct tes_question_drawn *question, unsigned thing)
{
    const struct tes_thing *other = &question->scene.things[thing];
    struct tes_vector eye = question->scene.camera.eye, level = {eye.x, eye.y, 0};
    struct tes_vector ahead = tes_vector_unit(tes_vector_subtract(question->spot, level));
    struct tes_vector way = tes_vector_subtract(question->spot, other->at);
    double behind = tes_vector_dot(way, ahead);
    double aside = way.x * ahead.y - way.y * ahead.x;
    double hides = other->height * tes_vector_length(level) / eye.z + other->size;
    double room = other->size + FIGURE;
    return behind > 0 && behind < hides && aside < room && aside > -room;
}

/* Between which bearings a place is looked for, in degrees to the side that is asked for. */
struct sector {
    const struct tes_question_drawn *question;
    struct tes_viewer viewer;
    double least, most;
};

static double bearing_of(const struct sector *sector, unsigned thing)
{
    struct tes_vector middle = tes_thing_middle(&sector->question->scene.things[thing]);
    return side_of(sector->question) * tes_viewer_bearing(&sector->viewer, middle);
}

static bool is_within(const struct tes_scene *scene, unsigned thing, const void *context)
{
    const struct sector *sector = context;
    (void)scene;
    if (is_crowded(sector->question, thing) || is_in_the_way(sector->question, thing))
        return false;
    double bearing = bearing_of(sector, thing);
    return bearing >= sector->least && bearing <= sector->most;
}

/* Places the answer well to the side, and all others less so. */
static bool place(struct tes_random *random, struct tes_question_drawn *question, double margin,
                  unsigned answer)
{
    struct sector sector = {question, viewer_of(question), SIDE, HALF_SIGHT};
    const struct tes_table_rule rule = {is_within, &sector};
    struct tes_scene *scene = &question->scene;
    if (!tes_table_place(random, scene, ROOM, ~(1U << answer), &rule))
        return false;
    sector.most = bearing_of(&sector, answer) - margin;
    sector.least = -HALF_SIGHT;
    return tes_table_place(random, scene, ROOM, 1U << answer, &rule);
}

/* Whether the figure lies wholly in the picture. */
static bool is_framed(const struct tes_question_drawn *question)
{
    struct tes_viewer viewer = tes_camera_viewer(&question->scene.camera);
    struct tes_vector head = question->spot;
    head.z = EYES;
    double x = tes_viewer_see(&viewer, head).x;
    return x < TES_TABLE_ASPECT - BORDER && x > BORDER - TES_TABLE_ASPECT;
}

/* Whether the camera sees the figure from foot to head, and a little around it. */
static bool is_seen(const struct tes_question_drawn *question)
{
    const struct tes_scene *scene = &question->scene;
    struct tes_vector eye = scene->camera.eye;
    struct tes_bodies bodies;
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    tes_cast_prepare(scene, &bodies);
    for (int height = 0; height <= 3; height++) {
        for (int side = -1; side <= 1; side++) {
            struct tes_vector point =
                tes_vector_add(question->spot, tes_vector_scale(viewer.right, 0.4 * side));
            point.z = 0.5 * height;
            struct tes_vector way = tes_vector_subtract(point, eye);
            if (tes_cast_stopped(&bodies, eye, tes_vector_unit(way), tes_vector_length(way), 0))
                return false;
        }
    }
    /* And the arrow at its feet. */
    struct tes_vector tip = tes_vector_scale(question->spot, 1 - ARROW / AWAY);
    struct tes_vector way = tes_vector_subtract(tip, eye);
    return !tes_cast_stopped(&bodies, eye, tes_vector_unit(way), tes_vector_length(way), 0);
}

/* Puts the figure somewhere around the table, `away` degrees from the camera. */
static void draw_spot(struct tes_random *random, const struct level *level,
                      struct tes_question_drawn *question)
{
    double away = tes_scene_between(random, level->least, level->most);
    double sign = tes_random_below(random, 2) == 0 ? 1 : -1;
    struct tes_vector eye = question->scene.camera.eye;
    double around = tes_scene_angle(eye.x, -eye.y) + sign * away;
    question->spot = tes_vector_scale(tes_scene_towards(around, 0), AWAY);
    question->spot_turn = around;
}

static bool try_places(struct tes_random *random, const struct level *level, enum tes_solid answer,
                       struct tes_question_drawn *question)
{
    struct tes_scene *scene = &question->scene;
    double above = tes_scene_between(random, level->above_least, level->above_most);
    tes_table_start(random, above, scene);
    unsigned wanted = tes_table_find(scene, answer);
    draw_spot(random, level, question);
    struct tes_viewer viewer = viewer_of(question), camera = tes_camera_viewer(&scene->camera);
    return is_framed(question) && place(random, question, level->margin, wanted) &&
           is_seen(question) && tes_table_could_see(scene, &viewer, SEEN_BY_IT) &&
           tes_table_could_see(scene, &camera, SEEN) &&
           tes_table_is_seen(scene, &viewer, SEEN_BY_IT) && tes_table_is_clear(scene, SEEN);
}

static bool draw(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_drawn *question)
{
    const struct level *level = &LEVELS[difficulty];
    question->is_clockwise = tes_random_below(random, 2) == 0;
    /* The answer is drawn first and kept to, so that all are equally frequent. */
    uint8_t answer = (uint8_t)tes_random_below(random, TES_SOLID_COUNT);
    unsigned tries = 0;
    while (tries < TRIES && !try_places(random, level, (enum tes_solid)answer, question))
        tries++;
    question->option_count = TES_SOLID_COUNT;
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++)
        question->options[i] = (uint8_t)i;
    tes_question_shuffle(random, question, answer);
    return tries < TRIES;
}

static void ask(const struct tes_question_drawn *question, struct tes_buf *text)
{
    tes_buf_text(text, "Which object does the figure see furthest to its ");
    tes_buf_text(text, question->is_clockwise ? "right?" : "left?");
}

const struct tes_question tes_question_viewer = {"viewer", draw, ask};
