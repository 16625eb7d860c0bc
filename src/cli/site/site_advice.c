#include "cli/site/cmd_site.h"

#include <stdio.h>
#include <string.h>

#include "base/hostname.h"
#include "challenge/kinds.h"
#include "extras/speech/speech.h"
#include "flow/accepts.h"
#include "flow/issue/issue.h"
#include "flow/issue/type_select.h"

static struct accept accept_of(const struct config *config, const struct records_site *site)
{
    const struct sites_policy policy = sites_read_policy(&site->wishes);
    return accepts_by(config, &policy);
}

static enum tes_difficulty level_of_site(const struct config *config,
                                         const struct records_site *site)
{
    enum tes_difficulty level = tes_difficulty_find(tes_slice_of(site->difficulty));
    return level != 0 ? level : (enum tes_difficulty)config->challenge_default_difficulty;
}

static bool has_any(const struct config *config, const struct records_site *site,
                    enum tes_strength_class least)
{
    struct accept accept = accept_of(config, site);
    accept.least = least;
    return type_select_has_any(config, &accept, level_of_site(config, site));
}

/* Ways that the site itself names and that its profile never offers. */
static bool names_tests(const struct records_site *site)
{
    const struct sites_policy policy = sites_read_policy(&site->wishes);
    for (unsigned i = 0; i < ALTERNATIVE_COUNT; i++)
        if (policy.has_alternatives && (policy.alternatives >> i & 1) != 0 &&
            !accept_profile_offers(policy.profile, i))
            return true;
    return false;
}

static const char NO_TYPE[] =
    "no visitor would get a challenge: challenge.types has none of its --types: list others, or "
    "add them there (--config names the server's config)";
static const char NO_STRENGTH[] =
    "no visitor would get a challenge: no type in challenge.types is as strong as the site asks, "
    "and still is not among its alternatives: list --types, say --strength friction, or add still "
    "to --alternatives (--config names the server's config)";

const char *site_advice_find_fault(const struct config *config, const struct records_site *site)
{
    const struct accept accept = accept_of(config, site);
    if (accept.profile != ACCEPT_LOGIN &&
        type_select_can_issue(config, &accept, level_of_site(config, site)))
        return NULL;
    if (accept.profile != ACCEPT_LOGIN)
        return accept.is_listed ? NO_TYPE : NO_STRENGTH;
    if (names_tests(site))
        return "profile login offers no puzzle and no audio, which are cognitive function tests: "
               "leave them out of --alternatives";
    if (!has_any(config, site, TES_STRENGTH_FRICTION))
        return "profile login asks for the recognition of objects alone, hidden and human: none of "
               "them is among its --types and in challenge.types";
    if (!has_any(config, site, accept.least))
        return "profile login asks hidden and human alone, and human is friction: add hidden to "
               "challenge.types, or say --strength friction";
    return NULL;
}

/* ------------------------------------------------------------ who can't see */

/* Whether somebody who sees nothing can take that way, as far as the config tells. */
static bool is_for_the_blind(const struct config *config, unsigned alternative)
{
    switch (alternative) {
    case ALTERNATIVE_PUZZLE_NUMBER:
        return issue_is_enabled(config, TES_SLICE("puzzle"));
    case ALTERNATIVE_AUDIO_NUMBER:
        return issue_is_enabled(config, TES_SLICE("scene")) &&
               strcmp(config->challenge_audio, SPEECH_OFF) != 0;
    case ALTERNATIVE_POW_NUMBER:
        return config->challenge_pow_work > 0;
    default:
        return false;
    }
}

static bool has_review(const struct config *config)
{
    return config->accessibility_fallback_enabled &&
           config->accessibility_fallback_method == CONFIG_HUMAN_REVIEW;
}

/* Writes the names of the ways that they have, with commas between them; false where there are
 * none. */
static bool write_ways(const struct config *config, const struct records_site *site,
                       struct tes_buf *buf)
{
    const struct accept accept = accept_of(config, site);
    for (unsigned i = 0; i < ALTERNATIVE_COUNT; i++) {
        bool is_there = i == ALTERNATIVE_REVIEW_NUMBER
                            ? has_review(config)
                            : config->challenge_alternatives && is_for_the_blind(config, i);
        if (!is_there || !accept_offers(&accept, i))
            continue;
        tes_buf_text(buf, buf->length > 0 ? ", " : "");
        tes_buf_text(buf, accept_alternative_name(i));
    }
    return buf->length > 0;
}

enum { WAYS_MAX = 128 };

/* ------------------------------------------------- what makes little sense */

enum { LIFETIME_SHORT_S = 60 };

/* What the site says, or else the config. */
static unsigned lifetime_of(const struct config *config, const struct records_site *site)
{
    return site->wishes.lifetime_s > 0 ? site->wishes.lifetime_s : config->response_lifetime_s;
}

static unsigned limit_of(const struct budget_limits *limits, enum budget budget, unsigned otherwise)
{
    return limits->of[budget] > 0 ? limits->of[budget] : otherwise;
}

static bool has_wide_host(const struct config *config, const struct records_site *site)
{
    (void)config;
    for (size_t i = 0; i < site->hostname_count; i++)
        if (tes_hostname_is_wide(tes_slice_of(site->hostnames[i])))
            return true;
    return false;
}

static bool is_short(const struct config *config, const struct records_site *site)
{
    const struct records_wishes *wishes = &site->wishes;
    unsigned renew_s = wishes->has_renew ? wishes->renew_s : config->response_renew_s;
    return lifetime_of(config, site) < LIFETIME_SHORT_S && renew_s == 0;
}

static bool is_renewed_in_vain(const struct config *config, const struct records_site *site)
{
    const struct records_wishes *wishes = &site->wishes;
    return wishes->has_renew && wishes->renew_s > 0 && wishes->renew_s <= lifetime_of(config, site);
}

static bool has_no_budgets(const struct config *config, const struct records_site *site)
{
    return site->wishes.budgets[0] != '\0' && !config->budget_enabled;
}

static bool has_no_second_answer(const struct config *config, const struct records_site *site)
{
    struct budget_limits limits;
    budget_limits_read(tes_slice_of(site->wishes.budgets), &limits);
    return limits.of[BUDGET_ANSWER] > 0 && limits.of[BUDGET_ANSWER] <= config->budget_wrong_answer;
}

static bool has_few_pictures(const struct config *config, const struct records_site *site)
{
    struct budget_limits limits;
    budget_limits_read(tes_slice_of(site->wishes.budgets), &limits);
    return limits.has_any && limit_of(&limits, BUDGET_IMAGE, config->budget_image) <
                                 limit_of(&limits, BUDGET_CHALLENGE, config->budget_challenge);
}

static const struct {
    bool (*is_so)(const struct config *config, const struct records_site *site);
    const char *warning;
} ODDITIES[] = {
    {has_wide_host, "one of its hostnames is every host below a single label: where that is a "
                    "public suffix, such as org, anybody's pages can use the site key"},
    {is_short, "people who need a minute for the rest of the form are too late: a pass lives for "
               "less, and is not renewed"},
    {is_renewed_in_vain, "--renew has no effect: a pass lives for as long without it"},
    {has_no_budgets, "--budget has no effect: budget.enabled is false"},
    {has_no_second_answer, "after one wrong answer a network is refused for the rest of the "
                           "window: --budget answer is no more than budget.wrong_answer"},
    {has_few_pictures, "visitors get challenges whose pictures they are refused: --budget has "
                       "fewer of image than of challenge"},
};

static void warn_of_oddities(const struct config *config, const struct records_site *site)
{
    for (size_t i = 0; i < sizeof ODDITIES / sizeof ODDITIES[0]; i++)
        if (ODDITIES[i].is_so(config, site))
            fprintf(stderr, "tessera: site %s: warning: %s\n", site->name, ODDITIES[i].warning);
}

enum { TYPES_MAX = 128 };

/* Types that the site lists and the config does not. */
static void warn_of_missing_types(const struct config *config, const struct records_site *site)
{
    char memory[TYPES_MAX];
    struct tes_buf names = tes_buf_on(memory, sizeof memory);
    const unsigned missing = sites_read_policy(&site->wishes).kinds & ~config->challenge_types.bits;
    for (size_t i = 0; tes_kind_name(i) != NULL; i++) {
        if ((missing >> i & 1) == 0)
            continue;
        tes_buf_text(&names, names.length > 0 ? ", " : "");
        tes_buf_text(&names, tes_kind_name(i));
    }
    if (names.length > 0)
        fprintf(stderr,
                "tessera: site %s: warning: challenge.types lacks these of its --types, so they "
                "are not asked: %.*s%s\n",
                site->name, (int)names.length, memory,
                has_any(config, site, accept_of(config, site).least)
                    ? ""
                    : ". Visitors get other types instead, as the alternative \"still\", on its "
                      "budget");
}

/* Types that the site lists although they are weaker than its minimum strength. */
static void warn_of_weak_types(const struct config *config, const struct records_site *site)
{
    char memory[TYPES_MAX];
    struct tes_buf names = tes_buf_on(memory, sizeof memory);
    const struct accept accept = accept_of(config, site);
    struct accept strict = accept;
    strict.is_listed = false;
    for (size_t i = 0; accept.is_listed && tes_kind_name(i) != NULL; i++) {
        const struct tes_kind *kind = tes_kind_find(tes_slice_of(tes_kind_name(i)));
        if (!accept_asks(&accept, kind, level_of_site(config, site)) ||
            accept_asks(&strict, kind, level_of_site(config, site)))
            continue;
        tes_buf_text(&names, names.length > 0 ? ", " : "");
        tes_buf_text(&names, kind->name);
    }
    if (names.length > 0)
        fprintf(stderr,
                "tessera: site %s: WARNING: programs solve these of its --types more easily than "
                "its minimum strength %s allows: %.*s. They are asked, as often as the others, "
                "and their passes are accepted, because --types lists them\n",
                site->name, tes_strength_class_name(accept.least), (int)names.length, memory);
}

void site_advice_warn(const struct config *config, const struct records_site *site)
{
    char memory[WAYS_MAX];
    struct tes_buf ways = tes_buf_on(memory, sizeof memory);
    const struct accept accept = accept_of(config, site);
    if (!write_ways(config, site, &ways))
        fprintf(stderr,
                "tessera: site %s: warning: visitors who can't see the pictures can't pass: it "
                "takes none of pow, audio, puzzle and review, or the config has none of them\n",
                site->name);
    if (!accept.is_listed && !has_any(config, site, accept.least))
        fprintf(stderr,
                "tessera: site %s: warning: none of its types is %s: they are asked as the "
                "alternative \"still\", where it takes that, on its budget\n",
                site->name, tes_strength_class_name(accept.least));
    warn_of_missing_types(config, site);
    warn_of_weak_types(config, site);
    warn_of_oddities(config, site);
}

void site_advice_tell_strength(const struct config *config, const struct records_site *site)
{
    char memory[WAYS_MAX];
    struct tes_buf ways = tes_buf_on(memory, sizeof memory);
    if (accept_of(config, site).least == TES_STRENGTH_FRICTION || !write_ways(config, site, &ways))
        return;
    fprintf(stderr,
            "tessera: site %s: visitors who can't see pass by %.*s, as friction, with a confidence "
            "of 0.50 at most: these passes are accepted all the same. A server that itself refuses "
            "friction, or a confidence below some number, shuts these visitors out\n",
            site->name, (int)ways.length, ways.at);
}
