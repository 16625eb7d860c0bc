/* Sites: few rows, seldom changed, so statements are prepared for each call. */
#include <string.h>

#include "os/clock.h"
#include "store/records/sqlite/records_sqlite.h"

static const char select_hostnames[] =
    "SELECT hostname FROM site_hostnames WHERE site = ?1 ORDER BY position";

#define SITE_COLUMNS                                                                               \
    "SELECT name, sitekey, secret_hash, " RECORDS_SQLITE_MS(                                       \
        "created_at") ", difficulty, types, strength, alternatives, rounds, fail, profile, "       \
                      "theme, lifetime_s, renew_s, budgets, previous_hash, " RECORDS_SQLITE_MS(    \
                          "previous_until") " FROM sites"

static enum records_result insert_hostname(sqlite3 *db, const struct records_site *site, size_t i)
{
    sqlite3_stmt *statement = sqlite_file_prepare(
        db, "INSERT INTO site_hostnames(site, position, hostname) VALUES(?1, ?2, ?3)");
    sqlite3_bind_text(statement, 1, site->name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)i);
    sqlite3_bind_text(statement, 3, site->hostnames[i], -1, SQLITE_STATIC);
    return records_sqlite_change(db, statement);
}

enum records_result records_sqlite_site_add(void *context, const struct records_site *site)
{
    struct records_sqlite_store *store = context;
    if (site->hostname_count > RECORDS_HOSTNAMES_MAX)
        return RECORDS_FAILED;
    char created_at[MOMENT_MAX];
    moment_write(created_at, site->created_at_ms ? site->created_at_ms : tes_clock_wall_ms());

    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement = sqlite_file_prepare(
            store->admin, "INSERT INTO sites(name, sitekey, secret_hash, created_at, difficulty,"
                          " profile) VALUES(?1, ?2, ?3, ?4, nullif(?5, ''), nullif(?6, ''))");
        sqlite3_bind_text(statement, 1, site->name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, site->sitekey, -1, SQLITE_STATIC);
        sqlite3_bind_blob(statement, 3, site->secret_hash, RECORDS_HASH_BYTES, SQLITE_STATIC);
        sqlite3_bind_text(statement, 4, created_at, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 5, site->difficulty, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 6, site->wishes.profile, -1, SQLITE_STATIC);
        result = records_sqlite_change(store->admin, statement);
    }
    for (size_t i = 0; result == RECORDS_OK && i < site->hostname_count; i++)
        result = insert_hostname(store->admin, site, i);
    return records_sqlite_end(store, result);
}

static void read_wishes(sqlite3_stmt *row, struct records_wishes *wishes)
{
    records_sqlite_text(row, 5, wishes->types, sizeof wishes->types);
    records_sqlite_text(row, 6, wishes->strength, sizeof wishes->strength);
    records_sqlite_text(row, 7, wishes->alternatives, sizeof wishes->alternatives);
    wishes->rounds = (unsigned)sqlite3_column_int(row, 8);
    records_sqlite_text(row, 9, wishes->fail, sizeof wishes->fail);
    records_sqlite_text(row, 10, wishes->profile, sizeof wishes->profile);
    records_sqlite_text(row, 11, wishes->theme, sizeof wishes->theme);
    wishes->lifetime_s = (unsigned)sqlite3_column_int(row, 12);
    wishes->has_renew = sqlite3_column_type(row, 13) != SQLITE_NULL;
    wishes->renew_s = (unsigned)sqlite3_column_int(row, 13);
    records_sqlite_text(row, 14, wishes->budgets, sizeof wishes->budgets);
}

/* Reads a hash; false where there is none. */
static bool read_hash(sqlite3_stmt *row, int column, uint8_t hash[RECORDS_HASH_BYTES])
{
    const void *bytes = sqlite3_column_blob(row, column);
    if (bytes == NULL || sqlite3_column_bytes(row, column) != RECORDS_HASH_BYTES)
        return false;
    memcpy(hash, bytes, RECORDS_HASH_BYTES);
    return true;
}

/* Reads the row that a statement of SITE_COLUMNS stands on. */
static bool read_site(sqlite3_stmt *row, sqlite3_stmt *hostnames, struct records_site *site)
{
    memset(site, 0, sizeof *site);
    records_sqlite_text(row, 0, site->name, sizeof site->name);
    records_sqlite_text(row, 1, site->sitekey, sizeof site->sitekey);
    if (!read_hash(row, 2, site->secret_hash))
        return false;
    if (read_hash(row, 15, site->previous_hash))
        site->previous_until_ms = (uint64_t)sqlite3_column_int64(row, 16);
    site->created_at_ms = (uint64_t)sqlite3_column_int64(row, 3);
    records_sqlite_text(row, 4, site->difficulty, sizeof site->difficulty);
    read_wishes(row, &site->wishes);

    /* A hostname that did not fit would leave the site open to any, or to fewer: refuse. */
    int step;
    sqlite3_bind_text(hostnames, 1, site->name, -1, SQLITE_STATIC);
    while ((step = sqlite3_step(hostnames)) == SQLITE_ROW &&
           site->hostname_count < RECORDS_HOSTNAMES_MAX) {
        char *hostname = site->hostnames[site->hostname_count++];
        records_sqlite_text(hostnames, 0, hostname, RECORDS_HOSTNAME_MAX + 1);
    }
    sqlite3_reset(hostnames);
    return step == SQLITE_DONE;
}

/* Calls `each` for every row of `select`, a statement of SITE_COLUMNS; frees it. */
static enum records_result each_site(sqlite3 *db, sqlite3_stmt *select,
                                     bool (*each)(void *context, const struct records_site *site),
                                     void *each_context)
{
    sqlite3_stmt *hostnames = sqlite_file_prepare(db, select_hostnames);
    enum records_result result = RECORDS_FAILED;
    if (select == NULL || hostnames == NULL)
        goto done;
    int step;
    while ((step = sqlite3_step(select)) == SQLITE_ROW) {
        struct records_site site;
        if (!read_site(select, hostnames, &site))
            goto done;
        if (!each(each_context, &site)) {
            step = SQLITE_DONE;
            break;
        }
    }
    if (step == SQLITE_DONE)
        result = RECORDS_OK;
done:
    sqlite3_finalize(hostnames);
    sqlite3_finalize(select);
    return result;
}

enum records_result records_sqlite_site_rotate(void *context, const char *name,
                                               const uint8_t secret_hash[RECORDS_HASH_BYTES],
                                               uint64_t previous_until_ms,
                                               struct records_site *site)
{
    struct records_sqlite_store *store = context;
    char until[MOMENT_MAX] = "";
    if (previous_until_ms > 0)
        moment_write(until, previous_until_ms);
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement = sqlite_file_prepare(
            store->admin,
            "UPDATE sites SET previous_hash = CASE WHEN ?3 <> '' THEN secret_hash END,"
            " previous_until = nullif(?3, ''), secret_hash = ?2 WHERE name = ?1");
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
        sqlite3_bind_blob(statement, 2, secret_hash, RECORDS_HASH_BYTES, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, until, -1, SQLITE_STATIC);
        result = records_sqlite_change(store->admin, statement);
    }
    if (result == RECORDS_OK && site != NULL) {
        sqlite3_stmt *select = sqlite_file_prepare(store->admin, SITE_COLUMNS " WHERE name = ?1");
        sqlite3_bind_text(select, 1, name, -1, SQLITE_STATIC);
        result = each_site(store->admin, select, records_site_copy, site);
    }
    return records_sqlite_end(store, result);
}

enum records_result records_sqlite_site_set_difficulty(void *context, const char *name,
                                                       const char *difficulty)
{
    struct records_sqlite_store *store = context;
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement = sqlite_file_prepare(
            store->admin, "UPDATE sites SET difficulty = nullif(?2, '') WHERE name = ?1");
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, difficulty, -1, SQLITE_STATIC);
        result = records_sqlite_change(store->admin, statement);
    }
    return records_sqlite_end(store, result);
}

enum records_result records_sqlite_site_set_wishes(void *context, const char *name,
                                                   const struct records_wishes *wishes)
{
    struct records_sqlite_store *store = context;
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement = sqlite_file_prepare(
            store->admin, "UPDATE sites SET types = nullif(?2, ''), strength = nullif(?3, ''),"
                          " alternatives = nullif(?4, ''), rounds = nullif(?5, 0),"
                          " fail = nullif(?6, ''), profile = nullif(?7, ''),"
                          " theme = nullif(?8, ''), lifetime_s = nullif(?9, 0), renew_s = ?10,"
                          " budgets = nullif(?11, '') WHERE name = ?1");
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, wishes->types, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, wishes->strength, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 4, wishes->alternatives, -1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 5, wishes->rounds);
        sqlite3_bind_text(statement, 6, wishes->fail, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 7, wishes->profile, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 8, wishes->theme, -1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 9, wishes->lifetime_s);
        if (wishes->has_renew)
            sqlite3_bind_int64(statement, 10, wishes->renew_s);
        sqlite3_bind_text(statement, 11, wishes->budgets, -1, SQLITE_STATIC);
        result = records_sqlite_change(store->admin, statement);
    }
    return records_sqlite_end(store, result);
}

enum records_result records_sqlite_site_set_hostnames(void *context,
                                                      const struct records_site *site)
{
    struct records_sqlite_store *store = context;
    if (site->hostname_count > RECORDS_HOSTNAMES_MAX)
        return RECORDS_FAILED;
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) { /* it may have none: that it is there is seen by changing nothing */
        sqlite3_stmt *statement =
            sqlite_file_prepare(store->admin, "UPDATE sites SET name = name WHERE name = ?1");
        sqlite3_bind_text(statement, 1, site->name, -1, SQLITE_STATIC);
        result = records_sqlite_change(store->admin, statement);
    }
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement =
            sqlite_file_prepare(store->admin, "DELETE FROM site_hostnames WHERE site = ?1");
        sqlite3_bind_text(statement, 1, site->name, -1, SQLITE_STATIC);
        result = records_sqlite_change(store->admin, statement);
        if (result == RECORDS_ABSENT)
            result = RECORDS_OK;
    }
    for (size_t i = 0; result == RECORDS_OK && i < site->hostname_count; i++)
        result = insert_hostname(store->admin, site, i);
    return records_sqlite_end(store, result);
}

enum records_result records_sqlite_site_remove(void *context, const char *name)
{
    struct records_sqlite_store *store = context;
    enum records_result result = records_sqlite_begin(store, "BEGIN IMMEDIATE");
    if (result == RECORDS_OK) {
        sqlite3_stmt *statement =
            sqlite_file_prepare(store->admin, "DELETE FROM sites WHERE name = ?1");
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
        result = records_sqlite_change(store->admin, statement);
    }
    return records_sqlite_end(store, result);
}

enum records_result records_sqlite_site_list(
    void *context, bool (*each)(void *context, const struct records_site *site), void *each_context)
{
    struct records_sqlite_store *store = context;
    /* One transaction, so that sites and their hostnames are of one moment. */
    enum records_result result = records_sqlite_begin(store, "BEGIN");
    if (result == RECORDS_OK)
        result = each_site(store->admin,
                           sqlite_file_prepare(store->admin, SITE_COLUMNS " ORDER BY name"), each,
                           each_context);
    return records_sqlite_end(store, result);
}
