/* Short codes as people write them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "flow/answer/code.h"

static const struct {
    const char *name, *text, *digits; /* NULL: it is no code */
} CASES[] = {
    {"as it is shown", "K7QM-3F8T-9WXA", "K7QM3F8T9WXA"},
    {"in small letters", "k7qm-3f8t-9wxa", "K7QM3F8T9WXA"},
    {"without dashes", "K7QM3F8T9WXA", "K7QM3F8T9WXA"},
    {"with blanks", " K7QM 3F8T\t9WXA\r\n", "K7QM3F8T9WXA"},
    {"with dashes anywhere", "--K7Q-M3F8T9W-XA-", "K7QM3F8T9WXA"},
    {"with dashes of a word processor", "K7QM\u20133F8T\u20119WXA", "K7QM3F8T9WXA"},
    {"with blanks that do not break", "K7QM\u00A03F8T\u202F9WXA", "K7QM3F8T9WXA"},
    {"O for 0", "oO00-0000-0000", "000000000000"},
    {"I and L for 1", "iIlL-1111-1111", "111111111111"},
    {"all digits", "0123-4567-89AB", "0123456789AB"},
    {"all other letters", "CDEFGHJKMNPQ", "CDEFGHJKMNPQ"},
    {"and the last of them", "RSTVWXYZ0000", "RSTVWXYZ0000"},
    {"U is none", "U7QM-3F8T-9WXA", NULL},
    {"one too few", "K7QM-3F8T-9WX", NULL},
    {"one too many", "K7QM-3F8T-9WXA0", NULL},
    {"another character", "K7QM-3F8T-9WX!", NULL},
    {"an underscore", "K7QM_3F8T_9WXA", NULL},
    {"a letter beyond ASCII", "K7QM-3F8T-9WX\u00C4", NULL},
    {"half of a character", "K7QM3F8T9WXA\xC2", NULL},
    {"nothing", "", NULL},
    {"blanks alone", "    ", NULL},
    {"a test key's dummy", "XXXX.DUMMY.TOKEN.XXXX", NULL},
    {"another vendor's", "10000000-aaaa-bbbb-cccc-000000000001", NULL},
};

static void test_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char digits[CODE_DIGITS + 1];
        bool is_read = code_read(tes_slice_of(CASES[i].text), digits);
        if (is_read != (CASES[i].digits != NULL) ||
            (is_read && strcmp(digits, CASES[i].digits) != 0))
            fail_msg("%s", CASES[i].name);
    }
    char digits[CODE_DIGITS + 1];
    assert_false(code_read((struct tes_slice){"K7QM3F8T9WX\0", 12}, digits));
    assert_false(code_read((struct tes_slice){NULL, 0}, digits));
}

static void test_written(void **state)
{
    (void)state;
    char text[CODE_CHARS + 1], digits[CODE_DIGITS + 1];
    code_write("K7QM3F8T9WXA", text);
    assert_string_equal(text, "K7QM-3F8T-9WXA");
    assert_true(code_read(tes_slice_of(text), digits));
    assert_string_equal(digits, "K7QM3F8T9WXA");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cases),
        cmocka_unit_test(test_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
