#include "serve/challenge/alternative.h"

#include "core/kind.h"
#include "serve/assets/languages.h"
#include "serve/challenge/issue.h"
#include "serve/challenge/work.h"
#include "serve/speech/speech.h"

static const struct alternative ALTERNATIVES[] = {
    {TES_SLICE_INIT("puzzle"), TES_SLICE_INIT("puzzle"), ALTERNATIVE_SHOWN, BUDGET_PUZZLE},
    {TES_SLICE_INIT("audio"), TES_SLICE_INIT("scene"), ALTERNATIVE_HEARD, BUDGET_HEARD},
    {TES_SLICE_INIT("pow"), TES_SLICE_INIT(WORK_NAME), ALTERNATIVE_WORK, BUDGET_POW},
    {TES_SLICE_INIT("other"), {NULL, 0}, ALTERNATIVE_OTHER, BUDGET_OTHER},
    {TES_SLICE_INIT("review"), {NULL, 0}, ALTERNATIVE_REVIEW, BUDGET_REVIEW},
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
    const struct config *config = visit->config;
    switch (alternative->how) {
    case ALTERNATIVE_SHOWN:
        return config->challenge_alternatives && issue_is_enabled(config, alternative->kind);
    case ALTERNATIVE_HEARD:
        return config->challenge_alternatives && issue_is_enabled(config, alternative->kind) &&
               can_be_heard(visit, language);
    case ALTERNATIVE_WORK:
        return config->challenge_alternatives && config->challenge_pow_work > 0;
    case ALTERNATIVE_OTHER:
        return false;
    case ALTERNATIVE_REVIEW:
        return config->accessibility_fallback_enabled &&
               config->accessibility_fallback_method == CONFIG_HUMAN_REVIEW;
    }
    return false;
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
        bool is_it = challenge != NULL &&
                     tes_slice_equal(tes_slice_of(challenge->kind->name), alternative->kind) &&
                     challenge->view.is_heard == (alternative->how == ALTERNATIVE_HEARD);
        if (!is_it && alternative_is_offered(visit, alternative, language))
            tes_json_string(json, NULL, alternative->name);
    }
    tes_json_close(json, ']');
}
