#include "api/vendor/test_keys.h"

static const struct test_key KEYS[] = {
#define TEST_KEY(contract, sitekey, secret, gets, takes, says, response, hostname)                 \
    {&contract_rows[CONTRACT_##contract],                                                          \
     TES_SLICE_INIT(sitekey),                                                                      \
     TES_SLICE_INIT(secret),                                                                       \
     TEST_KEY_##gets,                                                                              \
     TEST_KEY_##takes,                                                                             \
     OUTCOME_##says,                                                                               \
     TES_SLICE_INIT(response),                                                                     \
     TES_SLICE_INIT(hostname)},
#include "api/vendor/test_keys.def"
#undef TEST_KEY
};

#define KEY_COUNT (sizeof KEYS / sizeof KEYS[0])

const struct test_key *test_key_of_site(const struct visit *visit, struct tes_slice sitekey)
{
    for (size_t i = 0; visit->config->vendor_test_keys && i < KEY_COUNT; i++)
        if (tes_slice_equal(KEYS[i].sitekey, sitekey))
            return &KEYS[i];
    return NULL;
}

const struct test_key *test_key_of_secret(const struct visit *visit,
                                          const struct contract *contract, struct tes_slice secret)
{
    for (size_t i = 0; visit->config->vendor_test_keys && i < KEY_COUNT; i++)
        if (KEYS[i].contract == contract && tes_slice_equal(KEYS[i].secret, secret))
            return &KEYS[i];
    return NULL;
}

bool test_key_is_dummy(const struct visit *visit, const struct contract *contract,
                       struct tes_slice response)
{
    for (size_t i = 0; visit->config->vendor_test_keys && i < KEY_COUNT; i++)
        if (KEYS[i].contract == contract && tes_slice_equal(KEYS[i].response, response))
            return true;
    return false;
}

enum outcome test_key_redeem(const struct visit *visit, const struct test_key *key,
                             struct tes_slice response, struct redeemed *redeemed)
{
    if (response.length == 0)
        return OUTCOME_MISSING_RESPONSE;
    if (key->takes == TEST_KEY_DUMMY && !tes_slice_equal(response, key->response))
        return OUTCOME_NOT_DUMMY;
    redeemed->claims = (struct tes_claims){
        .issued_at_ms = visit->now_ms, .site = key->sitekey, .hostname = key->hostname};
    redeemed->is_degraded = false;
    return key->says;
}
