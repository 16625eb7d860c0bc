/*
 * speech_wav.h: from the sound that the synthesiser writes to the one that browsers get: half as
 * many samples, half as many bits, as loud as can be, and of a length that tells little.
 */
#ifndef EXTRAS_SPEECH_WAV_H
#define EXTRAS_SPEECH_WAV_H

#include "base/buf.h"

#define SPEECH_WAV_HEADER 44    /* bytes before the first sample, in what is read and written */
#define SPEECH_WAV_LEAD   3308  /* samples of silence before the words: 0.3 s, at 11,025 a second */
#define SPEECH_WAV_STEP   22050 /* the number of samples is a multiple of this: 2 s */

/* Appends to `wav` what `sound` becomes. `sound` is a WAV file of 22,050 samples a second, 16 bits,
 * mono; the length in its header may be longer than it. `seed` varies how it sounds
 * (speech_vary.h); NULL: it stays as it is. TES_FAILED where it is something else or silent;
 * TES_TOO_SMALL; TES_NO_MEMORY. */
TES_MUST_CHECK enum tes_status speech_wav_convert(struct tes_slice sound, const uint64_t *seed,
                                                  struct tes_buf *wav);

#endif
