#include "server/words/words.h"

#include <string.h>

#include "base/ascii.h"

/* Names of languages that are ours by another name. */
static const struct alias {
    struct tes_slice from, to;
} ALIASES[] = {
    {TES_SLICE_INIT("iw"), TES_SLICE_INIT("he")},
    {TES_SLICE_INIT("in"), TES_SLICE_INIT("id")},
};

/* Where Chinese is written with traditional characters; the script says so itself. */
static const struct tes_slice TRADITIONAL[] = {
    TES_SLICE_INIT("hant"),
    TES_SLICE_INIT("tw"),
    TES_SLICE_INIT("hk"),
    TES_SLICE_INIT("mo"),
};

const struct words *words_next(const struct words *words)
{
    words = words != NULL ? words + 1 : words_all; /* forms come behind the languages */
    return words->lines != NULL && tes_slice_equal(words->tag, words->lang) ? words : NULL;
}

static const struct words *find_exact(struct tes_slice tag)
{
    for (const struct words *words = words_all; words->lines != NULL; words++)
        if (tes_slice_equal_nocase(words->tag, tag))
            return words;
    return NULL;
}

/* Letters, digits and hyphens: what a tag may be made of. Underscores are read as hyphens. */
static bool copy_tag(struct tes_slice tag, char copy[WORDS_TAG_MAX])
{
    if (tag.length == 0 || tag.length > WORDS_TAG_MAX)
        return false;
    for (size_t i = 0; i < tag.length; i++) {
        char c = tag.at[i] == '_' ? '-' : tag.at[i];
        if (!tes_ascii_is_alnum(c) && c != '-')
            return false;
        copy[i] = c;
    }
    return true;
}

/* Cuts off what a tag says for private use, "x-formal", and returns it without the "x-". */
static struct tes_slice cut_private(struct tes_slice *tag)
{
    for (size_t i = 0; i + 2 < tag->length; i++) {
        if (tag->at[i] != '-' || (tag->at[i + 1] | 0x20) != 'x' || tag->at[i + 2] != '-')
            continue;
        struct tes_slice rest = {tag->at + i + 3, tag->length - i - 3};
        tag->length = i;
        return rest;
    }
    return (struct tes_slice){NULL, 0};
}

static bool is_traditional(struct tes_slice tag)
{
    struct tes_slice part = tes_slice_cut(&tag, '-');
    if (!tes_slice_equal_nocase(part, TES_SLICE("zh")))
        return false;
    while (tag.at != NULL) {
        part = tes_slice_cut(&tag, '-');
        if (tes_slice_equal_nocase(part, TES_SLICE("hans")))
            return false;
        for (size_t i = 0; i < sizeof TRADITIONAL / sizeof *TRADITIONAL; i++)
            if (tes_slice_equal_nocase(part, TRADITIONAL[i]))
                return true;
    }
    return false;
}

/* Takes parts off the end until what is left is a language that is there. */
static const struct words *find_shorter(struct tes_slice tag)
{
    while (tag.length > 0) {
        const struct words *words = find_exact(tag);
        if (words != NULL)
            return words;
        tes_slice_drop_last(&tag, '-');
    }
    return NULL;
}

static const struct words *find_plain(struct tes_slice tag)
{
    struct tes_slice rest = tag, primary = tes_slice_cut(&rest, '-');
    for (size_t i = 0; i < sizeof ALIASES / sizeof *ALIASES; i++)
        if (tes_slice_equal_nocase(primary, ALIASES[i].from))
            return find_exact(ALIASES[i].to);
    const struct words *words = is_traditional(tag) ? find_exact(TES_SLICE("zh-Hant")) : NULL;
    return words != NULL ? words : find_shorter(tag);
}

const struct words *words_find(struct tes_slice tag)
{
    char copy[WORDS_TAG_MAX];
    if (!copy_tag(tag, copy))
        return NULL;
    struct tes_slice plain = {copy, tag.length}, form = cut_private(&plain);
    const struct words *words = find_plain(plain);
    if (words == NULL)
        return NULL;
    if (tes_slice_equal_nocase(form, TES_SLICE("formal")))
        return words_address(words, WORDS_FORMAL);
    if (tes_slice_equal_nocase(form, TES_SLICE("informal")))
        return words_address(words, WORDS_INFORMAL);
    return words;
}

const struct words *words_for(struct tes_slice tag)
{
    const struct words *words = words_find(tag);
    return words != NULL ? words : words_all;
}

const struct words *words_address(const struct words *words, enum words_address address)
{
    static const struct tes_slice NAMES[] = {
        [WORDS_FORMAL] = TES_SLICE_INIT("-x-formal"),
        [WORDS_INFORMAL] = TES_SLICE_INIT("-x-informal"),
    };
    char tag[WORDS_TAG_MAX * 2];
    struct tes_buf text = tes_buf_on(tag, sizeof tag);
    if (address == WORDS_AS_IS)
        return words;
    tes_buf_slice(&text, words->lang);
    tes_buf_slice(&text, NAMES[address]);
    const struct words *form = find_exact(tes_buf_done(&text));
    return form != NULL ? form : find_exact(words->lang);
}

struct tes_slice words_say(const struct words *words, enum word word)
{
    return words->lines[word];
}

void words_fill(const struct words *words, enum word word, const struct tes_hole *holes,
                size_t count, struct tes_buf *text)
{
    tes_instruction_fill(words_say(words, word), holes, count, words_say(words, WORD_DIGITS), text);
}

static struct tes_slice say_key(const void *language, const char *key)
{
    const struct words *words = language;
    for (size_t i = 0; words_keys[i] != NULL; i++)
        if (strcmp(words_keys[i], key) == 0)
            return words->lines[i];
    return (struct tes_slice){NULL, 0};
}

struct tes_instruction_words words_ask(const struct words *words)
{
    return (struct tes_instruction_words){say_key, words, words_say(words, WORD_DIGITS)};
}

#define WEIGHT_MOST 1000

/* The tag of a member, and its weight. */
static unsigned read_member(struct tes_slice member, struct tes_slice *tag)
{
    unsigned weight = WEIGHT_MOST;
    *tag = tes_slice_trim(tes_slice_cut(&member, ';'));
    while (member.at != NULL) {
        struct tes_slice part = tes_slice_trim(tes_slice_cut(&member, ';'));
        if (tes_slice_starts(part, TES_SLICE("q=")) || tes_slice_starts(part, TES_SLICE("Q=")))
            weight = tes_slice_weight((struct tes_slice){part.at + 2, part.length - 2});
    }
    return weight;
}

const struct words *words_accept(struct tes_slice header)
{
    const struct words *best = NULL;
    unsigned best_weight = 0;
    for (unsigned i = 0; i < WORDS_ACCEPT_MAX && header.at != NULL; i++) {
        struct tes_slice tag;
        unsigned weight = read_member(tes_slice_cut(&header, ','), &tag);
        const struct words *words = weight > best_weight ? words_find(tag) : NULL;
        if (words == NULL)
            continue;
        best = words;
        best_weight = weight;
    }
    return best;
}
