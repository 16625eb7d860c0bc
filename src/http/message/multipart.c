/*
 * multipart.c: multipart/form-data (RFC 7578). A part's value is a slice of the body. Text before
 * the first boundary or behind the last is refused, as is a boundary with something stuck to it:
 * another reader might take those another way.
 */
#include "http/message/form.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

#define BOUNDARY_MAX 70 /* RFC 2046, 5.1.1 */

/* The part of a text that has not been read yet. */
struct cursor {
    struct tes_slice rest;
};

static void skip(struct cursor *cursor, size_t length)
{
    cursor->rest.at += length;
    cursor->rest.length -= length;
}

static bool accept(struct cursor *cursor, struct tes_slice expected)
{
    if (!tes_slice_starts(cursor->rest, expected))
        return false;
    skip(cursor, expected.length);
    return true;
}

static void skip_blanks(struct cursor *cursor)
{
    while (cursor->rest.length > 0 && tes_ascii_is_blank(cursor->rest.at[0]))
        skip(cursor, 1);
}

/* What stands before `end`; steps over both. A NULL `at` where there is no such end. */
static struct tes_slice take_until(struct cursor *cursor, struct tes_slice end)
{
    const char *found = cursor->rest.length == 0
                            ? NULL
                            : memmem(cursor->rest.at, cursor->rest.length, end.at, end.length);
    if (found == NULL)
        return (struct tes_slice){NULL, 0};
    struct tes_slice before = {cursor->rest.at, (size_t)(found - cursor->rest.at)};
    skip(cursor, before.length + end.length);
    return before;
}

static bool is_word_byte(char c)
{
    return tes_ascii_is_alnum(c) || (c != '\0' && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static struct tes_slice take_word(struct cursor *cursor)
{
    struct tes_slice word = {cursor->rest.at, 0};
    while (word.length < cursor->rest.length && is_word_byte(cursor->rest.at[word.length]))
        word.length++;
    skip(cursor, word.length);
    return word;
}

/* A word or a text in quotes. Browsers write %22 for a quote inside, so that a backslash would
 * mean different things to different readers: it is refused. */
static bool take_value(struct cursor *cursor, struct tes_slice *value)
{
    if (!accept(cursor, TES_SLICE("\""))) {
        *value = take_word(cursor);
        return value->length > 0;
    }
    *value = take_until(cursor, TES_SLICE("\""));
    if (value->at == NULL)
        return false;
    for (size_t i = 0; i < value->length; i++) {
        unsigned char c = (unsigned char)value->at[i];
        if (c == '\\' || c < ' ' || c == 0x7f)
            return false;
    }
    return true;
}

/* Reads "; a=b; c="d"" to the end and notes the parameter that is called `name`. False where it is
 * malformed, or has that one twice. */
static bool find_parameter(struct cursor *cursor, struct tes_slice name, struct tes_slice *value)
{
    *value = (struct tes_slice){NULL, 0};
    for (;;) {
        struct tes_slice one;
        skip_blanks(cursor);
        if (cursor->rest.length == 0)
            return true;
        if (!accept(cursor, TES_SLICE(";")))
            return false;
        skip_blanks(cursor);
        struct tes_slice key = take_word(cursor);
        if (key.length == 0 || !accept(cursor, TES_SLICE("=")) || !take_value(cursor, &one))
            return false;
        if (!tes_slice_equal_nocase(key, name))
            continue;
        if (value->at != NULL)
            return false;
        *value = one;
    }
}

static bool is_boundary_byte(char c)
{
    return tes_ascii_is_alnum(c) || (c != '\0' && strchr("'()+_,-./:=? ", c) != NULL);
}

static bool read_boundary(struct tes_slice content_type, struct tes_slice *boundary)
{
    struct cursor cursor = {content_type};
    while (cursor.rest.length > 0 && cursor.rest.at[0] != ';')
        skip(&cursor, 1);
    if (!find_parameter(&cursor, TES_SLICE("boundary"), boundary))
        return false;
    if (boundary->length == 0 || boundary->length > BOUNDARY_MAX ||
        boundary->at[boundary->length - 1] == ' ')
        return false;
    for (size_t i = 0; i < boundary->length; i++)
        if (!is_boundary_byte(boundary->at[i]))
            return false;
    return true;
}

/* ----------------------------------------------------- header of a part */

static bool on_disposition(struct tes_slice value, struct tes_field *field)
{
    struct cursor cursor = {value};
    return field->name.at == NULL &&
           tes_slice_equal_nocase(take_word(&cursor), TES_SLICE("form-data")) &&
           find_parameter(&cursor, TES_SLICE("name"), &field->name) && field->name.length > 0 &&
           tes_utf8_valid(field->name);
}

/* Encodings that change nothing; any other would have to be undone. */
static bool on_encoding(struct tes_slice value, struct tes_field *field)
{
    (void)field;
    return tes_slice_equal_nocase(value, TES_SLICE("7bit")) ||
           tes_slice_equal_nocase(value, TES_SLICE("8bit")) ||
           tes_slice_equal_nocase(value, TES_SLICE("binary"));
}

static const struct part_header {
    struct tes_slice name;
    bool (*read)(struct tes_slice value, struct tes_field *field);
} part_headers[] = {
    {{"content-disposition", 19}, on_disposition},
    {{"content-transfer-encoding", 25}, on_encoding},
};

static bool read_part_header(struct tes_slice line, struct tes_field *field)
{
    struct cursor cursor = {line};
    struct tes_slice name = take_word(&cursor);
    if (name.length == 0 || !accept(&cursor, TES_SLICE(":")))
        return false;
    struct tes_slice value = tes_slice_trim(cursor.rest);
    for (size_t i = 0; i < sizeof part_headers / sizeof *part_headers; i++)
        if (tes_slice_equal_nocase(name, part_headers[i].name))
            return part_headers[i].read(value, field);
    return true;
}

static bool read_part(struct cursor *cursor, struct tes_slice delimiter, struct tes_field *field)
{
    for (;;) {
        struct tes_slice line = take_until(cursor, TES_SLICE("\r\n"));
        if (line.at == NULL)
            return false;
        if (line.length == 0)
            break;
        if (!read_part_header(line, field))
            return false;
    }
    field->value = take_until(cursor, delimiter);
    return field->name.at != NULL && field->value.at != NULL;
}

static bool add_part(struct tes_fields *fields, struct tes_field field)
{
    return tes_utf8_valid(field.value) &&
           memchr(field.value.at, '\0', field.value.length) == NULL &&
           tes_fields_add(fields, field);
}

enum tes_status http_multipart_read(struct tes_arena *arena, struct tes_slice content_type,
                                    struct tes_slice body, const struct tes_names *names,
                                    struct tes_fields *fields)
{
    char delimiter_text[4 + BOUNDARY_MAX];
    struct tes_buf buf = tes_buf_on(delimiter_text, sizeof delimiter_text);
    struct tes_slice boundary;
    struct cursor cursor = {body};

    (void)arena; /* names and values stay where they are */
    fields->count = 0;
    if (!read_boundary(content_type, &boundary))
        return TES_BAD_ARGUMENT;
    tes_buf_text(&buf, "\r\n--");
    tes_buf_slice(&buf, boundary);
    struct tes_slice delimiter = tes_buf_done(&buf);

    /* The first boundary opens the body and has no line end before it. */
    if (!accept(&cursor, (struct tes_slice){delimiter.at + 2, delimiter.length - 2}))
        return TES_BAD_ARGUMENT;
    while (!accept(&cursor, TES_SLICE("--"))) {
        struct tes_field field = {.type = TES_FIELD_STRING};
        if (!accept(&cursor, TES_SLICE("\r\n")) || !read_part(&cursor, delimiter, &field))
            return TES_BAD_ARGUMENT;
        if (tes_fields_wants(names, field.name) && !add_part(fields, field))
            return TES_BAD_ARGUMENT;
    }
    (void)accept(&cursor, TES_SLICE("\r\n"));
    return cursor.rest.length == 0 ? TES_OK : TES_BAD_ARGUMENT;
}
