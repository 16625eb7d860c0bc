/*
 * What a site takes for a pass, and the words that say so.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>

#include "challenge/kinds.h"
#include "policy/accept.h"
#include "policy/cognition.h"

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
    const struct accept strict = {kinds_of("scene"), bit_of("still"), STRONG, 0, ACCEPT_ANY, false},
                        open = {kinds_of("scene,puzzle"), 0, WEAK, 0, ACCEPT_ANY, false},
                        twice = {kinds_of("scene"), bit_of("pow"), WEAK, 2, ACCEPT_ANY, false},
                        listed = {kinds_of("scene"), bit_of("still"), STRONG, 2, ACCEPT_ANY, true},
                        login = {ACCEPT_ALL, ACCEPT_ALL, WEAK, 0, ACCEPT_LOGIN, false};
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
        /* A type that somebody has listed is accepted as weak as it is; all else holds. */
        {&listed, "scene", "", WEAK, 2, ACCEPT_YES},
        {&listed, "scene", "", WEAK, 1, ACCEPT_NO_ROUNDS},
        {&listed, "scene", "audio", WEAK, 2, ACCEPT_NO_ALTERNATIVE},
        {&listed, "human", "", STRONG, 2, ACCEPT_NO_TYPE},
        /* A way that nobody knows is none that a site takes. */
        {&strict, "scene", "anything", STRONG, 1, ACCEPT_NO_ALTERNATIVE},
        {&open, "puzzle", "", WEAK, 1, ACCEPT_YES},
        {&open, "puzzle", "puzzle", WEAK, 1, ACCEPT_NO_ALTERNATIVE},
        {&open, "human", "still", WEAK, 1, ACCEPT_NO_ALTERNATIVE},
        {&open, "human", "", WEAK, 1, ACCEPT_NO_TYPE},
        {&twice, "scene", "", WEAK, 1, ACCEPT_NO_ROUNDS},
        {&twice, "scene", "", WEAK, 2, ACCEPT_YES},
        {&twice, "pow", "pow", WEAK, 1, ACCEPT_YES}, /* done again, it says no more */
        {&login, "hidden", "", STRONG, 1, ACCEPT_YES},
        {&login, "human", "", WEAK, 1, ACCEPT_YES},
        {&login, "human", "still", WEAK, 1, ACCEPT_YES},
        {&login, "pow", "pow", WEAK, 1, ACCEPT_YES},
        {&login, "review", "review", WEAK, 1, ACCEPT_YES},
        {&login, "scene", "", STRONG, 9, ACCEPT_NO_TYPE},
        {&login, "predator", "", WEAK, 1, ACCEPT_NO_TYPE},
        {&login, "scene", "other", STRONG, 1, ACCEPT_NO_TYPE},
        {&login, "scene", "audio", WEAK, 1, ACCEPT_NO_ALTERNATIVE},
        {&login, "puzzle", "puzzle", WEAK, 1, ACCEPT_NO_ALTERNATIVE},
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
        const struct accept any = {ACCEPT_ALL, 0, TES_STRENGTH_FRICTION, 0, ACCEPT_ANY, false},
                            none = {0, ACCEPT_ALL, TES_STRENGTH_FRICTION, 0, ACCEPT_ANY, false},
                            strong = {ACCEPT_ALL, 0,          TES_STRENGTH_OFF_THE_SHELF,
                                      0,          ACCEPT_ANY, false};
        assert_true(accept_asks(&any, kind, TES_MEDIUM));
        assert_false(accept_asks(&none, kind, TES_MEDIUM));
        assert_int_equal(accept_asks(&strong, kind, TES_MEDIUM),
                         (kind->takes & TES_TAKES_MOTION) != 0);
    }
    const struct accept some = {0, bit_of("pow"), TES_STRENGTH_FRICTION, 0, ACCEPT_ANY, false};
    assert_true(accept_offers(&some, accept_alternative_find(TES_SLICE("pow"))));
    assert_true(accept_offers(&some, accept_alternative_find(TES_SLICE("other"))));
    assert_false(accept_offers(&some, accept_alternative_find(TES_SLICE("still"))));
    assert_false(accept_offers(&some, ALTERNATIVE_COUNT));
}

/* What nobody has said of a kind is a test: a new one is in no login before somebody decides. */
static void every_kind_says_what_it_asks_of_the_mind(void **state)
{
    (void)state;
    size_t kinds = 0, rows = 0;
    for (; cognition_row(rows) != NULL; rows++) {
        const struct cognition_row *row = cognition_row(rows);
        assert_int_equal(cognition_of(tes_slice_of(row->name)), row->asks);
        assert_true(row->reason[0] != '\0');
        kinds += tes_kind_find(tes_slice_of(row->name)) != NULL;
    }
    assert_int_equal(kinds, TES_KIND_COUNT);
    assert_int_equal(rows, TES_KIND_COUNT + 2); /* pow and review */
    assert_int_equal(cognition_of(TES_SLICE("pow")), COGNITION_NOTHING);
    assert_int_equal(cognition_of(TES_SLICE("review")), COGNITION_NOTHING);
    assert_int_equal(cognition_of(TES_SLICE("labyrinth")), COGNITION_TEST);
    assert_int_equal(cognition_of(TES_SLICE("")), COGNITION_TEST);
}

/* WCAG 2.2, 3.3.8 */
static void a_login_asks_for_the_recognition_of_objects_alone(void **state)
{
    (void)state;
    const struct accept login = {ACCEPT_ALL, ACCEPT_ALL,   TES_STRENGTH_FRICTION,
                                 0,          ACCEPT_LOGIN, false};
    for (size_t i = 0; i < TES_KIND_COUNT; i++) {
        const struct tes_kind *kind = tes_kind_find(tes_slice_of(tes_kind_name(i)));
        bool is_recognition = kind == &tes_kind_hidden || kind == &tes_kind_human;
        assert_int_equal(accept_allows(&login, kind), is_recognition);
        assert_int_equal(accept_asks(&login, kind, TES_MEDIUM), is_recognition);
    }
    for (unsigned i = 0; i < ALTERNATIVE_COUNT; i++) {
        bool is_test = i == ALTERNATIVE_PUZZLE_NUMBER || i == ALTERNATIVE_AUDIO_NUMBER;
        assert_int_equal(accept_offers(&login, i), !is_test);
        assert_int_equal(accept_profile_offers(ACCEPT_LOGIN, i), !is_test);
        assert_true(accept_profile_offers(ACCEPT_ANY, i));
    }
    assert_string_equal(accept_profile_name(ACCEPT_ANY), "default");
    assert_string_equal(accept_profile_name(ACCEPT_LOGIN), "login");
    assert_null(accept_profile_name(ACCEPT_LOGIN + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_read_strictly),
        cmocka_unit_test(passes_are_taken_by_strength_type_and_way),
        cmocka_unit_test(what_is_asked_is_what_is_taken),
        cmocka_unit_test(every_kind_says_what_it_asks_of_the_mind),
        cmocka_unit_test(a_login_asks_for_the_recognition_of_objects_alone),
    };
    return cmocka_run_group_tests_name("accept", tests, NULL, NULL);
}
