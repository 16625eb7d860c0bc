/*
 * What a site takes for a pass, and the words that say so.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>

#include "core/kinds.h"
#include "decide/accept.h"

static unsigned bit_of(const char *alternative)
{
    return 1U << accept_alternative_find(tes_slice_of(alternative));
}

static unsigned kinds_of(const char *text)
{
    unsigned bits;
    assert_true(accept_kinds_read(tes_slice_of(text), &bits));
    return bits;
}

static void words_are_read_strictly(void **state)
{
    (void)state;
    static const char *const BAD[] = {"other",  "still,other", "still,still", "still,",
                                      ",still", "still,,pow",  "Still",       "still pow",
                                      "none",   "default"};
    unsigned bits;
    assert_true(accept_alternatives_read(TES_SLICE(""), &bits));
    assert_int_equal(bits, 0);
    assert_true(accept_alternatives_read(TES_SLICE("review,still"), &bits));
    assert_int_equal(bits, bit_of("still") | bit_of("review"));
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        assert_false(accept_alternatives_read(tes_slice_of(BAD[i]), &bits));
        assert_false(accept_kinds_read(tes_slice_of(BAD[i]), &bits));
    }
    assert_int_equal(kinds_of("scene"), 1U << tes_kind_number(&tes_kind_scene));
    assert_true(accept_kinds_read(TES_SLICE("puzzle,scene"), &bits));
    assert_false(accept_kinds_read(TES_SLICE("puzzle,maze"), &bits));
    assert_false(accept_kinds_read((struct tes_slice){"puzzle\0", 7}, &bits));
}

static void passes_are_taken_by_strength_type_and_way(void **state)
{
    (void)state;
    const enum tes_strength_class WEAK = TES_STRENGTH_FRICTION, STRONG = TES_STRENGTH_OFF_THE_SHELF;
    const struct accept strict = {kinds_of("scene"), bit_of("still"), STRONG, 0},
                        open = {kinds_of("scene,puzzle"), 0, WEAK, 0},
                        twice = {kinds_of("scene"), bit_of("pow"), WEAK, 2};
    const struct {
        const struct accept *accept;
        const char *kind, *alternative;
        enum tes_strength_class strength;
        unsigned rounds;
        enum acceptance expected;
    } ROWS[] = {
        {&strict, "scene", "", STRONG, 1, ACCEPT_YES},
        {&strict, "scene", "", WEAK, 9, ACCEPT_NO_STRENGTH},
        {&strict, "puzzle", "", STRONG, 1, ACCEPT_NO_TYPE},
        {&strict, "human", "still", WEAK, 1, ACCEPT_YES},
        {&strict, "puzzle", "puzzle", WEAK, 1, ACCEPT_NO_ALTERNATIVE},
        {&strict, "puzzle", "puzzle", STRONG, 1, ACCEPT_NO_ALTERNATIVE},
        {&strict, "pow", "pow", WEAK, 1, ACCEPT_NO_ALTERNATIVE},
        {&strict, "pow", "", WEAK, 1, ACCEPT_NO_TYPE},
        {&strict, "", "", STRONG, 1, ACCEPT_NO_TYPE},
        /* Another type is taken as what it is. */
        {&strict, "scene", "other", STRONG, 1, ACCEPT_YES},
        {&strict, "scene", "other", WEAK, 1, ACCEPT_NO_STRENGTH},
        /* A way that nobody knows is none that a site takes. */
        {&strict, "scene", "anything", STRONG, 1, ACCEPT_NO_ALTERNATIVE},
        {&open, "puzzle", "", WEAK, 1, ACCEPT_YES},
        {&open, "puzzle", "puzzle", WEAK, 1, ACCEPT_NO_ALTERNATIVE},
        {&open, "human", "still", WEAK, 1, ACCEPT_NO_ALTERNATIVE},
        {&open, "human", "", WEAK, 1, ACCEPT_NO_TYPE},
        {&twice, "scene", "", WEAK, 1, ACCEPT_NO_ROUNDS},
        {&twice, "scene", "", WEAK, 2, ACCEPT_YES},
        {&twice, "pow", "pow", WEAK, 1, ACCEPT_YES}, /* done again, it says no more */
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        const struct accept_pass pass = {tes_slice_of(ROWS[i].kind),
                                         tes_slice_of(ROWS[i].alternative), ROWS[i].strength,
                                         ROWS[i].rounds};
        assert_int_equal(accept_pass(ROWS[i].accept, &pass), ROWS[i].expected);
    }
}

static void what_is_asked_is_what_is_taken(void **state)
{
    (void)state;
    for (size_t i = 0; tes_kind_name(i) != NULL; i++) {
        const struct tes_kind *kind = tes_kind_find(tes_slice_of(tes_kind_name(i)));
        const struct accept any = {ACCEPT_ALL, 0, TES_STRENGTH_FRICTION, 0},
                            none = {0, ACCEPT_ALL, TES_STRENGTH_FRICTION, 0},
                            strong = {ACCEPT_ALL, 0, TES_STRENGTH_OFF_THE_SHELF, 0};
        assert_true(accept_asks(&any, kind, TES_MEDIUM));
        assert_false(accept_asks(&none, kind, TES_MEDIUM));
        assert_int_equal(accept_asks(&strong, kind, TES_MEDIUM),
                         (kind->takes & TES_TAKES_MOTION) != 0);
    }
    const struct accept some = {0, bit_of("pow"), TES_STRENGTH_FRICTION, 0};
    assert_true(accept_offers(&some, accept_alternative_find(TES_SLICE("pow"))));
    assert_true(accept_offers(&some, accept_alternative_find(TES_SLICE("other"))));
    assert_false(accept_offers(&some, accept_alternative_find(TES_SLICE("still"))));
    assert_false(accept_offers(&some, ALTERNATIVE_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_read_strictly),
        cmocka_unit_test(passes_are_taken_by_strength_type_and_way),
        cmocka_unit_test(what_is_asked_is_what_is_taken),
    };
    return cmocka_run_group_tests_name("accept", tests, NULL, NULL);
}
