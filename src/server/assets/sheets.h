/*
 * sheets.h: the five sprite sheets that the standalone mode cuts its pictures from: 16 sprites
 * each, four by four, in a PNG file. The program has its own; an operator's take their place one by
 * one. (Served challenges are drawn anew each time and use no sheet.)
 */
#ifndef SERVER_SHEETS_H
#define SERVER_SHEETS_H

#include "base/error.h"
#include "challenge/sprites.h"

#define SHEETS_BUILT_IN "built-in"                /* in place of a folder */
#define SHEETS_FILE_MAX ((size_t)8 * 1024 * 1024) /* longest file, in bytes */
#define SHEETS_SIDE_MIN 32                        /* a sprite's side, in pixels */
#define SHEETS_SIDE_MAX 512

struct sheets {
    struct tes_slice files[TES_SHEET_COUNT]; /* PNG; a NULL `at`: the program's own */
    uint64_t tags[TES_SHEET_COUNT];          /* tell versions of a file apart */
};

/* "predator_sprites.png" */
const char *sheets_file_name(enum tes_sheet sheet);

/* Whether this is a sheet; if not, what is wrong with it is written to `error`. */
TES_MUST_CHECK bool sheets_check(struct tes_slice file, struct tes_error *error);

/* Reads and checks what a folder has of the five files. On false `error` names the file and what is
 * wrong with it, and nothing is held. */
TES_MUST_CHECK bool sheets_load(struct sheets *sheets, const char *folder, struct tes_error *error);

void sheets_free(struct sheets *sheets);

#endif
