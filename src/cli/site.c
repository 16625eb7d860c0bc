/* tessera site: the sites that may ask for challenges, and their secrets. */
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/secret.h"
#include "cli/cli.h"
#include "cli/store.h"
#include "core/kind.h"
#include "decide/rounds.h"
#include "serve/app/sites.h"

struct site_call {
    const struct cli_call *call;
    struct records *records;
    const char *name;
    const char *difficulty; /* as the store keeps it: "" leaves it to the config */
};

static const char AS_CONFIG[] = "default";

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

/* What --difficulty says; NULL where it says nothing that there is. */
static const char *read_difficulty(const struct cli_call *call)
{
    const char *given = cli_value(call, "--difficulty");
    if (given == NULL || strcmp(given, AS_CONFIG) == 0)
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

/* ---------------------------------------------------------------- what a site wishes */

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

#define TEXT_OF(member)                                                                            \
    offsetof(struct records_wishes, member), sizeof(((struct records_wishes *)0)->member)

/* The options of `site set`, but for the difficulty, which came first. */
static const struct wish {
    const char *option, *fault;
    bool (*is_good)(const char *text);
    size_t at, size; /* of its text in struct records_wishes; size 0: it is the rounds */
} WISHES[] = {
    {"--types", "--types: expected types of challenge with commas between them, or default",
     is_types, TEXT_OF(types)},
    {"--strength", "--strength: expected friction, off-the-shelf or default", is_strength,
     TEXT_OF(strength)},
    {"--alternatives",
     "--alternatives: expected some of still, puzzle, audio, pow and review with commas between "
     "them, or none, or default",
     is_alternatives, TEXT_OF(alternatives)},
    {"--rounds", "--rounds: expected a number from 1 to 5, or default", is_rounds, 0, 0},
    {"--fail", "--fail: expected open, closed or default", is_fail, TEXT_OF(fail)},
};

enum { WISH_COUNT = sizeof WISHES / sizeof WISHES[0] };

/* What is wrong with the options; NULL where nothing is. */
static const char *find_wrong_wish(const struct cli_call *call)
{
    for (size_t i = 0; i < WISH_COUNT; i++) {
        const char *given = cli_value(call, WISHES[i].option);
        if (given != NULL && strcmp(given, AS_CONFIG) != 0 && !WISHES[i].is_good(given))
            return WISHES[i].fault;
    }
    return NULL;
}

static bool has_wish(const struct cli_call *call)
{
    for (size_t i = 0; i < WISH_COUNT; i++)
        if (cli_given(call, WISHES[i].option))
            return true;
    return false;
}

/* Takes over what was given, and leaves the rest. */
static void take_wishes(const struct cli_call *call, struct records_wishes *wishes)
{
    for (size_t i = 0; i < WISH_COUNT; i++) {
        const char *given = cli_value(call, WISHES[i].option);
        if (given == NULL)
            continue;
        if (strcmp(given, AS_CONFIG) == 0)
            given = "";
        uint64_t rounds = 0;
        if (WISHES[i].size > 0)
            snprintf((char *)wishes + WISHES[i].at, WISHES[i].size, "%s", given);
        else if (tes_slice_number(tes_slice_of(given), ROUNDS_LEAST_MAX, &rounds) || *given == '\0')
            wishes->rounds = (unsigned)rounds;
    }
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

static int set(const struct site_call *site_call)
{
    struct records_site site;
    enum records_result result = find_site(site_call, &site);
    if (result == RECORDS_OK && has_wish(site_call->call)) {
        take_wishes(site_call->call, &site.wishes);
        result = records_site_set_wishes(site_call->records, site_call->name, &site.wishes);
    }
    if (result == RECORDS_OK && cli_given(site_call->call, "--difficulty"))
        result =
            records_site_set_difficulty(site_call->records, site_call->name, site_call->difficulty);
    return explain(result, site_call->name);
}

static void print_line(const char *name, const char *text)
{
    printf("%s: %s\n", name, *text != '\0' ? text : AS_CONFIG);
}

/* Everything but the secret, which nobody can read back. */
static int show_site(const struct site_call *site_call)
{
    struct records_site site;
    enum records_result result = find_site(site_call, &site);
    if (result != RECORDS_OK)
        return explain(result, site_call->name);
    printf("name: %s\nsitekey: %s\nhostnames: ", site.name, site.sitekey);
    for (size_t i = 0; i < site.hostname_count; i++)
        printf("%s%s", i == 0 ? "" : ",", site.hostnames[i]);
    puts(site.hostname_count == 0 ? "any" : "");
    print_line("difficulty", site.difficulty);
    print_line("types", site.wishes.types);
    print_line("strength", site.wishes.strength);
    if (site.wishes.rounds > 0)
        printf("rounds: %u\n", site.wishes.rounds);
    else
        print_line("rounds", "");
    print_line("alternatives", site.wishes.alternatives);
    print_line("fail", site.wishes.fail);
    return CLI_DONE;
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
    printf("\t%s\n", site->difficulty[0] != '\0' ? site->difficulty : AS_CONFIG);
    return true;
}

static int list(const struct site_call *site_call)
{
    return explain(records_site_list(site_call->records, print_site, NULL), "list");
}

static const struct action {
    const char *name;
    bool takes_name, takes_wishes;
    int (*run)(const struct site_call *site_call);
} ACTIONS[] = {
    {"add", true, false, add},       {"list", false, false, list},
    {"set", true, true, set},        {"show", true, false, show_site},
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
    if (site_call->difficulty == NULL)
        return "--difficulty: expected easy, medium, hard or default";
    if (action->takes_wishes && !has_wish(call) && !cli_given(call, "--difficulty"))
        return "expected one of --difficulty, --types, --strength, --rounds, --alternatives and "
               "--fail";
    if (!action->takes_wishes && has_wish(call))
        return "--types, --strength, --rounds, --alternatives and --fail go with set";
    return find_wrong_wish(call);
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
    return cli_wrong(call, "expected add, list, set, show, rotate or remove");
}

const struct cli_command cli_site = {
    .name = "site",
    .arguments = "add NAME | list | set NAME | show NAME | rotate NAME | remove NAME",
    .summary = "Site keys and secrets; a running server sees the change.",
    .options =
        {{"--hostname", "H", "with add: pages on this host only; may stand several times",
          RECORDS_HOSTNAMES_MAX},
         {"--difficulty", "LEVEL", "with add and set: easy, medium, hard or default", 1},
         {"--types", "A,B", "with set: the types that are asked, or default", 1},
         {"--strength", "CLASS",
          "with set: the least that is asked and taken: friction, off-the-shelf or default", 1},
         {"--rounds", "N", "with set: right answers at least, 1 to 5, or default", 1},
         {"--alternatives", "A,B",
          "with set: the other ways that are offered and taken: some of still, puzzle, audio, "
          "pow, review; or none, or default",
          1},
         {"--fail", "WORD",
          "with set: while the ledger is away, open lets visitors pass unproven, closed lets none "
          "pass; or default",
          1},
         CLI_CONFIG_OPTION,
         CLI_DATA_OPTION},
    .run = run,
};
