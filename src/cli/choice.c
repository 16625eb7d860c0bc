#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/utf8.h"

#define SITEKEY_START "ts_"

struct search {
    const char *wanted;
    char *sitekey;
};

static bool look_at_site(void *context, const struct records_site *site)
{
    const struct search *search = context;
    bool is_it = strcmp(site->name, search->wanted) == 0;
    if (is_it)
        memcpy(search->sitekey, site->sitekey, sizeof site->sitekey);
    return !is_it;
}

/* A site that was removed has left rows, and no name. */
static const char *read_site(const char *wanted, struct records *records,
                             struct choice_texts *texts, struct records_choice *choice)
{
    struct search search = {wanted, texts->sitekey};
    texts->sitekey[0] = '\0';
    if (records_site_list(records, look_at_site, &search) != RECORDS_OK)
        return "the sites could not be read";
    if (texts->sitekey[0] == '\0' && strncmp(wanted, SITEKEY_START, strlen(SITEKEY_START)) == 0 &&
        strlen(wanted) < sizeof texts->sitekey)
        memcpy(texts->sitekey, wanted, strlen(wanted) + 1);
    choice->site = texts->sitekey;
    return texts->sitekey[0] != '\0' ? NULL : "there is no such site";
}

/* A day in UTC, YYYY-MM-DD. */
static bool read_day(const char *text, uint64_t *wall_ms)
{
    struct tm day = {0};
    const char *end = strptime(text, "%Y-%m-%d", &day);
    if (strlen(text) != strlen("2026-11-16") || end == NULL || *end != '\0')
        return false;
    struct tm again = day;
    time_t seconds = timegm(&again);
    *wall_ms = (uint64_t)seconds * 1000;
    return seconds > 0 && again.tm_mday == day.tm_mday; /* no 30 February */
}

const char *choice_read(const struct cli_call *call, struct records *records,
                        struct choice_texts *texts, struct records_choice *choice)
{
    const char *site = cli_value(call, "--site"), *user = cli_value(call, "--user");
    const char *since = cli_value(call, "--since"), *until = cli_value(call, "--until");
    *choice = (struct records_choice){.user = user};
    if (user != NULL &&
        (user[0] == '\0' || strlen(user) > RECORDS_USER_MAX || !tes_utf8_valid(tes_slice_of(user))))
        return "--user: expected a name of 1 to 128 bytes of UTF-8";
    if (since != NULL && !read_day(since, &choice->since_ms))
        return "--since: expected a day, YYYY-MM-DD";
    if (until != NULL && !read_day(until, &choice->until_ms))
        return "--until: expected a day, YYYY-MM-DD";
    return site != NULL ? read_site(site, records, texts, choice) : NULL;
}
