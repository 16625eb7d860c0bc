/*
 * auth_style_features.h: what is counted in a message: events that fall into the bins of the groups
 * of auth_style_groups.def.
 */
#ifndef TES_AUTH_STYLE_FEATURES_H
#define TES_AUTH_STYLE_FEATURES_H

#include "base/slice.h"

/* Bounds of what a profile can hold. */
enum {
    TES_STYLE_UNITS = 4096, /* in a bit: of means and variances */
    TES_STYLE_BITS_MAX = 4, /* no single event speaks for more */
    TES_STYLE_SCORE_MAX = TES_STYLE_BITS_MAX * TES_STYLE_UNITS,
    TES_STYLE_OWN_MAX = 24,      /* the user's own scores that a new one counts against */
    TES_STYLE_TOTAL_MAX = 60000, /* events of a group */
};

enum tes_style_group {
#define STYLE_GROUP(name, bins, learned_max, learned_min, message_min, weight) TES_STYLE_##name,
#include "auth/auth_style_groups.def"
#undef STYLE_GROUP
    TES_STYLE_GROUP_COUNT
};

/* A row of auth_style_groups.def. */
struct tes_style_row {
    unsigned first, bins; /* its part of all bins */
    unsigned learned_max, learned_min, message_min, weight;
};

extern const struct tes_style_row tes_style_rows[TES_STYLE_GROUP_COUNT];

struct tes_style_counts {
    uint32_t bins[TES_STYLE_BINS];
    uint32_t events[TES_STYLE_GROUP_COUNT]; /* over all bins of the group */
};

/* Counts what a request has of text and typing. TES_BAD_ARGUMENT where the text is not UTF-8. */
TES_MUST_CHECK enum tes_status tes_style_features(const struct tes_auth_request *request,
                                                  struct tes_style_counts *counts);

#endif
