/* Goal: every outcome has a word in every contract, and nothing that a contract does not have is
 * told there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "api/vendor/contract.h"
#include "server/app/outcome_rows.h"

/* The error codes that each vendor has documented. */
static const char *const ALL[] = {"missing-input-secret", "invalid-input-secret",
                                  "missing-input-response", "invalid-input-response",
                                  "bad-request"};
static const struct {
    enum vendor name;
    const char *more[6];
} CODES[] = {
    {VENDOR_RECAPTCHA, {"timeout-or-duplicate"}},
    {VENDOR_HCAPTCHA,
     {"expired-input-response", "already-seen-response", "not-using-dummy-passcode",
      "sitekey-secret-mismatch"}},
    {VENDOR_TURNSTILE, {"timeout-or-duplicate", "internal-error"}},
};

static bool is_documented(size_t row, const char *code)
{
    for (size_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++)
        if (strcmp(ALL[i], code) == 0)
            return true;
    for (size_t i = 0; CODES[row].more[i] != NULL; i++)
        if (strcmp(CODES[row].more[i], code) == 0)
            return true;
    return false;
}

/* Of redeeming; what answers alone can have is no vendor's business. */
static bool is_failure(unsigned outcome)
{
    return outcome_rows[outcome].redeemed.code != NULL;
}

static void test_codes_are_the_vendors_own(void **state)
{
    (void)state;
    for (size_t row = 0; row < sizeof CODES / sizeof CODES[0]; row++) {
        const struct contract *contract = &contract_rows[CODES[row].name];
        for (unsigned outcome = 0; outcome < OUTCOME_COUNT; outcome++) {
            const char *code = contract->outcomes[outcome].code;
            if (!is_failure(outcome)) {
                assert_null(code);
                continue;
            }
            assert_non_null(code);
            if (!is_documented(row, code))
                fail_msg("%s is no code of contract %zu", code, row);
            assert_int_equal(contract->outcomes[outcome].status, 0);
        }
    }
}

static void test_cap_has_a_status_and_words_for_each(void **state)
{
    (void)state;
    for (unsigned outcome = 0; outcome < OUTCOME_COUNT; outcome++)
        if (is_failure(outcome)) {
            assert_non_null(contract_rows[VENDOR_CAP].outcomes[outcome].code);
            assert_true(contract_rows[VENDOR_CAP].outcomes[outcome].status >= 400);
        }
}

static void test_paths(void **state)
{
    (void)state;
    for (size_t i = 0; i < VENDOR_COUNT; i++)
        if (contract_rows[i].path.length > 0)
            assert_ptr_equal(contract_of_path(contract_rows[i].path), &contract_rows[i]);
    assert_null(contract_of_path(TES_SLICE("")));
    assert_null(contract_of_path(TES_SLICE("/siteverify/")));
    assert_null(contract_of_path(TES_SLICE("/v1/verify")));
}

static void test_lengths(void **state)
{
    (void)state;
    assert_int_equal(contract_rows[VENDOR_TURNSTILE].response_max, 2048);
    for (size_t i = 0; i < VENDOR_COUNT; i++)
        assert_true(contract_rows[i].response_max <= TES_TOKEN_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes_are_the_vendors_own),
        cmocka_unit_test(test_cap_has_a_status_and_words_for_each),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
