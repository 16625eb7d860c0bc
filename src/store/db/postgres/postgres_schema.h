/*
 * postgres_schema.h: tables on PostgreSQL, as the files of migrations/ make them, which are built
 * into the program: a folder and a table that says the version for each store. The stores may share
 * a database or have one each.
 */
#ifndef STORE_POSTGRES_SCHEMA_H
#define STORE_POSTGRES_SCHEMA_H

#include "store/db/postgres/postgres_link.h"

/* A file, as tools/embed.c writes it. */
struct postgres_migration {
    const char *path; /* "postgres/005_spatial_challenges.sql": opens with its version; NULL ends */
    struct tes_slice text;
    uint64_t tag;
};
extern const struct postgres_migration postgres_migrations[];

/* A store's schema. */
struct postgres_schema {
    const char *what;   /* "records" */
    const char *folder; /* its files open with this: "postgres/" */
    const char *table;  /* says the version */
};

/* The version that the last file brings. */
int postgres_schema_last(const struct postgres_schema *schema);

/* The version that the database has: 0 where there is none, -1 where it can't be read. Within a
 * call. */
int postgres_schema_read(const struct postgres_schema *schema, struct postgres_link *link);

/* Takes the files that are missing. Of several processes that do so, one goes first; a process
 * that has waited for too long fails. Within a call, after which the link has no connection. False
 * with a message for people. */
TES_MUST_CHECK bool postgres_schema_migrate(const struct postgres_schema *schema,
                                            struct postgres_link *link, char *error,
                                            size_t error_size);

/* Whether the database has the version that this build needs. It may be shared with servers of an
 * older build, so it is changed only where that is wanted. Within a call, after which the link may
 * have no connection. False with a message for people. */
TES_MUST_CHECK bool postgres_schema_check(const struct postgres_schema *schema,
                                          struct postgres_link *link, bool may_migrate, char *error,
                                          size_t error_size);

#endif
