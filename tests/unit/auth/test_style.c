/*
 * test_style.c: how a user writes: what is learned, when it is known, what is told apart. The
 * authors are made up: each picks words and marks from one list, but not equally often.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "auth/auth_style_features.h"
#include "base/buf.h"
#include "challenge/random.h"

/* ------------------------------------------------------------------------ authors */

static const char *const WORDS[] = {
    "the",     "of",       "perhaps", "because", "river",  "window", "considerable", "I",
    "think",   "really",   "just",    "like",    "stuff",  "house",  "however",      "therefore",
    "morning", "although", "so",      "very",    "people", "walked", "it",           "was",
};

enum { WORD_COUNT = sizeof WORDS / sizeof WORDS[0], TEXT_MAX = 1200 };

struct author {
    unsigned first;    /* of the words that are picked more often */
    unsigned sentence; /* words of one, at most */
    const char *end;
    bool has_capitals;
    unsigned typing_ms;
};

static const struct author CALM = {0, 18, ". ", true, 260};
static const struct author LOUD = {7, 5, "!! ", false, 90};

struct written {
    char text[TEXT_MAX];
    uint32_t typing_ms[64];
    struct tes_auth_request request;
};

static void write_message(const struct author *author, uint64_t seed, struct written *message)
{
    struct tes_random random;
    uint8_t key[TES_KEY_BYTES];
    struct tes_buf buf = tes_buf_on(message->text, sizeof message->text);
    tes_key_from_seed(seed, key);
    tes_random_start(&random, key);
    for (unsigned sentence = 0; sentence < 6; sentence++) {
        unsigned count = 2 + tes_random_below(&random, author->sentence);
        for (unsigned i = 0; i < count; i++) {
            unsigned near = tes_random_below(&random, 8),
                     any = tes_random_below(&random, WORD_COUNT);
            bool is_near = !tes_random_chance(&random, 4);
            const char *word = WORDS[is_near ? (author->first + near) % WORD_COUNT : any];
            bool is_raised = i == 0 && author->has_capitals && word[0] >= 'a';
            tes_buf_text(&buf, i == 0 ? "" : " ");
            tes_buf_char(&buf, is_raised ? (char)(word[0] - 32) : word[0]);
            tes_buf_text(&buf, word + 1);
        }
        tes_buf_text(&buf, author->end);
    }
    for (unsigned i = 0; i < 64; i++)
        message->typing_ms[i] =
            author->typing_ms / 2 + tes_random_below(&random, author->typing_ms);
    message->request = (struct tes_auth_request){.message = tes_buf_done(&buf)};
    assert_false(buf.failed);
}

static void learn(struct tes_style_profile *profile, const struct author *author, unsigned count,
                  bool with_typing)
{
    for (unsigned i = 0; i < count; i++) {
        struct written message;
        write_message(author, 1000 + i, &message);
        if (with_typing) {
            message.request.typing_ms = message.typing_ms;
            message.request.typing_count = 64;
        }
        assert_int_equal(tes_style_learn(profile, &message.request), TES_OK);
    }
}

static struct tes_style_score score_of(const struct tes_style_profile *profile,
                                       const struct tes_auth_request *request)
{
    struct tes_style_score score;
    assert_int_equal(tes_style_score(profile, request, &score), TES_OK);
    assert_true(score.confidence >= 0 && score.confidence <= 1);
    assert_int_equal(score.state == TES_AUTH_KNOWN, score.missing == NULL);
    return score;
}

/* S3D-25: authors are told apart, and the farther a text is, the lower the confidence. */
static void test_authors(void **state)
{
    (void)state;
    struct tes_style_profile calm = {0}, loud = {0};
    learn(&calm, &CALM, 12, false);
    learn(&loud, &LOUD, 12, false);
    for (unsigned i = 0; i < 20; i++) {
        struct written by_calm, by_loud;
        write_message(&CALM, i, &by_calm);
        write_message(&LOUD, i, &by_loud);
        assert_true(score_of(&calm, &by_calm.request).confidence > 0.85);
        assert_true(score_of(&loud, &by_loud.request).confidence > 0.85);
        assert_true(score_of(&calm, &by_loud.request).confidence < 0.3);
        assert_true(score_of(&loud, &by_calm.request).confidence < 0.3);
    }
    /* Between the two. */
    struct author mixed = CALM;
    mixed.end = "!! ";
    mixed.has_capitals = false;
    struct written message;
    write_message(&mixed, 7, &message);
    double between = score_of(&calm, &message.request).confidence;
    write_message(&LOUD, 7, &message);
    assert_true(score_of(&calm, &message.request).confidence < between);
    write_message(&CALM, 7, &message);
    assert_true(score_of(&calm, &message.request).confidence > between);
}

/* Nothing is known until enough was learned, nor of a message that is too short. */
static void test_minima(void **state)
{
    (void)state;
    struct tes_style_profile profile = {0};
    struct written message;
    write_message(&CALM, 1, &message);
    for (unsigned learned = 0; learned < 12; learned++) {
        struct tes_style_score score = score_of(&profile, &message.request);
        if (learned < 5)
            assert_string_equal(score.missing, "confirmed messages");
        if (score.state == TES_AUTH_UNKNOWN)
            assert_true(score.confidence == 0);
        learn(&profile, &CALM, 1, false);
    }
    assert_int_equal(score_of(&profile, &message.request).state, TES_AUTH_KNOWN);
    /* Five messages of one word each are not enough. */
    struct tes_style_profile terse = {0};
    struct tes_auth_request word = {.message = TES_SLICE("Yes. ")};
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(tes_style_learn(&terse, &word), TES_OK);
    assert_string_equal(score_of(&terse, &message.request).missing, "text");
    /* 41 characters make 39 trigrams, 42 make the 40 that are asked for. */
    struct tes_auth_request cut = message.request;
    cut.message.length = 41;
    assert_string_equal(score_of(&profile, &cut).missing, "text");
    cut.message.length = 42;
    assert_int_equal(score_of(&profile, &cut).state, TES_AUTH_KNOWN);
    struct tes_auth_request nothing = {0};
    assert_string_equal(score_of(&profile, &nothing).missing, "text");
}

static void test_typing(void **state)
{
    (void)state;
    struct tes_style_profile profile = {0};
    struct written slow, fast;
    learn(&profile, &CALM, 10, true);
    write_message(&CALM, 3, &slow);
    write_message(&LOUD, 3, &fast);
    /* Nothing but the rhythm. */
    struct tes_auth_request request = {.typing_ms = slow.typing_ms, .typing_count = 64};
    assert_true(score_of(&profile, &request).confidence > 0.85);
    request.typing_ms = fast.typing_ms;
    assert_true(score_of(&profile, &request).confidence < 0.3);
    request.typing_count = 19;
    assert_int_equal(score_of(&profile, &request).state, TES_AUTH_UNKNOWN);
    /* Beside a text that is right, the wrong rhythm lowers the confidence. */
    double alone = score_of(&profile, &slow.request).confidence;
    slow.request.typing_ms = fast.typing_ms;
    slow.request.typing_count = 64;
    assert_true(score_of(&profile, &slow.request).confidence < alone);
    /* More than is looked at. */
    static uint32_t many[TES_AUTH_TYPING_MAX + 100];
    struct tes_style_counts counts;
    request =
        (struct tes_auth_request){.typing_ms = many, .typing_count = TES_AUTH_TYPING_MAX + 100};
    assert_int_equal(tes_style_features(&request, &counts), TES_OK);
    assert_int_equal(counts.events[TES_STYLE_RHYTHM], TES_AUTH_TYPING_MAX);
    request = (struct tes_auth_request){.typing_ms = NULL, .typing_count = 5};
    assert_int_equal(tes_style_features(&request, &counts), TES_OK);
    assert_int_equal(counts.events[TES_STYLE_RHYTHM], 0);
}

/* ----------------------------------------------------------------------- features */

static uint32_t bin_of(const char *text, enum tes_style_group group, unsigned bin)
{
    struct tes_style_counts counts;
    struct tes_auth_request request = {.message = tes_slice_of(text)};
    assert_int_equal(tes_style_features(&request, &counts), TES_OK);
    return counts.bins[tes_style_rows[group].first + bin];
}

static void test_features(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum tes_style_group group;
        unsigned bin;
        uint32_t count;
    } CASES[] = {
        {"a bb ccc", TES_STYLE_LENGTHS, 0, 1},
        {"a bb ccc", TES_STYLE_LENGTHS, 2, 1},
        {"Donaudampfschifffahrt", TES_STYLE_LENGTHS, 15, 1},
        {"don't", TES_STYLE_LENGTHS, 3, 1},
        {"\xC3\xA4\xC3\xB6\xC3\xBC", TES_STYLE_LENGTHS, 2, 1},
        {"One two. Three!", TES_STYLE_SENTENCES, 0, 1},
        {"One two. Three!", TES_STYLE_SENTENCES, 1, 1},
        {"e.g. this", TES_STYLE_SENTENCES, 1, 1},
        {"one\n\ntwo", TES_STYLE_SENTENCES, 0, 2},
        {"(He left.) Gone.", TES_STYLE_SENTENCES, 1, 1},
        {"a, b", TES_STYLE_MARKS, 4, 1},
        {"a...", TES_STYLE_MARKS, 5, 1},
        {"a...", TES_STYLE_MARKS, 6, 2},
        {"a!!", TES_STYLE_MARKS, 8, 1},
        {"a  b", TES_STYLE_MARKS, 1, 1},
        {"a\r\nb", TES_STYLE_MARKS, 2, 1},
        {"a\n\n\nb", TES_STYLE_MARKS, 3, 1},
        {"a\xE2\x80\x94"
         "b",
         TES_STYLE_MARKS, 21, 1},
        {"ok \xF0\x9F\x98\x80", TES_STYLE_MARKS, 22, 1},
        {"a\x01"
         "b",
         TES_STYLE_MARKS, 23, 1},
        {"Hello There", TES_STYLE_CASES, 1, 1},
        {"Hello There", TES_STYLE_CASES, 7, 1},
        {"hello NASA", TES_STYLE_CASES, 8, 1},
        {"hello iPhone", TES_STYLE_CASES, 9, 1},
        {"hello 42", TES_STYLE_CASES, 10, 1},
        {"\xD0\x9F\xD1\x80", TES_STYLE_CASES, 1, 1},
        {"A fish", TES_STYLE_WORDS, 0, 1},
        {"A fish", TES_STYLE_WORDS, 103, 1},
        {"of of", TES_STYLE_WORDS, 103, 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        uint32_t count = bin_of(CASES[i].text, CASES[i].group, CASES[i].bin);
        if (count != CASES[i].count)
            fail_msg("%s, bin %u of group %u: %u", CASES[i].text, CASES[i].bin, CASES[i].group,
                     count);
    }
}

/* Words are searched by halves, so they stand in order; each is found. */
static void test_words(void **state)
{
    (void)state;
    static const char *const LIST[] = {
#define STYLE_WORD(word) word,
#include "auth/auth_style_words.def"
#undef STYLE_WORD
    };
    enum { COUNT = sizeof LIST / sizeof LIST[0] };
    assert_int_equal(COUNT + 1, tes_style_rows[TES_STYLE_WORDS].bins);
    for (unsigned i = 0; i < COUNT; i++) {
        assert_int_equal(bin_of(LIST[i], TES_STYLE_WORDS, i), 1);
        assert_true(i == 0 || strcmp(LIST[i - 1], LIST[i]) < 0);
    }
}

/* --------------------------------------------------------------------- bad input */

static void test_bad_text(void **state)
{
    (void)state;
    static const char *const BAD[] = {"\xFF", "ok \xC0\xAF", "\xED\xA0\x80", "half \xE2\x82",
                                      "\xF5\x80\x80\x80"};
    struct tes_style_profile profile = {0}, before;
    struct tes_style_score score;
    learn(&profile, &CALM, 6, false);
    before = profile;
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        struct tes_auth_request request = {.message = tes_slice_of(BAD[i])};
        assert_int_equal(tes_style_learn(&profile, &request), TES_BAD_ARGUMENT);
        assert_int_equal(tes_style_score(&profile, &request, &score), TES_BAD_ARGUMENT);
        assert_int_equal(score.state, TES_AUTH_UNKNOWN);
        assert_memory_equal(&profile, &before, sizeof profile);
    }
    struct tes_auth_request nul = {.message = {"a\0b", 3}};
    assert_int_equal(tes_style_learn(&profile, &nul), TES_OK);
}

/* At most 64 KiB are looked at, cut between characters, and one long message does not dominate. */
static void test_long_message(void **state)
{
    (void)state;
    static char text[TES_AUTH_MESSAGE_MAX * 2];
    struct tes_style_counts counts;
    struct tes_auth_request request = {.message = {text, sizeof text}};
    memset(text, 'a', sizeof text);
    memcpy(text + TES_AUTH_MESSAGE_MAX - 1, "\xC3\xA4", 2);
    assert_int_equal(tes_style_features(&request, &counts), TES_OK);
    assert_int_equal(counts.events[TES_STYLE_GRAMS], TES_AUTH_MESSAGE_MAX - 1 - 2);
    struct tes_style_profile profile = {0};
    struct written message;
    for (size_t at = 0; at + 8 < sizeof text; at += 8)
        memcpy(text + at, "Zq xv!! ", 8);
    learn(&profile, &CALM, 12, false);
    assert_int_equal(tes_style_learn(&profile, &request), TES_OK);
    for (unsigned i = 0; i < TES_STYLE_GROUPS; i++) {
        const struct tes_style_row *row = &tes_style_rows[i];
        uint32_t sum = 0;
        for (unsigned bin = row->first; bin < row->first + row->bins; bin++)
            sum += profile.counts[bin];
        assert_in_range(sum, 0, 13 * row->learned_max + row->bins);
    }
    write_message(&CALM, 5, &message);
    assert_true(score_of(&profile, &message.request).confidence > 0.85);
}

/* Counts are halved before they could overflow, however much is learned. */
static void test_learns_for_ever(void **state)
{
    (void)state;
    struct tes_style_profile profile = {0};
    struct written message;
    uint8_t bytes[TES_STYLE_BYTES];
    size_t length;
    for (unsigned i = 0; i < 2000; i++) {
        write_message(i < 1000 ? &LOUD : &CALM, i % 50, &message);
        message.request.typing_ms = message.typing_ms;
        message.request.typing_count = 64;
        assert_int_equal(tes_style_learn(&profile, &message.request), TES_OK);
    }
    assert_int_equal(tes_style_write(&profile, bytes, sizeof bytes, &length), TES_OK);
    assert_int_equal(tes_style_read(&profile, bytes, length), TES_OK);
    /* What was learned long ago fades. */
    write_message(&CALM, 77, &message);
    assert_true(score_of(&profile, &message.request).confidence > 0.85);
    write_message(&LOUD, 77, &message);
    assert_true(score_of(&profile, &message.request).confidence < 0.5);
}

static void test_bytes(void **state)
{
    (void)state;
    struct tes_style_profile profile = {0}, again;
    uint8_t bytes[TES_STYLE_BYTES], twice[TES_STYLE_BYTES];
    size_t length, length_twice;
    learn(&profile, &CALM, 8, true);
    assert_int_equal(tes_style_write(&profile, bytes, sizeof bytes, &length), TES_OK);
    assert_int_equal(tes_style_read(&again, bytes, length), TES_OK);
    assert_memory_equal(&again, &profile, sizeof profile);
    assert_int_equal(tes_style_write(&again, twice, sizeof twice, &length_twice), TES_OK);
    assert_int_equal(length_twice, length);
    assert_memory_equal(twice, bytes, length);
    for (size_t size = 0; size < length; size++) {
        assert_int_equal(tes_style_write(&profile, twice, size, &length_twice), TES_TOO_SMALL);
        assert_int_equal(tes_style_read(&again, bytes, size), TES_BAD_ARGUMENT);
    }
    assert_int_equal(tes_style_read(&again, NULL, 0), TES_BAD_ARGUMENT);
    static const struct {
        const char *name;
        size_t at;
        uint8_t value;
    } BROKEN[] = {
        {"head", 0, 'x'},
        {"version", 3, 2},
        {"a mean of its own", 10, 0x7F},
        {"a count", 8 + 4, 25},
        {"counts that no learning gives", 8 + 7 * 8 + 1, 0xFF},
    };
    for (size_t i = 0; i < sizeof BROKEN / sizeof BROKEN[0]; i++) {
        static const struct tes_style_profile ZERO;
        memcpy(twice, bytes, length);
        twice[BROKEN[i].at] = BROKEN[i].value;
        if (tes_style_read(&again, twice, length) != TES_BAD_ARGUMENT)
            fail_msg("%s", BROKEN[i].name);
        assert_memory_equal(&again, &ZERO, sizeof again);
    }
}

/* S3D-25: the adapter behind the port. */
static void test_cultural_port(void **state)
{
    (void)state;
    struct tes_style_profile profile = {0};
    struct tes_auth_cultural cultural = {NULL};
    struct tes_auth_port port = tes_auth_cultural_port(&cultural);
    struct tes_auth_result result = {0};
    struct written message;
    write_message(&CALM, 9, &message);
    assert_string_equal(port.name(port.self), "cultural_biometrics");
    assert_false(port.supports_challenge(port.self) || port.is_available(port.self));
    assert_true(port.latency_budget_ms(port.self) > 0);
    cultural.profile = &profile;
    assert_true(port.is_available(port.self));
    assert_int_equal(port.authenticate(port.self, &message.request, &result), TES_OK);
    assert_true(result.state == TES_AUTH_UNKNOWN && !result.is_human && result.confidence == 0);
    assert_string_equal(result.metadata, "{\"messages_learned\":0,\"features\":0,"
                                         "\"missing\":\"confirmed messages\"}");
    learn(&profile, &CALM, 12, false);
    struct tes_style_profile before = profile;
    assert_int_equal(port.authenticate(port.self, &message.request, &result), TES_OK);
    assert_true(result.state == TES_AUTH_KNOWN && result.is_human);
    assert_memory_equal(&profile, &before, sizeof profile); /* asking teaches nothing */
    struct tes_auth_request bad = {.message = TES_SLICE("\xFF")};
    assert_int_equal(port.authenticate(port.self, &bad, &result), TES_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_authors),      cmocka_unit_test(test_minima),
        cmocka_unit_test(test_typing),       cmocka_unit_test(test_features),
        cmocka_unit_test(test_words),        cmocka_unit_test(test_bad_text),
        cmocka_unit_test(test_long_message), cmocka_unit_test(test_learns_for_ever),
        cmocka_unit_test(test_bytes),        cmocka_unit_test(test_cultural_port),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
