#include "base/utf8.h"

static bool continues(struct tes_slice text, size_t index)
{
    return index < text.length && ((unsigned char)text.at[index] & 0xC0) == 0x80;
}

size_t tes_utf8_step(struct tes_slice text)
{
    if (text.length == 0)
        return 0;
    unsigned first = (unsigned char)text.at[0];
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4 || !continues(text, 1))
        return 0;
    unsigned second = (unsigned char)text.at[1];
    if (first < 0xE0)
        return 2;
    if (!continues(text, 2) || (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F))
        return 0;
    if (first < 0xF0)
        return 3;
    if (!continues(text, 3) || (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F))
        return 0;
    return 4;
}

bool tes_utf8_is_control(struct tes_slice character)
{
    unsigned first = (unsigned char)character.at[0];
    bool is_c1 = character.length == 2 && first == 0xC2 && (unsigned char)character.at[1] < 0xA0;
    return first < 0x20 || first == 0x7F || is_c1;
}

bool tes_utf8_valid(struct tes_slice text)
{
    while (text.length > 0) {
        uint64_t eight;
        if (text.length >= sizeof eight) { /* most texts are ASCII, and long ones tokens */
            __builtin_memcpy(&eight, text.at, sizeof eight);
            if ((eight & UINT64_C(0x8080808080808080)) == 0) {
                text.at += sizeof eight;
                text.length -= sizeof eight;
                continue;
            }
        }
        size_t step = tes_utf8_step(text);
        if (step == 0)
            return false;
        text.at += step;
        text.length -= step;
    }
    return true;
}
