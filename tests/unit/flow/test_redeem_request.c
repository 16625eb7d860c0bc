/* Goal: an idempotency key is a UUID, and its owner depends on all that it is for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "flow/answer/redeem_request.h"

#define UUID "123e4567-e89b-12d3-a456-426614174000"

static bool reads(const char *text, enum tes_field_type type, struct redeem_idempotency *key)
{
    struct tes_fields fields = {.count = 0};
    assert_true(tes_fields_add(
        &fields, (struct tes_field){TES_SLICE("idempotency_key"), tes_slice_of(text), type}));
    return redeem_request_key(&fields, key);
}

static void test_what_is_a_key(void **state)
{
    static const char *const BAD[] = {"x",
                                      "123e4567-e89b-12d3-a456-42661417400",
                                      "123e4567-e89b-12d3-a456-4266141740000",
                                      "123e4567e89b12d3a456426614174000",
                                      "123e4567-e89b-12d3-a456-42661417400g",
                                      "123e4567_e89b-12d3-a456-426614174000",
                                      "123e4567-e89b-12d3-a4564-26614174000",
                                      "{23e4567-e89b-12d3-a456-42661417400}"};
    struct redeem_idempotency key;
    struct tes_fields none = {.count = 0};
    (void)state;
    assert_true(redeem_request_key(&none, &key));
    assert_int_equal(key.key.length, 0);
    assert_true(reads("", TES_FIELD_STRING, &key));
    assert_int_equal(key.key.length, 0);
    assert_true(reads(UUID, TES_FIELD_STRING, &key));
    assert_int_equal(key.key.length, 36);
    assert_true(reads("123E4567-E89B-12D3-A456-426614174000", TES_FIELD_STRING, &key));
    assert_false(reads("5", TES_FIELD_NUMBER, &key));
    assert_false(reads("[]", TES_FIELD_NESTED, &key));
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++)
        if (reads(BAD[i], TES_FIELD_STRING, &key))
            fail_msg("%s is taken", BAD[i]);
}

static void test_owners(void **state)
{
    static const struct redeem_idempotency SAME[] = {
        {TES_SLICE_INIT(UUID), TES_SLICE_INIT("ts_a"), TES_SLICE_INIT("b")},
        {TES_SLICE_INIT("123E4567-E89B-12D3-A456-426614174000"), TES_SLICE_INIT("ts_a"),
         TES_SLICE_INIT("b")},
    };
    static const struct redeem_idempotency OTHERS[] = {
        {TES_SLICE_INIT("123e4567-e89b-12d3-a456-426614174001"), TES_SLICE_INIT("ts_a"),
         TES_SLICE_INIT("b")},
        {TES_SLICE_INIT(UUID), TES_SLICE_INIT("ts_b"), TES_SLICE_INIT("b")},
        {TES_SLICE_INIT(UUID), TES_SLICE_INIT("ts_a"), TES_SLICE_INIT("c")},
        {TES_SLICE_INIT(UUID), TES_SLICE_INIT("ts_ab"), TES_SLICE_INIT("")},
        {TES_SLICE_INIT(UUID), TES_SLICE_INIT("ts_"), TES_SLICE_INIT("ab")},
    };
    uint8_t owner[LEDGER_OWNER_BYTES], other[LEDGER_OWNER_BYTES];
    (void)state;
    assert_true(redeem_request_owner(&SAME[0], owner));
    assert_true(redeem_request_owner(&SAME[1], other));
    assert_memory_equal(owner, other, sizeof owner);
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
        assert_true(redeem_request_owner(&OTHERS[i], other));
        assert_memory_not_equal(owner, other, sizeof owner);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_a_key),
        cmocka_unit_test(test_owners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
