/* The server's words: which language a tag or a header asks for, and lines with holes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "challenge/kind.h"
#include "server/words/words.h"

static void expect_tag(const struct words *words, const char *tag)
{
    if (tag == NULL) {
        assert_null(words);
        return;
    }
    assert_non_null(words);
    assert_int_equal(words->tag.length, strlen(tag));
    assert_memory_equal(words->tag.at, tag, words->tag.length);
}

static void tags_find_the_language_that_fits_best(void **state)
{
    (void)state;
    static const struct row {
        const char *asked, *found;
    } ROWS[] = {
        {"en", "en"},
        {"de", "de"},
        {"DE", "de"},
        {"de-AT", "de"},
        {"de_AT", "de"},
        {"de-Latn-AT-1996", "de"},
        {"iw", "he"},
        {"iw-IL", "he"},
        {"zh", "zh"},
        {"zh-CN", "zh"},
        {"zh-Hans-HK", "zh"}, /* the script goes before the place */
        {"xx", NULL},
        {"tlh-AQ", NULL},
        {"", NULL},
        {"-", NULL},
        {"-de", NULL},
        {"x-formal", NULL},
        {"*", NULL},
        {"de AT", NULL},
        {"de;q=1", NULL},
        {"de\"><script>", NULL},
        {"de-\"><script>", NULL},
        {"de-\xc3\xa9", NULL},
        {"d\xc3\xa9", NULL},
        {"deu", NULL},
        {"d", NULL},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        expect_tag(words_find(tes_slice_of(ROWS[i].asked)), ROWS[i].found);
    expect_tag(words_for(TES_SLICE("tlh")), "en");
    expect_tag(words_find(TES_SLICE("de\0AT")), NULL);
}

static void tags_are_bounded(void **state)
{
    (void)state;
    static char tag[10000];
    memset(tag, 'a', sizeof tag);
    memcpy(tag, "de-", 3);
    for (size_t i = 8; i < sizeof tag; i += 9)
        tag[i] = '-';
    assert_non_null(words_find((struct tes_slice){tag, WORDS_TAG_MAX}));
    assert_null(words_find((struct tes_slice){tag, WORDS_TAG_MAX + 1}));
    assert_null(words_find((struct tes_slice){tag, sizeof tag}));
}

static void chinese_is_written_as_its_place_writes_it(void **state)
{
    (void)state;
    const char *traditional =
        words_find(TES_SLICE("zh-Hant")) == words_find(TES_SLICE("zh")) ? "zh" : "zh-Hant";
    static const char *const TAGS[] = {"zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-hant-hk", "ZH_tw"};
    for (size_t i = 0; i < sizeof TAGS / sizeof *TAGS; i++)
        expect_tag(words_find(tes_slice_of(TAGS[i])), traditional);
    expect_tag(words_find(TES_SLICE("zh-SG")), "zh");
}

/* Those that a file has no lines for are the language as it is. */
static void forms_of_address(void **state)
{
    (void)state;
    unsigned forms = 0;
    for (const struct words *words = words_all; words->lines != NULL; words++) {
        bool is_form = !tes_slice_equal(words->tag, words->lang);
        const struct words *language = words_find(words->lang);
        forms += is_form;
        assert_ptr_equal(words_find(words->tag), words);
        assert_ptr_equal(words_address(words, WORDS_AS_IS), words);
        assert_true(tes_slice_equal(language->tag, words->lang));
        const struct words *formal = words_address(words, WORDS_FORMAL);
        const struct words *informal = words_address(words, WORDS_INFORMAL);
        assert_true(tes_slice_equal(formal->lang, words->lang));
        /* A file has its own form, and lines for one other at most. */
        assert_true(formal == language || informal == language);
        if (is_form)
            assert_true(formal == words || informal == words);
    }
    expect_tag(words_find(TES_SLICE("en-x-formal")), "en");
    expect_tag(words_find(TES_SLICE("de-AT-x-other")), "de");
    if (forms > 0)
        expect_tag(words_find(TES_SLICE("de-AT-x-formal")), "de-x-formal");
}

static void headers_by_weight(void **state)
{
    (void)state;
    static const struct row {
        const char *header, *found;
    } ROWS[] = {
        {"de", "de"},
        {"de-CH, fr;q=0.9", "de"},
        {"fr;q=0.9, de-CH", "de"},
        {"fr;q=0.5,de;q=0.8,en;q=0.7", "de"},
        {"fr;q=0.85,de;q=0.8", "fr"},
        {"fr ; q=0.001 , xx", "fr"},
        {"de;q=0.5, fr;q=0.5", "de"}, /* as they come */
        {"xx, yy;q=0.9, it;q=0.1", "it"},
        {"de;q=0, fr;q=0.1", "fr"},
        {"de;q=1.000", "de"},
        {"de;Q=1;level=2", "de"},
        {"", NULL},
        {"*", NULL},
        {"xx", NULL},
        {"de;q=0", NULL},
        {"de;q=2", NULL},
        {"de;q=1.5", NULL},
        {"de;q=0.1234", NULL},
        {"de;q=-1", NULL},
        {"de;q=", NULL},
        {"de;q=.5", NULL},
        {"de;q=0,5", NULL},
        {"de;q=0.x", NULL},
        {",,, ,", NULL},
        {";q=1", NULL},
        {",,fr", "fr"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
        expect_tag(words_accept(tes_slice_of(ROWS[i].header)), ROWS[i].found);
    expect_tag(words_accept((struct tes_slice){NULL, 0}), NULL);
}

static void headers_are_bounded(void **state)
{
    (void)state;
    static char header[10000];
    struct tes_buf text = tes_buf_on(header, sizeof header);
    for (unsigned i = 1; i < WORDS_ACCEPT_MAX; i++)
        tes_buf_text(&text, "xx,");
    tes_buf_text(&text, "de");
    expect_tag(words_accept(tes_buf_done(&text)), "de");
    text.length = 0;
    for (unsigned i = 0; i < WORDS_ACCEPT_MAX; i++)
        tes_buf_text(&text, "xx,");
    tes_buf_text(&text, "de");
    expect_tag(words_accept(tes_buf_done(&text)), NULL);
    memset(header, 'd', sizeof header);
    assert_null(words_accept((struct tes_slice){header, sizeof header}));
    memset(header, ',', sizeof header);
    assert_null(words_accept((struct tes_slice){header, sizeof header}));
    memset(header, 0, sizeof header);
    assert_null(words_accept((struct tes_slice){header, sizeof header}));
    memset(header, 0xff, sizeof header);
    assert_null(words_accept((struct tes_slice){header, sizeof header}));
}

static void expect_filled(const char *line, struct tes_slice digits, const char *expected)
{
    const struct tes_hole holes[] = {
        {.name = "n", .number = 1290},
        {.name = "more", .text = TES_SLICE("<b>")},
        {.name = NULL},
        {.name = "none", .text = TES_SLICE("")},
    };
    char memory[128];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    tes_instruction_fill(tes_slice_of(line), holes, sizeof holes / sizeof *holes, digits, &text);
    assert_false(text.failed);
    assert_int_equal(text.length, strlen(expected));
    assert_memory_equal(text.at, expected, text.length);
}

static void holes_are_filled(void **state)
{
    (void)state;
    const struct tes_slice ascii = {NULL, 0};
    expect_filled("{n} s, {more}", ascii, "1290 s, <b>");
    expect_filled("{n}{n}", ascii, "12901290");
    expect_filled("[{none}{unknown}]", ascii, "[]");
    expect_filled("{}{ n}{n {{n}}", ascii, "{}{ n}{n {1290}");
    expect_filled("{", ascii, "{");
    expect_filled("{n", ascii, "{n");
    expect_filled("", ascii, "");
    expect_filled("{n}", TES_SLICE("۰۱۲۳۴۵۶۷۸۹"), "۱۲۹۰");
    expect_filled("{n}", TES_SLICE("abc"), "1290"); /* these are not ten */
    expect_filled("{n}", TES_SLICE("abcdefghijklm"), "1290");
}

static void what_is_too_long_fails(void **state)
{
    (void)state;
    char memory[8];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    const struct tes_hole hole = {.name = "n", .number = 123456};
    tes_instruction_fill(TES_SLICE("{n}{n}"), &hole, 1, (struct tes_slice){NULL, 0}, &text);
    assert_true(text.failed);
}

/* Each language has something to say for every key, and says it within bounds. */
static void every_line_is_there(void **state)
{
    (void)state;
    for (const struct words *words = words_all; words->lines != NULL; words++) {
        bool is_rtl = tes_slice_equal(words->direction, TES_SLICE("rtl"));
        assert_true(is_rtl || tes_slice_equal(words->direction, TES_SLICE("ltr")));
        assert_in_range(words->name.length, 1, 40);
        assert_in_range(words->tag.length, 2, WORDS_TAG_MAX);
        for (size_t i = 0; words_keys[i] != NULL; i++)
            assert_in_range(words->lines[i].length, 1, i < WORD_COUNT ? 1024 : 400);
        assert_int_equal(words_say(words, WORD_DIGITS).length % 10, 0);
    }
    expect_tag(words_all, "en");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_find_the_language_that_fits_best),
        cmocka_unit_test(tags_are_bounded),
        cmocka_unit_test(chinese_is_written_as_its_place_writes_it),
        cmocka_unit_test(forms_of_address),
        cmocka_unit_test(headers_by_weight),
        cmocka_unit_test(headers_are_bounded),
        cmocka_unit_test(holes_are_filled),
        cmocka_unit_test(what_is_too_long_fails),
        cmocka_unit_test(every_line_is_there),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
