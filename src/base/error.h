/* error.h: why something failed, in words for the operator. */
#ifndef TES_ERROR_H
#define TES_ERROR_H

#include "base/slice.h"

struct tes_error {
    char text[1024]; /* cut off where it is longer */
};

/* Writes the text and returns false, so that a function that fails can return it. */
__attribute__((format(printf, 2, 3))) bool tes_error_set(struct tes_error *error,
                                                         const char *format, ...);

#endif
