#include "pages/html/template.h"

#include <string.h>

#include "server/assets/assets.h"

static const char *const entity_of[256] = {
    ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;", ['\''] = "&#39;",
};

void template_escape(struct tes_buf *html, struct tes_slice text)
{
    size_t plain = 0;
    for (size_t i = 0; i < text.length; i++) {
        const char *entity = entity_of[(unsigned char)text.at[i]];
        if (entity == NULL)
            continue;
        tes_buf_append(html, text.at + plain, i - plain);
        tes_buf_text(html, entity);
        plain = i + 1;
    }
    if (plain < text.length) /* an empty text may be at NULL */
        tes_buf_append(html, text.at + plain, text.length - plain);
}

struct template
{
    struct tes_buf *html;
    const struct words *words;
    const struct template_scope *scope;
    struct tes_slice section; /* whose rows are being rendered */
    bool is_malformed;
};

enum { LINE_MAX = 2048, PART_PATH_MAX = 64 };

/* Cuts off and returns what stands before `mark`; false where the mark is not there. */
static bool cut_at(struct tes_slice *rest, const char *mark, struct tes_slice *before)
{
    size_t mark_length = strlen(mark);
    const char *found = memmem(rest->at, rest->length, mark, mark_length);
    if (found == NULL)
        return false;
    *before = (struct tes_slice){rest->at, (size_t)(found - rest->at)};
    rest->at = found + mark_length;
    rest->length -= before->length + mark_length;
    return true;
}

/* The name behind the sign that a tag begins with; empty where it begins with another. */
static struct tes_slice name_behind(struct tes_slice tag, char sign)
{
    if (tag.length == 0 || tag.at[0] != sign)
        return (struct tes_slice){NULL, 0};
    return (struct tes_slice){tag.at + 1, tag.length - 1};
}

/* Cuts off the section's text and its end. Sections of the same name may stand within it. */
static bool cut_section(struct tes_slice *rest, struct tes_slice name, struct tes_slice *section)
{
    struct tes_slice plain, tag;
    section->at = rest->at;
    for (unsigned depth = 1; cut_at(rest, "{{", &plain);) {
        section->length = (size_t)(plain.at + plain.length - section->at);
        if (!cut_at(rest, "}}", &tag))
            return false;
        if (tes_slice_equal(name_behind(tag, '#'), name) ||
            tes_slice_equal(name_behind(tag, '^'), name))
            depth++;
        else if (tes_slice_equal(name_behind(tag, '/'), name) && --depth == 0)
            return true;
    }
    return false;
}

static const struct template_value *find_value(const struct template *template,
                                               struct tes_slice name)
{
    for (const struct template_scope *scope = template->scope; scope != NULL; scope = scope->outer)
        for (size_t i = 0; i < scope->count; i++)
            if (tes_slice_equal(tes_slice_of(scope->values[i].name), name))
                return &scope->values[i];
    return NULL;
}

static void write_line(struct template *template, const struct template_line *line)
{
    char memory[LINE_MAX];
    struct tes_buf text = tes_buf_on(memory, sizeof memory);
    size_t holes = 0;
    while (holes < TEMPLATE_HOLES_MAX && line->holes[holes].name != NULL)
        holes++;
    words_fill(template->words, line->word, line->holes, holes, &text);
    template->html->failed = template->html->failed || text.failed;
    template_escape(template->html, tes_buf_done(&text));
}

static bool write_word(struct template *template, struct tes_slice key)
{
    for (size_t i = 0; i < WORD_COUNT; i++) {
        if (!tes_slice_equal(tes_slice_of(words_keys[i]), key))
            continue;
        template_escape(template->html, words_say(template->words, (enum word)i));
        return true;
    }
    return false;
}

static bool write_value(struct template *template, struct tes_slice name)
{
    const struct template_value *value = find_value(template, name);
    if (value == NULL)
        return write_word(template, name);
    if (value->kind == TEMPLATE_TEXT)
        template_escape(template->html, value->text);
    else if (value->kind == TEMPLATE_NUMBER)
        tes_buf_number(template->html, value->number);
    else if (value->kind == TEMPLATE_LINE)
        write_line(template, &value->line);
    return value->kind <= TEMPLATE_LINE;
}

static bool render_text(struct template *template, struct tes_slice rest);

static bool render_part(struct template *template, struct tes_slice name)
{
    const struct template_value *value = find_value(template, name);
    char memory[PART_PATH_MAX];
    struct tes_buf path = tes_buf_on(memory, sizeof memory);
    if (value != NULL && value->kind == TEMPLATE_PART)
        return render_text(template, value->text);
    tes_buf_text(&path, "pages/parts/");
    tes_buf_slice(&path, name);
    tes_buf_text(&path, ".html");
    const struct asset *part = asset_find(tes_buf_done(&path));
    if (path.failed || part == NULL)
        return false;
    /* The line break at the end is the file's, not the part's. */
    return render_text(template, (struct tes_slice){part->bytes.at, part->bytes.length - 1});
}

static bool render_section(struct template *template, struct tes_slice name, bool is_opposite,
                           struct tes_slice text)
{
    const struct template_value *value = find_value(template, name);
    const struct tes_slice outer = template->section;
    if (value == NULL || value->kind == TEMPLATE_LINE || value->kind == TEMPLATE_PART)
        return false;
    if (value->kind != TEMPLATE_ROWS) {
        bool is_there = value->text.length > 0 || value->number > 0;
        return is_there == is_opposite || render_text(template, text);
    }
    if (is_opposite)
        return false;
    template->section = text;
    value->each(template, value->context);
    template->section = outer;
    return true;
}

static bool render_text(struct template *template, struct tes_slice rest)
{
    struct tes_slice plain, tag, section;
    while (cut_at(&rest, "{{", &plain)) {
        bool is_good = cut_at(&rest, "}}", &tag) && tag.length > 0;
        tes_buf_slice(template->html, plain);
        if (!is_good)
            return false;
        struct tes_slice name = name_behind(tag, tag.at[0]);
        if (tag.at[0] == '#' || tag.at[0] == '^')
            is_good = cut_section(&rest, name, &section) &&
                      render_section(template, name, tag.at[0] == '^', section);
        else if (tag.at[0] == '>')
            is_good = render_part(template, name);
        else
            is_good = write_value(template, tag);
        if (!is_good)
            return false;
    }
    tes_buf_slice(template->html, rest);
    return true;
}

void template_row(struct template *template, struct template_scope row)
{
    row.outer = template->scope;
    template->scope = &row;
    template->is_malformed = !render_text(template, template->section) || template->is_malformed;
    template->scope = row.outer;
}

enum tes_status template_render(struct tes_slice text, const struct words *words,
                                const struct template_scope *values, struct tes_buf *html)
{
    struct template template = {
        .html = html, .words = words != NULL ? words : words_all, .scope = values};
    if (!render_text(&template, text) || template.is_malformed) {
        html->failed = true;
        return TES_BAD_ARGUMENT;
    }
    return html->failed ? TES_TOO_SMALL : TES_OK;
}
