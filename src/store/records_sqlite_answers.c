/*
 * Answered challenges: each is one row, and adds to the profile of the user who gave it, where the
 * site vouches for who that is. A batch is one transaction. A row that the table's checks refuse,
 * or that is there already, is left out. records_sqlite_limits.c deletes them again.
 */
#include "base/clock.h"
#include "store/records_sqlite.h"

#define RESPONSE_TIME_MAX_MS 86400000 /* a day; beyond it the number says nothing more */

static const char *const texts[ANSWER_STATEMENT_COUNT] = {
    [ANSWER_BEGIN] = "BEGIN IMMEDIATE",
    [ANSWER_COMMIT] = "COMMIT",
    [ANSWER_INSERT] =
        ("INSERT INTO spatial_challenges(challenge_id, user_id, session_id, site, difficulty,"
         " question_type, question_text, user_answer, presented_at, responded_at, response_time_ms,"
         " is_correct, is_suspicious, created_at, user_source)"
         " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)"
         " ON CONFLICT(challenge_id) DO NOTHING"),
    [ANSWER_PROFILE] =
        ("INSERT INTO spatial_user_profiles(user_id, site, challenges_completed, challenges_passed,"
         " response_time_sum_ms, easy_completed, easy_passed, medium_completed, medium_passed,"
         " hard_completed, hard_passed, failures_in_row, suspicious_in_row, last_updated,"
         " created_at)"
         " VALUES(?1, coalesce(?6, ''), 1, ?2, ?3,"
         " lower(?4) = 'easy', lower(?4) = 'easy' AND ?2,"
         " lower(?4) = 'medium', lower(?4) = 'medium' AND ?2,"
         " lower(?4) = 'hard', lower(?4) = 'hard' AND ?2,"
         " NOT ?2, ?7, ?5, ?5)"
         " ON CONFLICT(user_id, site) DO UPDATE SET"
         " challenges_completed = challenges_completed + 1,"
         " challenges_passed = challenges_passed + excluded.challenges_passed,"
         " response_time_sum_ms = response_time_sum_ms + excluded.response_time_sum_ms,"
         " easy_completed = easy_completed + excluded.easy_completed,"
         " easy_passed = easy_passed + excluded.easy_passed,"
         " medium_completed = medium_completed + excluded.medium_completed,"
         " medium_passed = medium_passed + excluded.medium_passed,"
         " hard_completed = hard_completed + excluded.hard_completed,"
         " hard_passed = hard_passed + excluded.hard_passed,"
         " failures_in_row = (failures_in_row + 1) * excluded.failures_in_row,"
         " suspicious_in_row = (suspicious_in_row + 1) * excluded.suspicious_in_row,"
         " last_updated = max(last_updated, excluded.last_updated)"),
};

bool records_sqlite_prepare_answers(struct records_sqlite_store *store)
{
    for (size_t i = 0; i < ANSWER_STATEMENT_COUNT; i++) {
        store->answer_statements[i] = sqlite_file_prepare(
            store->answers,
            texts[i] != NULL ? texts[i]
                             : records_sqlite_limit_text((enum records_sqlite_answer_statement)i));
        if (store->answer_statements[i] == NULL)
            return false;
    }
    return true;
}

/* Binds a text, the empty one as NULL; the statement is stepped before the text is freed. */
static void bind(sqlite3_stmt *statement, int index, struct tes_slice text)
{
    if (text.length == 0)
        sqlite3_bind_null(statement, index);
    else
        sqlite3_bind_text(statement, index, text.at, (int)text.length, SQLITE_STATIC);
}

/* Steps and resets; says whether a row was written, and whether the store failed. */
static bool step(struct records_sqlite_store *store, enum records_sqlite_answer_statement which,
                 bool *wrote)
{
    sqlite3_stmt *statement = store->answer_statements[which];
    int result = sqlite3_step(statement);
    *wrote = result == SQLITE_DONE && sqlite3_changes(store->answers) > 0;
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return result == SQLITE_DONE || (result & 0xFF) == SQLITE_CONSTRAINT;
}

static uint64_t response_time(const struct records_answer *row)
{
    uint64_t ms = row->responded_at_ms > row->presented_at_ms
                      ? row->responded_at_ms - row->presented_at_ms
                      : 0;
    return ms < RESPONSE_TIME_MAX_MS ? ms : RESPONSE_TIME_MAX_MS;
}

static bool write_answer(struct records_sqlite_store *store, const struct records_answer *row)
{
    char presented_at[RECORDS_SQLITE_MOMENT_MAX], responded_at[RECORDS_SQLITE_MOMENT_MAX];
    char created_at[RECORDS_SQLITE_MOMENT_MAX];
    records_sqlite_moment(presented_at, row->presented_at_ms);
    records_sqlite_moment(responded_at, row->responded_at_ms);
    records_sqlite_moment(created_at, tes_clock_wall_ms());
    uint64_t response_time_ms = response_time(row);

    sqlite3_stmt *insert = store->answer_statements[ANSWER_INSERT];
    bind(insert, 1, row->challenge_id);
    bind(insert, 2, row->user_id);
    bind(insert, 3, row->session_id);
    bind(insert, 4, row->site);
    bind(insert, 5, row->difficulty);
    bind(insert, 6, row->question_type);
    bind(insert, 7, row->question_text);
    bind(insert, 8, row->user_answer);
    bind(insert, 9, tes_slice_of(presented_at));
    bind(insert, 10, tes_slice_of(responded_at));
    sqlite3_bind_int64(insert, 11, (sqlite3_int64)response_time_ms);
    sqlite3_bind_int(insert, 12, row->is_correct);
    sqlite3_bind_int(insert, 13, row->is_suspicious);
    bind(insert, 14, tes_slice_of(created_at));
    if (row->user_id.length > 0)
        bind(insert, 15, row->is_user_proven ? TES_SLICE("site") : TES_SLICE("visitor"));
    bool wrote;
    if (!step(store, ANSWER_INSERT, &wrote))
        return false;
    if (!wrote || row->user_id.length == 0 || !row->is_user_proven)
        return true;

    sqlite3_stmt *profile = store->answer_statements[ANSWER_PROFILE];
    bind(profile, 1, row->user_id);
    sqlite3_bind_int(profile, 2, row->is_correct);
    sqlite3_bind_int64(profile, 3, (sqlite3_int64)response_time_ms);
    bind(profile, 4, row->difficulty);
    bind(profile, 5, tes_slice_of(responded_at));
    bind(profile, 6, row->site);
    sqlite3_bind_int(profile, 7, row->is_suspicious);
    return step(store, ANSWER_PROFILE, &wrote);
}

bool records_sqlite_write_answers(void *context, const struct answer *batch)
{
    struct records_sqlite_store *store = context;
    if (!sqlite_watch_in_place(&store->watch_files))
        return false;
    /* Without memory the batch before may not even have been undone. */
    sqlite_file_rollback(store->answers);
    if (!sqlite_file_run(store->answer_statements[ANSWER_BEGIN]))
        return false;
    int added = 0;
    for (const struct answer *answer = batch; answer != NULL; answer = answer->item.next, added++)
        if (!write_answer(store, &answer->row))
            goto undo;
    if (!records_sqlite_make_room(store, added))
        goto undo;
    if (sqlite_file_run(store->answer_statements[ANSWER_COMMIT]))
        return true;
undo:
    sqlite_file_rollback(store->answers);
    return false;
}
