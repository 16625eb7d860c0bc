#include "serve/vendor/contract.h"

const struct contract CONTRACTS[CONTRACT_COUNT] = {
    [CONTRACT_RECAPTCHA] =
        {
            .path = TES_SLICE_INIT("/recaptcha/api/siteverify"),
            .response_max = TES_TOKEN_MAX,
            .fields = {CONTRACT_MOMENT, CONTRACT_HOSTNAME},
#define VENDOR_CODE(outcome, recaptcha, hcaptcha, turnstile)                                       \
    .codes[REDEMPTION_##outcome] = recaptcha,
#include "serve/vendor/codes.def"
#undef VENDOR_CODE
        },
    [CONTRACT_HCAPTCHA] =
        {
            .path = TES_SLICE_INIT("/siteverify"),
            .response_max = TES_TOKEN_MAX,
            .has_sitekey = true,
            .fields = {CONTRACT_MOMENT, CONTRACT_HOSTNAME, CONTRACT_CREDIT, CONTRACT_SITEKEY},
#define VENDOR_CODE(outcome, recaptcha, hcaptcha, turnstile)                                       \
    .codes[REDEMPTION_##outcome] = hcaptcha,
#include "serve/vendor/codes.def"
#undef VENDOR_CODE
        },
    [CONTRACT_TURNSTILE] =
        {
            .path = TES_SLICE_INIT("/turnstile/v0/siteverify"),
            .response_max = 2048,
            .fields = {CONTRACT_MOMENT_MS, CONTRACT_HOSTNAME, CONTRACT_ERROR_CODES, CONTRACT_ACTION,
                       CONTRACT_CDATA},
#define VENDOR_CODE(outcome, recaptcha, hcaptcha, turnstile)                                       \
    .codes[REDEMPTION_##outcome] = turnstile,
#include "serve/vendor/codes.def"
#undef VENDOR_CODE
        },
};

const struct contract *contract_of_path(struct tes_slice path)
{
    for (size_t i = 0; i < CONTRACT_COUNT; i++)
        if (tes_slice_equal(CONTRACTS[i].path, path))
            return &CONTRACTS[i];
    return NULL;
}
