/*
 * records_schema.h: the tables and views of DATA/records.db, as numbered steps. The number of the
 * last step that was taken is SQLite's user_version. A step that was released never changes.
 */
#ifndef STORE_RECORDS_SCHEMA_H
#define STORE_RECORDS_SCHEMA_H

#include <sqlite3.h>
#include <stdbool.h>

/* Step N stands at N - 1 and sets user_version to N. */
extern const char *const records_schema_steps[];
extern const int records_schema_step_count;

/* The number of the last step there is. */
int records_schema_last(void);

/* The number of the last step that was taken, or -1. */
int records_schema_read(sqlite3 *db);

/* Takes the missing steps up to `version`, all or none. Safe against other processes that do the
 * same. */
bool records_schema_migrate(sqlite3 *db, int version);

#endif
