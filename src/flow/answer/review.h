/*
 * review.h: a person decides. A visitor who can do none of the challenges asks to be looked at,
 * gets an id to quote, and waits; somebody who runs the site approves or rejects.
 *
 * What is asked with, and what is told with, is a token: the queue
 * (store/records/records_reviews.h) knows no address and no user. A review is named by the id of
 * the challenge that it was asked for with: asking twice is one review, and its pass, however often
 * it is handed out, is redeemed once.
 */
#ifndef FLOW_REVIEW_H
#define FLOW_REVIEW_H

#include "flow/answer/judge.h"
#include "flow/issue/fallback.h"
#include "flow/review_offer.h"
#include "flow/spend.h"
#include "store/records/records_reviews.h"

#define REVIEW_NAME     "review"
#define REVIEW_ID_CHARS 9      /* "K7Q4-9M2X" */
#define REVIEW_GATE     "gate" /* the site of those who were sent to the challenge page */

struct review {
    uint8_t plain[TES_TOKEN_MAX]; /* the claims point into it */
    struct tes_claims claims;
    char id[REVIEW_ID_CHARS + 1];
    enum records_review_state state; /* for the visitor: a pass that is too old has expired */
    uint64_t decided_at_ms;
    bool is_challenge;      /* it was asked for with a challenge's own token */
    struct tes_slice token; /* to ask with how it stands; in the request's arena */
};

enum review_result {
    REVIEW_DONE,
    REVIEW_REFUSED,     /* there is none to be had with this token, or at all */
    REVIEW_OVER_BUDGET, /* of the network */
    REVIEW_FULL,        /* too many wait: of all, of the site, or of the wider network */
    REVIEW_FAILED,      /* the store did not answer, or something else failed here */
};

/* A token to ask for a review with, after a challenge that was failed; a NULL `at` where it could
 * not be made. */
struct tes_slice review_ticket(struct visit *visit, const struct judged *judged,
                               enum fallback_reason reason);

/* The side on which a review is asked for: that on which its challenge could be answered. */
enum review_entry { REVIEW_API, REVIEW_PAGE };

/* Asks for a review with a challenge's token or a ticket, or, with the token of a review, how it
 * stands. A challenge that is still open is given up by that. Waits for the store. */
TES_MUST_CHECK enum review_result review_ask(struct visit *visit, enum review_entry entry,
                                             struct tes_slice token, struct review *review);

/* How one stands that was asked for; REVIEW_REFUSED where none was. */
TES_MUST_CHECK enum review_result review_look(struct visit *visit, enum review_entry entry,
                                              struct tes_slice token, struct review *review);

/* Uses up the pass of one that was approved: for who lets the visitor in without handing it out. */
TES_MUST_CHECK enum outcome review_spend(struct visit *visit, const struct review *review);

/* The pass of one that was approved; a NULL `at` where it could not be made. */
struct tes_slice review_response(struct visit *visit, const struct review *review);

/* What that pass says. */
struct tes_claims review_pass(const struct visit *visit, const struct review *review);

/* When that pass has expired. */
uint64_t review_pass_expires_ms(const struct visit *visit, const struct review *review);

/* The moment from which on no pass of the same id can be good any more; 0 where these are no
 * claims of such a pass. */
uint64_t review_last_ms(const struct tes_claims *claims);

/* ------------------------------------------------------- for who decides */

/* Brings an id as people write it ("k7q49m2x") into its form; false where it has none. */
TES_MUST_CHECK bool review_id_read(struct tes_slice text, char id[REVIEW_ID_CHARS + 1]);

/* Whether a request of that age is over, whether or not it was decided. */
bool review_is_over(const struct config *config, const struct records_review *row, uint64_t now_ms);

/* RECORDS_EXISTS: it was decided before. RECORDS_ABSENT: there is none, or it is over. */
TES_MUST_CHECK enum records_result review_decide(struct records *records,
                                                 const struct config *config, const char *id,
                                                 enum records_review_state state, uint64_t now_ms);

/* Writes the members of one for who decides: what was asked and answered, where, when and why. No
 * address, no user, and not what would have been right. */
void review_describe(const struct config *config, const struct records_review *row,
                     struct tes_json *json);

#endif
