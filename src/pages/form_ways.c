#include "pages/form_ways.h"

#include "flow/issue/alternative.h"

#define LINK_MAX (TES_TOKEN_MAX + 512)

const char *const form_ways_names[] = {"still", "puzzle", "audio", NULL};
static const enum word WORDS[] = {WORD_WAY_STILL, WORD_WAY_PUZZLE, WORD_WAY_AUDIO};

static void find(struct visit *visit, const struct scriptless *page,
                 const struct tes_challenge *challenge, bool is_still, struct page_ways *ways)
{
    const struct alternative_for who = {
        .language = language_of(visit->config, visit->request)->tag,
        .challenge = challenge,
        .is_still = is_still,
    };
    ways->count = 0;
    for (size_t i = 0; page->site.length > 0 && form_ways_names[i] != NULL; i++) {
        struct tes_slice name = tes_slice_of(form_ways_names[i]);
        struct tes_buf path = tes_arena_buf(visit->request->arena, LINK_MAX);
        tes_buf_slice(&path, page->address);
        tes_buf_text(&path, "&alternative=");
        tes_buf_slice(&path, name);
        if (path.failed || !alternative_is_offered(visit, alternative_find(name), &who))
            continue;
        ways->items[ways->count].word = WORDS[i];
        ways->items[ways->count++].path = tes_buf_done(&path);
    }
}

static bool is_moving(const struct tes_challenge *challenge)
{
    return challenge->view.animation_ms > 0;
}

void form_ways_find(struct visit *visit, const struct scriptless *page,
                    const struct tes_challenge *challenge, struct page_ways *ways)
{
    find(visit, page, challenge, !is_moving(challenge), ways);
}

void form_ways_after(struct visit *visit, const struct scriptless *page,
                     const struct judged *judged, struct page_ways *ways)
{
    bool was_still = tes_slice_equal(judged->claims.alternative, TES_SLICE("still"));
    find(visit, page, NULL, !was_still && !is_moving(&judged->challenge), ways);
}
