#include "policy/escalation/terms.h"

#include "policy/escalation/rounds.h"

/* So much below what a number can hold that sums and products of them can't overflow; no row looks
 * further. */
#define MOST UINT32_MAX

enum { FAILING_FROM = 4, MACHINE_FROM = 64 };

static uint64_t bounded(uint64_t number)
{
    return number < MOST ? number : MOST;
}

uint64_t terms_weight(const struct terms_facts *facts)
{
    return bounded(facts->passes) + TERMS_FAILURE_WEIGHT * bounded(facts->failures) +
           TERMS_LEFT_WEIGHT * bounded(facts->left);
}

uint64_t terms_passes(const struct terms_facts *facts)
{
    return facts->passes;
}

/* Per cent that are wrong, rounded down; 0 where fewer than `least` were. */
static uint64_t percent_wrong(const struct terms_facts *facts, uint64_t least)
{
    uint64_t wrong = bounded(facts->failures), all = wrong + bounded(facts->passes);
    return wrong >= least ? 100 * wrong / all : 0;
}

uint64_t terms_failing(const struct terms_facts *facts)
{
    return percent_wrong(facts, FAILING_FROM);
}

/* The higher alarm of the two, where the network has a history. */
static uint64_t concern_of(const struct terms_facts *facts)
{
    if (terms_weight(facts) == 0)
        return 0;
    return facts->site_alarm > facts->server_alarm ? facts->site_alarm : facts->server_alarm;
}

static unsigned most(unsigned one, unsigned other)
{
    return one > other ? one : other;
}

struct terms terms_of(const struct terms_facts *facts)
{
    /* Somewhat longer than the work takes a weak telephone: waiting costs a program nothing. */
    static const unsigned WAIT_S[TERMS_WORK_MAX + 1] = {0, 1, 1, 1, 2, 3, 4, 5, 7, 13};
    /* What terms.def calls its facts. */
    const uint64_t weight = terms_weight(facts), passes = facts->passes, left = facts->left,
                   answers_day = facts->answers_day, alternative = facts->is_alternative,
                   failing = terms_failing(facts), machine = percent_wrong(facts, MACHINE_FROM),
                   network_alarm = facts->network_alarm, site_alarm = facts->site_alarm,
                   server_alarm = facts->server_alarm, concern = concern_of(facts);
    const struct {
        uint64_t fact, from;
        unsigned right, work, charge;
    } rows[] = {
#define TERM(fact, from, right, work, charge) {fact, from, right, work, charge},
#include "policy/escalation/terms.def"
#undef TERM
    };
    struct terms terms = {.charge = 1};
    unsigned right = 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].fact < rows[i].from)
            continue;
        right = most(right, rows[i].right);
        terms.work = most(terms.work, rows[i].work);
        terms.charge = most(terms.charge, rows[i].charge);
    }
    rounds_raise(&terms, right);
    terms.wait_s = WAIT_S[terms.work];
    return terms;
}
