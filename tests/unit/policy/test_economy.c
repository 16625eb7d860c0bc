/* A day of visitors and one attacker, on the real policy: what the whole simulation shows (make
 * economy), on a smaller scale. Its seed is fixed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>

#include "../../../redteam/economy.h"

enum { HOMES = 3000 };

struct played {
    struct day day;
    struct attack_result attack;
    struct people_result people[PLACE_COUNT + 1];
};

static struct played play(enum policy policy, struct attack attack)
{
    struct played played = {.day = {.policy = policy, .attack = attack, .homes = HOMES}};
    assert_true(day_run(&played.day, &played.attack, played.people));
    return played;
}

static void end(struct played *played)
{
    for (unsigned i = 0; i <= PLACE_COUNT; i++)
        people_result_free(&played->people[i]);
}

/* A school of 800 within forty minutes, an office, a carrier's address, and homes. */
static void people_alone(void **state)
{
    (void)state;
    struct played played = play(POLICY_NOW, (struct attack){.networks = 0});
    assert_int_equal(goals_missed(&played.day, played.people), 0);
    assert_int_equal(played.day.alarm_most, 0);
    assert_int_equal(played.people[PLACE_SCHOOL].visitors, 800);
    assert_int_equal(played.people[PLACE_SCHOOL].two_rounds, 0);
    assert_int_equal(played.people[PLACE_SCHOOL].refused, 0);
    assert_int_equal(played.people[PLACE_OFFICE].visitors, 1000);
    assert_int_equal(played.people[PLACE_OFFICE].refused, 0);
    end(&played);
}

/* Within an hour, one address has no more passes than budget.pass, and pays for each of them: 0.39
 * s of a core before there was more work than 64 evaluations, and one look. */
static void an_hour_of_one_address(void **state)
{
    (void)state;
    const struct attack hour = {ATTACKER_SOLVER, 1, MANNER_ALL_OUT, false, 9, 1};
    struct played now = play(POLICY_NOW, hour);
    struct figures figures = figures_of(&now.day, &now.attack);
    assert_int_equal(now.attack.passes, 1000);
    assert_true(figures.seconds >= 1000);
    assert_true(now.attack.looks >= 1200 && now.attack.looks < 1250);
    assert_int_equal(goals_missed(&now.day, now.people), 0);
    end(&now);
}

/* With a perfect solver, passes take ten times the networks and the seconds that they took. */
static void a_perfect_solver(void **state)
{
    (void)state;
    /* Before, one hour was like the other. */
    const struct attack hour = {ATTACKER_SOLVER, 1, MANNER_ALL_OUT, false, 9, 1};
    const struct attack attack = {ATTACKER_SOLVER, 1, MANNER_ALL_OUT, false, 0, 24};
    struct played before = play(POLICY_BEFORE, hour), now = play(POLICY_NOW, attack);
    assert_int_equal(before.attack.passes, 7200);
    assert_true(now.attack.passes > 1000);
    assert_int_equal(price_missed(&before.day, &before.attack, &now.day, &now.attack), 0);
    assert_int_equal(goals_missed(&now.day, now.people), 0);
    end(&before);
    end(&now);
}

/* A general model from five hundred networks: the site's alarm rises, people get through all the
 * same, and it has fallen back at the end. */
static void a_model_by_eye(void **state)
{
    (void)state;
    const struct attack attack = {ATTACKER_EYE, 500, MANNER_CAREFUL, false, 9, 3};
    struct played before = play(POLICY_BEFORE, attack), now = play(POLICY_NOW, attack);
    assert_true(now.day.alarm_most >= 3);
    assert_int_equal(now.day.alarm_last, 0);
    assert_int_equal(goals_missed(&now.day, now.people), 0);
    assert_true(now.attack.passes * 20 < before.attack.passes);
    end(&before);
    end(&now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_alone),
        cmocka_unit_test(an_hour_of_one_address),
        cmocka_unit_test(a_perfect_solver),
        cmocka_unit_test(a_model_by_eye),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
