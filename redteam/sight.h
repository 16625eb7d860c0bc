/* sight.h: what a client got, from a stream that redteam/decode.py writes: numbers of 32 bits,
 * least byte first, and pixels. decode.py has the order. */
#ifndef REDTEAM_SIGHT_H
#define REDTEAM_SIGHT_H

#include "scene.h"

#include <stdio.h>

/* Reads the next one; false at the end. Ends the program where something can't be right. What it
 * points to lives until the next call. `answer`, for challenges of an attacker's own making, has
 * the cells that are right; count 0: nobody says. */
bool sight_read(FILE *file, struct sight *sight, struct tes_select *answer);

#endif
