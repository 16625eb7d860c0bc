/*
 * The sequential test of rounds, by enumerating every course that answers can take: how often a
 * person and a program get through, and after how many rounds. The table of docs/rounds.md is
 * checked here, row by row.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <math.h>

#include "policy/escalation/rounds.h"

/* How a chain ends for somebody who answers rightly with that chance. */
struct course {
    double passed, failed, rounds;
};

/* Adds what comes after these rounds, which come about with `chance`. What is left out is less
 * likely than one in 10^12. */
static void follow(const struct rounds *before, struct rounds_odds odds, const struct terms *terms,
                   double right, double chance, struct course *course)
{
    for (int is_right = 0; chance > 1e-12 && is_right <= 1; is_right++) {
        struct rounds after = *before;
        double now = chance * (is_right ? right : 1 - right);
        enum rounds_decision decision = rounds_add(&after, odds, is_right, terms);
        if (decision == ROUNDS_NEXT) {
            follow(&after, odds, terms, right, now, course);
            continue;
        }
        course->rounds += now * after.answered;
        *(decision == ROUNDS_PASS ? &course->passed : &course->failed) += now;
    }
}

static struct course course_of(struct rounds_odds odds, const struct terms *terms, double right)
{
    struct course course = {0, 0, 0};
    follow(&(struct rounds){.score = 0}, odds, terms, right, 1, &course);
    assert_float_equal((float)(course.passed + course.failed), 1.0F, 1e-5F);
    return course;
}

static int weight(unsigned people, unsigned bots, bool is_right)
{
    struct rounds rounds = {.score = 0};
    (void)rounds_add(&rounds, (struct rounds_odds){people, bots}, is_right,
                     &(struct terms){.accept = 1, .rounds_most = 1});
    return rounds.score;
}

static void weights_are_the_logs_that_they_should_be(void **state)
{
    (void)state;
    assert_int_equal(weight(90, 31, true), 1066);
    assert_int_equal(weight(90, 31, false), -1932);
    for (unsigned people = ROUNDS_BOTS_LEAST + 1; people <= ROUNDS_PEOPLE_MOST; people++) {
        for (unsigned bots = ROUNDS_BOTS_LEAST; bots < people; bots++) {
            double right = 1000 * log((double)people / bots);
            double wrong = 1000 * log((100.0 - people) / (100.0 - bots));
            assert_true(fabs(weight(people, bots, true) - right) <= 0.51);
            assert_true(fabs(weight(people, bots, false) - wrong) <= 0.51);
            assert_true(weight(people, bots, true) <= ROUNDS_GAIN_MOST);
            assert_true(weight(people, bots, false) > ROUNDS_REJECT); /* one slip is none */
        }
    }
    assert_int_equal(weight(95, 10, true), ROUNDS_GAIN_MOST);
}

static void figures_that_can_not_be_are_bounded(void **state)
{
    (void)state;
    static const unsigned ODD[] = {0, 1, 10, 11, 50, 94, 95, 96, 99, 100, 101, 1000, UINT32_MAX};
    enum { ODD_COUNT = sizeof ODD / sizeof ODD[0] };
    for (size_t i = 0; i < ODD_COUNT; i++) {
        for (size_t j = 0; j < ODD_COUNT; j++) {
            assert_in_range(weight(ODD[i], ODD[j], true), 1, ROUNDS_GAIN_MOST);
            assert_in_range(-weight(ODD[i], ODD[j], false), 1, -ROUNDS_REJECT - 1);
        }
    }
}

/* ph .90, pb .31, alpha and beta .05: what is published of it. */
static void the_published_example_comes_out(void **state)
{
    (void)state;
    const struct rounds_odds odds = {90, 31};
    const struct terms terms = {.accept = 2944, .rounds_most = 60};
    struct course person = course_of(odds, &terms, .90), program = course_of(odds, &terms, .31);
    assert_float_equal((float)person.rounds, 4.1F, .05F);
    assert_float_equal((float)person.failed, .018F, .0005F);
    assert_float_equal((float)program.passed, .038F, .0005F);
    /* Nobody is asked sixty: five at most cost a person one time in fourteen. */
    const struct terms five = {.accept = 2944, .rounds_most = 5};
    assert_float_equal((float)course_of(odds, &five, .90).failed, .074F, .0005F);
    assert_float_equal((float)course_of(odds, &five, .31).passed, .049F, .0005F);
}

/* docs/rounds.md has these rows. */
static void what_the_defaults_mean(void **state)
{
    (void)state;
    static const struct {
        struct rounds_odds odds;
        unsigned least, most;
        double person_passes, person_rounds, program_passes;
    } ROWS[] = {
        {{95, 12}, 1, 1, .950, 1.00, .1200}, /* hidden, against a general model */
        {{95, 12}, 2, 2, .903, 2.00, .0144}, {{95, 12}, 3, 4, .986, 3.13, .0063},
        {{95, 12}, 4, 5, .977, 4.17, .0009}, {{95, 12}, 5, 6, .967, 5.20, .0001},
        {{90, 15}, 1, 1, .900, 1.00, .1500}, /* a still picture, against a script */
        {{90, 15}, 2, 2, .810, 2.00, .0225}, {{90, 15}, 3, 4, .948, 3.25, .0120},
        {{90, 10}, 1, 1, .900, 1.00, .1000}, /* the puzzle, against guesses */
        {{90, 10}, 2, 2, .810, 2.00, .0100}, {{90, 10}, 3, 4, .948, 3.25, .0037},
        {{90, 43}, 1, 1, .900, 1.00, .4300}, /* a better script */
        {{90, 43}, 2, 2, .810, 2.00, .1849}, {{90, 43}, 3, 4, .948, 3.98, .2155},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct terms terms = {.accept = 0};
        rounds_raise(&terms, ROWS[i].least);
        struct course person = course_of(ROWS[i].odds, &terms, ROWS[i].odds.people / 100.0);
        struct course program = course_of(ROWS[i].odds, &terms, ROWS[i].odds.bots / 100.0);
        if (terms.rounds_most != ROWS[i].most ||
            fabs(person.passed - ROWS[i].person_passes) > .0006 ||
            fabs(person.rounds - ROWS[i].person_rounds) > .006 ||
            fabs(program.passed - ROWS[i].program_passes) > .00006)
            fail_msg("%u of %u/%u: %u %.4f %.3f %.5f", ROWS[i].least, ROWS[i].odds.people,
                     ROWS[i].odds.bots, terms.rounds_most, person.passed, person.rounds,
                     program.passed);
    }
}

/* ------------------------------------------------------------------- the table's challenges */

static void each_row_is_weighed_against_somebody(void **state)
{
    (void)state;
    const struct tes_strength *row;
    for (size_t i = 0; (row = tes_strength_row(i)) != NULL; i++) {
        struct rounds_odds odds = rounds_odds_of(row);
        unsigned people = tes_strength_people(row);
        assert_int_equal(odds.people, people / 10);
        assert_true(10 * odds.bots < people / 2 + 10);
        /* What can be had off the shelf is all in it. */
        if (tes_strength_class(row) == TES_STRENGTH_OFF_THE_SHELF)
            assert_int_equal(odds.bots, (tes_strength_cheap(row) + 9) / 10);
    }
    /* Where general models pass, the script counts, as long as people do twice as well. */
    row = tes_strength_find(TES_SLICE("predator"), TES_SLICE("predator"), TES_MEDIUM);
    unsigned half = tes_strength_people(row) / 2;
    struct tes_strength seen = *row;
    seen.by[TES_BY_EYE].thousandths = 1000;
    seen.by[TES_BY_SCRIPT].thousandths = (int16_t)half;
    assert_int_equal(rounds_odds_of(&seen).bots, (half + 9) / 10);
    seen.by[TES_BY_SCRIPT].thousandths = (int16_t)half + 1;
    assert_int_equal(rounds_odds_of(&seen).bots, (seen.by[TES_BY_GUESS].thousandths + 9) / 10);
    /* The puzzle: no more than a guess. */
    row = tes_strength_find(TES_SLICE("puzzle"), TES_SLICE("puzzle"), TES_MEDIUM);
    assert_int_equal(rounds_odds_of(row).bots, (row->by[TES_BY_GUESS].thousandths + 9) / 10);
    /* Of what nobody knows, an answer says little. */
    row = tes_strength_find(TES_SLICE("nothing"), TES_SLICE("nothing"), TES_MEDIUM);
    assert_int_equal(rounds_odds_of(row).bots, TES_PEOPLE_ASSUMED / 20);
}

/* Plays answers, '+' and '-', of one kind; the decision, and after how many. */
static enum rounds_decision play(struct rounds_odds odds, unsigned least, const char *answers,
                                 struct rounds *rounds)
{
    struct terms terms = {.accept = 0};
    enum rounds_decision decision = ROUNDS_NEXT;
    rounds_raise(&terms, least);
    *rounds = (struct rounds){.score = 0};
    for (; *answers != '\0' && decision == ROUNDS_NEXT; answers++)
        decision = rounds_add(rounds, odds, *answers == '+', &terms);
    return decision;
}

/* Whatever a site asks, with whatever type. */
static void right_answers_pass_and_one_slip_in_four_does(void **state)
{
    (void)state;
    const struct tes_strength *row;
    struct rounds rounds;
    for (size_t i = 0; (row = tes_strength_row(i)) != NULL; i++) {
        struct rounds_odds odds = rounds_odds_of(row);
        for (unsigned least = 1; least <= ROUNDS_LEAST_MAX; least++) {
            assert_int_equal(play(odds, least, "++++++++", &rounds), ROUNDS_PASS);
            assert_in_range(rounds.right, least, rounds_most(least));
            assert_int_equal(play(odds, least, "--------", &rounds), ROUNDS_FAIL);
        }
        for (unsigned slip = 0; slip < 4; slip++) {
            char answers[] = "++++";
            answers[slip] = '-';
            assert_int_equal(play(odds, 3, answers, &rounds), ROUNDS_PASS);
        }
    }
}

static void nobody_passes_with_fewer_than_asked(void **state)
{
    (void)state;
    assert_int_equal(rounds_least(0), 1); /* no score is asked for: one round is, all the same */
    for (unsigned least = 1; least <= ROUNDS_LEAST_MAX; least++) {
        assert_int_equal(rounds_least(rounds_accept(least)), least);
        for (unsigned course = 0; course < 1U << ROUNDS_MOST_MAX; course++) {
            /* The strongest kinds, and weak ones among them. */
            struct rounds rounds = {.score = 0};
            struct terms terms = {.accept = 0};
            enum rounds_decision decision = ROUNDS_NEXT;
            rounds_raise(&terms, least);
            for (unsigned i = 0; decision == ROUNDS_NEXT; i++)
                decision = rounds_add(&rounds, (struct rounds_odds){95, i % 3 ? 10 : 40},
                                      (course >> i & 1) != 0, &terms);
            assert_true(decision == ROUNDS_FAIL || rounds.right >= least);
            assert_true(rounds.answered <= terms.rounds_most);
        }
    }
}

/* The first round of several tells nothing, whatever its kind. */
static void a_first_answer_is_not_told(void **state)
{
    (void)state;
    for (unsigned people = 20; people <= 100; people++) {
        for (unsigned bots = 0; bots <= 100; bots++) {
            for (unsigned least = 2; least <= ROUNDS_LEAST_MAX; least++) {
                struct rounds right, wrong;
                struct rounds_odds odds = {people, bots};
                assert_int_equal(play(odds, least, "+", &right), ROUNDS_NEXT);
                assert_int_equal(play(odds, least, "-", &wrong), ROUNDS_NEXT);
            }
        }
    }
}

/* One right answer would do, and what was wrong can't be made up for: no more is asked. */
static void nobody_is_asked_for_nothing(void **state)
{
    (void)state;
    struct rounds rounds = {.score = 0};
    const struct terms terms = {.accept = 1, .rounds_most = 2};
    assert_int_equal(rounds_add(&rounds, (struct rounds_odds){95, 12}, false, &terms), ROUNDS_FAIL);
}

/* ------------------------------------------------------------------------------- the claim */

static unsigned bytes_of(uint64_t number)
{
    unsigned bytes = 0;
    for (; number > 0; number >>= 8)
        bytes++;
    return bytes;
}

static void what_is_sealed_comes_back_and_has_one_length(void **state)
{
    (void)state;
    for (unsigned right = 0; right <= ROUNDS_MOST_MAX; right++) {
        for (int score = -25000; score <= 25000; score += 37) {
            struct rounds rounds = {.score = score,
                                    .right = right,
                                    .is_suspicious = (score & 1) != 0,
                                    .is_kind_chosen = (score & 2) != 0,
                                    .is_still = (score & 4) != 0,
                                    .confidence = {(unsigned)(score + 25000) * 20,
                                                   (enum tes_strength_class)(score & 1)}};
            struct rounds back = rounds_open(rounds_seal(&rounds));
            assert_int_equal(bytes_of(rounds_seal(&rounds)), 7);
            assert_int_equal(back.score, score);
            assert_int_equal(back.right, right);
            assert_int_equal(back.is_suspicious, rounds.is_suspicious);
            assert_int_equal(back.is_kind_chosen, rounds.is_kind_chosen);
            assert_int_equal(back.is_still, rounds.is_still);
            assert_int_equal(back.confidence.excluded, rounds.confidence.excluded);
            assert_int_equal(back.confidence.strength, rounds.confidence.strength);
        }
    }
    static const uint64_t NONE[] = {0, 1, 1 << 26, UINT32_MAX, UINT64_MAX, (uint64_t)1 << 40};
    for (size_t i = 0; i < sizeof NONE / sizeof NONE[0]; i++) {
        struct rounds rounds = rounds_open(NONE[i]);
        assert_int_equal(rounds.score, 0);
        assert_int_equal(rounds.right, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_are_the_logs_that_they_should_be),
        cmocka_unit_test(figures_that_can_not_be_are_bounded),
        cmocka_unit_test(the_published_example_comes_out),
        cmocka_unit_test(what_the_defaults_mean),
        cmocka_unit_test(each_row_is_weighed_against_somebody),
        cmocka_unit_test(right_answers_pass_and_one_slip_in_four_does),
        cmocka_unit_test(nobody_passes_with_fewer_than_asked),
        cmocka_unit_test(a_first_answer_is_not_told),
        cmocka_unit_test(nobody_is_asked_for_nothing),
        cmocka_unit_test(what_is_sealed_comes_back_and_has_one_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
