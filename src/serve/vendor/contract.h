/*
 * contract.h: how the siteverify of reCAPTCHA, hCaptcha and Turnstile is asked and answers, as
 * docs/siteverify.md has it: a row for each.
 */
#ifndef SERVE_CONTRACT_H
#define SERVE_CONTRACT_H

#include "serve/challenge/redeem.h"

enum contract_name { CONTRACT_RECAPTCHA, CONTRACT_HCAPTCHA, CONTRACT_TURNSTILE, CONTRACT_COUNT };

/* What a success may tell. */
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
};

#define CONTRACT_FIELDS_MAX 8

struct contract {
    struct tes_slice path;
    size_t response_max; /* characters; a longer one is invalid */
    bool has_sitekey;    /* a sitekey that is sent must be the secret's */
    enum contract_field fields[CONTRACT_FIELDS_MAX]; /* of a success behind `success`, in order */
    const char *codes[REDEMPTION_COUNT];             /* NULL for a success */
};

extern const struct contract CONTRACTS[CONTRACT_COUNT];

/* The contract that is kept on that path; NULL where it is none's. */
const struct contract *contract_of_path(struct tes_slice path);

#endif
