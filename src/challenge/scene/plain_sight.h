/*
 * plain_sight.h: whether it is plain what an eye sees wholly and what it does not: no answer may
 * hang on a narrow overlap.
 */
#ifndef TES_PLAIN_SIGHT_H
#define TES_PLAIN_SIGHT_H

#include "challenge/scene/cast.h"

/* Whether each of the things whose bit is set is hidden by so much at least; by rays, as
 * silhouettes are not exact. */
bool tes_plain_hidden(const struct tes_bodies *bodies, struct tes_vector eye, uint32_t things,
                      double least);

/* Whether nothing hides any of the things whose bit is set. Discs hide nothing. */
bool tes_plain_whole(const struct tes_bodies *bodies, const struct tes_viewer *viewer,
                     uint32_t things);

#endif
