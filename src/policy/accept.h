/*
 * accept.h: what a site takes for a pass: which types, how strong at least, after how many rounds,
 * and which of the other ways. The same is looked at when something is handed out and when its
 * pass is redeemed, so that nobody solves what is then refused, and nobody redeems what was got
 * otherwise. No clock, no memory: a function of its arguments.
 */
#ifndef POLICY_ACCEPT_H
#define POLICY_ACCEPT_H

#include "challenge/strength.h"

enum alternative_number {
#define ALTERNATIVE(name, label, kind, how, budget, who) ALTERNATIVE_##name##_NUMBER,
#include "policy/alternative.def"
#undef ALTERNATIVE
    ALTERNATIVE_COUNT
};

/* "still"; NULL from the first number on that is none. */
const char *accept_alternative_name(unsigned number);

/* The number of that name; ALTERNATIVE_COUNT where there is none. */
unsigned accept_alternative_find(struct tes_slice name);

/* Reads "still,audio" into bits, 1 << number; false where a name is unknown, stands twice, or is
 * none that sites decide about. An empty text is none of them. */
TES_MUST_CHECK bool accept_alternatives_read(struct tes_slice text, unsigned *bits);

/* Reads "hidden,scene" into bits of the kinds' numbers, likewise. */
TES_MUST_CHECK bool accept_kinds_read(struct tes_slice text, unsigned *bits);

#define ACCEPT_ALL (~0U)

/* What a site is for. LOGIN: nothing that it asks or offers is a cognitive function test
 * (cognition.h), whatever else it or the config says. */
enum accept_profile { ACCEPT_ANY, ACCEPT_LOGIN };

/* "default", "login"; NULL from the first number on that is none. */
const char *accept_profile_name(unsigned profile);

struct accept {
    unsigned kinds;        /* that are asked: bits of their numbers */
    unsigned alternatives; /* that are offered and taken: bits of theirs */
    enum tes_strength_class least;
    unsigned rounds; /* right answers at least; 0: it does not say */
    enum accept_profile profile;
    bool is_listed; /* somebody has listed the kinds for this site: `least` excludes none of them */
};

/* Whether the profile lets the site ask a challenge of that kind, by whatever way. */
bool accept_allows(const struct accept *accept, const struct tes_kind *kind);

/* Whether a challenge of that kind and level is one that the site asks. */
bool accept_asks(const struct accept *accept, const struct tes_kind *kind,
                 enum tes_difficulty level);

/* Whether that alternative may be had. */
bool accept_offers(const struct accept *accept, unsigned alternative);

/* Whether the profile lets the site offer that alternative. */
bool accept_profile_offers(enum accept_profile profile, unsigned alternative);

/* What is known of a pass. */
struct accept_pass {
    struct tes_slice kind, alternative; /* the alternative is empty where none was taken */
    enum tes_strength_class strength;
    uint64_t rounds;
};

enum acceptance {
    ACCEPT_YES,
    ACCEPT_NO_STRENGTH,
    ACCEPT_NO_TYPE,
    ACCEPT_NO_ALTERNATIVE,
    ACCEPT_NO_ROUNDS
};

enum acceptance accept_pass(const struct accept *accept, const struct accept_pass *pass);

#endif
