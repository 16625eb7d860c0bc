/*
 * What can be asked of the kind `scene` beside its difficulty: a question that is heard (S3D-28),
 * the seed's own levels (S3D-8, S3D-9, S3D-10), and how it is drawn (S3D-27).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../lib/statistics.h"
#include "challenge/scene/questions/round_table.h"
#include "scene_queries.h"

#ifdef TES_SANITIZED
enum { SEEDS = 1000 };
#else
enum { SEEDS = 20000 };
#endif

static const char *const LANGUAGES[] = {
#define SPOKEN(tag, ...) tag,
#include "challenge/scene/questions/spoken.def"
#undef SPOKEN
};

static void make(uint64_t seed, struct tes_options options, struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate("scene", key, &options, challenge), TES_OK);
}

/* ------------------------------------------------------------------- heard */

static void test_heard_languages(void **state)
{
    const unsigned count = sizeof LANGUAGES / sizeof *LANGUAGES;
    struct tes_challenge challenge;
    static char texts[sizeof LANGUAGES / sizeof *LANGUAGES][TES_SPOKEN_MAX];
    char other[TES_SPOKEN_MAX];
    size_t length;
    (void)state;
    make(7, (struct tes_options){.difficulty = TES_HARD, .is_heard = true}, &challenge);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(tes_speak(&challenge, LANGUAGES[i], texts[i], TES_SPOKEN_MAX, &length),
                         TES_OK);
        assert_int_equal(length, strlen(texts[i]));
        assert_true(length > 40);
        for (unsigned j = 0; j < i; j++)
            assert_string_not_equal(texts[i], texts[j]);
    }
    static const char *const TAGS[][2] = {
        {"pt-br", "pt-BR"},   {"pt-AO", "pt"}, {"DE", "de"},  {"xx", "en"},
        {"", "en"},           {"-", "en"},     {"-de", "en"}, {"zh-Hant-TW", "zh-Hant"},
        {"zh-Hans-CN", "zh"}, {"d", "en"}};
    for (unsigned i = 0; i < sizeof TAGS / sizeof *TAGS; i++) {
        assert_int_equal(tes_speak(&challenge, TAGS[i][0], other, sizeof other, NULL), TES_OK);
        char same[TES_SPOKEN_MAX];
        assert_int_equal(tes_speak(&challenge, TAGS[i][1], same, sizeof same, NULL), TES_OK);
        assert_string_equal(other, same);
    }
    assert_int_equal(tes_speak(&challenge, "en", other, 20, NULL), TES_TOO_SMALL);
}

/* What is to be seen can't be heard, and the other way round. */
static void test_heard_or_seen(void **state)
{
    struct tes_challenge challenge;
    char text[TES_SPOKEN_MAX];
    uint8_t memory[16];
    struct tes_image image;
    (void)state;
    make(1, (struct tes_options){.is_heard = true}, &challenge);
    assert_int_equal(challenge.view.width, 0);
    assert_int_equal(challenge.time_limit_s, 120);
    assert_int_equal(tes_draw(&challenge, memory, sizeof memory, &image), TES_UNAVAILABLE);
    make(1, (struct tes_options){0}, &challenge);
    assert_int_equal(challenge.time_limit_s, 60);
    assert_int_equal(tes_speak(&challenge, "en", text, sizeof text, NULL), TES_UNAVAILABLE);
    uint8_t key[TES_KEY_BYTES] = {0};
    assert_int_equal(tes_generate("puzzle", key, NULL, &challenge), TES_OK);
    assert_int_equal(tes_speak(&challenge, "en", text, sizeof text, NULL), TES_UNAVAILABLE);
}

/* ----------------------------------------------------------------- profile */

static bool has_solid(const struct tes_scene *scene, unsigned solid)
{
    for (unsigned i = TES_TABLE_FIRST; i < scene->count; i++)
        if (scene->things[i].solid == solid)
            return true;
    return false;
}

/* The seed's own levels: how many objects, which question, which angles. */
static void test_seed_levels(void **state)
{
    static const struct {
        enum tes_question_id question;
        unsigned least, most, step;
    } LEVELS[] = {
        [TES_EASY] = {TES_QUESTION_turn, 2, 2, 90},
        [TES_MEDIUM] = {TES_QUESTION_behind, 3, 3, 45},
        [TES_HARD] = {TES_QUESTION_visible, 5, 7, 1},
    };
    struct tes_challenge challenge;
    (void)state;
    for (int level = TES_EASY; level <= TES_HARD; level++) {
        unsigned places[TES_QUESTION_OPTIONS] = {0}, nothing[2] = {0}, more[3] = {0};
        const double shares[2] = {2.0 / 3, 1.0 / 3};
        for (uint64_t seed = 0; seed < SEEDS / 4; seed++) {
            make(seed,
                 (struct tes_options){.difficulty = (enum tes_difficulty)level,
                                      .profile = TES_PROFILE_SEED},
                 &challenge);
            const struct tes_question_asked *question = tes_question_of(&challenge);
            unsigned right = question->options[question->select.cells[0]];
            assert_int_equal(question->id, LEVELS[level].question);
            unsigned objects = question->scene.count - TES_TABLE_FIRST;
            assert_in_range(objects, LEVELS[level].least, LEVELS[level].most);
            assert_int_equal(question->option_count, objects);
            more[objects - LEVELS[level].least]++;
            assert_int_equal(challenge.view.count, question->option_count);
            assert_int_equal(question->degrees % (int)LEVELS[level].step, 0);
            places[question->select.cells[0]]++;
            nothing[right == TES_SOLID_COUNT]++;
            for (unsigned i = 0; i < question->option_count && level != TES_HARD; i++)
                assert_true(question->options[i] == TES_SOLID_COUNT ||
                            has_solid(&question->scene, question->options[i]));
            if (level == TES_MEDIUM)
                assert_true(has_solid(&question->scene, question->reference) &&
                            question->reference != right);
        }
        if (level == TES_HARD) /* test_question_visible.c looks at each number of objects */
            check_shares("objects", more, NULL, 3);
        else
            check_shares("place of the answer", places, NULL, LEVELS[level].least);
        if (level == TES_MEDIUM)
            check_shares("something, nothing", nothing, shares, 2);
    }
}

/* With two objects left, the answer is still the one further right after the turn. */
static void test_seed_answer(void **state)
{
    struct tes_challenge challenge;
    (void)state;
    for (uint64_t seed = 0; seed < SEEDS / 4; seed++) {
        make(seed, (struct tes_options){.difficulty = TES_EASY, .profile = TES_PROFILE_SEED},
             &challenge);
        const struct tes_question_asked *question = tes_question_of(&challenge);
        struct tes_scene after = question->scene;
        query_turn(&after, question->is_clockwise ? -question->degrees : question->degrees);
        double x[2];
        for (unsigned i = 0; i < 2; i++)
            x[i] = query_see(&after.camera, tes_thing_middle(&after.things[TES_TABLE_FIRST + i])).x;
        unsigned furthest = x[1] > x[0] ? 1 : 0;
        assert_int_equal(after.things[TES_TABLE_FIRST + furthest].solid,
                         question->options[question->select.cells[0]]);
    }
}

/* A token makes the same challenge again, whatever was asked for. */
static void test_claims(void **state)
{
    struct tes_challenge made, again;
    (void)state;
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct tes_options options = {
            .difficulty = TES_EASY + seed % 3,
            .is_still = seed % 2 == 0,
            .is_heard = seed % 5 == 0,
            .renderer = seed % TES_RENDERER_COUNT,
            .profile = seed % 7 == 0 ? TES_PROFILE_SEED : TES_PROFILE_DEFAULT,
        };
        struct tes_claims claims = {0};
        uint8_t key[TES_KEY_BYTES];
        tes_key_from_seed(seed, key);
        make(seed, options, &made);
        tes_claim(&made, &claims);
        assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_OK);
        static char text[2][16 * 1024];
        assert_int_equal(tes_describe(&made, "id", true, text[0], sizeof text[0], NULL), TES_OK);
        assert_int_equal(tes_describe(&again, "id", true, text[1], sizeof text[1], NULL), TES_OK);
        assert_string_equal(text[0], text[1]);
        /* What follows the last member is padding, which may hold anything. */
        assert_memory_equal(&made.view, &again.view,
                            offsetof(struct tes_view, is_heard) + sizeof made.view.is_heard);
    }
    /* Params that no generator wrote. */
    for (unsigned byte = 0; byte < made.params_length; byte++) {
        struct tes_claims claims = {0};
        struct tes_challenge changed = made;
        uint8_t key[TES_KEY_BYTES] = {0};
        changed.params[byte] = 255;
        tes_claim(&changed, &claims);
        assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_STALE);
    }
    /* What the generation before wrote: its angles were others. */
    struct tes_claims claims = {0};
    uint8_t key[TES_KEY_BYTES] = {0};
    made.params[0]--;
    tes_claim(&made, &claims);
    assert_int_equal(tes_generate_claimed(&claims, key, &again), TES_STALE);
}

/* --------------------------------------------------------------- renderers */

static void test_renderers(void **state)
{
    struct tes_challenge solid, flat, none;
    struct tes_image image;
    (void)state;
    assert_string_equal(tes_renderer_name(TES_RENDERER_3D), "3d");
    assert_null(tes_renderer_name(TES_RENDERER_COUNT));
    assert_null(tes_profile_name(TES_PROFILE_COUNT));
    for (unsigned i = 0; i < TES_RENDERER_COUNT; i++) {
        assert_true(tes_renderer_available((enum tes_renderer)i));
        assert_int_equal(tes_renderer_best((enum tes_renderer)i), i);
    }
    assert_false(tes_renderer_available(TES_RENDERER_COUNT));
    unsigned compared = 0;
    for (uint64_t seed = 0; seed < 30; seed++) {
        make(seed, (struct tes_options){.is_still = true}, &solid);
        make(seed, (struct tes_options){.is_still = true, .renderer = TES_RENDERER_2D}, &flat);
        make(seed, (struct tes_options){.is_still = true, .renderer = TES_RENDERER_NONE}, &none);
        assert_int_not_equal(tes_question_of(&flat)->id, TES_QUESTION_sun);
        assert_int_equal(none.view.width, 0);
        assert_int_equal(tes_draw(&none, NULL, 0, &image), TES_UNAVAILABLE);
        size_t size = tes_draw_bound(&solid);
        uint8_t *memory = malloc(size), *other = malloc(size);
        struct tes_image flat_image;
        assert_non_null(memory);
        assert_non_null(other);
        assert_int_equal(tes_draw(&solid, memory, size, &image), TES_OK);
        assert_int_equal(tes_draw(&flat, other, size, &flat_image), TES_OK);
        if (tes_question_of(&solid)->id == tes_question_of(&flat)->id) {
            /* The same question, drawn another way. */
            assert_int_equal(image.width, flat_image.width);
            assert_memory_not_equal(image.pixels, flat_image.pixels,
                                    (size_t)image.width * image.height);
            compared++;
        }
        free(memory);
        free(other);
    }
    assert_true(compared > 0);
}

static void test_bad_options(void **state)
{
    uint8_t key[TES_KEY_BYTES] = {0};
    struct tes_challenge challenge;
    const struct tes_options bad[] = {
        {.renderer = TES_RENDERER_COUNT}, {.profile = TES_PROFILE_COUNT}, {.difficulty = 4}};
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(tes_generate("scene", key, &bad[i], &challenge), TES_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_heard_languages), cmocka_unit_test(test_heard_or_seen),
        cmocka_unit_test(test_seed_levels),     cmocka_unit_test(test_seed_answer),
        cmocka_unit_test(test_claims),          cmocka_unit_test(test_renderers),
        cmocka_unit_test(test_bad_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
