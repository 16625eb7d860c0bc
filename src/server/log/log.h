/*
 * log.h: one line per event on stderr:
 *
 *     2026-11-15T04:05:06.789Z info config changed by the admin challenge.risk_threshold=2
 *
 * A value that holds blanks or marks of its own is put in quotes, control bytes and what is not
 * UTF-8 are escaped, and a line has a ceiling: nothing that a visitor sends can forge or flood a
 * line. Secrets are never handed to these functions. While a server runs, logging never waits for
 * whoever reads stderr (log_writer.h).
 */
#ifndef SERVER_LOG_H
#define SERVER_LOG_H

#include "base/slice.h"

#define LOG_LINE_MAX 2048 /* with its line break; what is longer ends in "..." */

enum log_level { LOG_INFO, LOG_WARN, LOG_ERROR };

struct log_field {
    const char *key;
    struct tes_slice text; /* where there are no digits */
    char digits[24];       /* ended by a NUL */
};

struct log_field log_text(const char *key, const char *text);
struct log_field log_slice(const char *key, struct tes_slice text);
struct log_field log_number(const char *key, uint64_t number);
struct log_field log_thousandths(const char *key, unsigned number); /* 850 as 0.85 */

/* Whose work a request is part of, as the header `traceparent` of W3C's Trace Context tells it. */
struct log_trace {
    char trace_id[32 + 1]; /* lower-case hexadecimal, not all zeros */
    char span_id[16 + 1];  /* likewise: what the caller calls its part of the work */
};

/* Reads a value of the header: "00-" 32 digits "-" 16 digits "-" 2 digits. Of a later version more
 * may follow behind another "-". False where it is anything else: then it is as if there were none,
 * and `trace` is not to be looked at. */
TES_MUST_CHECK bool log_trace_read(struct tes_slice header, struct log_trace *trace);

/* What this thread logs from now on belongs to a request, until it is called with NULL: its lines
 * end in `trace_id` and `span_id`, where `trace_of` finds them. It is asked only for lines that are
 * written; `context` has to last. */
typedef bool log_trace_of(const void *context, struct log_trace *trace);
void log_belongs(log_trace_of *trace_of, const void *context);

/* From here on nobody waits for stderr; ended by log_writer_stop(). False where no thread could be
 * started: all works, but a reader who does not read holds up whoever logs. */
bool log_start(void);

/* An event without fields. Any thread. */
void log_message(enum log_level level, const char *message);

/* An event with its fields. Any thread. */
void log_fields(enum log_level level, const char *message, const struct log_field *fields,
                size_t count);

/* log_event(LOG_WARN, "this changes only at a restart", log_text("key", "threads")) */
#define log_event(level, message, ...)                                                             \
    log_fields((level), (message), (const struct log_field[]){__VA_ARGS__},                        \
               sizeof((const struct log_field[]){__VA_ARGS__}) / sizeof(struct log_field))

#endif
