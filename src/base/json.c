#include "base/json.h"

#include "base/eight.h"
#include "base/utf8.h"

struct tes_json tes_json_on(struct tes_buf *buf)
{
    return (struct tes_json){.buf = buf};
}

static void begin_value(struct tes_json *json, const char *name)
{
    if (json->needs_comma)
        tes_buf_char(json->buf, ',');
    json->needs_comma = true;
    if (name != NULL) {
        tes_buf_char(json->buf, '"');
        tes_buf_text(json->buf, name);
        tes_buf_slice(json->buf, TES_SLICE("\":"));
    }
}

void tes_json_open(struct tes_json *json, const char *name, char bracket)
{
    begin_value(json, name);
    tes_buf_char(json->buf, bracket);
    json->needs_comma = false;
}

void tes_json_close(struct tes_json *json, char bracket)
{
    tes_buf_char(json->buf, bracket);
    json->needs_comma = true;
}

void tes_json_number(struct tes_json *json, const char *name, int64_t number)
{
    begin_value(json, name);
    tes_buf_number(json->buf, number);
}

void tes_json_decimal(struct tes_json *json, const char *name, int64_t scaled, unsigned decimals)
{
    int64_t parts = 1;
    for (unsigned i = 0; i < decimals; i++)
        parts *= 10;
    begin_value(json, name);
    if (scaled < 0)
        tes_buf_char(json->buf, '-');
    tes_buf_number(json->buf, scaled < 0 ? -(scaled / parts) : scaled / parts);
    tes_buf_char(json->buf, '.');
    for (parts /= 10; parts > 0; parts /= 10) {
        int64_t digit = scaled / parts % 10;
        tes_buf_char(json->buf, (char)('0' + (digit < 0 ? -digit : digit)));
    }
}

void tes_json_bool(struct tes_json *json, const char *name, bool value)
{
    begin_value(json, name);
    tes_buf_slice(json->buf, value ? TES_SLICE("true") : TES_SLICE("false"));
}

void tes_json_null(struct tes_json *json, const char *name)
{
    begin_value(json, name);
    tes_buf_slice(json->buf, TES_SLICE("null"));
}

void tes_json_raw(struct tes_json *json, const char *name, struct tes_slice raw)
{
    begin_value(json, name);
    tes_buf_slice(json->buf, raw);
}

/* A bit for each ASCII character that stands for itself: not controls, not quotes and backslash,
 * not what HTML reads. */
static const uint32_t PLAIN[4] = {
    0,
    ~(1U << ('"' - 32) | 1U << ('&' - 32) | 1U << ('<' - 32) | 1U << ('>' - 32)),
    ~(1U << ('\\' - 64)),
    ~(1U << (0x7F - 96)),
};

static bool is_plain(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte < 0x80 && (PLAIN[byte / 32] >> byte % 32 & 1) != 0;
}

/* Whether the next eight characters are all plain, tested at once. */
static bool are_plain(const char *at)
{
    uint64_t eight = tes_eight_at(at);
    return !tes_eight_any(eight | tes_eight_controls(eight) | tes_eight_equal(eight, '"') |
                          tes_eight_equal(eight, '&') | tes_eight_equal(eight, '<') |
                          tes_eight_equal(eight, '>') | tes_eight_equal(eight, '\\'));
}

static void write_escaped(struct tes_buf *buf, char c)
{
    if (c == '"' || c == '\\') {
        tes_buf_char(buf, '\\');
        tes_buf_char(buf, c);
        return;
    }
    tes_buf_slice(buf, TES_SLICE("\\u00"));
    tes_buf_char(buf, "0123456789abcdef"[(unsigned char)c >> 4]);
    tes_buf_char(buf, "0123456789abcdef"[(unsigned char)c & 15]);
}

/* Writes one character that is not plain, or U+FFFD for a byte that is not UTF-8. Returns how
 * many bytes of the text were used. */
static size_t write_special(struct tes_buf *buf, struct tes_slice text)
{
    struct tes_slice character = {text.at, tes_utf8_step(text)};
    if (character.length == 0) {
        tes_buf_slice(buf, TES_SLICE("\xEF\xBF\xBD"));
        return 1;
    }
    /* The last byte of U+0080 to U+009F is the character's number. */
    if (character.length == 1 || tes_utf8_is_control(character))
        write_escaped(buf, character.at[character.length - 1]);
    else
        tes_buf_slice(buf, character);
    return character.length;
}

void tes_json_string(struct tes_json *json, const char *name, struct tes_slice value)
{
    begin_value(json, name);
    tes_buf_char(json->buf, '"');
    while (value.length > 0) {
        size_t run = 0;
        while (value.length - run >= 8 && are_plain(value.at + run))
            run += 8;
        while (run < value.length && is_plain(value.at[run]))
            run++;
        tes_buf_append(json->buf, value.at, run);
        value.at += run;
        value.length -= run;
        if (value.length == 0)
            break;
        size_t step = write_special(json->buf, value);
        value.at += step;
        value.length -= step;
    }
    tes_buf_char(json->buf, '"');
}
