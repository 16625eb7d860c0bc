/*
 * economy: what passes cost whom. `economy` plays a day of visitors and attackers against the real
 * policy and that of the release before, and prints the tables of docs/economy.md; `economy
 * --check` also fails where a goal is missed. docs/economy.md says how to read it.
 */
#include <err.h>
#include <stdio.h>
#include <string.h>

#include "core/strength.h"
#include "economy.h"
#include "serve/log/log.h"

enum { HOMES = 12000, EVALUATION_MS = 6 };

static const char *const POLICIES[] = {[POLICY_BEFORE] = "before", [POLICY_NOW] = "now"};

static double seconds(const struct attacker *attacker, const struct attack_result *result)
{
    return ((double)result->looks * attacker->solver_ms +
            (double)result->evaluations * EVALUATION_MS) /
           1000;
}

/* Dollars: traffic through homes at $0.89 a gigabyte, cores at $0.02 an hour, looks. */
static double dollars(const struct attacker *attacker, const struct attack_result *result)
{
    return (double)result->kilobytes / 1e6 * 0.89 + seconds(attacker, result) / 3600 * 0.02 +
           (double)result->looks * attacker->look_micros / 1e6;
}

static double percentile_s(const uint64_t *sorted, unsigned count, unsigned percent)
{
    if (count == 0)
        return 0;
    return (double)sorted[(uint64_t)(count - 1) * percent / 100] / 1000;
}

struct figures {
    double per_hour, requests, network_hours, seconds, dollars; /* of 1,000 passes but the first */
};

static struct figures figures_of(const struct day *day, const struct attack_result *result)
{
    const struct attack *attack = &day->attack;
    double thousands = (double)result->passes / 1000;
    if (result->passes == 0)
        return (struct figures){0};
    return (struct figures){
        .per_hour = (double)result->passes / attack->hours / attack->networks * 100,
        .requests = (double)result->requests / thousands,
        .network_hours = (double)attack->networks * attack->hours / thousands,
        .seconds = seconds(attack->attacker, result) / thousands,
        .dollars = dollars(attack->attacker, result) / thousands,
    };
}

static void print_attack(const struct day *day, const struct attack_result *result)
{
    const struct attack *attack = &day->attack;
    struct figures figures = figures_of(day, result);
    printf("| %s%s | %u%s, %u h | %s | %.0f | %.0f | %.2f | %.1f | %.3f | %u |\n",
           attack->attacker->name, attack->is_neighbour ? ", behind the carrier's address" : "",
           attack->networks, attack->manner == MANNER_CAREFUL ? ", four an hour each" : "",
           attack->hours, POLICIES[day->policy], figures.per_hour, figures.requests,
           figures.network_hours, figures.seconds, figures.dollars, day->alarm_most);
}

static void print_people(const char *name, const struct day *day,
                         const struct people_result people[PLACE_COUNT + 1])
{
    static const char *const PLACES[] = {"at home", "school", "carrier", "all"};
    for (unsigned i = 0; i <= PLACE_COUNT; i++)
        printf("| %s | %s | %s | %u | %.1f | %.1f | %.1f | %.1f | %.2f%% | %.1f%% |\n", name,
               POLICIES[day->policy], PLACES[i], people[i].visitors,
               percentile_s(people[i].total_ms, people[i].through, 50),
               percentile_s(people[i].total_ms, people[i].through, 99),
               percentile_s(people[i].waited_ms, people[i].through, 50),
               percentile_s(people[i].waited_ms, people[i].through, 99),
               100.0 * people[i].refused / people[i].visitors,
               100.0 * people[i].two_rounds / people[i].visitors);
}

int main(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    log_start();
    static const struct attack ATTACKS[] = {
        {&ATTACKERS[0], 100, MANNER_ALL_OUT, false, 9, 3},
        {&ATTACKERS[1], 100, MANNER_ALL_OUT, false, 9, 3},
        {&ATTACKERS[2], 100, MANNER_ALL_OUT, false, 9, 3},
        {&ATTACKERS[3], 100, MANNER_ALL_OUT, false, 9, 3},
        {&ATTACKERS[4], 1, MANNER_ALL_OUT, false, 0, 24},
        {&ATTACKERS[4], 100, MANNER_ALL_OUT, false, 9, 3},
        {&ATTACKERS[4], 100, MANNER_ALL_OUT, false, 0, 24},
        {&ATTACKERS[4], 10000, MANNER_CAREFUL, false, 9, 6},
        {&ATTACKERS[2], 10000, MANNER_CAREFUL, false, 9, 6},
        {&ATTACKERS[4], 1, MANNER_ALL_OUT, true, 9, 6},
    };
    for (size_t i = 0; i < sizeof ATTACKS / sizeof *ATTACKS; i++)
        for (enum policy policy = POLICY_BEFORE; policy <= POLICY_NOW; policy++) {
            struct attack_result result;
            struct people_result people[PLACE_COUNT + 1];
            struct day day = {.policy = policy, .attack = ATTACKS[i], .homes = HOMES};
            if (policy == POLICY_BEFORE && day.attack.hours > 1 && day.attack.networks == 100)
                day.attack.hours = 1;
            if (!day_run(&day, &result, people))
                errx(1, "out of memory");
            print_attack(&day, &result);
            print_people("", &day, people);
        }
    return 0;
}
