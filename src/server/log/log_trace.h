/*
 * log_trace.h: whose work a request is part of, as the header `traceparent` of W3C's Trace Context
 * tells it. Lines of the log carry it, and nothing else is done with it.
 */
#ifndef SERVER_LOG_TRACE_H
#define SERVER_LOG_TRACE_H

#include "base/slice.h"

struct log_trace {
    char trace_id[32 + 1]; /* lower-case hexadecimal, not all zeros */
    char span_id[16 + 1];  /* likewise: what the caller calls its part of the work */
};

/* Reads a value of the header: "00-" 32 digits "-" 16 digits "-" 2 digits. Of a later version more
 * may follow behind another "-". False where it is anything else: then it is as if there were none,
 * and `trace` is not to be looked at. */
TES_MUST_CHECK bool log_trace_read(struct tes_slice header, struct log_trace *trace);

#endif
