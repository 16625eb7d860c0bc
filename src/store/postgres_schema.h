/*
 * postgres_schema.h: the records' tables on PostgreSQL, as the files of migrations/postgres make
 * them, which are built into the program.
 */
#ifndef STORE_POSTGRES_SCHEMA_H
#define STORE_POSTGRES_SCHEMA_H

#include "store/postgres_link.h"

/* A file, as tools/embed.c writes it. */
struct postgres_migration {
    const char *path; /* "postgres/005_spatial_challenges.sql": opens with its version; NULL ends */
    struct tes_slice text;
    uint64_t tag;
};
extern const struct postgres_migration postgres_migrations[];

/* The version that the last file brings. */
int postgres_schema_last(void);

/* The version that the database has: 0 where there is none, -1 where it can't be read. Within a
 * call. */
int postgres_schema_read(struct postgres_link *link);

/* Takes the files that are missing. Of several processes that do so, one goes first; a process
 * that has waited for too long fails. Within a call, after which the link has no connection. False
 * with a message for people. */
TES_MUST_CHECK bool postgres_schema_migrate(struct postgres_link *link, char *error,
                                            size_t error_size);

#endif
