/* film_region.h: films with other numbers than the levels have, to see what each of them costs. */
#ifndef REDTEAM_FILM_REGION_H
#define REDTEAM_FILM_REGION_H

#include "challenge/kind.h"

/* Sets one number of a film that was generated and not drawn yet: "noise=0.5" (film_region.def).
 * False where there is no such number. */
bool film_region_set(struct tes_challenge *challenge, const char *setting);

#endif
