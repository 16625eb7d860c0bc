/*
 * gate.h: lets proven visitors through and sends the doubtful to the challenge page: tickets and
 * the cookie of a pass. GET /gate answers a reverse proxy.
 */
#ifndef GATE_GATE_H
#define GATE_GATE_H

#include "server/app/app.h"

/* The right to see the challenge page, carried in its address. */
struct gate_ticket {
    bool valid;
    struct tes_claims claims;
    uint8_t plain[TES_TOKEN_MAX]; /* the claims point into it */
};

/* Reads `ticket` from the request's query. Valid: ours, not expired, of this address bucket. False
 * where that could not be found out. */
TES_MUST_CHECK bool gate_ticket_read(struct visit *visit, struct gate_ticket *ticket);

/* Adds Set-Cookie with a pass for this address bucket to the reply. False where there is none to be
 * had. */
TES_MUST_CHECK bool gate_set_cookie(struct visit *visit);

#endif
