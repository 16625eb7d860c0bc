/*
 * clearance.h: the cookie that lets a proven visitor through the gate, and the ticket with which
 * the gate sends the doubtful to the challenge page.
 */
#ifndef FLOW_CLEARANCE_H
#define FLOW_CLEARANCE_H

#include "server/app/app.h"

/* The right to see the challenge page, carried in its address. */
struct clearance_ticket {
    bool valid;
    struct tes_claims claims;
    uint8_t plain[TES_TOKEN_MAX]; /* the claims point into it */
};

/* Reads `ticket` from the request's query. Valid: ours, not expired, of this address bucket. False
 * where that could not be found out. */
TES_MUST_CHECK bool clearance_read_ticket(struct visit *visit, struct clearance_ticket *ticket);

/* Adds Set-Cookie with a clearance for this address bucket to the reply. False where there is none
 * to be had. */
TES_MUST_CHECK bool clearance_give(struct visit *visit);

/* Whether the request has such a cookie. */
TES_MUST_CHECK bool clearance_has(struct visit *visit);

#endif
