/* The rules of the adaptive difficulty: each at its edge, every way up and down, and all small
 * counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <string.h>

#include "policy/adaptive.h"

static const struct adaptive_terms USUAL = {TES_MEDIUM, 0, 3};

struct edge {
    enum tes_difficulty level;
    uint64_t passed, completed;
    enum tes_difficulty next;
};

static void check(const struct edge *rows, size_t count, const struct adaptive_terms *terms)
{
    for (size_t i = 0; i < count; i++) {
        const struct adaptive_state state = {rows[i].level, rows[i].completed, rows[i].passed};
        enum tes_difficulty next = adaptive_level(&state, terms);
        if (next != rows[i].next)
            fail_msg("level %d, %d of %d: level %d", (int)rows[i].level, (int)rows[i].passed,
                     (int)rows[i].completed, (int)next);
    }
}

#define CHECK(rows, terms) check(rows, sizeof(rows) / sizeof *(rows), terms)

/* S3D-20 */
static void promotions_at_their_edges(void **state)
{
    (void)state;
    static const struct edge ROWS[] = {
        {TES_EASY, 3, 3, TES_MEDIUM},
        {TES_EASY, 2, 2, TES_EASY},  /* an attempt less than three */
        {TES_EASY, 9, 10, TES_EASY}, /* 90% is not above it */
        {TES_EASY, 10, 11, TES_MEDIUM},
        {TES_EASY, 90, 100, TES_EASY},
        {TES_EASY, 91, 100, TES_MEDIUM},
        {TES_EASY, 901, 1000, TES_MEDIUM},
        {TES_EASY, 900, 1000, TES_EASY},
        {TES_MEDIUM, 5, 5, TES_HARD},
        {TES_MEDIUM, 4, 4, TES_MEDIUM}, /* an attempt less than five */
        {TES_MEDIUM, 4, 5, TES_MEDIUM}, /* 80% is not above it */
        {TES_MEDIUM, 5, 6, TES_HARD},
        {TES_MEDIUM, 8, 10, TES_MEDIUM},
        {TES_MEDIUM, 9, 11, TES_HARD},
        {TES_MEDIUM, 80, 100, TES_MEDIUM},
        {TES_MEDIUM, 81, 100, TES_HARD},
        {TES_MEDIUM, 801, 1000, TES_HARD},
        {TES_MEDIUM, 800, 1000, TES_MEDIUM},
        {TES_HARD, 1000, 1000, TES_HARD}, /* there is nothing above it */
    };
    CHECK(ROWS, &USUAL);
}

/* S3D-21 */
static void demotions_at_their_edges(void **state)
{
    (void)state;
    static const struct edge ROWS[] = {
        {TES_MEDIUM, 1, 3, TES_EASY},
        {TES_MEDIUM, 0, 2, TES_MEDIUM}, /* an attempt less than three */
        {TES_MEDIUM, 2, 4, TES_MEDIUM}, /* 50% is not below it */
        {TES_MEDIUM, 2, 5, TES_EASY},
        {TES_MEDIUM, 499, 1000, TES_EASY},
        {TES_MEDIUM, 500, 1000, TES_MEDIUM},
        {TES_HARD, 1, 3, TES_MEDIUM},
        {TES_HARD, 0, 2, TES_HARD}, /* an attempt less than three */
        {TES_HARD, 2, 5, TES_HARD}, /* 40% is not below it */
        {TES_HARD, 3, 8, TES_MEDIUM},
        {TES_HARD, 399, 1000, TES_MEDIUM},
        {TES_HARD, 400, 1000, TES_HARD},
        {TES_EASY, 0, 1000, TES_EASY}, /* there is nothing below it */
    };
    CHECK(ROWS, &USUAL);
}

/* S3D-22 */
static void new_users_begin_at_the_start(void **state)
{
    (void)state;
    for (enum tes_difficulty start = TES_EASY; start <= TES_HARD; start++)
        for (unsigned least = 0; least < 4; least++) {
            const struct adaptive_state none = {.level = 0};
            const struct adaptive_terms terms = {start, 0, least};
            assert_int_equal(adaptive_level(&none, &terms), start);
        }
    /* A row without a recommended level counts from the level of new users. */
    static const struct edge ROWS[] = {{0, 5, 5, TES_HARD}, {0, 0, 3, TES_EASY}};
    CHECK(ROWS, &USUAL);
}

static void the_least_number_of_attempts_is_the_configs(void **state)
{
    (void)state;
    static const struct edge TEN[] = {
        {TES_MEDIUM, 9, 9, TES_MEDIUM}, {TES_MEDIUM, 10, 10, TES_HARD},
        {TES_MEDIUM, 0, 9, TES_MEDIUM}, {TES_MEDIUM, 0, 10, TES_EASY},
        {TES_EASY, 9, 9, TES_EASY},     {TES_EASY, 10, 10, TES_MEDIUM},
    };
    static const struct edge ONE[] = {
        {TES_MEDIUM, 1, 1, TES_MEDIUM}, /* the rule's own five */
        {TES_MEDIUM, 0, 1, TES_EASY},
        {TES_EASY, 1, 1, TES_MEDIUM},
        {TES_EASY, 0, 0, TES_EASY},
    };
    CHECK(TEN, (&(struct adaptive_terms){TES_MEDIUM, 0, 10}));
    CHECK(ONE, (&(struct adaptive_terms){TES_MEDIUM, 0, 1}));
    CHECK(ONE, (&(struct adaptive_terms){TES_MEDIUM, 0, 0}));
}

/* A site's own level is the least; users below it get it. */
static void nobody_falls_below_the_least(void **state)
{
    (void)state;
    static const struct edge ROWS[] = {
        {TES_EASY, 100, 100, TES_MEDIUM}, {TES_EASY, 0, 100, TES_MEDIUM},
        {TES_MEDIUM, 0, 100, TES_MEDIUM}, {TES_MEDIUM, 100, 100, TES_HARD},
        {TES_HARD, 0, 100, TES_MEDIUM},
    };
    CHECK(ROWS, (&(struct adaptive_terms){TES_MEDIUM, TES_MEDIUM, 3}));
    static const struct edge HARD_ROWS[] = {{TES_EASY, 9, 9, TES_HARD}, {TES_HARD, 0, 9, TES_HARD}};
    CHECK(HARD_ROWS, (&(struct adaptive_terms){TES_HARD, TES_HARD, 3}));
}

/* A damaged row of the records never makes a level that is none. */
static void counts_that_cannot_be_are_ignored(void **state)
{
    (void)state;
    static const struct edge ROWS[] = {
        {TES_MEDIUM, 6, 5, TES_MEDIUM},
        {TES_MEDIUM, UINT64_MAX, UINT64_MAX - 1, TES_MEDIUM},
        {TES_MEDIUM, UINT64_MAX, UINT64_MAX, TES_MEDIUM},
        {TES_MEDIUM, 0, UINT32_MAX, TES_EASY},
        {TES_MEDIUM, UINT32_MAX, UINT32_MAX, TES_HARD},
    };
    CHECK(ROWS, &USUAL);
}

/* Every level, all counts up to sixty: what the four sentences of the original say, and a level
 * beside it at most. */
static void every_count_gives_the_level_that_the_rules_say(void **state)
{
    (void)state;
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++)
        for (uint64_t completed = 0; completed <= 60; completed++)
            for (uint64_t passed = 0; passed <= completed; passed++) {
                enum tes_difficulty next = level;
                bool is_enough = completed >= 3;
                if (level == TES_EASY && is_enough && 10 * passed > 9 * completed)
                    next = TES_MEDIUM; /* S3D-20 */
                if (level == TES_MEDIUM && completed >= 5 && 5 * passed > 4 * completed)
                    next = TES_HARD; /* S3D-20 */
                if (level == TES_MEDIUM && is_enough && 2 * passed < completed)
                    next = TES_EASY; /* S3D-21 */
                if (level == TES_HARD && is_enough && 5 * passed < 2 * completed)
                    next = TES_MEDIUM; /* S3D-21 */
                const struct edge row = {level, passed, completed, next};
                check(&row, 1, &USUAL);
            }
}

/* Answers until the level changes, all right or all wrong; how many that were. */
static unsigned answer_until_change(struct adaptive_state *user, bool is_right)
{
    for (unsigned answers = 1; answers < 1000; answers++) {
        user->completed++;
        user->passed += is_right;
        enum tes_difficulty next = adaptive_level(user, &USUAL);
        if (next != user->level) {
            *user = (struct adaptive_state){.level = next};
            return answers;
        }
    }
    return 0;
}

/* S3D-20, S3D-21: each way up is open again after each way down, and the other way round. */
static void every_way_is_open_again(void **state)
{
    (void)state;
    static const struct {
        bool is_right;
        unsigned answers;
        enum tes_difficulty next;
    } WAY[] = {
        {true, 5, TES_HARD},  {false, 3, TES_MEDIUM}, {true, 5, TES_HARD},  {false, 3, TES_MEDIUM},
        {false, 3, TES_EASY}, {true, 3, TES_MEDIUM},  {false, 3, TES_EASY}, {true, 3, TES_MEDIUM},
    };
    struct adaptive_state user = {.level = TES_MEDIUM};
    for (unsigned round = 0; round < 2; round++)
        for (size_t i = 0; i < sizeof WAY / sizeof WAY[0]; i++) {
            assert_int_equal(answer_until_change(&user, WAY[i].is_right), WAY[i].answers);
            assert_int_equal(user.level, WAY[i].next);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(promotions_at_their_edges),
        cmocka_unit_test(demotions_at_their_edges),
        cmocka_unit_test(new_users_begin_at_the_start),
        cmocka_unit_test(the_least_number_of_attempts_is_the_configs),
        cmocka_unit_test(nobody_falls_below_the_least),
        cmocka_unit_test(counts_that_cannot_be_are_ignored),
        cmocka_unit_test(every_count_gives_the_level_that_the_rules_say),
        cmocka_unit_test(every_way_is_open_again),
    };
    return cmocka_run_group_tests_name("adaptive", tests, NULL, NULL);
}
