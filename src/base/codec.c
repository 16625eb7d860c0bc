#include "base/codec.h"

#include "base/ascii.h"

static const char ALPHABET[64] = {'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M',
                                  'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z',
                                  'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
                                  'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
                                  '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '_'};

void tes_base64_encode(struct tes_buf *text, const void *bytes, size_t length)
{
    const unsigned char *in = bytes;
    for (size_t i = 0; i < length; i += 3) {
        size_t taken = length - i < 3 ? length - i : 3;
        unsigned group = (unsigned)in[i] << 16;
        if (taken > 1)
            group |= (unsigned)in[i + 1] << 8;
        if (taken > 2)
            group |= in[i + 2];
        char out[4] = {ALPHABET[group >> 18], ALPHABET[(group >> 12) & 63],
                       ALPHABET[(group >> 6) & 63], ALPHABET[group & 63]};
        tes_buf_append(text, out, taken + 1);
    }
}

static int sextet(char c)
{
    if (c >= 'A' && c <= 'Z')
        return c - 'A';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 26;
    if (c >= '0' && c <= '9')
        return c - '0' + 52;
    if (c == '-')
        return 62;
    return c == '_' ? 63 : -1;
}

bool tes_base64_decode(struct tes_slice text, void *bytes, size_t size, size_t *length)
{
    unsigned char *out = bytes;
    size_t written = 0;
    unsigned pending = 0, bits = 0;
    if (text.length % 4 == 1)
        return false;
    for (size_t i = 0; i < text.length; i++) {
        int value = sextet(text.at[i]);
        if (value < 0)
            return false;
        pending = (pending << 6 | (unsigned)value) & 0xFFFF;
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            if (written == size)
                return false;
            out[written++] = (unsigned char)(pending >> bits);
        }
    }
    /* Stray bits would give one token several texts. */
    if ((pending & ((1U << bits) - 1)) != 0)
        return false;
    *length = written;
    return true;
}

void tes_hex_encode(struct tes_buf *text, const void *bytes, size_t length)
{
    const unsigned char *in = bytes;
    for (size_t i = 0; i < length; i++) {
        tes_buf_char(text, "0123456789abcdef"[in[i] >> 4]);
        tes_buf_char(text, "0123456789abcdef"[in[i] & 15]);
    }
}

static int lower_hex(char c)
{
    return tes_ascii_lower(c) == c ? tes_ascii_hex(c) : -1;
}

bool tes_hex_decode(struct tes_slice text, void *bytes, size_t length)
{
    unsigned char *out = bytes;
    if (text.length != length * 2)
        return false;
    for (size_t i = 0; i < length; i++) {
        int high = lower_hex(text.at[2 * i]);
        int low = lower_hex(text.at[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (unsigned char)(high * 16 + low);
    }
    return true;
}
