/*
 * question_profile.h: how many objects and options the levels of scenes have. The default has six
 * at every level, so that a guess seldom passes. The seed profile has fewer.
 */
#ifndef TES_QUESTION_PROFILE_H
#define TES_QUESTION_PROFILE_H

#include "challenge/scene/questions/question.h"

/* The question that a level of the profile always asks; TES_QUESTION_COUNT where it may be any. */
enum tes_question_id tes_profile_question(enum tes_profile profile, enum tes_difficulty difficulty);

/* How many solids a question has to have, where it can't be thinned: it asks for their number. 0
 * where it can. `wish` is picked once for each challenge: 0 .. TES_PROFILE_WISHES - 1. */
#define TES_PROFILE_WISHES 3
unsigned tes_profile_solids(enum tes_profile profile, enum tes_difficulty difficulty,
                            uint32_t wish);

/* Whether the profile accepts a question that was made: with fewer options, some answers would
 * be more frequent than others. */
bool tes_profile_takes(enum tes_profile profile, const struct tes_question_asked *question,
                       uint32_t wish);

/* Removes objects and options until there are as many as the profile wants. The answer and what the
 * sentence names stay, so the answer stays right. */
void tes_profile_thin(struct tes_random *random, enum tes_profile profile,
                      enum tes_difficulty difficulty, struct tes_question_asked *question);

#endif
