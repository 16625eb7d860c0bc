/*
 * work.h: proof of work, for those who can do with no question. The visitor's device looks for a
 * number whose hash, with a text of ours before it, begins with so many zero bits; one hash shows
 * that it was found. Any program can do that, and so a pass says nothing of a person: it has a
 * price, and a budget of its own.
 *
 * It is made, sealed, judged and spent as the kinds of challenge are, by a row of its own that
 * core/kinds.def does not have: it is never picked, there is nothing to draw, and a page that
 * judges itself has no use for it.
 */
#ifndef SERVE_WORK_H
#define SERVE_WORK_H

#include "core/kind.h"
#include "serve/app/app.h"

#define WORK_NAME     "pow"
#define WORK_BITS_MAX 22 /* however often a network asks: some four million hashes */

extern const struct tes_kind work_kind;

/* Whether a challenge's claims are of this sort. */
bool work_is_claimed(const struct tes_claims *claims);

/* How many zero bits the next one is to have: what the config says, and one more each time that
 * what this network has had of them has doubled in the budget's window. */
unsigned work_bits(struct visit *visit);

/* Makes the challenge of that many bits, 1 to WORK_BITS_MAX, that belongs to the key. */
TES_MUST_CHECK enum tes_status work_make(const uint8_t key[TES_KEY_BYTES], unsigned bits,
                                         struct tes_challenge *challenge);

/* Makes the one that opened claims name; TES_STALE where there is none such. */
TES_MUST_CHECK enum tes_status work_make_claimed(const struct tes_claims *claims,
                                                 const uint8_t key[TES_KEY_BYTES],
                                                 struct tes_challenge *challenge);

#endif
