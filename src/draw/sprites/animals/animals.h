/* animals.h: the painters of animals, one for each row of challenge/species.def. */
#ifndef TES_ANIMALS_H
#define TES_ANIMALS_H

#include "draw/paint/paint.h"

/* Paints an animal of a species: one that threatens, or one that is plainly safe to approach. */
typedef void tes_animal_painter(struct tes_paint *paint, struct tes_random *random, bool is_safe);

#define SPECIES(name) tes_animal_painter tes_animal_##name;
#include "challenge/species.def"
#undef SPECIES

#endif
