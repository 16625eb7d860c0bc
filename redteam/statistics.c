/*
 * statistics: what simple statistics of pixels achieve.
 *
 *   statistics KIND easy|medium|hard COUNT   on challenges of its own making, half of them to learn
 *   statistics read OWN ASKED                learns from a stream (sight.h) of its own making, and
 *                                            prints the cells that it takes for right of another
 *
 * For each cell some numbers are taken (lightness, dark and vivid pixels, edges, how much of the
 * tile is covered, number of colours, ...), and a logistic regression on them and their squares
 * learns which cells are right. Printed is, of the first form, the area under its curve, and the
 * share of challenges that it solves by choosing the most likely cells; and the best single number.
 * It knows nothing of shapes: a network that does will do better.
 */
#include <err.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "challenge/sprites.h"
#include "sight.h"

enum { FEATURES = 18, INPUTS = 2 * FEATURES + 1, ROUNDS = 60 };

static const char *const NAMES[FEATURES] = {
    "lightness", "very dark",  "dark",       "vivid",          "red",          "green",
    "blue",      "deviation",  "edges",      "strong edges",   "edges across", "edges down",
    "cover",     "upper half", "lower half", "left and right", "colours",      "warm",
};

struct cell {
    double features[FEATURES];
    bool is_right;
};

static double lightness(const uint8_t *colour)
{
    return 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2];
}

static const uint8_t *colour_at(const struct tes_image *image, unsigned x, unsigned y)
{
    return image->palette[image->pixels[(size_t)y * image->width + x]];
}

static double distance(const uint8_t *a, const uint8_t *b)
{
    return fabs((double)a[0] - b[0]) + fabs((double)a[1] - b[1]) + fabs((double)a[2] - b[2]);
}

static void add_pixel(const struct tes_image *image, const struct tes_area *cell, unsigned x,
                      unsigned y, struct cell *out)
{
    const uint8_t *tile = colour_at(image, cell->x + cell->width / 2, cell->y + cell->height / 16);
    const uint8_t *colour = colour_at(image, cell->x + x, cell->y + y);
    double light = lightness(colour), *f = out->features;
    uint8_t most = colour[0] > colour[1] ? colour[0] : colour[1], least = colour[0];
    most = most > colour[2] ? most : colour[2];
    least = least < colour[1] ? least : colour[1];
    least = least < colour[2] ? least : colour[2];
    f[0] += light;
    f[1] += light < 50;
    f[2] += light < 90;
    f[3] += most - least > 120;
    f[4] += colour[0];
    f[5] += colour[1];
    f[6] += colour[2];
    f[7] += light * light;
    f[17] += colour[0] > colour[2] + 30 && colour[0] > 90;
    if (distance(colour, tile) > 60) {
        f[12]++;
        f[y < cell->height / 2 ? 13 : 14]++;
        f[15] += x < cell->width / 2 ? 1 : -1;
    }
    if (x + 1 < cell->width && y + 1 < cell->height) {
        double across = fabs(light - lightness(colour_at(image, cell->x + x + 1, cell->y + y)));
        double down = fabs(light - lightness(colour_at(image, cell->x + x, cell->y + y + 1)));
        f[8] += across + down;
        f[9] += across + down > 60;
        f[10] += across;
        f[11] += down;
    }
}

static void measure(const struct tes_image *image, const struct tes_area *cell, struct cell *out)
{
    bool seen[256] = {false};
    double pixels = (double)cell->width * cell->height;
    memset(out->features, 0, sizeof out->features);
    for (unsigned y = 0; y < cell->height; y++) {
        for (unsigned x = 0; x < cell->width; x++) {
            uint8_t entry = image->pixels[(size_t)(cell->y + y) * image->width + cell->x + x];
            out->features[16] += !seen[entry];
            seen[entry] = true;
            add_pixel(image, cell, x, y, out);
        }
    }
    for (unsigned i = 0; i < FEATURES; i++)
        if (i != 16)
            out->features[i] /= pixels;
    out->features[7] -= out->features[0] * out->features[0];
    out->features[15] = fabs(out->features[15]);
}

/* Inputs of the regression: each number with mean 0 and deviation 1, and its square. */
static void standardise(struct cell *cells, size_t count, double (*inputs)[INPUTS])
{
    for (unsigned i = 0; i < FEATURES; i++) {
        double mean = 0, square = 0;
        for (size_t j = 0; j < count; j++)
            mean += cells[j].features[i] / (double)count;
        for (size_t j = 0; j < count; j++)
            square += pow(cells[j].features[i] - mean, 2) / (double)count;
        double deviation = sqrt(square) + 1e-9;
        for (size_t j = 0; j < count; j++) {
            double value = fmax(-4, fmin(4, (cells[j].features[i] - mean) / deviation));
            inputs[j][i] = value;
            inputs[j][FEATURES + i] = value * value - 1;
            inputs[j][INPUTS - 1] = 1;
        }
    }
}

static double score(const double *weights, const double *inputs)
{
    double sum = 0;
    for (unsigned i = 0; i < INPUTS; i++)
        sum += weights[i] * inputs[i];
    return sum;
}

static void learn(const struct cell *cells, double (*inputs)[INPUTS], size_t count, double share,
                  double *weights)
{
    for (unsigned round = 0; round < ROUNDS; round++) {
        double rate = 0.05 / (1 + round * 0.2);
        for (size_t j = 0; j < count; j++) {
            double guess = 1 / (1 + exp(-score(weights, inputs[j])));
            double off =
                (cells[j].is_right ? (1 - share) / share : 1) * (cells[j].is_right - guess);
            for (unsigned i = 0; i < INPUTS; i++)
                weights[i] += rate * fmin(1, share * 4) * (off * inputs[j][i] - 1e-4 * weights[i]);
        }
    }
}

struct ranked {
    double score;
    bool is_right;
};

static int by_score(const void *a, const void *b)
{
    double x = ((const struct ranked *)a)->score, y = ((const struct ranked *)b)->score;
    return (x > y) - (x < y);
}

/* The chance that a right cell scores higher than a wrong one. */
static double area_under_curve(struct ranked *ranked, size_t count)
{
    double ranks = 0, right = 0;
    qsort(ranked, count, sizeof *ranked, by_score);
    for (size_t i = 0; i < count; i++) {
        if (ranked[i].is_right) {
            ranks += (double)i + 1;
            right++;
        }
    }
    return (ranks - right * (right + 1) / 2) / (right * ((double)count - right));
}

/* Whether the cells that score highest are all of those that are right. */
static bool is_solved(const struct ranked *ranked, unsigned cells)
{
    double worst_right = INFINITY, best_wrong = -INFINITY;
    for (unsigned i = 0; i < cells; i++) {
        if (ranked[i].is_right)
            worst_right = fmin(worst_right, ranked[i].score);
        else
            best_wrong = fmax(best_wrong, ranked[i].score);
    }
    return worst_right > best_wrong;
}

/* The numbers of each cell of a picture, and whether it is right. */
static void take(const struct tes_image *image, const struct tes_view *view,
                 const struct tes_select *select, struct cell *cells)
{
    unsigned side = view->cells.width / view->columns;
    for (unsigned i = 0; i < view->count; i++) {
        struct tes_area cell = {view->cells.x + i % view->columns * side,
                                view->cells.y + i / view->columns * side, side, side};
        measure(image, &cell, &cells[i]);
        cells[i].is_right = false;
        for (unsigned j = 0; j < select->count; j++)
            cells[i].is_right |= select->cells[j] == i;
    }
}

static void draw(const char *kind, enum tes_difficulty difficulty, uint64_t seed,
                 struct cell *cells)
{
    static uint8_t *memory;
    struct tes_challenge challenge;
    struct tes_options options = {.difficulty = difficulty};
    uint8_t key[TES_KEY_BYTES];
    struct tes_image image;
    tes_key_from_seed(seed + 1000000, key);
    if (tes_generate(kind, key, &options, &challenge) != TES_OK)
        errx(1, "%s can't be generated", kind);
    size_t size = tes_draw_bound(&challenge);
    if (memory == NULL && (memory = malloc(size)) == NULL)
        errx(1, "out of memory");
    if (tes_draw(&challenge, memory, size, &image) != TES_OK)
        errx(1, "%s can't be drawn", kind);
    take(&image, &challenge.view, (const struct tes_select *)challenge.detail, cells);
}

static unsigned count_cells(const char *kind)
{
    struct tes_challenge challenge;
    uint8_t key[TES_KEY_BYTES] = {0};
    if (tes_generate(kind, key, NULL, &challenge) != TES_OK || challenge.view.cells.width == 0)
        errx(2, "%s has no cells", kind);
    return challenge.view.count;
}

static void report_single(const struct cell *cells, size_t count, struct ranked *ranked)
{
    double furthest = 0, best = 0.5;
    unsigned which = 0;
    for (unsigned i = 0; i < FEATURES; i++) {
        for (size_t j = 0; j < count; j++)
            ranked[j] = (struct ranked){cells[j].features[i], cells[j].is_right};
        double area = area_under_curve(ranked, count);
        if (fabs(area - 0.5) > furthest) {
            furthest = fabs(area - 0.5);
            best = area;
            which = i;
        }
    }
    printf("  best single number: %s, area %.3f\n", NAMES[which], best);
}

/* ------------------------------------------------------------------ read */

enum { CHALLENGES_MAX = 4096 };

struct stream {
    unsigned challenges, per_challenge, wanted;
    size_t count;
    struct cell *cells;
};

static struct stream read_stream(const char *path)
{
    struct stream stream = {0};
    struct sight sight;
    struct tes_select answer;
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        err(1, "%s", path);
    while (stream.challenges < CHALLENGES_MAX && sight_read(file, &sight, &answer)) {
        stream.per_challenge = sight.view.count;
        stream.wanted = sight.view.select_max;
        stream.cells =
            realloc(stream.cells, (stream.count + sight.view.count) * sizeof(struct cell));
        if (stream.cells == NULL)
            errx(1, "out of memory");
        take(&sight.pictures->image, &sight.view, &answer, stream.cells + stream.count);
        stream.count += sight.view.count;
        stream.challenges++;
    }
    fclose(file);
    return stream;
}

/* The likeliest cells of one challenge, ascending, as an answer has them. */
static void print_likeliest(const double *scores, unsigned count, unsigned wanted)
{
    const char *comma = "";
    for (unsigned i = 0; i < count; i++) {
        unsigned better = 0;
        for (unsigned j = 0; j < count; j++)
            better += scores[j] > scores[i] || (scores[j] >= scores[i] && j < i);
        if (better < wanted) {
            printf("%s%u", comma, i);
            comma = ",";
        }
    }
    printf("\n");
}

static int answer_stream(const char *own_path, const char *asked_path)
{
    struct stream own = read_stream(own_path), asked = read_stream(asked_path);
    size_t count = own.count + asked.count;
    struct cell *cells = calloc(count, sizeof *cells);
    double(*inputs)[INPUTS] = calloc(count, sizeof *inputs), weights[INPUTS] = {0}, right = 0;
    double scores[TES_SELECT_CELLS + 1];
    if (cells == NULL || inputs == NULL || own.count == 0)
        errx(1, "nothing to learn from");
    memcpy(cells, own.cells, own.count * sizeof *cells);
    memcpy(cells + own.count, asked.cells, asked.count * sizeof *cells);
    for (size_t i = 0; i < own.count; i++)
        right += own.cells[i].is_right;
    standardise(cells, count, inputs);
    learn(cells, inputs, own.count, right / (double)own.count, weights);
    for (unsigned i = 0; i < asked.challenges; i++) {
        for (unsigned j = 0; j < asked.per_challenge; j++)
            scores[j] = score(weights, inputs[own.count + i * asked.per_challenge + j]);
        print_likeliest(scores, asked.per_challenge, asked.wanted);
    }
    return 0;
}

int main(int argc, char **argv)
{
    static const char *const LEVELS[] = {"", "easy", "medium", "hard"};
    unsigned level = 1;
    if (argc == 4 && strcmp(argv[1], "read") == 0)
        return answer_stream(argv[2], argv[3]);
    if (argc != 4)
        errx(2, "usage: statistics KIND easy|medium|hard COUNT, or statistics read OWN ASKED");
    while (level < 3 && strcmp(argv[2], LEVELS[level]) != 0)
        level++;
    unsigned per_challenge = count_cells(argv[1]);
    size_t challenges = (size_t)atoi(argv[3]), count = challenges * per_challenge;
    struct cell *cells = calloc(count, sizeof *cells);
    double(*inputs)[INPUTS] = calloc(count, sizeof *inputs), weights[INPUTS] = {0}, right = 0;
    struct ranked *ranked = calloc(count, sizeof *ranked);
    if (cells == NULL || inputs == NULL || ranked == NULL)
        errx(1, "out of memory");
    for (size_t i = 0; i < challenges; i++)
        draw(argv[1], (enum tes_difficulty)level, i, cells + i * per_challenge);
    for (size_t i = 0; i < count; i++)
        right += cells[i].is_right;
    standardise(cells, count, inputs);

    size_t half = challenges / 2 * per_challenge, solved = 0;
    learn(cells, inputs, half, right / (double)count, weights);
    for (size_t i = half; i < count; i++)
        ranked[i] = (struct ranked){score(weights, inputs[i]), cells[i].is_right};
    for (size_t i = half; i < count; i += per_challenge)
        solved += is_solved(ranked + i, per_challenge);
    size_t tested = (count - half) / per_challenge;
    printf("%s, %s: solves %.1f%% of %zu after learning from %zu; area %.3f\n", argv[1],
           LEVELS[level], 100.0 * (double)solved / (double)tested, tested, challenges / 2,
           area_under_curve(ranked + half, count - half));
    report_single(cells, count, ranked);
    return 0;
}
