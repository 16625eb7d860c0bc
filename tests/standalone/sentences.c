/*
 * Prints the sentences of challenges as the server says them, for sentences.test.js to compare: for
 * each kind, difficulty and seed below the first argument a line of JSON: the challenge, a tab, and
 * what each language says, by its tag.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "challenge/kind.h"
#include "server/words/words.h"

static bool print_line(const char *kind, uint64_t seed, enum tes_difficulty difficulty)
{
    static char json[16 * 1024], memory[64 * 1024];
    struct tes_challenge challenge;
    const struct tes_options options = {.difficulty = difficulty, .is_heard = seed % 5 == 4};
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct tes_json said = tes_json_on(&buf);
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    if (tes_generate(kind, key, &options, &challenge) != TES_OK ||
        tes_describe(&challenge, "x", false, json, sizeof json, NULL) != TES_OK)
        return false;
    tes_json_open(&said, NULL, '{');
    for (const struct words *words = words_all; words->lines != NULL; words++) {
        char sentence[TES_INSTRUCTIONS_MAX];
        struct tes_buf text = tes_buf_on(sentence, sizeof sentence);
        const struct tes_instruction_words language = words_ask(words);
        tes_kind_instructions(&challenge, &language, &text);
        if (text.failed)
            return false;
        tes_json_string(&said, words->tag.at, tes_buf_done(&text));
    }
    tes_json_close(&said, '}');
    printf("%s\t%.*s\n", json, (int)buf.length, buf.at);
    return !buf.failed;
}

int main(int argc, char **argv)
{
    const char *kind;
    uint64_t seeds = argc == 2 ? strtoull(argv[1], NULL, 10) : 0;
    bool is_good = seeds > 0;
    for (size_t i = 0; is_good && (kind = tes_kind_name(i)) != NULL; i++)
        for (uint64_t seed = 0; is_good && seed < seeds; seed++)
            for (int level = TES_EASY; is_good && level <= TES_HARD; level++)
                is_good = print_line(kind, seed, (enum tes_difficulty)level);
    return is_good ? 0 : 1;
}
