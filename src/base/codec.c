#include "base/codec.h"

#include "base/ascii.h"

static const char ALPHABET[64] = {'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M',
                                  'N', 'O', 'P', 'Q', 'R', 'S', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z',
                                  'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm',
                                  'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y', 'z',
                                  '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '_'};

static void encode_group(char *out, unsigned group)
{
    out[0] = ALPHABET[group >> 18];
    out[1] = ALPHABET[(group >> 12) & 63];
    out[2] = ALPHABET[(group >> 6) & 63];
    out[3] = ALPHABET[group & 63];
}

void tes_base64_encode(struct tes_buf *text, const void *bytes, size_t length)
{
    const unsigned char *in = bytes;
    char *out = tes_buf_extend(text, TES_BASE64_LENGTH(length));
    if (out == NULL)
        return;
    for (; length >= 3; length -= 3, in += 3, out += 4)
        encode_group(out, (unsigned)in[0] << 16 | (unsigned)in[1] << 8 | in[2]);
    if (length > 0) {
        char last[4];
        encode_group(last, (unsigned)in[0] << 16 | (length > 1 ? (unsigned)in[1] << 8 : 0));
        __builtin_memcpy(out, last, length + 1);
    }
}

/* One more than the value of each character of base64url, so that 0 marks the characters that
 * are not in it. */
static const unsigned char SEXTETS[256] = {
    ['A'] = 1,  ['B'] = 2,  ['C'] = 3,  ['D'] = 4,  ['E'] = 5,  ['F'] = 6,  ['G'] = 7,  ['H'] = 8,
    ['I'] = 9,  ['J'] = 10, ['K'] = 11, ['L'] = 12, ['M'] = 13, ['N'] = 14, ['O'] = 15, ['P'] = 16,
    ['Q'] = 17, ['R'] = 18, ['S'] = 19, ['T'] = 20, ['U'] = 21, ['V'] = 22, ['W'] = 23, ['X'] = 24,
    ['Y'] = 25, ['Z'] = 26, ['a'] = 27, ['b'] = 28, ['c'] = 29, ['d'] = 30, ['e'] = 31, ['f'] = 32,
    ['g'] = 33, ['h'] = 34, ['i'] = 35, ['j'] = 36, ['k'] = 37, ['l'] = 38, ['m'] = 39, ['n'] = 40,
    ['o'] = 41, ['p'] = 42, ['q'] = 43, ['r'] = 44, ['s'] = 45, ['t'] = 46, ['u'] = 47, ['v'] = 48,
    ['w'] = 49, ['x'] = 50, ['y'] = 51, ['z'] = 52, ['0'] = 53, ['1'] = 54, ['2'] = 55, ['3'] = 56,
    ['4'] = 57, ['5'] = 58, ['6'] = 59, ['7'] = 60, ['8'] = 61, ['9'] = 62, ['-'] = 63, ['_'] = 64,
};

/* Reads `count` characters (2 to 4) into 24 bits, from the left; false where one is not of
 * base64url. */
static bool decode_group(const char *in, size_t count, unsigned *group)
{
    bool good = true;
    *group = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned value = SEXTETS[(unsigned char)in[i]];
        good = good && value != 0;
        *group |= (value - 1) << (18 - 6 * i);
    }
    return good;
}

bool tes_base64_decode(struct tes_slice text, void *bytes, size_t size, size_t *length)
{
    unsigned char *out = bytes;
    const char *in = text.at;
    size_t left = text.length, written = text.length / 4 * 3 + text.length % 4 * 3 / 4;
    unsigned group;
    if (text.length % 4 == 1 || written > size)
        return false;
    for (; left >= 4; left -= 4, in += 4) {
        if (!decode_group(in, 4, &group))
            return false;
        *out++ = (unsigned char)(group >> 16);
        *out++ = (unsigned char)(group >> 8);
        *out++ = (unsigned char)group;
    }
    if (left > 0) {
        if (!decode_group(in, left, &group))
            return false;
        *out++ = (unsigned char)(group >> 16);
        if (left == 3)
            *out = (unsigned char)(group >> 8);
        /* Bits that stand for no byte must be 0, or one token could be written in several ways. */
        if ((group & (left == 3 ? 0xFFU : 0xFFFFU)) != 0)
            return false;
    }
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
