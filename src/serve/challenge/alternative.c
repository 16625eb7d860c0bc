#include "serve/challenge/alternative.h"

#include "core/kind.h"
#include "serve/assets/languages.h"
#include "serve/challenge/issue.h"
#include "serve/speech/speech.h"

static const struct alternative ALTERNATIVES[] = {
    {TES_SLICE_INIT("puzzle"), TES_SLICE_INIT("puzzle"), false, BUDGET_PUZZLE},
    {TES_SLICE_INIT("audio"), TES_SLICE_INIT("scene"), true, BUDGET_HEARD},
};

enum { ALTERNATIVE_COUNT = sizeof ALTERNATIVES / sizeof ALTERNATIVES[0] };

/* Whether somebody can be read to in their language. One that the widget does not have either is
 * answered in English. */
static bool can_be_heard(const struct visit *visit, struct tes_slice language)
{
    struct tes_slice primary = tes_slice_cut(&language, '-');
    const char *tag = tes_arena_string(visit->request->arena, primary);
    return visit->app->has_speech && helper_is_there(visit->app->helper) && tag != NULL &&
           (primary.length == 0 || speech_knows(tag) || !languages_has(primary));
}

bool alternative_is_offered(const struct visit *visit, const struct alternative *alternative,
                            struct tes_slice language)
{
    return visit->config->challenge_alternatives &&
           issue_is_enabled(visit->config, alternative->kind) &&
           (!alternative->is_heard || can_be_heard(visit, language));
}

const struct alternative *alternative_find(struct tes_slice name)
{
    for (size_t i = 0; i < ALTERNATIVE_COUNT; i++)
        if (tes_slice_equal(name, ALTERNATIVES[i].name))
            return &ALTERNATIVES[i];
    return NULL;
}

void alternative_write_offered(const struct visit *visit, struct tes_json *json,
                               const struct tes_challenge *challenge, struct tes_slice language)
{
    tes_json_open(json, "alternatives", '[');
    for (size_t i = 0; i < ALTERNATIVE_COUNT; i++) {
        const struct alternative *alternative = &ALTERNATIVES[i];
        bool is_it = challenge != NULL && challenge->kind == tes_kind_find(alternative->kind) &&
                     challenge->view.is_heard == alternative->is_heard;
        if (!is_it && alternative_is_offered(visit, alternative, language))
            tes_json_string(json, NULL, alternative->name);
    }
    tes_json_close(json, ']');
}
