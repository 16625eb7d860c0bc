#include "base/json_read.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* No request of the API is nested as deeply as this. */
#define DEPTH_MAX 8

struct reader {
    const char *at, *end;
    struct tes_arena *arena;
    const struct tes_names *names; /* of the object; NULL: all */
    bool is_passing_over;          /* what is read is kept by nobody: its form is all that counts */
    bool is_out_of_memory;
};

static bool accept(struct reader *reader, char c)
{
    if (reader->at == reader->end || *reader->at != c)
        return false;
    reader->at++;
    return true;
}

static void skip_blanks(struct reader *reader)
{
    while (reader->at < reader->end &&
           (tes_ascii_is_blank(*reader->at) || *reader->at == '\n' || *reader->at == '\r'))
        reader->at++;
}

/* -------------------------------------------------------------------- strings */

/* The number of the \uXXXX that the text opens with, or -1. */
static int32_t read_code(struct tes_slice text)
{
    int32_t code = 0;
    if (text.length < 6 || text.at[0] != '\\' || text.at[1] != 'u')
        return -1;
    for (size_t i = 2; i < 6; i++) {
        int digit = tes_ascii_hex(text.at[i]);
        if (digit < 0)
            return -1;
        code = code * 16 + digit;
    }
    return code;
}

static void write_character(struct tes_buf *buf, uint32_t code)
{
    if (code < 0x80) {
        tes_buf_char(buf, (char)code);
        return;
    }
    /* The first byte has a bit for itself and one for each byte that follows with six bits. */
    unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    tes_buf_char(buf, (char)((0xFF00U >> (more + 1) & 0xFF) | code >> (6 * more)));
    while (more-- > 0)
        tes_buf_char(buf, (char)(0x80 | (code >> (6 * more) & 0x3F)));
}

/* Writes what the escape at the start of the text stands for. Returns the escape's length, or 0
 * where it is malformed. */
static size_t read_escape(struct tes_slice text, struct tes_buf *buf)
{
    static const char LETTERS[] = "\"\\/bfnrt";
    static const char MEANINGS[] = "\"\\/\b\f\n\r\t";
    const char *letter = text.at[1] != '\0' ? strchr(LETTERS, text.at[1]) : NULL;
    if (letter != NULL) {
        tes_buf_char(buf, MEANINGS[letter - LETTERS]);
        return 2;
    }
    int32_t code = read_code(text), low;
    size_t length = 6;
    if (code >= 0xD800 && code < 0xDC00) {
        /* A surrogate: the first half of a character, whose second half must follow. */
        low = read_code((struct tes_slice){text.at + length, text.length - length});
        if (low < 0xDC00 || low > 0xDFFF)
            return 0;
        code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00);
        length = 12;
    } else if (code <= 0 || (code >= 0xDC00 && code <= 0xDFFF)) {
        return 0;
    }
    write_character(buf, (uint32_t)code);
    return length;
}

/* An escape is never shorter than what it stands for. */
static bool unescape(struct reader *reader, struct tes_slice raw, struct tes_slice *text)
{
    char *memory = tes_arena_alloc(reader->arena, raw.length);
    struct tes_buf buf = tes_buf_on(memory, raw.length);
    if (memory == NULL) {
        reader->is_out_of_memory = true;
        return false;
    }
    for (size_t used = 1; raw.length > 0; raw.at += used, raw.length -= used) {
        if (raw.at[0] != '\\') {
            tes_buf_char(&buf, raw.at[0]);
            used = 1;
        } else if ((used = read_escape(raw, &buf)) == 0) {
            return false;
        }
    }
    *text = tes_buf_done(&buf);
    return true;
}

/* A text without escapes stays where it is. */
static bool read_string(struct reader *reader, struct tes_slice *text)
{
    if (!accept(reader, '"'))
        return false;
    const char *start = reader->at;
    bool has_escapes = false;
    while (reader->at < reader->end && *reader->at != '"') {
        if ((unsigned char)*reader->at < ' ')
            return false;
        if (*reader->at == '\\') {
            has_escapes = true;
            reader->at++;
        }
        if (reader->at < reader->end)
            reader->at++;
    }
    *text = (struct tes_slice){start, (size_t)(reader->at - start)};
    return accept(reader, '"') &&
           (reader->is_passing_over ||
            ((!has_escapes || unescape(reader, *text, text)) && tes_utf8_valid(*text)));
}

/* --------------------------------------------------------------------- values */

static bool skip_digits(struct reader *reader)
{
    const char *start = reader->at;
    while (reader->at < reader->end && tes_ascii_is_digit(*reader->at))
        reader->at++;
    return reader->at > start;
}

static bool fits_64_bits(struct tes_slice number)
{
    uint64_t ignored;
    size_t sign = number.at[0] == '-';
    return tes_slice_number((struct tes_slice){number.at + sign, number.length - sign},
                            (uint64_t)INT64_MAX + sign, &ignored);
}

static bool read_number(struct reader *reader, struct tes_field *field)
{
    const char *start = reader->at;
    (void)accept(reader, '-');
    if (!accept(reader, '0') && !skip_digits(reader))
        return false;
    struct tes_slice whole = {start, (size_t)(reader->at - start)};
    if (accept(reader, '.') && !skip_digits(reader))
        return false;
    if (accept(reader, 'e') || accept(reader, 'E')) {
        if (!accept(reader, '+'))
            (void)accept(reader, '-');
        if (!skip_digits(reader))
            return false;
    }
    /* Of numbers, the API asks for whole ones only. */
    if (reader->at > whole.at + whole.length) {
        field->type = TES_FIELD_NESTED;
        return true;
    }
    field->type = TES_FIELD_NUMBER;
    field->value = whole;
    return reader->is_passing_over || fits_64_bits(whole);
}

static bool read_word(struct reader *reader, struct tes_field *field)
{
    static const struct {
        struct tes_slice text;
        enum tes_field_type type;
    } WORDS[] = {
        {TES_SLICE_INIT("true"), TES_FIELD_BOOL},
        {TES_SLICE_INIT("false"), TES_FIELD_BOOL},
        {TES_SLICE_INIT("null"), TES_FIELD_NULL},
    };
    struct tes_slice rest = {reader->at, (size_t)(reader->end - reader->at)};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if (!tes_slice_starts(rest, WORDS[i].text))
            continue;
        reader->at += WORDS[i].text.length;
        field->type = WORDS[i].type;
        if (field->type == TES_FIELD_BOOL)
            field->value = WORDS[i].text;
        return true;
    }
    return false;
}

static bool read_array(struct reader *reader, unsigned depth);
static bool read_object(struct reader *reader, unsigned depth, struct tes_fields *fields);

/* Reads a value, blanks around it included; `depth` counts the brackets that are open. */
static bool read_value(struct reader *reader, unsigned depth, struct tes_field *field)
{
    bool is_good;
    skip_blanks(reader);
    const char *start = reader->at;
    switch (reader->at < reader->end ? *reader->at : '\0') {
    case '"':
        field->type = TES_FIELD_STRING;
        is_good = read_string(reader, &field->value);
        break;
    case '[':
        field->type = TES_FIELD_NESTED;
        is_good = read_array(reader, depth + 1);
        field->value = (struct tes_slice){start, (size_t)(reader->at - start)};
        break;
    case '{':
        field->type = TES_FIELD_NESTED;
        is_good = read_object(reader, depth + 1, &(struct tes_fields){.count = 0});
        break;
    case 't':
    case 'f':
    case 'n':
        is_good = read_word(reader, field);
        break;
    default:
        is_good = read_number(reader, field);
        break;
    }
    skip_blanks(reader);
    return is_good;
}

static bool read_array(struct reader *reader, unsigned depth)
{
    if (depth > DEPTH_MAX || !accept(reader, '['))
        return false;
    skip_blanks(reader);
    if (accept(reader, ']'))
        return true;
    do {
        struct tes_field item = {.type = TES_FIELD_NULL};
        if (!read_value(reader, depth, &item))
            return false;
    } while (accept(reader, ','));
    return accept(reader, ']');
}

static bool read_member(struct reader *reader, unsigned depth, struct tes_fields *fields)
{
    struct tes_field member = {.type = TES_FIELD_NULL};
    bool is_inside = reader->is_passing_over;
    skip_blanks(reader);
    if (!read_string(reader, &member.name))
        return false;
    skip_blanks(reader);
    if (depth == 1 && !tes_fields_wants(reader->names, member.name))
        reader->is_passing_over = true;
    bool is_good = accept(reader, ':') && read_value(reader, depth, &member) &&
                   (reader->is_passing_over || tes_fields_add(fields, member));
    reader->is_passing_over = is_inside;
    return is_good;
}

static bool read_object(struct reader *reader, unsigned depth, struct tes_fields *fields)
{
    if (depth > DEPTH_MAX || !accept(reader, '{'))
        return false;
    skip_blanks(reader);
    if (accept(reader, '}'))
        return true;
    do {
        if (!read_member(reader, depth, fields))
            return false;
    } while (accept(reader, ','));
    return accept(reader, '}');
}

enum tes_status tes_json_read(struct tes_arena *arena, struct tes_slice text,
                              struct tes_fields *fields)
{
    return tes_json_read_some(arena, text, NULL, fields);
}

enum tes_status tes_json_read_some(struct tes_arena *arena, struct tes_slice text,
                                   const struct tes_names *names, struct tes_fields *fields)
{
    struct reader reader = {
        .at = text.at, .end = text.at + text.length, .arena = arena, .names = names};
    fields->count = 0;
    if (text.length == 0)
        return TES_BAD_ARGUMENT;
    skip_blanks(&reader);
    bool is_good = read_object(&reader, 1, fields);
    skip_blanks(&reader);
    if (is_good && reader.at == reader.end)
        return TES_OK;
    return reader.is_out_of_memory ? TES_NO_MEMORY : TES_BAD_ARGUMENT;
}
