/*
 * program.h: runs another program, which gets some bytes and writes others, within a time and a
 * size. Whatever happens, the program and all that it started are gone afterwards, and every
 * descriptor is closed. Threads may call it at once.
 */
#ifndef SERVER_PROGRAM_H
#define SERVER_PROGRAM_H

#include <limits.h>

#include "base/buf.h"

/* Looks for a program: an absolute path, or a name in one of PATH's absolute folders. */
TES_MUST_CHECK bool program_find(const char *program, char path[PATH_MAX]);

struct program_order {
    const char *path;
    char *const *arguments; /* the first is its name, the last NULL */
    struct tes_slice input; /* what it reads, up to PIPE_BUF bytes */
    unsigned deadline_ms;
};

/* Runs the program with the input as its standard input, and appends what it writes to `output`. It
 * gets nothing else of this process: no descriptor, no variable, no blocked signal. `asker` is a
 * socket whose other end belongs to who wants the output, or -1: once that is closed, the program
 * is ended. TES_BAD_ARGUMENT  too much input TES_TOO_SMALL     it wrote more than fits `output`
 *   TES_FAILED        it did not start, ended with another status than 0, was not done after
 *                     `deadline_ms`, or nobody wants it any more
 * The process must not ignore SIGCHLD: nobody would know how the program ended. */
TES_MUST_CHECK enum tes_status program_run(const struct program_order *order, int asker,
                                           struct tes_buf *output);

#endif
