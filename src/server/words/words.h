/*
 * words.h: what the server says to visitors, in each language: the lines of web/locales that C
 * needs (words.def, and the sentences of challenges), made into tables when it is built. A line
 * that a language lacks is English there. Words are texts, never HTML: pages escape them.
 */
#ifndef SERVER_WORDS_H
#define SERVER_WORDS_H

#include "challenge/instruction.h"

enum word {
#define WORD(name, key) WORD_##name,
#include "server/words/words.def"
#undef WORD
    WORD_COUNT /* behind these, words_keys has those of the sentences of challenges */
};

/* A language; or one in its other form of address, all of whose lines are there as well. */
struct words {
    struct tes_slice tag;       /* "de", or "de-x-formal" */
    struct tes_slice lang;      /* as in HTML: "de" */
    struct tes_slice name;      /* what it calls itself: "Deutsch" */
    struct tes_slice direction; /* "ltr" or "rtl" */
    const struct tes_slice *lines;
};

/* Made from web/locales: the keys, up to a NULL; and the languages, English first, up to one whose
 * `lines` are NULL. */
extern const char *const words_keys[];
extern const struct words words_all[];

/* The language behind that one, in the order of the files of web/locales but for English, which is
 * the first; NULL asks for that, and NULL comes behind the last. Forms of address are left out. */
const struct words *words_next(const struct words *words);

/* The form of address that a page uses. */
enum words_address { WORDS_AS_IS, WORDS_FORMAL, WORDS_INFORMAL };

/* The language that fits a tag best, by the lookup of RFC 4647: "de-AT" is "de", "zh-TW" is
 * "zh-Hant", "iw" is "he", "de-AT-x-formal" is "de-x-formal". NULL where none does, and for what is
 * no tag or longer than WORDS_TAG_MAX. */
enum { WORDS_TAG_MAX = 35 };
const struct words *words_find(struct tes_slice tag);

/* The same, and English where none fits. */
const struct words *words_for(struct tes_slice tag);

/* What fits the header Accept-Language best (RFC 9110, 12.5.4), by its weights; NULL where it names
 * no language that is there. Looks at the first WORDS_ACCEPT_MAX of its members. */
enum { WORDS_ACCEPT_MAX = 32 };
const struct words *words_accept(struct tes_slice header);

/* The language in a form of address; the language itself where its file has no other form. */
const struct words *words_address(const struct words *words, enum words_address address);

struct tes_slice words_say(const struct words *words, enum word word);

/* Appends a line, its holes filled (challenge/instruction.h). Not escaped. */
void words_fill(const struct words *words, enum word word, const struct tes_hole *holes,
                size_t count, struct tes_buf *text);

/* The language, for the sentence of a challenge. */
struct tes_instruction_words words_ask(const struct words *words);

#endif
