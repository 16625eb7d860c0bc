#include "policy/escalation/botness.h"

#include "base/ascii.h"

static const unsigned WEIGHTS[] = {
#define SIGNAL(name, weight, text) weight,
#include "policy/escalation/botness.def"
#undef SIGNAL
};

/* Versions below these had their last security fix before 2022. */
static const struct {
    struct tes_slice product;
    uint64_t oldest;
} BROWSERS[] = {
    {TES_SLICE_INIT("Chrome/"), 97},
    {TES_SLICE_INIT("Firefox/"), 91},
};

static const struct tes_slice TOOLS[] = {
    TES_SLICE_INIT("curl/"),          TES_SLICE_INIT("Wget/"),        TES_SLICE_INIT("python-"),
    TES_SLICE_INIT("Python-urllib"),  TES_SLICE_INIT("Go-http-"),     TES_SLICE_INIT("Java/"),
    TES_SLICE_INIT("okhttp/"),        TES_SLICE_INIT("libwww-perl/"), TES_SLICE_INIT("node-fetch"),
    TES_SLICE_INIT("HeadlessChrome"), TES_SLICE_INIT("axios/"),       TES_SLICE_INIT("Scrapy/"),
};

unsigned botness_score(const struct botness_signals *signals)
{
    unsigned score = 0;
    for (size_t i = 0; i < BOTNESS_SIGNAL_COUNT; i++)
        score += (WEIGHTS[i] * signals->confidence[i] + 9) / 10;
    return score < BOTNESS_MAX ? score : BOTNESS_MAX;
}

/* What follows `word` in the text; a NULL `at` where it is not there. */
static struct tes_slice after(struct tes_slice text, struct tes_slice word)
{
    for (; text.length >= word.length; text.at++, text.length--)
        if (tes_slice_starts(text, word))
            return (struct tes_slice){text.at + word.length, text.length - word.length};
    return (struct tes_slice){NULL, 0};
}

static bool is_outdated(struct tes_slice user_agent)
{
    for (size_t i = 0; i < sizeof BROWSERS / sizeof BROWSERS[0]; i++) {
        struct tes_slice version = after(user_agent, BROWSERS[i].product);
        size_t digits = 0;
        uint64_t major;
        while (digits < version.length && tes_ascii_is_digit(version.at[digits]))
            digits++;
        version.length = digits;
        if (version.at != NULL && tes_slice_number(version, UINT32_MAX, &major) &&
            major < BROWSERS[i].oldest)
            return true;
    }
    return false;
}

static bool is_tool(struct tes_slice user_agent)
{
    for (size_t i = 0; i < sizeof TOOLS / sizeof TOOLS[0]; i++)
        if (after(user_agent, TOOLS[i]).at != NULL)
            return true;
    return false;
}

void botness_note_user_agent(struct botness_signals *signals, struct tes_slice user_agent)
{
    user_agent = tes_slice_trim(user_agent);
    signals->confidence[BOTNESS_NO_USER_AGENT] = user_agent.length == 0 ? 10 : 0;
    signals->confidence[BOTNESS_TOOL_USER_AGENT] = is_tool(user_agent) ? 10 : 0;
    signals->confidence[BOTNESS_OUTDATED_BROWSER] = is_outdated(user_agent) ? 10 : 0;
}

void botness_note_rate(struct botness_signals *signals, uint64_t count, uint64_t limit)
{
    signals->confidence[BOTNESS_RATE_HALF] = count * 2 >= limit ? 10 : 0;
    signals->confidence[BOTNESS_RATE_MOST] = count * 5 >= limit * 4 ? 10 : 0;
}

enum botness_tier botness_tier(unsigned score, const struct botness_policy *policy)
{
    if (score < policy->risk_threshold)
        return BOTNESS_LET_THROUGH;
    return policy->challenge_enabled ? BOTNESS_CHALLENGE : BOTNESS_BLOCK;
}
