#include "server/log/log_trace.h"

#include <string.h>

enum {
    VERSION_LENGTH = 2,
    TRACE_AT = VERSION_LENGTH + 1,
    TRACE_LENGTH = 32,
    SPAN_AT = TRACE_AT + TRACE_LENGTH + 1,
    SPAN_LENGTH = 16,
    FLAGS_AT = SPAN_AT + SPAN_LENGTH + 1,
    FLAGS_LENGTH = 2,
    LENGTH = FLAGS_AT + FLAGS_LENGTH,
};

/* Whether so many digits stand there, in lower case. */
static bool is_hex(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!(text[i] >= '0' && text[i] <= '9') && !(text[i] >= 'a' && text[i] <= 'f'))
            return false;
    return true;
}

/* The same, for an id: one of zeros is none. */
static bool read_id(const char *text, size_t length, char *id)
{
    size_t zeros = 0;
    while (zeros < length && text[zeros] == '0')
        zeros++;
    if (zeros == length || !is_hex(text, length))
        return false;
    memcpy(id, text, length);
    id[length] = '\0';
    return true;
}

bool log_trace_read(struct tes_slice header, struct log_trace *trace)
{
    const char *text = header.at;
    if (header.length < LENGTH || !is_hex(text, VERSION_LENGTH) || memcmp(text, "ff", 2) == 0)
        return false;
    bool is_first_version = memcmp(text, "00", VERSION_LENGTH) == 0;
    if (header.length > LENGTH && (is_first_version || text[LENGTH] != '-'))
        return false;
    return text[TRACE_AT - 1] == '-' && text[SPAN_AT - 1] == '-' && text[FLAGS_AT - 1] == '-' &&
           is_hex(text + FLAGS_AT, FLAGS_LENGTH) &&
           read_id(text + TRACE_AT, TRACE_LENGTH, trace->trace_id) &&
           read_id(text + SPAN_AT, SPAN_LENGTH, trace->span_id);
}
