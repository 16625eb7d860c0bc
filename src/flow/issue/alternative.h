/*
 * alternative.h: what people may ask for who can't do with what the site asks, or don't want to: a
 * picture that stands still, the puzzle, whose grids are words as well, a scene that is described
 * to them, work for their device, another type than theirs, or a person. Each has a budget of its
 * own, since programs ask for it as well: it is weaker than what the site asks, or takes a person's
 * time. A site says which of them it takes (accepts.h): what it does not take is not offered.
 */
#ifndef FLOW_ALTERNATIVE_H
#define FLOW_ALTERNATIVE_H

#include "base/json.h"
#include "server/app/budget.h"

enum alternative_how {
    ALTERNATIVE_STILL,  /* a type that does not move, picked by lot */
    ALTERNATIVE_SHOWN,  /* a challenge of its kind */
    ALTERNATIVE_HEARD,  /* the same, read aloud */
    ALTERNATIVE_WORK,   /* proof of work (work.h) */
    ALTERNATIVE_OTHER,  /* another type, for those alone to whom a fallback is offered */
    ALTERNATIVE_REVIEW, /* no challenge: a person looks (review.h) */
};

struct alternative {
    struct tes_slice name, kind;
    enum alternative_how how;
    enum budget budget;
    unsigned number; /* policy/accept.h */
};

/* NULL where there is none of that name. */
const struct alternative *alternative_find(struct tes_slice name);

/* To whom something is offered. */
struct alternative_for {
    struct tes_slice language;             /* empty: not known */
    const struct tes_challenge *challenge; /* that they have; NULL: not known */
    bool is_still;                         /* what they have, or had, does not move */
};

/* Whether it can be had here by whoever asks, and is not the challenge that they have. */
bool alternative_is_offered(struct visit *visit, const struct alternative *alternative,
                            const struct alternative_for *who);

/* Writes the member `alternatives`: the names of those that are offered. */
void alternative_write_offered(struct visit *visit, struct tes_json *json,
                               const struct alternative_for *who);

#endif
