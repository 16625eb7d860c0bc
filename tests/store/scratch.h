/*
 * scratch.h: a folder for one test, removed with all that is in it.
 */
#ifndef TEST_STORE_SCRATCH_H
#define TEST_STORE_SCRATCH_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

struct scratch {
    char base[64];
    char data[80]; /* a folder in it that does not exist yet */
};

static inline struct scratch scratch_new_in(const char *folder)
{
    struct scratch scratch;
    snprintf(scratch.base, sizeof scratch.base, "%s/tessera-test-XXXXXX", folder);
    if (mkdtemp(scratch.base) == NULL)
        abort();
    snprintf(scratch.data, sizeof scratch.data, "%s/data", scratch.base);
    return scratch;
}

static inline struct scratch scratch_new(void)
{
    return scratch_new_in("/tmp");
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
