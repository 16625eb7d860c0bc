/*
 * load_reply.c: one pass over the head per look. Replies are small, so that a look nearly always
 * sees all of it.
 */
#include "load_reply.h"

#include <string.h>
#include <strings.h>

#define LENGTH_MAX (64u << 20) /* a reply that announces more is malformed */

/* The line that starts at `at`, without its end; NULL where it is not all there. */
static const char *next_line(const char *at, const char *end, size_t *length)
{
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    if (feed == NULL)
        return NULL;
    *length = (size_t)(feed - at);
    if (*length > 0 && feed[-1] == '\r')
        (*length)--;
    return feed + 1;
}

static const char *value_of(const char *line, size_t line_length, const char *name,
                            size_t name_length, size_t *length)
{
    if (line_length <= name_length || line[name_length] != ':' ||
        strncasecmp(line, name, name_length) != 0)
        return NULL;
    const char *value = line + name_length + 1;
    const char *end = line + line_length;
    while (value < end && *value == ' ')
        value++;
    *length = (size_t)(end - value);
    return value;
}

static int read_number(const char *digits, size_t count, size_t *number)
{
    *number = 0;
    for (size_t i = 0; i < count; i++) {
        if (digits[i] < '0' || digits[i] > '9' || *number > LENGTH_MAX)
            return 0;
        *number = *number * 10 + (size_t)(digits[i] - '0');
    }
    return count > 0;
}

enum load_reply_state load_reply_read(const char *bytes, size_t length, struct load_reply *reply)
{
    static const char version[] = "HTTP/1.1 ";
    static const char announced[] = "Content-Length";
    const char *end = bytes + length;
    size_t line_length, status, body_length = 0;
    int body_known = 0;

    const char *line = next_line(bytes, end, &line_length);
    if (line == NULL)
        return LOAD_REPLY_PARTIAL;
    if (line_length < sizeof version + 2 || memcmp(bytes, version, sizeof version - 1) != 0 ||
        !read_number(bytes + sizeof version - 1, 3, &status))
        return LOAD_REPLY_MALFORMED;

    for (;;) {
        const char *next = next_line(line, end, &line_length);
        if (next == NULL)
            return LOAD_REPLY_PARTIAL;
        if (line_length == 0) {
            line = next;
            break;
        }
        size_t digits;
        const char *value = value_of(line, line_length, announced, sizeof announced - 1, &digits);
        if (value != NULL) {
            if (!read_number(value, digits, &body_length))
                return LOAD_REPLY_MALFORMED;
            body_known = 1;
        }
        line = next;
    }
    if (!body_known)
        return LOAD_REPLY_MALFORMED;
    if ((size_t)(end - line) < body_length)
        return LOAD_REPLY_PARTIAL;
    if ((size_t)(end - line) > body_length)
        return LOAD_REPLY_MALFORMED; /* without pipelining nothing may follow */

    *reply = (struct load_reply){
        .status = (unsigned)status,
        .head = bytes,
        .head_length = (size_t)(line - bytes),
        .body = line,
        .body_length = body_length,
    };
    return LOAD_REPLY_COMPLETE;
}

const char *load_reply_header(const struct load_reply *reply, const char *name, size_t *length)
{
    const char *end = reply->head + reply->head_length;
    const char *line = reply->head;
    size_t line_length;
    for (const char *next; (next = next_line(line, end, &line_length)) != NULL; line = next) {
        const char *value = value_of(line, line_length, name, strlen(name), length);
        if (value != NULL)
            return value;
        if (next == end)
            break;
    }
    return NULL;
}
