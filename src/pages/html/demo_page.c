#include "pages/html/demo_page.h"

#include "challenge/kinds.h"
#include "challenge/strength.h"
#include "pages/html/page.h"

/* Those that stand against most come first. */
enum { RANKS = 3 };

static const struct tes_slice ANY_VARIANT = {NULL, 0};

static unsigned rank_of(struct tes_slice kind)
{
    if (tes_strength_class(tes_strength_find(kind, ANY_VARIANT, TES_MEDIUM)) >
        TES_STRENGTH_FRICTION)
        return 0;
    return tes_strength_stops_scripts(kind, TES_MEDIUM) ? 1 : 2;
}

static void add_type(struct template *template, const struct tes_kind *kind, bool is_first)
{
    struct tes_slice name = tes_slice_of(kind->name);
    unsigned class = tes_strength_class(tes_strength_find(name, ANY_VARIANT, TES_MEDIUM));
    const struct template_value row[] = {
        template_text("class", tes_slice_of(tes_strength_class_name(class))),
        template_text("name", name),
        template_number("is_first", is_first),
        template_text("label", tes_slice_of(kind->title)),
    };
    template_row(template, TEMPLATE_SCOPE(row));
}

static void add_types(struct template *template, const void *context)
{
    bool is_first = true;
    (void)context;
    for (unsigned rank = 0; rank < RANKS; rank++) {
        for (size_t i = 0; i < TES_KIND_COUNT; i++) {
            const struct tes_kind *kind = tes_kind_find(tes_slice_of(tes_kind_name(i)));
            if (rank_of(tes_slice_of(kind->name)) != rank)
                continue;
            add_type(template, kind, is_first);
            is_first = false;
        }
    }
}

/* English, which is built into the widget, comes first. */
static void add_languages(struct template *template, const void *context)
{
    (void)context;
    for (const struct words *words = NULL; (words = words_next(words)) != NULL;) {
        const struct template_value row[] = {template_text("tag", words->tag),
                                             template_text("name", words->name)};
        template_row(template, TEMPLATE_SCOPE(row));
    }
}

enum tes_status demo_page_write(struct tes_buf *html, const struct demo_page *page)
{
    const struct template_value values[] = {
        template_text("title", TES_SLICE("Human verification you host yourself")),
        template_text("puzzle_path", page->puzzle_path),
        template_text("origin", page->origin),
        template_text("sitekey", page->sitekey),
        template_rows("types", add_types, NULL),
        template_rows("languages", add_languages, NULL),
    };
    return page_write(html, &(struct page){.template_path = "pages/demo.html",
                                           .indexed = true,
                                           .values = TEMPLATE_SCOPE(values)});
}
