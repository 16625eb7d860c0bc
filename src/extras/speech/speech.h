/*
 * speech.h: text read aloud, for those who can't see pictures. The synthesiser is espeak-ng, run as
 * a program of its own for each text: its library has global state and another licence. Where it is
 * not installed there is no speech, and all else goes on. Threads may call all of it at once.
 */
#ifndef EXTRAS_SPEECH_H
#define EXTRAS_SPEECH_H

#include "base/buf.h"

#define SPEECH_PROGRAM     "espeak-ng"
#define SPEECH_TEXT_MAX    2000    /* longest text, in bytes */
#define SPEECH_DEADLINE_MS 2000    /* after it the program is killed */
#define SPEECH_OUTPUT_MAX  2000000 /* bytes that the program may write: some 45 seconds */
#define SPEECH_WAV_MAX     639494  /* bytes of the longest result */

struct speech_voice {
    const char *language; /* as web/locales names it: "en", "de", "zh" */
    unsigned seed;        /* varies who speaks, how high and how fast, and the noise behind it */
    bool is_slow;         /* the same voice, at three quarters of its speed */
};

struct helper; /* who starts the program: server/helper/helper.h */

#define SPEECH_OFF "off" /* in place of a program: nothing is read */

/* Whether there is such a program: an absolute path, or a name that is looked for in PATH. */
bool speech_is_available(const char *program);

/* Whether texts of this language can be read. Tags differ in capitals only. */
bool speech_knows(const char *language);

/* Appends the text, read aloud, to `wav`: a whole WAV file of 11,025 samples a second, 8 bits,
 * mono: 0.3 s of silence, the words, and silence up to a whole number of two seconds. The same
 * arguments give the same bytes as long as the program is the same. Takes 10 to 50 ms and waits
 * for another process: no event loop may call it.
 *   TES_BAD_ARGUMENT  unknown language; text that is empty, too long, not UTF-8, has control
 *                     characters, or letters that the program can't read in this language (kanji:
 *                     Japanese has to be written in kana)
 *   TES_TOO_SMALL     the result does not fit `wav`, or takes more than SPEECH_OUTPUT_MAX
 *   TES_NO_MEMORY
 *   TES_FAILED        no such program, no helper; it failed, took too long, or wrote what is no
 * sound After a failure `wav` holds what it held before; only `failed` may be set. */
TES_MUST_CHECK enum tes_status speech_read(struct helper *helper, const char *program,
                                           struct speech_voice voice, struct tes_slice text,
                                           struct tes_buf *wav);

#endif
