#include "extras/study/interval.h"

#define DEVIATIONS 1.959963984540054 /* of the normal distribution, with 95% between them */
#define TAIL       0.025             /* what may lie beyond either end */

/* Newton's; the program is not linked with libm. */
static double square_root(double number)
{
    double root = number > 1 ? number : 1;
    for (unsigned i = 0; i < 200; i++) {
        double next = (root + number / root) / 2;
        if (next >= root)
            break;
        root = next;
    }
    return root;
}

static double within(double number)
{
    return number < 0 ? 0 : number > 1 ? 1 : number;
}

struct interval interval_share(uint64_t hits, uint64_t count)
{
    const double z2 = DEVIATIONS * DEVIATIONS;
    double n = (double)count, share = count > 0 ? (double)hits / n : 0;
    if (count == 0)
        return (struct interval){0, 1};
    double middle = share + z2 / (2 * n);
    double half = DEVIATIONS * square_root(share * (1 - share) / n + z2 / (4 * n * n));
    double all = 1 + z2 / n;
    return (struct interval){hits == 0 ? 0 : within((middle - half) / all),
                             hits == count ? 1 : within((middle + half) / all)};
}

size_t interval_quantile(unsigned quarter, size_t count)
{
    size_t rank = (quarter * count + 3) / 4; /* rounded up, from 1 */
    return rank > 0 ? rank - 1 : 0;
}

/* The largest rank, from 1, below which no more than TAIL of a binomial distribution lies; 0 where
 * there is none. Weights are taken in relation to that of the mode, so that none is too small for a
 * double where it matters. */
static size_t low_rank(double p, size_t count)
{
    double odds = p / (1 - p), total = 0, weight = 1, below = 0;
    size_t mode = (size_t)((double)count * p), k;
    for (k = mode; k < count && weight > 1e-30; k++) {
        total += weight;
        weight *= (double)(count - k) / (double)(k + 1) * odds;
    }
    total += k == count ? weight : 0;
    for (k = mode, weight = 1; k > 0 && weight > 1e-30; k--) {
        weight *= (double)k / ((double)(count - k + 1) * odds);
        total += weight;
    }
    /* `weight` is that of `k` hits, the fewest that count. */
    for (; k < count && below + weight <= TAIL * total; k++) {
        below += weight;
        weight *= (double)(count - k) / (double)(k + 1) * odds;
    }
    return k;
}

bool interval_ranks(unsigned quarter, size_t count, size_t *low, size_t *high)
{
    double p = quarter / 4.0;
    size_t below = low_rank(p, count), above = low_rank(1 - p, count);
    if (count == 0 || below == 0 || above == 0)
        return false;
    *low = below - 1;
    *high = count - above;
    return true;
}
