/*
 * suspicion.h: whether an answer looks as if no person had given it. suspicion.def has the rules. A
 * pure function of what is known of the answer: whoever calls it has gathered that.
 *
 * These are weak signs for whoever looks at the history, and no verdict depends on them. Who asks
 * for more time is never slow: people who need it must not be told apart by that (WCAG 2.2.1).
 */
#ifndef POLICY_SUSPICION_H
#define POLICY_SUSPICION_H

#include "base/slice.h"

enum suspicion_rule {
#define SUSPICION(name, label, meaning) SUSPICION_##name,
#include "policy/escalation/suspicion.def"
#undef SUSPICION
    SUSPICION_COUNT
};

/* So many answers in a row, this one included, are compared with each other. */
#define SUSPICION_LAST 4

struct suspicion_facts {
    uint64_t elapsed_ms;    /* from the challenge to its answer */
    uint64_t time_limit_ms; /* without extensions */
    bool is_extended;       /* more time was asked for */
    bool has_user_agent;
    /* The times of the last answers from the same network at the same site, this one included. */
    uint64_t last_ms[SUSPICION_LAST];
    unsigned last_count;
};

/* The rules that hold, as bits 1U << SUSPICION_TOO_FAST; 0: none. */
unsigned suspicion_find(const struct suspicion_facts *facts);

#endif
