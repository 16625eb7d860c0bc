/* Two days: a quiet one, from which the site's usual hours are learned, and one with an attack. */
#include "economy.h"
#include "flow/alarms.h"

static void look_at_alarm(struct world *world, struct day *day)
{
    alarms_look(world->app.alarms, world->now_ms);
    unsigned level = alarms_levels(world->app.alarms, TES_SLICE("ts_economy")).site;
    day->alarm_last = level;
    day->alarm_most = level > day->alarm_most ? level : day->alarm_most;
}

/* One day, minute by minute: whoever comes, then the attacker. */
static bool live(struct world *world, struct day *day, struct attack_result *attack,
                 struct people_result result[PLACE_COUNT + 1])
{
    uint64_t from_ms = world->now_ms, end_ms = from_ms + DAY_MS;
    struct people *people = people_new(world, from_ms, day->homes);
    if (people == NULL)
        return false;
    for (uint64_t at_ms = from_ms; at_ms < end_ms; at_ms += MINUTE_MS) {
        uint64_t hour = (at_ms - from_ms) / HOUR_MS;
        world->now_ms = at_ms;
        if (attack != NULL && day->attack.networks > 0 && hour >= day->attack.from_hour &&
            hour < day->attack.from_hour + day->attack.hours)
            attack_minute(world, &day->attack, attack);
        for (unsigned part = 1; part <= 6; part++) {
            people_until(people, at_ms + part * MINUTE_MS / 6);
            look_at_alarm(world, day);
        }
    }
    for (unsigned i = 0; result != NULL && i <= PLACE_COUNT; i++)
        result[i] = people_result(people, (enum place)i);
    people_free(people);
    return true;
}

bool day_run(struct day *day, struct attack_result *attack,
             struct people_result people[PLACE_COUNT + 1])
{
    struct world world;
    *attack = (struct attack_result){0};
    bool done = world_open(&world, day->policy) && live(&world, day, NULL, NULL);
    day->alarm_most = 0;
    done = done && live(&world, day, attack, people);
    world_close(&world);
    return done;
}
