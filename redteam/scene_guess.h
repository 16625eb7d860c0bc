/* scene_guess.h: counts what was right, for those who guess. */
#ifndef REDTEAM_SCENE_GUESS_H
#define REDTEAM_SCENE_GUESS_H

struct sample;
void scene_guess_learn(const struct sample *sample);

#endif
