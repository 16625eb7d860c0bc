/*
 * test_kinds.c: the rows of kinds.def: each is what its name says, and takes those options that it
 * says it takes, and no others.
 */
/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>
#include <string.h>

#include "../../lib/statistics.h"
#include "challenge/kinds.h"
#include "challenge/scene/questions/question.h"
#include "draw/types/drawing.h"

static const struct row {
    const char *name;
    const struct tes_kind *kind;
    const struct tes_drawing *drawing;
} ROWS[] = {
#define KIND(name) {#name, &tes_kind_##name, &tes_drawing_##name},
#include "challenge/kinds.def"
#undef KIND
};

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };
enum { ASKED_SEEDS = 3000, ASKED_GROUPS = 8, ANSWERS_MAX = 100 };

static void test_rows(void **state)
{
    (void)state;
    assert_int_equal(ROW_COUNT, TES_KIND_COUNT);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const struct row *row = &ROWS[i];
        print_message("  %s\n", row->name);
        assert_string_equal(row->kind->name, row->name);
        assert_string_equal(tes_kind_name(i), row->name);
        assert_ptr_equal(tes_kind_find(tes_slice_of(row->name)), row->kind);
        assert_int_equal(tes_kind_number(row->kind), i);
        assert_true(row->kind->title != NULL && *row->kind->title != '\0');
        assert_true(row->kind->time_limit_s >= 30);
        assert_non_null(row->drawing->draw);
        assert_int_equal(row->drawing->animate != NULL, row->drawing->animate_bound != NULL);
        assert_int_equal(row->kind->speak != NULL, (row->kind->takes & TES_TAKES_HEARD) != 0);
        for (const char *c = row->name; *c != '\0'; c++) /* fit for CSS, addresses and C */
            assert_true((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '_');
    }
    assert_null(tes_kind_name(ROW_COUNT));
}

static void make(const struct tes_kind *kind, uint64_t seed, const struct tes_options *options,
                 struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate(kind->name, key, options, challenge), TES_OK);
}

static const struct {
    unsigned takes;
    struct tes_options options;
} CASES[] = {
    {TES_TAKES_TRANSFORM_COUNT, {.transform_count = 4}},
    {TES_TAKES_STILL, {.is_still = true}},
    {TES_TAKES_HEARD, {.is_heard = true}},
    {TES_TAKES_RENDERER, {.renderer = TES_RENDERER_NONE}},
    {TES_TAKES_PROFILE, {.profile = TES_PROFILE_SEED}},
    {TES_TAKES_INSTALLATION, {.installation = 1}},
};

/* Compares all but the padding at the end of the view, which may hold anything. */
static bool is_same_challenge(const struct tes_challenge *a, const struct tes_challenge *b)
{
    const size_t view_bytes = offsetof(struct tes_view, is_heard) + sizeof a->view.is_heard;
    return a->kind == b->kind && a->difficulty == b->difficulty &&
           a->time_limit_s == b->time_limit_s && memcmp(&a->view, &b->view, view_bytes) == 0 &&
           a->params_length == b->params_length &&
           memcmp(a->params, b->params, a->params_length) == 0 &&
           memcmp(a->detail, b->detail, sizeof a->detail) == 0;
}

/* What is nothing without motion is not made without it. */
static void check_moves_only(const struct tes_kind *kind)
{
    static struct tes_challenge challenge;
    struct tes_options options = {.is_still = true};
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(1, key);
    assert_int_equal(tes_generate(kind->name, key, &options, &challenge), TES_UNAVAILABLE);
    make(kind, 1, NULL, &challenge);
    assert_true(challenge.view.animation_ms > 0);
}

/* An option makes another challenge out of some key where a kind takes it, and never elsewhere. */
static void test_options(void **state)
{
    static struct tes_challenge plain, asked;
    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const struct tes_kind *kind = ROWS[i].kind;
        for (size_t j = 0; j < sizeof CASES / sizeof CASES[0]; j++) {
            bool differs = false;
            if (CASES[j].options.is_still && (kind->takes & TES_TAKES_MOTION) != 0) {
                check_moves_only(kind);
                continue;
            }
            for (uint64_t seed = 0; seed < 50; seed++) {
                make(kind, seed, NULL, &plain);
                make(kind, seed, &CASES[j].options, &asked);
                differs = differs || !is_same_challenge(&plain, &asked);
            }
            if (differs != ((kind->takes & CASES[j].takes) != 0))
                fail_msg("%s: takes %u, and %s", kind->name, CASES[j].takes,
                         differs ? "is changed by it" : "is not");
        }
    }
}

/* 0 .. ASKED_GROUPS - 1, by what the visitor is asked. */
static unsigned group_of_question(const struct tes_challenge *challenge)
{
    char text[TES_INSTRUCTIONS_MAX] = {0};
    struct tes_buf buf = tes_buf_on(text, sizeof text - 1);
    unsigned hash = 0;
    tes_kind_instructions(challenge, NULL, &buf);
    for (const char *c = text; *c != '\0'; c++)
        hash = hash * 31 + (uint8_t)*c;
    return hash % ASKED_GROUPS;
}

/* SPA-S-2, PRE-S-1, HUM-S-1: what is asked tells nothing about which cell is right. Each of the two
 * may be even by itself while one follows from the other. */
static void test_questions_tell_no_answer(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
            static unsigned counts[ASKED_GROUPS][ANSWERS_MAX];
            const struct tes_options options = {.difficulty = level};
            unsigned asked[ASKED_GROUPS] = {0}, cells = 0, groups = 0;
            memset(counts, 0, sizeof counts);
            for (uint64_t seed = 0; seed < ASKED_SEEDS; seed++) {
                struct tes_challenge challenge;
                char answer[TES_ANSWER_MAX + 1];
                make(ROWS[i].kind, seed, &options, &challenge);
                if (challenge.view.select_max != 1)
                    break;
                cells = challenge.view.count;
                assert_in_range(cells, 2, ANSWERS_MAX);
                assert_int_equal(tes_answer(&challenge, answer, sizeof answer, NULL), TES_OK);
                unsigned group = group_of_question(&challenge);
                counts[group][strtoul(answer, NULL, 10)]++;
                asked[group]++;
            }
            if (cells == 0)
                continue; /* the answer is no single cell */
            unsigned rows[ASKED_GROUPS * ANSWERS_MAX];
            double expected[ASKED_GROUPS * ANSWERS_MAX];
            for (unsigned group = 0; group < ASKED_GROUPS; group++) {
                if (asked[group] == 0)
                    continue;
                for (unsigned cell = 0; cell < cells; cell++) {
                    rows[groups * cells + cell] = counts[group][cell];
                    expected[groups * cells + cell] = (double)asked[group] / ASKED_SEEDS / cells;
                }
                groups++;
            }
            check_shares(ROWS[i].name, rows, expected, groups * cells);
        }
    }
}

/* R4: how a scene looks is decided by a key of 256 bits; test_sprites.c, test_spatial.c and
 * test_hidden.c have those of the other types. */
static void test_scenes_have_a_whole_key(void **state)
{
    (void)state;
    static struct key_counts counts;
    const struct tes_options options = {.difficulty = TES_MEDIUM};
    for (uint64_t seed = 0; seed < ASKED_SEEDS; seed++) {
        struct tes_challenge challenge;
        make(&tes_kind_scene, seed, &options, &challenge);
        count_key(&counts, tes_question_of(&challenge)->scene.looks);
    }
    check_key("the looks' key", &counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_questions_tell_no_answer),
        cmocka_unit_test(test_scenes_have_a_whole_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
