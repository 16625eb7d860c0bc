/*
 * spend.h: the one place where tokens are used up. A challenge is answered or revealed once, a pass
 * is redeemed once: over all threads, processes and restarts, as ledger.h promises. The tokens:
 *
 *   token      lives                        bound to           spent as
 *   challenge  by its type, and extensions  network            challenge_used:ID
 *   image      as long as its challenge     -                  not spent
 *   response   response.lifetime_s          site               response_used:ID
 *   code       response.code_lifetime_s     network and site   response_used:ID
 *   review     accessibility.review_...     network            its pass as response_used:ID
 *   order      authentication.order_...     user and session   order_used:ID
 *   ticket     gate.ticket_lifetime_s       network            not spent
 *   cookie     gate.cookie_lifetime_s       network            not spent
 *
 * The network is the /24 of an IPv4 address, the /64 of an IPv6 address.
 */
#ifndef FLOW_SPEND_H
#define FLOW_SPEND_H

#include "server/app/app.h"

/* What is used up: a row each in spend.c. */
enum spend_purpose { SPEND_CHALLENGE, SPEND_RESPONSE, SPEND_ORDER };

/* Uses up what the claims name. `last_ms` is the moment from which on no token with these claims
 * can be good any more, extensions included: until then the ledger remembers it. */
TES_MUST_CHECK enum outcome spend_token(struct visit *visit, enum spend_purpose purpose,
                                        const struct tes_claims *claims, uint64_t last_ms);

/* The same, for what a site that fails open lets through while the ledger is away (fail_open.h):
 * then, and only then, OUTCOME_UNPROVEN takes the place of OUTCOME_UNAVAILABLE. */
TES_MUST_CHECK enum outcome spend_or_open(struct visit *visit, enum spend_purpose purpose,
                                          const struct tes_claims *claims, uint64_t last_ms);

/* The same for an owner (ledger.h; NULL: nobody), who gets OUTCOME_REPEATED for what it has used up
 * before. */
TES_MUST_CHECK enum outcome spend_as_owner(struct visit *visit, enum spend_purpose purpose,
                                           const struct tes_claims *claims, uint64_t last_ms,
                                           const uint8_t owner[LEDGER_OWNER_BYTES]);

/* Whether that owner has used it up, also after it has expired, as long as that is remembered; uses
 * up nothing. OUTCOME_REPEATED, OUTCOME_EXPIRED where it is not so or not known, or
 * OUTCOME_UNAVAILABLE. */
TES_MUST_CHECK enum outcome spend_find_own(struct visit *visit, enum spend_purpose purpose,
                                           const struct tes_claims *claims, uint64_t last_ms,
                                           const uint8_t owner[LEDGER_OWNER_BYTES]);

#endif
