#include "cli/site_show.h"

#include <stdio.h>

#include "base/clock.h"
#include "cli/site_hosts.h"
#include "cli/site_wishes.h"
#include "store/moment.h"

static void print_text(const char *name, const char *text)
{
    printf("%s: %s\n", name, *text != '\0' ? text : SITE_WISHES_DEFAULT);
}

static void print_number(const char *name, bool is_given, unsigned number)
{
    if (is_given)
        printf("%s: %u\n", name, number);
    else
        print_text(name, "");
}

static void print_hostnames(const struct records_site *site)
{
    printf("hostnames: ");
    for (size_t i = 0; i < site->hostname_count; i++)
        printf("%s%s", i == 0 ? "" : ",", site->hostnames[i]);
    puts(site->hostname_count == 0 ? SITE_HOSTS_ANY : "");
}

void site_show_print(const struct records_site *site)
{
    const struct records_wishes *wishes = &site->wishes;
    char until[MOMENT_MAX];
    printf("name: %s\nsitekey: %s\n", site->name, site->sitekey);
    print_hostnames(site);
    print_text("difficulty", site->difficulty);
    print_text("types", wishes->types);
    print_text("strength", wishes->strength);
    print_number("rounds", wishes->rounds > 0, wishes->rounds);
    print_text("alternatives", wishes->alternatives);
    print_text("fail", wishes->fail);
    print_text("profile", wishes->profile);
    print_text("theme", wishes->theme);
    print_number("lifetime", wishes->lifetime_s > 0, wishes->lifetime_s);
    print_number("renew", wishes->has_renew, wishes->renew_s);
    print_text("budgets", wishes->budgets);
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
