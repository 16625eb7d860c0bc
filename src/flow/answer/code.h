/*
 * code.h: short codes, for people who bring a pass from one page to another by hand, since no
 * script does it for them: "K7QM-3F8T-9WXA" is 60 bits in Crockford's base32. A code stands for one
 * pass of one site. What it stands for is kept in the records (store/records/records_codes.h), so
 * that every server finds it; it is used up by the ledger, as every pass is.
 *
 * Trying codes costs a site's secret. With a thousand codes of a site about, one of 10^15 tries
 * finds one.
 */
#ifndef FLOW_CODE_H
#define FLOW_CODE_H

#include "flow/answer/redeem.h"

#define CODE_DIGITS 12
#define CODE_CHARS  14 /* with its dashes */

/* Reads a code as people write it into its digits: in small letters or capitals, O for 0, I and L
 * for 1, with blanks and dashes anywhere. False where it is none, as every response is. */
TES_MUST_CHECK bool code_read(struct tes_slice text, char digits[CODE_DIGITS + 1]);

/* Writes the digits in groups of four. */
void code_write(const char digits[CODE_DIGITS + 1], char text[CODE_CHARS + 1]);

enum code_result { CODE_DONE, CODE_FULL, CODE_FAILED };

/* Makes the code for a pass with these claims, times included. The same pass has the same code
 * each time. Waits for the records. */
TES_MUST_CHECK enum code_result code_make(struct visit *visit, const struct tes_claims *pass,
                                          char digits[CODE_DIGITS + 1]);

/* Opens what a code of that site stands for, good or over. Where visit->is_hopping is set the
 * result is none: the handler returns, to be run again by a waiter. */
TES_MUST_CHECK enum outcome code_open(struct visit *visit, struct tes_slice sitekey,
                                      const char digits[CODE_DIGITS + 1],
                                      struct redeemed *redeemed);

#endif
