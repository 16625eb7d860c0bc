/*
 * What challenges stand against: the table has a row for all that is asked, figures that can be,
 * and the class follows by its one rule; what a pass says follows from both. (S3D-26)
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <string.h>

#include "challenge/kinds.h"
#include "challenge/scene/questions/question.h"
#include "policy/escalation/confidence.h"

static const struct tes_slice ANY = {NULL, 0};

static void make(const char *kind, const struct tes_options *options, unsigned seed,
                 struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate(kind, key, options, challenge), TES_OK);
}

/* -------------------------------------------------------------------- the table */

/* Whatever is asked has a row that is about its level, and a guess at it passes as the row says. */
static void each_challenge_has_its_row(void **state)
{
    (void)state;
    for (size_t i = 0; tes_kind_name(i) != NULL; i++) {
        for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
            for (unsigned seed = 0; seed < 40; seed++) {
                const struct tes_options options = {.difficulty = level, .transform_count = 6};
                struct tes_challenge challenge;
                make(tes_kind_name(i), &options, seed, &challenge);
                const struct tes_strength *row = tes_strength_of(&challenge);
                assert_string_equal(row->kind, tes_kind_name(i));
                assert_true((row->levels >> level & 1) != 0);
                int guess = row->by[TES_BY_GUESS].thousandths;
                int own = 10 * (int)challenge.kind->guess_percent(&challenge);
                assert_in_range(own - guess + 10, 0, 20);
            }
        }
    }
    const struct tes_options heard = {.is_heard = true};
    struct tes_challenge challenge;
    make("scene", &heard, 1, &challenge);
    assert_string_equal(tes_strength_of(&challenge)->question, "heard");
}

/* No two rows are about the same, and none is about what there is not. */
static void rows_do_not_overlap(void **state)
{
    (void)state;
    const struct tes_strength *row, *other;
    for (size_t i = 0; (row = tes_strength_row(i)) != NULL; i++) {
        bool is_kind = tes_kind_find(tes_slice_of(row->kind)) != NULL;
        assert_true(is_kind || strcmp(row->kind, "pow") == 0 || strcmp(row->kind, "review") == 0);
        for (size_t j = i + 1; (other = tes_strength_row(j)) != NULL; j++)
            assert_false(strcmp(row->kind, other->kind) == 0 &&
                         strcmp(row->question, other->question) == 0 &&
                         (row->levels & other->levels) != 0);
    }
}

static void figures_have_sources(void **state)
{
    (void)state;
    const struct tes_strength *row;
    for (size_t i = 0; (row = tes_strength_row(i)) != NULL; i++) {
        for (size_t by = 0; by < TES_STRENGTH_BY_COUNT; by++) {
            const struct tes_strength_figure *figure = &row->by[by];
            assert_in_range(figure->thousandths + 1, 0, 1001);
            assert_int_equal(figure->source != NULL, figure->thousandths >= 0);
            /* A share that was measured on n is one of so many of n, to a thousandth. */
            if (figure->of > 0)
                assert_true(figure->thousandths >= 0);
        }
        /* Nobody does worse than a guess. */
        for (size_t by = TES_BY_SCRIPT; by < TES_STRENGTH_BY_COUNT; by++)
            if (row->by[by].thousandths >= 0)
                assert_true(row->by[by].thousandths >= row->by[TES_BY_GUESS].thousandths);
    }
    const struct tes_strength_source *source;
    for (size_t i = 0; (source = tes_strength_source(i)) != NULL; i++) {
        assert_int_equal(strlen(source->date), 7);
        assert_true(source->date[4] == '-' && strlen(source->text) > 20);
    }
    /* No study of ours has been run: whatever is said of people, others measured. */
    for (size_t i = 0; (row = tes_strength_row(i)) != NULL; i++)
        if (row->by[TES_BY_PEOPLE].source != NULL)
            assert_int_equal(row->by[TES_BY_PEOPLE].source->stimuli, TES_STIMULI_OTHERS);
}

/* --------------------------------------------------------------------- the rule */

static void the_class_follows_from_the_figures(void **state)
{
    (void)state;
    static const struct tes_strength_source source = {"x", "2026-11", "x", TES_STIMULI_OURS};
    static const struct {
        struct tes_strength_figure script, eye;
        enum tes_strength_class class;
    } ROWS[] = {
        {{100, 50, &source}, {100, 50, &source}, TES_STRENGTH_OFF_THE_SHELF},
        {{310, 50, &source}, {310, 50, &source}, TES_STRENGTH_OFF_THE_SHELF},
        {{311, 50, &source}, {100, 50, &source}, TES_STRENGTH_FRICTION},
        {{100, 50, &source}, {311, 50, &source}, TES_STRENGTH_FRICTION},
        {{100, 0, &source}, {100, 50, &source}, TES_STRENGTH_FRICTION}, /* nobody measured it */
        {{100, 50, &source}, {100, 0, &source}, TES_STRENGTH_FRICTION},
        {{-1, 0, NULL}, {100, 50, &source}, TES_STRENGTH_FRICTION},
        {{100, 50, &source}, {-1, 0, NULL}, TES_STRENGTH_FRICTION},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        /* What was made for it, and people, have no say. */
        for (int16_t other = 0; other <= 1000; other = (int16_t)(other + 500)) {
            const struct tes_strength row = {.by = {[TES_BY_SCRIPT] = ROWS[i].script,
                                                    [TES_BY_EYE] = ROWS[i].eye,
                                                    [TES_BY_MADE] = {other, 9, &source},
                                                    [TES_BY_PEOPLE] = {other, 9, &source}}};
            assert_int_equal(tes_strength_class(&row), ROWS[i].class);
        }
    }
    assert_string_equal(tes_strength_class_name(TES_STRENGTH_FRICTION), "friction");
    assert_string_equal(tes_strength_class_name(TES_STRENGTH_OFF_THE_SHELF), "off-the-shelf");
    assert_null(tes_strength_class_name(TES_STRENGTH_OFF_THE_SHELF + 1)); /* there is no higher */
}

/* S3D-26: every still picture is friction, as a general model passed them all. */
static void only_what_moves_is_more_than_friction(void **state)
{
    (void)state;
    const struct tes_strength *row;
    for (size_t i = 0; (row = tes_strength_row(i)) != NULL; i++)
        assert_int_equal(tes_strength_class(row), strcmp(row->kind, "hidden") == 0
                                                      ? TES_STRENGTH_OFF_THE_SHELF
                                                      : TES_STRENGTH_FRICTION);
}

static void what_has_no_row_is_friction(void **state)
{
    (void)state;
    static const struct {
        struct tes_slice kind, question;
    } NONE[] = {
        {TES_SLICE_INIT("nothing"), {NULL, 0}},
        {TES_SLICE_INIT("scene"), TES_SLICE_INIT("nothing")},
        {TES_SLICE_INIT(""), {NULL, 0}},
    };
    for (size_t i = 0; i < sizeof NONE / sizeof NONE[0]; i++) {
        const struct tes_strength *row =
            tes_strength_find(NONE[i].kind, NONE[i].question, TES_MEDIUM);
        assert_int_equal(tes_strength_class(row), TES_STRENGTH_FRICTION);
        assert_int_equal(tes_strength_cheap(row), 1000);
        assert_int_equal(tes_strength_people(row), TES_PEOPLE_ASSUMED);
    }
    assert_false(tes_strength_stops_scripts(TES_SLICE("nothing"), TES_MEDIUM));
    /* What is visible is asked at hard alone. */
    assert_string_equal(tes_strength_find(TES_SLICE("scene"), TES_SLICE("visible"), TES_EASY)->kind,
                        "");
}

/* A kind is what its weakest question is. */
static void a_kind_is_as_weak_as_its_weakest_question(void **state)
{
    (void)state;
    const struct tes_strength *row = tes_strength_find(TES_SLICE("scene"), ANY, TES_HARD);
    assert_int_equal(row->by[TES_BY_SCRIPT].thousandths, 1000);
    assert_string_not_equal(row->question, "heard");
    assert_true(tes_strength_stops_scripts(TES_SLICE("scene"), TES_HARD));
    assert_false(tes_strength_stops_scripts(TES_SLICE("puzzle"), TES_HARD));
    assert_false(tes_strength_stops_scripts(TES_SLICE("spatial"), TES_HARD));
    const struct tes_strength *predator = tes_strength_find(TES_SLICE("predator"), ANY, TES_HARD);
    assert_true(tes_strength_is_weaker(row, predator));
    assert_false(tes_strength_is_weaker(predator, row));
    assert_false(tes_strength_is_weaker(row, row));
}

/* ------------------------------------------------------------------- confidence */

/* A type that a published program passes gives 0.5 in any number of rounds: `hidden` no more than
 * the puzzle. */
static void what_programs_pass_says_nothing(void **state)
{
    (void)state;
    const struct tes_options options = {.difficulty = TES_HARD};
    struct tes_challenge challenge;
    static const struct {
        const char *kind;
        enum tes_strength_class strength;
    } ROWS[] = {
        {"puzzle", TES_STRENGTH_FRICTION},      {"spatial", TES_STRENGTH_FRICTION},
        {"predator", TES_STRENGTH_FRICTION},    {"scene", TES_STRENGTH_FRICTION},
        {"hidden", TES_STRENGTH_OFF_THE_SHELF},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        make(ROWS[i].kind, &options, 1, &challenge);
        assert_int_equal(tes_evidence(&challenge), 50);
        struct confidence confidence = {0};
        for (unsigned round = 0; round < 8; round++)
            confidence_add(&confidence, &challenge, round % 2 == 0);
        assert_int_equal(confidence_percent(&confidence, 1), 50);
        assert_int_equal(confidence.strength, ROWS[i].strength);
    }
}

/* The best of guess, script, eye and what was made for it; no program that is published counts as
 * none. */
static void the_best_published_program(void **state)
{
    (void)state;
    struct tes_challenge puzzle;
    make("puzzle", &(struct tes_options){.difficulty = TES_EASY}, 1, &puzzle);
    unsigned guess = 10 * puzzle.kind->guess_percent(&puzzle);
    const struct {
        int16_t script, eye, made;
        unsigned best;
    } rows[] = {
        {300, 400, 900, 900}, {300, 400, 350, 400},
        {500, 400, -1, 500},  {(int16_t)(guess - 1), 0, 0, guess},
        {300, -1, 100, 1000}, {-1, 300, 100, 1000},
        {1, 2, 1000, 1000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct tes_strength row = {.by = {[TES_BY_GUESS] = {1, 0, NULL},
                                                [TES_BY_SCRIPT] = {rows[i].script, 0, NULL},
                                                [TES_BY_EYE] = {rows[i].eye, 0, NULL},
                                                [TES_BY_MADE] = {rows[i].made, 0, NULL}}};
        assert_int_equal(tes_strength_best_of(&puzzle, &row), rows[i].best);
    }
}

/* Each row of confidence.def at its edge. */
static void use_by_the_network(void **state)
{
    (void)state;
    static const struct {
        struct terms_facts network;
        unsigned programs, percent;
    } ROWS[] = {
        {{.passes = 0}, 1, 50},
        {{.passes = 10}, 1, 50},
        {{.passes = 11}, 2, 33},
        {{.passes = 3, .failures = 3, .left = 100}, 1, 50},
        {{.passes = 23}, 2, 33},
        {{.passes = 24}, 3, 25},
        {{.passes = 639}, 3, 25},
        {{.passes = 640}, 5, 16},
        {{.passes = 799}, 5, 16},
        {{.passes = 800}, 9, 10},
        {{.passes = 7, .failures = 4}, 1, 50},
        {{.passes = 6, .failures = 4}, 9, 10},
        {{.passes = 24, .failures = 16}, 9, 10},
        {{.passes = UINT64_MAX, .failures = UINT64_MAX}, 9, 10},
    };
    const struct confidence none = {0}, half = {.excluded = CONFIDENCE_ONE / 2};
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        unsigned programs = confidence_programs(&ROWS[i].network);
        assert_int_equal(programs, ROWS[i].programs);
        assert_int_equal(confidence_percent(&none, programs), ROWS[i].percent);
    }
    assert_int_equal(confidence_percent(&half, 1), 66);
    assert_int_equal(confidence_percent(&half, 3), 40);
    assert_int_equal(confidence_percent(&(struct confidence){.excluded = CONFIDENCE_ONE}, 9), 100);
}

/* Rounds multiply what is left of the programs; a wrong answer never raises it, and never takes
 * more than all. */
static void rounds_add_up(void **state)
{
    (void)state;
    const struct tes_options options = {.difficulty = TES_MEDIUM};
    struct tes_challenge hidden, human;
    make("hidden", &options, 1, &hidden);
    make("human", &options, 1, &human);
    struct confidence one = {0}, two, slipped, mixed = {0}, none = {0};
    assert_int_equal(confidence_percent(&none, 1), 50);
    confidence_add(&one, &hidden, true);
    assert_int_equal(one.excluded, 2000); /* 99.8% are solved */
    assert_int_equal(confidence_percent(&one, 1), tes_evidence(&hidden));
    assert_int_equal(one.strength, TES_STRENGTH_OFF_THE_SHELF);
    two = slipped = one;
    confidence_add(&two, &hidden, true);
    assert_int_equal(two.excluded, 3996);
    confidence_add(&slipped, &hidden, false);
    assert_int_equal(slipped.excluded, one.excluded);
    confidence_add(&none, &hidden, false);
    assert_int_equal(none.excluded, 0);
    assert_int_equal(none.strength, TES_STRENGTH_FRICTION); /* it was not answered rightly */
    /* What every program passes adds nothing, and takes nothing away. */
    confidence_add(&mixed, &hidden, true);
    confidence_add(&mixed, &human, true);
    assert_int_equal(mixed.excluded, one.excluded);
    assert_int_equal(mixed.strength, TES_STRENGTH_OFF_THE_SHELF);
    confidence_add(&mixed, &human, false);
    assert_int_equal(mixed.excluded, one.excluded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_challenge_has_its_row),
        cmocka_unit_test(rows_do_not_overlap),
        cmocka_unit_test(figures_have_sources),
        cmocka_unit_test(the_class_follows_from_the_figures),
        cmocka_unit_test(only_what_moves_is_more_than_friction),
        cmocka_unit_test(what_has_no_row_is_friction),
        cmocka_unit_test(a_kind_is_as_weak_as_its_weakest_question),
        cmocka_unit_test(what_programs_pass_says_nothing),
        cmocka_unit_test(the_best_published_program),
        cmocka_unit_test(use_by_the_network),
        cmocka_unit_test(rounds_add_up),
    };
    return cmocka_run_group_tests_name("strength", tests, NULL, NULL);
}
