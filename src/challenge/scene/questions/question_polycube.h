/* question_polycube.h: the scenes of a question about polycubes: the figure above, and one for each
 * option. */
#ifndef TES_QUESTION_POLYCUBE_H
#define TES_QUESTION_POLYCUBE_H

#include "challenge/scene/questions/question.h"

/* In place of an option: the figure above. */
#define TES_POLYCUBE_HEAD TES_QUESTION_OPTIONS

/* Whether one of the options is the mirror image, and that differs from the figure. */
bool tes_polycube_has_mirror(const struct tes_question_asked *question);

/* The scene of an option's cell, or of the figure above. Its looks are those of the question. */
struct tes_scene tes_polycube_scene(const struct tes_question_asked *question, unsigned option);

#endif
