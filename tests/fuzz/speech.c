/*
 * Whatever the synthesiser may write for a sound: it is refused and nothing is written, or the
 * result is a whole WAV file of the promised form. The same bytes come twice, the second time
 * behind a good header: without that, few get past it.
 */
#include <stdlib.h>
#include <string.h>

#include "extras/speech/speech.h"
#include "extras/speech/speech_wav.h"

static void require(bool holds)
{
    if (!holds)
        abort();
}

static uint32_t number_at(const char *at)
{
    const uint8_t *bytes = (const uint8_t *)at;
    return (uint32_t)bytes[3] << 24 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[1] << 8 | bytes[0];
}

static void check_result(const char *wav, size_t length)
{
    size_t count = length - SPEECH_WAV_HEADER;
    unsigned loudest = 0;
    require(length > SPEECH_WAV_HEADER && length <= SPEECH_WAV_MAX);
    require(count % SPEECH_WAV_STEP == 0);
    require(number_at(wav + 4) == length - 8 && number_at(wav + 40) == count);
    for (size_t i = 0; i < count; i++) {
        unsigned level = (unsigned)abs((int)(uint8_t)wav[SPEECH_WAV_HEADER + i] - 128);
        require(i >= SPEECH_WAV_LEAD || level == 0);
        loudest = level > loudest ? level : loudest;
    }
    require(loudest == 126);
}

static void convert(const char *sound, size_t length, const uint64_t *seed)
{
    static char memory[SPEECH_WAV_MAX];
    struct tes_buf wav = tes_buf_on(memory, sizeof memory);
    enum tes_status status = speech_wav_convert((struct tes_slice){sound, length}, seed, &wav);
    require(status == TES_OK || status == TES_FAILED);
    if (status == TES_OK)
        check_result(memory, wav.length);
    else
        require(wav.length == 0 && !wav.failed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char HEADER[] = "RIFF\x24\xf0\xff\x7fWAVEfmt \x10\0\0\0\1\0\1\0\x22\x56\0\0\x44"
                                 "\xac\0\0\2\0\x10\0data\0\xf0\xff\x7f";
    char *copy = malloc(SPEECH_WAV_HEADER + size);
    require(copy != NULL);
    memcpy(copy, data, size);
    convert(copy, size, NULL);
    memcpy(copy, HEADER, SPEECH_WAV_HEADER);
    memcpy(copy + SPEECH_WAV_HEADER, data, size);
    convert(copy, SPEECH_WAV_HEADER + size, NULL);
    const uint64_t seed = size;
    convert(copy, SPEECH_WAV_HEADER + size, &seed);
    free(copy);
    return 0;
}
