/* "The table turns 90° clockwise. Which object is then furthest to the right?" */
#include "core/scene/table.h"

enum { TRIES = 300 };

static const double MARGIN = 0.08 * TES_TABLE_ASPECT; /* from the answer to the next, in `x` */

static const double SEEN = 0.6; /* of each solid, before the turn, at least */

static const struct level {
    struct tes_table_turns turns;
    double above_least, above_most; /* of the camera, in degrees */
    bool is_open;                   /* nothing hides anything, before and after: on a circle */
    double slack; /* how far one may misjudge the turn and still be right, in degrees */
} LEVELS[] = {
    [TES_EASY] = {{90, 90, 270, 0}, 46, 52, true, 8},
    [TES_MEDIUM] = {{45, 45, 315, 0}, 30, 40, false, 8},
    [TES_HARD] = {{5, 20, 340, 10}, 28, 38, false, 10},
};

/* The thing whose middle is furthest to the right after a turn, and by how much. */
static unsigned furthest(const struct tes_scene *scene, double degrees, double *margin)
{
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    double best = -1e9, next = -1e9;
    unsigned thing = TES_TABLE_FIRST;
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++) {
        struct tes_thing turned = scene->things[i];
        tes_thing_turn(&turned, degrees);
        double x = tes_viewer_see(&viewer, tes_thing_middle(&turned)).x;
        if (x > best) {
            next = best;
            best = x;
            thing = i;
        } else if (x > next) {
            next = x;
        }
    }
    *margin = best - next;
    return thing;
}

/* Places the solids on a circle, about as far from one another. */
static void place_around(struct tes_random *random, struct tes_scene *scene)
{
    double first = tes_scene_between(random, 0, 360);
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++) {
        double around = first + 60 * i + tes_scene_between(random, -8, 8);
        double away = tes_scene_between(random, 2.0, TES_TABLE_ROOM);
        scene->things[TES_TABLE_FIRST + i].at =
            tes_vector_scale(tes_scene_towards(around, 0), away);
    }
}

/* Lets the wanted solid change places with the one that would be the answer. */
static void swap_places(struct tes_scene *scene, unsigned one, unsigned other)
{
    struct tes_vector at = scene->things[one].at;
    scene->things[one].at = scene->things[other].at;
    scene->things[other].at = at;
}

static bool is_certain(const struct tes_scene *scene, unsigned wanted, double degrees, double slack)
{
    double margin;
    return furthest(scene, degrees, &margin) == wanted && margin >= MARGIN &&
           furthest(scene, degrees + slack, &margin) == wanted &&
           furthest(scene, degrees - slack, &margin) == wanted;
}

static bool try_places(struct tes_random *random, const struct level *level, enum tes_solid answer,
                       struct tes_question_drawn *question)
{
    struct tes_scene *scene = &question->scene;
    double degrees = tes_table_degrees(question), margin;
    double above = tes_scene_between(random, level->above_least, level->above_most);
    tes_table_start(random, above, scene);
    unsigned wanted = tes_table_find(scene, answer);
    if (level->is_open)
        place_around(random, scene);
    else if (!tes_table_place(random, scene, TES_TABLE_ROOM, 0, NULL))
        return false;
    unsigned right = furthest(scene, degrees, &margin);
    swap_places(scene, right, wanted);
    if (!is_certain(scene, wanted, degrees, level->slack) ||
        !tes_table_is_free(scene, wanted, ~0U) || !tes_table_is_free(scene, right, ~0U) ||
        !tes_table_shows_end(question))
        return false;
    if (!level->is_open)
        return tes_table_is_clear(scene, SEEN);
    struct tes_scene after = *scene;
    tes_scene_turn(&after, degrees);
    return tes_table_is_open(scene, ~0U) && tes_table_is_open(&after, ~0U) &&
           tes_table_is_clear(scene, SEEN);
}

static bool draw(struct tes_random *random, enum tes_difficulty difficulty,
                 struct tes_question_drawn *question)
{
    const struct level *level = &LEVELS[difficulty];
    tes_table_turn(random, &level->turns, question);
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
    tes_table_ask(question, text);
    tes_buf_text(text, ". Which object is then furthest to the right?");
}

const struct tes_question tes_question_turn = {"turn", draw, ask};
