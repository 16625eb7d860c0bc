/*
 * man.h: the manual pages, in mdoc, from the tables of commands and of config keys.
 */
#ifndef CLI_MAN_H
#define CLI_MAN_H

#include "base/buf.h"

struct man_page {
    const char *name; /* as the file is called: "tessera.1" */
    void (*write)(struct tes_buf *buf);
};

/* A NULL name ends them. */
extern const struct man_page man_pages[];

#endif
