/* face.h: the parts of a face, painted with the origin between the eyes. */
#ifndef TES_FACE_H
#define TES_FACE_H

#include "draw/sprites/people/person.h"

/* With brows and glasses. */
void tes_person_eyes(struct tes_paint *paint, const struct tes_person_look *look,
                     const struct tes_person_expression *expression);
void tes_person_mouth(struct tes_paint *paint, const struct tes_person_look *look,
                      const struct tes_person_mouth *mouth);

#endif
