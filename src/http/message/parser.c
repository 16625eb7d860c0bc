#include "http/message/parser.h"

#include <string.h>

#include "base/ascii.h"
#include "base/eight.h"

/* Past this no plan can mean to take the body, whatever it says. */
#define CONTENT_LENGTH_MAX ((uint64_t)1 << 48)
_Static_assert(CONTENT_LENGTH_MAX < HTTP_LENGTH_UNKNOWN, "no length is taken for an unknown one");

/* The bytes of a token (RFC 9110, 5.6.2), in lower case; 0 for what is none. */
static const char token_lower[256] = {
    /* clang-format off */
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,
    0,   '!', 0,   '#', '$', '%', '&', '\'',0,   0,   '*', '+', 0,   '-', '.', 0,
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 0,   0,   0,   0,   0,   0,
    0,   'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o',
    'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', 0,   0,   0,   '^', '_',
    '`', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n', 'o',
    'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z', 0,   '|', 0,   '~', 0,
    /* clang-format on */
};

static bool is_token_byte(char c)
{
    return token_lower[(unsigned char)c] != 0;
}

static bool is_target_byte(char c)
{
    return c > ' ' && c < 0x7f && c != '#';
}

static bool is_host_byte(char c)
{
    return tes_ascii_is_alnum(c) || (c != '\0' && strchr(".-_:[]", c) != NULL);
}

static bool consists_of(struct tes_slice text, bool (*is_allowed)(char))
{
    for (size_t i = 0; i < text.length; i++)
        if (!is_allowed(text.at[i]))
            return false;
    return text.length > 0;
}

/* ------------------------------------------------------------------ request line */

static unsigned read_method(struct tes_slice text, struct http_request *request)
{
    if (!consists_of(text, is_token_byte))
        return 400;
    for (unsigned i = 0; i < HTTP_METHOD_COUNT; i++) {
        enum http_method method = (enum http_method)i;
        if (tes_slice_equal(text, tes_slice_of(http_method_name(method)))) {
            request->method = method;
            return 0;
        }
    }
    return 501;
}

/* A proxy compares the path without dot segments with its allowlist, and may pass on the path as it
 * came: one would lead from a path that is exposed to one that is not. No path here has any. */
static bool has_dot_segment(struct tes_slice path)
{
    for (size_t i = 0; i + 1 < path.length; i++) {
        bool is_coded = path.at[i] == '%' && path.at[i + 1] == '2' && i + 2 < path.length;
        if (path.at[i] == '.' && path.at[i + 1] == '.')
            return true;
        if (is_coded && strchr("eEfF", path.at[i + 2]) != NULL) /* a dot or a slash */
            return true;
    }
    return false;
}

static unsigned read_target(struct tes_slice text, struct http_request *request)
{
    if (!consists_of(text, is_target_byte) || text.at[0] != '/')
        return 400;
    request->query = text;
    request->path = tes_slice_cut(&request->query, '?');
    if (request->query.at == NULL)
        request->query = (struct tes_slice){"", 0};
    return has_dot_segment(request->path) ? 400 : 0;
}

static unsigned read_version(struct tes_slice text, struct http_parser *parser)
{
    if (tes_slice_equal(text, TES_SLICE("HTTP/1.1")))
        return 0;
    if (tes_slice_equal(text, TES_SLICE("HTTP/1.0"))) {
        parser->is_http_1_0 = parser->closes = true;
        return 0;
    }
    bool is_version = text.length == 8 && tes_slice_starts(text, TES_SLICE("HTTP/")) &&
                      tes_ascii_is_digit(text.at[5]) && text.at[6] == '.' &&
                      tes_ascii_is_digit(text.at[7]);
    return is_version && text.at[5] != '0' ? 505 : 400;
}

static unsigned read_request_line(struct http_parser *parser, struct tes_slice line,
                                  struct http_request *request)
{
    struct tes_slice version = line;
    struct tes_slice method = tes_slice_cut(&version, ' ');
    if (version.at == NULL)
        return 400;
    struct tes_slice target = tes_slice_cut(&version, ' ');
    if (version.at == NULL)
        return 400;

    unsigned refusal = read_method(method, request);
    if (refusal == 0)
        refusal = read_target(target, request);
    if (refusal == 0)
        refusal = read_version(version, parser);
    return refusal;
}

/* ----------------------------------------------------------------- header fields */

/* Sets a flag that may be set once. */
static bool is_first(bool *flag)
{
    bool first = !*flag;
    *flag = true;
    return first;
}

static unsigned on_host(struct http_parser *parser, struct tes_slice value)
{
    return is_first(&parser->has_host) && consists_of(value, is_host_byte) ? 0 : 400;
}

static unsigned on_content_length(struct http_parser *parser, struct tes_slice value)
{
    return is_first(&parser->has_length) &&
                   tes_slice_number(value, CONTENT_LENGTH_MAX, &parser->content_length)
               ? 0
               : 400;
}

static unsigned on_transfer_encoding(struct http_parser *parser, struct tes_slice value)
{
    /* HTTP/1.0 has no codings: who sends one has a proxy before it that passed on what it did not
     * understand. */
    if (!is_first(&parser->is_chunked) || parser->is_http_1_0)
        return 400;
    parser->content_length = HTTP_LENGTH_UNKNOWN;
    return tes_slice_equal_nocase(value, TES_SLICE("chunked")) ? 0 : 501;
}

static unsigned on_expect(struct http_parser *parser, struct tes_slice value)
{
    /* In HTTP/1.0 nobody waits (RFC 9110, 10.1.1). */
    parser->awaits_continue = !parser->is_http_1_0;
    return tes_slice_equal_nocase(value, TES_SLICE("100-continue")) ? 0 : 417;
}

static unsigned on_connection(struct http_parser *parser, struct tes_slice value)
{
    while (value.at != NULL)
        if (tes_slice_equal_nocase(tes_slice_trim(tes_slice_cut(&value, ',')), TES_SLICE("close")))
            parser->closes = true;
    return 0;
}

/* The fields that say where a request ends and whether another may follow. */
static const struct framing_field {
    struct tes_slice name;
    unsigned (*read)(struct http_parser *parser, struct tes_slice value);
} framing_fields[] = {
    {{"host", 4}, on_host},
    {{"content-length", 14}, on_content_length},
    {{"transfer-encoding", 17}, on_transfer_encoding},
    {{"expect", 6}, on_expect},
    {{"connection", 10}, on_connection},
};

static unsigned read_field(struct http_parser *parser, char *line, size_t length,
                           struct http_request *request)
{
    size_t name_length = 0;
    while (name_length < length && is_token_byte(line[name_length])) {
        line[name_length] = token_lower[(unsigned char)line[name_length]];
        name_length++;
    }
    if (name_length == 0 || name_length == length || line[name_length] != ':')
        return 400;
    if (request->field_count == HTTP_FIELDS_MAX)
        return 431;

    struct http_field *field = &request->fields[request->field_count++];
    field->name = (struct tes_slice){line, name_length};
    field->value =
        tes_slice_trim((struct tes_slice){line + name_length + 1, length - name_length - 1});
    for (size_t i = 0; i < sizeof framing_fields / sizeof *framing_fields; i++)
        if (tes_slice_equal(framing_fields[i].name, field->name))
            return framing_fields[i].read(parser, field->value);
    return 0;
}

/* ------------------------------------------------------------------------- whole */

static bool has_body_always(enum http_method method)
{
    return method == HTTP_PUT || method == HTTP_PATCH;
}

static unsigned check_head(struct http_parser *parser, const struct http_request *request)
{
    bool has_framing = parser->has_length || parser->is_chunked;
    if (parser->has_length && parser->is_chunked)
        return 400;
    if (!parser->has_host && !parser->is_http_1_0)
        return 400;
    if (!has_framing && has_body_always(request->method))
        return 411;
    /* Without a length there is no body (RFC 9112, 6.3), and clients that have all they say in the
     * query leave it out. One that sends a body all the same must not have it read as another
     * request: this one is the connection's last. */
    if (!has_framing && request->method == HTTP_POST)
        parser->closes = true;
    return 0;
}

static enum http_progress refuse(struct http_parser *parser, unsigned status)
{
    parser->refusal = status;
    return HTTP_REFUSED;
}

/* Finds the LF that ends the line. False where a byte is in the way that no line may have. */
static bool find_line_end(struct http_parser *parser, const char *bytes, size_t limit, size_t *end)
{
    size_t i = parser->scanned;
    while (limit - i >= 8 && !tes_eight_any(tes_eight_controls(tes_eight_at(bytes + i))))
        i += 8;
    for (; i < limit; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if ((c >= ' ' && c != 0x7f) || c == '\t')
            continue;
        if (c != '\r')
            return false;
        if (i + 1 == limit)
            break; /* whether LF follows is seen next time */
        if (bytes[i + 1] != '\n')
            return false;
        *end = i + 1;
        return true;
    }
    parser->scanned = i;
    *end = limit;
    return true;
}

void http_parser_start(struct http_parser *parser, size_t head_max, struct http_request *request)
{
    *parser = (struct http_parser){.head_max = head_max};
    request->method = HTTP_GET;
    request->path = request->query = request->body = (struct tes_slice){"", 0};
    request->field_count = 0;
    request->route = NULL;
}

enum http_progress http_parser_feed(struct http_parser *parser, char *bytes, size_t length,
                                    struct http_request *request)
{
    size_t limit = length < parser->head_max ? length : parser->head_max;
    for (;;) {
        size_t end;
        if (!find_line_end(parser, bytes, limit, &end))
            return refuse(parser, 400);
        if (end == limit)
            return limit == parser->head_max ? refuse(parser, 431) : HTTP_PARTIAL;

        char *line = bytes + parser->line_at;
        size_t line_length = end - 1 - parser->line_at;
        parser->line_at = parser->scanned = end + 1;

        unsigned refusal;
        if (!parser->has_request_line) {
            parser->has_request_line = true;
            refusal = read_request_line(parser, (struct tes_slice){line, line_length}, request);
        } else if (line_length > 0) {
            refusal = read_field(parser, line, line_length, request);
        } else {
            parser->head_length = end + 1;
            refusal = check_head(parser, request);
            return refusal == 0 ? HTTP_COMPLETE : refuse(parser, refusal);
        }
        if (refusal != 0)
            return refuse(parser, refusal);
    }
}
