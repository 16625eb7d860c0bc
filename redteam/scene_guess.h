/* scene_guess.h: counts what was right, for those who guess and for those who take shortcuts. */
#ifndef REDTEAM_SCENE_GUESS_H
#define REDTEAM_SCENE_GUESS_H

struct sample;
void scene_guess_learn(const struct sample *sample);
void scene_shortcut_learn(const struct sample *sample);

#endif
