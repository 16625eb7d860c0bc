/*
 * user_proof.h: a site's server tells who the visitor is, so that nobody can who only looks at the
 * page. The proof is "EXPIRES.HEX": until when it is good, in seconds since 1970, and HMAC-SHA256
 * over a label, the sitekey, EXPIRES and the user, each written as "LENGTH:BYTES,". Its key is the
 * SHA-256 of the site's secret: the site has the secret, and we have kept no more than that hash.
 */
#ifndef FLOW_USER_PROOF_H
#define FLOW_USER_PROOF_H

#include "base/slice.h"
#include "store/records/records.h"

#define USER_PROOF_MAX            80    /* longest proof, in bytes */
#define USER_PROOF_LIFETIME_MAX_S 86400 /* one that is good for longer is refused */

struct user_proof {
    struct tes_slice sitekey, user;
    struct tes_slice text; /* "EXPIRES.HEX" */
};

/* TES_OK where whoever has the secret of that hash vouches for the user at this moment; TES_FORGED
 * where not, for whatever reason; TES_NO_MEMORY. */
TES_MUST_CHECK enum tes_status user_proof_check(const struct user_proof *proof,
                                                const uint8_t secret_hash[RECORDS_HASH_BYTES],
                                                uint64_t now_ms);

#endif
