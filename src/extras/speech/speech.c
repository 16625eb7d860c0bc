/*
 * What to ask of the program for a language and a seed, and which texts it can read.
 */
#include "extras/speech/speech.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "challenge/random.h"
#include "extras/speech/speech_wav.h"
#include "server/helper/helper.h"

enum letters { ANY, PHONETIC };

static const struct voice {
    const char *language;
    const char *name; /* NULL: there is none that reads it well */
    enum letters letters;
} VOICES[] = {
#define SPOKEN(tag, voice, letters, ...) {tag, voice, letters},
#include "challenge/scene/questions/spoken.def"
#undef SPOKEN
};

/* Men and women, without those that whisper, croak or speak in a hall. */
static const char *const VARIANTS[] = {"m1", "m3", "m4", "m7", "f1", "f2", "f3", "f4"};

enum { VARIANT_COUNT = sizeof VARIANTS / sizeof VARIANTS[0] };

/* In the program's units; what it takes by itself is 50, 175 words a minute, and 0 times 10 ms. */
enum { PITCH_LEAST = 35, PITCHES = 31, SPEED_LEAST = 135, SPEEDS = 26, GAP_LEAST = 1, GAPS = 4 };
enum { SLOW_PERCENT = 75 }; /* as the widget plays it */

/* Two uses of one seed: what the program is asked for, and what is done with its sound. */
#define VARIATION_SEED ((uint64_t)1 << 32)

struct numbers {
    char voice[32], pitch[12], speed[12], gap[12];
};

static const struct voice *find_voice(const char *language)
{
    for (size_t i = 0; i < sizeof VOICES / sizeof VOICES[0]; i++)
        if (VOICES[i].name != NULL &&
            tes_slice_equal_nocase(tes_slice_of(VOICES[i].language), tes_slice_of(language)))
            return &VOICES[i];
    return NULL;
}

bool speech_is_available(const char *program)
{
    char path[PATH_MAX];
    return strcmp(program, SPEECH_OFF) != 0 && program_find(program, path);
}

bool speech_knows(const char *language)
{
    return find_voice(language) != NULL;
}

/* Control characters are commands to the program. */
static bool is_control(unsigned char byte)
{
    return (byte < ' ' && byte != '\n') || byte == 0x7f;
}

/* U+4000 to U+9FFF, by the first byte of UTF-8. */
static bool is_ideograph(unsigned char byte)
{
    return byte >= 0xe4 && byte <= 0xe9;
}

static bool can_read(const struct voice *voice, struct tes_slice text)
{
    if (text.length == 0 || text.length > SPEECH_TEXT_MAX || !tes_utf8_valid(text))
        return false;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.at[i];
        if (is_control(byte) || (voice->letters == PHONETIC && is_ideograph(byte)))
            return false;
    }
    return true;
}

static void choose(const struct voice *voice, struct speech_voice wanted, struct numbers *numbers)
{
    uint8_t key[TES_KEY_BYTES];
    struct tes_random random;
    tes_key_from_seed(wanted.seed, key);
    tes_random_start(&random, key);
    uint32_t variant = tes_random_below(&random, VARIANT_COUNT);
    uint32_t pitch = PITCH_LEAST + tes_random_below(&random, PITCHES);
    uint32_t speed = SPEED_LEAST + tes_random_below(&random, SPEEDS);
    uint32_t gap = GAP_LEAST + tes_random_below(&random, GAPS);
    tes_random_end(&random);
    if (wanted.is_slow)
        speed = speed * SLOW_PERCENT / 100;
    snprintf(numbers->voice, sizeof numbers->voice, "%s+%s", voice->name, VARIANTS[variant]);
    snprintf(numbers->pitch, sizeof numbers->pitch, "%u", pitch);
    snprintf(numbers->speed, sizeof numbers->speed, "%u", speed);
    snprintf(numbers->gap, sizeof numbers->gap, "%u", gap);
}

/* "-b 1": the text is UTF-8 whatever the locale. */
static enum tes_status synthesise(struct helper *helper, const char *path, struct numbers *numbers,
                                  struct tes_slice text, struct tes_buf *sound)
{
    char *const arguments[] = {
        SPEECH_PROGRAM,
        "-v",
        numbers->voice,
        "-p",
        numbers->pitch,
        "-s",
        numbers->speed,
        "-g",
        numbers->gap,
        "-b",
        "1",
        "--stdin",
        "--stdout",
        NULL,
    };
    struct program_order order = {path, arguments, text, SPEECH_DEADLINE_MS};
    return helper_run(helper, &order, NULL, sound);
}

enum tes_status speech_read(struct helper *helper, const char *program, struct speech_voice voice,
                            struct tes_slice text, struct tes_buf *wav)
{
    const struct voice *row = find_voice(voice.language);
    uint64_t variation = VARIATION_SEED | voice.seed;
    struct numbers numbers;
    char path[PATH_MAX];
    if (row == NULL || !can_read(row, text))
        return TES_BAD_ARGUMENT;
    if (!program_find(program, path))
        return TES_FAILED;
    char *memory = malloc(SPEECH_OUTPUT_MAX);
    if (memory == NULL)
        return TES_NO_MEMORY;
    choose(row, voice, &numbers);
    struct tes_buf sound = tes_buf_on(memory, SPEECH_OUTPUT_MAX);
    enum tes_status status = synthesise(helper, path, &numbers, text, &sound);
    if (status == TES_OK)
        status = speech_wav_convert(tes_buf_done(&sound), &variation, wav);
    free(memory);
    return status;
}
