/*
 * The pages: each renders, says what the requirements want said, and tells nothing it must not.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "pages/html/demo_page.h"
#include "pages/html/message_page.h"
#include "pages/html/puzzle_page.h"
#include "rendered.h"
#include "server/assets/assets.h"

static const char token[] = "c2VhbGVk-token_0123456789";

static struct tes_puzzle make_puzzle(unsigned first, unsigned second, unsigned transform_count)
{
    struct tes_puzzle puzzle = {
        .before = {1, 0, 2, 0, 0, 0, 1, 0, 2, 0, 0, 1, 0, 2, 0, 0},
        .start = {0, 1, 0, 0, 2, 2, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2},
        .first = (uint8_t)first,
        .second = (uint8_t)second,
        .transform_count = (uint8_t)transform_count,
        .active_cells = 7,
    };
    uint8_t between[TES_PUZZLE_CELLS];
    tes_puzzle_transform(first, puzzle.before, between);
    tes_puzzle_transform(second, between, puzzle.after);
    tes_puzzle_transform(first, puzzle.start, between);
    tes_puzzle_transform(second, between, puzzle.solution);
    return puzzle;
}

static struct puzzle_page page_of(const struct tes_puzzle *puzzle)
{
    return (struct puzzle_page){
        .puzzle = puzzle,
        .token = tes_slice_of(token),
        .action = TES_SLICE("/challenge/puzzle"),
        .new_path = TES_SLICE("/challenge/puzzle?new=1&x=\"y\""),
        .turn = {.seconds_left = 300, .extendable = true},
    };
}

static void render(const struct puzzle_page *page)
{
    struct tes_buf html = fresh();
    assert_int_equal(puzzle_page_write(&html, page), TES_OK);
}

/* The cells of the table with that id, as digits, read back from the HTML. */
static bool read_grid(const char *id, char digits[TES_PUZZLE_CELLS + 1])
{
    char mark[64];
    snprintf(mark, sizeof mark, "<table class=\"grid\" dir=\"ltr\" id=\"%s\">", id);
    static const char *const TONES[] = {
        [TES_PUZZLE_EMPTY] = "empty", [TES_PUZZLE_BLACK] = "black", [TES_PUZZLE_PINK] = "pink"};
    const char *at = strstr(memory, mark);
    memset(digits, '?', TES_PUZZLE_CELLS);
    for (unsigned i = 0; i < TES_PUZZLE_CELLS; i++) {
        at = at == NULL ? NULL : strstr(at, "<td class=\"");
        if (at == NULL)
            return false;
        at += strlen("<td class=\"");
        for (enum tes_puzzle_tone tone = TES_PUZZLE_EMPTY; tone <= TES_PUZZLE_PINK; tone++)
            if (strncmp(at, TONES[tone], strlen(TONES[tone])) == 0)
                digits[i] = "012"[tone];
    }
    digits[TES_PUZZLE_CELLS] = '\0';
    return true;
}

static void assert_grid(const char *id, const uint8_t cells[TES_PUZZLE_CELLS])
{
    char digits[TES_PUZZLE_CELLS + 1] = "";
    assert_true(read_grid(id, digits));
    for (unsigned i = 0; i < TES_PUZZLE_CELLS; i++)
        assert_int_equal(digits[i] - '0', cells[i]);
}

/* PUZ-1, PUZ-2: one worked example and the visitor's own 4x4 grid, in two tones, readable aloud. */
static void test_grids(void **state)
{
    (void)state;
    struct tes_puzzle puzzle = make_puzzle(4, 0, 6);
    struct puzzle_page page = page_of(&puzzle);
    render(&page);
    assert_grid("grid-before", puzzle.before);
    assert_grid("grid-after", puzzle.after);
    assert_grid("grid-start", puzzle.start);
    static const char *const captions[] = {"Before", "Before, with your moves", "After",
                                           "Your grid", "Your result"};
    for (size_t i = 0; i < sizeof captions / sizeof *captions; i++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted, "<caption dir=\"auto\">%s</caption>", captions[i]);
        assert_int_equal(count(wanted), 1);
    }
    assert_int_equal(count("<table class=\"grid\" dir=\"ltr\""), 5); /* moves go where they say */
    assert_true(says("<td class=\"black\"><span class=\"aloud\">black</span></td>"));
    assert_true(says("<td class=\"pink\"><span class=\"aloud\">pink</span></td>"));
    assert_int_equal(count("<th scope=\"row\"><span class=\"aloud\">Row 4</span></th>"), 5);
    assert_int_equal(count("<th scope=\"col\"><span class=\"aloud\">Column 4</span></th>"), 5);
}

/* A form that needs no JavaScript: PUZ-7's fields. */
static void test_form(void **state)
{
    (void)state;
    struct tes_puzzle puzzle = make_puzzle(4, 0, 6);
    struct puzzle_page page = page_of(&puzzle);
    render(&page);
    assert_true(says("method=\"post\" action=\"/challenge/puzzle\""));
    assert_true(says("<input type=\"hidden\" name=\"seed\" value=\"c2VhbGVk-token_0123456789\""));
    assert_true(says("<button class=\"button\" id=\"submit\" name=\"moves\" value=\"1\">"));
    assert_true(says("href=\"/challenge/puzzle?new=1&amp;x=&quot;y&quot;\""));
}

/* PUZ-4, PUZ-5: 1st and 2nd are chosen from a legend that is an ordered prefix of the transforms,
 * each with its picture. */
static void test_legend(void **state)
{
    (void)state;
    for (unsigned length = 4; length <= TES_PUZZLE_TRANSFORMS; length++) {
        struct tes_puzzle puzzle = make_puzzle(0, 2, length);
        struct puzzle_page page = page_of(&puzzle);
        render(&page);
        assert_true(says("<legend>1st move</legend>"));
        assert_true(says("<legend>2nd move</legend>"));
        assert_int_equal(count("type=\"radio\""), 2 * length);
        /* A screen reader must not call a move that nobody has come to yet an error. */
        assert_int_equal(count(" required aria-invalid=\"false\">"), 2 * length);
        for (unsigned transform = 0; transform < TES_PUZZLE_TRANSFORMS; transform++) {
            static const char *const shapes[] = {
                "name=\"first\" id=\"first-%1$s\" value=\"%1$s\"",
                "name=\"second\" id=\"second-%1$s\" value=\"%1$s\"",
                "<symbol id=\"move-%1$s\"",
                "<use href=\"#move-%1$s\"",
                "<use href=\"#glyph-%1$s\"",
            };
            for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
                char wanted[128];
                snprintf(wanted, sizeof wanted, shapes[i], tes_puzzle_transform_slug(transform));
                assert_int_equal(says(wanted), transform < length);
            }
            char glyph[64];
            snprintf(glyph, sizeof glyph, "<symbol id=\"glyph-%s\"",
                     tes_puzzle_transform_slug(transform));
            assert_true(says(glyph));
        }
    }
}

/* PUZ-21: the solution is nowhere, no choice is marked, and two puzzles that differ in nothing but
 * the transforms behind them give the same page. */
static void test_tells_nothing(void **state)
{
    (void)state;
    struct tes_puzzle puzzle = make_puzzle(4, 0, 6);
    struct puzzle_page page = page_of(&puzzle);
    render(&page);
    assert_false(says("checked"));

    char digits[TES_PUZZLE_CELLS + 1] = "", solution[TES_PUZZLE_CELLS + 1] = "";
    for (unsigned i = 0; i < TES_PUZZLE_CELLS; i++)
        solution[i] = (char)('0' + puzzle.solution[i]);
    assert_false(says(solution));
    static const char *const ids[] = {"grid-before", "grid-preview", "grid-after", "grid-start",
                                      "grid-result"};
    assert_int_equal(count("<table"), sizeof ids / sizeof *ids);
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        assert_true(read_grid(ids[i], digits));
        assert_string_not_equal(digits, solution);
    }

    static char first_page[PAGE_MAX + 1];
    memcpy(first_page, memory, sizeof memory);
    struct tes_puzzle other = puzzle;
    other.first = 1;
    other.second = 3;
    memset(other.solution, TES_PUZZLE_PINK, sizeof other.solution);
    other.active_cells = 9;
    page.puzzle = &other;
    render(&page);
    assert_string_equal(memory, first_page);
}

static void test_time(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned seconds;
        const char *words, *data;
    } cases[] = {
        {"whole minutes", 300, ">Time to answer: 5 min<", "data-seconds=\"300\""},
        {"never more than there is", 299, ">Time to answer: 4 min<", "data-seconds=\"299\""},
        {"never one minute, which 119 s would be", 119, ">Time to answer: 119 s<",
         "data-seconds=\"119\""},
        {"no time", 0, ">Time to answer: 0 s<", "data-seconds=\"0\""},
    };
    struct tes_puzzle puzzle = make_puzzle(4, 0, 6);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct puzzle_page page = page_of(&puzzle);
        page.turn.seconds_left = cases[i].seconds;
        page.turn.extendable = i % 2 == 0;
        render(&page);
        if (!says(cases[i].words) || !says(cases[i].data))
            fail_msg("%s", cases[i].name);
        assert_int_equal(says("id=\"more-time\""), page.turn.extendable);
    }
}

/* PUZ-17 to PUZ-20, and the outcomes that no requirement words. */
static void test_messages(void **state)
{
    (void)state;
    static const struct {
        enum message message;
        const char *words, *link;
    } cases[] = {
        {MESSAGE_PASSED, ">You’re through.</h1>", ">Continue</a>"},               /* PUZ-17 */
        {MESSAGE_INCORRECT, ">Incorrect.</h1>", ">Request new challenge.</a>"},   /* PUZ-18 */
        {MESSAGE_EXPIRED, ">Expired</h1>", ">Request new challenge.</a>"},        /* PUZ-19 */
        {MESSAGE_FORBIDDEN, ">Forbidden. Please request a new challenge.</h1>",   /* PUZ-20 */
         ">Request new challenge.</a>"},                                          /**/
        {MESSAGE_INVALID, ">Invalid output</h1>", ">Request new challenge.</a>"}, /* PUZ-10 */
        {MESSAGE_NOT_FOUND, ">Nothing here.</h1>", NULL},
        {MESSAGE_WRONG_HOST, ">This site key is not for this address.", NULL},
        {MESSAGE_TOO_MANY, ">A little slower, please.</h1>", ">Request new challenge.</a>"},
        {MESSAGE_BANNED, ">Your network is blocked here.</h1>", NULL},
        {MESSAGE_UNAVAILABLE, ">Not available right now.</h1>", NULL},
        {MESSAGE_WAIT, ">One moment, please.</h1>", ">Go on</a>"},
        {MESSAGE_NEEDS_SCRIPT, ">This site asks for something that needs JavaScript.</h1>", NULL},
        {MESSAGE_GET_CODE, ">Get a code</h1>", ">Open in a new window</a>"},
        {MESSAGE_REVIEW_WAITING, ">Waiting for a person.</h1>", /* S3D-23 */
         ">Try a challenge meanwhile</a>"},
        {MESSAGE_REVIEW_APPROVED, "A person has let you in.", ">Continue</a>"},
        {MESSAGE_REVIEW_REJECTED, "turned down</h1>", ">Request new challenge.</a>"},
        {MESSAGE_REVIEW_EXPIRED, ">Nobody had time", ">Request new challenge.</a>"},
        {MESSAGE_REVIEW_FULL, ">Too many people are waiting.</h1>", ">Request new challenge.</a>"},
        {MESSAGE_DEMO_VERIFIED, ">Sent, and verified.</h1>", ">Back to the demo</a>"},
        {MESSAGE_DEMO_MISSING, "without a pass", ">Back to the demo</a>"},
        {MESSAGE_DEMO_REFUSED, "is not a pass", ">Back to the demo</a>"},
        {MESSAGE_DEMO_DUPLICATE, "was redeemed before", ">Back to the demo</a>"},
    };
    assert_int_equal(sizeof cases / sizeof *cases, MESSAGE_COUNT);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct message_page page = {.message = cases[i].message,
                                    .link_path = TES_SLICE("/way?a=1&b=2")};
        struct tes_buf html = fresh();
        assert_int_equal(message_page_write(&html, &page), TES_OK);
        assert_true(says(cases[i].words));
        assert_int_equal(says("<a class=\"button\" id=\"way-on\" href=\"/way?a=1&amp;b=2\">"),
                         cases[i].link != NULL);
        if (cases[i].link != NULL)
            assert_true(says(cases[i].link));

        page.opens_window = true;
        html = fresh();
        assert_int_equal(message_page_write(&html, &page), TES_OK);
        assert_int_equal(says("b=2\" target=\"_blank\" rel=\"noopener\">"), cases[i].link != NULL);

        page.link_path = (struct tes_slice){NULL, 0};
        html = fresh();
        assert_int_equal(message_page_write(&html, &page), TES_OK);
        assert_false(says("<a "));
    }
}

/* S3D-23 */
static void test_review(void **state)
{
    (void)state;
    struct message_page page = {.message = MESSAGE_INCORRECT,
                                .code = TES_SLICE("K7Q4-9M2X"),
                                .review = TES_SLICE("a\"><b"),
                                .review_path = TES_SLICE("/challenge/review?lang=de")};
    struct tes_buf html = fresh();
    assert_int_equal(message_page_write(&html, &page), TES_OK);
    assert_true(says("<output id=\"code\">K7Q4-9M2X</output>"));
    assert_true(says("name=\"review\" value=\"a&quot;&gt;&lt;b\">"));
    assert_true(says("method=\"post\" action=\"/challenge/review?lang=de\">"));
    page.code = page.review = (struct tes_slice){NULL, 0};
    html = fresh();
    assert_int_equal(message_page_write(&html, &page), TES_OK);
    assert_false(says("<output") || says("<form"));
}

/* Other ways stand below the link, where there are some. */
static void test_message_ways(void **state)
{
    (void)state;
    static const struct page_ways WAYS = {
        .items = {{WORD_WAY_AUDIO, TES_SLICE_INIT("/challenge?x=\"y\"&alternative=audio")}},
        .count = 1};
    static const struct page_ways NONE = {.count = 0};
    struct message_page page = {.message = MESSAGE_INCORRECT,
                                .words = words_find(TES_SLICE("de")),
                                .link_path = TES_SLICE("/challenge"),
                                .ways = &WAYS};
    struct tes_buf html = fresh();
    assert_int_equal(message_page_write(&html, &page), TES_OK);
    assert_true(says("<h2 id=\"ways\">Andere Wege</h2><ul><li><a href=\"/challenge?x=&quot;y&quot;"
                     "&amp;alternative=audio\">Eine Frage anhören</a></li></ul></nav>"));
    assert_true(strstr(memory, "id=\"way-on\"") < strstr(memory, "id=\"ways\""));
    page.ways = &NONE;
    html = fresh();
    assert_int_equal(message_page_write(&html, &page), TES_OK);
    assert_false(says("class=\"ways\""));
}

/* What `shape` becomes with a line of the language, escaped, in place of %s; the line has no holes.
 */
static void assert_line(const struct words *words, const char *shape, enum word word)
{
    char escaped[2048] = "", wanted[4096];
    struct tes_buf text = tes_buf_on(escaped, sizeof escaped - 1);
    template_escape(&text, words_say(words, word));
    snprintf(wanted, sizeof wanted, shape, escaped);
    if (!says(wanted))
        fail_msg("%s: %s", words->tag.at, wanted);
}

static void assert_language(const struct words *words)
{
    char wanted[128];
    snprintf(wanted, sizeof wanted, "<html lang=\"%s\" dir=\"%s\">", words->lang.at,
             words->direction.at);
    assert_true(says(wanted));
    assert_false(says("{{"));
}

/* Every page is there in every language, whole, and its words are texts, never HTML. */
static void test_languages(void **state)
{
    (void)state;
    struct tes_puzzle puzzle = make_puzzle(4, 0, TES_PUZZLE_TRANSFORMS);
    for (const struct words *words = words_all; words->lines != NULL; words++) {
        struct puzzle_page page = page_of(&puzzle);
        page.turn.words = words;
        page.turn.round = 2;
        page.turn.rounds = 3;
        render(&page);
        assert_language(words);
        assert_line(words, "<h1>%s</h1>", WORD_PAGE_PUZZLE);
        assert_line(words, "<p>%s</p>", WORD_ASK_PUZZLE);
        assert_line(words, "id=\"submit\" name=\"moves\" value=\"1\">%s</button>", WORD_SUBMIT);
        assert_line(words, ">%s</button>\n</div>\n</form>", WORD_MORE_TIME);
        assert_line(words, "<caption dir=\"auto\">%s</caption>", WORD_BEFORE);
        assert_line(words, "data-row=\"%s\"", WORD_ROW);
        assert_line(words, "<template id=\"notice-warning\"><p>%s</p>", WORD_PAGE_WARNING);
        for (unsigned i = 0; i < TES_PUZZLE_TRANSFORMS; i++) {
            assert_line(words, "<span class=\"move-name\">%s</span>",
                        (enum word)(WORD_SHIFT_UP + i));
            assert_line(words,
                        WORD_SHIFT_UP + i < WORD_MIRROR_HORIZONTAL
                            ? "<span class=\"aloud\">: %s</span>"
                            : "<span class=\"aloud\">: </span>"
                              "<span class=\"move-meaning\">%s</span>", /* PUZ-5 */
                        (enum word)(WORD_TOLD_SHIFT_UP + i));
        }
        for (enum message message = 0; message < MESSAGE_DEMO_VERIFIED; message++) {
            struct tes_buf html = fresh();
            const struct message_page told = {.message = message,
                                              .words = words,
                                              .link_path = TES_SLICE("/"),
                                              .code = TES_SLICE("K7Q4"),
                                              .wait_s = 5,
                                              .review = TES_SLICE("a"),
                                              .review_path = TES_SLICE("/b")};
            assert_int_equal(message_page_write(&html, &told), TES_OK);
            assert_language(words);
            assert_line(words, ">%s<output id=\"code\">", WORD_PAGE_NUMBER);
            assert_line(words, "id=\"ask\">%s</button>", WORD_PAGE_ASK_PERSON);
        }
    }
}

static void test_words_are_escaped(void **state)
{
    (void)state;
    struct tes_slice lines[256];
    size_t count_of_words = 0;
    while (words_keys[count_of_words] != NULL)
        count_of_words++;
    assert_in_range(count_of_words, WORD_COUNT, sizeof lines / sizeof *lines);
    for (size_t i = 0; i < count_of_words; i++)
        lines[i] = TES_SLICE("<i>\"'&{n}");
    lines[WORD_DIGITS] = TES_SLICE("0123456789");
    const struct words hostile = {.tag = TES_SLICE("xx"),
                                  .lang = TES_SLICE("xx"),
                                  .name = TES_SLICE("x"),
                                  .direction = TES_SLICE("ltr"),
                                  .lines = lines};
    struct tes_puzzle puzzle = make_puzzle(4, 0, 6);
    struct puzzle_page page = page_of(&puzzle);
    page.turn.words = &hostile;
    page.turn.round = 2;
    render(&page);
    assert_false(says("<i>"));
    assert_false(says("\"'&"));
    for (enum message message = 0; message < MESSAGE_COUNT; message++) {
        struct tes_buf html = fresh();
        const struct message_page told = {.message = message,
                                          .words = &hostile,
                                          .link_path = TES_SLICE("/"),
                                          .code = TES_SLICE("K7Q4"),
                                          .wait_s = 5,
                                          .review = TES_SLICE("a")};
        assert_int_equal(message_page_write(&html, &told), TES_OK);
        assert_false(says("<i>"));
        /* What is for developers is English, whoever reads it. */
        assert_int_equal(says("<html lang=\"en\" dir=\"ltr\">"), message_page_is_english(message));
    }
}

/* A link never leaves this host. */
static void test_local_paths(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *path;
        bool local;
    } cases[] = {
        {"root", "/", true},
        {"path and query", "/a/b?c=d", true},
        {"empty", "", false},
        {"relative", "a/b", false},
        {"other host", "//example.org/", false},
        {"other host, as browsers read it", "/\\example.org/", false},
        {"a tab that browsers drop", "/\t/example.org/", false},
        {"a line break", "/a\r\nb", false},
        {"whole address", "https://example.org/", false},
        {"script", "javascript:alert(1)", false},
        {"blank first", " /a", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (page_is_local_path(tes_slice_of(cases[i].path)) != cases[i].local)
            fail_msg("%s", cases[i].name);
        struct message_page page = {.message = MESSAGE_PASSED,
                                    .link_path = tes_slice_of(cases[i].path)};
        struct tes_buf html = fresh();
        assert_int_equal(message_page_write(&html, &page), TES_OK);
        assert_int_equal(says("<a "), cases[i].local);
    }
}

static void test_demo(void **state)
{
    (void)state;
    struct demo_page page = {TES_SLICE("/challenge/puzzle"), TES_SLICE("http://host:1"),
                             TES_SLICE("<key>")};
    struct tes_buf html = fresh();
    assert_int_equal(demo_page_write(&html, &page), TES_OK);
    static const char *const wanted[] = {
        "id=\"try\" href=\"/challenge/puzzle\"",
        "&lt;script src=\"http://host:1/tessera.js\"",
        "curl http://host:1/v1/verify",
        "data-sitekey=\"&lt;key&gt;\"",
        "action=\"/demo/form\" method=\"post\"",
        "href=\"/metrics\"",
        "href=\"/healthz\"",
        "a few lines of code pass the grid puzzle",
        "content=\"all\"",
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!says(wanted[i]))
            fail_msg("%s", wanted[i]);
}

static void test_study(void **state)
{
    (void)state;
    struct tes_buf html = fresh();
    const struct template_value title[] = {template_text("title", TES_SLICE("A study"))};
    const struct page page = {.template_path = "pages/study.html", .values = TEMPLATE_SCOPE(title)};
    assert_int_equal(page_write(&html, &page), TES_OK);
    assert_true(says("<title>A study"));
    assert_true(says("src=\"/static/study.js\""));
}

static void test_framed(void **state)
{
    (void)state;
    struct tes_buf html = fresh();
    const struct template_value values[] = {
        template_text("tag", TES_SLICE("ar")),
        template_text("sitekey", TES_SLICE("ts_\"key")),
        template_text("seal", TES_SLICE("<seal>")),
        template_text("theme", TES_SLICE("dark")),
    };
    const struct page page = {.template_path = "pages/framed.html",
                              .words = words_find(TES_SLICE("ar")),
                              .is_bare = true,
                              .values = TEMPLATE_SCOPE(values)};
    assert_int_equal(page_write(&html, &page), TES_OK);
    static const char *const wanted[] = {"<html lang=\"ar\" dir=\"rtl\">",
                                         "data-key=\"ts_&quot;key\"", "data-seal=\"&lt;seal&gt;\"",
                                         "data-site-theme=\"dark\"", "content=\"noindex\""};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!says(wanted[i]))
            fail_msg("%s", wanted[i]);
}

/* The pages run under `default-src 'self'`: nothing inline, nothing from elsewhere. */
static void test_assets_suit_the_policy(void **state)
{
    (void)state;
    static const char *const forbidden[] = {
        " style=", "<style", " onclick=", "javascript:", "data:", "https://"};
    for (const struct asset *asset = assets; asset->path != NULL; asset++) {
        if (strncmp(asset->path, "pages/", 6) != 0)
            continue;
        for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden; i++)
            if (memmem(asset->bytes.at, asset->bytes.length, forbidden[i], strlen(forbidden[i])))
                fail_msg("%s holds %s", asset->path, forbidden[i]);
        struct tes_slice rest = asset->bytes;
        const char *at;
        while ((at = memmem(rest.at, rest.length, "<script", 7)) != NULL) {
            rest = (struct tes_slice){at + 7, rest.length - (size_t)(at + 7 - rest.at)};
            assert_true(tes_slice_starts(rest, TES_SLICE(" type=\"module\" src=\"/static/")) ||
                        tes_slice_starts(rest, TES_SLICE(" src=\"/tessera.js\" async></script>")));
        }
    }
}

/* Every template that ships is one that a page above renders, or one of test_form_pages.c: none can
 * hold an unknown name. */
static void test_every_template_is_rendered(void **state)
{
    (void)state;
    static const char *const rendered[] = {
        "pages/layout.html",        "pages/puzzle.html",          "pages/message.html",
        "pages/demo.html",          "pages/study.html",           "pages/picture.html",
        "pages/code.html",          "pages/framed.html",          "pages/parts/fields.html",
        "pages/parts/film.html",    "pages/parts/grid.html",      "pages/parts/image.html",
        "pages/parts/missing.html", "pages/parts/more-time.html", "pages/parts/move.html",
        "pages/parts/over.html",    "pages/parts/round.html",     "pages/parts/row.html",
        "pages/parts/sound.html",   "pages/parts/still.html",     "pages/parts/tile.html",
        "pages/parts/ways.html"};
    size_t templates = 0;
    for (const struct asset *asset = assets; asset->path != NULL; asset++)
        if (strncmp(asset->path, "pages/", 6) == 0)
            templates++;
    assert_int_equal(templates, sizeof rendered / sizeof *rendered);
    for (size_t i = 0; i < sizeof rendered / sizeof *rendered; i++)
        assert_non_null(asset_find(tes_slice_of(rendered[i])));
    assert_null(asset_find(TES_SLICE("pages/layout")));
    assert_null(asset_find(TES_SLICE("")));
}

static void test_failures(void **state)
{
    (void)state;
    struct tes_buf html = fresh();
    const struct template_value title[] = {template_text("title", TES_SLICE("x"))};
    const struct page missing = {.template_path = "pages/nothing.html",
                                 .values = TEMPLATE_SCOPE(title)};
    assert_int_equal(page_write(&html, &missing), TES_FAILED);
    assert_true(html.failed);

    html = fresh();
    const struct page without_values = {.template_path = "pages/demo.html",
                                        .values = TEMPLATE_SCOPE(title)};
    assert_int_equal(page_write(&html, &without_values), TES_BAD_ARGUMENT);
    assert_true(html.failed);

    struct tes_puzzle puzzle = make_puzzle(4, 0, 6);
    struct puzzle_page page = page_of(&puzzle);
    html = tes_buf_on(memory, 4096);
    assert_int_equal(puzzle_page_write(&html, &page), TES_TOO_SMALL);
}

/* PAGE_MAX holds the longest page there can be. */
static void test_longest_page(void **state)
{
    (void)state;
    static char longest_token[TES_TOKEN_MAX];
    memset(longest_token, 'A', sizeof longest_token);
    struct tes_puzzle puzzle = make_puzzle(4, 0, TES_PUZZLE_TRANSFORMS);
    struct puzzle_page page = page_of(&puzzle);
    page.token = (struct tes_slice){longest_token, sizeof longest_token};
    render(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grids),
        cmocka_unit_test(test_form),
        cmocka_unit_test(test_legend),
        cmocka_unit_test(test_tells_nothing),
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_review),
        cmocka_unit_test(test_message_ways),
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_words_are_escaped),
        cmocka_unit_test(test_local_paths),
        cmocka_unit_test(test_demo),
        cmocka_unit_test(test_study),
        cmocka_unit_test(test_framed),
        cmocka_unit_test(test_assets_suit_the_policy),
        cmocka_unit_test(test_every_template_is_rendered),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_longest_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
