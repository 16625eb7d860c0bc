/*
 * alternative.h: what people may ask for who can't do with the pictures, or don't want to: the
 * puzzle, whose grids are words as well, a scene that is described to them, work for their device,
 * another type than theirs, or a person.
 */
#ifndef SERVE_ALTERNATIVE_H
#define SERVE_ALTERNATIVE_H

#include "base/json.h"
#include "serve/app/budget.h"

enum alternative_how {
    ALTERNATIVE_SHOWN,  /* a challenge of its kind */
    ALTERNATIVE_HEARD,  /* the same, read aloud */
    ALTERNATIVE_WORK,   /* proof of work (work.h) */
    ALTERNATIVE_OTHER,  /* another type, for those alone to whom a fallback is offered */
    ALTERNATIVE_REVIEW, /* no challenge: a person looks (review.h) */
};

struct alternative {
    struct tes_slice name, kind;
    enum alternative_how how;
    enum budget budget; /* its own, since programs ask for it as well: it is weaker than a picture,
                         * or takes a person's time */
};

/* NULL where there is none of that name. */
const struct alternative *alternative_find(struct tes_slice name);

/* Whether it can be had here by whoever asks, and speaks that language (empty: not known). */
bool alternative_is_offered(const struct visit *visit, const struct alternative *alternative,
                            struct tes_slice language);

/* Writes the member `alternatives`: the names of those that are offered, but for the one that the
 * challenge is itself. `challenge` may be NULL. */
void alternative_write_offered(const struct visit *visit, struct tes_json *json,
                               const struct tes_challenge *challenge, struct tes_slice language);

#endif
