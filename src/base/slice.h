/*
 * slice.h: borrowed bytes. A slice never owns and never ends in NUL.
 * Freestanding: usable in the core and in WebAssembly.
 */
#ifndef TES_SLICE_H
#define TES_SLICE_H

#include "tessera.h"

/* A slice of a string literal; the second form is for initialisers of static objects. */
#define TES_SLICE(literal) ((struct tes_slice)TES_SLICE_INIT(literal))
#define TES_SLICE_INIT(literal)                                                                    \
    {                                                                                              \
        "" literal, sizeof(literal) - 1                                                            \
    }

/* The slice of a NUL-terminated string; NULL gives the empty one. */
struct tes_slice tes_slice_of(const char *text);

bool tes_slice_equal(struct tes_slice a, struct tes_slice b);

/* Equal but for the case of ASCII letters. */
bool tes_slice_equal_nocase(struct tes_slice a, struct tes_slice b);

bool tes_slice_starts(struct tes_slice whole, struct tes_slice start);

/* Without blanks and tabs at both ends. */
struct tes_slice tes_slice_trim(struct tes_slice slice);

/* Cuts off what stands before the first `separator` and returns it; `rest` keeps what follows.
 * Without a separator the whole is returned and `rest->at` becomes NULL. */
struct tes_slice tes_slice_cut(struct tes_slice *rest, char separator);

/* Takes the last part and the separator before it off the end; nothing is left of the only part. */
void tes_slice_drop_last(struct tes_slice *slice, char separator);

/* The place of a name in the list that the function returns, which ends with NULL; the list's
 * length where the name is not in it. */
unsigned tes_slice_find(struct tes_slice name, const char *(*list)(unsigned));

/* Reads a weight of HTTP's lists, in thousandths: "1", "0.8", "0.85", at most three digits behind
 * the point and nothing above 1; 0 for anything else. */
unsigned tes_slice_weight(struct tes_slice text);

/* Reads decimal digits and nothing else, up to `most`. */
bool tes_slice_number(struct tes_slice slice, uint64_t most, uint64_t *number);

/* Whether it has nothing but letters and digits of ASCII, '_' and '-', as keys, tokens and actions
 * do. */
bool tes_slice_is_word(struct tes_slice slice);

#endif
