/*
 * profile.h: what the levels of a scene are. The default has six objects at every level, so that a
 * guess seldom passes. The seed's own levels have fewer of them.
 */
#ifndef TES_PROFILE_H
#define TES_PROFILE_H

#include "core/scene/question.h"

/* The question that a level of the profile asks; TES_QUESTION_COUNT where any will do. */
enum tes_question_id tes_profile_question(enum tes_profile profile, enum tes_difficulty difficulty);

/* Whether a question is one that the profile takes: with fewer options, answers that were as
 * frequent as others would no longer be. `wish` is drawn once for each challenge, from 0 to
 * TES_PROFILE_WISHES
 * - 1. */
#define TES_PROFILE_WISHES 3
bool tes_profile_takes(enum tes_profile profile, const struct tes_question_asked *question,
                       uint32_t wish);

/* Takes away as many objects and options of a question as the profile wants. What is asked for and
 * what the sentence names stay; so the answer stays, and nothing comes closer to it. */
void tes_profile_thin(struct tes_random *random, enum tes_profile profile,
                      enum tes_difficulty difficulty, struct tes_question_asked *question);

#endif
