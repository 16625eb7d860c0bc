#include "decide/confidence.h"

void confidence_add(struct confidence *confidence, const struct tes_challenge *challenge,
                    bool is_right)
{
    const struct tes_strength *row = tes_strength_of(challenge);
    enum tes_strength_class strength = tes_strength_class(row);
    uint64_t left = CONFIDENCE_ONE - confidence->excluded;
    uint64_t passed = tes_strength_cheap_of(challenge, row);
    left = is_right ? left * passed / 1000 : left * (1000 - passed) * CONFIDENCE_SLIPS / 1000;
    /* An attacker that never fails would be excluded by a slip: nobody is let in for failing. */
    if (!is_right && left < CONFIDENCE_ONE - confidence->excluded)
        left = CONFIDENCE_ONE - confidence->excluded;
    confidence->excluded = left < CONFIDENCE_ONE ? (unsigned)(CONFIDENCE_ONE - left) : 0;
    if (is_right && strength > confidence->strength)
        confidence->strength = strength;
}

unsigned confidence_percent(const struct confidence *confidence)
{
    return 100U * CONFIDENCE_ONE / (2 * CONFIDENCE_ONE - confidence->excluded);
}
