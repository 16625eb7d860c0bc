/*
 * The pages for people without scripts: challenges as forms, and short codes. Each renders in every
 * language, has a field for each thing to choose, and tells nothing of what is right.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "challenge/hidden_shapes.h"
#include "challenge/kinds.h"
#include "challenge/types/hidden.h"
#include "pages/html/code_page.h"
#include "pages/html/picture_page.h"
#include "rendered.h"

static const struct page_ways WAYS = {
    .items = {{WORD_WAY_STILL, TES_SLICE_INIT("/challenge?sitekey=K&alternative=still")},
              {WORD_WAY_PUZZLE, TES_SLICE_INIT("/challenge?x=\"y\"")}},
    .count = 2,
};

static void render_turn(const struct tes_challenge *challenge, const struct words *words,
                        const struct page_turn *turn, const struct picture_chosen *chosen)
{
    struct tes_buf html = fresh();
    struct picture_page page = {
        .challenge = challenge,
        .turn = *turn,
        .token = TES_SLICE("sealed-token"),
        .media = TES_SLICE("/v1/image/abc"),
        .action = TES_SLICE("/challenge?sitekey=K"),
        .again_path = TES_SLICE("/challenge?sitekey=K&wait=abc"),
        .chosen = chosen,
    };
    page.turn.words = words;
    assert_int_equal(picture_page_write(&html, &page), TES_OK);
}

static void render(const struct tes_challenge *challenge, const struct words *words,
                   const struct page_ways *ways)
{
    const struct page_turn turn = {
        .round = 2, .rounds = 3, .seconds_left = 60, .extendable = true, .ways = ways};
    render_turn(challenge, words, &turn, NULL);
}

static void make(const char *kind, uint8_t seed, enum tes_difficulty difficulty, bool is_heard,
                 struct tes_challenge *challenge)
{
    uint8_t key[TES_KEY_BYTES];
    memset(key, seed, sizeof key);
    const struct tes_options options = {
        .difficulty = difficulty, .renderer = TES_RENDERER_3D, .is_heard = is_heard};
    assert_int_equal(tes_generate(kind, key, &options, challenge), TES_OK);
}

/* Every kind but the puzzle, which has a page of its own. */
static void each_kind(void (*check)(const struct tes_challenge *challenge))
{
    struct tes_challenge challenge;
    for (size_t i = 0; i < TES_KIND_COUNT; i++) {
        const char *name = tes_kind_name(i);
        if (strcmp(name, "puzzle") == 0)
            continue;
        for (unsigned level = TES_EASY; level <= TES_HARD; level++)
            for (uint8_t seed = 1; seed <= 12; seed++) {
                make(name, seed, (enum tes_difficulty)level, false, &challenge);
                check(&challenge);
            }
    }
}

static void check_fields(const struct tes_challenge *challenge)
{
    const struct tes_view *view = &challenge->view;
    render(challenge, NULL, &WAYS);
    bool is_one = view->select_max == 1;
    assert_int_equal(count("<input type=\"radio\" name=\"cell\" value="), is_one ? view->count : 0);
    assert_int_equal(count("<input type=\"checkbox\" name=\"cell-"), is_one ? 0 : view->count);
    assert_int_equal(count("<img "), 1);
    /* A screen reader must not call what nobody has come to yet an error. */
    assert_int_equal(count(" required aria-invalid=\"false\">"), is_one ? view->count : 0);
    assert_true(says("name=\"seed\" value=\"sealed-token\""));
    assert_true(says("action=\"/challenge?sitekey=K\""));
    bool is_moving = view->animation_ms > 0, has_cells = view->cells.width > 0;
    /* Nothing moves before somebody starts it; what has no end needs no page to begin again. */
    assert_int_equal(count("<details class=\"film\"><summary>"), is_moving);
    assert_int_equal(says("id=\"again\""), is_moving && !has_cells);
    assert_int_equal(says("class=\"raster over\""), has_cells && !is_moving);
    assert_int_equal(says("class=\"raster named\""), has_cells && is_moving);
    assert_int_equal(count("<image href=\"/v1/image/abc?still=1\""), !is_moving  ? 0
                                                                     : has_cells ? view->count + 1
                                                                                 : 1);
    assert_int_equal(says("name=\"large\" value=\"1\">Enlarge</label>"), has_cells && !is_moving);
    assert_true(says("alternative=still\">A question without motion</a>"));
    assert_true(says("href=\"/challenge?x=&quot;y&quot;\""));
    assert_true(says("<a href=\"#ways\">If you can’t see the picture: Other ways in.</a>"));
    assert_false(says("{{"));
    assert_false(says("checked"));
    assert_false(says("style="));
    assert_false(says("<script"));
    render(challenge, NULL, NULL);
    assert_false(says("class=\"ways\""));
    assert_false(says("href=\"#ways\""));
}

static void test_fields(void **state)
{
    (void)state;
    each_kind(check_fields);
}

static char first[PAGE_MAX + 1];

/* Where cells are chosen, the page is the same for every challenge of a kind and level but for the
 * question: so it can't tell which cell is right. */
static void test_tells_nothing(void **state)
{
    (void)state;
    static const char *const KINDS[] = {"human", "predator"};
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++)
        for (uint8_t seed = 1; seed <= 40; seed++) {
            struct tes_challenge challenge;
            make(KINDS[i], seed, TES_MEDIUM, false, &challenge);
            render(&challenge, NULL, NULL);
            if (seed == 1)
                memcpy(first, memory, sizeof first);
            assert_string_equal(memory, first);
        }
}

/* Of a film the page tells what there is to choose from, as the API does, and nothing of the film
 * itself. */
static void test_tells_nothing_of_films(void **state)
{
    (void)state;
    struct tes_challenge challenge, other;
    make("hidden", 1, TES_MEDIUM, false, &challenge);
    render(&challenge, NULL, NULL);
    memcpy(first, memory, sizeof first);
    struct tes_hidden *hidden = (struct tes_hidden *)challenge.detail;
    for (uint8_t seed = 2; seed <= 40; seed++) {
        make("hidden", seed, TES_MEDIUM, false, &other);
        const struct tes_hidden *theirs = tes_hidden_of(&other);
        hidden->select = theirs->select;
        hidden->film = theirs->film;
        memcpy(hidden->looks, theirs->looks, sizeof hidden->looks);
        render(&challenge, NULL, NULL);
        assert_string_equal(memory, first);
    }
}

/* What may hide among dots has a name in every language, which is read below its drawing. */
static void test_shapes_have_names(void **state)
{
    (void)state;
    struct tes_challenge challenge;
    make("hidden", 1, TES_MEDIUM, false, &challenge);
    struct tes_hidden *hidden = (struct tes_hidden *)challenge.detail;
    for (const struct words *words = words_all; words->lines != NULL; words++) {
        const struct tes_instruction_words say = words_ask(words);
        for (unsigned shape = 0; shape < TES_HIDDEN_SHAPES; shape++) {
            char wanted[256];
            struct tes_slice word =
                say.say(say.language, tes_hidden_key((enum tes_hidden_shape)shape));
            assert_true(word.length > 0);
            hidden->options[shape % TES_HIDDEN_OPTIONS] = (uint8_t)shape;
            render(&challenge, words, NULL);
            snprintf(wanted, sizeof wanted, "</svg><span>%.*s</span></label>", (int)word.length,
                     word.at);
            assert_true(says(wanted));
        }
    }
}

/* A film that was started by a link of its page plays, and what was enlarged stays so. */
static void test_wishes(void **state)
{
    (void)state;
    struct tes_challenge challenge;
    struct picture_page page = {.challenge = &challenge,
                                .turn = {.seconds_left = 60},
                                .media = TES_SLICE("/v1/image/abc"),
                                .is_playing = true,
                                .is_large = true};
    make("hidden", 1, TES_MEDIUM, false, &challenge);
    struct tes_buf html = fresh();
    assert_int_equal(picture_page_write(&html, &page), TES_OK);
    assert_int_equal(count("<details class=\"film\" open>"), 1);
    make("human", 1, TES_MEDIUM, false, &challenge);
    html = fresh();
    assert_int_equal(picture_page_write(&html, &page), TES_OK);
    assert_int_equal(count("name=\"large\" value=\"1\" checked>"), 1);
    assert_false(says("<details"));
}

/* Before anything is sent, a page says how many are to be chosen; where a form comes back, what it
 * lacked, first of all in its title, and what was chosen stays so. */
static void test_how_many(void **state)
{
    (void)state;
    static const struct {
        const char *kind, *hint, *missing;
    } CASES[] = {
        {"human", "Choose one.", "Nothing is chosen yet. Please choose one."},
        {"predator", "Choose 3.", "Please choose 3. Chosen so far: 2."},
    };
    const struct picture_chosen chosen = {.count = 2, .cells = {[1] = true, [127] = true}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct tes_challenge challenge;
        char wanted[256];
        make(CASES[i].kind, 3, TES_MEDIUM, false, &challenge);
        render(&challenge, NULL, NULL);
        snprintf(wanted, sizeof wanted, "id=\"hint\">%s</p>", CASES[i].hint);
        assert_true(says(wanted));
        assert_true(says(" aria-describedby=\"hint\">"));
        assert_false(says("id=\"missing\""));
        render_turn(&challenge, NULL, &(struct page_turn){.is_again = true}, &chosen);
        snprintf(wanted, sizeof wanted, "id=\"missing\" role=\"alert\">%s</p>", CASES[i].missing);
        assert_true(says(wanted));
        snprintf(wanted, sizeof wanted, "<title>%s ", CASES[i].missing);
        assert_true(says(wanted));
        assert_true(says(" aria-describedby=\"missing\">"));
        assert_false(says("id=\"hint\""));
        assert_int_equal(count(" checked"), 1);
    }
}

static void test_heard(void **state)
{
    (void)state;
    struct tes_challenge challenge;
    make("scene", 3, TES_MEDIUM, true, &challenge);
    assert_true(challenge.view.is_heard);
    render(&challenge, words_find(TES_SLICE("de")), NULL);
    assert_true(says("<audio controls preload=\"none\" aria-label=\"Eine Frage anhören\" "
                     "src=\"/v1/image/abc?lang=de\"></audio>"));
    assert_true(says("<summary>Langsamer</summary><audio controls preload=\"none\" "
                     "aria-label=\"Langsamer\" src=\"/v1/image/abc?lang=de&amp;pace=slow\">"));
    assert_false(says("<img "));
    assert_false(says("name=\"large\""));
    assert_int_equal(count("<input type=\"radio\""), challenge.view.count);
    render(&challenge, NULL, &WAYS);
    assert_true(says("<a href=\"#ways\">Other ways in</a>")); /* there is no picture */
}

static void assert_says(const struct words *words, const char *form, enum word word)
{
    char text[1024], line[1024];
    struct tes_buf escaped = tes_buf_on(line, sizeof line - 1);
    template_escape(&escaped, words_say(words, word));
    line[escaped.length] = '\0';
    snprintf(text, sizeof text, form, line);
    if (!says(text))
        fail_msg("%.*s: %s", (int)words->tag.length, words->tag.at, text);
}

static void render_code(const struct words *words, const char *code, unsigned seconds)
{
    struct tes_buf html = fresh();
    const struct code_page page = {
        .words = words, .code = tes_slice_of(code), .seconds_left = seconds};
    assert_int_equal(code_page_write(&html, &page), TES_OK);
    assert_false(says("{{"));
}

/* Also where letters are read one by one, and where text runs from right to left. */
static void test_code(void **state)
{
    (void)state;
    render_code(NULL, "K7QM-3F8T-9WXA", 600);
    assert_true(says("value=\"K7QM-3F8T-9WXA\""));
    assert_true(says("id=\"spelled\" dir=\"ltr\" translate=\"no\">K 7 Q M, 3 F 8 T, 9 W X A</p>"));
    assert_true(says("It is good once, within 10 min."));
    render_code(NULL, "K7QM-3F8T-9WXA", 61);
    assert_true(says("within 2 min."));
    render_code(NULL, "\"><script>", 60); /* whatever comes */
    assert_false(says("<script>"));
}

static void test_languages(void **state)
{
    (void)state;
    struct tes_challenge challenge;
    for (const struct words *words = words_all; words->lines != NULL; words++) {
        char wanted[128];
        snprintf(wanted, sizeof wanted, "<html lang=\"%s\" dir=\"%s\">", words->lang.at,
                 words->direction.at);
        make("hidden", 5, TES_MEDIUM, false, &challenge);
        render(&challenge, words, &WAYS);
        assert_true(says(wanted));
        assert_says(words, "id=\"submit\">%s</button>", WORD_SUBMIT);
        assert_says(words, "<span class=\"when-still\">%s</span>", WORD_PLAY_FILM);
        assert_says(words, "<span class=\"when-moving\">%s</span>", WORD_PAUSE);
        assert_says(words, "<h2 id=\"ways\">%s</h2>", WORD_WAY_TITLE);
        assert_says(words, "alt=\"%s\"", WORD_PICTURE);
        make("human", 5, TES_MEDIUM, false, &challenge);
        render(&challenge, words, &WAYS);
        assert_says(words, "value=\"1\">%s</label>", WORD_ENLARGE);
        assert_int_equal(count("<div dir=\"ltr\" class=\"cells"), 1); /* as the picture is */
        render_code(words, "K7QM-3F8T-9WXA", 600);
        assert_true(says(wanted));
        assert_says(words, "<h1 id=\"message\">%s</h1>", WORD_PAGE_CODE);
        assert_says(words, "<p id=\"detail\">%s</p>", WORD_PAGE_CODE_DETAIL);
    }
}

/* A site's theme is the page's; any other text is none. */
static void test_theme(void **state)
{
    (void)state;
    static const struct {
        const char *theme, *html;
    } CASES[] = {
        {"dark", "<html lang=\"en\" dir=\"ltr\" data-theme=\"dark\">"},
        {"light", "<html lang=\"en\" dir=\"ltr\" data-theme=\"light\">"},
        {"auto", "<html lang=\"en\" dir=\"ltr\">"},
        {"\"><b>", "<html lang=\"en\" dir=\"ltr\">"},
        {NULL, "<html lang=\"en\" dir=\"ltr\">"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct tes_buf html = fresh();
        const struct code_page page = {.theme = CASES[i].theme, .code = TES_SLICE("K7QM")};
        assert_int_equal(code_page_write(&html, &page), TES_OK);
        assert_true(says(CASES[i].html));
    }
}

/* Options that are words are those of the language. */
static void test_words(void **state)
{
    (void)state;
    struct tes_challenge challenge;
    const struct words *german = words_find(TES_SLICE("de"));
    for (uint8_t seed = 1;; seed++) {
        make("scene", seed, TES_MEDIUM, false, &challenge);
        render(&challenge, german, NULL);
        if (says("<span>Kegel</span>"))
            break;
        assert_true(seed < 200);
    }
    assert_false(says("<span>cone</span>"));
}

static void test_words_are_escaped(void **state)
{
    (void)state;
    struct tes_slice lines[512];
    size_t count_of_words = 0;
    struct tes_challenge challenge;
    while (words_keys[count_of_words] != NULL)
        count_of_words++;
    assert_in_range(count_of_words, WORD_COUNT, sizeof lines / sizeof *lines);
    for (size_t i = 0; i < count_of_words; i++)
        lines[i] = TES_SLICE("<i>\"'&{n}");
    lines[WORD_DIGITS] = TES_SLICE("0123456789");
    const struct words hostile = {.tag = TES_SLICE("xx"),
                                  .lang = TES_SLICE("x\"x"),
                                  .name = TES_SLICE("x"),
                                  .direction = TES_SLICE("ltr"),
                                  .lines = lines};
    for (unsigned heard = 0; heard < 2; heard++) {
        make("scene", 3, TES_MEDIUM, heard == 1, &challenge);
        render(&challenge, &hostile, &WAYS);
        assert_false(says("<i>"));
        assert_false(says("\"'&"));
        assert_false(says("x\"x"));
    }
    render_code(&hostile, "K7QM-3F8T-9WXA", 600);
    assert_false(says("<i>"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields),
        cmocka_unit_test(test_tells_nothing),
        cmocka_unit_test(test_tells_nothing_of_films),
        cmocka_unit_test(test_shapes_have_names),
        cmocka_unit_test(test_wishes),
        cmocka_unit_test(test_heard),
        cmocka_unit_test(test_code),
        cmocka_unit_test(test_languages),
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_theme),
        cmocka_unit_test(test_how_many),
        cmocka_unit_test(test_words_are_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
