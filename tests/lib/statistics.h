/*
 * Compares counts with the probabilities that they should have: the chi-squared test. The limit is
 * given in standard deviations: chance exceeds 3.09 once in a thousand times, 4.265 once in
 * 100,000.
 *
 * Every caller counts what fixed seeds give, so the counts are the same in every run, on every
 * machine: there are no false alarms. A strict limit is affordable for that reason. Only a change
 * of the generator's draws makes new counts; then a check whose limit chance exceeds once in a
 * thousand times may fail, and other seeds tell whether it was chance.
 */
#ifndef TEST_STATISTICS_H
#define TEST_STATISTICS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <string.h>

#include "draw/paint/paint.h"

/* The value that chi-squared stays below (Wilson and Hilferty). */
static inline double chi_squared_limit(unsigned freedom, double deviations)
{
    double share = 2.0 / (9.0 * freedom);
    double root = 1 - share + deviations * (double)tes_number_sqrt((float)share);
    return freedom * root * root * root;
}

/* `shares` add up to 1; NULL means all alike. */
static inline void check_shares_within(const char *what, const unsigned *counts,
                                       const double *shares, unsigned kinds, double deviations)
{
    double chi = 0, total = 0, limit = chi_squared_limit(kinds - 1, deviations);
    for (unsigned i = 0; i < kinds; i++)
        total += counts[i];
    for (unsigned i = 0; i < kinds; i++) {
        double expected = total * (shares != NULL ? shares[i] : 1.0 / kinds);
        double off = counts[i] - expected;
        chi += off * off / expected;
    }
    print_message("  %s: chi-squared %.1f of at most %.1f\n", what, chi, limit);
    assert_true(chi < limit);
}

static inline void check_shares(const char *what, const unsigned *counts, const double *shares,
                                unsigned kinds)
{
    check_shares_within(what, counts, shares, kinds, 3.09);
}

/* How often each byte of a key has each value. */
struct key_counts {
    unsigned values[TES_KEY_BYTES][256];
};

static inline void count_key(struct key_counts *counts, const uint8_t key[TES_KEY_BYTES])
{
    for (unsigned i = 0; i < TES_KEY_BYTES; i++)
        counts->values[i][key[i]]++;
}

/* Every byte has every value equally often: none of a key's 256 bits is constant. */
static inline void check_key(const char *what, const struct key_counts *counts)
{
    check_shares(what, &counts->values[0][0], NULL, TES_KEY_BYTES * 256);
}

#endif
