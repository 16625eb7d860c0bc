/* What is asked of the kind `scene` and answered to it, at the limits and beyond them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "challenge/types/scene_type.h"

enum { RANDOM_SEEDS = 200, LONG = 10000 };

static void generate(uint64_t seed, enum tes_difficulty level, struct tes_challenge *challenge)
{
    const struct tes_options options = {.difficulty = level};
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate("scene", key, &options, challenge), TES_OK);
}

/* The next of a row of numbers that look random (splitmix64). */
static uint64_t next_seed(uint64_t *state)
{
    uint64_t mixed = *state += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ mixed >> 31;
}

/* One with exactly one right answer, which the library tells itself. */
static void check_seed(uint64_t seed, enum tes_difficulty level)
{
    struct tes_challenge challenge;
    char right[8], answer[8];
    unsigned passed = 0;
    generate(seed, level, &challenge);
    assert_int_equal(tes_answer(&challenge, right, sizeof right, NULL), TES_OK);
    for (unsigned i = 0; i < challenge.view.count; i++) {
        int length = snprintf(answer, sizeof answer, "%u", i);
        bool is_right = tes_verify(&challenge, answer, (size_t)length) == TES_OK;
        assert_int_equal(is_right, strcmp(answer, right) == 0);
        passed += is_right;
    }
    assert_int_equal(passed, 1);
}

/* S3D-2 */
static void every_seed_makes_one(void **state)
{
    static const uint64_t LIMITS[] = {0, 1, UINT64_C(1) << 63, UINT64_MAX};
    (void)state;
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        uint64_t row = 2026;
        for (unsigned i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
            check_seed(LIMITS[i], level);
        for (unsigned i = 0; i < RANDOM_SEEDS; i++)
            check_seed(next_seed(&row), level);
    }
}

static void unknown_wishes_are_refused(void **state)
{
    static const struct {
        const char *name, *kind;
        struct tes_options options;
        enum tes_status status;
    } CASES[] = {
        {"nothing special", "scene", {0}, TES_OK},
        {"hard", "scene", {.difficulty = TES_HARD}, TES_OK},
        {"difficulty 4", "scene", {.difficulty = (enum tes_difficulty)4}, TES_BAD_ARGUMENT},
        {"difficulty 1000", "scene", {.difficulty = (enum tes_difficulty)1000}, TES_BAD_ARGUMENT},
        {"no renderer", "scene", {.renderer = TES_RENDERER_COUNT}, TES_BAD_ARGUMENT},
        {"no profile", "scene", {.profile = TES_PROFILE_COUNT}, TES_BAD_ARGUMENT},
        {"another kind", "scenes", {0}, TES_UNKNOWN_KIND},
        {"a kind in capitals", "SCENE", {0}, TES_UNKNOWN_KIND},
        {"no name", "", {0}, TES_UNKNOWN_KIND},
        {"a question's name", "turn", {0}, TES_UNKNOWN_KIND},
    };
    uint8_t key[TES_KEY_BYTES];
    (void)state;
    tes_key_from_seed(1, key);
    for (unsigned i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        struct tes_challenge challenge;
        enum tes_status status = tes_generate(CASES[i].kind, key, &CASES[i].options, &challenge);
        if (status != CASES[i].status)
            fail_msg("%s: %s", CASES[i].name, tes_status_text(status));
    }
}

/* ----------------------------------------------------------------- answers */

#define TEXT(bytes) (bytes), sizeof(bytes) - 1

/* What says nothing that could be chosen, for every question. */
static const struct no_answer {
    const char *name, *text;
    size_t length;
} NO_ANSWERS[] = {
    {"the first number past the options", TEXT("6")},
    {"far past them", TEXT("4294967296")},
    {"past 64 bits", TEXT("18446744073709551617")},
    {"below zero", TEXT("-1")},
    {"with a sign", TEXT("+1")},
    {"a fraction", TEXT("1.0")},
    {"an exponent", TEXT("1e0")},
    {"in hexadecimal", TEXT("0x1")},
    {"a digit of another script", TEXT("\xEF\xBC\x91")},
    {"the same twice", TEXT("1,1")},
    {"a comma behind", TEXT("1,")},
    {"a comma before", TEXT(",1")},
    {"a comma alone", TEXT(",")},
    {"a semicolon", TEXT("1;2")},
    {"a blank between", TEXT("1 2")},
    {"a word that is no solid", TEXT("sphere")},
    {"half a word", TEXT("cub")},
    {"two words", TEXT("cube ball")},
    {"words in a list", TEXT("cube,ball")},
    {"a word with a letter too many", TEXT("cubes")},
    {"NUL inside", TEXT("1\0001")},
    {"NUL behind", TEXT("1\0")},
    {"NUL inside of a word", TEXT("cu\0be")},
    {"invalid UTF-8", TEXT("\xFF\xFE")},
    {"invalid UTF-8 behind", TEXT("1\x80")},
    {"an overlong digit", TEXT("\xC0\xB1")},
};

static void what_is_no_answer_is_refused(void **state)
{
    static char long_text[LONG];
    (void)state;
    memset(long_text, '1', sizeof long_text);
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct tes_challenge challenge;
        char text[32];
        generate(seed, (enum tes_difficulty)(1 + seed % 3), &challenge);
        assert_int_equal(challenge.view.count, 6);
        for (unsigned i = 0; i < sizeof NO_ANSWERS / sizeof *NO_ANSWERS; i++) {
            const struct no_answer *no = &NO_ANSWERS[i];
            if (tes_verify(&challenge, no->text, no->length) != TES_BAD_ANSWER ||
                tes_normalise(&challenge, no->text, no->length, text, sizeof text, NULL) !=
                    TES_BAD_ANSWER)
                fail_msg("%s: taken", no->name);
        }
        assert_int_equal(tes_verify(&challenge, long_text, sizeof long_text), TES_BAD_ANSWER);
        assert_int_equal(tes_verify(&challenge, long_text, TES_ANSWER_MAX + 1), TES_BAD_ANSWER);
    }
}

/* Answers that can be read: nothing chosen, and two, are wrong; blanks, letters' cases and zeros
 * before a number change nothing. */
static void what_can_be_read_is_judged(void **state)
{
    unsigned words = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct tes_challenge challenge;
        char text[32];
        generate(seed, (enum tes_difficulty)(1 + seed % 3), &challenge);
        const struct tes_question_asked *question = tes_question_of(&challenge);
        unsigned right = question->select.cells[0];
        assert_int_equal(tes_verify(&challenge, "", 0), TES_INCORRECT);
        assert_int_equal(tes_verify(&challenge, " ", 1), TES_INCORRECT);
        int length = snprintf(text, sizeof text, "%u,%u", right, (right + 1) % 6);
        assert_int_equal(tes_verify(&challenge, text, (size_t)length), TES_INCORRECT);
        length = snprintf(text, sizeof text, " 0%u\t", right);
        assert_int_equal(tes_verify(&challenge, text, (size_t)length), TES_OK);
        if (tes_question_form((enum tes_question_id)question->id) != TES_QUESTION_SOLIDS ||
            question->options[right] >= TES_SOLID_COUNT)
            continue;
        const char *name = tes_question_solid_name((enum tes_solid)question->options[right]);
        length = snprintf(text, sizeof text, "  %s ", name);
        text[2] = (char)(text[2] - 'a' + 'A');
        assert_int_equal(tes_verify(&challenge, text, (size_t)length), TES_OK);
        words++;
    }
    assert_true(words > 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_seed_makes_one),
        cmocka_unit_test(unknown_wishes_are_refused),
        cmocka_unit_test(what_is_no_answer_is_refused),
        cmocka_unit_test(what_can_be_read_is_judged),
    };
    return cmocka_run_group_tests_name("what is asked of scenes", tests, NULL, NULL);
}
