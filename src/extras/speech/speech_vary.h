/*
 * speech_vary.h: makes one voice sound a little different in each challenge, so that a program
 * cannot compare the sound with one of its own sample by sample. People must understand it as well
 * as before: noise stays 20 dB below the words (WCAG 1.4.7), rates within 8%.
 */
#ifndef EXTRAS_SPEECH_VARY_H
#define EXTRAS_SPEECH_VARY_H

#include <stddef.h>
#include <stdint.h>

/* The most samples that `count` become. */
#define SPEECH_VARY_MOST(count) ((count) + (count) / 4 + 2)

/*
 * Writes `levels` (samples within 16 bits, 11,025 a second, the loudest `loudest`) to `varied`,
 * which has room for SPEECH_VARY_MOST(count), and returns how many there are now; silence at the
 * end is left out. The seed decides, in integers alone: the same arguments give the same samples on
 * every machine.
 *
 *   rate    faster and higher, or slower and lower, by up to 8%; it changes along the sound
 *   pauses  of 0.1 s and more become up to 0.3 s longer
 *   tone    brighter or duller, and one faint echo
 *   noise   20 to 26 dB below the words
 */
size_t speech_vary(uint64_t seed, const int32_t *levels, size_t count, int32_t loudest,
                   int32_t *varied);

#endif
