/* Solids on a round table. */
#include "challenge/scene/questions/round_table.h"

enum { PLACE_TRIES = 30, LIFTS = 4, HUES_TOGETHER = 3 };

static const double FIELD = 36; /* of the camera, in degrees */

/* Two elevations of the camera, and the heights that it looks at there, so that everything is in
 * the middle of the picture. */
static const double FLAT = 20, STEEP = 45;
static const double FLAT_HEIGHT = 0.25, STEEP_HEIGHT = -0.5;

static const double FILLED = 0.93; /* of the picture, that the table takes at most */
static const double BORDER = 0.02; /* around all solids, where half of the picture's height is 1 */
static const double LEAST_HIGH = 28.0 / 240; /* of a solid: 28 of 480 pixels */

/* ----------------------------------------------------------------- camera */

static double height_of(double above)
{
    double share = (above - FLAT) / (STEEP - FLAT);
    return FLAT_HEIGHT + (STEEP_HEIGHT - FLAT_HEIGHT) * share;
}

/* The least distance at which the table's front and sides are in the picture. */
static double distance_of(double above)
{
    double sine = tes_scene_sine(above), cosine = tes_scene_cosine(above);
    double height = height_of(above);
    double tangent = FILLED * tes_scene_sine(FIELD / 2) / tes_scene_cosine(FIELD / 2);
    double front = (TES_TABLE_RADIUS * sine + height * cosine) / tangent +
                   TES_TABLE_RADIUS * cosine - height * sine;
    double across = TES_TABLE_RADIUS / (tangent * TES_TABLE_ASPECT);
    /* The part of the table that looks widest is closer to the camera than its middle. */
    double side = __builtin_sqrt(across * across + TES_TABLE_RADIUS * TES_TABLE_RADIUS);
    return front > side ? front : side;
}

/* Moves the camera to that elevation, without moving it around the table. */
static void look(struct tes_scene *scene, double above)
{
    struct tes_vector middle = {0, 0, height_of(above)};
    double around = tes_scene_angle(scene->camera.eye.x, -scene->camera.eye.y);
    scene->camera = tes_camera_around(middle, around, above, distance_of(above), FIELD);
}

void tes_table_tilt(struct tes_scene *scene, double degrees)
{
    struct tes_vector middle = scene->camera.target;
    struct tes_vector away = tes_vector_subtract(scene->camera.eye, middle);
    double around, above;
    tes_scene_whence(away, &around, &above);
    scene->camera =
        tes_camera_around(middle, around, above + degrees, tes_vector_length(away), FIELD);
}

struct tes_viewer tes_table_after(const struct tes_camera *camera, double degrees)
{
    enum { VECTORS = 4 };
    struct tes_viewer viewer = tes_camera_viewer(camera);
    double sine = tes_scene_sine(degrees), cosine = tes_scene_cosine(degrees);
    struct tes_vector *all[VECTORS] = {&viewer.eye, &viewer.right, &viewer.up, &viewer.forward};
    for (unsigned i = 0; i < VECTORS; i++) {
        struct tes_vector was = *all[i];
        all[i]->x = was.x * cosine + was.y * sine;
        all[i]->y = was.y * cosine - was.x * sine;
    }
    return viewer;
}

/* Solids share few hues, so that neighbours in the picture often have the same. None has the
 * table's hue or one next to it in the circle of hues: solids have to stand out. */
static void dye(struct tes_random *random, struct tes_scene *scene)
{
    uint8_t hues[TES_HUE_COUNT - 3];
    for (unsigned i = 0; i < sizeof hues; i++)
        hues[i] = (uint8_t)((scene->things[0].hue + 2 + i) % TES_HUE_COUNT);
    tes_random_shuffle(random, hues, sizeof hues);
    for (unsigned i = TES_TABLE_FIRST; i < scene->count; i++)
        scene->things[i].hue = hues[tes_random_below(random, HUES_TOGETHER)];
}

void tes_table_start_with(struct tes_random *random, double above, unsigned count,
                          struct tes_scene *scene)
{
    uint8_t solids[TES_TABLE_SOLIDS];
    tes_question_scene(random, above, scene);
    look(scene, above);
    tes_question_solids(random, solids);
    for (unsigned i = TES_SOLID_COUNT; i < count; i++)
        solids[i] = (uint8_t)tes_random_below(random, TES_SOLID_COUNT);
    scene->things[0] = (struct tes_thing){.solid = TES_SOLID_DISC, .size = TES_TABLE_RADIUS};
    scene->things[0].hue = (uint8_t)tes_random_below(random, TES_HUE_COUNT);
    for (unsigned i = 0; i < count; i++)
        scene->things[TES_TABLE_FIRST + i] = tes_question_thing(random, (enum tes_solid)solids[i]);
    scene->count = TES_TABLE_FIRST + count;
    dye(random, scene);
}

void tes_table_start(struct tes_random *random, double above, struct tes_scene *scene)
{
    tes_table_start_with(random, above, TES_SOLID_COUNT, scene);
}

/* ------------------------------------------------------------------ turns */

void tes_table_turn(struct tes_random *random, const struct tes_table_turns *turns,
                    struct tes_question_asked *question)
{
    unsigned steps = (turns->most - turns->least) / turns->step + 1;
    unsigned degrees, past;
    do {
        degrees = turns->least + turns->step * tes_random_below(random, steps);
        past = degrees % 90;
    } while (past < turns->clear || 90 - past < turns->clear);
    question->degrees = (int16_t)degrees;
    question->is_clockwise = tes_random_below(random, 2) == 0;
}

double tes_table_degrees(const struct tes_question_asked *question)
{
    return question->is_clockwise ? -question->degrees : question->degrees;
}

struct tes_instruction tes_table_ask(const struct tes_question_asked *question, const char *key,
                                     struct tes_instruction_hole hole)
{
    return (struct tes_instruction){
        .key = key,
        .holes = {{.name = "degrees", .number = (unsigned)question->degrees},
                  {.name = "direction", .key = tes_instruction_direction(question->is_clockwise)},
                  hole}};
}

/* ----------------------------------------------------------------- solids */

unsigned tes_table_find(const struct tes_scene *scene, enum tes_solid solid)
{
    unsigned thing = TES_TABLE_FIRST;
    while (thing + 1 < scene->count && scene->things[thing].solid != solid)
        thing++;
    return thing;
}

/* Whether two solids are too close. For most pairs the circles around them are far enough apart, or
 * the circles inside of them too close, and nothing else has to be computed. */
static bool is_too_close(const struct tes_thing *a, const struct tes_thing *b)
{
    const double diagonal = 1.4143;
    double x = a->at.x - b->at.x, y = a->at.y - b->at.y, square = x * x + y * y;
    double inner = a->size + b->size + TES_TABLE_GAP;
    double outer = (a->size + b->size) * diagonal + TES_TABLE_GAP;
    if (square >= outer * outer)
        return false;
    return square < inner * inner || tes_cast_too_close(a, b, TES_TABLE_GAP);
}

bool tes_table_is_free(const struct tes_scene *scene, unsigned thing, uint32_t others)
{
    for (unsigned i = TES_TABLE_FIRST; i < scene->count; i++)
        if (i != thing && (others >> i & 1) != 0 &&
            is_too_close(&scene->things[i], &scene->things[thing]))
            return false;
    return true;
}

struct tes_vector tes_table_spot(struct tes_random *random, double room)
{
    struct tes_vector at = {0, 0, 0};
    do {
        /* Both coordinates from one word, as many places are rejected; 65536 steps are fine
         * enough. */
        uint32_t word = tes_random_word(random);
        at.x = ((word & 0xffff) / 32768.0 - 1) * room;
        at.y = ((word >> 16) / 32768.0 - 1) * room;
    } while (tes_vector_dot(at, at) > room * room);
    return at;
}

bool tes_table_keep(const struct tes_scene *scene, const struct tes_table_plan *plan,
                    unsigned thing, uint32_t placed)
{
    if ((plan->is_good != NULL && !plan->is_good(scene, thing, plan->context)) ||
        !tes_table_is_free(scene, thing, placed))
        return false;
    /* The first look is the camera's from high up, which rejects less than the others. */
    for (unsigned i = plan->look_count; i-- > 0;)
        if (!tes_look_fits(&plan->looks[i], &scene->things[thing], thing))
            return false;
    for (unsigned i = 0; i < plan->look_count; i++)
        tes_look_keep(&plan->looks[i], thing);
    return true;
}

static bool place_one(struct tes_random *random, struct tes_scene *scene,
                      const struct tes_table_plan *plan, unsigned thing, uint32_t placed)
{
    for (unsigned tries = 0; tries < PLACE_TRIES; tries++) {
        scene->things[thing].at = plan->pick != NULL ? plan->pick(random, plan->context)
                                                     : tes_table_spot(random, plan->room);
        if (tes_table_keep(scene, plan, thing, placed))
            return true;
    }
    return false;
}

/* Removes a random one of the solids in `placed`; returns its bit. */
static uint32_t lift_one(struct tes_random *random, const struct tes_table_plan *plan,
                         uint32_t placed)
{
    for (unsigned skip = tes_random_below(random, (unsigned)__builtin_popcount(placed)); skip;
         skip--)
        placed &= placed - 1;
    unsigned thing = (unsigned)__builtin_ctz(placed);
    for (unsigned i = 0; i < plan->look_count; i++)
        tes_look_lift(&plan->looks[i], thing);
    return 1U << thing;
}

bool tes_table_place(struct tes_random *random, struct tes_scene *scene,
                     const struct tes_table_plan *plan, uint32_t placed)
{
    const uint32_t all = (1U << scene->count) - (1U << TES_TABLE_FIRST);
    uint32_t fixed = placed;
    unsigned lifts = 0;
    for (uint32_t left = all & ~placed; left; left = all & ~placed) {
        unsigned thing = (unsigned)__builtin_ctz(left);
        /* Where there is no room, another solid is removed, and has to find a new place later. */
        while (!place_one(random, scene, plan, thing, placed)) {
            if (placed == fixed || lifts++ == LIFTS)
                return false;
            placed &= ~lift_one(random, plan, placed & ~fixed);
        }
        placed |= 1U << thing;
    }
    return true;
}

/* ------------------------------------------------------------------ looks */

bool tes_table_is_framed(const struct tes_thing *thing, const struct tes_viewer *viewer)
{
    const double wide = TES_TABLE_ASPECT - BORDER, high = 1 - BORDER;
    struct tes_frame frame;
    return tes_thing_frame(thing, viewer, &frame) && frame.left >= -wide && frame.right <= wide &&
           frame.bottom >= -high && frame.top <= high && frame.top - frame.bottom >= LEAST_HIGH;
}

bool tes_table_is_good(const struct tes_scene *scene, const struct tes_look *looks, unsigned count)
{
    struct tes_bodies bodies;
    for (unsigned i = TES_TABLE_FIRST; i < scene->count; i++)
        if (!tes_table_is_framed(&scene->things[i], &looks[0].viewer))
            return false;
    tes_cast_prepare(scene, &bodies);
    for (unsigned i = 0; i < count; i++)
        if (!tes_look_holds(&looks[i], &bodies))
            return false;
    return true;
}

void tes_table_mark_end(const struct tes_question_asked *question, struct tes_look *look)
{
    const double length = 12; /* of the arrow's end that has to be seen */
    struct tes_vector eye = question->scene.camera.eye;
    double sign = question->is_clockwise ? -1 : 1;
    double around = tes_scene_angle(eye.x, -eye.y);
    for (unsigned i = 0; i <= 4; i++) {
        double there = around + sign * (question->degrees - length * i / 4);
        tes_look_mark(look, tes_vector_scale(tes_scene_towards(there, 0), TES_TABLE_ARROW));
    }
}
