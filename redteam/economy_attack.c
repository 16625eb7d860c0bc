/* Who wants passes, what a look costs them, and how often they are right. */
#include "challenge/strength.h"
#include "economy.h"

enum {
    STILL_KB = 90, /* the mean of predator, human, emotions and scene at medium */
    FILM_KB = 100,
    OVERHEAD_KB = 6, /* of a challenge and an answer: headers, JSON, TLS */
    WORK_KB = 1,
    SESSIONS_MOST = 400, /* of a network in a minute: budgets end it before */
    CAREFUL_AN_HOUR = 4,
};

/* docs/economy.md has where the prices are from. */
static const struct attacker ATTACKERS[] = {
    [ATTACKER_GUESS] = {"guesser", TES_BY_GUESS, 0, 0, true},
    [ATTACKER_SCRIPT] = {"script", TES_BY_SCRIPT, 0, 20, true},
    [ATTACKER_EYE] = {"general model by eye", TES_BY_EYE, 1700, 0, false},
    [ATTACKER_HIRED] = {"people for hire", TES_BY_PEOPLE, 1200, 0, false},
    [ATTACKER_SOLVER] = {"perfect solver", TES_BY_MADE, 7, 10, false},
};

const struct attacker *attacker_of(const struct attack *attack)
{
    return &ATTACKERS[attack->attacker];
}

/* Of a thousand looks, how many are right. */
static unsigned share_of(const struct attacker *attacker, struct tes_slice kind)
{
    const struct tes_strength *row =
        tes_strength_find(kind, (struct tes_slice){NULL, 0}, TES_MEDIUM);
    int share = row->by[attacker->by].thousandths;
    return share >= 0 ? (unsigned)share : TES_PEOPLE_ASSUMED;
}

static unsigned right_of_thousand(enum policy policy, const struct attacker *attacker)
{
    static const struct tes_slice STILLS[] = {TES_SLICE_INIT("predator"), TES_SLICE_INIT("human"),
                                              TES_SLICE_INIT("emotions"), TES_SLICE_INIT("scene")};
    enum { COUNT = sizeof STILLS / sizeof STILLS[0] };
    unsigned sum = 0;
    if (attacker->by == TES_BY_MADE)
        return 1000;
    if (policy == POLICY_NOW)
        return share_of(attacker, TES_SLICE("hidden"));
    for (size_t i = 0; i < COUNT; i++)
        sum += share_of(attacker, STILLS[i]);
    return sum / COUNT;
}

static struct tes_address address_of(const struct attack *attack, unsigned number)
{
    /* As many /16s as visitors have, and mostly the same ones: what is rented by the gigabyte lies
     * there. The carrier's is the one after. */
    unsigned wide = attack->is_neighbour ? 3000 : number * 7 % 3000;
    unsigned rest = attack->is_neighbour ? 7 : 256 * (number / 3000) + number % 200;
    const uint8_t bytes[4] = {(uint8_t)(16 + wide / 256), (uint8_t)wide, (uint8_t)(rest / 256),
                              (uint8_t)rest};
    return tes_address_from(bytes, 4);
}

static void count_round(const struct world *world, const struct session *session,
                        struct attack_result *result)
{
    bool is_first = session->rounds.answered == 0;
    result->looks++;
    result->requests +=
        is_first ? 3 : 2U; /* challenge, picture, answer; the next challenge comes with it */
    result->kilobytes +=
        world->policy == POLICY_NOW ? FILM_KB + OVERHEAD_KB : STILL_KB + OVERHEAD_KB;
    if (is_first && session->terms.work > 0) {
        result->evaluations += (uint64_t)1 << (session->terms.work - 1);
        result->kilobytes += WORK_KB;
    }
}

/* One session; false where it was refused. */
static bool attack_once(struct world *world, const struct attack *attack, unsigned number,
                        struct attack_result *result)
{
    struct session session = {.address = address_of(attack, number)};
    unsigned right = right_of_thousand(world->policy, attacker_of(attack));
    if (session_start(world, &session) == STEP_REFUSED)
        return false;
    result->sessions++;
    for (enum step step = STEP_NEXT; step == STEP_NEXT;) {
        uint64_t elapsed_ms =
            attacker_of(attack)->is_even ? 1600 : 3500 + world_random(world, 12000);
        count_round(world, &session, result);
        step = session_answer(world, &session, world_random(world, 1000) < right, elapsed_ms);
        result->passes += step == STEP_PASSED;
        if (step == STEP_REFUSED)
            return false;
    }
    return true;
}

void attack_minute(struct world *world, const struct attack *attack, struct attack_result *result)
{
    unsigned minute = (unsigned)(world->now_ms / MINUTE_MS % 60);
    for (unsigned i = 0; i < attack->networks; i++) {
        unsigned times = SESSIONS_MOST;
        if (attack->manner == MANNER_CAREFUL) /* each network at minutes of its own */
            times = (minute + i) % (60 / CAREFUL_AN_HOUR) == 0;
        for (; times > 0; times--)
            if (!attack_once(world, attack, i, result)) {
                result->refusals++;
                break;
            }
    }
}
