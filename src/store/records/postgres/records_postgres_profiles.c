/*
 * Profiles, within the transaction of a batch: what its answers add to each user is summed up here
 * and written at once, then what is to be recommended to them.
 */
#include <stdlib.h>
#include <string.h>

#include "store/records/postgres/records_postgres.h"

/* What a user's answers add, in the order of the statement's values. */
enum sum {
    SUM_COMPLETED,
    SUM_PASSED,
    SUM_TIME,
    SUM_EASY,
    SUM_EASY_PASSED,
    SUM_MEDIUM,
    SUM_MEDIUM_PASSED,
    SUM_HARD,
    SUM_HARD_PASSED,
    SUM_COUNT
};

static bool is_same_user(const struct records_answer *one, const struct records_answer *other)
{
    return tes_slice_equal(one->user_id, other->user_id) && tes_slice_equal(one->site, other->site);
}

static int compare_users(const void *a, const void *b)
{
    const struct records_answer *const *one = a, *const *other = b;
    int order = answers_compare((*one)->user_id, (*other)->user_id);
    return order != 0 ? order : answers_compare((*one)->site, (*other)->site);
}

static void add_answer(uint64_t sums[SUM_COUNT], const struct records_answer *row)
{
    static const struct {
        struct tes_slice name;
        enum sum completed;
    } LEVELS[] = {
        {TES_SLICE_INIT("easy"), SUM_EASY},
        {TES_SLICE_INIT("medium"), SUM_MEDIUM},
        {TES_SLICE_INIT("hard"), SUM_HARD},
    };
    sums[SUM_COMPLETED]++;
    sums[SUM_PASSED] += row->is_correct;
    sums[SUM_TIME] += answers_response_time_ms(row);
    for (size_t i = 0; i < sizeof LEVELS / sizeof LEVELS[0]; i++)
        if (tes_slice_equal(row->difficulty, LEVELS[i].name)) {
            sums[LEVELS[i].completed]++;
            sums[LEVELS[i].completed + 1] += row->is_correct;
        }
}

/* Adds the user whose answers stand at the beginning of the list, by name alone or with the sums;
 * gives their number. */
static size_t add_user(struct postgres_columns *columns,
                       const struct records_answer *const *answers, size_t count, bool with_sums)
{
    uint64_t sums[SUM_COUNT] = {0}, last_ms = 0;
    struct postgres_values values = {0};
    size_t length = 0;
    for (; length < count && is_same_user(answers[length], answers[0]); length++) {
        add_answer(sums, answers[length]);
        if (answers[length]->responded_at_ms > last_ms)
            last_ms = answers[length]->responded_at_ms;
    }
    postgres_values_add(&values, answers[0]->user_id);
    postgres_values_add(&values, answers[0]->site);
    postgres_values_add_moment(&values, last_ms);
    for (size_t i = 0; with_sums && i < SUM_COUNT; i++)
        postgres_values_add_number(&values, (int64_t)sums[i]);
    postgres_columns_add(columns, &values);
    return length;
}

static bool send_users(struct records_postgres_store *store,
                       const struct records_answer *const *answers, size_t count, bool with_sums)
{
    postgres_columns_start(store->columns);
    for (size_t i = 0; i < count;)
        i += add_user(store->columns, answers + i, count - i, with_sums);
    return postgres_columns_send(store->columns, &store->writer,
                                 with_sums ? "profiles_grown" : "profiles_made");
}

/* Reads to the end of the pipeline; the result that has rows goes to `*kept`, which may be NULL. */
static bool read_results(struct records_postgres_store *store, PGresult **kept)
{
    const struct postgres_library *pq = store->server.pq;
    bool is_good = true;
    PGresult *result;
    while ((result = postgres_link_next(&store->writer)) != NULL) {
        is_good = postgres_link_is_good(&store->writer, result) && is_good;
        if (kept != NULL && *kept == NULL && pq->resultStatus(result) == PGRES_TUPLES_OK)
            *kept = result;
        else
            pq->clear(result);
    }
    return is_good && !store->writer.has_failed;
}

/* Writes what is to be recommended to the users of these profiles. */
static bool recommend(struct records_postgres_store *store, PGresult *profiles)
{
    struct sql_call call = {.driver = &records_postgres_sql, .store = store, .rows = profiles};
    postgres_columns_start(store->columns);
    for (; call.row < store->server.pq->ntuples(profiles); call.row++) {
        struct records_profile profile;
        struct postgres_values values = {0};
        struct tes_slice user = sql_column(&call, RECORDS_PROFILE_COLUMN_COUNT);
        struct tes_slice site = sql_column(&call, RECORDS_PROFILE_COLUMN_COUNT + 1);
        records_profile_columns(&call, &profile);
        postgres_values_add(&values, user);
        postgres_values_add(&values, site);
        postgres_values_add_or_null(
            &values, tes_slice_of(store->recommend(store->recommend_context, site, &profile)));
        postgres_columns_add(store->columns, &values);
    }
    return postgres_link_pipeline(&store->writer) &&
           postgres_columns_send(store->columns, &store->writer, "profiles_recommended") &&
           postgres_link_sync(&store->writer) && read_results(store, NULL);
}

bool records_postgres_write_profiles(struct records_postgres_store *store,
                                     const struct records_answer *const *rows, size_t count)
{
    const struct records_answer *answers[ANSWERS_BATCH_MAX] = {NULL};
    PGresult *profiles = NULL;
    for (size_t i = 0; i < count; i++)
        answers[i] = rows[i];
    /* By name, so that servers that write the same profiles lock them in the same order. */
    qsort(answers, count, sizeof(void *), compare_users);
    bool done = postgres_link_pipeline(&store->writer) &&
                send_users(store, answers, count, false) &&
                send_users(store, answers, count, true) && postgres_link_sync(&store->writer) &&
                read_results(store, &profiles);
    if (done && store->recommend != NULL && profiles != NULL &&
        store->server.pq->ntuples(profiles) > 0)
        done = recommend(store, profiles);
    store->server.pq->clear(profiles);
    return done;
}
