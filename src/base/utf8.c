#include "base/utf8.h"

#include "base/eight.h"

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
        /* Most texts are ASCII, and long ones tokens. */
        if (text.length >= 8 && !tes_eight_any(tes_eight_at(text.at))) {
            text.at += 8;
            text.length -= 8;
            continue;
        }
        size_t step = tes_utf8_step(text);
        if (step == 0)
            return false;
        text.at += step;
        text.length -= step;
    }
    return true;
}
