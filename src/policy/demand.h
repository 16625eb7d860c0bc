/*
 * demand.h: whether the authentication port asks for a challenge. One row for each reason in
 * demand.def.
 */
#ifndef POLICY_DEMAND_H
#define POLICY_DEMAND_H

#include <stdbool.h>

/* What the profile and the config say. Thresholds are between 0 and 1. */
struct demand_terms {
    bool is_enabled;          /* whether it may ask for one at all */
    bool is_periodic;         /* every so many requests; otherwise where the style is unsure */
    double trigger_threshold; /* below which it is unsure */
    bool triggers_on_style;   /* also where the style is below this, however it asks otherwise */
    double style_threshold;
};

/* What is known. */
struct demand_facts {
    bool is_due;         /* this request is one of every so many, or one of those is still open */
    bool is_style_known; /* whether there is an opinion on how the user writes */
    double style;
};

enum demand {
    DEMAND_NONE,
#define DEMAND(name, label, rule) DEMAND_##name,
#include "policy/demand.def"
#undef DEMAND
    DEMAND_COUNT
};

/* The first reason that holds. */
enum demand demand_decide(const struct demand_terms *terms, const struct demand_facts *facts);

/* "periodic"; of DEMAND_NONE "". */
const char *demand_name(enum demand demand);

/* How a count of requests goes on, where every `frequency`-th is due; sets `is_due`. */
unsigned demand_count(unsigned count, unsigned frequency, bool *is_due);

#endif
