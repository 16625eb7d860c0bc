/*
 * assets.h: the files of web/, built into the program. The table is written by tools/embed.c.
 */
#ifndef SERVER_ASSETS_H
#define SERVER_ASSETS_H

#include "base/slice.h"

struct asset {
    const char *path; /* below web/: "static/page.css"; NULL ends the table */
    struct tes_slice bytes;
    uint64_t tag; /* tells versions apart */
};

extern const struct asset assets[];

/* The asset of that path, or NULL. */
const struct asset *asset_find(struct tes_slice path);

#endif
