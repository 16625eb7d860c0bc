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

static void add_letters(struct template *template, const void *context)
{
    for (const char *at = context; *at != '\0'; at++) {
        const struct template_value row[] = {template_text("letter", (struct tes_slice){at, 1})};
        template_row(template, TEMPLATE_SCOPE(row));
    }
}

static void add_groups(struct template *template, const void *context)
{
    (void)context;
    for (unsigned i = 1; i <= 2; i++) {
        const struct template_value row[] = {
            template_number("number", i),
            template_rows("letters", add_letters, i == 1 ? "xy" : "<"),
        };
        template_row(template, TEMPLATE_SCOPE(row));
    }
}

static enum tes_status render(const char *text, struct tes_buf *html)
{
    const struct template_line line = {
        WORD_NEXT_ROUND, {{.name = "n", .number = 2}, {.name = "most", .text = TES_SLICE("<3>")}}};
    const struct template_value outer[] = {
        template_text("plain", TES_SLICE("not this one")),
        template_text("around", TES_SLICE("outer")),
    };
    const struct template_scope behind = TEMPLATE_SCOPE(outer);
    const struct template_value values[] = {
        template_text("plain", TES_SLICE("word")),
        template_text("empty", TES_SLICE("")),
        template_text("script", TES_SLICE("<script>alert('x' && \"y\")</script>")),
        template_text("braces", TES_SLICE("{{plain}}")),
        template_number("number", 7),
        template_number("zero", 0),
        template_line("line", line),
        template_text("tone", TES_SLICE("")),
        template_number("x", 1),
        template_number("y", 2),
        template_part("part", TES_SLICE("<b>{{plain}}</b>")),
        template_part("bad_part", TES_SLICE("{{nobody}}")),
        template_rows("letters", add_letters, "a<"),
        template_rows("none", add_letters, ""),
        template_rows("groups", add_groups, NULL),
    };
    struct template_scope scope = TEMPLATE_SCOPE(values);
    scope.outer = &behind;
    return template_render(tes_slice_of(text), NULL, &scope, html);
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
        {"number", "{{number}}{{zero}}", TES_OK, "70"},
        {"line of the language", "{{line}}", TES_OK, "One more, please: 2 of &lt;3&gt;."},
        {"key of the language, its holes left", "{{next-round}}", TES_OK,
         "One more, please: {n} of {most}."},
        {"value of an outer scope", "{{around}}", TES_OK, "outer"},
        {"section of a text", "[{{#plain}}a{{/plain}}{{#empty}}b{{/empty}}]", TES_OK, "[a]"},
        {"section of a number", "[{{#number}}a{{/number}}{{#zero}}b{{/zero}}]", TES_OK, "[a]"},
        {"opposite", "[{{^plain}}a{{/plain}}{{^zero}}b{{/zero}}]", TES_OK, "[b]"},
        {"rows", "{{#letters}}<i>{{letter}}</i>{{/letters}}", TES_OK, "<i>a</i><i>&lt;</i>"},
        {"no rows", "[{{#none}}{{letter}}{{/none}}]", TES_OK, "[]"},
        {"rows see what is around them", "{{#letters}}{{plain}}{{/letters}}", TES_OK, "wordword"},
        {"rows of rows", "{{#groups}}{{number}}:{{#letters}}{{letter}}{{/letters}} {{/groups}}",
         TES_OK, "1:xy 2:&lt; "},
        {"a row hides what is around it", "{{#groups}}{{number}}{{/groups}}{{number}}", TES_OK,
         "127"},
        {"sections of one name within another",
         "{{#plain}}a{{#plain}}b{{/plain}}c{{/plain}}{{^plain}}{{#plain}}d{{/plain}}{{/plain}}",
         TES_OK, "abc"},
        {"part", "{{>part}}{{plain}}", TES_OK, "<b>word</b>word"},
        {"part of a file, without its last line break", "[{{>tile}}]", TES_OK,
         "[<use href=\"#tile-\" x=\"1\" y=\"2\" width=\"9\" height=\"9\"/>]"},
        {"text is escaped", "{{script}}", TES_OK,
         "&lt;script&gt;alert(&#39;x&#39; &amp;&amp; &quot;y&quot;)&lt;/script&gt;"},
        {"a value is not a template", "{{braces}}", TES_OK, "{{plain}}"},
        {"single braces are text", "a{b}c", TES_OK, "a{b}c"},
        {"braces that only close are text", "a}}b", TES_OK, "a}}b"},
        {"unknown name", "{{nobody}}", TES_BAD_ARGUMENT, NULL},
        {"unknown section", "{{#nobody}}{{/nobody}}", TES_BAD_ARGUMENT, NULL},
        {"unknown part", "{{>nobody}}", TES_BAD_ARGUMENT, NULL},
        {"a row's name outside of its section", "{{letter}}", TES_BAD_ARGUMENT, NULL},
        {"unknown name in a row", "{{#letters}}{{nobody}}{{/letters}}", TES_BAD_ARGUMENT, NULL},
        {"unknown name in a part", "{{>bad_part}}", TES_BAD_ARGUMENT, NULL},
        {"start of a name", "{{plai}}", TES_BAD_ARGUMENT, NULL},
        {"more than a name", "{{plainer}}", TES_BAD_ARGUMENT, NULL},
        {"names are exact", "{{Plain}}", TES_BAD_ARGUMENT, NULL},
        {"blanks are no part of a hole", "{{ plain }}", TES_BAD_ARGUMENT, NULL},
        {"no name", "{{}}", TES_BAD_ARGUMENT, NULL},
        {"no name of a section", "{{#}}{{/}}", TES_BAD_ARGUMENT, NULL},
        {"text cannot be let in as HTML", "{{{script}}}", TES_BAD_ARGUMENT, NULL},
        {"text cannot be a part", "{{>script}}", TES_BAD_ARGUMENT, NULL},
        {"a part is no text", "{{part}}", TES_BAD_ARGUMENT, NULL},
        {"rows are no text", "{{letters}}", TES_BAD_ARGUMENT, NULL},
        {"rows have no opposite", "{{^letters}}{{/letters}}", TES_BAD_ARGUMENT, NULL},
        {"a line is no condition", "{{#line}}{{/line}}", TES_BAD_ARGUMENT, NULL},
        {"open hole", "a{{plain", TES_BAD_ARGUMENT, NULL},
        {"half closed", "a{{plain}", TES_BAD_ARGUMENT, NULL},
        {"nothing but the opening", "{{", TES_BAD_ARGUMENT, NULL},
        {"open section", "{{#plain}}a", TES_BAD_ARGUMENT, NULL},
        {"open section, end of another", "{{#plain}}a{{/number}}", TES_BAD_ARGUMENT, NULL},
        {"end without a section", "a{{/plain}}", TES_BAD_ARGUMENT, NULL},
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
    static const char text[] =
        "<p>{{plain}} {{script}} {{>part}} {{line}} {{#letters}}{{letter}}{{/letters}}</p>";
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
