/*
 * records_support.h: what the tests of records.h share. They run with every row of
 * records_backends.def in turn.
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

#include "scratch.h"
#include "store/records.h"

#define T0 1790000000000u /* 2026-09-21T14:13:20.000Z */

static const char *const records_rows[] = {
#define RECORDS_BACKEND(name, where) where,
#include "store/records_backends.def"
#undef RECORDS_BACKEND
};
static const char *records_where; /* the row that the tests run with */

/* Runs the tests with each row. */
static inline int records_run_each(const struct CMUnitTest *tests, size_t count)
{
    int failed = 0;
    for (size_t i = 0; i < sizeof records_rows / sizeof records_rows[0]; i++) {
        records_where = records_rows[i];
        failed += _cmocka_run_group_tests(records_where, tests, count, NULL, NULL);
    }
    return failed;
}

/* A store of the row in which nothing is. */
static inline struct scratch records_scratch(void)
{
    return scratch_new();
}

static inline struct records_settings settings_for(const struct scratch *scratch)
{
    return (struct records_settings){
        .where = records_where, .data = scratch->data, .migrate = true, .queue_max = 1000};
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

/* A connection as another program would make it. */
static inline sqlite3 *open_file(const struct scratch *scratch)
{
    char path[128];
    sqlite3 *db;
    snprintf(path, sizeof path, "%s/records.db", scratch->data);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    return db;
}

static inline void execute(sqlite3 *db, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK)
        fail_msg("%s: %s", sql, message);
}

/* The first column of the first row, as text. */
static inline void query(const struct scratch *scratch, const char *sql, char *text,
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
