/*
 * spoken.h: sounds as the server makes them, looked at byte by byte; and one as espeak-ng makes it.
 */
#ifndef TEST_UNIT_SPOKEN_H
#define TEST_UNIT_SPOKEN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "extras/speech/speech.h"

enum { SOUND_MAX = 64 * 1024 };

struct spoken {
    char bytes[SPEECH_WAV_MAX];
    size_t length;
};

static inline struct spoken *new_spoken(void)
{
    struct spoken *spoken = malloc(sizeof *spoken);
    assert_non_null(spoken);
    return spoken;
}

static inline bool is_same(const struct spoken *a, const struct spoken *b)
{
    return a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

static inline uint32_t number_at(const char *at)
{
    const uint8_t *bytes = (const uint8_t *)at;
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

/* The header's fields one by one, from the format's description. */
static inline bool has_header(const struct spoken *spoken)
{
    const char *at = spoken->bytes;
    return spoken->length > 44 && memcmp(at, "RIFF", 4) == 0 &&
           number_at(at + 4) == spoken->length - 8 && memcmp(at + 8, "WAVEfmt ", 8) == 0 &&
           number_at(at + 16) == 16 && number_at(at + 20) == (1U << 16 | 1) &&
           number_at(at + 24) == 11025 && number_at(at + 28) == 11025 &&
           number_at(at + 32) == (8U << 16 | 1) && memcmp(at + 36, "data", 4) == 0 &&
           number_at(at + 40) == spoken->length - 44;
}

/* Samples up to the last that is no silence. */
static inline size_t words_end(const struct spoken *spoken)
{
    size_t end = spoken->length;
    while (end > 44 && (uint8_t)spoken->bytes[end - 1] == 128)
        end--;
    return end - 44;
}

static inline unsigned loudest(const struct spoken *spoken, size_t from, size_t to)
{
    unsigned most = 0;
    for (size_t i = 44 + from; i < 44 + to; i++) {
        unsigned level = (unsigned)abs((int)(uint8_t)spoken->bytes[i] - 128);
        most = level > most ? level : most;
    }
    return most;
}

/* A second of a tone, with the header that espeak-ng writes. */
static inline size_t make_sound(char sound[SOUND_MAX])
{
    static const char HEADER[] =
        "RIFF\x24\xf0\xff\x7fWAVEfmt \x10\0\0\0\1\0\1\0\x22\x56\0\0\x44\xac"
        "\0\0\2\0\x10\0data\0\xf0\xff\x7f";
    memcpy(sound, HEADER, 44);
    for (size_t i = 0; i < 22050; i++) {
        int level = (int)(i % 50) * 400 - 10000;
        sound[44 + 2 * i] = (char)level;
        sound[45 + 2 * i] = (char)(level >> 8);
    }
    return 44 + 2 * 22050;
}

#endif
