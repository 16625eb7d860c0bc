/*
 * Learns how a user writes, and says how much a message is like it.
 *
 * In each group of features a message gets a score: how many bits each of its events speaks for the
 * user and against people at large, on average, where the chances of people at large are a table
 * (auth_style_background.def) and the user's are what was counted, leaning on that table while it
 * is little. That alone would take everybody for the user who writes about the same things in the
 * same language, where these are not what the table knows; so the profile also keeps what the
 * user's own messages scored on average, each before it was learned. A bound
 * lies between the two, and what counts is on which side of it a message is, and how far.
 */
#include <string.h>

#include "auth/auth_style_features.h"

#define LEAN_SMALL   40   /* how many events of people at large a profile starts from, */
#define LEAN_LARGE   300  /* in small groups, and in those with many bins */
#define LARGE        256  /* bins */
#define SPREAD       0.15 /* in bits: how much the scores of a user's messages differ */
#define FAR_MAX      6.0  /* farther is no worse */
#define FAR_HALF     0.35 /* where the confidence is a half; at 0.85 there are about as many errors */
#define STEEPNESS    4.0  /* of either kind (bench/README.md) */
#define TOWARDS_OWN  0.75 /* how far from people at large to the user the bound lies */
#define OWN_MIN      3    /* of the user's own scores, before a group is looked at */
#define MESSAGES_MIN 5
#define WEIGHT_MIN   4 /* of the groups that are looked at: the small ones alone say too little */

static const uint16_t BACKGROUND[TES_STYLE_BINS] = {
#define STYLE_BIN(parts) parts,
#include "auth/auth_style_background.def"
#undef STYLE_BIN
};

/* Binary logarithm, the same on every machine: of positive numbers that are not tiny. */
static double log2_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
    bits = (bits & UINT64_C(0xFFFFFFFFFFFFF)) | UINT64_C(1023) << 52;
    memcpy(&x, &bits, sizeof x);
    double t = (x - 1) / (x + 1), square = t * t;
    double sum = 1 + square * (1.0 / 3 + square * (1.0 / 5 + square * (1.0 / 7 + square / 9)));
    return exponent + 2 * t * sum * 1.4426950408889634;
}

static uint32_t count_learned(const struct tes_style_profile *profile,
                              const struct tes_style_row *row)
{
    uint32_t sum = 0;
    for (unsigned i = row->first; i < row->first + row->bins; i++)
        sum += profile->counts[i];
    return sum;
}

/* Bits for the user and against people at large, an event of that group. */
static double score_group(const struct tes_style_profile *profile, unsigned group,
                          const struct tes_style_counts *counts, uint32_t learned_events)
{
    const struct tes_style_row *row = &tes_style_rows[group];
    double lean = row->bins >= LARGE ? LEAN_LARGE : LEAN_SMALL;
    double learned = learned_events + lean, sum = 0;
    for (unsigned i = row->first; i < row->first + row->bins; i++) {
        if (counts->bins[i] == 0)
            continue;
        double at_large = BACKGROUND[i] / 65536.0;
        double bits = log2_of((profile->counts[i] + lean * at_large) / (learned * at_large));
        bits = bits > TES_STYLE_BITS_MAX    ? TES_STYLE_BITS_MAX
               : bits < -TES_STYLE_BITS_MAX ? -TES_STYLE_BITS_MAX
                                            : bits;
        sum += bits * counts->bins[i];
    }
    return sum / counts->events[group];
}

/* How far a score lies below the bound between people at large and the user's own messages. Few
 * events say little: then it is not so far. */
static double distance(const struct tes_style_own *own, double score, uint32_t events)
{
    double bound = (double)own->mean / TES_STYLE_UNITS * TOWARDS_OWN;
    double far = (bound - score) / __builtin_sqrt(SPREAD * SPREAD + 1.0 / events);
    return far > FAR_MAX ? FAR_MAX : far < -FAR_MAX ? -FAR_MAX : far;
}

/* From a distance to a confidence: falls evenly around FAR_HALF, never below 0 or above 1. */
static double confidence_of(double far)
{
    double x = (far - FAR_HALF) * STEEPNESS;
    return 0.5 - 0.5 * x / __builtin_sqrt(1 + x * x);
}

enum tes_status tes_style_score(const struct tes_style_profile *profile,
                                const struct tes_auth_request *request,
                                struct tes_style_score *score)
{
    struct tes_style_counts counts;
    double sum = 0, weights = 0;
    *score = (struct tes_style_score){.state = TES_AUTH_UNKNOWN};
    enum tes_status status = tes_style_features(request, &counts);
    if (status != TES_OK)
        return status;
    for (unsigned i = 0; i < TES_STYLE_GROUP_COUNT; i++) {
        const struct tes_style_row *row = &tes_style_rows[i];
        uint32_t events = counts.events[i];
        if (events < row->message_min || profile->own[i].count < OWN_MIN)
            continue;
        uint32_t learned = count_learned(profile, row);
        if (learned < row->learned_min)
            continue;
        double bits = score_group(profile, i, &counts, learned);
        sum += row->weight * distance(&profile->own[i], bits, events);
        weights += row->weight;
        score->groups++;
    }
    if (profile->messages < MESSAGES_MIN)
        score->missing = "confirmed messages";
    else if (weights < WEIGHT_MIN)
        score->missing = "text";
    if (score->missing == NULL) {
        score->state = TES_AUTH_KNOWN;
        score->confidence = confidence_of(sum / weights);
    }
    return TES_OK;
}

/* ---------------------------------------------------------------------- learning */

/* Takes a score into the mean; old ones fade, as people change and profiles grow. */
static void learn_own(struct tes_style_own *own, double score)
{
    double mean = (double)own->mean / TES_STYLE_UNITS;
    own->count += own->count < TES_STYLE_OWN_MAX;
    mean += (score - mean) / own->count;
    own->mean = (int32_t)(mean * TES_STYLE_UNITS + (mean < 0 ? -0.5 : 0.5));
}

static void learn_bins(struct tes_style_profile *profile, const struct tes_style_row *row,
                       const struct tes_style_counts *counts, uint32_t events)
{
    uint64_t most = row->learned_max;
    for (unsigned i = row->first; i < row->first + row->bins; i++) {
        uint64_t count = counts->bins[i];
        if (events > most) /* of a long message, each bin has its share of the most that counts */
            count = (count * most + events / 2) / events;
        profile->counts[i] = (uint16_t)(profile->counts[i] + count);
    }
}

static void fade(struct tes_style_profile *profile, const struct tes_style_row *row)
{
    for (unsigned i = row->first; i < row->first + row->bins; i++)
        profile->counts[i] /= 2;
}

enum tes_status tes_style_learn(struct tes_style_profile *profile,
                                const struct tes_auth_request *request)
{
    struct tes_style_counts counts;
    enum tes_status status = tes_style_features(request, &counts);
    if (status != TES_OK)
        return status;
    for (unsigned i = 0; i < TES_STYLE_GROUP_COUNT; i++) {
        const struct tes_style_row *row = &tes_style_rows[i];
        uint32_t events = counts.events[i], learned = count_learned(profile, row);
        if (events == 0)
            continue;
        if (events >= row->message_min && learned >= row->learned_min / 2)
            learn_own(&profile->own[i], score_group(profile, i, &counts, learned));
        learn_bins(profile, row, &counts, events);
        if (learned > TES_STYLE_TOTAL_MAX / 2)
            fade(profile, row);
    }
    profile->messages += profile->messages < UINT32_MAX;
    return TES_OK;
}
