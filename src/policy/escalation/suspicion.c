#include "policy/escalation/suspicion.h"

#define FAST_MS 500
#define SLOW_MS 30000
#define EVEN_MS 250 /* from one answer to the next, people differ by more */

static bool is_too_fast(const struct suspicion_facts *facts)
{
    return facts->elapsed_ms < FAST_MS;
}

static bool is_too_slow(const struct suspicion_facts *facts)
{
    uint64_t half_ms = facts->time_limit_ms / 2;
    return !facts->is_extended && facts->elapsed_ms > (half_ms > SLOW_MS ? half_ms : SLOW_MS);
}

static bool is_no_device(const struct suspicion_facts *facts)
{
    return !facts->has_user_agent;
}

static bool is_even(const struct suspicion_facts *facts)
{
    uint64_t least_ms = facts->last_ms[0], most_ms = least_ms;
    for (unsigned i = 1; i < SUSPICION_LAST; i++) {
        least_ms = facts->last_ms[i] < least_ms ? facts->last_ms[i] : least_ms;
        most_ms = facts->last_ms[i] > most_ms ? facts->last_ms[i] : most_ms;
    }
    return facts->last_count >= SUSPICION_LAST && most_ms - least_ms <= EVEN_MS;
}

static bool (*const RULES[SUSPICION_COUNT])(const struct suspicion_facts *facts) = {
    [SUSPICION_TOO_FAST] = is_too_fast,
    [SUSPICION_TOO_SLOW] = is_too_slow,
    [SUSPICION_NO_DEVICE] = is_no_device,
    [SUSPICION_EVEN] = is_even,
};

unsigned suspicion_find(const struct suspicion_facts *facts)
{
    unsigned found = 0;
    for (unsigned i = 0; i < SUSPICION_COUNT; i++)
        if (RULES[i](facts))
            found |= 1U << i;
    return found;
}
