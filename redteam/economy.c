/*
 * economy: what passes cost whom, and what people wait: plays a day of visitors and attackers
 * against the server's policy and that of the release before, and prints the tables of
 * docs/economy.md, which says how to read them. Exit status 1 where a goal is missed.
 */
#include <err.h>
#include <stdio.h>

#include "economy.h"

enum { HOMES = 12000 };

static const char *const POLICIES[] = {[POLICY_BEFORE] = "before", [POLICY_NOW] = "now"};

/* Who, how many networks, in which manner, from which hour on, for how long. */
static const struct attack ATTACKS[] = {
    {ATTACKER_GUESS, 100, MANNER_ALL_OUT, false, 9, 3},
    {ATTACKER_SCRIPT, 100, MANNER_ALL_OUT, false, 9, 3},
    {ATTACKER_EYE, 100, MANNER_ALL_OUT, false, 9, 3},
    {ATTACKER_EYE, 10000, MANNER_CAREFUL, false, 9, 6},
    {ATTACKER_HIRED, 100, MANNER_ALL_OUT, false, 9, 3},
    {ATTACKER_SOLVER, 1, MANNER_ALL_OUT, false, 0, 24},
    {ATTACKER_SOLVER, 100, MANNER_ALL_OUT, false, 9, 1},
    {ATTACKER_SOLVER, 100, MANNER_ALL_OUT, false, 0, 24},
    {ATTACKER_SOLVER, 10000, MANNER_CAREFUL, false, 9, 6},
    {ATTACKER_SOLVER, 1, MANNER_ALL_OUT, true, 9, 6},
};

enum { ATTACK_COUNT = sizeof ATTACKS / sizeof ATTACKS[0] };

struct outcome {
    struct day day;
    struct attack_result attack;
    struct people_result people[PLACE_COUNT + 1];
};

static struct outcome outcomes[ATTACK_COUNT + 1][2];

static void play(size_t number, enum policy policy)
{
    struct outcome *outcome = &outcomes[number][policy];
    outcome->day = (struct day){.policy = policy, .homes = HOMES};
    if (number < ATTACK_COUNT)
        outcome->day.attack = ATTACKS[number];
    /* Before, an hour was like the other; a hundred networks' day would only take longer. */
    if (policy == POLICY_BEFORE && outcome->day.attack.networks == 100)
        outcome->day.attack.hours = 1;
    if (!day_run(&outcome->day, &outcome->attack, outcome->people))
        errx(1, "out of memory");
}

static void print_name(const struct attack *attack)
{
    if (attack->networks == 0) {
        printf("nobody");
        return;
    }
    printf("%s, %u network%s", attacker_of(attack)->name, attack->networks,
           attack->networks > 1 ? "s" : "");
    if (attack->is_neighbour)
        printf(" (the carrier's)");
    printf("%s, %u h", attack->manner == MANNER_CAREFUL ? ", four an hour each" : "",
           attack->hours);
}

/* A figure of each policy, and what it has grown to. */
static void print_pair(const char *format, double before, double now)
{
    printf(" | ");
    printf(format, before);
    printf(" | ");
    printf(format, now);
}

static void print_attacks(void)
{
    printf(
        "| who | passes an hour of 100 networks, before | now | requests for 1,000 passes, before "
        "| now | hours of a network, before | now | seconds of a core, before | now | dollars, "
        "before | now | alarm |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < ATTACK_COUNT; i++) {
        const struct outcome *before = &outcomes[i][POLICY_BEFORE], *now = &outcomes[i][POLICY_NOW];
        struct figures a = figures_of(&before->day, &before->attack);
        struct figures b = figures_of(&now->day, &now->attack);
        printf("| ");
        print_name(&ATTACKS[i]);
        print_pair("%.0f", a.per_hour, b.per_hour);
        print_pair("%.0f", a.requests, b.requests);
        print_pair("%.2f", a.network_hours, b.network_hours);
        print_pair("%.0f", a.seconds, b.seconds);
        print_pair("%.2f", a.dollars, b.dollars);
        printf(" | %u |\n", now->day.alarm_most);
    }
}

/* Of the policy before, all together; of that of now, those behind shared addresses as well. */
static void print_people(void)
{
    static const char *const PLACES[] = {"at home", "school", "office", "carrier", "all"};
    printf(
        "| who attacks | policy | visitors | through after, p50 | p99 | waited for work, p50 | p99 "
        "| refused once or more | never through | two rounds "
        "|\n|---|---|---|---|---|---|---|---|---|---|\n");
    for (size_t i = 0; i <= ATTACK_COUNT; i++)
        for (unsigned place = 0; place <= PLACE_COUNT + 1; place++) {
            enum policy policy = place > PLACE_COUNT ? POLICY_BEFORE : POLICY_NOW;
            unsigned of = place > PLACE_COUNT ? PLACE_COUNT : place;
            const struct people_result *people = &outcomes[i][policy].people[of];
            printf("| ");
            print_name(&outcomes[i][POLICY_NOW].day.attack);
            printf(" | %s | %s | %.1f s | %.1f s | %.1f s | %.1f s | %.2f%% | %.2f%% | %.1f%% |\n",
                   POLICIES[policy], PLACES[of], percentile_s(people, TOTAL, 50),
                   percentile_s(people, TOTAL, 99), percentile_s(people, WAITED, 50),
                   percentile_s(people, WAITED, 99), share_percent(people, people->refused),
                   share_percent(people, people->visitors - people->through),
                   share_percent(people, people->two_rounds));
        }
}

int main(void)
{
    unsigned missed = 0;
    for (size_t i = 0; i <= ATTACK_COUNT; i++)
        for (enum policy policy = POLICY_BEFORE; policy <= POLICY_NOW; policy++)
            play(i, policy);
    print_attacks();
    printf("\n");
    print_people();
    for (size_t i = 0; i <= ATTACK_COUNT; i++) {
        struct outcome *before = &outcomes[i][POLICY_BEFORE], *now = &outcomes[i][POLICY_NOW];
        missed += goals_missed(&now->day, now->people);
        if (ATTACKS[i < ATTACK_COUNT ? i : 0].hours == 24 && i < ATTACK_COUNT)
            missed += price_missed(&before->day, &before->attack, &now->day, &now->attack);
    }
    for (size_t i = 0; i <= ATTACK_COUNT; i++)
        for (unsigned j = 0; j < 2 * (PLACE_COUNT + 1); j++)
            people_result_free(&outcomes[i][j / (PLACE_COUNT + 1)].people[j % (PLACE_COUNT + 1)]);
    return missed > 0;
}
