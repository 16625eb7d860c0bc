#include "policy/escalation/confidence.h"

static const struct use {
    uint64_t (*fact)(const struct terms_facts *facts);
    uint64_t from;
    unsigned programs;
} USES[] = {
#define CONFIDENCE_USE(fact, from, programs) {terms_##fact, from, programs},
#include "policy/escalation/confidence.def"
#undef CONFIDENCE_USE
};

void confidence_add(struct confidence *confidence, const struct tes_challenge *challenge,
                    bool is_right)
{
    const struct tes_strength *row = tes_strength_of(challenge);
    enum tes_strength_class strength = tes_strength_class(row);
    uint64_t left = CONFIDENCE_ONE - confidence->excluded;
    uint64_t passed = tes_strength_best_of(challenge, row);
    left = is_right ? left * passed / 1000 : left * (1000 - passed) * CONFIDENCE_SLIPS / 1000;
    /* A slip would exclude a program that never fails: a wrong answer must not raise it. */
    if (!is_right && left < CONFIDENCE_ONE - confidence->excluded)
        left = CONFIDENCE_ONE - confidence->excluded;
    confidence->excluded = left < CONFIDENCE_ONE ? (unsigned)(CONFIDENCE_ONE - left) : 0;
    if (is_right && strength > confidence->strength)
        confidence->strength = strength;
}

unsigned confidence_programs(const struct terms_facts *network)
{
    unsigned programs = 1;
    for (size_t i = 0; i < sizeof USES / sizeof USES[0]; i++)
        if (USES[i].fact(network) >= USES[i].from && USES[i].programs > programs)
            programs = USES[i].programs;
    return programs;
}

unsigned confidence_percent(const struct confidence *confidence, unsigned programs)
{
    uint64_t left = CONFIDENCE_ONE - confidence->excluded;
    return (unsigned)(UINT64_C(100) * CONFIDENCE_ONE / (CONFIDENCE_ONE + programs * left));
}
