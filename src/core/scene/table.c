/* Six different solids on a round table. */
#include "core/scene/table.h"

static const double FIELD = 36; /* of the camera, in degrees */
static const double FLAT = 20,
                    STEEP = 45; /* elevations, and at these the heights of what it looks */
static const double FLAT_HEIGHT = 0.25, STEEP_HEIGHT = -0.5; /* at: so that all is in the middle */
static const double FILLED = 0.93; /* of the picture, by the table at most */
static const double BORDER = 0.02; /* around all solids, in halves of the picture's height */
static const double LEAST_HIGH = 28.0 / 240; /* 28 of 480 pixels */
static const double GROWN = 1.08;            /* what is a little larger */

/* ----------------------------------------------------------------- camera */

static double height_of(double above)
{
    double share = (above - FLAT) / (STEEP - FLAT);
    return FLAT_HEIGHT + (STEEP_HEIGHT - FLAT_HEIGHT) * share;
}

/* The least distance at which the table's front and its sides are in the picture. */
static double distance_of(double above)
{
    double sine = tes_scene_sine(above), cosine = tes_scene_cosine(above);
    double height = height_of(above);
    double tangent = FILLED * tes_scene_sine(FIELD / 2) / tes_scene_cosine(FIELD / 2);
    double front = (TES_TABLE_RADIUS * sine + height * cosine) / tangent +
                   TES_TABLE_RADIUS * cosine - height * sine;
    double across = TES_TABLE_RADIUS / (tangent * TES_TABLE_ASPECT);
    /* The widest part of the table, as it is seen, lies this side of its middle. */
    double side = __builtin_sqrt(across * across + TES_TABLE_RADIUS * TES_TABLE_RADIUS);
    return front > side ? front : side;
}

void tes_table_look(struct tes_scene *scene, double above)
{
    struct tes_vector middle = {0, 0, height_of(above)};
    double around = tes_scene_angle(scene->camera.eye.x, -scene->camera.eye.y);
    scene->camera = tes_camera_around(middle, around, above, distance_of(above), FIELD);
}

void tes_table_start(struct tes_random *random, double above, struct tes_scene *scene)
{
    uint8_t solids[TES_SOLID_COUNT];
    tes_question_scene(random, above, scene);
    tes_table_look(scene, above);
    tes_question_solids(random, solids);
    scene->things[0] = (struct tes_thing){.solid = TES_SOLID_DISC, .size = TES_TABLE_RADIUS};
    scene->things[0].hue = (uint8_t)tes_random_below(random, UINT8_MAX);
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++)
        scene->things[TES_TABLE_FIRST + i] = tes_question_thing(random, (enum tes_solid)solids[i]);
    scene->count = TES_TABLE_END;
}

/* ------------------------------------------------------------------ turns */

void tes_table_turn(struct tes_random *random, const struct tes_table_turns *turns,
                    struct tes_question_drawn *question)
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

double tes_table_degrees(const struct tes_question_drawn *question)
{
    return question->is_clockwise ? -question->degrees : question->degrees;
}

void tes_table_ask(const struct tes_question_drawn *question, struct tes_buf *text)
{
    tes_buf_text(text, "The table turns ");
    tes_buf_number(text, (unsigned)question->degrees);
    tes_buf_text(text, question->is_clockwise ? "° clockwise" : "° anticlockwise");
}

/* ----------------------------------------------------------------- solids */

unsigned tes_table_find(const struct tes_scene *scene, enum tes_solid solid)
{
    unsigned thing = TES_TABLE_FIRST;
    while (thing + 1 < TES_TABLE_END && scene->things[thing].solid != solid)
        thing++;
    return thing;
}

bool tes_table_is_free(const struct tes_scene *scene, unsigned thing, uint32_t others)
{
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
        if (i != thing && (others >> i & 1) != 0 &&
            tes_cast_too_close(&scene->things[i], &scene->things[thing], TES_TABLE_GAP))
            return false;
    return true;
}

static bool is_framed(const struct tes_thing *thing, const struct tes_viewer *viewer)
{
    const double wide = TES_TABLE_ASPECT - BORDER, high = 1 - BORDER;
    struct tes_frame frame;
    return tes_thing_frame(thing, viewer, &frame) && frame.left >= -wide && frame.right <= wide &&
           frame.bottom >= -high && frame.top <= high && frame.top - frame.bottom >= LEAST_HIGH;
}

bool tes_table_is_clear(const struct tes_scene *scene, double share)
{
    struct tes_viewer viewer = tes_camera_viewer(&scene->camera);
    struct tes_bodies bodies;
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
        if (!is_framed(&scene->things[i], &viewer))
            return false;
    tes_cast_prepare(scene, &bodies);
    for (unsigned i = TES_TABLE_FIRST; i < TES_TABLE_END; i++)
        if (tes_cast_visible_from(&bodies, scene->camera.eye, i, 0) < share)
            return false;
    return true;
}

bool tes_table_is_whole(const struct tes_bodies *bodies, struct tes_vector eye, unsigned thing)
{
    if (tes_cast_visible_from(bodies, eye, thing, 0) < 1)
        return false;
    struct tes_scene grown = {.count = bodies->count};
    struct tes_bodies others;
    for (unsigned i = 0; i < bodies->count; i++) {
        grown.things[i] = *bodies->all[i].thing;
        if (i != thing) {
            grown.things[i].size *= GROWN;
            grown.things[i].height *= GROWN;
        }
    }
    tes_cast_prepare(&grown, &others);
    return tes_cast_visible_from(&others, eye, thing, 0) >= 1;
}
