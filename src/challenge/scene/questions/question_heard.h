/* question_heard.h: the question that is read aloud, for people who do not see the picture. */
#ifndef TES_QUESTION_HEARD_H
#define TES_QUESTION_HEARD_H

#include "challenge/scene/questions/question.h"

/* Writes what is read aloud in the language of that tag, or in English. */
void tes_heard_speak(const struct tes_question_asked *question, struct tes_slice language,
                     struct tes_buf *text);

#endif
