/*
 * utf8.h: one character at a time, strictly: no overlong form, no surrogate, nothing past U+10FFFF.
 */
#ifndef TES_UTF8_H
#define TES_UTF8_H

#include "base/slice.h"

/* The length in bytes of the character that the text opens with, or 0 where that is not UTF-8. */
size_t tes_utf8_step(struct tes_slice text);

bool tes_utf8_valid(struct tes_slice text);

#endif
