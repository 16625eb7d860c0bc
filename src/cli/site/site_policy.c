#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/hostname.h"
#include "cli/site/cmd_site.h"
#include "policy/escalation/rounds.h"
#include "server/app/sites.h"

_Static_assert(TES_HOSTNAME_MAX == RECORDS_HOSTNAME_MAX, "what is read can be kept");
_Static_assert(RECORDS_HOSTNAMES_MAX <= CLI_VALUES_MAX, "all that a site can have can be given");

/* The values of the option, which is the first of its command. */
static const char *value(const struct cli_call *call, unsigned i)
{
    return call->values[0][i];
}

static bool is_any(const struct cli_call *call)
{
    return call->counts[0] == 1 && strcmp(value(call, 0), SITE_HOSTS_ANY) == 0;
}

const char *site_hosts_find_fault(const struct cli_call *call)
{
    static char fault[256];
    char name[TES_HOSTNAME_MAX + 1];
    if (is_any(call))
        return NULL;
    for (unsigned i = 0; i < call->counts[0]; i++) {
        const char *why = strcmp(value(call, i), SITE_HOSTS_ANY) == 0
                              ? SITE_HOSTS_ANY " stands alone"
                              : tes_hostname_read(tes_slice_of(value(call, i)), name);
        if (why == NULL)
            continue;
        snprintf(fault, sizeof fault, SITE_HOSTS_OPTION ": %s", why);
        return fault;
    }
    return NULL;
}

void site_hosts_take(const struct cli_call *call, struct records_site *site)
{
    if (call->counts[0] == 0)
        return;
    site->hostname_count = 0;
    memset(site->hostnames, 0, sizeof site->hostnames);
    for (unsigned i = 0; !is_any(call) && i < call->counts[0]; i++)
        if (tes_hostname_read(tes_slice_of(value(call, i)),
                              site->hostnames[site->hostname_count]) == NULL)
            site->hostname_count++;
}

static bool is_types(const char *text)
{
    unsigned bits;
    return *text != '\0' && accept_kinds_read(tes_slice_of(text), &bits);
}

static bool is_strength(const char *text)
{
    return tes_strength_class_name(tes_slice_find(tes_slice_of(text), tes_strength_class_name)) !=
           NULL;
}

static bool is_alternatives(const char *text)
{
    unsigned bits;
    return strcmp(text, SITES_NONE) == 0 ||
           (*text != '\0' && accept_alternatives_read(tes_slice_of(text), &bits));
}

static bool is_rounds(const char *text)
{
    uint64_t rounds;
    return tes_slice_number(tes_slice_of(text), ROUNDS_LEAST_MAX, &rounds) && rounds > 0;
}

static bool is_fail(const char *text)
{
    return strcmp(text, "open") == 0 || strcmp(text, "closed") == 0;
}

static bool is_theme(const char *text)
{
    return *sites_read_theme(text) != '\0';
}

static bool is_lifetime(const char *text)
{
    uint64_t seconds;
    return tes_slice_number(tes_slice_of(text), RECORDS_LIFETIME_MAX_S, &seconds) &&
           seconds >= RECORDS_LIFETIME_MIN_S;
}

static bool is_renew(const char *text)
{
    uint64_t seconds;
    return tes_slice_number(tes_slice_of(text), RECORDS_RENEW_MAX_S, &seconds);
}

static bool is_budgets(const char *text)
{
    struct budget_limits limits;
    return strlen(text) <= RECORDS_WISH_MAX && budget_limits_read(tes_slice_of(text), &limits) &&
           limits.has_any;
}

static bool is_profile(const char *text)
{
    return strcmp(text, accept_profile_name(ACCEPT_LOGIN)) == 0;
}

#define RENEW "--renew"

#define TEXT_OF(member)                                                                            \
    offsetof(struct records_wishes, member), sizeof(((struct records_wishes *)0)->member)

/* The options of `site set`, but for the difficulty, which came first. */
static const struct wish {
    const char *option, *fault;
    bool (*is_good)(const char *text);
    size_t at, size; /* of its text in struct records_wishes; size 0: it is a number there */
    unsigned about;  /* SITE_WISHES_...; 0: none of them */
} WISHES[] = {
    {"--types",
     "--types: expected some of hidden, predator, human, emotions, scene, spatial and puzzle with "
     "commas between them, or default",
     is_types, TEXT_OF(types), SITE_WISHES_ASKED},
    {"--strength", "--strength: expected friction, off-the-shelf or default", is_strength,
     TEXT_OF(strength), SITE_WISHES_ASKED},
    {"--alternatives",
     "--alternatives: expected some of still, puzzle, audio, pow and review with commas between "
     "them, or none, or default",
     is_alternatives, TEXT_OF(alternatives), SITE_WISHES_ASKED},
    {"--rounds", "--rounds: expected a number from 1 to 5, or default", is_rounds,
     offsetof(struct records_wishes, rounds), 0, 0},
    {"--fail", "--fail: expected open, closed or default", is_fail, TEXT_OF(fail), 0},
    {"--profile", "--profile: expected login or default", is_profile, TEXT_OF(profile),
     SITE_WISHES_ASKED | SITE_WISHES_WITH_ADD},
    {"--theme", "--theme: expected light, dark, auto or default", is_theme, TEXT_OF(theme), 0},
    {"--lifetime", "--lifetime: expected seconds from 30 to 3600, or default", is_lifetime,
     offsetof(struct records_wishes, lifetime_s), 0, 0},
    {RENEW, "--renew: expected seconds from 0 to 7200, or default", is_renew,
     offsetof(struct records_wishes, renew_s), 0, 0},
    {"--budget",
     "--budget: expected NAME=N with commas between them, each N from 1 to 1000000 and each NAME "
     "once: challenge, image, draw, work, audio, answer, still, puzzle, heard, pow, other, review, "
     "review-status, renew, pass or pass-site; or default",
     is_budgets, TEXT_OF(budgets), 0},
};

enum { WISH_COUNT = sizeof WISHES / sizeof WISHES[0] };

const char *site_wishes_find_fault(const struct cli_call *call)
{
    for (size_t i = 0; i < WISH_COUNT; i++) {
        const char *given = cli_value(call, WISHES[i].option);
        if (given != NULL && strcmp(given, SITE_WISHES_DEFAULT) != 0 && !WISHES[i].is_good(given))
            return WISHES[i].fault;
    }
    return NULL;
}

unsigned site_wishes_given(const struct cli_call *call)
{
    unsigned given = 0;
    for (size_t i = 0; i < WISH_COUNT; i++)
        if (cli_given(call, WISHES[i].option))
            given |= WISHES[i].about |
                     ((WISHES[i].about & SITE_WISHES_WITH_ADD) != 0 ? 0 : SITE_WISHES_WITH_SET);
    return given;
}

/* What find_fault() has let through; the empty text is 0, the config's. */
static void take_number(unsigned *number, const char *given)
{
    uint64_t read = 0;
    if (*given == '\0' || tes_slice_number(tes_slice_of(given), UINT_MAX, &read))
        *number = (unsigned)read;
}

void site_wishes_take(const struct cli_call *call, struct records_wishes *wishes)
{
    for (size_t i = 0; i < WISH_COUNT; i++) {
        const char *given = cli_value(call, WISHES[i].option);
        if (given == NULL)
            continue;
        if (strcmp(given, SITE_WISHES_DEFAULT) == 0)
            given = "";
        if (WISHES[i].size > 0)
            snprintf((char *)wishes + WISHES[i].at, WISHES[i].size, "%s", given);
        else
            take_number((unsigned *)(void *)((char *)wishes + WISHES[i].at), given);
    }
    if (cli_given(call, RENEW)) /* of which 0 is a wish, too */
        wishes->has_renew = strcmp(cli_value(call, RENEW), SITE_WISHES_DEFAULT) != 0;
}
