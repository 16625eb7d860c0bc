/* Sites: few rows, seldom changed. */
#include <string.h>

#include "os/clock.h"
#include "store/records/records_backend.h"
#include "store/records/sql.h"

/* The texts of what a site asks and takes: members of struct records_wishes, and columns. */
#define WISH_TEXTS(X) X(types) X(strength) X(alternatives) X(fail) X(profile) X(theme) X(budgets)

/* A row for each hostname, or one without. */
#define COMMA_NAME(name) ", " #name
#define SELECT_SITES                                                                               \
    "SELECT sites.name, hostname, sitekey, secret_hash, previous_hash, previous_until,"            \
    " created_at, difficulty, rounds, lifetime_s, renew_s" WISH_TEXTS(                             \
        COMMA_NAME) " FROM sites LEFT JOIN site_hostnames ON site_hostnames.site = sites.name"

/* -------------------------------------------------------------- reading */

static bool read_hash(const struct sql_call *call, int column, uint8_t hash[RECORDS_HASH_BYTES])
{
    size_t length;
    return sql_read_bytes(call, column, hash, RECORDS_HASH_BYTES, &length) &&
           length == RECORDS_HASH_BYTES;
}

static bool read_site(const struct sql_call *call, struct records_site *site)
{
    struct records_wishes *wishes = &site->wishes;
    int column = 8;
    memset(site, 0, sizeof *site);
    sql_read_text(call, 0, site->name, sizeof site->name);
    sql_read_text(call, 2, site->sitekey, sizeof site->sitekey);
    if (read_hash(call, 4, site->previous_hash))
        site->previous_until_ms = sql_read_moment(call, 5);
    site->created_at_ms = sql_read_moment(call, 6);
    sql_read_text(call, 7, site->difficulty, sizeof site->difficulty);
    wishes->rounds = (unsigned)sql_read_number(call, column++);
    wishes->lifetime_s = (unsigned)sql_read_number(call, column++);
    wishes->has_renew = sql_column(call, column).at != NULL;
    wishes->renew_s = (unsigned)sql_read_number(call, column++);
#define READ_WISH(name) sql_read_text(call, column++, wishes->name, sizeof wishes->name);
    WISH_TEXTS(READ_WISH)
#undef READ_WISH
    return read_hash(call, 3, site->secret_hash);
}

/* Whether the row is of that site; adds the row's hostname to it. A hostname that did not fit would
 * leave the site open to any, or to fewer: the whole list is refused. */
static bool add_hostname(struct sql_call *call, struct records_site *site)
{
    char name[RECORDS_NAME_MAX + 1];
    sql_read_text(call, 0, name, sizeof name);
    if (strcmp(name, site->name) != 0)
        return false;
    if (sql_column(call, 1).at == NULL)
        return true;
    if (site->hostname_count < RECORDS_HOSTNAMES_MAX)
        sql_read_text(call, 1, site->hostnames[site->hostname_count++], RECORDS_HOSTNAME_MAX + 1);
    else
        call->result = RECORDS_FAILED;
    return true;
}

/* Reads a site, beginning with the row that the call stands on; `*more`: it stands on the next one
 * afterwards. */
static bool next_site(struct sql_call *call, struct records_site *site, bool *more)
{
    if (!*more)
        return false;
    if (!read_site(call, site))
        call->result = RECORDS_FAILED;
    while (*more && add_hostname(call, site))
        *more = sql_next(call);
    return call->result == RECORDS_OK;
}

enum records_result records_site_list(struct records *records,
                                      bool (*each)(void *context, const struct records_site *site),
                                      void *context)
{
    struct sql_call call;
    struct records_site site;
    sql_open(&call, records,
             sql_pick(records, SELECT_SITES " ORDER BY sites.name, position",
                      SELECT_SITES " ORDER BY sites.name COLLATE \"C\", position"),
             NULL);
    bool more = sql_next(&call);
    while (next_site(&call, &site, &more) && each(context, &site))
        ;
    return sql_end(&call);
}

/* ------------------------------------------------------------- changing */

static void insert_hostnames(struct sql_call *call, const struct records_site *site)
{
    for (size_t i = 0; call->result == RECORDS_OK && i < site->hostname_count; i++)
        sql_ask(
            call, "INSERT INTO site_hostnames(site, position, hostname) VALUES($1, $2, $3)",
            SQL_VALUES(sql_text(site->name), sql_number((int64_t)i), sql_text(site->hostnames[i])));
}

enum records_result records_site_add(struct records *records, const struct records_site *site)
{
    struct sql_call call;
    if (site->hostname_count > RECORDS_HOSTNAMES_MAX)
        return RECORDS_FAILED;
    sql_begin(&call, records, SQL_TRANSACTION);
    sql_ask(&call,
            "INSERT INTO sites(name, sitekey, secret_hash, created_at, difficulty, profile)"
            " VALUES($1, $2, $3, $4, $5, $6)",
            SQL_VALUES(sql_text(site->name), sql_text(site->sitekey),
                       sql_bytes(site->secret_hash, RECORDS_HASH_BYTES),
                       sql_moment(site->created_at_ms ? site->created_at_ms : tes_clock_wall_ms()),
                       sql_text_or_null(site->difficulty), sql_text_or_null(site->wishes.profile)));
    insert_hostnames(&call, site);
    return sql_end(&call);
}

enum records_result records_site_rotate(struct records *records, const char *name,
                                        const uint8_t secret_hash[RECORDS_HASH_BYTES],
                                        uint64_t previous_until_ms, struct records_site *site)
{
    struct sql_call call;
    sql_begin(&call, records, SQL_TRANSACTION);
    sql_ask(&call,
            "UPDATE sites SET previous_hash = CASE WHEN $3 IS NOT NULL THEN secret_hash END,"
            " previous_until = $3, secret_hash = $2 WHERE name = $1",
            SQL_VALUES(sql_text(name), sql_bytes(secret_hash, RECORDS_HASH_BYTES),
                       sql_moment(previous_until_ms)));
    if (call.result == RECORDS_OK && site != NULL) {
        sql_ask(&call, SELECT_SITES " WHERE sites.name = $1 ORDER BY position",
                SQL_VALUES(sql_text(name)));
        bool more = sql_next(&call);
        if (!next_site(&call, site, &more))
            call.result = RECORDS_FAILED;
    }
    return sql_end(&call);
}

enum records_result records_site_set_difficulty(struct records *records, const char *name,
                                                const char *difficulty)
{
    return sql_change(records, "UPDATE sites SET difficulty = $2 WHERE name = $1",
                      SQL_VALUES(sql_text(name), sql_text_or_null(difficulty)));
}

enum records_result records_site_set_wishes(struct records *records, const char *name,
                                            const struct records_wishes *wishes)
{
    struct sql_value renew = sql_number(wishes->renew_s);
    renew.is_null = !wishes->has_renew;
#define WISH_VALUE(name) , sql_text_or_null(wishes->name)
    return sql_change(records,
                      "UPDATE sites SET rounds = nullif($2, 0), lifetime_s = nullif($3, 0),"
                      " renew_s = $4, types = $5, strength = $6, alternatives = $7, fail = $8,"
                      " profile = $9, theme = $10, budgets = $11 WHERE name = $1",
                      SQL_VALUES(sql_text(name), sql_number(wishes->rounds),
                                 sql_number(wishes->lifetime_s), renew WISH_TEXTS(WISH_VALUE)));
#undef WISH_VALUE
}

enum records_result records_site_set_hostnames(struct records *records,
                                               const struct records_site *site)
{
    struct sql_call call;
    if (site->hostname_count > RECORDS_HOSTNAMES_MAX)
        return RECORDS_FAILED;
    const struct sql_value *name = SQL_VALUES(sql_text(site->name));
    sql_begin(&call, records, SQL_TRANSACTION);
    /* It may have none: that it is there is seen by changing nothing. */
    if (sql_ask(&call, "UPDATE sites SET name = name WHERE name = $1", name) == RECORDS_OK &&
        sql_ask(&call, "DELETE FROM site_hostnames WHERE site = $1", name) == RECORDS_ABSENT)
        call.result = RECORDS_OK;
    insert_hostnames(&call, site);
    return sql_end(&call);
}

enum records_result records_site_remove(struct records *records, const char *name)
{
    return sql_change(records, "DELETE FROM sites WHERE name = $1", SQL_VALUES(sql_text(name)));
}

uint64_t records_site_version(struct records *records)
{
    return records->backend->version(records->store, RECORDS_LIST_SITES);
}
