/*
 * Challenges and their answers. Each is one row, as in records_sqlite_answers.c. A batch is one
 * transaction of a few statements, which are sent without waiting for each other (a pipeline).
 * Where the server refuses a row for what is in it, the batch is halved until that row is alone,
 * and left out.
 */
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "store/records/postgres/records_postgres.h"

#define DISK_FULL_STATE "53100"
#define FULL_FOR_US     10000000

/* What becomes one statement. */
enum sort { SORT_PRESENTED, SORT_ANSWERED, SORT_BY_USER, SORT_PICTURED, SORT_COUNT };

static const char *const STATEMENTS[SORT_COUNT] = {
    [SORT_PRESENTED] = "presented",
    [SORT_ANSWERED] = "answered",
    [SORT_BY_USER] = "answered_by_user",
    [SORT_PICTURED] = "pictured",
};

static enum sort sort_of(const struct answer *answer)
{
    if (answer->event == ANSWER_ANSWERED)
        return answer->row.is_user_proven && answer->row.user_id.length > 0 ? SORT_BY_USER
                                                                            : SORT_ANSWERED;
    return answer->event == ANSWER_PRESENTED ? SORT_PRESENTED : SORT_PICTURED;
}

/* Some rows of a batch, in the order in which they came. */
struct part {
    const struct answer *const *answers;
    size_t count;
};

struct picked {
    const struct answer *answer;
    size_t number; /* in the part */
};

static int compare_picked(const void *a, const void *b)
{
    const struct picked *one = a, *other = b;
    int order = answers_compare(one->answer->row.challenge_id, other->answer->row.challenge_id);
    return order != 0 ? order : (one->number > other->number) - (one->number < other->number);
}

/* The part's rows of one sort, each challenge once, by their ids: servers that write the same rows
 * at the same moment lock them in the same order. */
static size_t pick(const struct part *part, enum sort sort, struct picked *picked)
{
    size_t found = 0, count = 0;
    for (size_t i = 0; i < part->count; i++)
        if (sort_of(part->answers[i]) == sort)
            picked[found++] = (struct picked){part->answers[i], i};
    qsort(picked, found, sizeof *picked, compare_picked);
    for (size_t i = 0; i < found; i++)
        if (count == 0 || answers_compare(picked[i].answer->row.challenge_id,
                                          picked[count - 1].answer->row.challenge_id) != 0)
            picked[count++] = picked[i];
    return count;
}

static bool send_part(struct records_postgres_store *store, const struct part *part)
{
    struct picked picked[ANSWERS_BATCH_MAX] = {{NULL, 0}};
    bool sent = postgres_link_send_text(&store->writer, "BEGIN");
    for (enum sort sort = SORT_PRESENTED; sent && sort < SORT_COUNT; sort++) {
        size_t count = pick(part, sort, picked);
        if (count == 0)
            continue;
        postgres_columns_start(store->columns);
        for (size_t i = 0; i < count; i++)
            records_postgres_add_row(store->columns, picked[i].answer);
        sent = postgres_columns_send(store->columns, &store->writer, STATEMENTS[sort]);
    }
    return sent && postgres_link_sync(&store->writer);
}

/* Marks the answers that completed their rows, whose ids the result has, in their order. */
static void mark_complete(struct records_postgres_store *store, const struct part *part,
                          const PGresult *result, bool *is_complete)
{
    struct picked picked[ANSWERS_BATCH_MAX] = {{NULL, 0}};
    const struct postgres_library *pq = store->server.pq;
    size_t count = pick(part, SORT_BY_USER, picked), next = 0;
    for (int row = 0; row < pq->ntuples(result); row++) {
        struct tes_slice id = tes_slice_of(pq->getvalue(result, row, 0));
        while (next < count && !tes_slice_equal(picked[next].answer->row.challenge_id, id))
            next++;
        if (next < count)
            is_complete[picked[next].number] = true;
    }
}

/* Reads the results of what was sent, to the end of the pipeline; false where one failed. */
static bool read_results(struct records_postgres_store *store, const struct part *part,
                         bool *is_complete)
{
    struct postgres_link *link = &store->writer;
    bool is_good = true;
    PGresult *result;
    while ((result = postgres_link_next(link)) != NULL) {
        is_good = postgres_link_is_good(link, result) && is_good;
        if (is_good && store->server.pq->resultStatus(result) == PGRES_TUPLES_OK)
            mark_complete(store, part, result, is_complete);
        store->server.pq->clear(result);
    }
    return is_good && !link->has_failed;
}

/* --------------------------------------------------------------- profiles */

/* An array for each: users, sites, moments, passed, times, difficulties. Rows are locked in the
 * order of their names, as by other servers that write them at the same moment. */
#define COUNTS_OF(level)                                                                           \
    "count(*) FILTER (WHERE difficulty = '" level "'),"                                            \
    " count(*) FILTER (WHERE difficulty = '" level "' AND passed::boolean), "
#define GROW_PROFILES                                                                              \
    "INSERT INTO spatial_user_profiles AS profile(" RECORDS_PROFILE_SUMS ", user_id, site,"        \
    " last_updated, created_at) SELECT count(*), count(*) FILTER (WHERE passed::boolean),"         \
    " sum(time_ms::bigint), " COUNTS_OF("easy") COUNTS_OF("medium")                                \
        COUNTS_OF("hard") "user_id, site, max(moment::timestamptz), max(moment::timestamptz)"      \
                          " FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], "          \
                          "$5::text[], $6::text[])"                                                \
                          " AS told(user_id, site, moment, passed, time_ms, difficulty)"           \
                          " GROUP BY user_id, site ORDER BY user_id, site"                         \
                          " ON CONFLICT(user_id, site) DO UPDATE SET " RECORDS_PROFILE_GROWS       \
                          ", last_updated = greatest(profile.last_updated, excluded.last_updated)" \
                          " RETURNING " RECORDS_PROFILE_COLUMNS ", user_id, site"
#define RECOMMEND                                                                                  \
    "UPDATE spatial_user_profiles AS profile SET recommended_difficulty = level,"                  \
    " level_began_completed = CASE WHEN recommended_difficulty IS NULL THEN 0"                     \
    " WHEN level = 'easy' THEN easy_completed WHEN level = 'medium' THEN medium_completed"         \
    " ELSE hard_completed END,"                                                                    \
    " level_began_passed = CASE WHEN recommended_difficulty IS NULL THEN 0"                        \
    " WHEN level = 'easy' THEN easy_passed WHEN level = 'medium' THEN medium_passed"               \
    " ELSE hard_passed END"                                                                        \
    " FROM unnest($1::text[], $2::text[], $3::text[]) AS told(user_id, site, level)"               \
    " WHERE profile.user_id = told.user_id AND profile.site = told.site"                           \
    " AND recommended_difficulty IS DISTINCT FROM level"

/* Writes what is to be recommended to the users of these profiles. */
static bool write_recommendations(struct records_postgres_store *store, PGresult *profiles)
{
    const struct postgres_library *pq = store->server.pq;
    struct sql_call call = {.driver = &records_postgres_sql, .store = store, .rows = profiles};
    postgres_columns_start(store->columns);
    for (; call.row < pq->ntuples(profiles); call.row++) {
        struct records_profile profile;
        struct postgres_values values = {0};
        struct tes_slice site = sql_column(&call, RECORDS_PROFILE_COLUMN_COUNT + 1);
        records_profile_columns(&call, &profile);
        postgres_values_add(&values, sql_column(&call, RECORDS_PROFILE_COLUMN_COUNT));
        postgres_values_add(&values, site);
        postgres_values_add_or_null(
            &values, tes_slice_of(store->settings.recommend(store->settings.recommend_context, site,
                                                            &profile)));
        postgres_columns_add(store->columns, &values);
    }
    PGresult *result = postgres_columns_ask(store->columns, &store->writer, RECOMMEND);
    pq->clear(result);
    return result != NULL;
}

/* Adds answers, which completed their rows, to the profiles of their users, for whom the sites
 * vouch. */
static bool write_profiles(struct records_postgres_store *store, const struct part *part,
                           const bool *is_complete)
{
    size_t count = 0;
    postgres_columns_start(store->columns);
    for (size_t i = 0; i < part->count; i++) {
        const struct records_answer *row = &part->answers[i]->row;
        struct postgres_values values = {0};
        if (!is_complete[i])
            continue;
        count++;
        postgres_values_add(&values, row->user_id);
        postgres_values_add(&values, row->site);
        postgres_values_add_moment(&values, row->responded_at_ms);
        postgres_values_add(&values, row->is_correct ? TES_SLICE("true") : TES_SLICE("false"));
        postgres_values_add_number(&values, (int64_t)answers_response_time_ms(row));
        postgres_values_add(&values, row->difficulty);
        postgres_columns_add(store->columns, &values);
    }
    if (count == 0)
        return true;
    PGresult *profiles = postgres_columns_ask(store->columns, &store->writer, GROW_PROFILES);
    bool done = profiles != NULL &&
                (store->settings.recommend == NULL || write_recommendations(store, profiles));
    store->server.pq->clear(profiles);
    return done;
}

/* -------------------------------------------------------------------- all */

static bool write_rows(struct records_postgres_store *store, const struct part *part)
{
    bool is_complete[ANSWERS_BATCH_MAX] = {false};
    return postgres_link_pipeline(&store->writer) && send_part(store, part) &&
           read_results(store, part, is_complete) && write_profiles(store, part, is_complete) &&
           postgres_link_run(&store->writer, "COMMIT");
}

/* SQLSTATEs of what a row has in it: data that can't be read, or that a check refuses. */
static bool is_rows_fault(const struct postgres_link *link)
{
    return strncmp(link->state, "22", 2) == 0 || strncmp(link->state, "23", 2) == 0;
}

static bool write_part(struct records_postgres_store *store, const struct part *part)
{
    struct postgres_link *link = &store->writer;
    if (write_rows(store, part))
        return true;
    bool is_theirs = is_rows_fault(link);
    if (strcmp(link->state, DISK_FULL_STATE) == 0)
        atomic_store(&store->full_until_us, tes_clock_steady_us() + FULL_FOR_US);
    if (link->state[0] == '\0') /* not the server's word: nobody knows how far it got */
        postgres_link_close(link);
    if (link->connection == NULL || !postgres_link_run(link, "ROLLBACK"))
        return false;
    if (!is_theirs || part->count == 1)
        return is_theirs;
    size_t half = part->count / 2;
    struct part first = {part->answers, half};
    struct part second = {part->answers + half, part->count - half};
    return write_part(store, &first) && write_part(store, &second);
}

bool records_postgres_write_answers(void *context, const struct answer *batch)
{
    struct records_postgres_store *store = context;
    const struct answer *answers[ANSWERS_BATCH_MAX];
    struct part part = {answers, 0};
    for (const struct answer *answer = batch; answer != NULL; answer = answer->item.next)
        answers[part.count++] = answer;
    bool done = postgres_link_begin(&store->writer) && write_part(store, &part);
    postgres_link_end(&store->writer);
    return done;
}
