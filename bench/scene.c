/*
 * scene: what challenges of kind `scene` cost, and their scenes for others to draw.
 *
 *   scene generate LEVEL MILLISECONDS  makes questions of easy, medium or hard, draws none
 *   scene draw COUNT     draws that many of each hard question, to the last byte
 *   scene write COUNT    prints the first scenes of the hard question `visible`, as JSON
 *   scene visible COUNT  draws these, and nothing else
 *
 * Questions come as a server would serve them: from keys, one after the other. This program reads
 * what the library keeps to itself: which question a challenge asks, and its scene.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "challenge/types/scene_type.h"

/* None of the questions is so rare that it is not among this many keys for each wanted. */
enum { COUNT_MAX = 100000, WARMUP = 50, KEYS_EACH = 200, KEYS_MAX = COUNT_MAX * KEYS_EACH };

/* Those with a picture: one is only heard. */
enum { PICTURED = ((1U << TES_QUESTION_COUNT) - 1) & ~(1U << TES_QUESTION_heard) };

static const char *const QUESTIONS[] = {
#define QUESTION(name, levels, form, needs) #name,
#include "challenge/scene/questions/questions.def"
#undef QUESTION
};

static const char *const SOLIDS[] = {
    [TES_SOLID_CUBE] = "cube",         [TES_SOLID_BALL] = "ball",
    [TES_SOLID_CYLINDER] = "cylinder", [TES_SOLID_CONE] = "cone",
    [TES_SOLID_PYRAMID] = "pyramid",   [TES_SOLID_RING] = "ring",
    [TES_SOLID_POLYCUBE] = "polycube", [TES_SOLID_DISC] = "disc",
};

static const uint32_t HUES[] = {
#define HUE(name, colour) colour,
#include "challenge/scene/hues.def"
#undef HUE
};

/* Makes the challenge of a seed; returns which question it is. */
static unsigned make(uint64_t seed, enum tes_difficulty difficulty, struct tes_challenge *challenge)
{
    struct tes_options options = {.difficulty = difficulty};
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    must(tes_generate("scene", key, &options, challenge), "tes_generate");
    return tes_question_of(challenge)->id;
}

/* --------------------------------------------------------------- generate */

struct tally {
    unsigned count;
    double sum_ms;
};

static void print_tally(const char *name, const struct tally *tally, const char *end)
{
    printf("\"%s\":%.1f%s", name, tally->count * 1e3 / tally->sum_ms, end);
}

/* {"per_second":...,"questions":{"turn":...}} */
static void generate(enum tes_difficulty difficulty, double wanted_ms)
{
    static struct tes_challenge challenge;
    struct tally all = {0, 0}, each[TES_QUESTION_COUNT] = {{0, 0}};
    for (unsigned i = 0; i < WARMUP; i++)
        make(KEYS_MAX + i, difficulty, &challenge);
    double before_ms = spent_ms();
    while (all.sum_ms < wanted_ms) {
        struct tally *tally = &each[make(all.count++, difficulty, &challenge)];
        double now_ms = spent_ms();
        tally->count++;
        tally->sum_ms += now_ms - before_ms;
        all.sum_ms += now_ms - before_ms;
        before_ms = now_ms;
    }
    putchar('{');
    print_tally("per_second", &all, ",\"questions\":{");
    const char *comma = "";
    for (unsigned i = 0; i < TES_QUESTION_COUNT; i++) {
        if (each[i].count == 0)
            continue;
        fputs(comma, stdout);
        print_tally(QUESTIONS[i], &each[i], "");
        comma = ",";
    }
    puts("}}");
}

/* ------------------------------------------------------------------- draw */

/* What a question's pictures cost. */
struct costs {
    unsigned count;
    double *draw_ms, *all_ms; /* of each picture */
    double sum_ms;
    size_t bytes;
};

/* Buffers that are grown and never given back: they belong to the caller, who would keep them too.
 */
struct buffers {
    void *memory;
    uint8_t *png;
    size_t memory_size, png_size;
};

static void *grown(void *buffer, size_t *size, size_t wanted)
{
    if (wanted <= *size)
        return buffer;
    free(buffer);
    *size = wanted;
    return take(wanted);
}

/* From the scene to the last byte of its PNG: what stands still as a server draws it, and with it
 * all that moves. */
static void draw(const struct tes_challenge *challenge, struct buffers *buffers,
                 struct costs *costs)
{
    static struct tes_animation animation;
    size_t length;
    buffers->memory = grown(buffers->memory, &buffers->memory_size, tes_animate_bound(challenge));
    buffers->png = grown(buffers->png, &buffers->png_size, tes_png_animation_bound(challenge));
    double start_ms = spent_ms();
    must(tes_animate(challenge, buffers->memory, buffers->memory_size, &animation), "tes_animate");
    double drawn_ms = spent_ms();
    must(tes_png_encode_animation(&animation, buffers->png, buffers->png_size, &length),
         "tes_png_encode_animation");
    double end_ms = spent_ms();
    costs->draw_ms[costs->count] = drawn_ms - start_ms;
    costs->all_ms[costs->count++] = end_ms - start_ms;
    costs->sum_ms += end_ms - start_ms;
    costs->bytes += length;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void print_costs(const char *name, struct costs *costs)
{
    unsigned half = costs->count / 2, most = (unsigned)((uint64_t)costs->count * 9 / 10);
    qsort(costs->draw_ms, costs->count, sizeof(double), compare);
    qsort(costs->all_ms, costs->count, sizeof(double), compare);
    printf("\"%s\":{\"median_ms\":%.4f,\"p90_ms\":%.4f,\"draw_ms\":%.4f,\"per_second\":%.1f,"
           "\"bytes\":%zu}",
           name, costs->all_ms[half], costs->all_ms[most], costs->draw_ms[half],
           costs->count * 1e3 / costs->sum_ms, costs->bytes / costs->count);
}

static struct costs no_costs(unsigned count)
{
    struct costs costs = {.draw_ms = take(count * sizeof(double)),
                          .all_ms = take(count * sizeof(double))};
    return costs;
}

static void drop_costs(struct costs *costs)
{
    free(costs->draw_ms);
    free(costs->all_ms);
}

/* Draws `count` pictures of each of the questions whose bits are set. */
static void draw_questions(unsigned count, unsigned wanted)
{
    static struct tes_challenge challenge;
    struct buffers buffers = {0};
    struct costs costs[TES_QUESTION_COUNT], warm = no_costs(WARMUP);
    unsigned left = 0;
    for (unsigned i = 0; i < TES_QUESTION_COUNT; i++) {
        costs[i] = no_costs(count);
        left += (wanted >> i & 1) != 0 ? count : 0;
    }
    for (uint64_t seed = KEYS_MAX; warm.count < WARMUP; seed++)
        if ((wanted >> make(seed, TES_HARD, &challenge) & 1) != 0)
            draw(&challenge, &buffers, &warm);
    for (uint64_t seed = 0; left > 0; seed++) {
        if (seed == (uint64_t)count * KEYS_EACH)
            errx(1, "a question does not come up");
        unsigned question = make(seed, TES_HARD, &challenge);
        if ((wanted >> question & 1) == 0 || costs[question].count == count)
            continue;
        draw(&challenge, &buffers, &costs[question]);
        left--;
    }
    const char *before = "{";
    for (unsigned i = 0; i < TES_QUESTION_COUNT; i++) {
        if ((wanted >> i & 1) != 0) {
            fputs(before, stdout);
            print_costs(QUESTIONS[i], &costs[i]);
            before = ",";
        }
        drop_costs(&costs[i]);
    }
    puts("}");
    drop_costs(&warm);
    free(buffers.memory);
    free(buffers.png);
}

/* ------------------------------------------------------------------ write */

static void print_vector(const char *name, struct tes_vector vector)
{
    printf("\"%s\":[%.6f,%.6f,%.6f]", name, vector.x, vector.y, vector.z);
}

static void print_thing(const struct tes_thing *thing)
{
    printf("{\"solid\":\"%s\",", SOLIDS[thing->solid]);
    print_vector("at", thing->at);
    printf(",\"size\":%.6f,\"height\":%.6f,\"turn\":%.6f,\"colour\":\"#%06X\"}", thing->size,
           thing->height, thing->turn, (unsigned)HUES[thing->hue % (sizeof HUES / sizeof *HUES)]);
}

static void print_scene(const struct tes_scene *scene)
{
    putchar('{');
    print_vector("eye", scene->camera.eye);
    putchar(',');
    print_vector("target", scene->camera.target);
    putchar(',');
    print_vector("sun", scene->sun);
    printf(",\"field\":%.6f,\"things\":[", scene->camera.field);
    for (unsigned i = 0; i < scene->count; i++) {
        fputs(i > 0 ? "," : "", stdout);
        print_thing(&scene->things[i]);
    }
    fputs("]}", stdout);
}

static void write_scenes(unsigned count)
{
    static struct tes_challenge challenge;
    unsigned written = 0;
    putchar('[');
    for (uint64_t seed = 0; written < count; seed++) {
        if (seed == (uint64_t)count * KEYS_EACH)
            errx(1, "the question does not come up");
        if (make(seed, TES_HARD, &challenge) != TES_QUESTION_visible)
            continue;
        fputs(written++ > 0 ? ",\n" : "", stdout);
        print_scene(&tes_question_of(&challenge)->scene);
    }
    puts("]");
}

/* ---------------------------------------------------------------- command */

/* TES_EASY to TES_HARD, or 0. */
static unsigned find_difficulty(const char *name)
{
    static const char *const NAMES[] = {"easy", "medium", "hard"};
    for (unsigned i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++)
        if (strcmp(NAMES[i], name) == 0)
            return TES_EASY + i;
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    long number = argc > 2 ? strtol(argv[argc - 1], NULL, 10) : 0;
    bool is_number = number >= 1 && number <= COUNT_MAX;
    unsigned difficulty = argc == 4 ? find_difficulty(argv[2]) : 0;
    if (strcmp(what, "generate") == 0 && difficulty > 0 && is_number)
        generate((enum tes_difficulty)difficulty, (double)number);
    else if (strcmp(what, "draw") == 0 && argc == 3 && is_number)
        draw_questions((unsigned)number, PICTURED);
    else if (strcmp(what, "visible") == 0 && argc == 3 && is_number)
        draw_questions((unsigned)number, 1U << TES_QUESTION_visible);
    else if (strcmp(what, "write") == 0 && argc == 3 && is_number)
        write_scenes((unsigned)number);
    else {
        fputs("usage: scene generate easy|medium|hard MILLISECONDS, or scene draw|visible|write "
              "COUNT\n",
              stderr);
        return 2;
    }
    return 0;
}
