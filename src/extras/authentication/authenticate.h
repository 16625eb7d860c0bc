/*
 * authenticate.h: whether a user's request comes from a person, and whether a challenge comes
 * first. What a site's server asks, weighed by the library's fusion under one of the profiles.
 */
#ifndef EXTRAS_AUTHENTICATE_H
#define EXTRAS_AUTHENTICATE_H

#include "policy/demand.h"
#include "server/app/app.h"

/* What is asked. Texts are the caller's. */
struct authenticate_order {
    const char *site, *user; /* NUL-terminated, in bounds */
    struct tes_slice session, message;
    const uint32_t *typing_ms;
    size_t typing_count;
    struct tes_slice response; /* a pass; empty: none */
    bool is_confirmed;         /* the message is the user's: learn from it */
    enum config_mode mode;     /* the profile */
};

struct authenticated {
    struct tes_fusion_result fused;
    bool is_human;      /* never while a challenge comes first */
    bool is_stepped_up; /* a challenge decided, since the writing was not enough */
    bool has_learned;
    enum demand demand;             /* DEMAND_NONE: no challenge comes first */
    enum tes_difficulty difficulty; /* of the challenge that does */
    unsigned time_budget_ms, latency_budget_ms, attempts;
    uint64_t expires_at_ms;
    struct tes_slice order; /* sealed, in the request's arena */
};

/* TES_BAD_ARGUMENT: the message is not UTF-8. TES_UNAVAILABLE: a store did not answer, and a
 * pass that came with it may be spent; or too many are waiting for one already. */
TES_MUST_CHECK enum tes_status authenticate_user(struct visit *visit,
                                                 const struct authenticate_order *asked,
                                                 struct authenticated *authenticated);

#endif
