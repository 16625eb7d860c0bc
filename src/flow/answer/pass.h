/*
 * pass.h: a pass as it is handed out, and renewed. A pass that may be renewed has several forms,
 * one after the other: the same claims and the same id with a later expiry, so that the ledger
 * takes all of them for one. Until when there can be any is sealed into the first form and stays:
 * no chain of renewals goes past it, and whoever spends one knows how long that is to be
 * remembered.
 *
 * A pass is renewed without the ledger. One that was spent can be, too, which brings nobody
 * anything: its new form is as spent as the old one.
 */
#ifndef FLOW_PASS_H
#define FLOW_PASS_H

#include "server/app/reply.h"

struct pass {
    struct tes_slice response; /* in the request's arena; a NULL `at` where it could not be made */
    uint64_t expires_at_ms;
    uint64_t renew_until_ms; /* 0: it can't be renewed */
};

/* Seals the claims of a challenge that was solved just now as a pass. Expiry and renewal are what
 * its site wants, or the config. */
struct pass pass_seal(struct visit *visit, struct tes_claims *claims);

/* The moment from which on no form of that pass can be good any more. */
uint64_t pass_last_ms(const struct tes_claims *claims);

enum pass_result {
    PASS_DONE,
    PASS_REFUSED,     /* it is none, has expired, or is not to be renewed, or not from here */
    PASS_OVER_BUDGET, /* of the network */
    PASS_FAILED,      /* something failed here */
};

/* Gives a pass another form, with the time that a new one would have. Charges the budget of
 * renewals. */
TES_MUST_CHECK enum pass_result pass_renew(struct visit *visit, struct tes_slice response,
                                           struct pass *pass);

/* Writes the members `response` and `renewable`, and the header with its lifetime. */
void pass_write(struct visit *visit, struct reply_json *body, const struct pass *pass);

#endif
