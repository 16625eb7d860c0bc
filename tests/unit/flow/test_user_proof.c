/*
 * test_user_proof.c: who a visitor is, as the site's server vouches for it. The vectors were made
 * with Python's hmac module.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "flow/user_proof.h"
#include "server/app/sites.h"

#define SITEKEY "ts_AAAAAAAAAAAAAAAAAAAAAA"
#define SECRET  "tss_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define ALICE   "1800000000.971ecb854f9b847f646aa10a1ac40f3c1a5e18e6c2bda4006a08646e9874c2db"
#define DAY_S   86400
#define EXPIRES 1800000000
#define X16     "xxxxxxxxxxxxxxxx"
#define X128    X16 X16 X16 X16 X16 X16 X16 X16

static const struct {
    const char *name, *sitekey, *secret, *user, *proof;
    uint64_t now_s;
    bool is_good;
} CASES[] = {
    {"a name", SITEKEY, SECRET, "alice", ALICE, EXPIRES - 60, true},
    {"more than ASCII", SITEKEY, SECRET, "Zo\xC3\xAB",
     "1800000000.01407d5adf824206b44420e4a7d3df3444bcae4c80efd552bf14d07eca720404", EXPIRES - 60,
     true},
    {"marks of the form", SITEKEY, SECRET, "a,1:b",
     "1800000000.e790b55e9ad928ea93c1f472420bc3c6826d4cd1ae2355fc088ed93a22a1741a", EXPIRES - 60,
     true},
    {"the longest", SITEKEY, SECRET, X128,
     "1800000000.eb877cf2143f196a9042d54d8a299c669ecd8ffecffab438cc90fd1dfe4f28fb", EXPIRES - 60,
     true},
    {"the last second", SITEKEY, SECRET, "alice", ALICE, EXPIRES - 1, true},
    {"over", SITEKEY, SECRET, "alice", ALICE, EXPIRES, false},
    {"a whole day", SITEKEY, SECRET, "alice", ALICE, EXPIRES - DAY_S, true},
    {"more than a day", SITEKEY, SECRET, "alice", ALICE, EXPIRES - DAY_S - 1, false},
    {"long ago", SITEKEY, SECRET, "alice",
     "7.10f73158fb4b039cb0c4d35842ba0f6336aac81f3f84a72179efbc3c152a88c7", EXPIRES, false},
    {"another user", SITEKEY, SECRET, "alicf", ALICE, EXPIRES - 60, false},
    {"no user", SITEKEY, SECRET, "", ALICE, EXPIRES - 60, false},
    {"another site", "ts_AAAAAAAAAAAAAAAAAAAAAB", SECRET, "alice", ALICE, EXPIRES - 60, false},
    {"another secret", SITEKEY, SECRET "A", "alice", ALICE, EXPIRES - 60, false},
    {"a later end", SITEKEY, SECRET, "alice",
     "1800000001.971ecb854f9b847f646aa10a1ac40f3c1a5e18e6c2bda4006a08646e9874c2db", EXPIRES - 60,
     false},
    {"the same end, written in another way", SITEKEY, SECRET, "alice", "0" ALICE, EXPIRES - 60,
     false},
    {"a changed bit", SITEKEY, SECRET, "alice",
     "1800000000.971ecb854f9b847f646aa10a1ac40f3c1a5e18e6c2bda4006a08646e9874c2da", EXPIRES - 60,
     false},
    {"cut", SITEKEY, SECRET, "alice",
     "1800000000.971ecb854f9b847f646aa10a1ac40f3c1a5e18e6c2bda4006a08646e9874c2d", EXPIRES - 60,
     false},
    {"more behind it", SITEKEY, SECRET, "alice", ALICE "0", EXPIRES - 60, false},
    {"no end", SITEKEY, SECRET, "alice",
     ".971ecb854f9b847f646aa10a1ac40f3c1a5e18e6c2bda4006a08646e9874c2db", EXPIRES - 60, false},
    {"no MAC", SITEKEY, SECRET, "alice", "1800000000.", EXPIRES - 60, false},
    {"no point", SITEKEY, SECRET, "alice", "1800000000", EXPIRES - 60, false},
    {"nothing", SITEKEY, SECRET, "alice", "", EXPIRES - 60, false},
    {"a user that is too long", SITEKEY, SECRET, X128 X128, ALICE, EXPIRES - 60, false},
};

static void test_proofs(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        uint8_t hash[RECORDS_HASH_BYTES];
        struct user_proof proof = {tes_slice_of(CASES[i].sitekey), tes_slice_of(CASES[i].user),
                                   tes_slice_of(CASES[i].proof)};
        assert_true(sites_hash(tes_slice_of(CASES[i].secret), hash));
        enum tes_status status = user_proof_check(&proof, hash, CASES[i].now_s * 1000 + 999);
        if ((status == TES_OK) != CASES[i].is_good || (status != TES_OK && status != TES_FORGED))
            fail_msg("%s: %d", CASES[i].name, (int)status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_proofs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
