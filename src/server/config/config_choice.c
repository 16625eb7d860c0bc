#include "server/config/config_choice.h"

#include "challenge/kind.h"
#include "challenge/strength.h"
#include "server/words/words.h"

static const char *difficulty_name(unsigned number)
{
    return number < TES_HARD ? tes_difficulty_name((enum tes_difficulty)(number + 1)) : NULL;
}

const char *config_mode_name(unsigned number)
{
    static const char *const NAMES[] = {
        [CONFIG_FAST] = "fast", [CONFIG_BALANCED] = "balanced", [CONFIG_PARANOID] = "paranoid"};
    return number < CONFIG_MODE_COUNT ? NAMES[number] : NULL;
}

static const char *trigger_name(unsigned number)
{
    static const char *const NAMES[] = {
        [CONFIG_CONDITIONAL] = "conditional", [CONFIG_PERIODIC] = "periodic"};
    return number < CONFIG_TRIGGER_COUNT ? NAMES[number] : NULL;
}

static const char *fallback_name(unsigned number)
{
    static const char *const NAMES[] = {[CONFIG_ALTERNATIVE_CHALLENGE] = "alternative_challenge",
                                        [CONFIG_HUMAN_REVIEW] = "human_review"};
    return number < CONFIG_FALLBACK_COUNT ? NAMES[number] : NULL;
}

static const char *kept_name(unsigned number)
{
    static const char *const NAMES[] = {[CONFIG_IN_FILE] = "file", [CONFIG_IN_RECORDS] = "records"};
    return number < CONFIG_KEPT_COUNT ? NAMES[number] : NULL;
}

static const char *fail_name(unsigned number)
{
    static const char *const NAMES[] = {
        [CONFIG_FAIL_CLOSED] = "closed", [CONFIG_FAIL_OPEN] = "open"};
    return number < CONFIG_FAIL_COUNT ? NAMES[number] : NULL;
}

static const char *logged_name(unsigned number)
{
    static const char *const NAMES[] = {[CONFIG_LOGGED_OFF] = "off",
                                        [CONFIG_LOGGED_ERRORS] = "errors",
                                        [CONFIG_LOGGED_ALL] = "all"};
    return number < CONFIG_LOGGED_COUNT ? NAMES[number] : NULL;
}

/* Languages as they are: their forms of address have a key of their own. */
static const char *language_name(unsigned number)
{
    const struct words *words = NULL;
    if (number == CONFIG_ANY_LANGUAGE)
        return CONFIG_AUTO_TEXT;
    for (unsigned i = 0; i < number && (i == 0 || words != NULL); i++)
        words = words_next(words);
    return words != NULL ? words->tag.at : NULL;
}

static const char *address_name(unsigned number)
{
    static const char *const NAMES[] = {
        [WORDS_AS_IS] = "as-is", [WORDS_FORMAL] = "formal", [WORDS_INFORMAL] = "informal"};
    return number < sizeof NAMES / sizeof *NAMES ? NAMES[number] : NULL;
}

const struct config_choice config_choices[CONFIG_TYPE_COUNT] = {
    [CONFIG_RENDERER] = {tes_renderer_name, 0},
    [CONFIG_PROFILE] = {tes_profile_name, 0},
    [CONFIG_DIFFICULTY] = {difficulty_name, TES_EASY},
    [CONFIG_MODE] = {config_mode_name, 0},
    [CONFIG_TRIGGER] = {trigger_name, 0},
    [CONFIG_FALLBACK] = {fallback_name, 0},
    [CONFIG_STRENGTH] = {tes_strength_class_name, 0},
    [CONFIG_KEPT] = {kept_name, 0},
    [CONFIG_FAIL] = {fail_name, 0},
    [CONFIG_LOGGED] = {logged_name, 0},
    [CONFIG_LANGUAGE] = {language_name, 0},
    [CONFIG_ADDRESS] = {address_name, 0},
};
