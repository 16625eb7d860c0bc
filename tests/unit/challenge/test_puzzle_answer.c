/* Answers to the grid puzzle, its description, and how a token makes it again. */
#include "puzzle_reference.h"

/* ---------------------------------------------------------------- answer */

static void every_pair_is_judged_by_its_grid(void **state) /* PUZ-15 */
{
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct tes_challenge challenge;
        make(seed, (enum tes_difficulty)(1 + seed % 3), 0, &challenge);
        const struct tes_puzzle *puzzle = tes_puzzle_of(&challenge);
        for (unsigned a = 0; a < puzzle->transform_count; a++) {
            for (unsigned b = 0; b < puzzle->transform_count; b++) {
                char names[64], digits[CELLS + 1];
                uint8_t result[CELLS];
                struct tes_buf text = tes_buf_on(names, sizeof names);
                tes_buf_text(&text, tes_puzzle_transform_name(a));
                tes_buf_char(&text, ',');
                tes_buf_text(&text, tes_puzzle_transform_slug(b));
                move_twice(a, b, puzzle->start, result);
                for (unsigned i = 0; i < CELLS; i++)
                    digits[i] = (char)('0' + result[i]);
                enum tes_status verdict = same(result, puzzle->solution) ? TES_OK : TES_INCORRECT;
                assert_int_equal(tes_verify(&challenge, text.at, text.length), verdict);
                assert_int_equal(tes_verify(&challenge, digits, CELLS), verdict);
            }
        }
    }
}

#define BAD(literal)                                                                               \
    {                                                                                              \
        literal, sizeof(literal) - 1, TES_BAD_ANSWER                                               \
    }
#define FORM(literal)                                                                              \
    {                                                                                              \
        literal, sizeof(literal) - 1, TES_OK                                                       \
    }

/* On a puzzle with the legend's first four: what has the form of an answer, right or wrong. */
static const struct form {
    const char *text;
    size_t length;
    enum tes_status status;
} FORMS[] = {
    FORM("0120120120120120"),
    FORM("0000000000000000"),
    FORM("  0120120120120120\t"),
    FORM("shift up,shift left"),
    FORM("shift-up,shift-left"),
    FORM(" SHIFT_UP , shift right "),
    FORM("shift up,shift up"),
    FORM("shift up,shift down"),
    BAD(""),
    BAD(" "),
    BAD(","),
    BAD("012012012012012"),
    BAD("01201201201201201"),
    BAD("0120120120120123"),
    BAD("012012012012012x"),
    BAD("012012012012012-"),
    BAD("0120 1201 2012 0120"),
    BAD("0,1,2,0,1,2,0,1,2,0,1,2,0,1,2,0"),
    BAD("0120120120120120\n"),
    BAD("\r\n0120120120120120"),
    BAD("012012012012012\0"),
    BAD("0120120120120120\0"),
    BAD("\xEF\xBC\x90"
        "1201201201201"),
    BAD("[0120120120120120]"),
    BAD("shift up"),
    BAD("shift up,"),
    BAD(",shift up"),
    BAD("shift up,shift left,"),
    BAD("shift up,shift left,shift down"),
    BAD("shift up;shift left"),
    BAD("shift up shift left"),
    BAD("shift up,shift sideways"),
    BAD("shift up\0,shift left"),
    BAD("shift up,shift left\0"),
    BAD("90-clockwise,shift-up"),
    BAD("shift-up,mirror-vertical"),
    BAD("0,1"),
    BAD("1,2"),
    BAD("null"),
    BAD("\xFF\xFF"),
};

static void answers_of_every_other_form_are_refused(void **state) /* PUZ-15 */
{
    (void)state;
    struct tes_challenge challenge;
    make(3, TES_EASY, 0, &challenge);
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
        const struct form *form = &FORMS[i];
        char text[CELLS + 1];
        size_t length = 0;
        enum tes_status status =
            tes_normalise(&challenge, form->text, form->length, text, sizeof text, &length);
        if (status != form->status)
            fail_msg("\"%s\" (%zu bytes): %s", form->text, form->length, tes_status_text(status));
        enum tes_status verdict = tes_verify(&challenge, form->text, form->length);
        assert_int_equal(verdict == TES_BAD_ANSWER, form->status == TES_BAD_ANSWER);
        if (status == TES_OK) {
            assert_int_equal(length, CELLS);
            assert_int_equal(strlen(text), CELLS);
            assert_int_equal(tes_verify(&challenge, text, length), verdict);
        }
    }
}

static void long_answers_are_not_looked_at(void **state)
{
    (void)state;
    struct tes_challenge challenge;
    char answer[TES_ANSWER_MAX + 1];
    make(3, 0, 0, &challenge);
    memset(answer, ' ', sizeof answer);
    size_t length;
    char right[CELLS + 1];
    assert_int_equal(tes_answer(&challenge, right, sizeof right, &length), TES_OK);
    memcpy(answer, right, length);
    assert_int_equal(tes_verify(&challenge, answer, TES_ANSWER_MAX), TES_OK);
    assert_int_equal(tes_verify(&challenge, answer, TES_ANSWER_MAX + 1), TES_BAD_ANSWER);
    assert_int_equal(tes_verify(&challenge, NULL, 0), TES_BAD_ANSWER);
}

static void small_buffers_are_told(void **state)
{
    (void)state;
    struct tes_challenge challenge;
    char text[CELLS + 1], json[2048];
    size_t length;
    make(3, TES_HARD, 0, &challenge);
    for (size_t size = 0; size <= CELLS; size++) {
        assert_int_equal(tes_answer(&challenge, text, size, NULL), TES_TOO_SMALL);
        assert_int_equal(tes_normalise(&challenge, "0120120120120120", CELLS, text, size, NULL),
                         TES_TOO_SMALL);
    }
    assert_int_equal(tes_answer(&challenge, text, sizeof text, NULL), TES_OK);
    assert_int_equal(tes_describe(&challenge, "id", true, json, sizeof json, &length), TES_OK);
    for (size_t size = 0; size <= length; size += 7)
        assert_int_equal(tes_describe(&challenge, "id", true, json, size, NULL), TES_TOO_SMALL);
}

/* -------------------------------------------------------- describe, claim */

static void only_truth_tells_the_solution(void **state) /* PUZ-21 */
{
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct tes_challenge challenge;
        char open[2048], told[2048], answer[CELLS + 1];
        make(seed, (enum tes_difficulty)(1 + seed % 3), 0, &challenge);
        assert_int_equal(tes_answer(&challenge, answer, sizeof answer, NULL), TES_OK);
        assert_int_equal(tes_describe(&challenge, "x", false, open, sizeof open, NULL), TES_OK);
        assert_int_equal(tes_describe(&challenge, "x", true, told, sizeof told, NULL), TES_OK);
        assert_null(strstr(open, answer));
        assert_null(strstr(open, "\"answer\""));
        assert_null(strstr(open, "\"first\""));
        assert_non_null(strstr(told, answer));
        /* The truth is told after the rest: up to there both are one text. */
        assert_memory_equal(open, told, strlen(open) - 1);
    }
}

static void description_is_the_documented_json(void **state)
{
    (void)state;
    struct tes_challenge challenge;
    char json[2048];
    make(1, 0, 0, &challenge);
    assert_int_equal(tes_describe(&challenge, "puzzle-\"1\"", true, json, sizeof json, NULL),
                     TES_OK);
    assert_string_equal(
        json,
        "{\"id\":\"puzzle-\\\"1\\\"\",\"type\":\"puzzle\",\"difficulty\":\"medium\","
        "\"instructions\":\"Which two moves turn Before into "
        "After?\",\"timeLimit\":300,\"view\":{\"image\":{\"width\":760,\"height\":204},"
        "\"columns\":4,\"rows\":4,\"count\":6,\"select\":{\"min\":2,\"max\":2},\"options\":"
        "[\"shift up\",\"shift down\",\"shift left\",\"shift right\",\"90° clockwise\","
        "\"90° anticlockwise\"],\"grids\":{\"before\":\"0211020000220001\","
        "\"after\":\"0000000000220201\",\"start\":\"2001011001210000\"}},"
        "\"answer\":\"0000000201100210\",\"first\":\"shift right\",\"second\":\"90° clockwise\","
        "\"solution\":\"0000000201100210\"}");
}

static void claims_make_the_same_puzzle_again(void **state) /* PUZ-9 */
{
    (void)state;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct tes_challenge challenge, again;
        struct tes_claims claims = {0};
        uint8_t key[TES_KEY_BYTES];
        make(seed, (enum tes_difficulty)(1 + seed % 3), 4 + (unsigned)(seed % 5), &challenge);
        tes_claim(&challenge, &claims);
        tes_key_from_seed(seed, key);
        assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_OK);
        assert_memory_equal(again.detail, challenge.detail, sizeof again.detail);
    }
}

static const struct stale {
    const char *name, *kind;
    uint64_t difficulty;
    char params[5]; /* added to the right ones; the last: to their length */
    enum tes_status status;
} STALES[] = {
    {"the right one", "puzzle", TES_EASY, {0}, TES_OK},
    {"another size of grid", "puzzle", TES_EASY, {1}, TES_STALE},
    {"more active cells", "puzzle", TES_EASY, {0, 1}, TES_STALE},
    {"fewer active cells", "puzzle", TES_EASY, {0, -1}, TES_STALE},
    {"another legend", "puzzle", TES_EASY, {0, 0, 1}, TES_STALE},
    {"no such legend", "puzzle", TES_HARD, {0, 0, 9}, TES_STALE},
    {"two examples", "puzzle", TES_EASY, {0, 0, 0, 1}, TES_STALE},
    {"a byte missing", "puzzle", TES_EASY, {0, 0, 0, 0, -1}, TES_STALE},
    {"a byte too many", "puzzle", TES_EASY, {0, 0, 0, 0, 1}, TES_STALE},
    {"another difficulty", "puzzle", TES_HARD, {0}, TES_STALE},
    {"no difficulty", "puzzle", 0, {0}, TES_BAD_ARGUMENT},
    {"no such difficulty", "puzzle", 4, {0}, TES_BAD_ARGUMENT},
    {"a difficulty past 32 bits", "puzzle", ((uint64_t)1 << 32) + 1, {0}, TES_BAD_ARGUMENT},
    {"no such kind", "riddle", TES_EASY, {0}, TES_UNKNOWN_KIND},
};

static void claims_of_another_generator_are_stale(void **state) /* PUZ-9 */
{
    (void)state;
    uint8_t key[TES_KEY_BYTES];
    struct tes_challenge challenge, again;
    make(11, TES_EASY, 0, &challenge);
    tes_key_from_seed(11, key);
    for (size_t i = 0; i < sizeof STALES / sizeof STALES[0]; i++) {
        const struct stale *stale = &STALES[i];
        char params[TES_PARAMS_MAX] = {0};
        print_message("  %s\n", stale->name);
        for (size_t j = 0; j < 4; j++)
            params[j] = (char)(challenge.params[j] + stale->params[j]);
        struct tes_claims claims = {
            .kind = tes_slice_of(stale->kind),
            .difficulty = stale->difficulty,
            .params = {params, (size_t)(4 + stale->params[4])},
        };
        assert_int_equal(tes_generate_claimed(&claims, key, &again), stale->status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_is_judged_by_its_grid),
        cmocka_unit_test(answers_of_every_other_form_are_refused),
        cmocka_unit_test(long_answers_are_not_looked_at),
        cmocka_unit_test(small_buffers_are_told),
        cmocka_unit_test(only_truth_tells_the_solution),
        cmocka_unit_test(description_is_the_documented_json),
        cmocka_unit_test(claims_make_the_same_puzzle_again),
        cmocka_unit_test(claims_of_another_generator_are_stale),
    };
    return cmocka_run_group_tests_name("puzzle_answer", tests, NULL, NULL);
}
