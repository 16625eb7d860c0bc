/*
 * claims.h: claims as bytes. Each present claim is tag (1 byte), length (2), value; tags ascend, so
 * that claims have exactly one form. Zero numbers and empty texts are absent.
 */
#ifndef TES_CLAIMS_H
#define TES_CLAIMS_H

#include "base/buf.h"

/* Writes all claims; a text over its bound gives TES_BAD_ARGUMENT. */
TES_MUST_CHECK enum tes_status tes_claims_write(const struct tes_claims *claims,
                                                struct tes_buf *bytes);

/* Reads them back; texts point into `bytes`. False where the form is not exactly ours. */
TES_MUST_CHECK bool tes_claims_read(struct tes_slice bytes, struct tes_claims *claims);

#endif
