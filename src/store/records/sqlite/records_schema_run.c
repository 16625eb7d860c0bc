/* Brings a file's tables to the schema of this build, step by step, in one transaction. */
#include "store/records/sqlite/records_schema.h"

#include "store/records/sqlite/records_sqlite.h"

int records_schema_last(void)
{
    return records_schema_step_count;
}

int records_schema_read(sqlite3 *db)
{
    sqlite3_stmt *statement = sqlite_file_prepare(db, "PRAGMA user_version");
    int version = -1;
    if (statement != NULL && sqlite3_step(statement) == SQLITE_ROW)
        version = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return version;
}

bool records_schema_migrate(sqlite3 *db, int version)
{
    if (!sqlite_file_execute(db, "BEGIN IMMEDIATE"))
        return false;
    /* Read again: another process may have migrated while we waited. */
    int reached = records_schema_read(db);
    bool done = reached >= 0;
    for (int step = reached; done && step < version; step++)
        done = sqlite_file_execute(db, records_schema_steps[step]);
    if (done && sqlite_file_execute(db, "COMMIT"))
        return true;
    sqlite_file_rollback(db);
    return false;
}
