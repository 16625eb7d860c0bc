/*
 * work.h: the work that a challenge may ask of a visitor's device while the visitor looks at it
 * (crypto/work/work_proof.h), and the challenge `pow`, which asks for nothing else. Any program can
 * do it: it sets a pace, and says nothing of a person.
 *
 * What is to be done follows from the key of the challenge (its id and the server's secret): it
 * can't be begun before the challenge is handed out, nor be used for another one. It is checked by
 * the drawers, who may compute and must not wait, within a budget of its own; so an answer with
 * work goes to them, and then to a waiter, who asks the ledger.
 *
 * `pow` is made, sealed, judged and spent as the kinds of challenge are, by a row of its own that
 * challenge/kinds.def does not have: it is never picked, there is nothing to draw, and a page that
 * judges itself has no use for it.
 */
#ifndef FLOW_WORK_H
#define FLOW_WORK_H

#include "base/json.h"
#include "challenge/kind.h"
#include "crypto/work/work_proof.h"
#include "policy/outcome.h"
#include "server/app/app.h"

#define WORK_NAME "pow"
/* The longest text that tells it. */
#define WORK_TEXT_MAX 4096

extern const struct tes_kind work_kind;

/* What belongs to a challenge's key. */
struct work_task {
    char seed[TES_PROOF_SEED_CHARS + 1]; /* the device is told */
    uint32_t secret;                     /* nobody is: which of the tags is looked at */
};

void work_derive(const uint8_t key[TES_KEY_BYTES], struct work_task *task);

/* Writes the member `work`: null, or what is to be done for a challenge of these claims. */
void work_write(struct tes_json *json, const struct tes_claims *claims,
                const struct work_task *task);

/* Reads the tag that is looked at out of the text of a proof; false where that has not the form and
 * the length that work of this size has. */
TES_MUST_CHECK bool work_read(struct tes_slice text, unsigned work, const struct work_task *task,
                              uint8_t tag[TES_PROOF_TAG_BYTES]);

/* Whether the work that the claims ask for has been done. OUTCOME_OK: it has, or none is asked
 * for; OUTCOME_WORK_MISSING; OUTCOME_BAD_WORK, and the challenge is still to be spent;
 * OUTCOME_OVER_BUDGET; and, where visit->is_hopping is set, the handler returns, to be run again.
 */
TES_MUST_CHECK enum outcome work_judge(struct visit *visit, const struct tes_claims *claims,
                                       const struct work_task *task, struct tes_slice text);

/* Whether this is a later run of an answer that asks for work: the first has charged it. */
bool work_is_under_way(const struct visit *visit);

/* Whether a challenge's claims are of the sort that asks for nothing else. */
bool work_is_claimed(const struct tes_claims *claims);

/* How much work the next `pow` asks for: what the config says, and one more each time that what
 * this network has had of them has doubled in the budget's window. */
unsigned work_of_pow(struct visit *visit);

/* Makes `pow`. */
void work_make(struct tes_challenge *challenge);

/* Makes the one that opened claims name; TES_STALE where they ask for no work. */
TES_MUST_CHECK enum tes_status work_make_claimed(const struct tes_claims *claims,
                                                 struct tes_challenge *challenge);

#endif
