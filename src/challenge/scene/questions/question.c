/* What questions have in common. */
#include "challenge/scene/questions/question.h"

#include "challenge/scene/cast.h"

static const char *const NAMES[TES_SOLID_COUNT] = {
    [TES_SOLID_CUBE] = "cube", [TES_SOLID_BALL] = "ball",       [TES_SOLID_CYLINDER] = "cylinder",
    [TES_SOLID_CONE] = "cone", [TES_SOLID_PYRAMID] = "pyramid", [TES_SOLID_RING] = "ring",
};

static const enum tes_question_form FORMS[TES_QUESTION_COUNT] = {
#define QUESTION(name, levels, form, needs) TES_QUESTION_##form,
#include "challenge/scene/questions/questions.def"
#undef QUESTION
};

enum { PLACE_TRIES = 40 };

_Static_assert(sizeof(struct tes_question_asked) <= TES_DETAIL_BYTES, "it fits into a challenge");

const struct tes_question_asked *tes_question_of(const struct tes_challenge *challenge)
{
    return (const struct tes_question_asked *)challenge->detail;
}

enum tes_question_form tes_question_form(enum tes_question_id id)
{
    return FORMS[id];
}

const char *tes_question_solid_name(enum tes_solid solid)
{
    return solid < TES_SOLID_COUNT ? NAMES[solid] : "";
}

void tes_question_solids(struct tes_random *random, uint8_t solids[TES_SOLID_COUNT])
{
    for (unsigned i = 0; i < TES_SOLID_COUNT; i++)
        solids[i] = (uint8_t)i;
    tes_random_shuffle(random, solids, TES_SOLID_COUNT);
}

struct tes_thing tes_question_thing(struct tes_random *random, enum tes_solid solid)
{
    struct tes_thing thing = {.solid = (uint8_t)solid};
    thing.material = (uint8_t)tes_random_below(random, TES_MATERIAL_COUNT);
    thing.hue = (uint8_t)tes_random_below(random, TES_HUE_COUNT);
    thing.size = tes_scene_between(random, 0.45, 0.6);
    thing.turn = tes_scene_between(random, 0, 360);
    double tall = tes_scene_between(random, 0.9, 1.15);
    /* Heights that keep each solid recognisable: a flat cylinder would look like a coin, a tall
     * ring like a tyre. */
    switch (solid) {
    case TES_SOLID_CUBE:
    case TES_SOLID_BALL:
        thing.height = 2 * thing.size;
        break;
    case TES_SOLID_RING:
        thing.size *= 1.15;
        thing.height = 0.6 * thing.size;
        break;
    default:
        thing.height = 2.3 * thing.size * tall;
    }
    return thing;
}

void tes_question_scene(struct tes_random *random, double above, struct tes_scene *scene)
{
    const struct tes_vector middle = {0, 0, 0.3};
    for (unsigned i = 0; i < TES_KEY_BYTES; i++)
        scene->looks[i] = (uint8_t)tes_random_below(random, 256);
    double around = tes_scene_between(random, -12, 12);
    scene->camera = tes_camera_around(middle, around, above, 11, 36);
    double sun_around = tes_scene_between(random, 0, 360);
    double sun_above = tes_scene_between(random, 40, 62);
    double level = tes_scene_cosine(sun_above);
    scene->sun =
        (struct tes_vector){level * tes_scene_sine(sun_around),
                            level * tes_scene_cosine(sun_around), tes_scene_sine(sun_above)};
    scene->has_ground = true;
    scene->count = 0;
}

/* Finds a place for one thing that keeps its distance from all things before it. */
static bool place_one(struct tes_random *random, struct tes_scene *scene, unsigned index,
                      double radius, double gap)
{
    struct tes_thing *thing = &scene->things[index];
    for (unsigned tries = 0; tries < PLACE_TRIES; tries++) {
        bool is_free = true;
        thing->at.x = tes_scene_between(random, -radius, radius);
        thing->at.y = tes_scene_between(random, -radius, radius);
        if (thing->at.x * thing->at.x + thing->at.y * thing->at.y > radius * radius)
            continue;
        for (unsigned i = 0; i < index && is_free; i++)
            is_free = scene->things[i].solid == TES_SOLID_DISC ||
                      !tes_cast_too_close(&scene->things[i], thing, gap);
        if (is_free)
            return true;
    }
    return false;
}

bool tes_question_place(struct tes_random *random, struct tes_scene *scene, double radius,
                        double gap)
{
    for (unsigned i = 0; i < scene->count; i++)
        if (scene->things[i].solid != TES_SOLID_DISC && !place_one(random, scene, i, radius, gap))
            return false;
    return true;
}

void tes_question_shuffle(struct tes_random *random, struct tes_question_asked *question,
                          uint8_t right)
{
    tes_random_shuffle(random, question->options, question->option_count);
    for (unsigned i = 0; i < question->option_count; i++)
        if (question->options[i] == right)
            question->select = (struct tes_select){1, {(uint8_t)i}};
}
