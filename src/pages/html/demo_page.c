#include "pages/html/demo_page.h"

#include "challenge/kinds.h"
#include "challenge/strength.h"
#include "pages/html/page.h"

/* Those that stand against most come first. */
enum { RANKS = 3 };

static unsigned rank_of(struct tes_slice kind)
{
    const struct tes_slice any = {NULL, 0};
    if (tes_strength_class(tes_strength_find(kind, any, TES_MEDIUM)) > TES_STRENGTH_FRICTION)
        return 0;
    return tes_strength_stops_scripts(kind, TES_MEDIUM) ? 1 : 2;
}

static void write_type(struct tes_buf *html, const struct tes_kind *kind, bool is_first)
{
    const struct tes_strength *strength =
        tes_strength_find(tes_slice_of(kind->name), (struct tes_slice){NULL, 0}, TES_MEDIUM);
    tes_buf_text(html, "<label title=\"");
    tes_buf_text(html, tes_strength_class_name(tes_strength_class(strength)));
    tes_buf_text(html, "\"><input type=\"radio\" name=\"type\" value=\"");
    template_escape(html, tes_slice_of(kind->name));
    tes_buf_text(html, is_first ? "\" checked><span>" : "\"><span>");
    template_escape(html, tes_slice_of(kind->title));
    tes_buf_text(html, "</span></label>\n");
}

static void write_types(struct tes_buf *html, const void *context)
{
    bool is_first = true;
    (void)context;
    for (unsigned rank = 0; rank < RANKS; rank++) {
        for (size_t i = 0; i < TES_KIND_COUNT; i++) {
            const struct tes_kind *kind = tes_kind_find(tes_slice_of(tes_kind_name(i)));
            if (rank_of(tes_slice_of(kind->name)) != rank)
                continue;
            write_type(html, kind, is_first);
            is_first = false;
        }
    }
}

/* English, which is built into the widget, comes first. */
static void write_languages(struct tes_buf *html, const void *context)
{
    (void)context;
    for (const struct words *words = NULL; (words = words_next(words)) != NULL;) {
        tes_buf_text(html, "<option value=\"");
        template_escape(html, words->tag);
        tes_buf_text(html, "\">");
        template_escape(html, words->name);
        tes_buf_text(html, "</option>");
    }
}

enum tes_status demo_page_write(struct tes_buf *html, const struct demo_page *page)
{
    const struct template_slot slots[] = {
        {.name = "puzzle_path", .text = page->puzzle_path},
        {.name = "origin", .text = page->origin},
        {.name = "sitekey", .text = page->sitekey},
        {.name = "types", .write = write_types},
        {.name = "languages", .write = write_languages},
    };
    return page_write(html,
                      &(struct page){.template_path = "pages/demo.html",
                                     .title = TES_SLICE("Human verification you host yourself"),
                                     .indexed = true,
                                     .slots = slots,
                                     .slot_count = sizeof slots / sizeof *slots});
}
