#include "api/vendor/contract.h"

const struct contract contract_rows[CONTRACT_COUNT] = {
    [CONTRACT_RECAPTCHA] =
        {
            .path = TES_SLICE_INIT("/recaptcha/api/siteverify"),
            .good = "success",
            .response = TES_SLICE_INIT("response"),
            .response_max = TES_TOKEN_MAX,
            .fields = {CONTRACT_MOMENT, CONTRACT_HOSTNAME},
#define VENDOR_CODE(outcome, recaptcha, hcaptcha, turnstile, cap_status, cap)                      \
    .outcomes[OUTCOME_##outcome] = {recaptcha, 0},
#include "api/vendor/codes.def"
#undef VENDOR_CODE
        },
    [CONTRACT_HCAPTCHA] =
        {
            .path = TES_SLICE_INIT("/siteverify"),
            .good = "success",
            .response = TES_SLICE_INIT("response"),
            .response_max = TES_TOKEN_MAX,
            .sitekey = TES_SLICE_INIT("sitekey"),
            .sitekey_is = CONTRACT_MAY_NAME,
            .fields = {CONTRACT_MOMENT, CONTRACT_HOSTNAME, CONTRACT_CREDIT, CONTRACT_SITEKEY,
                       CONTRACT_REASON},
#define VENDOR_CODE(outcome, recaptcha, hcaptcha, turnstile, cap_status, cap)                      \
    .outcomes[OUTCOME_##outcome] = {hcaptcha, 0},
#include "api/vendor/codes.def"
#undef VENDOR_CODE
        },
    [CONTRACT_TURNSTILE] =
        {
            .path = TES_SLICE_INIT("/turnstile/v0/siteverify"),
            .good = "success",
            .response = TES_SLICE_INIT("response"),
            .response_max = 2048,
            .has_idempotency = true,
            .fields = {CONTRACT_MOMENT_MS, CONTRACT_HOSTNAME, CONTRACT_ERROR_CODES, CONTRACT_ACTION,
                       CONTRACT_CDATA, CONTRACT_METADATA},
            .test_fields = {CONTRACT_MOMENT_MS, CONTRACT_HOSTNAME, CONTRACT_ERROR_CODES,
                            CONTRACT_TESTED},
#define VENDOR_CODE(outcome, recaptcha, hcaptcha, turnstile, cap_status, cap)                      \
    .outcomes[OUTCOME_##outcome] = {turnstile, 0},
#include "api/vendor/codes.def"
#undef VENDOR_CODE
        },
    [CONTRACT_MCAPTCHA] =
        {
            .path = TES_SLICE_INIT("/api/v1/pow/siteverify"),
            .good = "valid",
            .response = TES_SLICE_INIT("token"),
            .response_max = TES_TOKEN_MAX,
            .sitekey = TES_SLICE_INIT("key"),
            .sitekey_is = CONTRACT_MUST_NAME,
            .failure = CONTRACT_TELLS_NOTHING,
        },
    [CONTRACT_CAP] =
        {
            .good = "success",
            .response = TES_SLICE_INIT("response"),
            .response_max = TES_TOKEN_MAX,
            .sitekey_is = CONTRACT_PATH,
            .failure = CONTRACT_TELLS_ERROR,
#define VENDOR_CODE(outcome, recaptcha, hcaptcha, turnstile, cap_status, cap)                      \
    .outcomes[OUTCOME_##outcome] = {cap, cap_status},
#include "api/vendor/codes.def"
#undef VENDOR_CODE
        },
};

const struct contract *contract_of_path(struct tes_slice path)
{
    for (size_t i = 0; i < CONTRACT_COUNT; i++)
        if (contract_rows[i].path.length > 0 && tes_slice_equal(contract_rows[i].path, path))
            return &contract_rows[i];
    return NULL;
}
