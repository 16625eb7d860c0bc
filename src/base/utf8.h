/*
 * utf8.h: one character at a time, strictly: no overlong form, no surrogate, nothing past U+10FFFF.
 */
#ifndef TES_UTF8_H
#define TES_UTF8_H

#include "base/slice.h"

/* The length in bytes of the character that the text opens with, or 0 where that is not UTF-8. */
size_t tes_utf8_step(struct tes_slice text);

/* Whether a character that is not empty, as tes_utf8_step() delimits it, is a control: one of
 * ASCII's, DEL, or U+0080 to U+009F. Terminals obey them. */
bool tes_utf8_is_control(struct tes_slice character);

bool tes_utf8_valid(struct tes_slice text);

#endif
