/* polycube.h: the scenes of a question about polycubes: one of the head, one of each option. */
#ifndef TES_POLYCUBE_H
#define TES_POLYCUBE_H

#include "core/scene/question.h"

/* In place of an option: the head. */
#define TES_POLYCUBE_HEAD TES_QUESTION_OPTIONS

/* Whether one of the options is the figure's mirror image, which is another figure. */
bool tes_polycube_has_mirror(const struct tes_question_asked *question);

/* The scene that a cell shows, or the head. Its looks are those of the question. */
struct tes_scene tes_polycube_scene(const struct tes_question_asked *question, unsigned option);

#endif
