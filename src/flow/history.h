/*
 * history.h: what the records are told of a challenge: that it was handed out, and how it was
 * answered. Nobody waits for it, and no verdict depends on it.
 */
#ifndef FLOW_HISTORY_H
#define FLOW_HISTORY_H

#include "server/app/app.h"

/* A challenge was issued. `is_still`: the visitor asked for pictures that do not move. */
void history_presented(struct visit *visit, const struct tes_claims *claims,
                       const struct tes_challenge *challenge, bool is_still);

struct history_answer {
    const struct tes_claims *claims;
    const struct tes_challenge *challenge;
    struct tes_slice given; /* the normalised answer */
    bool is_correct, is_suspicious;
};

/* A challenge was answered, and spent. */
void history_answered(struct visit *visit, const struct history_answer *answer);

#endif
