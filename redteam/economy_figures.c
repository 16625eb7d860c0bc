/* What a day comes to, and whether it is what was to be reached. */
#include <stdio.h>

#include "economy.h"

enum { EVALUATION_MS = 6 }; /* of Argon2id over 8 MiB, on a core of a server */

static double seconds(const struct attacker *attacker, const struct attack_result *result)
{
    return ((double)result->looks * attacker->solver_ms +
            (double)result->evaluations * EVALUATION_MS) /
           1000;
}

/* Traffic through homes at $0.89 a gigabyte, cores at $0.02 an hour, looks. */
static double dollars(const struct attacker *attacker, const struct attack_result *result)
{
    return (double)result->kilobytes / 1e6 * 0.89 + seconds(attacker, result) / 3600 * 0.02 +
           (double)result->looks * attacker->look_micros / 1e6;
}

struct figures figures_of(const struct day *day, const struct attack_result *result)
{
    const struct attack *attack = &day->attack;
    double thousands = (double)result->passes / 1000;
    if (result->passes == 0)
        return (struct figures){0};
    return (struct figures){
        .per_hour = (double)result->passes / attack->hours / attack->networks * 100,
        .requests = (double)result->requests / thousands,
        .network_hours = (double)attack->networks * attack->hours / thousands,
        .seconds = seconds(attacker_of(attack), result) / thousands,
        .dollars = dollars(attacker_of(attack), result) / thousands,
    };
}

double percentile_s(const struct people_result *people, enum duration duration, unsigned percent)
{
    const uint64_t *sorted = duration == TOTAL ? people->total_ms : people->waited_ms;
    if (people->through == 0)
        return 0;
    return (double)sorted[(uint64_t)(people->through - 1) * percent / 100] / 1000;
}

double share_percent(const struct people_result *people, unsigned of_them)
{
    return people->visitors > 0 ? 100.0 * of_them / people->visitors : 0;
}

static unsigned missed(const char *goal, double value)
{
    fprintf(stderr, "missed: %s: %.2f\n", goal, value);
    return 1;
}

/* Within so many seconds half of them are to be through: two looks where most came while an alarm
 * asked everybody for two rounds. */
static double half_within_s(const struct day *day, const struct people_result *people)
{
    bool is_alarmed = day->alarm_most >= 3 && 2 * people->two_rounds > people->visitors;
    return is_alarmed ? 25 : 15;
}

unsigned goals_missed(const struct day *day, const struct people_result people[PLACE_COUNT + 1])
{
    unsigned count = 0;
    /* Who shares an address with the attacker is refused, as they were before. */
    for (unsigned i = 0; i <= PLACE_COUNT && !day->attack.is_neighbour; i++) {
        double half_s = percentile_s(&people[i], TOTAL, 50);
        double waited_s = percentile_s(&people[i], WAITED, 99);
        double refused = share_percent(&people[i], people[i].refused);
        if (half_s >= half_within_s(day, &people[i]))
            count += missed("half of the visitors are through within 15 s, or 25 s", half_s);
        if (waited_s >= 5)
            count += missed("99 of 100 visitors wait for less than 5 s", waited_s);
        if (refused >= 1)
            count += missed("fewer than one of a hundred visitors is refused", refused);
        if (people[i].through * 100 < people[i].visitors * 99)
            count += missed("99 of 100 visitors get through", people[i].through);
    }
    return count;
}

unsigned price_missed(const struct day *before_day, const struct attack_result *before,
                      const struct day *now_day, const struct attack_result *now)
{
    struct figures a = figures_of(before_day, before), b = figures_of(now_day, now);
    unsigned count = 0;
    if (b.network_hours < 10 * a.network_hours)
        count += missed("passes take ten times the networks", b.network_hours / a.network_hours);
    if (b.seconds < 10 * a.seconds)
        count += missed("passes take ten times the seconds", b.seconds / a.seconds);
    return count;
}
