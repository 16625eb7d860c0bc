/* tessera generate */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "challenge/record.h"
#include "cli/cli.h"
#include "os/entropy.h"

#define COUNT_MAX 100000000
#define TEXT_MAX  65536

struct order {
    const char *kind, *folder;
    struct tes_options options;
    uint64_t seed, count;
    bool truth;
};

static bool write_png(const struct order *order, const char *id,
                      const struct tes_challenge *challenge)
{
    char path[4096];
    size_t pixels_size = tes_animate_bound(challenge), length = 0;
    size_t png_size = tes_png_animation_bound(challenge);
    uint8_t *pixels = malloc(pixels_size), *png = malloc(png_size);
    struct tes_animation animation;
    bool done = pixels != NULL && png != NULL &&
                tes_animate(challenge, pixels, pixels_size, &animation) == TES_OK &&
                tes_png_encode_animation(&animation, png, png_size, &length) == TES_OK;
    snprintf(path, sizeof path, "%s/%s.png", order->folder, id);
    FILE *file = done ? fopen(path, "wb") : NULL;
    done = file != NULL && fwrite(png, 1, length, file) == length;
    if (file != NULL && fclose(file) != 0)
        done = false;
    if (!done)
        fprintf(stderr, "tessera: can't write %s: %s\n", path, strerror(errno));
    free(pixels);
    free(png);
    return done;
}

/* One line of JSON. A seed is written as a number; some are greater than JSON's readers in
 * JavaScript can hold, so it is part of the id as well, as text. */
static enum tes_status describe(const struct order *order, const char *id, uint64_t seed,
                                const struct tes_challenge *challenge, struct tes_buf *text)
{
    char digits[24];
    struct tes_json json = tes_json_on(text);
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)seed);
    tes_json_open(&json, NULL, '{');
    tes_kind_describe_all(challenge, id, order->truth, &json);
    tes_json_raw(&json, "seed", tes_slice_of(digits));
    tes_record_describe(challenge, order->truth, &json);
    tes_json_close(&json, '}');
    return tes_buf_finish(text, NULL);
}

static bool generate_one(const struct order *order, uint64_t seed)
{
    static char text[TEXT_MAX];
    uint8_t key[TES_KEY_BYTES];
    struct tes_challenge challenge;
    char id[64];
    struct tes_buf line = tes_buf_on(text, sizeof text);
    snprintf(id, sizeof id, "%s-%llu", order->kind, (unsigned long long)seed);
    tes_key_from_seed(seed, key);
    enum tes_status status = tes_generate(order->kind, key, &order->options, &challenge);
    if (status == TES_OK)
        status = describe(order, id, seed, &challenge, &line);
    if (status != TES_OK) {
        cli_fail(tes_status_text(status));
        return false;
    }
    puts(text);
    if (order->folder != NULL && challenge.view.width == 0)
        fprintf(stderr, "tessera: %s has no picture\n", id);
    return order->folder == NULL || challenge.view.width == 0 || write_png(order, id, &challenge);
}

static int list_kinds(void)
{
    for (size_t i = 0; tes_kind_name(i) != NULL; i++)
        puts(tes_kind_name(i));
    return CLI_DONE;
}

/* The renderers, best first, and whether this build has them. */
static int list_renderers(void)
{
    for (unsigned i = 0; tes_renderer_name(i) != NULL; i++)
        printf("%s %s\n", tes_renderer_name(i),
               tes_renderer_available((enum tes_renderer)i) ? "available" : "unavailable");
    return CLI_DONE;
}

/* Options that not every TYPE takes. */
static const struct {
    const char *name;
    enum tes_kind_takes takes;
    const char *wrong;
} SOME_TAKE[] = {
    {"--heard", TES_TAKES_HEARD, "--heard: this TYPE can only be seen"},
    {"--renderer", TES_TAKES_RENDERER, "--renderer: this TYPE is drawn in one way only"},
    {"--profile", TES_TAKES_PROFILE, "--profile: this TYPE has none"},
};

/* Reads the options that some kinds take; NULL, or what is wrong with them. */
static const char *read_options(const struct cli_call *call, const struct tes_kind *kind,
                                struct tes_options *options)
{
    const char *renderer = cli_value(call, "--renderer");
    const char *profile = cli_value(call, "--profile");
    options->is_still = cli_given(call, "--still");
    options->is_heard = cli_given(call, "--heard");
    if (renderer != NULL)
        options->renderer =
            (enum tes_renderer)tes_slice_find(tes_slice_of(renderer), tes_renderer_name);
    if (profile != NULL)
        options->profile =
            (enum tes_profile)tes_slice_find(tes_slice_of(profile), tes_profile_name);
    for (size_t i = 0; i < sizeof SOME_TAKE / sizeof SOME_TAKE[0]; i++)
        if (cli_given(call, SOME_TAKE[i].name) && (kind->takes & SOME_TAKE[i].takes) == 0)
            return SOME_TAKE[i].wrong;
    if (options->renderer >= TES_RENDERER_COUNT)
        return "--renderer: expected 3d, 2d or none";
    if (options->profile >= TES_PROFILE_COUNT)
        return "--profile: expected default or seed";
    options->renderer = tes_renderer_best(options->renderer);
    return NULL;
}

/* Reads the order; NULL, or what is wrong with it. */
static const char *read_order(const struct cli_call *call, struct order *order)
{
    const char *seed = cli_value(call, "--seed");
    const char *count = cli_value(call, "--count");
    const char *difficulty = cli_value(call, "--difficulty");
    if (call->word_count != 1)
        return "expected one TYPE";
    *order = (struct order){
        .kind = call->words[0],
        .folder = cli_value(call, "--out"),
        .count = 1,
        .truth = cli_given(call, "--truth"),
    };
    const struct tes_kind *kind = tes_kind_find(tes_slice_of(order->kind));
    if (kind == NULL)
        return "there is no such TYPE; --list prints them";
    if (seed == NULL && !tes_entropy(&order->seed, sizeof order->seed))
        return "the kernel gives no random bytes";
    if (seed != NULL && !tes_slice_number(tes_slice_of(seed), UINT64_MAX, &order->seed))
        return CLI_SEED_WRONG;
    if (count != NULL && !tes_slice_number(tes_slice_of(count), COUNT_MAX, &order->count))
        return "--count: expected a number from 0 to 100000000";
    if (difficulty != NULL) {
        order->options.difficulty = tes_difficulty_find(tes_slice_of(difficulty));
        if (order->options.difficulty == 0)
            return "--difficulty: expected easy, medium or hard";
    }
    return read_options(call, kind, &order->options);
}

static int run(const struct cli_call *call)
{
    struct order order;
    if (cli_given(call, "--list"))
        return list_kinds();
    if (cli_given(call, "--renderers"))
        return list_renderers();
    const char *wrong = read_order(call, &order);
    if (wrong != NULL)
        return cli_wrong(call, wrong);
    if (order.folder != NULL && mkdir(order.folder, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "tessera: can't make %s: %s\n", order.folder, strerror(errno));
        return CLI_FAILED;
    }
    for (uint64_t i = 0; i < order.count; i++)
        if (!generate_one(&order, order.seed + i))
            return CLI_FAILED;
    return CLI_DONE;
}

const struct cli_command cli_generate = {
    .name = "generate",
    .arguments = "TYPE",
    .summary = "Prints challenges, a JSON line each; the same seed gives the same challenge.",
    .options = {{"--seed", "N", "64-bit seed of the first; the next ones count up", 1},
                {"--difficulty", "LEVEL", "easy, medium or hard", 1},
                {"--count", "N", "how many", 1},
                {"--out", "DIR", "also write DIR/ID.png", 1},
                {"--truth", NULL, "print the answer too", 1},
                {"--still", NULL, "nothing that moves", 1},
                {"--heard", NULL, "told in words, if it can be; --truth prints them", 1},
                {"--renderer", "NAME", "3d, 2d or none, where the TYPE has several", 1},
                {"--profile", "NAME", "default or seed, where the TYPE has several", 1},
                {"--list", NULL, "print the types", 1},
                {"--renderers", NULL, "print the renderers", 1}},
    .run = run,
};
