/*
 * instruction.h: the sentence that tells a visitor what to do: the key of a line of web/locales
 * (section `questions`), and what fills the line's holes. Kinds say which sentence it is, and no
 * words, so that each language has its own. English is built in. Freestanding, like all of
 * src/challenge.
 */
#ifndef TES_INSTRUCTION_H
#define TES_INSTRUCTION_H

#include "base/buf.h"

/* What fills the hole {name} of a line: a text, or where that is at NULL, a number. */
struct tes_hole {
    const char *name;
    struct tes_slice text;
    unsigned number;
};

/* Appends a line, its holes filled. One that nothing fills is left empty, as web/ui/text.js has it.
 * `digits` are those of the language, ten characters of equal length from zero on; empty: 0 to 9.
 */
void tes_instruction_fill(struct tes_slice line, const struct tes_hole *holes, size_t count,
                          struct tes_slice digits, struct tes_buf *text);

/* What fills a hole of a sentence: the words of another key, or where that is NULL, a number. */
struct tes_instruction_hole {
    const char *name, *key;
    unsigned number;
};

enum { TES_ASK_HOLES = 3 };

struct tes_instruction {
    const char *key; /* "ask-turn" */
    struct tes_instruction_hole holes[TES_ASK_HOLES];
};

/* A language: what it says for a key (an empty slice where it has no such line), and its digits. */
struct tes_instruction_words {
    struct tes_slice (*say)(const void *language, const char *key);
    const void *language;
    struct tes_slice digits;
};

/* Built in, from web/locales/en.json. */
extern const struct tes_instruction_words tes_instruction_english;

void tes_instruction_write(const struct tes_instruction *ask,
                           const struct tes_instruction_words *words, struct tes_buf *text);

/* The key of a direction of turning. */
const char *tes_instruction_direction(bool is_clockwise);

#endif
