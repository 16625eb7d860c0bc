/* From the sound that the program makes to the one that browsers get. */
#include <math.h>
#include <stdio.h>

#include "extras/speech/speech_vary.h"
#include "extras/speech/speech_wav.h"
#include "spoken.h"

/* What is wrong with a sound, by the byte that is changed. */
static void sounds_are_checked(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t at;
        char byte;
    } ROWS[] = {
        {"not RIFF", 0, 'X'},
        {"not WAVE", 8, 'X'},
        {"not fmt", 12, 'X'},
        {"a longer fmt", 16, 18},
        {"not PCM", 20, 3},
        {"stereo", 22, 2},
        {"another rate", 24, 0x23},
        {"8 bits", 34, 8},
        {"not data", 36, 'X'},
        {"other bytes a second", 28, 0},
        {"other bytes a sample", 32, 4},
    };
    static char sound[SOUND_MAX];
    struct spoken *spoken = new_spoken();
    size_t length = make_sound(sound);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
        char before = sound[ROWS[i].at];
        print_message("  %s\n", ROWS[i].name);
        sound[ROWS[i].at] = ROWS[i].byte;
        assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, NULL, &wav),
                         TES_FAILED);
        sound[ROWS[i].at] = before;
        assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, NULL, &wav), TES_OK);
    }
    for (size_t cut = 0; cut <= 45; cut++) { /* no whole sample */
        struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
        assert_int_equal(speech_wav_convert((struct tes_slice){sound, cut}, NULL, &wav),
                         TES_FAILED);
    }
    memset(sound + 44, 1, length - 44); /* all but silent */
    struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, NULL, &wav), TES_FAILED);
    free(spoken);
}

/* The length that the header says counts where it is the shorter one. */
static void lengths_are_taken_as_they_come(void **state)
{
    (void)state;
    static char sound[SOUND_MAX];
    struct spoken *spoken = new_spoken();
    size_t length = make_sound(sound);
    struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, NULL, &wav), TES_OK);
    spoken->length = wav.length;
    assert_in_range(words_end(spoken), 3308 + 11025 - 60, 3308 + 11025);
    memcpy(sound + 40, "\x10\x27\0\0", 4); /* 10,000 bytes: 5,000 samples, 2,500 of ours */
    wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, NULL, &wav), TES_OK);
    spoken->length = wav.length;
    assert_in_range(words_end(spoken), 3308 + 2500 - 60, 3308 + 2500);
    free(spoken);
}

/* A tone of 1 kHz stays as it was, but for what 8 bits can't tell. One of 8 kHz, as loud, would
 * come out as 3,025 Hz: it is gone. */
static void high_tones_are_left_out(void **state)
{
    (void)state;
    enum { START = 3308 + 100, COUNT = 10000 }; /* away from both ends */
    static char sound[SOUND_MAX];
    struct spoken *spoken = new_spoken();
    size_t length = make_sound(sound);
    for (size_t i = 0; i < 22050; i++) {
        double turn = 2 * M_PI * (double)i / 22050;
        int level = (int)(8000 * (sin(1000 * turn) + sin(8000 * turn)));
        sound[44 + 2 * i] = (char)level;
        sound[45 + 2 * i] = (char)(level >> 8);
    }
    struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, NULL, &wav), TES_OK);
    double noise = 0, tone = 0;
    for (size_t i = START; i < START + COUNT; i++) {
        double wanted = 126 * sin(2 * M_PI * 1000 * (double)(i - 3308) / 11025);
        double difference = (double)(uint8_t)spoken->bytes[44 + i] - 128 - wanted;
        tone += wanted * wanted;
        noise += difference * difference;
    }
    print_message("  %.1f dB\n", 10 * log10(tone / noise));
    assert_true(10 * log10(tone / noise) > 40);
    free(spoken);
}

/* Words of a second, pauses of 0.3 s between them, and silence at the end. */
enum { WORD = 11025, GAP = 3308, WORDS = 4, LEVELS = WORDS * (WORD + GAP), LOUDEST = 12000 };

static void make_words(int32_t levels[LEVELS])
{
    for (unsigned i = 0; i < LEVELS; i++) {
        double turn = 2 * M_PI * 500 * i / 11025;
        levels[i] = i % (WORD + GAP) < WORD ? (int32_t)(LOUDEST * sin(turn)) : 0;
    }
}

static double mean_square(const int32_t *levels, size_t from, size_t to)
{
    double sum = 0;
    for (size_t i = from; i < to; i++)
        sum += (double)levels[i] * levels[i];
    return sum / (double)(to - from);
}

/* The longest stretch in which nothing is louder than the noise may be. */
static size_t longest_pause(const int32_t *levels, size_t length, int32_t quiet, size_t *end)
{
    size_t longest = 0, run = 0;
    for (size_t i = 0; i < length; i++) {
        run = abs(levels[i]) <= quiet ? run + 1 : 0;
        if (run > longest) {
            longest = run;
            *end = i + 1;
        }
    }
    return longest;
}

/* S3D-28: each seed sounds different, the same seed the same; noise stays 20 dB below the words, as
 * WCAG 1.4.7 wants it, and the rate within 8%. */
static void seeds_vary_within_limits(void **state)
{
    (void)state;
    enum { SEEDS = 40 };
    static int32_t levels[LEVELS], varied[SPEECH_VARY_MOST(LEVELS)],
        again[SPEECH_VARY_MOST(LEVELS)];
    double least_db = 100, most_db = 0;
    size_t shortest = SIZE_MAX, longest = 0;
    make_words(levels);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        memset(again, 0x55, sizeof again);
        size_t length = speech_vary(seed, levels, LEVELS, LOUDEST, varied), end = 0;
        assert_int_equal(speech_vary(seed, levels, LEVELS, LOUDEST, again), length);
        assert_memory_equal(varied, again, length * sizeof varied[0]);
        if (speech_vary(seed + 1, levels, LEVELS, LOUDEST, again) == length)
            assert_memory_not_equal(varied, again, length * sizeof varied[0]);
        /* Away from its ends, where the echo is over and no word has begun. */
        size_t pause = longest_pause(varied, length, LOUDEST / 3, &end);
        assert_in_range(pause, GAP * 0.92 - 10, 2 * GAP * 1.09 + 10);
        double noise = mean_square(varied, end - pause + 600, end - 100);
        double words = mean_square(varied, 2000, 9000);
        double db = 10 * log10(words / noise);
        least_db = db < least_db ? db : least_db;
        most_db = db > most_db ? db : most_db;
        shortest = length < shortest ? length : shortest;
        longest = length > longest ? length : longest;
    }
    print_message("  %.1f to %.1f dB; %zu to %zu samples of %u\n", least_db, most_db, shortest,
                  longest, (unsigned)LEVELS);
    assert_true(least_db >= 20 && most_db < 27.5 && most_db - least_db > 3);
    /* The last pause is left out. */
    assert_true((double)shortest > (LEVELS - GAP) * 0.92 &&
                (double)longest < (LEVELS - GAP) * 1.09 + 3 * GAP);
    assert_true(longest - shortest > LEVELS / 20);
}

/* Whatever the length, nothing is written behind the end, and the tiniest sound gives one. */
static void short_sounds_are_varied(void **state)
{
    (void)state;
    for (size_t count = 1; count < 400; count++) {
        int32_t *levels = malloc(count * sizeof *levels);
        int32_t *varied = malloc(SPEECH_VARY_MOST(count) * sizeof *varied);
        assert_true(levels != NULL && varied != NULL);
        for (size_t i = 0; i < count; i++)
            levels[i] = i % 2 == 0 ? INT16_MAX : INT16_MIN;
        size_t length = speech_vary(count, levels, count, -INT16_MIN, varied);
        assert_in_range(length, 1, SPEECH_VARY_MOST(count));
        free(levels);
        free(varied);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sounds_are_checked),      cmocka_unit_test(lengths_are_taken_as_they_come),
        cmocka_unit_test(high_tones_are_left_out), cmocka_unit_test(seeds_vary_within_limits),
        cmocka_unit_test(short_sounds_are_varied),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
