#include "draw/scene/dyes.h"

#include "draw/scene/shade.h"

static const uint32_t HUES[] = {
#define HUE(name, colour) colour,
#include "challenge/scene/hues.def"
#undef HUE
};

uint32_t tes_dye(unsigned hue)
{
    return HUES[hue % TES_HUE_COUNT];
}

enum {
    WHITE = 0xFFFDF6,
    SOFT_MOST = 112, /* how much white a thing's colour has at most, of 256, */
    DEEP_MOST = 48,  /* where its pattern has the table's colour, */
    PALE = 200,      /* how much a pale pattern has, */
    PLATE = 186,     /* and how much a table has */
    DARK_MOST = 96,  /* how many levels a chip may be darker than in full light */
};

/* Picks a tone of a hue, so that few things or chips have exactly the same colour. */
static uint32_t pick_tone(struct tes_random *random, unsigned hue, uint32_t most)
{
    uint32_t white = tes_random_below(random, most);
    return tes_shade_mix(tes_dye(hue), WHITE, white);
}

/* Almost white. */
static uint32_t pale_of(uint32_t colour)
{
    return tes_shade_mix(colour, WHITE, PALE);
}

/* Picks the colour of a pattern: the table's, or a hue that another thing has. Stripes never have
 * the table's colour, since they would cut the thing into bands. */
static uint32_t pick_second(struct tes_random *random, const struct tes_scene *scene,
                            const struct tes_dyes *dyes, unsigned index)
{
    const struct tes_thing *thing = &scene->things[index];
    const struct tes_thing *other = &scene->things[1 + tes_random_below(random, scene->count - 1)];
    bool is_plate = tes_random_below(random, 2) == 0;
    if (!is_plate && other->hue != thing->hue)
        return tes_shade_mix(tes_dye(other->hue), WHITE, SOFT_MOST);
    return thing->material == TES_MATERIAL_STRIPED ? pale_of(tes_dye(thing->hue)) : dyes->plate;
}

uint8_t tes_dyes_hue(const struct tes_scene *scene, struct tes_random *random)
{
    return scene->things[1 + tes_random_below(random, scene->count - 1)].hue;
}

uint32_t tes_dyes_chip(uint8_t hue, struct tes_random *random)
{
    uint32_t tone = pick_tone(random, hue, SOFT_MOST);
    uint32_t dark = tes_random_below(random, DARK_MOST);
    return tes_shade_dim(tone, tes_shade_left(TES_SHADE_LEVELS - 1 - dark));
}

static void dye_table(const struct tes_scene *scene, struct tes_dyes *dyes)
{
    struct tes_random random;
    tes_random_start(&random, scene->looks);
    (void)tes_random_word(&random); /* this word is used by ground.c */
    dyes->plate = tes_shade_mix(tes_dye(scene->things[0].hue), WHITE, PLATE);
    dyes->first[0] = dyes->second[0] = dyes->plate;
    for (unsigned i = 1; i < scene->count; i++) {
        dyes->second[i] = pick_second(&random, scene, dyes, i);
        uint32_t most = dyes->second[i] == dyes->plate ? DEEP_MOST : SOFT_MOST;
        dyes->first[i] = pick_tone(&random, scene->things[i].hue, most);
    }
    tes_random_end(&random);
}

void tes_dyes_part(struct tes_dyes *dyes, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (dyes->second[i] == dyes->plate)
            dyes->second[i] = pale_of(dyes->first[i]);
}

static void dye_things(const struct tes_scene *scene, struct tes_dyes *dyes)
{
    dyes->plate = WHITE;
    for (unsigned i = 0; i < scene->count; i++) {
        dyes->first[i] = tes_dye(scene->things[i].hue);
        dyes->second[i] = pale_of(dyes->first[i]);
    }
}

void tes_dyes_of(const struct tes_scene *scene, struct tes_dyes *dyes)
{
    dyes->has_table =
        scene->has_ground && scene->count > 0 && scene->things[0].solid == TES_SOLID_DISC;
    if (dyes->has_table)
        dye_table(scene, dyes);
    else
        dye_things(scene, dyes);
}
