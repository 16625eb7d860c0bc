/* people.h: the painter of people. */
#ifndef TES_PEOPLE_H
#define TES_PEOPLE_H

#include "challenge/sprites.h"
#include "draw/paint/paint.h"

/* Paints a woman or a man, head and shoulders, with an emotion. */
void tes_person(struct tes_paint *paint, struct tes_random *random, bool is_female,
                enum tes_emotion emotion);

#endif
