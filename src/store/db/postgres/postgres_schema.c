#include "store/db/postgres/postgres_schema.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "store/db/deadline.h"

#define LOCK_TEXT    "7310589121469763" /* a number that nobody else has: "tessera" told as one */
#define LOCK_WAIT_MS 30000
#define LOCK_LOOK_MS 100
#define SQL_MAX      96
#define FILE_MAX_MS  600000 /* a large table takes its time */

static int version_of(const struct postgres_migration *migration)
{
    const char *name = strrchr(migration->path, '/');
    return atoi(name != NULL ? name + 1 : migration->path);
}

static bool is_of(const struct postgres_schema *schema, const struct postgres_migration *migration)
{
    return strncmp(migration->path, schema->folder, strlen(schema->folder)) == 0;
}

int postgres_schema_last(const struct postgres_schema *schema)
{
    int last = 0;
    for (const struct postgres_migration *each = postgres_migrations; each->path != NULL; each++)
        if (is_of(schema, each) && version_of(each) > last)
            last = version_of(each);
    return last;
}

int postgres_schema_read(const struct postgres_schema *schema, struct postgres_link *link)
{
    const struct postgres_library *pq = link->server->pq;
    char sql[SQL_MAX];
    snprintf(sql, sizeof sql, "SELECT to_regclass('%s')", schema->table);
    PGresult *found = postgres_link_ask(link, sql, NULL);
    bool is_missing = found != NULL && pq->getisnull(found, 0, 0);
    pq->clear(found);
    if (found == NULL || is_missing)
        return is_missing ? 0 : -1;
    snprintf(sql, sizeof sql, "SELECT version FROM %s", schema->table);
    PGresult *read = postgres_link_ask(link, sql, NULL);
    int version = read != NULL && pq->ntuples(read) == 1 ? atoi(pq->getvalue(read, 0, 0)) : -1;
    pq->clear(read);
    return version;
}

/* Whether the lock is ours now. */
static bool try_lock(struct postgres_link *link)
{
    const struct postgres_library *pq = link->server->pq;
    PGresult *result = postgres_link_ask(link, "SELECT pg_try_advisory_lock(" LOCK_TEXT ")", NULL);
    bool is_ours = result != NULL && strcmp(pq->getvalue(result, 0, 0), "t") == 0;
    pq->clear(result);
    return is_ours;
}

static bool lock(struct postgres_link *link)
{
    uint64_t until_us = deadline_in_ms(LOCK_WAIT_MS);
    while (!try_lock(link)) {
        if (link->connection == NULL || deadline_left_ms(until_us) == 0)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = LOCK_LOOK_MS * 1000000L}, NULL);
        link->until_us = deadline_in_ms(link->wait_ms);
    }
    return true;
}

static bool take_file(const struct postgres_schema *schema, struct postgres_link *link,
                      const struct postgres_migration *migration, char *error, size_t error_size)
{
    link->until_us = deadline_in_ms(FILE_MAX_MS);
    bool done = postgres_link_run_script(link, migration->text.at) &&
                postgres_schema_read(schema, link) == version_of(migration);
    if (!done) {
        char why[POSTGRES_ERROR_MAX];
        postgres_server_error(link->server, why, sizeof why);
        snprintf(error, error_size, "migrations/%s failed: %s", migration->path, why);
    }
    return done;
}

bool postgres_schema_migrate(const struct postgres_schema *schema, struct postgres_link *link,
                             char *error, size_t error_size)
{
    if (!postgres_link_run(link, "SET statement_timeout = 0") || !lock(link)) {
        snprintf(error, error_size,
                 "%s: another process migrates the database, and has not "
                 "come to an end; or it does not answer",
                 schema->what);
        return false;
    }
    bool done = true;
    int version = postgres_schema_read(schema, link);
    for (const struct postgres_migration *each = postgres_migrations; done && each->path != NULL;
         each++)
        if (is_of(schema, each) && version_of(each) > version)
            done = take_file(schema, link, each, error, error_size);
    /* The lock, and the transaction of a file that failed, go with the connection. */
    postgres_link_close(link);
    return done;
}

bool postgres_schema_check(const struct postgres_schema *schema, struct postgres_link *link,
                           bool may_migrate, char *error, size_t error_size)
{
    char why[POSTGRES_ERROR_MAX];
    int version = postgres_schema_read(schema, link), latest = postgres_schema_last(schema);
    if (version >= 0 && version < latest && may_migrate)
        return postgres_schema_migrate(schema, link, error, error_size);
    if (version > latest)
        snprintf(error, error_size,
                 "%s: the database has schema version %d, but this build knows only %d: it "
                 "belongs to a newer one",
                 schema->what, version, latest);
    else if (version >= 0 && version < latest)
        snprintf(error, error_size,
                 "%s: the database has schema version %d, this build needs %d: "
                 "run \"tessera migrate\"",
                 schema->what, version, latest);
    else if (version < 0) {
        postgres_server_error(link->server, why, sizeof why);
        snprintf(error, error_size, "%s: %s", schema->what, why);
    }
    return version == latest;
}
