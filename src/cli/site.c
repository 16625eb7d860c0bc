/* tessera site: the sites that may ask for challenges, and their secrets. */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/secret.h"
#include "cli/cli.h"
#include "cli/store.h"
#include "core/kind.h"
#include "serve/app/sites.h"

struct site_call {
    const struct cli_call *call;
    struct records *records;
    const char *name;
    const char *difficulty; /* as the store keeps it: "" leaves it to the config */
};

static int explain(enum records_result result, const char *name)
{
    static const char *const TEXTS[] = {
        [RECORDS_EXISTS] = "there is a site of that name already",
        [RECORDS_ABSENT] = "there is no site of that name",
        [RECORDS_FAILED] = "the store failed",
    };
    if (result == RECORDS_OK)
        return CLI_DONE;
    fprintf(stderr, "tessera: site %s: %s\n", name, TEXTS[result]);
    return CLI_FAILED;
}

/* The secret is shown this once; nobody can read it back. */
static void show(const struct records_site *site, char secret[RECORDS_SECRET_MAX + 1])
{
    printf("sitekey: %s\nsecret: %s\n", site->sitekey, secret);
    tes_wipe(secret, RECORDS_SECRET_MAX + 1);
}

static bool is_hostname(const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i < length; i++)
        if (!tes_ascii_is_alnum(text[i]) && text[i] != '.' && text[i] != '-' && text[i] != ':' &&
            text[i] != '[' && text[i] != ']')
            return false;
    return length > 0 && length <= RECORDS_HOSTNAME_MAX;
}

static const char NO_LEVEL[] = "default";

/* What --difficulty says; NULL where it says nothing that there is. */
static const char *read_difficulty(const struct cli_call *call)
{
    const char *given = cli_value(call, "--difficulty");
    if (given == NULL || strcmp(given, NO_LEVEL) == 0)
        return "";
    return tes_difficulty_find(tes_slice_of(given)) != 0 ? given : NULL;
}

static int add(const struct site_call *site_call)
{
    struct records_site site = {.created_at_ms = tes_clock_wall_ms()};
    char secret[RECORDS_SECRET_MAX + 1];
    const struct cli_call *call = site_call->call;
    snprintf(site.difficulty, sizeof site.difficulty, "%s", site_call->difficulty);
    snprintf(site.name, sizeof site.name, "%s", site_call->name);
    for (unsigned i = 0; i < call->counts[0]; i++) {
        if (!is_hostname(call->values[0][i]))
            return cli_wrong(site_call->call, "--hostname: expected a host's name");
        snprintf(site.hostnames[site.hostname_count++], sizeof site.hostnames[0], "%s",
                 call->values[0][i]);
    }
    if (!sites_make_sitekey(site.sitekey) || !sites_make_secret(secret, site.secret_hash))
        return cli_fail("the kernel gives no random bytes");
    enum records_result result = records_site_add(site_call->records, &site);
    if (result == RECORDS_OK)
        show(&site, secret);
    return explain(result, site_call->name);
}

static int set(const struct site_call *site_call)
{
    return explain(
        records_site_set_difficulty(site_call->records, site_call->name, site_call->difficulty),
        site_call->name);
}

static int rotate(const struct site_call *site_call)
{
    struct records_site site;
    char secret[RECORDS_SECRET_MAX + 1];
    uint8_t hash[RECORDS_HASH_BYTES];
    if (!sites_make_secret(secret, hash))
        return cli_fail("the kernel gives no random bytes");
    enum records_result result =
        records_site_rotate(site_call->records, site_call->name, hash, &site);
    if (result == RECORDS_OK)
        show(&site, secret);
    return explain(result, site_call->name);
}

static int remove_site(const struct site_call *site_call)
{
    return explain(records_site_remove(site_call->records, site_call->name), site_call->name);
}

static bool print_site(void *context, const struct records_site *site)
{
    (void)context;
    printf("%s\t%s\t", site->name, site->sitekey);
    for (size_t i = 0; i < site->hostname_count; i++)
        printf("%s%s", i == 0 ? "" : ",", site->hostnames[i]);
    printf("\t%s\n", site->difficulty[0] != '\0' ? site->difficulty : NO_LEVEL);
    return true;
}

static int list(const struct site_call *site_call)
{
    return explain(records_site_list(site_call->records, print_site, NULL), "list");
}

static const struct action {
    const char *name;
    bool takes_name, needs_difficulty;
    int (*run)(const struct site_call *site_call);
} ACTIONS[] = {
    {"add", true, false, add},       {"list", false, false, list},         {"set", true, true, set},
    {"rotate", true, false, rotate}, {"remove", true, false, remove_site},
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
    if (site_call->difficulty == NULL ||
        (action->needs_difficulty && !cli_given(call, "--difficulty")))
        return "--difficulty: expected easy, medium, hard or default";
    return NULL;
}

static int run(const struct cli_call *call)
{
    for (size_t i = 0; call->word_count > 0 && i < sizeof ACTIONS / sizeof ACTIONS[0]; i++) {
        if (strcmp(call->words[0], ACTIONS[i].name) != 0)
            continue;
        struct site_call site_call = {call, NULL, call->words[1], read_difficulty(call)};
        const char *fault = find_fault(&ACTIONS[i], &site_call);
        if (fault != NULL)
            return cli_wrong(call, fault);
        site_call.records = store_open_records(call);
        if (site_call.records == NULL)
            return CLI_FAILED;
        int status = ACTIONS[i].run(&site_call);
        records_close(site_call.records);
        return status;
    }
    return cli_wrong(call, "expected add, list, set, rotate or remove");
}

const struct cli_command cli_site = {
    .name = "site",
    .arguments = "add NAME | list | set NAME | rotate NAME | remove NAME",
    .summary = "Site keys and secrets; a running server sees the change.",
    .options = {{"--hostname", "H", "with add: pages on this host only; may stand several times",
                 RECORDS_HOSTNAMES_MAX},
                {"--difficulty", "LEVEL", "with add and set: easy, medium, hard or default", 1},
                CLI_CONFIG_OPTION,
                CLI_DATA_OPTION},
    .run = run,
};
