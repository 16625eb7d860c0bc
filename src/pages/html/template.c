#include "pages/html/template.h"

#include <string.h>

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

static bool fill(struct tes_slice name, bool trusted, const struct template_slot *slots,
                 size_t slot_count, struct tes_buf *html)
{
    for (size_t i = 0; i < slot_count; i++) {
        if (!tes_slice_equal(tes_slice_of(slots[i].name), name))
            continue;
        if (trusted != (slots[i].write != NULL))
            return false;
        if (trusted)
            slots[i].write(html, slots[i].context);
        else
            template_escape(html, slots[i].text);
        return true;
    }
    return false;
}

enum tes_status template_render(struct tes_slice text, const struct template_slot *slots,
                                size_t slot_count, struct tes_buf *html)
{
    struct tes_slice rest = text, plain, name;
    while (cut_at(&rest, "{{", &plain)) {
        tes_buf_slice(html, plain);
        bool trusted = tes_slice_starts(rest, TES_SLICE("{"));
        if (trusted) {
            rest.at++;
            rest.length--;
        }
        if (!cut_at(&rest, trusted ? "}}}" : "}}", &name) ||
            !fill(name, trusted, slots, slot_count, html)) {
            html->failed = true;
            return TES_BAD_ARGUMENT;
        }
    }
    tes_buf_slice(html, rest);
    return html->failed ? TES_TOO_SMALL : TES_OK;
}
