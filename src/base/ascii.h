/*
 * ascii.h: classes of ASCII characters, independent of the locale.
 */
#ifndef TES_ASCII_H
#define TES_ASCII_H

#include <stdbool.h>

static inline bool tes_ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char tes_ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

static inline bool tes_ascii_is_alpha(char c)
{
    char lower = tes_ascii_lower(c);
    return lower >= 'a' && lower <= 'z';
}

static inline bool tes_ascii_is_alnum(char c)
{
    return tes_ascii_is_digit(c) || tes_ascii_is_alpha(c);
}

static inline bool tes_ascii_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The value of a hexadecimal digit, or -1. */
static inline int tes_ascii_hex(char c)
{
    if (tes_ascii_is_digit(c))
        return c - '0';
    char lower = tes_ascii_lower(c);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

#endif
