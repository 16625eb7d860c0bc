/*
 * What records and bindings are told of a challenge, under the names of the original schema: of
 * every kind, at every level.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "challenge/record.h"

enum { SEEDS = 60 };

static char text[TES_RECORD_MAX];

static struct tes_challenge make(const char *kind, uint64_t seed, enum tes_difficulty difficulty,
                                 enum tes_profile profile)
{
    struct tes_options options = {.difficulty = difficulty, .profile = profile};
    struct tes_challenge challenge;
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    assert_int_equal(tes_generate(kind, key, &options, &challenge), TES_OK);
    return challenge;
}

static void each(void (*check)(const struct tes_challenge *challenge))
{
    for (size_t kind = 0; tes_kind_name(kind) != NULL; kind++)
        for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++)
            for (uint64_t seed = 0; seed < SEEDS; seed++) {
                struct tes_challenge challenge =
                    make(tes_kind_name(kind), seed, level, seed % TES_PROFILE_COUNT);
                check(&challenge);
            }
}

/* Reads the next string of a JSON array whose strings need no escapes; false at its end. */
static bool next_string(const char **at, char word[64])
{
    const char *from = strchr(*at, '"');
    if (from == NULL)
        return false;
    const char *to = strchr(from + 1, '"');
    assert_non_null(to);
    assert_true((size_t)(to - from) < 64);
    memcpy(word, from + 1, (size_t)(to - from - 1));
    word[to - from - 1] = '\0';
    *at = to + 1;
    return true;
}

/* The right answer is the option at the place that the answer names, and of all options no other
 * is right. */
static void check_options(const struct tes_challenge *challenge)
{
    char word[64], number[16], correct[TES_RECORD_MAX];
    const char *at = text;
    unsigned count = 0, right = 0;
    assert_int_equal(tes_record_options(challenge, text, sizeof text, NULL), TES_OK);
    assert_int_equal(tes_record_correct_answer(challenge, correct, sizeof correct, NULL), TES_OK);
    for (; next_string(&at, word); count++) {
        if (challenge->view.select_max > 1)
            continue;
        snprintf(number, sizeof number, "%u", count);
        bool is_right = tes_verify(challenge, number, strlen(number)) == TES_OK;
        assert_int_equal(is_right, strcmp(word, correct) == 0);
        right += is_right;
    }
    assert_int_equal(count, challenge->view.count);
    if (challenge->view.select_max == 1)
        assert_int_equal(right, 1);
    else
        assert_int_equal(tes_verify(challenge, correct, strlen(correct)), TES_OK);
}

static void test_the_right_answer_is_one_of_the_options(void **state)
{
    (void)state;
    each(check_options);
}

/* The angle is the one that the sentence says; -1 where the sentence has none. */
static void check_angle(const struct tes_challenge *challenge)
{
    struct tes_record record = tes_record_of(challenge);
    char said[16];
    assert_int_equal(tes_record_question_text(challenge, text, sizeof text, NULL), TES_OK);
    const char *degree = strstr(text, "°");
    assert_true((record.rotation_angle >= 0) == (degree != NULL));
    assert_true(record.rotation_angle < 360);
    if (degree == NULL)
        return;
    snprintf(said, sizeof said, " %d°", record.rotation_angle);
    assert_ptr_equal(strstr(text, said) + strlen(said) - strlen("°"), degree);
}

static void test_the_angle_is_what_the_question_says(void **state)
{
    (void)state;
    each(check_angle);
}

/* S3D-8, S3D-9, S3D-10 */
static void test_nothing_is_hidden_at_easy_and_something_may_be_above(void **state)
{
    (void)state;
    static const char *const TYPES[] = {
        [TES_EASY] = "turn", [TES_MEDIUM] = "behind", [TES_HARD] = "visible"};
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        struct tes_challenge challenge = make("scene", 7, level, TES_PROFILE_SEED);
        struct tes_record record = tes_record_of(&challenge);
        assert_int_equal(record.has_occlusion, level != TES_EASY);
        assert_string_equal(record.question_type, TYPES[level]);
    }
    struct tes_challenge puzzle = make("puzzle", 7, TES_HARD, TES_PROFILE_DEFAULT);
    assert_string_equal(tes_record_of(&puzzle).question_type, "puzzle");
    assert_int_equal(tes_record_of(&puzzle).rotation_angle, -1);
    assert_false(tes_record_of(&puzzle).has_occlusion);
}

/* S3D-8 */
static void test_nothing_is_hidden_at_easy_in_any_profile(void **state)
{
    (void)state;
    for (enum tes_profile profile = TES_PROFILE_DEFAULT; profile < TES_PROFILE_COUNT; profile++) {
        for (uint64_t seed = 0; seed < 10 * SEEDS; seed++) {
            struct tes_challenge challenge = make("scene", seed, TES_EASY, profile);
            assert_false(tes_record_of(&challenge).has_occlusion);
        }
    }
}

/* A net and the cubes that are compared are drawn one beside the other, at every level. */
static void test_what_is_drawn_apart_hides_nothing(void **state)
{
    (void)state;
    unsigned apart = 0, hiding = 0;
    for (uint64_t seed = 0; seed < 2 * SEEDS; seed++) {
        struct tes_challenge challenge = make("scene", seed, TES_HARD, TES_PROFILE_DEFAULT);
        struct tes_record record = tes_record_of(&challenge);
        bool is_apart = strcmp(record.question_type, "net") == 0 ||
                        strcmp(record.question_type, "polycube") == 0;
        assert_int_equal(record.has_occlusion, !is_apart);
        apart += is_apart;
        hiding += !is_apart;
    }
    assert_true(apart > 0 && hiding > 0);
}

typedef enum tes_status (*writer)(const struct tes_challenge *challenge, char *to, size_t size,
                                  size_t *length);
static const writer WRITERS[] = {tes_record_question_text, tes_record_options, tes_record_objects,
                                 tes_record_correct_answer};

static void check_bounds(const struct tes_challenge *challenge)
{
    for (size_t i = 0; i < sizeof WRITERS / sizeof WRITERS[0]; i++) {
        size_t length = 0;
        assert_int_equal(WRITERS[i](challenge, text, sizeof text, &length), TES_OK);
        assert_int_equal(length, strlen(text));
        assert_true(length < TES_RECORD_MAX);
        assert_int_equal(WRITERS[i](challenge, text, length + 1, NULL), TES_OK);
        assert_int_equal(WRITERS[i](challenge, text, length, NULL), TES_TOO_SMALL);
        assert_int_equal(WRITERS[i](challenge, text, 0, NULL), TES_TOO_SMALL);
    }
}

static void test_every_text_fits_and_none_is_cut(void **state)
{
    (void)state;
    each(check_bounds);
}

static void test_objects_have_a_place_and_a_look(void **state)
{
    (void)state;
    struct tes_challenge challenge = make("scene", 7, TES_EASY, TES_PROFILE_SEED);
    unsigned count = 0;
    assert_int_equal(tes_record_objects(&challenge, text, sizeof text, NULL), TES_OK);
    for (const char *at = text; (at = strstr(at, "{\"type\":\"")) != NULL; at++)
        count++;
    assert_int_equal(count, 2);
    assert_non_null(strstr(text, "\"color\":\""));
    assert_non_null(strstr(text, "\"material\":\""));
    assert_non_null(strstr(text, ",\"position\":["));
    assert_null(strstr(text, "disc"));
}

/* Three numbers for each thing: digits on both sides of the point, three of them behind it. */
static void test_places_are_written_as_numbers(void **state)
{
    (void)state;
    unsigned count = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        struct tes_challenge challenge = make("scene", seed, TES_EASY, TES_PROFILE_SEED);
        assert_int_equal(tes_record_objects(&challenge, text, sizeof text, NULL), TES_OK);
        for (const char *at = text; (at = strstr(at, "\"position\":[")) != NULL;) {
            at += strlen("\"position\":");
            for (unsigned i = 0; i < 3; i++, count++) {
                at++; /* the bracket, or a comma */
                at += *at == '-' ? 1 : 0;
                size_t whole = strspn(at, "0123456789");
                assert_true(whole > 0 && at[whole] == '.');
                assert_true(whole == 1 || *at != '0');
                at += whole + 1;
                assert_int_equal(strspn(at, "0123456789"), 3);
                at += 3;
                assert_int_equal(*at, i == 2 ? ']' : ',');
            }
        }
    }
    assert_true(count >= 3 * SEEDS);
}

/* The shape that is asked about comes first and is not turned; then each option as it is shown. */
static void test_shapes_are_the_one_asked_about_and_the_options(void **state)
{
    (void)state;
    unsigned turned = 0;
    for (enum tes_difficulty level = TES_EASY; level <= TES_HARD; level++) {
        struct tes_challenge challenge = make("spatial", 7, level, TES_PROFILE_DEFAULT);
        unsigned count = 0;
        assert_int_equal(tes_record_objects(&challenge, text, sizeof text, NULL), TES_OK);
        for (const char *at = text; (at = strstr(at, "\"rotation\":")) != NULL; count++) {
            at += strlen("\"rotation\":");
            turned += *at != '0' ? 1 : 0;
            if (count == 0)
                assert_int_equal(*at, '0');
        }
        assert_int_equal(count, 1 + challenge.view.count);
    }
    assert_true(turned > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_right_answer_is_one_of_the_options),
        cmocka_unit_test(test_the_angle_is_what_the_question_says),
        cmocka_unit_test(test_nothing_is_hidden_at_easy_and_something_may_be_above),
        cmocka_unit_test(test_nothing_is_hidden_at_easy_in_any_profile),
        cmocka_unit_test(test_what_is_drawn_apart_hides_nothing),
        cmocka_unit_test(test_every_text_fits_and_none_is_cut),
        cmocka_unit_test(test_objects_have_a_place_and_a_look),
        cmocka_unit_test(test_places_are_written_as_numbers),
        cmocka_unit_test(test_shapes_are_the_one_asked_about_and_the_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
