/*
 * picture: what a challenge's picture costs, from the key to the last byte of its PNG:
 * `picture KIND easy|medium|hard COUNT` makes that many pictures, each of another key, and prints
 * milliseconds (median and 90th percentile, and the medians of the three steps) and bytes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

enum { COUNT_MAX = 1000000, WARMUP = 50 };

enum step { GENERATE, DRAW, ENCODE, ALL, STEP_COUNT };

struct order {
    const char *kind;
    struct tes_options options;
    unsigned count;
};

/* The last picture, and buffers that are grown and never given back: they belong to the caller, who
 * would keep them too. */
struct picture {
    struct tes_challenge challenge;
    struct tes_animation animation; /* without steps where it stands still */
    void *memory;
    uint8_t *png;
    size_t memory_size, png_size, png_length;
};

struct costs {
    double *steps_ms[STEP_COUNT]; /* of each picture */
    double sum_ms;
    size_t bytes_sum, bytes_max;
};

static void *grown(void *buffer, size_t *size, size_t wanted)
{
    if (wanted <= *size)
        return buffer;
    free(buffer);
    *size = wanted;
    return take(wanted);
}

static void make(struct picture *picture, const struct order *order, uint64_t seed,
                 double steps_ms[STEP_COUNT])
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    double start_ms = spent_ms();
    must(tes_generate(order->kind, key, &order->options, &picture->challenge), "tes_generate");
    double generated_ms = spent_ms();
    picture->memory =
        grown(picture->memory, &picture->memory_size, tes_animate_bound(&picture->challenge));
    must(tes_animate(&picture->challenge, picture->memory, picture->memory_size,
                     &picture->animation),
         "tes_animate");
    double drawn_ms = spent_ms();
    picture->png =
        grown(picture->png, &picture->png_size, tes_png_animation_bound(&picture->challenge));
    must(tes_png_encode_animation(&picture->animation, picture->png, picture->png_size,
                                  &picture->png_length),
         "tes_png_encode_animation");
    double encoded_ms = spent_ms();
    steps_ms[GENERATE] = generated_ms - start_ms;
    steps_ms[DRAW] = drawn_ms - generated_ms;
    steps_ms[ENCODE] = encoded_ms - drawn_ms;
    steps_ms[ALL] = encoded_ms - start_ms;
}

static void measure(struct picture *picture, const struct order *order, struct costs *costs)
{
    double steps_ms[STEP_COUNT];
    for (unsigned step = 0; step < STEP_COUNT; step++)
        costs->steps_ms[step] = take(order->count * sizeof(double));
    for (unsigned i = 0; i < WARMUP; i++)
        make(picture, order, COUNT_MAX + i, steps_ms);
    for (unsigned i = 0; i < order->count; i++) {
        make(picture, order, i, steps_ms);
        for (unsigned step = 0; step < STEP_COUNT; step++)
            costs->steps_ms[step][i] = steps_ms[step];
        costs->sum_ms += steps_ms[ALL];
        costs->bytes_sum += picture->png_length;
        if (picture->png_length > costs->bytes_max)
            costs->bytes_max = picture->png_length;
    }
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print(const struct picture *picture, const struct costs *costs, unsigned count)
{
    unsigned half = count / 2, most = (unsigned)((uint64_t)count * 9 / 10);
    for (unsigned step = 0; step < STEP_COUNT; step++)
        qsort(costs->steps_ms[step], count, sizeof(double), compare);
    printf("{\"count\":%u,\"width\":%u,\"height\":%u,\"median_ms\":%.4f,\"p90_ms\":%.4f,"
           "\"generate_ms\":%.4f,\"draw_ms\":%.4f,\"encode_ms\":%.4f,\"per_second\":%.1f,"
           "\"bytes\":%zu,\"bytes_max\":%zu}\n",
           count, picture->animation.image.width, picture->animation.image.height,
           costs->steps_ms[ALL][half], costs->steps_ms[ALL][most], costs->steps_ms[GENERATE][half],
           costs->steps_ms[DRAW][half], costs->steps_ms[ENCODE][half], count * 1e3 / costs->sum_ms,
           costs->bytes_sum / count, costs->bytes_max);
}

/* TES_EASY to TES_HARD, or 0. */
static unsigned find_difficulty(const char *name)
{
    static const char *const NAMES[] = {"easy", "medium", "hard"};
    for (unsigned i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (strcmp(NAMES[i], name) == 0)
            return TES_EASY + i;
    return 0;
}

static struct order read_order(int argc, char **argv)
{
    unsigned difficulty = argc > 2 ? find_difficulty(argv[2]) : 0;
    long count = argc > 3 ? strtol(argv[3], NULL, 10) : 0;
    if (argc > 4 || difficulty == 0 || count < 1 || count > COUNT_MAX) {
        fputs("usage: picture KIND easy|medium|hard COUNT\n", stderr);
        exit(2);
    }
    return (struct order){
        .kind = argv[1],
        .options = {.difficulty = (enum tes_difficulty)difficulty},
        .count = (unsigned)count,
    };
}

int main(int argc, char **argv)
{
    static struct picture picture;
    struct costs costs = {0};
    struct order order = read_order(argc, argv);
    measure(&picture, &order, &costs);
    print(&picture, &costs, order.count);
    for (unsigned step = 0; step < STEP_COUNT; step++)
        free(costs.steps_ms[step]);
    free(picture.memory);
    free(picture.png);
    return 0;
}
