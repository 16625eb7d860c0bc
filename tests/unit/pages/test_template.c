/*
 * The template renderer: what gets in, how it is escaped, and that nothing half-rendered passes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "pages/html/template.h"

static void write_bold(struct tes_buf *html, const void *context)
{
    tes_buf_text(html, "<b>");
    tes_buf_text(html, context);
    tes_buf_text(html, "</b>");
}

static void write_failing(struct tes_buf *html, const void *context)
{
    (void)context;
    html->failed = true;
}

static enum tes_status render(const char *text, struct tes_buf *html)
{
    const struct template_slot slots[] = {
        {.name = "plain", .text = TES_SLICE("word")},
        {.name = "empty"},
        {.name = "script", .text = TES_SLICE("<script>alert('x' && \"y\")</script>")},
        {.name = "braces", .text = TES_SLICE("{{plain}}")},
        {.name = "bold", .write = write_bold, .context = "bold"},
        {.name = "failing", .write = write_failing},
    };
    return template_render(tes_slice_of(text), slots, sizeof slots / sizeof *slots, html);
}

static void test_escape(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *html;
    } cases[] = {
        {"nothing", "", ""},
        {"nothing to escape", "plain text, 1 + 1 = 2", "plain text, 1 + 1 = 2"},
        {"ampersand", "a&b", "a&amp;b"},
        {"an entity is text as well", "&amp;", "&amp;amp;"},
        {"tag", "<b>", "&lt;b&gt;"},
        {"end of a double-quoted attribute", "\" onload=\"x", "&quot; onload=&quot;x"},
        {"end of a single-quoted attribute", "' onload='x", "&#39; onload=&#39;x"},
        {"only specials", "<>&\"'", "&lt;&gt;&amp;&quot;&#39;"},
        {"at the start", "<a", "&lt;a"},
        {"at the end", "a<", "a&lt;"},
        {"UTF-8 passes", "90° … ▲", "90° … ▲"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char memory[256];
        struct tes_buf html = tes_buf_on(memory, sizeof memory);
        template_escape(&html, tes_slice_of(cases[i].text));
        if (!tes_slice_equal(tes_buf_done(&html), tes_slice_of(cases[i].html)))
            fail_msg("%s", cases[i].name);
    }
}

static void test_escape_keeps_nul(void **state)
{
    (void)state;
    char memory[8];
    struct tes_buf html = tes_buf_on(memory, sizeof memory);
    template_escape(&html, TES_SLICE("a\0<"));
    assert_true(tes_slice_equal(tes_buf_done(&html), TES_SLICE("a\0&lt;")));
}

static void test_render(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text;
        enum tes_status status;
        const char *html;
    } cases[] = {
        {"empty template", "", TES_OK, ""},
        {"no hole", "<p>a</p>", TES_OK, "<p>a</p>"},
        {"text", "<p>{{plain}}</p>", TES_OK, "<p>word</p>"},
        {"empty text", "[{{empty}}]", TES_OK, "[]"},
        {"twice", "{{plain}}{{plain}}", TES_OK, "wordword"},
        {"HTML", "<p>{{{bold}}}</p>", TES_OK, "<p><b>bold</b></p>"},
        {"both kinds", "{{{bold}}}{{plain}}", TES_OK, "<b>bold</b>word"},
        {"text is escaped", "{{script}}", TES_OK,
         "&lt;script&gt;alert(&#39;x&#39; &amp;&amp; &quot;y&quot;)&lt;/script&gt;"},
        {"a value is not a template", "{{braces}}", TES_OK, "{{plain}}"},
        {"single braces are text", "a{b}c", TES_OK, "a{b}c"},
        {"braces that only close are text", "a}}b", TES_OK, "a}}b"},
        {"unknown slot", "{{nobody}}", TES_BAD_ARGUMENT, NULL},
        {"unknown HTML slot", "{{{nobody}}}", TES_BAD_ARGUMENT, NULL},
        {"start of a name", "{{plai}}", TES_BAD_ARGUMENT, NULL},
        {"more than a name", "{{plainer}}", TES_BAD_ARGUMENT, NULL},
        {"names are exact", "{{Plain}}", TES_BAD_ARGUMENT, NULL},
        {"blanks are no part of a hole", "{{ plain }}", TES_BAD_ARGUMENT, NULL},
        {"no name", "{{}}", TES_BAD_ARGUMENT, NULL},
        {"text cannot be let in as HTML", "{{{script}}}", TES_BAD_ARGUMENT, NULL},
        {"HTML cannot be taken for text", "{{bold}}", TES_BAD_ARGUMENT, NULL},
        {"open hole", "a{{plain", TES_BAD_ARGUMENT, NULL},
        {"half closed", "a{{{bold}}", TES_BAD_ARGUMENT, NULL},
        {"nothing but the opening", "{{", TES_BAD_ARGUMENT, NULL},
        {"a slot that fails", "a{{{failing}}}b", TES_TOO_SMALL, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char memory[256];
        struct tes_buf html = tes_buf_on(memory, sizeof memory);
        enum tes_status status = render(cases[i].text, &html);
        if (status != cases[i].status)
            fail_msg("%s: status %d", cases[i].name, (int)status);
        if (html.failed != (status != TES_OK))
            fail_msg("%s: flag", cases[i].name);
        if (status == TES_OK && !tes_slice_equal(tes_buf_done(&html), tes_slice_of(cases[i].html)))
            fail_msg("%s: %.*s", cases[i].name, (int)html.length, html.at);
    }
}

/* At every ceiling below what is needed the render fails, and nothing is written past it. */
static void test_ceilings(void **state)
{
    (void)state;
    static const char text[] = "<p>{{plain}} {{script}} {{{bold}}}</p>";
    char memory[256];
    struct tes_buf whole = tes_buf_on(memory, sizeof memory);
    assert_int_equal(render(text, &whole), TES_OK);
    for (size_t size = 0; size < whole.length; size++) {
        char small[256];
        memset(small, '#', sizeof small);
        struct tes_buf html = tes_buf_on(small, size);
        assert_int_equal(render(text, &html), TES_TOO_SMALL);
        assert_true(html.failed);
        assert_int_equal(small[size], '#');
    }
    char exact[256];
    struct tes_buf html = tes_buf_on(exact, whole.length);
    assert_int_equal(render(text, &html), TES_OK);
}

static void test_appends(void **state)
{
    (void)state;
    char memory[32];
    struct tes_buf html = tes_buf_on(memory, sizeof memory);
    tes_buf_text(&html, "before ");
    assert_int_equal(render("{{plain}}", &html), TES_OK);
    assert_true(tes_slice_equal(tes_buf_done(&html), TES_SLICE("before word")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_escape),  cmocka_unit_test(test_escape_keeps_nul),
        cmocka_unit_test(test_render),  cmocka_unit_test(test_ceilings),
        cmocka_unit_test(test_appends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
