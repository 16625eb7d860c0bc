/*
 * botness.h: how much a request looks like a bot's, 0 to 10, and what follows from it. A pure
 * function of signals: whoever calls it has gathered them.
 *
 * No single signal reaches the default threshold of 3, and nothing here can tell a person from a
 * machine; it only decides who is asked.
 */
#ifndef POLICY_BOTNESS_H
#define POLICY_BOTNESS_H

#include "base/slice.h"

#define BOTNESS_MAX 10

enum botness_signal {
#define SIGNAL(name, weight, text) BOTNESS_##name,
#include "policy/escalation/botness.def"
#undef SIGNAL
    BOTNESS_SIGNAL_COUNT
};

/* How sure each signal is, 0 to 10. */
struct botness_signals {
    unsigned confidence[BOTNESS_SIGNAL_COUNT];
};

/* The sum over the signals of weight x confidence / 10, each rounded up; at most BOTNESS_MAX. */
unsigned botness_score(const struct botness_signals *signals);

/* Notes what the user agent's name tells. */
void botness_note_user_agent(struct botness_signals *signals, struct tes_slice user_agent);

/* Notes how much of the rate limit is used up. */
void botness_note_rate(struct botness_signals *signals, uint64_t count, uint64_t limit);

/* What the gate does with a request. */
enum botness_tier { BOTNESS_LET_THROUGH, BOTNESS_CHALLENGE, BOTNESS_BLOCK };

struct botness_policy {
    unsigned risk_threshold; /* from this score on, a challenge */
    bool challenge_enabled;  /* off: whoever would be challenged is blocked */
};

enum botness_tier botness_tier(unsigned score, const struct botness_policy *policy);

#endif
