/*
 * economy.h: a day at a site, with its visitors and somebody who wants passes, against the real
 * policy: budgets, terms, rounds and alarms are the server's own code, with the clock passed in.
 * Only HTTP, pictures and tokens are left out: whether an answer is right is decided by a share.
 *
 * Everything random comes from one generator with a fixed seed, and is an integer: the same figures
 * come out everywhere.
 */
#ifndef REDTEAM_ECONOMY_H
#define REDTEAM_ECONOMY_H

#include "challenge/strength.h"
#include "policy/escalation/rounds.h"
#include "server/app/app.h"

#define MINUTE_MS ((uint64_t)60000)
#define HOUR_MS   ((uint64_t)3600000)
#define DAY_MS    (24 * HOUR_MS)

/* Which policy holds. */
enum policy {
    POLICY_BEFORE, /* stills by lot, one round, no work, as in 0.1.0; budgets as they are
                    */
    POLICY_NOW,
};

struct world {
    struct app app;
    struct config config;
    enum policy policy;
    uint64_t now_ms;
    uint64_t random;
    uint64_t retry_ms; /* from the last refusal until the budget that refused is there again */
};

/* False where memory is out. The clock starts at a midnight. */
bool world_open(struct world *world, enum policy policy);
void world_close(struct world *world);

/* A number from 0 to `below` - 1. */
unsigned world_random(struct world *world, unsigned below);

/* A session: one challenge, with as many rounds as it takes. */
struct session {
    struct tes_address address;
    struct terms terms;
    struct rounds rounds;
    uint64_t started_ms;
};

enum step { STEP_REFUSED, STEP_PASSED, STEP_FAILED, STEP_NEXT };

/* Asks for a challenge: STEP_NEXT, or STEP_REFUSED. */
enum step session_start(struct world *world, struct session *session);

/* Looks at it and answers. */
enum step session_answer(struct world *world, struct session *session, bool is_right,
                         uint64_t elapsed_ms);

/* ----------------------------------------------------------------- people */

enum place { PLACE_HOME, PLACE_SCHOOL, PLACE_OFFICE, PLACE_CARRIER, PLACE_COUNT };

struct people_result {
    unsigned visitors, through, refused, two_rounds;
    uint64_t *total_ms, *waited_ms; /* of those who got through */
};

struct people;

/* Those of one day, from `from_ms` on. NULL where memory is out. */
struct people *people_new(struct world *world, uint64_t from_ms, unsigned homes);
void people_free(struct people *people);

/* Lets all happen that is due before that moment. */
void people_until(struct people *people, uint64_t to_ms);

/* What became of them; one place, or all (PLACE_COUNT). To be freed with people_result_free(). */
struct people_result people_result(const struct people *people, enum place place);
void people_result_free(struct people_result *result);

/* ---------------------------------------------------------------- attackers */

/* Who tries; the rows are in economy_attack.c. */
enum attacker_id {
    ATTACKER_GUESS,
    ATTACKER_SCRIPT,
    ATTACKER_EYE,
    ATTACKER_HIRED,
    ATTACKER_SOLVER,
};

struct attacker {
    const char *name;
    enum tes_strength_by by; /* whose share of right answers it has */
    unsigned look_micros;    /* millionths of a dollar that a look costs */
    unsigned solver_ms;      /* of a core, or of a GPU, that a look takes */
    bool is_even;            /* answers always after as long */
};

enum manner {
    MANNER_ALL_OUT, /* as much as budgets let through */
    MANNER_CAREFUL, /* only what a clean network has for free: four an hour */
};

struct attack {
    enum attacker_id attacker;
    unsigned networks; /* 0: nobody attacks */
    enum manner manner;
    bool is_neighbour; /* at the address of the carrier's NAT */
    unsigned from_hour, hours;
};

const struct attacker *attacker_of(const struct attack *attack);

struct attack_result {
    uint64_t sessions, passes, looks, requests, kilobytes, evaluations, refusals;
};

/* Does what is done within the minute that begins now. */
void attack_minute(struct world *world, const struct attack *attack, struct attack_result *result);

/* --------------------------------------------------------------------- a day */

struct day {
    enum policy policy;
    struct attack attack;
    unsigned homes;      /* visitors at home */
    unsigned alarm_most; /* out: the highest alarm of the site */
    unsigned alarm_last; /* out: that at the end */
};

/* Lives a quiet day, then one with the attack. False where memory is out. */
bool day_run(struct day *day, struct attack_result *attack,
             struct people_result people[PLACE_COUNT + 1]);

/* ------------------------------------------------------------------- figures */

struct figures {
    double per_hour;                                  /* passes, of 100 networks */
    double requests, network_hours, seconds, dollars; /* for 1,000 passes */
};

struct figures figures_of(const struct day *day, const struct attack_result *result);

enum duration { TOTAL, WAITED };

double percentile_s(const struct people_result *people, enum duration duration, unsigned percent);
double share_percent(const struct people_result *people, unsigned of_them);

/* How many goals are missed, each told on stderr: what visitors may wait, and that 1,000 passes
 * take ten times the networks and the seconds that they took before. */
unsigned goals_missed(const struct day *day, const struct people_result people[PLACE_COUNT + 1]);
unsigned price_missed(const struct day *before_day, const struct attack_result *before,
                      const struct day *now_day, const struct attack_result *now);

#endif
