/*
 * log_writer.h: finished lines on their way to stderr. A reader that does not read must hold nobody
 * up but one thread: lines are queued, in bounded memory, and that thread alone writes them. What
 * finds no room is lost, counted, and told when there is room again.
 *
 * stderr is not made non-blocking: it may be shared with other programs, who don't expect that.
 */
#ifndef SERVER_LOG_WRITER_H
#define SERVER_LOG_WRITER_H

#include "base/slice.h"

/* Writes the line that tells how many were lost, into LOG_LINE_MAX bytes; its length. */
typedef size_t log_writer_notice(char *line, uint64_t lost);

/* Starts the thread. False where there is none to be had: lines then go out as before the start. */
bool log_writer_start(log_writer_notice *notice);

/* Waits until all is written that was added before, for some hundred milliseconds at most: what is
 * said on stdout then comes behind it. */
void log_writer_flush(void);

/* Writes what waits, for some hundred milliseconds at most, and ends the thread. False where it was
 * given up: then it may stay in its write for ever, and what is still logged is lost. */
bool log_writer_stop(void);

/* A whole line with its line break. Queues it; before the start, and after a stop that worked,
 * writes it at once, by one write(2). Any thread. */
void log_writer_add(struct tes_slice line);

/* How many lines were lost since the process began. */
uint64_t log_writer_lost(void);

#endif
