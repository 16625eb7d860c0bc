/*
 * contract.h: how the siteverify of each vendor is asked and answers, as docs/siteverify.md has it:
 * a row for each.
 */
#ifndef API_CONTRACT_H
#define API_CONTRACT_H

#include "flow/answer/redeem.h"

enum contract_name {
    CONTRACT_RECAPTCHA,
    CONTRACT_HCAPTCHA,
    CONTRACT_TURNSTILE,
    CONTRACT_MCAPTCHA,
    CONTRACT_CAP,
    CONTRACT_COUNT
};

/* What a success may tell behind its first field. */
enum contract_field {
    CONTRACT_END,
    CONTRACT_MOMENT,    /* challenge_ts, to the second */
    CONTRACT_MOMENT_MS, /* the same, to the millisecond */
    CONTRACT_HOSTNAME,
    CONTRACT_CREDIT,
    CONTRACT_SITEKEY,
    CONTRACT_ERROR_CODES, /* none */
    CONTRACT_ACTION,
    CONTRACT_CDATA,
    CONTRACT_TESTED, /* metadata: a test secret was asked with */
    /* The alternative that was taken; nothing after an ordinary challenge. */
    CONTRACT_REASON,   /* in score_reason, without a score */
    CONTRACT_METADATA, /* in metadata */
};
#define CONTRACT_FIELDS_MAX 8

/* What a failure tells behind its first field. */
enum contract_failure {
    CONTRACT_TELLS_CODES, /* "error-codes":[...] */
    CONTRACT_TELLS_ERROR, /* "error":"..." */
    CONTRACT_TELLS_NOTHING,
};

/* Where the site key stands that must be the secret's. */
enum contract_sitekey { CONTRACT_NO_SITEKEY, CONTRACT_MAY_NAME, CONTRACT_MUST_NAME, CONTRACT_PATH };

struct contract {
    struct tes_slice path; /* on which nothing but 200 is answered; empty: other statuses are */
    const char *good;      /* the first field, true or false */
    struct tes_slice response, sitekey; /* names of parameters */
    size_t response_max;                /* characters; a longer one is invalid */
    enum contract_sitekey sitekey_is;
    enum contract_field fields[CONTRACT_FIELDS_MAX];
    /* In place of those, to who asks with a test secret, where the vendor tells such; a failure
     * then ends with CONTRACT_TESTED. */
    enum contract_field test_fields[CONTRACT_FIELDS_MAX];
    enum contract_failure failure;
    bool has_idempotency; /* "idempotency_key" has a success told again */
    struct {
        const char *code;
        unsigned status;
    } outcomes[OUTCOME_COUNT]; /* but for a success; those without a status are 200 */
};

extern const struct contract contract_rows[CONTRACT_COUNT];

/* The contract that answers nothing but 200 on that path; NULL where it is none's. */
const struct contract *contract_of_path(struct tes_slice path);

#endif
