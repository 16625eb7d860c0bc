/*
 * template.h: HTML with holes, the only way in which the server writes HTML.
 *
 *   {{name}}                  a value, escaped
 *   {{#name}}...{{/name}}     a section: once where the value is not empty; once for each row
 *   {{^name}}...{{/name}}     the opposite: once where the value is empty
 *   {{>name}}                 another template: a value of that kind, or web/pages/parts/name.html
 *
 * Names are looked up in the innermost section's row first, last in the page's values; behind those
 * each key of words.def is a text in the page's language. There the holes of a line stay as they
 * are, for scripts; template_line() fills them. Everything but templates is escaped, so that no
 * text can get in as HTML.
 */
#ifndef PAGES_TEMPLATE_H
#define PAGES_TEMPLATE_H

#include "base/buf.h"
#include "server/words/words.h"

struct template;

/* A line of the language, with what fills its holes: up to the first without a name. */
enum { TEMPLATE_HOLES_MAX = 2 };
struct template_line {
    enum word word;
    struct tes_hole holes[TEMPLATE_HOLES_MAX];
};

enum template_kind {
    TEMPLATE_TEXT,
    TEMPLATE_NUMBER,
    TEMPLATE_LINE,
    TEMPLATE_ROWS,
    TEMPLATE_PART,
};

/* Made by the functions below. */
struct template_value {
    const char *name; /* letters, digits and '_' */
    enum template_kind kind;
    unsigned number;
    struct tes_slice text;
    struct template_line line;
    void (*each)(struct template *template, const void *context);
    const void *context;
};

static inline struct template_value template_text(const char *name, struct tes_slice text)
{
    return (struct template_value){.name = name, .kind = TEMPLATE_TEXT, .text = text};
}

/* Written in the digits 0 to 9; as a section, empty at 0. Conditions are numbers as well. */
static inline struct template_value template_number(const char *name, unsigned number)
{
    return (struct template_value){.name = name, .kind = TEMPLATE_NUMBER, .number = number};
}

static inline struct template_value template_line(const char *name, struct template_line line)
{
    return (struct template_value){.name = name, .kind = TEMPLATE_LINE, .line = line};
}

/* `each` calls template_row() for each row. */
static inline struct template_value
template_rows(const char *name, void (*each)(struct template *template, const void *context),
              const void *context)
{
    return (struct template_value){
        .name = name, .kind = TEMPLATE_ROWS, .each = each, .context = context};
}

/* The text of another template. */
static inline struct template_value template_part(const char *name, struct tes_slice text)
{
    return (struct template_value){.name = name, .kind = TEMPLATE_PART, .text = text};
}

/* Values, and those that are looked up behind them. */
struct template_scope {
    const struct template_value *values;
    size_t count;
    const struct template_scope *outer; /* NULL: none */
};

/* The values of an array. */
#define TEMPLATE_SCOPE(array)                                                                      \
    ((struct template_scope){array, sizeof(array) / sizeof *(array), NULL})

/* Renders the section once, with these values before those around it. */
void template_row(struct template *template, struct template_scope row);

/* Appends the template to `html`. `words`: the language; NULL: English. TES_BAD_ARGUMENT for a name
 * that is unknown or of the wrong kind, and for a hole or section that is malformed; TES_TOO_SMALL
 * where the buffer failed. `html->failed` is set after either. */
TES_MUST_CHECK enum tes_status template_render(struct tes_slice text, const struct words *words,
                                               const struct template_scope *values,
                                               struct tes_buf *html);

/* Appends text so that it is the same text inside HTML elements and quoted attributes. */
void template_escape(struct tes_buf *html, struct tes_slice text);

#endif
