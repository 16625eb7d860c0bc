/*
 * alternative.h: what people may ask for who can't see the pictures, or don't want to: the puzzle,
 * whose grids are words as well, or a scene that is described to them.
 */
#ifndef SERVE_ALTERNATIVE_H
#define SERVE_ALTERNATIVE_H

#include "base/json.h"
#include "serve/app/budget.h"

struct alternative {
    struct tes_slice name, kind;
    bool is_heard;
    enum budget
        budget; /* its own, since programs ask for it as well: it is weaker than a picture */
};

/* NULL where there is none of that name. */
const struct alternative *alternative_find(struct tes_slice name);

/* Whether it can be had here, by somebody who speaks that language (empty: not known). */
bool alternative_is_offered(const struct visit *visit, const struct alternative *alternative,
                            struct tes_slice language);

/* Writes the member `alternatives`: the names of those that are offered, but for the one that the
 * challenge is itself. `challenge` may be NULL. */
void alternative_write_offered(const struct visit *visit, struct tes_json *json,
                               const struct tes_challenge *challenge, struct tes_slice language);

#endif
