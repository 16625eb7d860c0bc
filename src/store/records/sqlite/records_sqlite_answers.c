/*
 * Challenges and their answers. Each challenge is one row, made when it is handed out or when its
 * answer comes, whichever is first; the first answer completes it, and adds to the profile of the
 * user who gave it, where the site vouches for who that is. A batch is one transaction. What the
 * table's checks refuse is left out. records_sqlite_limits.c deletes rows again.
 */
#include <stdlib.h>

#include "os/clock.h"
#include "store/records/sqlite/records_sqlite.h"

/* A row's parameters: ?1 is its key, RECORDS_PRESENTED_TEXTS follow in their order, then the
 * numbers, then what belongs to its answer. */
#define ANSWERED_TEXTS(X)                                                                          \
    X(user_answer)                                                                                 \
    X(correct_answer)                                                                              \
    X(objects)

enum {
    AT_row_key = 1,
#define AT_TEXT(name) AT_##name,
    RECORDS_PRESENTED_TEXTS(AT_TEXT)
#undef AT_TEXT
        AT_user_source,
    AT_rotation_angle,
    AT_occlusion_enabled,
    AT_presented_at,
    AT_created_at,
#define AT_TEXT(name) AT_##name,
    ANSWERED_TEXTS(AT_TEXT)
#undef AT_TEXT
};

#define COMMA_NAME(name) #name ", "
#define PRESENTED_COLUMNS                                                                          \
    "row_key, " RECORDS_PRESENTED_TEXTS(                                                           \
        COMMA_NAME) "user_source, rotation_angle, occlusion_enabled, presented_at, created_at"
#define PRESENTED_VALUES "?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16,?17"

static const char *const texts[ANSWER_STATEMENT_COUNT] = {
    [ANSWER_BEGIN] = "BEGIN IMMEDIATE",
    [ANSWER_COMMIT] = "COMMIT",
    /* Where the answer was first, and had not all to say. */
    [ANSWER_PRESENT] =
        ("INSERT INTO spatial_challenges(" PRESENTED_COLUMNS ") VALUES(" PRESENTED_VALUES
         ") ON CONFLICT(row_key) DO UPDATE SET seed = excluded.seed,"
         " scene_question = excluded.scene_question, question_text = excluded.question_text,"
         " options = excluded.options, device_info = excluded.device_info,"
         " rotation_angle = excluded.rotation_angle,"
         " occlusion_enabled = excluded.occlusion_enabled"
         " WHERE seed IS NULL AND challenge_id = excluded.challenge_id"),
    [ANSWER_COMPLETE] =
        ("UPDATE spatial_challenges SET user_answer = ?3, correct_answer = ?4, objects = ?5,"
         " responded_at = ?6, response_time_ms = ?7, is_correct = ?8, is_suspicious = ?9"
         " WHERE row_key = ?1 AND challenge_id = ?2 AND responded_at IS NULL"),
    [ANSWER_INSERT] = ("INSERT INTO spatial_challenges(" PRESENTED_COLUMNS ", " ANSWERED_TEXTS(
        COMMA_NAME) "responded_at, response_time_ms, is_correct,"
                    " is_suspicious) VALUES(" PRESENTED_VALUES ",?18,?19,?20,?21,?22,?23,?24)"
                    " ON CONFLICT(row_key) DO NOTHING"),
    [ANSWER_PICTURE] =
        "UPDATE spatial_challenges SET png_path = ?3 WHERE row_key = ?1 AND challenge_id = ?2",
    [ANSWER_PROFILE] =
        ("INSERT INTO spatial_user_profiles AS profile(" RECORDS_PROFILE_SUMS ", user_id, site,"
         " last_updated, created_at) VALUES(1, ?2, ?3, ?4 = 'easy', ?4 = 'easy' AND ?2,"
         " ?4 = 'medium', ?4 = 'medium' AND ?2, ?4 = 'hard', ?4 = 'hard' AND ?2,"
         " ?1, coalesce(?6, ''), ?5, ?5)"
         " ON CONFLICT(user_id, site) DO UPDATE SET " RECORDS_PROFILE_GROWS
         ", last_updated = max(profile.last_updated, excluded.last_updated)"
         " RETURNING " RECORDS_PROFILE_COLUMNS),
    /* Stores the counts at the new level, which later answers are counted from; 0 for the first
     * level. */
    [ANSWER_RECOMMEND] = ("UPDATE spatial_user_profiles SET recommended_difficulty = ?3,"
                          " level_began_completed = CASE WHEN recommended_difficulty IS NULL THEN 0"
                          " WHEN ?3 = 'easy' THEN easy_completed"
                          " WHEN ?3 = 'medium' THEN medium_completed ELSE hard_completed END,"
                          " level_began_passed = CASE WHEN recommended_difficulty IS NULL THEN 0"
                          " WHEN ?3 = 'easy' THEN easy_passed"
                          " WHEN ?3 = 'medium' THEN medium_passed ELSE hard_passed END"
                          " WHERE user_id = ?1 AND site = coalesce(?2, '')"
                          " AND recommended_difficulty IS NOT ?3"),
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

void records_sqlite_bind(sqlite3_stmt *statement, int index, struct tes_slice text)
{
    if (text.length == 0)
        sqlite3_bind_null(statement, index);
    else
        sqlite3_bind_text(statement, index, text.at, (int)text.length, SQLITE_STATIC);
}

int64_t records_sqlite_row_key(uint64_t presented_at_ms, struct tes_slice challenge_id)
{
    const uint64_t most_ms = (UINT64_C(1) << (63 - RECORDS_ROW_KEY_ID_BITS)) - 1;
    uint64_t since_ms =
        presented_at_ms > RECORDS_ROW_KEY_EPOCH_MS ? presented_at_ms - RECORDS_ROW_KEY_EPOCH_MS : 0;
    uint64_t hash = 0;
    for (size_t i = 0; i < challenge_id.length; i++)
        hash = (hash ^ (uint8_t)challenge_id.at[i]) * UINT64_C(0x100000001B3);
    hash ^= hash >> 32;
    return (int64_t)((since_ms < most_ms ? since_ms : most_ms) << RECORDS_ROW_KEY_ID_BITS |
                     (hash & ((1u << RECORDS_ROW_KEY_ID_BITS) - 1)));
}

/* ---------------------------------------------------------------- a batch */

/* One row of a batch, on its way: rows are written in the order of their keys, which is that of the
 * file, and profiles in the order in which the answers came. */
struct work {
    const struct answer *answer;
    int64_t row_key;
    unsigned number;  /* in the batch */
    bool is_complete; /* its answer was written, and is the first */
};

static int compare_work(const void *a, const void *b)
{
    const struct work *one = a, *other = b;
    if (one->row_key != other->row_key)
        return one->row_key < other->row_key ? -1 : 1;
    return one->number < other->number ? -1 : 1;
}

/* Steps and resets; says whether a row was written, and whether the store failed. */
static bool step(struct records_sqlite_store *store, enum records_sqlite_answer_statement which,
                 bool *wrote)
{
    sqlite3_stmt *statement = store->answer_statements[which];
    int result = sqlite3_step(statement);
    *wrote = result == SQLITE_DONE && sqlite3_changes(store->answers) > 0;
    sqlite3_reset(statement);
    return result == SQLITE_DONE || (result & 0xFF) == SQLITE_CONSTRAINT;
}

/* What both kinds of rows have. The moments' texts outlive the step. */
static void bind_presented(sqlite3_stmt *insert, const struct work *work, const char *presented_at,
                           const char *now)
{
    const struct records_answer *row = &work->answer->row;
    sqlite3_bind_int64(insert, AT_row_key, work->row_key);
#define BIND(name) records_sqlite_bind(insert, AT_##name, row->name);
    RECORDS_PRESENTED_TEXTS(BIND)
#undef BIND
    records_sqlite_bind(insert, AT_user_source,
                        row->user_id.length == 0 ? (struct tes_slice){NULL, 0}
                        : row->is_user_proven    ? TES_SLICE("site")
                                                 : TES_SLICE("visitor"));
    if (row->is_turned)
        sqlite3_bind_double(insert, AT_rotation_angle, row->rotation_angle);
    else
        sqlite3_bind_null(insert, AT_rotation_angle);
    sqlite3_bind_int(insert, AT_occlusion_enabled, row->has_occlusion);
    records_sqlite_bind(insert, AT_presented_at, tes_slice_of(presented_at));
    records_sqlite_bind(insert, AT_created_at, tes_slice_of(now));
}

static bool write_presented(struct records_sqlite_store *store, struct work *work, const char *now)
{
    char presented_at[MOMENT_MAX];
    bool wrote;
    moment_write(presented_at, work->answer->row.presented_at_ms);
    bind_presented(store->answer_statements[ANSWER_PRESENT], work, presented_at, now);
    return step(store, ANSWER_PRESENT, &wrote);
}

/* What belongs to the answer, from that parameter on. */
static void bind_answered(sqlite3_stmt *statement, int first, const struct records_answer *row,
                          const char *responded_at)
{
#define BIND(name) records_sqlite_bind(statement, first++, row->name);
    ANSWERED_TEXTS(BIND)
#undef BIND
    records_sqlite_bind(statement, first++, tes_slice_of(responded_at));
    sqlite3_bind_int64(statement, first++, (sqlite3_int64)answers_response_time_ms(row));
    sqlite3_bind_int(statement, first++, row->is_correct);
    sqlite3_bind_int(statement, first, row->is_suspicious);
}

/* The row is there, mostly: to try so first takes half the time of trying to insert it. */
static bool write_answered(struct records_sqlite_store *store, struct work *work, const char *now)
{
    char presented_at[MOMENT_MAX], responded_at[MOMENT_MAX];
    const struct records_answer *row = &work->answer->row;
    sqlite3_stmt *complete = store->answer_statements[ANSWER_COMPLETE];
    sqlite3_stmt *insert = store->answer_statements[ANSWER_INSERT];
    moment_write(responded_at, row->responded_at_ms);
    sqlite3_bind_int64(complete, 1, work->row_key);
    records_sqlite_bind(complete, 2, row->challenge_id);
    bind_answered(complete, 3, row, responded_at);
    if (!step(store, ANSWER_COMPLETE, &work->is_complete))
        return false;
    if (work->is_complete)
        return true;
    moment_write(presented_at, row->presented_at_ms);
    bind_presented(insert, work, presented_at, now);
    bind_answered(insert, AT_user_answer, row, responded_at);
    return step(store, ANSWER_INSERT, &work->is_complete);
}

static bool write_pictured(struct records_sqlite_store *store, struct work *work, const char *now)
{
    const struct records_answer *row = &work->answer->row;
    sqlite3_stmt *update = store->answer_statements[ANSWER_PICTURE];
    bool wrote;
    (void)now;
    sqlite3_bind_int64(update, 1, work->row_key);
    records_sqlite_bind(update, 2, row->challenge_id);
    records_sqlite_bind(update, 3, row->png_path);
    return step(store, ANSWER_PICTURE, &wrote);
}

/* --------------------------------------------------------------- profiles */

static bool write_recommendation(struct records_sqlite_store *store,
                                 const struct records_answer *row,
                                 const struct records_profile *profile)
{
    bool wrote;
    sqlite3_stmt *recommend = store->answer_statements[ANSWER_RECOMMEND];
    records_sqlite_bind(recommend, 1, row->user_id);
    records_sqlite_bind(recommend, 2, row->site);
    const char *level =
        store->settings.recommend(store->settings.recommend_context, row->site, profile);
    records_sqlite_bind(recommend, 3, tes_slice_of(level));
    return step(store, ANSWER_RECOMMEND, &wrote);
}

static bool write_profile(struct records_sqlite_store *store, const struct records_answer *row)
{
    char responded_at[MOMENT_MAX];
    struct records_profile profile;
    sqlite3_stmt *insert = store->answer_statements[ANSWER_PROFILE];
    moment_write(responded_at, row->responded_at_ms);
    records_sqlite_bind(insert, 1, row->user_id);
    sqlite3_bind_int(insert, 2, row->is_correct);
    sqlite3_bind_int64(insert, 3, (sqlite3_int64)answers_response_time_ms(row));
    records_sqlite_bind(insert, 4, row->difficulty);
    records_sqlite_bind(insert, 5, tes_slice_of(responded_at));
    records_sqlite_bind(insert, 6, row->site);
    bool done = sqlite3_step(insert) == SQLITE_ROW;
    if (done)
        records_profile_columns(&(struct sql_call){.driver = &records_sqlite_sql, .rows = insert},
                                &profile);
    done = done && sqlite3_step(insert) == SQLITE_DONE;
    sqlite3_reset(insert);
    return done &&
           (store->settings.recommend == NULL || write_recommendation(store, row, &profile));
}

/* --------------------------------------------------------------------- all */

static bool write_all(struct records_sqlite_store *store, struct work *works, unsigned count)
{
    static bool (*const WRITERS[])(struct records_sqlite_store * store, struct work * work,
                                   const char *now) = {
        [ANSWER_PRESENTED] = write_presented,
        [ANSWER_ANSWERED] = write_answered,
        [ANSWER_PICTURED] = write_pictured,
    };
    char now[MOMENT_MAX];
    moment_write(now, tes_clock_wall_ms());
    qsort(works, count, sizeof *works, compare_work);
    const struct records_answer *complete[ANSWERS_BATCH_MAX] = {NULL};
    for (unsigned i = 0; i < count; i++) {
        if (!WRITERS[works[i].answer->event](store, &works[i], now))
            return false;
        if (works[i].is_complete)
            complete[works[i].number] = &works[i].answer->row;
    }
    for (unsigned i = 0; i < count; i++)
        if (complete[i] != NULL && complete[i]->is_user_proven && complete[i]->user_id.length > 0 &&
            !write_profile(store, complete[i]))
            return false;
    return true;
}

bool records_sqlite_write_answers(void *context, const struct answer *batch)
{
    struct records_sqlite_store *store = context;
    struct work works[ANSWERS_BATCH_MAX];
    unsigned count = 0;
    if (!sqlite_watch_in_place(&store->watch_files))
        return false;
    for (const struct answer *answer = batch; answer != NULL; answer = answer->item.next, count++)
        works[count] = (struct work){
            .answer = answer,
            .row_key =
                records_sqlite_row_key(answer->row.presented_at_ms, answer->row.challenge_id),
            .number = count,
        };
    /* Without memory the batch before may not even have been undone. */
    sqlite_file_rollback(store->answers);
    if (!sqlite_file_run(store->answer_statements[ANSWER_BEGIN]))
        return false;
    if (write_all(store, works, count) && records_sqlite_make_room(store, (int)count) &&
        sqlite_file_run(store->answer_statements[ANSWER_COMMIT]))
        return true;
    sqlite_file_rollback(store->answers);
    return false;
}
