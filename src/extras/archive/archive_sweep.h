/*
 * archive_sweep.h: keeps an archive of pictures within its size and age. Walks through its folder,
 * with memory that does not grow with the number of pictures. Deletes nothing but what the archive
 * itself names so: 64 hex digits and an ending, in a folder of two hex digits.
 */
#ifndef EXTRAS_ARCHIVE_SWEEP_H
#define EXTRAS_ARCHIVE_SWEEP_H

#include <stdbool.h>
#include <stdint.h>

#include "tessera.h"

struct archive_bounds {
    uint64_t bytes_max; /* as the disk counts them */
    unsigned days_max;
};

/* Deletes what is too old; then, where the rest is more than `bytes_max`, the oldest pictures,
 * until a sixteenth less than that is left, so that it need not be done for every picture. Gives
 * what is left. False where the folder is there and can't be read. */
TES_MUST_CHECK bool archive_sweep(const char *folder, const struct archive_bounds *bounds,
                                  uint64_t now_ms, uint64_t *bytes_left);

#endif
