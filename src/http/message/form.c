/*
 * form.c: application/x-www-form-urlencoded.
 */
#include "http/message/form.h"

#include "base/ascii.h"
#include "base/eight.h"
#include "base/json_read.h"
#include "base/utf8.h"

/* The next byte of encoded text, or -1 where it is malformed; `used` is how many it took. */
static int decode_byte(struct tes_slice text, size_t *used)
{
    unsigned char c = (unsigned char)text.at[0];
    *used = 1;
    if (c == '+')
        return ' ';
    if (c == '%') {
        if (text.length < 3)
            return -1;
        int high = tes_ascii_hex(text.at[1]);
        int low = tes_ascii_hex(text.at[2]);
        *used = 3;
        /* Refuses what is not a hexadecimal digit, and an encoded NUL. */
        return high < 0 || low < 0 || high + low == 0 ? -1 : high * 16 + low;
    }
    return c < ' ' || c == 0x7f ? -1 : c;
}

/* Whether each byte stands for itself, looked at by eights. */
static bool is_plain(struct tes_slice text)
{
    size_t i = 0;
    for (; text.length - i >= 8; i += 8) {
        uint64_t eight = tes_eight_at(text.at + i);
        if (tes_eight_any(tes_eight_controls(eight) | tes_eight_equal(eight, '+') |
                          tes_eight_equal(eight, '%')))
            return false;
    }
    for (; i < text.length; i++) {
        size_t used;
        if (decode_byte((struct tes_slice){text.at + i, 1}, &used) != (unsigned char)text.at[i])
            return false;
    }
    return true;
}

static enum tes_status decode_encoded(struct tes_arena *arena, struct tes_slice text,
                                      struct tes_slice *decoded)
{
    char *bytes = tes_arena_alloc(arena, text.length + 1);
    if (bytes == NULL)
        return TES_NO_MEMORY;
    size_t length = 0;
    for (size_t used = 0; text.length > 0; text.at += used, text.length -= used) {
        int byte = decode_byte(text, &used);
        if (byte < 0)
            return TES_BAD_ARGUMENT;
        bytes[length++] = (char)byte;
    }
    *decoded = (struct tes_slice){bytes, length};
    return TES_OK;
}

/* A text that has nothing encoded in it, as tokens and keys have not, stays where it is. */
static enum tes_status decode(struct tes_arena *arena, struct tes_slice text,
                              struct tes_slice *decoded)
{
    enum tes_status status = TES_OK;
    if (text.length == 0)
        *decoded = (struct tes_slice){"", 0};
    else if (is_plain(text))
        *decoded = text;
    else
        status = decode_encoded(arena, text, decoded);
    return status != TES_OK || tes_utf8_valid(*decoded) ? status : TES_BAD_ARGUMENT;
}

/* One pair; where its name is none of `names`, nothing comes of it. */
static enum tes_status read_pair(struct tes_arena *arena, struct tes_slice name,
                                 struct tes_slice value, const struct tes_names *names,
                                 struct tes_fields *fields)
{
    struct tes_field field = {.type = TES_FIELD_STRING};
    enum tes_status status = decode(arena, name, &field.name);
    bool is_wanted = status == TES_OK && tes_fields_wants(names, field.name);
    if (!is_wanted && names != NULL)
        return status == TES_NO_MEMORY ? status : TES_OK;
    if (status == TES_OK)
        status = decode(arena, value, &field.value);
    return status == TES_OK && !tes_fields_add(fields, field) ? TES_BAD_ARGUMENT : status;
}

enum tes_status http_form_read(struct tes_arena *arena, struct tes_slice body,
                               const struct tes_names *names, struct tes_fields *fields)
{
    fields->count = 0;
    if (body.length == 0)
        return TES_OK;
    while (body.at != NULL) {
        struct tes_slice value = tes_slice_cut(&body, '&');
        if (value.length == 0)
            continue; /* nothing between two separators, or behind the last one */
        struct tes_slice name = tes_slice_cut(&value, '=');
        if (name.length == 0)
            return TES_BAD_ARGUMENT;

        enum tes_status status = read_pair(arena, name, value, names, fields);
        if (status != TES_OK)
            return status;
    }
    return TES_OK;
}

static enum tes_status read_json(struct tes_arena *arena, struct tes_slice content_type,
                                 struct tes_slice body, const struct tes_names *names,
                                 struct tes_fields *fields)
{
    (void)content_type;
    return tes_json_read_some(arena, body, names, fields);
}

static enum tes_status read_form(struct tes_arena *arena, struct tes_slice content_type,
                                 struct tes_slice body, const struct tes_names *names,
                                 struct tes_fields *fields)
{
    (void)content_type;
    return http_form_read(arena, body, names, fields);
}

static const struct body_reader {
    struct tes_slice type;
    enum tes_status (*read)(struct tes_arena *arena, struct tes_slice content_type,
                            struct tes_slice body, const struct tes_names *names,
                            struct tes_fields *fields);
} readers[] = {
    {{"application/json", 16}, read_json},
    {{"application/x-www-form-urlencoded", 33}, read_form},
    {{"multipart/form-data", 19}, http_multipart_read},
};

bool http_media_type_is(struct tes_slice content_type, struct tes_slice type)
{
    return tes_slice_equal_nocase(tes_slice_trim(tes_slice_cut(&content_type, ';')), type);
}

enum tes_status http_body_read(struct tes_arena *arena, struct tes_slice content_type,
                               struct tes_slice body, const struct tes_names *names,
                               struct tes_fields *fields)
{
    fields->count = 0;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++)
        if (http_media_type_is(content_type, readers[i].type))
            return readers[i].read(arena, content_type, body, names, fields);
    return TES_UNKNOWN_KIND;
}
