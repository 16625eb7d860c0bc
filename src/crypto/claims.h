/*
 * claims.h: claims as bytes. Each present claim is tag (1 byte), length (2), value; tags ascend, so
 * that claims have exactly one form. Zero numbers and empty texts are absent.
 */
#ifndef TES_CLAIMS_H
#define TES_CLAIMS_H

#include "base/buf.h"

/* The tags. A reader that does not know one refuses the whole token, so servers that share tokens
 * ask each other first (app_all_read()). */
enum tes_claim {
#define CLAIM_BYTES(tag, member, size) TES_CLAIM_##member = (tag),
#define CLAIM_NUMBER(tag, member)      TES_CLAIM_##member = (tag),
#define CLAIM_TEXT(tag, member, most)  TES_CLAIM_##member = (tag),
#include "crypto/claims.def"
#undef CLAIM_BYTES
#undef CLAIM_NUMBER
#undef CLAIM_TEXT
    TES_CLAIM_END /* above the highest */
};

/* Writes all claims; a text over its bound gives TES_BAD_ARGUMENT. */
TES_MUST_CHECK enum tes_status tes_claims_write(const struct tes_claims *claims,
                                                struct tes_buf *bytes);

/* Reads them back; texts point into `bytes`. False where the form is not exactly ours. */
TES_MUST_CHECK bool tes_claims_read(struct tes_slice bytes, struct tes_claims *claims);

#endif
