/*
 * terms.h: what is asked of a visitor beyond one challenge: how sure the rounds together have to
 * be, how many there may be, how much work their device does meanwhile, and what it costs their
 * network's budget. It follows from what their network and the site have seen within the hour, by
 * the rows of terms.def, and from nothing else: no clock, no randomness, no memory, so that a
 * simulation of a day runs this very code (redteam/economy).
 */
#ifndef POLICY_TERMS_H
#define POLICY_TERMS_H

#include "tessera.h"

#define TERMS_ALARM_MAX 4
#define TERMS_WORK_MAX  9 /* 256 evaluations */

/* What a failure and a challenge that was left weigh, against a pass. */
#define TERMS_FAILURE_WEIGHT 4
#define TERMS_LEFT_WEIGHT    2

struct terms_facts {
    /* Of this network at this site within the hour; a wider network's share where that is more. */
    uint64_t passes, failures;
    uint64_t left;        /* challenges that were handed out to it and never answered */
    uint64_t answers_day; /* within the day */
    /* How unusual the last minutes were: 0, nothing, to TERMS_ALARM_MAX. */
    unsigned network_alarm, site_alarm, server_alarm;
    bool is_alternative; /* something was asked for that programs solve more easily */
};

struct terms {
    unsigned accept;      /* log-odds, in thousandths, that the rounds have to reach (rounds.h) */
    unsigned rounds_most; /* then it is decided */
    unsigned work;        /* 0: none; n: 2^(n - 1) evaluations */
    unsigned wait_s;      /* what those wait whose browser runs no script, in place of work */
    unsigned charge;      /* challenges of its budget that this one counts as; 1 at least */
};

/* What the site wants of everybody comes on top (rounds_raise()). */
struct terms terms_of(const struct terms_facts *facts);

/* The weight of a network's history: of passes, failures and challenges that were left. */
uint64_t terms_weight(const struct terms_facts *facts);

/* Facts that confidence.def looks at as well: passes, and per cent of wrong answers from the fourth
 * on. */
uint64_t terms_passes(const struct terms_facts *facts);
uint64_t terms_failing(const struct terms_facts *facts);

#endif
