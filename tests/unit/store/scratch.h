/*
 * scratch.h: a folder for one test, removed with all that is in it.
 */
#ifndef TEST_STORE_SCRATCH_H
#define TEST_STORE_SCRATCH_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../lib/patience.h"

struct scratch {
    char base[80]; /* short: sockets in it have no more than 107 bytes for their paths */
    char data[88]; /* a folder in it that does not exist yet */
};

static inline struct scratch scratch_new_in(const char *folder)
{
    struct scratch scratch;
    int length = snprintf(scratch.base, sizeof scratch.base, "%s/tessera-test-XXXXXX", folder);
    if (length >= (int)sizeof scratch.base || mkdtemp(scratch.base) == NULL) {
        fprintf(stderr, "no folder in %s: is TMPDIR too long?\n", folder);
        abort();
    }
    snprintf(scratch.data, sizeof scratch.data, "%s/data", scratch.base);
    return scratch;
}

static inline struct scratch scratch_new(void)
{
    return scratch_new_in(patience_folder());
}

static inline int scratch_remove_one(const char *path, const struct stat *about, int type,
                                     struct FTW *where)
{
    (void)about, (void)type, (void)where;
    return remove(path);
}

static inline void scratch_remove(const struct scratch *scratch)
{
    nftw(scratch->base, scratch_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
