#include "auth/auth_style_features.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

/* Only to have each group's first bin computed. */
struct layout {
#define STYLE_GROUP(name, bins, learned_max, learned_min, message_min, weight) char name[bins];
#include "auth/auth_style_groups.def"
#undef STYLE_GROUP
};

_Static_assert(sizeof(struct layout) == TES_STYLE_BINS, "the header says how many bins there are");
_Static_assert((int)TES_STYLE_GROUP_COUNT == TES_STYLE_GROUPS, "and how many groups");

const struct tes_style_row tes_style_rows[TES_STYLE_GROUP_COUNT] = {
#define STYLE_GROUP(name, bins, learned_max, learned_min, message_min, weight)                     \
    {offsetof(struct layout, name), bins, learned_max, learned_min, message_min, weight},
#include "auth/auth_style_groups.def"
#undef STYLE_GROUP
};

/* ----------------------------------------------------------------- characters */

enum class { LETTER, DIGIT, BLANK, NEWLINE, MARK };

/* Bins of the group MARKS. */
enum mark {
    ONE_BLANK,
    MORE_BLANKS,
    ONE_NEWLINE,
    MORE_NEWLINES,
    COMMA,
    STOP,
    ELLIPSIS,
    EXCLAMATION,
    REPEATED,
    QUESTION,
    SEMICOLON,
    COLON,
    HYPHEN,
    DASH,
    APOSTROPHE,
    QUOTE,
    BRACKET,
    SLASH,
    MARKUP,
    SIGN,
    OPERATOR,
    TYPOGRAPHIC,
    SYMBOL,
    CONTROL,
    MARK_COUNT
};

static const uint8_t MARKS[128] = {
    [','] = COMMA,    ['.'] = STOP,     ['!'] = EXCLAMATION, ['?'] = QUESTION, [';'] = SEMICOLON,
    [':'] = COLON,    ['-'] = HYPHEN,   ['\''] = APOSTROPHE, ['"'] = QUOTE,    ['('] = BRACKET,
    [')'] = BRACKET,  ['/'] = SLASH,    ['*'] = MARKUP,      ['_'] = MARKUP,   ['`'] = MARKUP,
    ['#'] = SIGN,     ['@'] = SIGN,     ['&'] = SIGN,        ['%'] = SIGN,     ['$'] = SIGN,
    ['<'] = OPERATOR, ['>'] = OPERATOR, ['='] = OPERATOR,    ['+'] = OPERATOR, ['['] = OPERATOR,
    [']'] = OPERATOR, ['{'] = OPERATOR, ['}'] = OPERATOR,    ['|'] = OPERATOR, ['\\'] = OPERATOR,
    ['~'] = OPERATOR, ['^'] = OPERATOR,
};

/* Letters that have a capital 32 below: ASCII, Latin, Greek, Cyrillic. */
static bool is_capital(uint32_t c)
{
    if (c < 0x80)
        return c - 'A' < 26;
    return (c >= 0xC0 && c <= 0xDE && c != 0xD7) || (c >= 0x391 && c <= 0x3A9) ||
           (c >= 0x410 && c <= 0x42F);
}

static uint32_t lowered(uint32_t c)
{
    return is_capital(c) ? c + 32 : c;
}

static bool is_typographic(uint32_t c)
{
    return (c >= 0xA1 && c <= 0xBF) || (c >= 0x2000 && c <= 0x206F) || (c >= 0x3000 && c <= 0x303F);
}

static bool is_symbol(uint32_t c)
{
    return (c >= 0x20A0 && c <= 0x2BFF) || (c >= 0xFE00 && c <= 0xFE0F) || c >= 0x1F000;
}

static enum class class_of(uint32_t c) {
    if ((c | 0x20) - 'a' < 26) /* most are */
    return LETTER;
    if (c == ' ' || c == '\t' || c == 0xA0) return BLANK;
    if (c == '\n' || c == '\r') return NEWLINE;
    if (c < 0x80) return tes_ascii_is_digit((char)c) ? DIGIT : MARK;
    return c < 0xA0 || is_typographic(c) || is_symbol(c) ? MARK : LETTER;
}

/* The character that valid UTF-8 opens with; `step` is its length. */
static uint32_t decode(const char *at, size_t step)
{
    static const uint8_t FIRST[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
    uint32_t c = (unsigned char)at[0] & FIRST[step];
    for (size_t i = 1; i < step; i++)
        c = c << 6 | ((unsigned char)at[i] & 0x3F);
    return c;
}

/* ---------------------------------------------------------------------- words */

enum { WORD_MAX = 8 }; /* longest function word */

static const char WORDS[][WORD_MAX + 1] = {
#define STYLE_WORD(word) word,
#include "auth/auth_style_words.def"
#undef STYLE_WORD
};

enum { WORD_COUNT = sizeof WORDS / sizeof WORDS[0] };

/* Eight bytes as a number of the same order. */
static uint64_t order_of(const char word[WORD_MAX])
{
    uint64_t order = 0;
    for (unsigned i = 0; i < WORD_MAX; i++)
        order = order << 8 | (unsigned char)word[i];
    return order;
}

/* The number of a word, which is filled up with NUL, or WORD_COUNT where it is none of them. */
static unsigned find_word(const char word[WORD_MAX])
{
    uint64_t wanted = order_of(word);
    unsigned low = 0, high = WORD_COUNT;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (order_of(WORDS[middle]) < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low < WORD_COUNT && order_of(WORDS[low]) == wanted ? low : WORD_COUNT;
}

/* Where the reader of a text stands. */
struct scan {
    struct tes_style_counts *counts;
    uint32_t before[2];                /* the last two characters as trigrams see them */
    uint32_t last;                     /* the last character as it is */
    char word[WORD_MAX];               /* filled up with NUL */
    unsigned length, capitals, digits; /* of the word so far */
    bool is_capitalised;               /* it opens with a capital */
    unsigned sentence;                 /* words of the sentence so far */
    bool may_end;                      /* a mark has been seen that may end it */
    unsigned blanks, newlines;         /* in a row */
};

static void hit(struct tes_style_counts *counts, enum tes_style_group group, unsigned bin)
{
    counts->bins[tes_style_rows[group].first + bin]++;
    counts->events[group]++;
}

static void end_word(struct scan *scan)
{
    enum { LOWER, CAPITALISED, UPPER, MIXED, NUMBER, CASE_COUNT };
    unsigned form = LOWER;
    if (scan->length == 0)
        return;
    if (scan->digits > 0)
        form = NUMBER;
    else if (scan->length > 1 && scan->capitals == scan->length)
        form = UPPER;
    else if (scan->is_capitalised && scan->capitals == 1)
        form = CAPITALISED;
    else if (scan->capitals > 0)
        form = MIXED;
    hit(scan->counts, TES_STYLE_CASES, form + (scan->sentence == 0 ? 0 : CASE_COUNT + 1));
    hit(scan->counts, TES_STYLE_LENGTHS, (scan->length <= 16 ? scan->length : 16) - 1);
    hit(scan->counts, TES_STYLE_WORDS,
        scan->length <= WORD_MAX ? find_word(scan->word) : (unsigned)WORD_COUNT);
    memset(scan->word, 0, sizeof scan->word);
    scan->sentence++;
    scan->length = scan->capitals = scan->digits = 0;
}

static void end_sentence(struct scan *scan)
{
    static const uint8_t MOST[] = {1, 2, 3, 5, 7, 10, 14, 19, 26, 35, 50};
    unsigned bin = 0;
    scan->may_end = false;
    if (scan->sentence == 0)
        return;
    while (bin < sizeof MOST && scan->sentence > MOST[bin])
        bin++;
    hit(scan->counts, TES_STYLE_SENTENCES, bin);
    scan->sentence = 0;
}

static void end_blanks(struct scan *scan)
{
    if (scan->newlines > 0)
        hit(scan->counts, TES_STYLE_MARKS, scan->newlines > 1 ? MORE_NEWLINES : ONE_NEWLINE);
    else if (scan->blanks > 0)
        hit(scan->counts, TES_STYLE_MARKS, scan->blanks > 1 ? MORE_BLANKS : ONE_BLANK);
    scan->blanks = scan->newlines = 0;
}

static void take_mark(struct scan *scan, uint32_t c)
{
    unsigned bin = c < 0x20 || c == 0x7F || (c >= 0x80 && c < 0xA0) ? CONTROL
                   : c < 0x80                                       ? MARKS[c]
                   : is_typographic(c)                              ? TYPOGRAPHIC
                                                                    : SYMBOL;
    if (c == scan->last)
        bin = c == '.' ? ELLIPSIS : c == '-' ? DASH : c == '!' || c == '?' ? REPEATED : bin;
    hit(scan->counts, TES_STYLE_MARKS, bin);
    if (c != '\'' && c != 0x2019) /* as in "don't", which is one word */
        end_word(scan);
    scan->may_end = scan->may_end || c == '.' || c == '!' || c == '?' || c == 0x3002;
}

static void take_letter(struct scan *scan, uint32_t c, bool is_digit)
{
    scan->may_end = false;
    if (scan->length == 0)
        scan->is_capitalised = is_capital(c);
    if (scan->length < WORD_MAX)
        scan->word[scan->length] = c < 0x80 ? (char)lowered(c) : '\x7F';
    scan->length++;
    scan->capitals += is_capital(c);
    scan->digits += is_digit;
}

/* Three characters in a row; blanks of any sort and number are one, and digits are all alike. */
static void take_gram(struct scan *scan, uint32_t c, enum class class)
{
    uint32_t as = class == DIGIT ? '0' : class == BLANK || class == NEWLINE ? ' ' : lowered(c);
    if (as == ' ' && scan->before[1] == ' ')
        return;
    if (scan->before[0] != 0) {
        uint32_t hash = (scan->before[0] * UINT32_C(0x9E3779B1) ^ scan->before[1]);
        hash = (hash * UINT32_C(0x85EBCA6B) ^ as) * UINT32_C(0xC2B2AE35);
        hit(scan->counts, TES_STYLE_GRAMS, hash >> 22);
    }
    scan->before[0] = scan->before[1];
    scan->before[1] = as;
}

static void take(struct scan *scan, uint32_t c)
{
    enum class class = class_of(c);
    bool is_gap = class == BLANK || class == NEWLINE;
    take_gram(scan, c, class);
    if (is_gap) {
        end_word(scan);
        scan->blanks += class == BLANK;
        scan->newlines += class == NEWLINE && c != '\r';
        if (scan->may_end || scan->newlines > 1)
            end_sentence(scan);
    } else {
        end_blanks(scan);
        if (class == MARK)
            take_mark(scan, c);
        else
            take_letter(scan, c, class == DIGIT);
    }
    scan->last = c;
}

/* The text up to where no more of it is looked at, without half a character at the end. */
static struct tes_slice cut(struct tes_slice text)
{
    if (text.length <= TES_AUTH_MESSAGE_MAX)
        return text;
    text.length = TES_AUTH_MESSAGE_MAX;
    while (text.length > 0 && ((unsigned char)text.at[text.length] & 0xC0) == 0x80)
        text.length--;
    return text;
}

static void count_typing(const struct tes_auth_request *request, struct tes_style_counts *counts)
{
    /* Three bins an octave, from 16 ms on. */
    static const uint16_t MOST_MS[] = {20,  25,   32,   40,   51,   64,   81,  102,
                                       128, 161,  203,  256,  323,  406,  512, 645,
                                       813, 1024, 1290, 1625, 2048, 2580, 3251};
    size_t count = request->typing_ms != NULL ? request->typing_count : 0;
    for (size_t i = 0; i < count && i < TES_AUTH_TYPING_MAX; i++) {
        unsigned bin = 0;
        while (bin < sizeof MOST_MS / sizeof MOST_MS[0] && request->typing_ms[i] > MOST_MS[bin])
            bin++;
        hit(counts, TES_STYLE_RHYTHM, bin);
    }
}

enum tes_status tes_style_features(const struct tes_auth_request *request,
                                   struct tes_style_counts *counts)
{
    struct scan scan = {.counts = counts};
    memset(counts, 0, sizeof *counts);
    if (!tes_utf8_valid(request->message))
        return TES_BAD_ARGUMENT;
    for (struct tes_slice rest = cut(request->message); rest.length > 0;) {
        size_t step = tes_utf8_step(rest);
        take(&scan, decode(rest.at, step));
        rest.at += step;
        rest.length -= step;
    }
    end_word(&scan);
    end_sentence(&scan);
    count_typing(request, counts);
    return TES_OK;
}
