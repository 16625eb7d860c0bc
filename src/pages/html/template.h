/*
 * template.h: HTML with holes. `{{name}}` takes a text and escapes it; `{{{name}}}` lets a C
 * function write HTML in its place. There are no loops or conditions: lists are written by C.
 *
 * A text can never get in unescaped: the two kinds of hole take different kinds of slot, and a
 * template that asks for the wrong kind fails to render, as does one that names an unknown slot.
 */
#ifndef PAGES_TEMPLATE_H
#define PAGES_TEMPLATE_H

#include "base/buf.h"

/* What fills a hole: a text, or a function that writes trusted HTML. */
struct template_slot {
    const char *name; /* letters, digits and '_' */
    struct tes_slice text;
    void (*write)(struct tes_buf *html, const void *context); /* NULL: `text` it is */
    const void *context;
};

/* Appends the template to `html`, its holes filled. A slot may be used any number of times, or not
 * at all. TES_BAD_ARGUMENT for an unknown slot, one of the wrong kind, or a hole that is malformed;
 * TES_TOO_SMALL where the buffer failed. After either, `html->failed` is set, so that a function
 * which renders inside another template's hole needs to pass nothing on. */
TES_MUST_CHECK enum tes_status template_render(struct tes_slice text,
                                               const struct template_slot *slots, size_t slot_count,
                                               struct tes_buf *html);

/* Appends text so that it is the same text inside HTML elements and quoted attributes. */
void template_escape(struct tes_buf *html, struct tes_slice text);

#endif
