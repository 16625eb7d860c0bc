/*
 * One form of header is read and one is written. The filter is in integers, so that the same sound
 * gives the same bytes on every machine.
 */
#include "extras/speech/speech_wav.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "extras/speech/speech.h"
#include "extras/speech/speech_vary.h"

enum {
    TAPS = 47,          /* of the filter */
    MIDDLE = TAPS / 2,  /* the tap that stands on the sample itself */
    SCALE = 32768,      /* what the taps add up to */
    LOUDEST = 126,      /* of 127: how far the result goes up and down */
    SILENCE = 128,      /* the middle of 8 bits */
    QUIET = SCALE / 100 /* where nothing is louder than this, nobody speaks */
};

/* Both headers but for what differs: lengths in the first, see write_header() for the second. */
enum { RIFF_LENGTH_AT = 4, DATA_LENGTH_AT = 40 };
static const uint8_t HEADER_READ[SPEECH_WAV_HEADER] = {
    'R',  'I',  'F', 'F', 0,    0,    0, 0, 'W', 'A', 'V', 'E',
    'f',  'm',  't', ' ', 16,   0,    0, 0, 1,   0,   1,   0, /* PCM, one channel */
    0x22, 0x56, 0,   0,   0x44, 0xac, 0, 0, /* 22,050 samples, 44,100 bytes a second */
    2,    0,    16,  0,                     /* bytes and bits a sample */
    'd',  'a',  't', 'a', 0,    0,    0, 0};
static const uint8_t HEADER_WRITTEN[SPEECH_WAV_HEADER] = {
    'R',  'I',  'F', 'F', 0,    0,    0, 0, 'W', 'A', 'V', 'E',
    'f',  'm',  't', ' ', 16,   0,    0, 0, 1,   0,   1,   0, /* PCM, one channel */
    0x11, 0x2b, 0,   0,   0x11, 0x2b, 0, 0, /* 11,025 samples and bytes a second */
    1,    0,    8,   0,                     /* byte and bits a sample */
    'd',  'a',  't', 'a', 0,    0,    0, 0};

/* A sinc of 5.2 kHz in a Kaiser window (beta 4.2): even up to 4.5 kHz, -47 dB and less from 6 kHz
 * on, which half as many samples would fold onto the words. It is the same from both ends. */
static const int32_t HALF[MIDDLE + 1] = {15,    46,  -20,  -91,  15,    155, 11,    -237,
                                         -68,   336, 171,  -448, -340,  565, 603,   -678,
                                         -1017, 779, 1723, -859, -3246, 910, 10341, 15436};

static uint32_t read_number(const char *at)
{
    const uint8_t *bytes = (const uint8_t *)at;
    return (uint32_t)tes_bytes_take(&bytes, 4);
}

static bool equal_between(const char *sound, size_t from, size_t to)
{
    return memcmp(sound + from, HEADER_READ + from, to - from) == 0;
}

/* The samples' bytes. A program that writes to a pipe can't know how many there will be when it
 * writes the header, and puts a large number there. */
static bool find_samples(struct tes_slice sound, struct tes_slice *samples)
{
    if (sound.length < SPEECH_WAV_HEADER || !equal_between(sound.at, 0, RIFF_LENGTH_AT) ||
        !equal_between(sound.at, RIFF_LENGTH_AT + 4, DATA_LENGTH_AT))
        return false;
    size_t said = read_number(sound.at + DATA_LENGTH_AT);
    size_t came = sound.length - SPEECH_WAV_HEADER;
    *samples = (struct tes_slice){sound.at + SPEECH_WAV_HEADER, said < came ? said : came};
    return true;
}

static int32_t sample_at(struct tes_slice samples, size_t index)
{
    const uint8_t *at = (const uint8_t *)samples.at + 2 * index;
    return (int16_t)(uint16_t)(at[0] | at[1] << 8);
}

/* The sound around one sample, without what is too high for half the rate. The sum fits: the taps'
 * absolute values add up to less than twice SCALE. */
static int32_t filter(struct tes_slice samples, size_t count, size_t centre)
{
    int32_t sum = 0;
    for (size_t tap = 0; tap < TAPS; tap++) {
        size_t index = centre + tap; /* too high by MIDDLE, so that it is never negative */
        if (index >= MIDDLE && index - MIDDLE < count)
            sum += HALF[tap <= MIDDLE ? tap : TAPS - 1 - tap] * sample_at(samples, index - MIDDLE);
    }
    return sum / SCALE;
}

/* Every second sample, filtered; returns the loudest. */
static int32_t halve(struct tes_slice samples, size_t count, int32_t *halved)
{
    int32_t loudest = 0;
    for (size_t i = 0; i < count; i += 2) {
        int32_t level = filter(samples, count, i);
        halved[i / 2] = level;
        if (abs(level) > loudest)
            loudest = abs(level);
    }
    return loudest;
}

/* Rounded to the nearest, so that what is all but silent becomes silent. */
static int32_t scaled(int32_t level, int32_t loudest)
{
    int32_t half = level < 0 ? -loudest / 2 : loudest / 2;
    return (level * LOUDEST + half) / loudest;
}

static char *write_header(char *at, size_t length)
{
    memcpy(at, HEADER_WRITTEN, SPEECH_WAV_HEADER);
    tes_bytes_put((uint8_t *)at + RIFF_LENGTH_AT, length + SPEECH_WAV_HEADER - 8, 4);
    tes_bytes_put((uint8_t *)at + DATA_LENGTH_AT, length, 4);
    return at + SPEECH_WAV_HEADER;
}

static enum tes_status write_wav(const int32_t *levels, size_t count, int32_t loudest,
                                 struct tes_buf *wav)
{
    size_t steps = (SPEECH_WAV_LEAD + count + SPEECH_WAV_STEP - 1) / SPEECH_WAV_STEP;
    size_t length = steps * SPEECH_WAV_STEP;
    char *at = tes_buf_extend(wav, SPEECH_WAV_HEADER + length);
    if (at == NULL)
        return TES_TOO_SMALL;
    at = write_header(at, length);
    memset(at, SILENCE, length);
    at += SPEECH_WAV_LEAD;
    for (size_t i = 0; i < count; i++)
        at[i] = (char)(SILENCE + scaled(levels[i], loudest));
    return TES_OK;
}

static int32_t loudest_of(const int32_t *levels, size_t count)
{
    int32_t loudest = 0;
    for (size_t i = 0; i < count; i++)
        if (abs(levels[i]) > loudest)
            loudest = abs(levels[i]);
    return loudest;
}

enum tes_status speech_wav_convert(struct tes_slice sound, const uint64_t *seed,
                                   struct tes_buf *wav)
{
    struct tes_slice samples;
    if (sound.length > SPEECH_OUTPUT_MAX || !find_samples(sound, &samples))
        return TES_FAILED;
    size_t count = samples.length / 2, count_halved = (count + 1) / 2;
    if (count == 0)
        return TES_FAILED;
    int32_t *levels = calloc(count_halved + SPEECH_VARY_MOST(count_halved), sizeof *levels);
    if (levels == NULL)
        return TES_NO_MEMORY;
    int32_t *shown = levels, loudest = halve(samples, count, levels);
    enum tes_status status = TES_FAILED;
    if (loudest > QUIET) {
        if (seed != NULL) {
            shown = levels + count_halved;
            count_halved = speech_vary(*seed, levels, count_halved, loudest, shown);
            loudest = loudest_of(shown, count_halved);
        }
        status = loudest > 0 ? write_wav(shown, count_halved, loudest, wav) : TES_FAILED;
    }
    free(levels);
    return status;
}

/* The longest output becomes the longest result. */
#define LONGEST                                                                                    \
    (SPEECH_WAV_LEAD + SPEECH_VARY_MOST((SPEECH_OUTPUT_MAX - SPEECH_WAV_HEADER) / 4 + 1))
_Static_assert(SPEECH_WAV_MAX == SPEECH_WAV_HEADER + (LONGEST + SPEECH_WAV_STEP - 1) /
                                                         SPEECH_WAV_STEP * SPEECH_WAV_STEP,
               "SPEECH_WAV_MAX");
