#include "server/log/log.h"

#include <string.h>

#include "base/utf8.h"
#include "os/clock.h"
#include "server/log/log_writer.h"

/* What the thread's lines belong to; NULL: to no request. */
static _Thread_local log_trace_of *trace_of_line;
static _Thread_local const void *trace_context;

static const char *const LEVELS[] = {"info", "warn", "error"};

void log_belongs(log_trace_of *trace_of, const void *context)
{
    trace_of_line = trace_of;
    trace_context = context;
}

struct log_field log_text(const char *key, const char *text)
{
    return log_slice(key, tes_slice_of(text));
}

struct log_field log_slice(const char *key, struct tes_slice text)
{
    return (struct log_field){.key = key, .text = text};
}

struct log_field log_number(const char *key, uint64_t number)
{
    struct log_field field = {.key = key};
    struct tes_buf digits = tes_buf_on(field.digits, sizeof field.digits - 1);
    tes_buf_number(&digits, number < INT64_MAX ? (int64_t)number : INT64_MAX);
    return field;
}

struct log_field log_thousandths(const char *key, unsigned number)
{
    struct log_field field = {.key = key};
    struct tes_buf digits = tes_buf_on(field.digits, sizeof field.digits - 1);
    tes_buf_thousandths(&digits, number);
    return field;
}

/* How many bytes may be written as they are: none of a control character (C1 too), nor of what is
 * not UTF-8. */
static size_t harmless(struct tes_slice text)
{
    size_t step = tes_utf8_step(text);

    return tes_utf8_is_control((struct tes_slice){text.at, step}) ? 0 : step;
}

static void write_escaped(struct tes_buf *line, struct tes_slice text, bool is_value)
{
    while (text.length > 0) {
        size_t step = harmless(text);
        char c = text.at[0];
        if (step == 0) {
            const char hex[] = {'\\', 'x', "0123456789abcdef"[(unsigned char)c >> 4],
                                "0123456789abcdef"[(unsigned char)c & 15]};
            tes_buf_append(line, hex, sizeof hex);
            step = 1;
        } else {
            if (is_value && (c == '"' || c == '\\'))
                tes_buf_char(line, '\\');
            tes_buf_append(line, text.at, step);
        }
        text.at += step;
        text.length -= step;
    }
}

static bool needs_quotes(struct tes_slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] <= ' ' || text.at[i] >= 0x7F || text.at[i] == '"' || text.at[i] == '=' ||
            text.at[i] == '\\')
            return true;
    return text.length == 0;
}

static void write_field(struct tes_buf *line, const struct log_field *field)
{
    tes_buf_char(line, ' ');
    tes_buf_text(line, field->key);
    tes_buf_char(line, '=');
    struct tes_slice text = *field->digits != '\0' ? tes_slice_of(field->digits) : field->text;
    const char *quote = needs_quotes(text) ? "\"" : "";
    tes_buf_text(line, quote);
    write_escaped(line, text, true);
    tes_buf_text(line, quote);
}

void log_message(enum log_level level, const char *message)
{
    log_fields(level, message, NULL, 0);
}

static void write_trace(struct tes_buf *line)
{
    struct log_trace trace;
    if (trace_of_line == NULL || !trace_of_line(trace_context, &trace))
        return;
    struct log_field trace_id = log_text("trace_id", trace.trace_id);
    struct log_field span_id = log_text("span_id", trace.span_id);
    write_field(line, &trace_id);
    write_field(line, &span_id);
}

/* A whole line with its end, in `memory`. */
static struct tes_slice make_line(char memory[LOG_LINE_MAX], enum log_level level,
                                  const char *message, const struct log_field *fields, size_t count)
{
    static const struct tes_slice CUT = {"...\n", 4};
    struct tes_buf line = tes_buf_on(memory, LOG_LINE_MAX - CUT.length);

    tes_clock_write(&line, tes_clock_wall_ms());
    tes_buf_char(&line, ' ');
    tes_buf_text(&line, LEVELS[level]);
    tes_buf_char(&line, ' ');
    write_escaped(&line, tes_slice_of(message), false);
    for (size_t i = 0; i < count; i++)
        write_field(&line, &fields[i]);
    write_trace(&line);

    /* There is room left for either ending; what did not fit left no half character behind. */
    bool is_cut = line.failed;
    line.failed = false;
    line.size = LOG_LINE_MAX;
    tes_buf_slice(&line, is_cut ? CUT : TES_SLICE("\n"));
    return (struct tes_slice){line.at, line.length};
}

void log_fields(enum log_level level, const char *message, const struct log_field *fields,
                size_t count)
{
    char memory[LOG_LINE_MAX];
    log_writer_add(make_line(memory, level, message, fields, count));
}

static size_t write_notice(char *line, uint64_t lost)
{
    char digits[24];
    struct tes_buf number = tes_buf_on(digits, sizeof digits);
    tes_buf_number(&number, (int64_t)lost);
    struct log_field count = log_slice("count", tes_buf_done(&number));
    return make_line(line, LOG_WARN, "lines were lost: nobody read the log in time", &count, 1)
        .length;
}

bool log_start(void)
{
    return log_writer_start(write_notice);
}

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
