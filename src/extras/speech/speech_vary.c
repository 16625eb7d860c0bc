#include "extras/speech/speech_vary.h"

#include <stdbool.h>
#include <stdlib.h>

#include "challenge/random.h"

enum { ONE = 65536 }; /* the unit of rates, and of what a tone or an echo adds */

/* Rates: that of the whole sound, and how far it swings around it; every stretch swings anew. */
enum { RATE_REACH = ONE * 55 / 1000, SWING_REACH = ONE * 25 / 1000 };
enum { STRETCH_LEAST = 3300, STRETCHES = 5500 }; /* samples: 0.3 to 0.8 s */

/* Pauses: nothing is louder than a fortieth of the loudest for 0.1 s. Stops within words are
 * shorter. All that is added is an eighth of the sound at most. */
enum { QUIET_PART = 40, PAUSE_LEAST = 1102, PAUSE_MORE = 3308, PAUSES_PART = 8 };

enum { BRIGHT_LEAST = -ONE * 3 / 10, BRIGHT_MOST = ONE * 3 / 10 };
enum { ECHO_LEAST = ONE / 10, ECHO_MOST = ONE / 5 };                  /* -20 to -14 dB */
enum { ECHO_AFTER_LEAST = 165, ECHO_AFTER_MOST = 440 };               /* samples: 15 to 40 ms */
enum { NOISE_LEAST = ONE * 50 / 1000, NOISE_MOST = ONE * 95 / 1000 }; /* -26 to -20.4 dB */
enum { BLOCK = 110 }; /* samples, 10 ms: loudness is that of blocks in which somebody speaks */

/* The noise before it is scaled: 16 random bits through a filter, duller with each colour. The
 * numbers are the roots of its mean square. */
enum { COLOURS = 3 };
static const int32_t NOISE_LEVELS[COLOURS] = {18918, 10922, 7150};

_Static_assert(100 * RATE_REACH / ONE + 100 * SWING_REACH / ONE <= 8, "rates stay within 8%");

struct variation {
    struct tes_random random;
    int32_t rate, bright, echo, noise;
    size_t echo_after;
    unsigned colour;
};

static int32_t pick(struct tes_random *random, int32_t least, int32_t most)
{
    return least + (int32_t)tes_random_below(random, (uint32_t)(most - least) + 1);
}

static void start(struct variation *variation, uint64_t seed)
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    tes_random_start(&variation->random, key);
    variation->rate = pick(&variation->random, ONE - RATE_REACH, ONE + RATE_REACH);
    variation->bright = pick(&variation->random, BRIGHT_LEAST, BRIGHT_MOST);
    variation->echo = pick(&variation->random, ECHO_LEAST, ECHO_MOST);
    variation->echo_after = (size_t)pick(&variation->random, ECHO_AFTER_LEAST, ECHO_AFTER_MOST);
    variation->noise = pick(&variation->random, NOISE_LEAST, NOISE_MOST);
    variation->colour = tes_random_below(&variation->random, COLOURS);
}

/* -------------------------------------------------------------------- time */

/* How far the rate is off now, on its way from one swing to the next, in parts of ONE * ONE. */
struct swing {
    int64_t now, step;
    uint32_t left;
};

static int32_t rate_now(struct variation *variation, struct swing *swing)
{
    if (swing->left == 0) {
        int32_t to = pick(&variation->random, -SWING_REACH, SWING_REACH);
        swing->left = (uint32_t)pick(&variation->random, STRETCH_LEAST, STRETCH_LEAST + STRETCHES);
        swing->step = ((int64_t)to * ONE - swing->now) / swing->left;
    }
    swing->left--;
    swing->now += swing->step;
    return variation->rate + (int32_t)(swing->now / ONE);
}

/* Between two samples: a curve through four (Catmull and Rom). `part` is out of ONE. */
static int32_t level_between(const int32_t *levels, size_t count, size_t at, int32_t part)
{
    int64_t a = levels[at > 0 ? at - 1 : 0], b = levels[at];
    int64_t c = levels[at + 1 < count ? at + 1 : count - 1];
    int64_t d = levels[at + 2 < count ? at + 2 : count - 1];
    int64_t cubic = 3 * (b - c) + d - a, square = 2 * a - 5 * b + 4 * c - d;
    int64_t sum = (cubic * part / ONE + square) * part / ONE + c - a;
    return (int32_t)(b + sum * part / ((int64_t)2 * ONE));
}

static size_t change_times(struct variation *variation, const int32_t *levels, size_t count,
                           int32_t quiet, int32_t *varied)
{
    struct swing swing = {0};
    size_t length = 0, more = count / PAUSES_PART, quiet_since = 0, last = 0;
    while (count > 0 && abs(levels[count - 1]) <= quiet)
        count--;
    for (uint64_t position = 0; position / ONE < count;) {
        size_t at = (size_t)(position / ONE);
        for (; last < at; last++)
            if (abs(levels[last]) > quiet)
                quiet_since = last + 1;
        varied[length++] = level_between(levels, count, at, (int32_t)(position % ONE));
        if (at - quiet_since >= PAUSE_LEAST && at > quiet_since) {
            size_t longer = tes_random_below(&variation->random, PAUSE_MORE + 1);
            longer = longer < more ? longer : more;
            for (size_t i = 0; i < longer; i++)
                varied[length++] = 0;
            more -= longer;
            quiet_since = count; /* once for each pause: sound comes before the next */
        }
        position += (uint64_t)rate_now(variation, &swing);
    }
    return length;
}

/* ------------------------------------------------------------------- sound */

static void change_tone(const struct variation *variation, int32_t *varied, size_t length)
{
    /* From the end: what is before a sample is still as it was. */
    for (size_t i = length; i-- > 0;) {
        int64_t before = i > 0 ? varied[i - 1] : 0;
        int64_t earlier = i >= variation->echo_after ? varied[i - variation->echo_after] : 0;
        int64_t added = earlier * variation->echo - before * variation->bright;
        varied[i] += (int32_t)(added / ONE);
    }
}

static int64_t square_root(uint64_t number)
{
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit > 0; bit >>= 1)
        if ((root + bit) * (root + bit) <= number)
            root += bit;
    return (int64_t)root;
}

/* The root of the mean square where somebody speaks. */
static int64_t loudness_of(const int32_t *varied, size_t length, int32_t quiet)
{
    uint64_t sum = 0, count = 0;
    for (size_t block = 0; block + BLOCK <= length; block += BLOCK) {
        uint64_t squares = 0;
        bool speaks = false;
        for (size_t i = block; i < block + BLOCK; i++) {
            squares += (uint64_t)((int64_t)varied[i] * varied[i]);
            speaks = speaks || abs(varied[i]) > quiet;
        }
        sum += speaks ? squares : 0;
        count += speaks ? BLOCK : 0;
    }
    return count > 0 ? square_root(sum / count) : 0;
}

static void add_noise(struct variation *variation, int64_t loudness, int32_t *varied, size_t length)
{
    int64_t scale = loudness * variation->noise / NOISE_LEVELS[variation->colour];
    uint32_t state = tes_random_word(&variation->random);
    int32_t noise = 0;
    for (size_t i = 0; i < length; i++) {
        state = state * 1664525 + 1013904223;
        int32_t step = (int32_t)(state >> 16) - ONE / 2 - noise;
        noise += step / (1 << variation->colour);
        varied[i] += (int32_t)(noise * scale / ONE);
    }
}

size_t speech_vary(uint64_t seed, const int32_t *levels, size_t count, int32_t loudest,
                   int32_t *varied)
{
    struct variation variation;
    int32_t quiet = loudest / QUIET_PART;
    start(&variation, seed);
    size_t length = change_times(&variation, levels, count, quiet, varied);
    change_tone(&variation, varied, length);
    add_noise(&variation, loudness_of(varied, length, quiet), varied, length);
    tes_random_end(&variation.random);
    return length;
}
