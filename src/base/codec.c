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

/* The value of each character of base64url, and this bit, which marks those that are in it. */
enum { IN_ALPHABET = 64 };
static const unsigned char SEXTETS[256] = {
    ['A'] = 64,  ['B'] = 65,  ['C'] = 66,  ['D'] = 67,  ['E'] = 68,  ['F'] = 69,  ['G'] = 70,
    ['H'] = 71,  ['I'] = 72,  ['J'] = 73,  ['K'] = 74,  ['L'] = 75,  ['M'] = 76,  ['N'] = 77,
    ['O'] = 78,  ['P'] = 79,  ['Q'] = 80,  ['R'] = 81,  ['S'] = 82,  ['T'] = 83,  ['U'] = 84,
    ['V'] = 85,  ['W'] = 86,  ['X'] = 87,  ['Y'] = 88,  ['Z'] = 89,  ['a'] = 90,  ['b'] = 91,
    ['c'] = 92,  ['d'] = 93,  ['e'] = 94,  ['f'] = 95,  ['g'] = 96,  ['h'] = 97,  ['i'] = 98,
    ['j'] = 99,  ['k'] = 100, ['l'] = 101, ['m'] = 102, ['n'] = 103, ['o'] = 104, ['p'] = 105,
    ['q'] = 106, ['r'] = 107, ['s'] = 108, ['t'] = 109, ['u'] = 110, ['v'] = 111, ['w'] = 112,
    ['x'] = 113, ['y'] = 114, ['z'] = 115, ['0'] = 116, ['1'] = 117, ['2'] = 118, ['3'] = 119,
    ['4'] = 120, ['5'] = 121, ['6'] = 122, ['7'] = 123, ['8'] = 124, ['9'] = 125, ['-'] = 126,
    ['_'] = 127,
};

/* The sextets of four characters, from the left; false where one is not of base64url. */
static bool decode_group(const char in[4], unsigned *group)
{
    unsigned first = SEXTETS[(unsigned char)in[0]], second = SEXTETS[(unsigned char)in[1]];
    unsigned third = SEXTETS[(unsigned char)in[2]], fourth = SEXTETS[(unsigned char)in[3]];
    /* The four marks are taken off together. */
    *group = (first << 18) + (second << 12) + (third << 6) + fourth - IN_ALPHABET * 0x41041U;
    return (first & second & third & fourth & IN_ALPHABET) != 0;
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
        if (!decode_group(in, &group))
            return false;
        *out++ = (unsigned char)(group >> 16);
        *out++ = (unsigned char)(group >> 8);
        *out++ = (unsigned char)group;
    }
    if (left > 0) {
        char last[4] = {'A', 'A', 'A', 'A'}; /* which stands for 0 */
        __builtin_memcpy(last, in, left);
        if (!decode_group(last, &group))
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
    char *out = tes_buf_extend(text, length * 2);
    for (size_t i = 0; out != NULL && i < length; i++) {
        out[2 * i] = "0123456789abcdef"[in[i] >> 4];
        out[2 * i + 1] = "0123456789abcdef"[in[i] & 15];
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
