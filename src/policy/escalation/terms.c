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

static uint64_t machine(const struct terms_facts *facts)
{
    return percent_wrong(facts, MACHINE_FROM);
}

static uint64_t left(const struct terms_facts *facts)
{
    return facts->left;
}

static uint64_t alternative(const struct terms_facts *facts)
{
    return facts->is_alternative;
}

static uint64_t answers_day(const struct terms_facts *facts)
{
    return facts->answers_day;
}

static uint64_t network_alarm(const struct terms_facts *facts)
{
    return facts->network_alarm;
}

static uint64_t site_alarm(const struct terms_facts *facts)
{
    return facts->site_alarm;
}

static uint64_t server_alarm(const struct terms_facts *facts)
{
    return facts->server_alarm;
}

/* The higher alarm of the two, where the network has a history. */
static uint64_t concern(const struct terms_facts *facts)
{
    if (terms_weight(facts) == 0)
        return 0;
    return facts->site_alarm > facts->server_alarm ? facts->site_alarm : facts->server_alarm;
}

static const struct row {
    uint64_t (*fact)(const struct terms_facts *facts);
    uint64_t from;
    unsigned right, work, charge;
} ROWS[] = {
#define weight                                terms_weight
#define passes                                terms_passes
#define failing                               terms_failing
#define TERM(fact, from, right, work, charge) {fact, from, right, work, charge},
#include "policy/escalation/terms.def"
#undef TERM
#undef failing
#undef passes
#undef weight
};

static unsigned most(unsigned one, unsigned other)
{
    return one > other ? one : other;
}

struct terms terms_of(const struct terms_facts *facts)
{
    /* Somewhat longer than the work takes a weak telephone: waiting costs a program nothing. */
    static const unsigned WAIT_S[TERMS_WORK_MAX + 1] = {0, 1, 1, 1, 2, 3, 4, 5, 7, 13};
    struct terms terms = {.charge = 1};
    unsigned right = 1;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        if (ROWS[i].fact(facts) < ROWS[i].from)
            continue;
        right = most(right, ROWS[i].right);
        terms.work = most(terms.work, ROWS[i].work);
        terms.charge = most(terms.charge, ROWS[i].charge);
    }
    rounds_raise(&terms, right);
    terms.wait_s = WAIT_S[terms.work];
    return terms;
}
