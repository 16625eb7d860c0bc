#include "base/slice.h"

#if __STDC_HOSTED__
#include <string.h>
#endif

#include "base/ascii.h"

struct tes_slice tes_slice_of(const char *text)
{
    size_t length = 0;
    while (text != NULL && text[length] != '\0')
        length++;
    return (struct tes_slice){text, length};
}

bool tes_slice_equal(struct tes_slice a, struct tes_slice b)
{
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (a.at[i] != b.at[i])
            return false;
    return true;
}

bool tes_slice_equal_nocase(struct tes_slice a, struct tes_slice b)
{
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (tes_ascii_lower(a.at[i]) != tes_ascii_lower(b.at[i]))
            return false;
    return true;
}

bool tes_slice_starts(struct tes_slice whole, struct tes_slice start)
{
    return whole.length >= start.length &&
           tes_slice_equal((struct tes_slice){whole.at, start.length}, start);
}

struct tes_slice tes_slice_trim(struct tes_slice slice)
{
    while (slice.length > 0 && tes_ascii_is_blank(slice.at[0])) {
        slice.at++;
        slice.length--;
    }
    while (slice.length > 0 && tes_ascii_is_blank(slice.at[slice.length - 1]))
        slice.length--;
    return slice;
}

/* Where it stands first; the length where it does not. Bodies are cut, too, and where there is a C
 * library its search takes many bytes at once. */
static size_t find_char(struct tes_slice slice, char wanted)
{
#if __STDC_HOSTED__
    const char *at = slice.length > 0 ? memchr(slice.at, wanted, slice.length) : NULL;
    return at != NULL ? (size_t)(at - slice.at) : slice.length;
#else
    size_t place = 0;
    while (place < slice.length && slice.at[place] != wanted)
        place++;
    return place;
#endif
}

struct tes_slice tes_slice_cut(struct tes_slice *rest, char separator)
{
    struct tes_slice head = {rest->at, find_char(*rest, separator)};
    if (head.length == rest->length) {
        *rest = (struct tes_slice){NULL, 0};
        return head;
    }
    rest->at += head.length + 1;
    rest->length -= head.length + 1;
    return head;
}

unsigned tes_slice_find(struct tes_slice name, const char *(*list)(unsigned))
{
    unsigned number = 0;
    while (list(number) != NULL && !tes_slice_equal(name, tes_slice_of(list(number))))
        number++;
    return number;
}

unsigned tes_slice_weight(struct tes_slice text)
{
    bool is_whole = text.length == 1 || (text.length > 1 && text.at[1] == '.');
    if (!is_whole || text.length > sizeof "0.123" - 1 || text.at[0] < '0' || text.at[0] > '1')
        return 0;
    unsigned unit = 1000, weight = (unsigned)(text.at[0] - '0') * unit;
    for (size_t i = 2; i < text.length; i++) {
        if (!tes_ascii_is_digit(text.at[i]))
            return 0;
        unit /= 10;
        weight += (unsigned)(text.at[i] - '0') * unit;
    }
    return weight <= 1000 ? weight : 0;
}

bool tes_slice_number(struct tes_slice slice, uint64_t most, uint64_t *number)
{
    uint64_t value = 0;
    if (slice.length == 0)
        return false;
    for (size_t i = 0; i < slice.length; i++) {
        if (!tes_ascii_is_digit(slice.at[i]))
            return false;
        uint64_t digit = (uint64_t)(slice.at[i] - '0');
        if (value > (most - digit) / 10 || digit > most)
            return false;
        value = value * 10 + digit;
    }
    *number = value;
    return true;
}

void tes_slice_drop_last(struct tes_slice *slice, char separator)
{
    while (slice->length > 0 && slice->at[--slice->length] != separator)
        continue;
}

bool tes_slice_is_word(struct tes_slice slice)
{
    for (size_t i = 0; i < slice.length; i++)
        if (!tes_ascii_is_alnum(slice.at[i]) && slice.at[i] != '_' && slice.at[i] != '-')
            return false;
    return true;
}
