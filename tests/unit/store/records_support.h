/*
 * records_support.h: what the tests of records.h share. They run with every back end in turn: with
 * a file, and with a PostgreSQL of the test's own.
 */
#ifndef TEST_STORE_RECORDS_SUPPORT_H
#define TEST_STORE_RECORDS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>
#include <string.h>

#include "postgres_server.h"
#include "scratch.h"
#include "store/records/records.h"

#define T0 1790000000000u /* 2026-09-21T14:13:20.000Z */

static bool records_is_postgres; /* what the tests run with; otherwise, a file */

/* Runs the tests with a file alone. */
static inline int records_run_sqlite(const struct CMUnitTest *tests, size_t count)
{
    records_is_postgres = false;
    return _cmocka_run_group_tests("sqlite", tests, count, NULL, NULL);
}

static inline int records_run_postgres(const struct CMUnitTest *tests, size_t count)
{
    records_is_postgres = true;
    return _cmocka_run_group_tests("postgres", tests, count, NULL, NULL);
}

static inline int records_run_each(const struct CMUnitTest *tests, size_t count)
{
    int failed = records_run_sqlite(tests, count);
    return failed + records_run_postgres(tests, count);
}

/* A folder, and a store in which nothing is. */
static inline struct scratch records_scratch(void)
{
    if (records_is_postgres)
        postgres_fresh();
    return scratch_new();
}

static inline struct records_settings settings_for(const struct scratch *scratch)
{
    return (struct records_settings){.where = records_is_postgres ? postgres_test.where : "sqlite",
                                     .data = scratch->data,
                                     .migrate = true,
                                     .migrate_shared = true,
                                     .queue_max = 1000};
}

static inline struct records *open_in(const struct scratch *scratch)
{
    char error[256] = "";
    struct records_settings settings = settings_for(scratch);
    struct records *records = records_open(&settings, error, sizeof error);
    if (records == NULL)
        fail_msg("%s", error);
    return records;
}

enum { BUSY_MS = 60000 }; /* ends a hang only: the writer may hold the lock for a moment */

/* A connection as another program would make it. */
static inline sqlite3 *open_file(const struct scratch *scratch)
{
    char path[128];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/records.db", scratch->data);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_busy_timeout(db, BUSY_MS), SQLITE_OK);
    return db;
}

static inline void execute(sqlite3 *db, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
}

static inline void query_file(const struct scratch *scratch, const char *sql, char *text,
                              size_t text_size)
{
    sqlite3 *db = open_file(scratch);
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const unsigned char *value = sqlite3_column_text(statement, 0);
    snprintf(text, text_size, "%s", value ? (const char *)value : "NULL");
    sqlite3_finalize(statement);
    sqlite3_close(db);
}

/* The first column of the first row, as text. */
static inline void query(const struct scratch *scratch, const char *sql, char *text,
                         size_t text_size)
{
    if (!records_is_postgres) {
        query_file(scratch, sql, text, text_size);
        return;
    }
    const char *error = postgres_sql(sql, text, text_size);
    if (error != NULL)
        fail_msg("%s: %s", sql, error);
}

/* Runs SQL as another program would. */
static inline void change(const struct scratch *scratch, const char *sql)
{
    if (records_is_postgres) {
        const char *error = postgres_sql(sql, NULL, 0);
        if (error != NULL)
            fail_msg("%s: %s", sql, error);
        return;
    }
    sqlite3 *db = open_file(scratch);
    execute(db, sql);
    sqlite3_close(db);
}

static inline void assert_query(const struct scratch *scratch, const char *sql,
                                const char *expected)
{
    char text[256];
    query(scratch, sql, text, sizeof text);
    if (strcmp(text, expected) != 0)
        fail_msg("%s: %s, not %s", sql, text, expected);
}

static inline bool answer(struct records *records, const char *id, const char *user,
                          const char *difficulty, unsigned time_ms, bool is_correct,
                          bool is_suspicious)
{
    return records_answered(records, &(struct records_answer){
                                         .challenge_id = tes_slice_of(id),
                                         .user_id = tes_slice_of(user),
                                         .session_id = TES_SLICE("s1"),
                                         .site = TES_SLICE("blog"),
                                         .difficulty = tes_slice_of(difficulty),
                                         .question_type = TES_SLICE("scene"),
                                         .question_text = TES_SLICE("Which one?"),
                                         .user_answer = TES_SLICE("A"),
                                         .presented_at_ms = T0,
                                         .responded_at_ms = T0 + time_ms,
                                         .is_correct = is_correct,
                                         .is_suspicious = is_suspicious,
                                         .is_user_proven = true,
                                     });
}

#endif
