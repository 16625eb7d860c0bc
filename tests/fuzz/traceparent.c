/* Whatever comes as traceparent: what is taken for an id has the digits that stand in the header,
 * and no others; what is read is read again as the same. */
#include <stdio.h>
#include <string.h>

#include "server/log/log.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct log_trace trace, again;
    char text[56];
    if (!log_trace_read((struct tes_slice){(const char *)data, size}, &trace))
        return 0;
    if (size < 55 || strlen(trace.trace_id) != 32 || strlen(trace.span_id) != 16 ||
        memcmp(trace.trace_id, data + 3, 32) != 0 || memcmp(trace.span_id, data + 36, 16) != 0 ||
        strspn(trace.trace_id, "0") == 32 || strspn(trace.span_id, "0") == 16 ||
        strspn(trace.trace_id, "0123456789abcdef") != 32)
        __builtin_trap();
    snprintf(text, sizeof text, "00-%s-%s-01", trace.trace_id, trace.span_id);
    if (!log_trace_read(tes_slice_of(text), &again) || memcmp(&again, &trace, sizeof trace) != 0)
        __builtin_trap();
    return 0;
}
