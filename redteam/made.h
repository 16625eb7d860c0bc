/* made.h: challenges of an attacker's own making. Whoever has the generator has as many as they
 * like, with all that is true of them; none of these seeds makes a server's challenge again. */
#ifndef REDTEAM_MADE_H
#define REDTEAM_MADE_H

#include "challenge/kind.h"

/* Makes the challenge of a seed; ends the program where that fails. */
void made_challenge(const char *kind, const struct tes_options *options, uint64_t seed,
                    struct tes_challenge *challenge);

/* Draws it, with all that moves; lives until the next call. */
const struct tes_animation *made_pictures(const struct tes_challenge *challenge);

/* The level of that name; ends the program where there is none. */
enum tes_difficulty made_level(const char *name);

#endif
