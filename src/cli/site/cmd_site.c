/* tessera site: the sites that may ask for challenges, and their secrets. */
#include <stdio.h>
#include <string.h>

#include "base/secret.h"
#include "challenge/kind.h"
#include "cli/cli.h"
#include "cli/site/cmd_site.h"
#include "os/clock.h"
#include "server/app/sites.h"

#define OVERLAP "--overlap"

enum {
    OVERLAP_S = 86400, /* time for people to change the secret wherever it is set */
    OVERLAP_MAX_S = 30 * 86400,
};

struct site_call {
    const struct cli_call *call;
    const struct config *config;
    struct records *records;
    const char *name;
    const char *difficulty; /* as the store keeps it: "" leaves it to the config */
};

static const char *const TEXTS[] = {
    [RECORDS_EXISTS] = "there is a site of that name already",
    [RECORDS_ABSENT] = "there is no site of that name",
    [RECORDS_FAILED] = "the store failed",
};

/* The secret is shown this once; nobody can read it back. */
static void show(const struct records_site *site, char secret[RECORDS_SECRET_MAX + 1])
{
    printf("sitekey: %s\nsecret: %s\n", site->sitekey, secret);
    tes_wipe(secret, RECORDS_SECRET_MAX + 1);
}

/* What --difficulty says; NULL where it says nothing that there is. */
static const char *read_difficulty(const struct cli_call *call)
{
    const char *given = cli_value(call, "--difficulty");
    if (given == NULL || strcmp(given, SITE_WISHES_DEFAULT) == 0)
        return "";
    return tes_difficulty_find(tes_slice_of(given)) != 0 ? given : NULL;
}

/* Whether a site can have these wishes; says why where it can't. */
static bool can_be(const struct site_call *site_call, const struct records_site *site)
{
    const char *fault = site_advice_find_fault(site_call->config, site);
    if (fault != NULL)
        fprintf(stderr, "tessera: site %s: %s\n", site->name, fault);
    return fault == NULL;
}

static int add(const struct site_call *site_call)
{
    struct records_site site = {.created_at_ms = tes_clock_wall_ms()};
    char secret[RECORDS_SECRET_MAX + 1];
    const struct cli_call *call = site_call->call;
    snprintf(site.difficulty, sizeof site.difficulty, "%s", site_call->difficulty);
    snprintf(site.name, sizeof site.name, "%s", site_call->name);
    site_wishes_take(call, &site.wishes); /* the profile: find_fault() lets no other through */
    if (!can_be(site_call, &site))
        return CLI_FAILED;
    site_hosts_take(call, &site);
    if (!sites_make_sitekey(site.sitekey) || !sites_make_secret(secret, site.secret_hash))
        return cli_fail("the kernel gives no random bytes");
    enum records_result result = records_site_add(site_call->records, &site);
    if (result == RECORDS_OK) {
        show(&site, secret);
        site_advice_warn(site_call->config, &site);
    }
    return cli_explain(site_call->call, result, TEXTS, site_call->name);
}

/* ------------------------------------------------------------------ set and show */

struct search {
    const char *name;
    struct records_site *site;
    bool is_found;
};

static bool copy_named(void *context, const struct records_site *site)
{
    struct search *search = context;
    if (strcmp(site->name, search->name) != 0)
        return true;
    *search->site = *site;
    search->is_found = true;
    return false;
}

static enum records_result find_site(const struct site_call *site_call, struct records_site *site)
{
    struct search search = {site_call->name, site, false};
    enum records_result result = records_site_list(site_call->records, copy_named, &search);
    return result == RECORDS_OK && !search.is_found ? RECORDS_ABSENT : result;
}

static enum records_result write_wishes(const struct site_call *site_call,
                                        const struct records_site *site)
{
    enum records_result result = RECORDS_OK;
    if (site_wishes_given(site_call->call) != 0)
        result = records_site_set_wishes(site_call->records, site_call->name, &site->wishes);
    if (result == RECORDS_OK && cli_given(site_call->call, "--difficulty"))
        result =
            records_site_set_difficulty(site_call->records, site_call->name, site_call->difficulty);
    if (result == RECORDS_OK && cli_given(site_call->call, SITE_HOSTS_OPTION))
        result = records_site_set_hostnames(site_call->records, site);
    return result;
}

static int set(const struct site_call *site_call)
{
    const struct cli_call *call = site_call->call;
    struct records_site site = {0};
    enum records_result result = find_site(site_call, &site);
    if (result != RECORDS_OK)
        return cli_explain(site_call->call, result, TEXTS, site_call->name);
    site_wishes_take(call, &site.wishes);
    site_hosts_take(call, &site);
    if (cli_given(call, "--difficulty"))
        snprintf(site.difficulty, sizeof site.difficulty, "%s", site_call->difficulty);
    bool is_asked_anew =
        (site_wishes_given(call) & SITE_WISHES_ASKED) != 0 || cli_given(call, "--difficulty");
    if (is_asked_anew && !can_be(site_call, &site))
        return CLI_FAILED;
    result = write_wishes(site_call, &site);
    if (result == RECORDS_OK && cli_given(call, "--strength"))
        site_advice_tell_strength(site_call->config, &site);
    if (result == RECORDS_OK)
        site_advice_warn(site_call->config, &site);
    return cli_explain(site_call->call, result, TEXTS, site_call->name);
}

static int show_site(const struct site_call *site_call)
{
    struct records_site site = {0};
    enum records_result result = find_site(site_call, &site);
    if (result != RECORDS_OK)
        return cli_explain(site_call->call, result, TEXTS, site_call->name);
    site_show_print(&site, site_call->config);
    if (can_be(site_call, &site)) /* where it can't, the config has changed since */
        site_advice_warn(site_call->config, &site);
    return CLI_DONE;
}

static bool read_overlap(const struct cli_call *call, uint64_t *seconds)
{
    const char *given = cli_value(call, OVERLAP);
    return given == NULL || tes_slice_number(tes_slice_of(given), OVERLAP_MAX_S, seconds);
}

static int rotate(const struct site_call *site_call)
{
    struct records_site site = {0};
    char secret[RECORDS_SECRET_MAX + 1];
    uint8_t hash[RECORDS_HASH_BYTES];
    uint64_t overlap_s = OVERLAP_S;
    if (cli_given(site_call->call, OVERLAP) && !read_overlap(site_call->call, &overlap_s))
        return CLI_FAILED; /* find_fault() lets no other through */
    if (!sites_make_secret(secret, hash))
        return cli_fail("the kernel gives no random bytes");
    uint64_t until_ms = overlap_s > 0 ? tes_clock_wall_ms() + overlap_s * 1000 : 0;
    enum records_result result =
        records_site_rotate(site_call->records, site_call->name, hash, until_ms, &site);
    if (result == RECORDS_OK) {
        show(&site, secret);
        site_show_tell_overlap(&site, overlap_s);
    }
    return cli_explain(site_call->call, result, TEXTS, site_call->name);
}

static int remove_site(const struct site_call *site_call)
{
    return cli_explain(site_call->call, records_site_remove(site_call->records, site_call->name),
                       TEXTS, site_call->name);
}

static bool print_site(void *context, const struct records_site *site)
{
    (void)context;
    printf("%s\t%s\t", site->name, site->sitekey);
    for (size_t i = 0; i < site->hostname_count; i++)
        printf("%s%s", i == 0 ? "" : ",", site->hostnames[i]);
    printf("\t%s\n", site->difficulty[0] != '\0' ? site->difficulty : SITE_WISHES_DEFAULT);
    return true;
}

static int list(const struct site_call *site_call)
{
    return cli_explain(site_call->call, records_site_list(site_call->records, print_site, NULL),
                       TEXTS, "list");
}

static const struct action {
    const char *name;
    bool takes_name;
    enum { NO_WISHES, PROFILE_ALONE, ALL_WISHES } wishes;
    int (*run)(const struct site_call *site_call);
} ACTIONS[] = {
    {"add", true, PROFILE_ALONE, add},   {"list", false, NO_WISHES, list},
    {"set", true, ALL_WISHES, set},      {"show", true, NO_WISHES, show_site},
    {"rotate", true, NO_WISHES, rotate}, {"remove", true, NO_WISHES, remove_site},
};

/* Why the call can't be; NULL where it can. */
static const char *find_fault(const struct action *action, const struct site_call *site_call)
{
    const struct cli_call *call = site_call->call;
    if (call->word_count != (action->takes_name ? 2U : 1U))
        return action->takes_name ? "expected one NAME" : "takes no NAME";
    if (action->takes_name &&
        (strlen(site_call->name) > RECORDS_NAME_MAX || *site_call->name == '\0'))
        return "NAME: expected 1 to 64 bytes";
    if (site_call->difficulty == NULL)
        return "--difficulty: expected easy, medium, hard or default";
    if (action->wishes == ALL_WISHES && site_wishes_given(call) == 0 &&
        !cli_given(call, "--difficulty") && !cli_given(call, SITE_HOSTS_OPTION))
        return "expected one of --hostname, --difficulty, --types, --strength, --rounds, "
               "--alternatives, --fail, --profile, --theme, --lifetime, --renew and --budget";
    if (action->wishes != ALL_WISHES && (site_wishes_given(call) & SITE_WISHES_WITH_SET) != 0)
        return "--types, --strength, --rounds, --alternatives, --fail, --theme, --lifetime, "
               "--renew and --budget go with set";
    if (action->wishes == NO_WISHES &&
        (site_wishes_given(call) != 0 || cli_given(call, SITE_HOSTS_OPTION)))
        return "--hostname and --profile go with add and set";
    uint64_t seconds;
    if (cli_given(call, OVERLAP) && action->run != rotate)
        return OVERLAP " goes with rotate";
    if (!read_overlap(call, &seconds))
        return OVERLAP ": expected seconds from 0 to 2592000";
    const char *fault = site_hosts_find_fault(call);
    return fault != NULL ? fault : site_wishes_find_fault(call);
}

static int act(const struct action *action, const struct site_call *asked)
{
    struct config config;
    if (!cli_config(asked->call, &config))
        return CLI_FAILED;
    struct site_call site_call = *asked;
    site_call.config = &config;
    site_call.records = store_open_records_of(&config);
    int status = site_call.records != NULL ? action->run(&site_call) : CLI_FAILED;
    records_close(site_call.records);
    config_free(&config);
    return status;
}

static int run(const struct cli_call *call)
{
    for (size_t i = 0; call->word_count > 0 && i < sizeof ACTIONS / sizeof ACTIONS[0]; i++) {
        if (strcmp(call->words[0], ACTIONS[i].name) != 0)
            continue;
        struct site_call site_call = {call, NULL, NULL, call->words[1], read_difficulty(call)};
        const char *fault = find_fault(&ACTIONS[i], &site_call);
        return fault != NULL ? cli_wrong(call, fault) : act(&ACTIONS[i], &site_call);
    }
    return cli_wrong(call, "expected add, list, set, show, rotate or remove");
}

const struct cli_command cli_site = {
    .name = "site",
    .arguments = "add NAME | list | set NAME | show NAME | rotate NAME | remove NAME",
    .summary = "Site keys and secrets; a running server sees the change.",
    .options =
        {{SITE_HOSTS_OPTION, "H",
          "with add and set: pages on this host only, or *.H: on those below it; may stand several "
          "times, and with set replaces the list; any: on every host",
          RECORDS_HOSTNAMES_MAX},
         {"--difficulty", "LEVEL", "with add and set: easy, medium, hard or default", 1},
         {"--types", "A,B",
          "with set: the types that are asked, each as often as the others, however weak: some of "
          "hidden, predator, human, emotions, scene, spatial, puzzle; or default",
          1},
         {"--strength", "CLASS",
          "with set: minimum strength, where --types lists none: friction, off-the-shelf or "
          "default",
          1},
         {"--rounds", "N", "with set: right answers at least, 1 to 5, or default", 1},
         {"--alternatives", "A,B",
          "with set: the other ways that are offered and taken: some of still, puzzle, audio, "
          "pow, review; or none, or default",
          1},
         {"--fail", "WORD",
          "with set: while the ledger is away, open lets visitors pass unproven, closed lets none "
          "pass; or default",
          1},
         {"--profile", "WORD",
          "with add and set: login asks and offers no cognitive function test; or default", 1},
         {"--theme", "WORD", "with set: how the widget looks: light, dark, auto or default", 1},
         {"--lifetime", "SECONDS",
          "with set: in which a pass must be redeemed, 30 to 3600, or default", 1},
         {"--renew", "SECONDS",
          "with set: after the solving in which a pass may be renewed, 0 to 7200, or default", 1},
         {"--budget", "NAME=N,...",
          "with set: what a network may have of this site, in place of the config's; or default",
          1},
         {OVERLAP, "SECONDS",
          "with rotate: for so long the secret before stays good, too; 86400 where it is not "
          "given, 0 ends it at once",
          1},
         CLI_CONFIG_OPTION,
         CLI_DATA_OPTION},
    .run = run,
};
