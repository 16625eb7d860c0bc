/* The rules of the adaptive difficulty: each at its edge, all small counts, and that levels settle.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <string.h>

#include "decide/adaptive.h"

static const struct adaptive_terms USUAL = {TES_MEDIUM, 3};

struct score {
    uint64_t passed, completed;
};

static struct adaptive_counts counts_of(struct score easy, struct score medium, struct score hard)
{
    return (struct adaptive_counts){
        .passed = {0, easy.passed, medium.passed, hard.passed},
        .completed = {0, easy.completed, medium.completed, hard.completed}};
}

struct edge {
    const char *name;
    struct score easy, medium, hard;
    enum tes_difficulty level;
};

static void check(const struct edge *rows, size_t count, const struct adaptive_terms *terms)
{
    for (size_t i = 0; i < count; i++) {
        struct adaptive_counts counts = counts_of(rows[i].easy, rows[i].medium, rows[i].hard);
        enum tes_difficulty level = adaptive_level(&counts, terms);
        if (level != rows[i].level)
            fail_msg("%s: level %d", rows[i].name, (int)level);
    }
}

#define CHECK(rows, terms) check(rows, sizeof(rows) / sizeof *(rows), terms)

/* S3D-20 */
static void promotions_at_their_edges(void **state)
{
    (void)state;
    static const struct edge ROWS[] = {
        {"MEDIUM 5 of 5", {0, 0}, {5, 5}, {0, 0}, TES_HARD},
        {"MEDIUM 4 of 4: an attempt less than five", {0, 0}, {4, 4}, {0, 0}, TES_MEDIUM},
        {"MEDIUM 4 of 5: 80% is not above it", {0, 0}, {4, 5}, {0, 0}, TES_MEDIUM},
        {"MEDIUM 8 of 10", {0, 0}, {8, 10}, {0, 0}, TES_MEDIUM},
        {"MEDIUM 9 of 11: 81.8%", {0, 0}, {9, 11}, {0, 0}, TES_HARD},
        {"MEDIUM 801 of 1000", {0, 0}, {801, 1000}, {0, 0}, TES_HARD},
        {"MEDIUM 800 of 1000", {0, 0}, {800, 1000}, {0, 0}, TES_MEDIUM},
        {"EASY 9 of 10 after MEDIUM 1 of 3: 90% is not above it",
         {9, 10},
         {1, 3},
         {0, 0},
         TES_EASY},
        {"EASY 10 of 11 after MEDIUM 1 of 3", {10, 11}, {1, 3}, {0, 0}, TES_MEDIUM},
        {"EASY 10 of 10 after MEDIUM 0 of 3", {10, 10}, {0, 3}, {0, 0}, TES_MEDIUM},
    };
    CHECK(ROWS, &USUAL);
    static const struct adaptive_terms FROM_EASY = {TES_EASY, 3};
    static const struct edge EASY_ROWS[] = {
        {"nothing known", {0, 0}, {0, 0}, {0, 0}, TES_EASY},
        {"EASY 3 of 3", {3, 3}, {0, 0}, {0, 0}, TES_MEDIUM},
        {"EASY 2 of 2: an attempt less than three", {2, 2}, {0, 0}, {0, 0}, TES_EASY},
        {"EASY 9 of 10", {9, 10}, {0, 0}, {0, 0}, TES_EASY},
        {"EASY 91 of 100", {91, 100}, {0, 0}, {0, 0}, TES_MEDIUM},
        {"EASY 90 of 100", {90, 100}, {0, 0}, {0, 0}, TES_EASY},
    };
    CHECK(EASY_ROWS, &FROM_EASY);
}

/* S3D-21 */
static void demotions_at_their_edges(void **state)
{
    (void)state;
    static const struct edge ROWS[] = {
        {"MEDIUM 1 of 3", {0, 0}, {1, 3}, {0, 0}, TES_EASY},
        {"MEDIUM 0 of 2: an attempt less than three", {0, 0}, {0, 2}, {0, 0}, TES_MEDIUM},
        {"MEDIUM 2 of 4: 50% is not below it", {0, 0}, {2, 4}, {0, 0}, TES_MEDIUM},
        {"MEDIUM 499 of 1000", {0, 0}, {499, 1000}, {0, 0}, TES_EASY},
        {"MEDIUM 500 of 1000", {0, 0}, {500, 1000}, {0, 0}, TES_MEDIUM},
        {"HARD 1 of 3", {0, 0}, {5, 5}, {1, 3}, TES_MEDIUM},
        {"HARD 0 of 2: an attempt less than three", {0, 0}, {5, 5}, {0, 2}, TES_HARD},
        {"HARD 2 of 5: 40% is not below it", {0, 0}, {5, 5}, {2, 5}, TES_HARD},
        {"HARD 399 of 1000", {0, 0}, {5, 5}, {399, 1000}, TES_MEDIUM},
        {"HARD 400 of 1000", {0, 0}, {5, 5}, {400, 1000}, TES_HARD},
        {"HARD 0 of 3, however good MEDIUM was", {0, 0}, {100, 100}, {0, 3}, TES_MEDIUM},
        {"HARD 0 of 3 and MEDIUM below 50%", {0, 0}, {4, 10}, {0, 3}, TES_EASY},
    };
    CHECK(ROWS, &USUAL);
}

/* S3D-22 */
static void new_users_begin_at_the_start(void **state)
{
    (void)state;
    static const struct edge NEW = {"nobody knows them", {0, 0}, {0, 0}, {0, 0}, TES_MEDIUM};
    check(&NEW, 1, &USUAL);
    for (enum tes_difficulty start = TES_EASY; start <= TES_HARD; start++) {
        struct adaptive_counts none = {.completed = {0}};
        for (unsigned least = 0; least < 4; least++) {
            struct adaptive_terms terms = {start, least};
            assert_int_equal(adaptive_level(&none, &terms), start);
        }
    }
}

static void the_least_number_of_attempts_is_the_configs(void **state)
{
    (void)state;
    static const struct edge TEN[] = {
        {"MEDIUM 9 of 9", {0, 0}, {9, 9}, {0, 0}, TES_MEDIUM},
        {"MEDIUM 10 of 10", {0, 0}, {10, 10}, {0, 0}, TES_HARD},
        {"MEDIUM 0 of 9", {0, 0}, {0, 9}, {0, 0}, TES_MEDIUM},
        {"MEDIUM 0 of 10", {0, 0}, {0, 10}, {0, 0}, TES_EASY},
    };
    static const struct edge ONE[] = {
        {"MEDIUM 1 of 1: the rule's own five", {0, 0}, {1, 1}, {0, 0}, TES_MEDIUM},
        {"MEDIUM 0 of 1", {0, 0}, {0, 1}, {0, 0}, TES_EASY},
    };
    CHECK(TEN, (&(struct adaptive_terms){TES_MEDIUM, 10}));
    CHECK(ONE, (&(struct adaptive_terms){TES_MEDIUM, 1}));
    CHECK(ONE, (&(struct adaptive_terms){TES_MEDIUM, 0}));
}

/* A damaged row of the records never makes a level that is none. */
static void counts_that_cannot_be_are_taken_for_none(void **state)
{
    (void)state;
    static const struct edge ROWS[] = {
        {"more right than answered", {0, 0}, {6, 5}, {0, 0}, TES_MEDIUM},
        {"negative", {0, 0}, {UINT64_MAX, UINT64_MAX - 1}, {0, 0}, TES_MEDIUM},
        {"as many as can be", {0, 0}, {UINT64_MAX, UINT64_MAX}, {0, 0}, TES_MEDIUM},
        {"many wrong", {0, 0}, {0, UINT32_MAX}, {0, 0}, TES_EASY},
        {"many wrong, and many right", {UINT32_MAX, UINT32_MAX}, {0, UINT32_MAX}, {0, 0}, TES_EASY},
        {"many right", {0, 0}, {UINT32_MAX, UINT32_MAX}, {0, 0}, TES_HARD},
    };
    CHECK(ROWS, &USUAL);
}

/* ------------------------------------------------------------------ all small counts */

/* Somebody answers at the level that they get: nobody ever moves two levels at once. Goes through
 * every row of answers up to that length, of which those with the same counts are one. */
enum { MOST = 9 };

static bool seen[TES_HARD + 1][MOST + 1][MOST + 1][MOST + 1][MOST + 1][MOST + 1][MOST + 1];

static unsigned follow(struct adaptive_counts *counts, const struct adaptive_terms *terms)
{
    const uint64_t *c = counts->completed, *p = counts->passed;
    enum tes_difficulty level = adaptive_level(counts, terms);
    assert_in_range(level, TES_EASY, TES_HARD);
    bool *is_seen = &seen[terms->start][c[1]][p[1]][c[2]][p[2]][c[3]][p[3]];
    if (*is_seen || c[level] == MOST)
        return 0;
    *is_seen = true;
    unsigned states = 1;
    counts->completed[level]++;
    for (unsigned passed = 0; passed <= 1; passed++) {
        counts->passed[level] += passed;
        int step = (int)adaptive_level(counts, terms) - (int)level;
        assert_in_range(step + 1, 0, 2);
        assert_true(step <= 0 || passed); /* no wrong answer leads up */
        states += follow(counts, terms);
        counts->passed[level] -= passed;
    }
    counts->completed[level]--;
    return states;
}

static void nobody_moves_two_levels_at_once(void **state)
{
    (void)state;
    for (enum tes_difficulty start = TES_EASY; start <= TES_HARD; start++) {
        struct adaptive_counts counts = {.completed = {0}};
        struct adaptive_terms terms = {start, 3};
        assert_true(follow(&counts, &terms) > 100);
    }
}

/* Whatever the counts are, also those that no row of answers leads to. */
static void every_count_gives_a_level_that_a_rule_explains(void **state)
{
    (void)state;
    unsigned found[TES_HARD + 1] = {0};
    for (unsigned i = 0; i < 8 * 8 * 8 * 8 * 8 * 8; i++) {
        struct adaptive_counts counts =
            counts_of((struct score){i & 7, i >> 3 & 7}, (struct score){i >> 6 & 7, i >> 9 & 7},
                      (struct score){i >> 12 & 7, i >> 15 & 7});
        enum tes_difficulty level = adaptive_level(&counts, &USUAL);
        assert_in_range(level, TES_EASY, TES_HARD);
        found[level]++;
        uint64_t medium = counts.completed[TES_MEDIUM], right = counts.passed[TES_MEDIUM];
        if (right > medium)
            continue;
        if (level == TES_HARD) /* S3D-20 */
            assert_true(medium >= 5 && right * 100 > medium * 80);
        if (level == TES_EASY) /* S3D-21 */
            assert_true(medium >= 3 && right * 100 < medium * 50);
    }
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++)
        assert_true(found[level] > 1000);
}

/* ------------------------------------------------------------------------- settling */

struct course {
    unsigned at[TES_HARD + 1], changes, last_change;
};

/* Somebody who passes up to `can`, and never above, for so many answers. */
static struct course run(enum tes_difficulty can, enum tes_difficulty start, unsigned answers)
{
    struct adaptive_counts counts = {.completed = {0}};
    struct adaptive_terms terms = {start, 3};
    struct course course = {.changes = 0};
    enum tes_difficulty before = start;
    for (unsigned i = 0; i < answers; i++) {
        enum tes_difficulty level = adaptive_level(&counts, &terms);
        course.at[level]++;
        if (level != before) {
            course.changes++;
            course.last_change = i;
        }
        before = level;
        counts.completed[level]++;
        counts.passed[level] += level <= can ? 1 : 0;
    }
    return course;
}

/* Fails HARD with all of MEDIUM right: back to MEDIUM, and it stays so. */
static void who_fails_above_the_start_settles_at_it(void **state)
{
    (void)state;
    struct course course = run(TES_MEDIUM, TES_MEDIUM, 1000);
    assert_int_equal(course.at[TES_HARD], 3);
    assert_int_equal(course.at[TES_EASY], 0);
    assert_int_equal(course.changes, 2);
    assert_int_equal(course.last_change, 8); /* five at MEDIUM, three at HARD */
    course = run(TES_EASY, TES_EASY, 1000);
    assert_int_equal(course.changes, 2);
    assert_int_equal(course.at[TES_MEDIUM], 3);
}

/* Fails MEDIUM, where they began: let up again, each time after longer. */
static void who_fails_at_the_start_is_tried_more_and_more_rarely(void **state)
{
    (void)state;
    struct course first = run(TES_EASY, TES_MEDIUM, 100), all = run(TES_EASY, TES_MEDIUM, 10000);
    assert_int_equal(first.at[TES_MEDIUM], 10); /* 3, then one each after 9, 16, 25, ... 81 */
    assert_int_equal(all.at[TES_HARD], 0);
    assert_in_range(all.at[TES_MEDIUM], 95, 100); /* 100 squared is 10,000 */
    /* And whoever can do more ends there, for good. */
    struct course better = run(TES_HARD, TES_MEDIUM, 1000);
    assert_int_equal(better.changes, 1);
    assert_int_equal(better.at[TES_HARD], 995);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promotions_at_their_edges),
        cmocka_unit_test(demotions_at_their_edges),
        cmocka_unit_test(new_users_begin_at_the_start),
        cmocka_unit_test(the_least_number_of_attempts_is_the_configs),
        cmocka_unit_test(counts_that_cannot_be_are_taken_for_none),
        cmocka_unit_test(nobody_moves_two_levels_at_once),
        cmocka_unit_test(every_count_gives_a_level_that_a_rule_explains),
        cmocka_unit_test(who_fails_above_the_start_settles_at_it),
        cmocka_unit_test(who_fails_at_the_start_is_tried_more_and_more_rarely),
    };
    return cmocka_run_group_tests_name("adaptive", tests, NULL, NULL);
}
