#include "cli/site/cmd_site.h"

#include <stdio.h>
#include <string.h>

#include "os/clock.h"
#include "server/app/sites.h"
#include "store/db/moment.h"

#define NUMBER_MAX 16
#define VALUE_MAX  1024

/* The config's value, in the form that `site set` takes it in; nothing where that can't be. */
static void print_value(const struct config *config, const struct config_row *row)
{
    char text[VALUE_MAX];
    struct tes_buf buf = tes_buf_on(text, sizeof text);
    struct tes_json json = tes_json_on(&buf);
    config_write_value(&json, NULL, row, config);
    tes_buf_char(&buf, '\0');
    if (buf.failed)
        return;
    printf(" (%s", strcmp(text, "[]") == 0 ? SITES_NONE : "");
    for (size_t i = 0; text[i] != '\0'; i++)
        if (strchr("[]\"", text[i]) == NULL)
            putchar(text[i]);
    putchar(')');
}

/* `path`: of the config's key that holds where the site does not say; NULL: there is none. */
static void print_default(const struct config *config, const char *name, const char *path)
{
    const struct config_row *row = path != NULL ? config_row_find(tes_slice_of(path)) : NULL;
    printf("%s: %s", name, SITE_WISHES_DEFAULT);
    if (row != NULL)
        print_value(config, row);
    putchar('\n');
}

/* The empty text where it is not given. */
static const char *write_number(char text[NUMBER_MAX], bool is_given, unsigned number)
{
    text[0] = '\0';
    if (is_given)
        snprintf(text, NUMBER_MAX, "%u", number);
    return text;
}

static void print_hostnames(const struct records_site *site)
{
    printf("hostnames: ");
    for (size_t i = 0; i < site->hostname_count; i++)
        printf("%s%s", i == 0 ? "" : ",", site->hostnames[i]);
    puts(site->hostname_count == 0 ? SITE_HOSTS_ANY : "");
}

static void print_wishes(const struct records_site *site, const struct config *config)
{
    const struct records_wishes *wishes = &site->wishes;
    char rounds[NUMBER_MAX], lifetime[NUMBER_MAX], renew[NUMBER_MAX];
    const struct {
        const char *name, *text, *path;
    } ROWS[] = {
        {"difficulty", site->difficulty, "challenge.default_difficulty"},
        {"types", wishes->types, "challenge.types"},
        {"strength", wishes->strength, "challenge.strength"},
        {"rounds", write_number(rounds, wishes->rounds > 0, wishes->rounds),
         "challenge.rounds_min"},
        {"alternatives", wishes->alternatives, "challenge.accepts"},
        {"fail", wishes->fail, "store.fail"},
        {"profile", wishes->profile, NULL},
        {"theme", wishes->theme, NULL},
        {"lifetime", write_number(lifetime, wishes->lifetime_s > 0, wishes->lifetime_s),
         "response.lifetime_s"},
        {"renew", write_number(renew, wishes->has_renew, wishes->renew_s), "response.renew_s"},
        {"budgets", wishes->budgets, NULL},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++)
        if (*ROWS[i].text != '\0')
            printf("%s: %s\n", ROWS[i].name, ROWS[i].text);
        else
            print_default(config, ROWS[i].name, ROWS[i].path);
}

void site_show_print(const struct records_site *site, const struct config *config)
{
    char until[MOMENT_MAX];
    printf("name: %s\nsitekey: %s\n", site->name, site->sitekey);
    print_hostnames(site);
    print_wishes(site, config);
    moment_write(until, site->previous_until_ms);
    if (site->previous_until_ms > tes_clock_wall_ms())
        printf("previous secret: good until %s\n", until);
    else
        puts("previous secret: none");
}

void site_show_tell_overlap(const struct records_site *site, uint64_t overlap_s)
{
    char until[MOMENT_MAX];
    moment_write(until, site->previous_until_ms);
    if (overlap_s > 0)
        fprintf(stderr,
                "tessera: site %s: the secret before stays good until %s; where it may be known to "
                "others, rotate again with --overlap 0\n",
                site->name, until);
    else
        fprintf(stderr, "tessera: site %s: the secret before is no longer good\n", site->name);
}
