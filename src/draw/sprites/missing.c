/* Stands in for what has not been drawn yet. */
#include "draw/sprites/sprite.h"

#define WEAK __attribute__((weak))

static void missing(struct tes_paint *paint, struct tes_random *random)
{
    float hue = tes_random_between(random, 0, 360);
    tes_paint_circle(paint, 50, 50, 35, tes_colour_hsl(hue, 0.5F, 0.5F));
}

#define ITEM(name)                                                                                 \
    WEAK void tes_item_##name(struct tes_paint *paint, struct tes_random *random)                  \
    {                                                                                              \
        missing(paint, random);                                                                    \
    }
#define DECOY ITEM
#include "core/items.def"
#undef ITEM
#undef DECOY

#define SPECIES(name)                                                                              \
    WEAK void tes_animal_##name(struct tes_paint *paint, struct tes_random *random, bool is_safe)  \
    {                                                                                              \
        (void)is_safe;                                                                             \
        missing(paint, random);                                                                    \
    }
#include "core/species.def"
#undef SPECIES

WEAK void tes_person(struct tes_paint *paint, struct tes_random *random, bool is_female,
                     enum tes_emotion emotion)
{
    (void)is_female;
    (void)emotion;
    missing(paint, random);
}
