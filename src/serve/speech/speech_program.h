/*
 * speech_program.h: runs a program that turns a text into bytes, within a time and a size.
 * Whatever happens, the program and all that it started are gone afterwards, and every descriptor
 * is closed. Threads may call it at once.
 */
#ifndef SERVE_SPEECH_PROGRAM_H
#define SERVE_SPEECH_PROGRAM_H

#include <limits.h>

#include "base/buf.h"

/* Looks for a program: an absolute path, or a name in one of PATH's absolute folders. */
TES_MUST_CHECK bool speech_program_find(const char *program, char path[PATH_MAX]);

/* Runs the program at `path` with these arguments (the first is its name, the last NULL), with
 * `input` (up to PIPE_BUF bytes) as its standard input, and appends what it writes to `output`.
 * It gets nothing else of this process: no descriptor, no variable, no blocked signal.
 *   TES_BAD_ARGUMENT  too much input
 *   TES_TOO_SMALL     it wrote more than fits `output`
 *   TES_FAILED        it did not start, ended with another status than 0, or was not done after
 *                     `deadline_ms`
 * The process must not ignore SIGCHLD: nobody would know how the program ended. */
TES_MUST_CHECK enum tes_status speech_program_run(const char *path, char *const *arguments,
                                                  struct tes_slice input, unsigned deadline_ms,
                                                  struct tes_buf *output);

#endif
