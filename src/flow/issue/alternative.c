#include "flow/issue/alternative.h"

#include "challenge/kind.h"
#include "extras/speech/speech.h"
#include "flow/accepts.h"
#include "flow/issue/issue.h"
#include "flow/issue/type_select.h"
#include "server/words/words.h"

static const struct alternative ALTERNATIVES[ALTERNATIVE_COUNT] = {
#define ALTERNATIVE(name, label, kind, how, budget, who)                                           \
    {TES_SLICE_INIT(label), TES_SLICE_INIT(kind), ALTERNATIVE_##how, BUDGET_##budget,              \
     ALTERNATIVE_##name##_NUMBER},
#include "policy/alternative.def"
#undef ALTERNATIVE
};

/* Whether somebody can be read to in their language. One that the widget does not have either is
 * answered in English. */
static bool can_be_heard(const struct visit *visit, struct tes_slice language)
{
    const struct words *words = words_for(language);
    const char *lang = tes_arena_string(visit->request->arena, words->lang);
    return visit->app->has_speech && helper_is_there(visit->app->helper) && lang != NULL &&
           speech_knows(lang);
}

static bool is_there(struct visit *visit, const struct alternative *alternative,
                     const struct alternative_for *who)
{
    const struct config *config = visit->config;
    switch (alternative->how) {
    case ALTERNATIVE_STILL:
        return !who->is_still && type_select_has_still(visit);
    case ALTERNATIVE_SHOWN:
        return issue_is_enabled(config, alternative->kind);
    case ALTERNATIVE_HEARD:
        return issue_is_enabled(config, alternative->kind) && can_be_heard(visit, who->language);
    case ALTERNATIVE_WORK:
        return config->challenge_pow_work > 0;
    case ALTERNATIVE_OTHER:
    case ALTERNATIVE_REVIEW:
        break;
    }
    return false;
}

/* Whether it is what they have already. */
static bool is_it(const struct alternative *alternative, const struct tes_challenge *challenge)
{
    return challenge != NULL &&
           tes_slice_equal(tes_slice_of(challenge->kind->name), alternative->kind) &&
           challenge->view.is_heard == (alternative->how == ALTERNATIVE_HEARD);
}

bool alternative_is_offered(struct visit *visit, const struct alternative *alternative,
                            const struct alternative_for *who)
{
    const struct accept accept = accepts_of(visit);
    if (!accept_offers(&accept, alternative->number) || is_it(alternative, who->challenge))
        return false;
    if (alternative->how == ALTERNATIVE_REVIEW)
        return accepts_review(visit);
    return visit->config->challenge_alternatives && is_there(visit, alternative, who);
}

const struct alternative *alternative_find(struct tes_slice name)
{
    unsigned number = accept_alternative_find(name);
    return number < ALTERNATIVE_COUNT ? &ALTERNATIVES[number] : NULL;
}

void alternative_write_offered(struct visit *visit, struct tes_json *json,
                               const struct alternative_for *who)
{
    tes_json_open(json, "alternatives", '[');
    for (size_t i = 0; i < ALTERNATIVE_COUNT; i++)
        if (alternative_is_offered(visit, &ALTERNATIVES[i], who))
            tes_json_string(json, NULL, ALTERNATIVES[i].name);
    tes_json_close(json, ']');
}
