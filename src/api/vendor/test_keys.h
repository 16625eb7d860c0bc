/*
 * test_keys.h: the keys that vendors have published for tests of sites. Everybody knows them, so
 * they hold only where `vendor.test_keys` says so. With a test secret in place of a real one
 * nothing real is used up, and with a real one no dummy is taken.
 */
#ifndef API_TEST_KEYS_H
#define API_TEST_KEYS_H

#include "api/vendor/contract.h"

#define TEST_KEYS_SITEKEY_MAX 40

#define TEST_KEYS_WARNING                                                                          \
    "vendor.test_keys is on: everybody passes with the vendors' test keys; this is for tests only"

enum test_key_gets {
    TEST_KEY_PASSES, /* the dummy at once */
    TEST_KEY_FAILS,  /* a refusal */
    TEST_KEY_ASKS,   /* a challenge, whose pass is the dummy */
};

enum test_key_takes { TEST_KEY_DUMMY, TEST_KEY_ANYTHING };

struct test_key {
    const struct contract *contract;
    struct tes_slice sitekey, secret;
    enum test_key_gets gets;
    enum test_key_takes takes;
    enum outcome says;
    struct tes_slice response, hostname;
};

/* The key of that site key, or of a secret on a contract's path; NULL where it is none, or none
 * holds. */
const struct test_key *test_key_of_site(const struct visit *visit, struct tes_slice sitekey);
const struct test_key *test_key_of_secret(const struct visit *visit,
                                          const struct contract *contract, struct tes_slice secret);

/* Whether that is a dummy of the contract. */
bool test_key_is_dummy(const struct visit *visit, const struct contract *contract,
                       struct tes_slice response);

/* What a test secret makes of a response: nothing is used up. */
TES_MUST_CHECK enum outcome test_key_redeem(const struct visit *visit, const struct test_key *key,
                                            struct tes_slice response, struct redeemed *redeemed);

#endif
