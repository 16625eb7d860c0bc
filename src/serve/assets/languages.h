/*
 * languages.h: the languages of the widget: one for each file of web/locales, which is the only
 * list of them. A file opens with what the language calls itself, and which way it runs.
 */
#ifndef SERVE_LANGUAGES_H
#define SERVE_LANGUAGES_H

#include "base/slice.h"

struct language {
    struct tes_slice tag;       /* the file's name: "de" */
    struct tes_slice name;      /* "Deutsch" */
    struct tes_slice direction; /* "ltr" or "rtl" */
};

/* The language behind the one at `*index`, in the order of the files; `*index` is 0 to begin with
 * and is moved on. False behind the last one. */
bool languages_next(size_t *index, struct language *language);

#endif
