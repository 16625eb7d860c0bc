/* From the sound that the program makes to the one that browsers get. */
#include <math.h>
#include <stdio.h>

#include "serve/speech/speech_wav.h"
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
        assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_FAILED);
        sound[ROWS[i].at] = before;
        assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_OK);
    }
    for (size_t cut = 0; cut <= 45; cut++) { /* no whole sample */
        struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
        assert_int_equal(speech_wav_convert((struct tes_slice){sound, cut}, &wav), TES_FAILED);
    }
    memset(sound + 44, 1, length - 44); /* all but silent */
    struct tes_buf wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_FAILED);
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
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_OK);
    spoken->length = wav.length;
    assert_in_range(words_end(spoken), 3308 + 11025 - 60, 3308 + 11025);
    memcpy(sound + 40, "\x10\x27\0\0", 4); /* 10,000 bytes: 5,000 samples, 2,500 of ours */
    wav = tes_buf_on(spoken->bytes, sizeof spoken->bytes);
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_OK);
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
    assert_int_equal(speech_wav_convert((struct tes_slice){sound, length}, &wav), TES_OK);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sounds_are_checked),
        cmocka_unit_test(lengths_are_taken_as_they_come),
        cmocka_unit_test(high_tones_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
