/*
 * The WebAssembly module's doorway: the engine behind puzzles that are made in the page itself. It
 * imports nothing; the caller writes into `key` and `input` and reads from `output`, `pixels` and
 * `palette`, all of which stay where they are. It holds one challenge, the last generated.
 *
 * Functions return a length, or a status as a negative number (tessera.h: TES_INCORRECT is -1).
 * The key must come from a cryptographic source, unless a challenge is to be made again.
 */
#include "challenge/kind.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* Pixels, and what drawing works in behind them. */
enum { OUTPUT_MAX = 16 * 1024, DRAW_MAX = 5 * 1024 * 1024 };

static uint8_t key[TES_KEY_BYTES];
static char input[TES_ANSWER_MAX + 1];
static char output[OUTPUT_MAX];
static _Alignas(16) uint8_t pixels[DRAW_MAX];
static struct tes_animation animation;
static uint32_t step[7];
static struct tes_challenge challenge;

static int length_or_status(enum tes_status status, size_t length)
{
    return status == TES_OK ? (int)length : -(int)status;
}

/* Where the 32 bytes of the generator's key go. */
EXPORT(key) uint8_t *wasm_key(void)
{
    return key;
}

/* Where identifiers and answers go: 512 bytes of UTF-8. */
EXPORT(input) char *wasm_input(void)
{
    return input;
}

/* Where names and JSON come from. */
EXPORT(output) const char *wasm_output(void)
{
    return output;
}

/* Writes the name of a kind to `output`; 0 past the last one. */
EXPORT(kind_name) int wasm_kind_name(unsigned index)
{
    struct tes_buf name = tes_buf_on(output, sizeof output);
    tes_buf_text(&name, tes_kind_name(index));
    return (int)name.length;
}

/* Sets the key from the two halves of a 64-bit seed. */
EXPORT(key_from_seed) void wasm_key_from_seed(uint32_t low, uint32_t high)
{
    tes_key_from_seed((uint64_t)high << 32 | low, key);
}

/* What else can be asked of kinds that take it (enum tes_kind_takes). */
enum { MOVING = 1, HEARD = 2, SEED_LEVELS = 4 };

/* Generates the challenge of `key` and writes its JSON to `output`; its id stands in `input`.
 * Difficulty, transform_count and flags may be 0, for the default: nothing moves unless it is
 * asked for. */
EXPORT(generate)
int wasm_generate(unsigned kind_index, unsigned difficulty, unsigned transform_count, int truth,
                  unsigned id_length, unsigned flags)
{
    const char *kind = tes_kind_name(kind_index);
    struct tes_options options = {
        .difficulty = (enum tes_difficulty)difficulty,
        .transform_count = transform_count,
        .is_still = (flags & MOVING) == 0,
        .is_heard = (flags & HEARD) != 0,
        .profile = (flags & SEED_LEVELS) != 0 ? TES_PROFILE_SEED : TES_PROFILE_DEFAULT,
    };
    size_t length = 0;
    challenge.kind = NULL;
    if (id_length > TES_ANSWER_MAX)
        return -TES_BAD_ARGUMENT;
    input[id_length] = '\0';
    enum tes_status status = tes_generate(kind, key, &options, &challenge);
    if (status == TES_OK)
        status = tes_describe(&challenge, input, truth != 0, output, sizeof output, &length);
    if (status != TES_OK)
        challenge.kind = NULL;
    return length_or_status(status, length);
}

/* Verifies the answer in `input` on the last challenge: 0 is right. */
EXPORT(verify) int wasm_verify(unsigned answer_length)
{
    if (challenge.kind == NULL || answer_length > TES_ANSWER_MAX)
        return -TES_BAD_ARGUMENT;
    return length_or_status(tes_verify(&challenge, input, answer_length), 0);
}

/* Writes what is to be read aloud of the last challenge to `output`; the language's tag stands in
 * `input`. */
EXPORT(speak) int wasm_speak(unsigned tag_length)
{
    size_t length = 0;
    if (challenge.kind == NULL || tag_length > TES_ANSWER_MAX)
        return -TES_BAD_ARGUMENT;
    input[tag_length] = '\0';
    enum tes_status status = tes_speak(&challenge, input, output, sizeof output, &length);
    return length_or_status(status, length);
}

/* Draws the last challenge: one byte a pixel; the JSON's `view.image` has width and height. */
EXPORT(draw) int wasm_draw(void)
{
    if (challenge.kind == NULL)
        return -TES_BAD_ARGUMENT;
    enum tes_status status = tes_animate(&challenge, pixels, sizeof pixels, &animation);
    return length_or_status(status, (size_t)animation.image.width * animation.image.height);
}

EXPORT(pixels) const uint8_t *wasm_pixels(void)
{
    return pixels;
}

/* The colours behind the pixels, three bytes each: red, green, blue. */
EXPORT(palette) const uint8_t *wasm_palette(void)
{
    return animation.image.palette[0];
}

EXPORT(palette_count) unsigned wasm_palette_count(void)
{
    return animation.image.palette_count;
}

/* How the drawn picture goes on: how many steps it has, and how long the beginning stays. */
EXPORT(step_count) unsigned wasm_step_count(void)
{
    return animation.step_count;
}

EXPORT(delay_ms) unsigned wasm_delay_ms(void)
{
    return animation.delay_ms;
}

/* Seven words: the part's x, y, width and height, the milliseconds until the next step, where its
 * pixels lie, and the side of the square that each of them is. */
EXPORT(step) const uint32_t *wasm_step(unsigned index)
{
    const struct tes_step *one = &animation.steps[index % TES_STEPS_MAX];
    step[0] = one->part.x;
    step[1] = one->part.y;
    step[2] = one->part.width;
    step[3] = one->part.height;
    step[4] = one->delay_ms;
    step[5] = (uint32_t)(uintptr_t)one->pixels;
    step[6] = one->scale > 0 ? one->scale : 1;
    return step;
}
