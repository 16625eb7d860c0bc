/* Sites: few rows, seldom changed. */
#include <string.h>

#include "base/codec.h"
#include "os/clock.h"
#include "store/records/postgres/records_postgres.h"

#define HASH_HEX_MAX (RECORDS_HASH_BYTES * 2 + 1)

/* A row for each hostname, or one without: all of one moment. */
#define SITE_COLUMNS                                                                               \
    "SELECT sites.name, sitekey, encode(secret_hash, 'hex'), " RECORDS_POSTGRES_MS(                \
        "created_at") ", difficulty, hostname, types, strength, alternatives, rounds, fail, "      \
                      "profile, theme, lifetime_s, renew_s, budgets, "                             \
                      "encode(previous_hash, 'hex'), " RECORDS_POSTGRES_MS(                        \
                          "previous_until") " FROM sites LEFT JOIN site_hostnames ON "             \
                                            "site_hostnames.site = sites.name"

static struct tes_slice hex_of(const uint8_t hash[RECORDS_HASH_BYTES], char text[HASH_HEX_MAX])
{
    struct tes_buf buf = tes_buf_on(text, HASH_HEX_MAX);
    tes_hex_encode(&buf, hash, RECORDS_HASH_BYTES);
    return tes_buf_done(&buf);
}

static enum records_result insert_hostname(struct postgres_link *link,
                                           const struct records_site *site, size_t i)
{
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(site->name));
    postgres_values_add_number(&values, (int64_t)i);
    postgres_values_add(&values, tes_slice_of(site->hostnames[i]));
    return records_postgres_run(
        link, "INSERT INTO site_hostnames(site, position, hostname) VALUES($1, $2::integer, $3)",
        &values);
}

enum records_result records_postgres_site_add(void *context, const struct records_site *site)
{
    char hash[HASH_HEX_MAX];
    struct postgres_values values = {0};
    if (site->hostname_count > RECORDS_HOSTNAMES_MAX)
        return RECORDS_FAILED;
    struct postgres_link *link = records_postgres_begin(context);
    if (link == NULL)
        return RECORDS_FAILED;
    postgres_values_add(&values, tes_slice_of(site->name));
    postgres_values_add(&values, tes_slice_of(site->sitekey));
    postgres_values_add(&values, hex_of(site->secret_hash, hash));
    postgres_values_add_moment(&values,
                               site->created_at_ms ? site->created_at_ms : tes_clock_wall_ms());
    postgres_values_add_or_null(&values, tes_slice_of(site->difficulty));
    postgres_values_add_or_null(&values, tes_slice_of(site->wishes.profile));
    enum records_result result =
        records_postgres_run(link,
                             "INSERT INTO sites(name, sitekey, secret_hash, created_at, difficulty,"
                             " profile) VALUES($1, $2, decode($3, 'hex'), $4::timestamptz, $5, $6)",
                             &values);
    for (size_t i = 0; result == RECORDS_OK && i < site->hostname_count; i++)
        result = insert_hostname(link, site, i);
    return records_postgres_end(context, link, result);
}

static void read_wishes(const struct records_postgres_call *call, int row,
                        struct records_wishes *wishes)
{
    records_postgres_text(call, row, 6, wishes->types, sizeof wishes->types);
    records_postgres_text(call, row, 7, wishes->strength, sizeof wishes->strength);
    records_postgres_text(call, row, 8, wishes->alternatives, sizeof wishes->alternatives);
    wishes->rounds = (unsigned)records_postgres_number(call, row, 9);
    records_postgres_text(call, row, 10, wishes->fail, sizeof wishes->fail);
    records_postgres_text(call, row, 11, wishes->profile, sizeof wishes->profile);
    records_postgres_text(call, row, 12, wishes->theme, sizeof wishes->theme);
    wishes->lifetime_s = (unsigned)records_postgres_number(call, row, 13);
    char renew[12]; /* 0 is a wish as well */
    records_postgres_text(call, row, 14, renew, sizeof renew);
    wishes->has_renew = renew[0] != '\0';
    wishes->renew_s = (unsigned)records_postgres_number(call, row, 14);
    records_postgres_text(call, row, 15, wishes->budgets, sizeof wishes->budgets);
}

/* Reads the site that the row belongs to; gives the row behind its last one, or -1. */
static int read_site(const struct records_postgres_call *call, int row, struct records_site *site)
{
    char hash[HASH_HEX_MAX];
    memset(site, 0, sizeof *site);
    records_postgres_text(call, row, 0, site->name, sizeof site->name);
    records_postgres_text(call, row, 1, site->sitekey, sizeof site->sitekey);
    records_postgres_text(call, row, 2, hash, sizeof hash);
    if (!tes_hex_decode(tes_slice_of(hash), site->secret_hash, RECORDS_HASH_BYTES))
        return -1;
    records_postgres_text(call, row, 16, hash, sizeof hash);
    if (tes_hex_decode(tes_slice_of(hash), site->previous_hash, RECORDS_HASH_BYTES))
        site->previous_until_ms = records_postgres_number(call, row, 17);
    site->created_at_ms = records_postgres_number(call, row, 3);
    records_postgres_text(call, row, 4, site->difficulty, sizeof site->difficulty);
    read_wishes(call, row, &site->wishes);
    for (char name[RECORDS_NAME_MAX + 1]; row < call->count; row++) {
        records_postgres_text(call, row, 0, name, sizeof name);
        if (strcmp(name, site->name) != 0)
            break;
        char hostname[RECORDS_HOSTNAME_MAX + 1];
        records_postgres_text(call, row, 5, hostname, sizeof hostname);
        if (hostname[0] == '\0')
            continue;
        /* A hostname that did not fit would leave the site open to any, or to fewer: refuse. */
        if (site->hostname_count == RECORDS_HOSTNAMES_MAX)
            return -1;
        memcpy(site->hostnames[site->hostname_count++], hostname, sizeof hostname);
    }
    return row;
}

static enum records_result each_site(struct records_postgres_store *store, const char *sql,
                                     const struct postgres_values *values,
                                     bool (*each)(void *context, const struct records_site *site),
                                     void *each_context)
{
    struct records_postgres_call call;
    records_postgres_call(&call, store, sql, values);
    enum records_result result = call.result == RECORDS_ABSENT ? RECORDS_OK : call.result;
    for (int row = 0; result == RECORDS_OK && row < call.count;) {
        struct records_site site;
        row = read_site(&call, row, &site);
        if (row < 0)
            result = RECORDS_FAILED;
        else if (!each(each_context, &site))
            break;
    }
    records_postgres_call_end(&call);
    return result;
}

enum records_result records_postgres_site_rotate(void *context, const char *name,
                                                 const uint8_t secret_hash[RECORDS_HASH_BYTES],
                                                 uint64_t previous_until_ms,
                                                 struct records_site *site)
{
    char hash[HASH_HEX_MAX];
    struct postgres_values values = {0}, by_name = {0};
    postgres_values_add(&values, tes_slice_of(name));
    postgres_values_add(&values, hex_of(secret_hash, hash));
    postgres_values_add_moment_or_null(&values, previous_until_ms);
    enum records_result result = records_postgres_change(
        context,
        "UPDATE sites SET previous_hash ="
        " CASE WHEN $3::timestamptz IS NOT NULL THEN secret_hash END,"
        " previous_until = $3::timestamptz, secret_hash = decode($2, 'hex') WHERE name = $1",
        &values);
    if (result != RECORDS_OK || site == NULL)
        return result;
    postgres_values_add(&by_name, tes_slice_of(name));
    return each_site(context, SITE_COLUMNS " WHERE sites.name = $1 ORDER BY position", &by_name,
                     records_site_copy, site);
}

enum records_result records_postgres_site_set_difficulty(void *context, const char *name,
                                                         const char *difficulty)
{
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(name));
    postgres_values_add_or_null(&values, tes_slice_of(difficulty));
    return records_postgres_change(context, "UPDATE sites SET difficulty = $2 WHERE name = $1",
                                   &values);
}

enum records_result records_postgres_site_set_wishes(void *context, const char *name,
                                                     const struct records_wishes *wishes)
{
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(name));
    postgres_values_add_or_null(&values, tes_slice_of(wishes->types));
    postgres_values_add_or_null(&values, tes_slice_of(wishes->strength));
    postgres_values_add_or_null(&values, tes_slice_of(wishes->alternatives));
    postgres_values_add_number(&values, wishes->rounds);
    postgres_values_add_or_null(&values, tes_slice_of(wishes->fail));
    postgres_values_add_or_null(&values, tes_slice_of(wishes->profile));
    postgres_values_add_or_null(&values, tes_slice_of(wishes->theme));
    postgres_values_add_number(&values, wishes->lifetime_s);
    if (wishes->has_renew)
        postgres_values_add_number(&values, wishes->renew_s);
    else
        postgres_values_add_or_null(&values, TES_SLICE(""));
    postgres_values_add_or_null(&values, tes_slice_of(wishes->budgets));
    return records_postgres_change(context,
                                   "UPDATE sites SET types = $2, strength = $3, alternatives = $4,"
                                   " rounds = nullif($5::integer, 0), fail = $6,"
                                   " profile = $7, theme = $8,"
                                   " lifetime_s = nullif($9::integer, 0),"
                                   " renew_s = $10::integer, budgets = $11 WHERE name = $1",
                                   &values);
}

enum records_result records_postgres_site_set_hostnames(void *context,
                                                        const struct records_site *site)
{
    struct postgres_values by_name = {0};
    if (site->hostname_count > RECORDS_HOSTNAMES_MAX)
        return RECORDS_FAILED;
    struct postgres_link *link = records_postgres_begin(context);
    if (link == NULL)
        return RECORDS_FAILED;
    postgres_values_add(&by_name, tes_slice_of(site->name));
    /* It may have none: that it is there is seen by changing nothing. */
    enum records_result result =
        records_postgres_run(link, "UPDATE sites SET name = name WHERE name = $1", &by_name);
    if (result == RECORDS_OK) {
        result = records_postgres_run(link, "DELETE FROM site_hostnames WHERE site = $1", &by_name);
        if (result == RECORDS_ABSENT)
            result = RECORDS_OK;
    }
    for (size_t i = 0; result == RECORDS_OK && i < site->hostname_count; i++)
        result = insert_hostname(link, site, i);
    return records_postgres_end(context, link, result);
}

enum records_result records_postgres_site_remove(void *context, const char *name)
{
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(name));
    return records_postgres_change(context, "DELETE FROM sites WHERE name = $1", &values);
}

enum records_result records_postgres_site_list(
    void *context, bool (*each)(void *context, const struct records_site *site), void *each_context)
{
    return each_site(context, SITE_COLUMNS " ORDER BY sites.name COLLATE \"C\", position", NULL,
                     each, each_context);
}
