/*
 * test_work.c: proof of work, and the ids of reviews. The numbers of the vectors were found with
 * Python's hashlib.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "serve/challenge/review.h"
#include "serve/challenge/work.h"

static const uint8_t KEY[TES_KEY_BYTES] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef,
                                           0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};

/* S3D-23: SHA-256("0123456789abcdef0123456789abcdef:NONCE"). */
static void test_vectors(void **state)
{
    (void)state;
    static const struct {
        unsigned bits;
        const char *nonce;
        enum tes_status status;
    } CASES[] = {
        {1, "3", TES_OK},           {8, "151", TES_OK},
        {9, "151", TES_OK},         {16, "111324", TES_OK},
        {8, "946", TES_OK},         {9, "946", TES_INCORRECT},
        {1, "0", TES_INCORRECT},    {1, "", TES_BAD_ANSWER},
        {1, "01", TES_BAD_ANSWER},  {1, "-1", TES_BAD_ANSWER},
        {1, "1.0", TES_BAD_ANSWER}, {1, "12345678901234567", TES_BAD_ANSWER},
        {1, "x", TES_BAD_ANSWER},
    };
    struct tes_challenge challenge;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        assert_int_equal(work_make(KEY, CASES[i].bits, &challenge), TES_OK);
        enum tes_status status = tes_verify(&challenge, CASES[i].nonce, strlen(CASES[i].nonce));
        if (status != CASES[i].status)
            fail_msg("%u bits, \"%s\": %s", CASES[i].bits, CASES[i].nonce, tes_status_text(status));
    }
}

static void test_bounds(void **state)
{
    (void)state;
    struct tes_challenge challenge, again;
    assert_int_equal(work_make(KEY, 0, &challenge), TES_BAD_ARGUMENT);
    assert_int_equal(work_make(KEY, WORK_BITS_MAX + 1, &challenge), TES_BAD_ARGUMENT);
    assert_int_equal(work_make(KEY, WORK_BITS_MAX, &challenge), TES_OK);
    struct tes_claims claims = {0};
    tes_claim(&challenge, &claims);
    assert_true(work_is_claimed(&claims));
    assert_int_equal(work_make_claimed(&claims, KEY, &again), TES_OK);
    assert_memory_equal(&again, &challenge, sizeof again);
    claims.params.length = 0;
    assert_int_equal(work_make_claimed(&claims, KEY, &again), TES_STALE);
    claims.params = (struct tes_slice){"\xFF", 1};
    assert_int_equal(work_make_claimed(&claims, KEY, &again), TES_STALE);
    claims.kind = TES_SLICE("puzzle");
    assert_false(work_is_claimed(&claims));
    /* 100 of a hundred programs pass. */
    assert_int_equal(tes_evidence(&challenge), 50);
}

static void test_ids(void **state)
{
    (void)state;
    static const struct {
        const char *text, *id; /* NULL: it is none */
    } CASES[] = {
        {"K7Q4-9M2X", "K7Q4-9M2X"},
        {"k7q49m2x", "K7Q4-9M2X"},
        {"K7Q4-9M2", NULL},
        {"K7Q4-9M2XX", NULL},
        {"K7Q-49M2X", NULL},
        {"K7Q4--9M2X", "K7Q4-9M2X"},
        {"", NULL},
        {"K7Q4-9M2I", NULL},
        {"K7Q4-9M20", NULL},
        {"K7Q4 9M2X", NULL},
        {"-K7Q49M2X", NULL},
        {"K7Q4-9M2\xC3\xA4", NULL},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char id[REVIEW_ID_CHARS + 1];
        bool is_read = review_id_read(tes_slice_of(CASES[i].text), id);
        if (is_read != (CASES[i].id != NULL) || (is_read && strcmp(id, CASES[i].id) != 0))
            fail_msg("\"%s\"", CASES[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_ids),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
