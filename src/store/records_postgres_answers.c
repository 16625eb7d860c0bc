/*
 * Challenges and their answers. Each is one row, as in records_sqlite_answers.c. A batch is one
 * transaction, whose statements are sent without waiting for each other (a pipeline). Where the
 * server refuses a row for what is in it, the batch is halved until that row is alone, and left
 * out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "store/records_postgres.h"

#define DISK_FULL_STATE "53100"
#define FULL_FOR_US     10000000

/* What a row is told, in the order of the values. */
#define PRESENTED_TEXTS(X)                                                                         \
    X(challenge_id)                                                                                \
    X(user_id)                                                                                     \
    X(session_id)                                                                                  \
    X(site)                                                                                        \
    X(seed)                                                                                        \
    X(difficulty)                                                                                  \
    X(question_type)                                                                               \
    X(scene_question)                                                                              \
    X(question_text)                                                                               \
    X(options)                                                                                     \
    X(device_info)
#define COMMA_NAME(name) #name ", "
#define PRESENTED_COLUMNS                                                                          \
    PRESENTED_TEXTS(COMMA_NAME)                                                                    \
    "user_source, rotation_angle, occlusion_enabled, presented_at, created_at"
#define PRESENTED_VALUES                                                                           \
    "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11::jsonb, $12, $13::double precision,"      \
    " $14::boolean, $15::timestamptz, now()"
#define PRESENTED_COUNT 15

const struct postgres_statement records_postgres_statements[] = {
    {"presented",
     "INSERT INTO spatial_challenges(" PRESENTED_COLUMNS ") VALUES(" PRESENTED_VALUES
     ") ON CONFLICT(challenge_id) DO UPDATE SET seed = excluded.seed," /* the answer was first */
     " scene_question = excluded.scene_question, question_text = excluded.question_text,"
     " options = excluded.options, device_info = excluded.device_info,"
     " rotation_angle = excluded.rotation_angle, occlusion_enabled = excluded.occlusion_enabled"
     " WHERE spatial_challenges.seed IS NULL",
     PRESENTED_COUNT},
    /* The profile follows where the row was completed by this answer. */
    {"answered",
     "WITH answered AS ("
     "INSERT INTO spatial_challenges(" PRESENTED_COLUMNS ", user_answer, correct_answer, objects,"
     " responded_at, response_time_ms, is_correct, is_suspicious)"
     " VALUES(" PRESENTED_VALUES ", $16, $17, $18::jsonb, $19::timestamptz, $20::integer,"
     " $21::boolean, $22::boolean)"
     " ON CONFLICT(challenge_id) DO UPDATE SET user_answer = excluded.user_answer,"
     " correct_answer = excluded.correct_answer, objects = excluded.objects,"
     " responded_at = excluded.responded_at, response_time_ms = excluded.response_time_ms,"
     " is_correct = excluded.is_correct, is_suspicious = excluded.is_suspicious"
     " WHERE spatial_challenges.responded_at IS NULL"
     " RETURNING user_id, coalesce(site, '') AS site, user_source, difficulty,"
     " is_correct::integer AS passed, is_suspicious::integer AS suspicious, response_time_ms,"
     " responded_at)"
     " INSERT INTO spatial_user_profiles AS profile(user_id, site, challenges_completed,"
     " challenges_passed, response_time_sum_ms, easy_completed, easy_passed, medium_completed,"
     " medium_passed, hard_completed, hard_passed, failures_in_row, suspicious_in_row,"
     " last_updated, created_at)"
     " SELECT user_id, site, 1, passed, response_time_ms,"
     " (difficulty = 'easy')::integer, (difficulty = 'easy')::integer * passed,"
     " (difficulty = 'medium')::integer, (difficulty = 'medium')::integer * passed,"
     " (difficulty = 'hard')::integer, (difficulty = 'hard')::integer * passed,"
     " 1 - passed, suspicious, responded_at, responded_at"
     " FROM answered WHERE user_source = 'site'"
     " ON CONFLICT(user_id, site) DO UPDATE SET"
     " challenges_completed = profile.challenges_completed + 1,"
     " challenges_passed = profile.challenges_passed + excluded.challenges_passed,"
     " response_time_sum_ms = profile.response_time_sum_ms + excluded.response_time_sum_ms,"
     " easy_completed = profile.easy_completed + excluded.easy_completed,"
     " easy_passed = profile.easy_passed + excluded.easy_passed,"
     " medium_completed = profile.medium_completed + excluded.medium_completed,"
     " medium_passed = profile.medium_passed + excluded.medium_passed,"
     " hard_completed = profile.hard_completed + excluded.hard_completed,"
     " hard_passed = profile.hard_passed + excluded.hard_passed,"
     " failures_in_row = (profile.failures_in_row + 1) * excluded.failures_in_row,"
     " suspicious_in_row = (profile.suspicious_in_row + 1) * excluded.suspicious_in_row,"
     " last_updated = greatest(profile.last_updated, excluded.last_updated)"
     " RETURNING " RECORDS_POSTGRES_PROFILE_COLUMNS,
     PRESENTED_COUNT + 7},
    {"pictured", "UPDATE spatial_challenges SET png_path = $2 WHERE challenge_id = $1", 2},
    {"recommended",
     "UPDATE spatial_user_profiles SET recommended_difficulty = $3"
     " WHERE user_id = $1 AND site = $2 AND recommended_difficulty IS DISTINCT FROM $3",
     3},
    {NULL, NULL, 0},
};

/* ------------------------------------------------------------------- rows */

static struct tes_slice truth(bool value)
{
    return value ? TES_SLICE("true") : TES_SLICE("false");
}

/* Texts that are made for a row. */
struct made {
    char presented_at[MOMENT_MAX], responded_at[MOMENT_MAX], angle[16], time[24];
};

static void add_presented(struct postgres_values *values, const struct records_answer *row,
                          struct made *made)
{
    moment_write(made->presented_at, row->presented_at_ms);
    snprintf(made->angle, sizeof made->angle, "%u", row->rotation_angle);
#define ADD(name) postgres_values_add_or_null(values, row->name);
    PRESENTED_TEXTS(ADD)
#undef ADD
    postgres_values_add_or_null(values, row->user_id.length == 0 ? TES_SLICE("")
                                        : row->is_user_proven    ? TES_SLICE("site")
                                                                 : TES_SLICE("visitor"));
    postgres_values_add_or_null(values, tes_slice_of(row->is_turned ? made->angle : ""));
    postgres_values_add(values, truth(row->has_occlusion));
    postgres_values_add(values, tes_slice_of(made->presented_at));
}

static void add_answered(struct postgres_values *values, const struct records_answer *row,
                         struct made *made)
{
    add_presented(values, row, made);
    moment_write(made->responded_at, row->responded_at_ms);
    snprintf(made->time, sizeof made->time, "%llu",
             (unsigned long long)answers_response_time_ms(row));
    postgres_values_add_or_null(values, row->user_answer);
    postgres_values_add_or_null(values, row->correct_answer);
    postgres_values_add_or_null(values, row->objects);
    postgres_values_add(values, tes_slice_of(made->responded_at));
    postgres_values_add(values, tes_slice_of(made->time));
    postgres_values_add(values, truth(row->is_correct));
    postgres_values_add(values, truth(row->is_suspicious));
}

static void add_pictured(struct postgres_values *values, const struct records_answer *row,
                         struct made *made)
{
    (void)made;
    postgres_values_add(values, row->challenge_id);
    postgres_values_add_or_null(values, row->png_path);
}

static const struct {
    const char *statement;
    void (*add)(struct postgres_values *values, const struct records_answer *row,
                struct made *made);
} EVENTS[] = {
    [ANSWER_PRESENTED] = {"presented", add_presented},
    [ANSWER_ANSWERED] = {"answered", add_answered},
    [ANSWER_PICTURED] = {"pictured", add_pictured},
};

static bool send_row(struct postgres_link *link, const struct answer *answer)
{
    struct made made;
    struct postgres_values values = {0};
    EVENTS[answer->event].add(&values, &answer->row, &made);
    return postgres_link_send(link, EVENTS[answer->event].statement, &values);
}

/* ---------------------------------------------------------------- a batch */

/* Some rows of a batch, and what is to be recommended to their users. */
struct part {
    const struct answer *const *answers;
    const char **recommended; /* NULL: nothing */
    size_t count;
};

static bool send_recommendation(struct postgres_link *link, const struct records_answer *row,
                                const char *recommended)
{
    struct postgres_values values = {0};
    postgres_values_add(&values, row->user_id);
    postgres_values_add(&values, row->site);
    postgres_values_add(&values, tes_slice_of(recommended));
    return postgres_link_send(link, "recommended", &values);
}

/* Finds what is to be recommended after this answer, whose result has the profile. */
static void find_recommendation(struct records_postgres_store *store, const PGresult *rows,
                                const struct answer *answer, const char **recommended)
{
    struct records_profile profile;
    if (answer->event != ANSWER_ANSWERED || store->recommend == NULL ||
        store->server.pq->ntuples(rows) != 1)
        return;
    records_postgres_read_profile(store->server.pq, rows, &profile);
    *recommended = store->recommend(store->recommend_context, answer->row.site, &profile);
}

/* Reads the results of what was sent, to the end of the pipeline; false where one failed. The first
 * is BEGIN's where `part` is given. */
static bool read_results(struct records_postgres_store *store, const struct part *part)
{
    struct postgres_link *link = &store->writer;
    bool is_good = true;
    PGresult *result;
    for (size_t number = 0; (result = postgres_link_next(link)) != NULL; number++) {
        is_good = postgres_link_is_good(link, result) && is_good;
        if (is_good && part != NULL && number > 0 && number <= part->count)
            find_recommendation(store, result, part->answers[number - 1],
                                &part->recommended[number - 1]);
        store->server.pq->clear(result);
    }
    return is_good && !link->has_failed;
}

static bool write_rows(struct records_postgres_store *store, const struct part *part)
{
    struct postgres_link *link = &store->writer;
    bool sent = postgres_link_pipeline(link) && postgres_link_send_text(link, "BEGIN");
    for (size_t i = 0; sent && i < part->count; i++) {
        part->recommended[i] = NULL;
        sent = send_row(link, part->answers[i]);
    }
    return sent && postgres_link_sync(link) && read_results(store, part);
}

static bool write_end(struct records_postgres_store *store, const struct part *part)
{
    struct postgres_link *link = &store->writer;
    bool sent = postgres_link_pipeline(link);
    for (size_t i = 0; sent && i < part->count; i++)
        if (part->recommended[i] != NULL)
            sent = send_recommendation(link, &part->answers[i]->row, part->recommended[i]);
    return sent && postgres_link_send_text(link, "COMMIT") && postgres_link_sync(link) &&
           read_results(store, NULL);
}

/* SQLSTATEs of what a row has in it: data that can't be read, or that a check refuses. */
static bool is_rows_fault(const struct postgres_link *link)
{
    return strncmp(link->state, "22", 2) == 0 || strncmp(link->state, "23", 2) == 0;
}

static bool write_part(struct records_postgres_store *store, const struct part *part)
{
    struct postgres_link *link = &store->writer;
    if (write_rows(store, part) && write_end(store, part))
        return true;
    bool is_theirs = is_rows_fault(link);
    if (strcmp(link->state, DISK_FULL_STATE) == 0)
        atomic_store(&store->full_until_us, tes_clock_steady_us() + FULL_FOR_US);
    if (link->connection == NULL || !postgres_link_run(link, "ROLLBACK"))
        return false;
    if (!is_theirs || part->count == 1)
        return is_theirs;
    size_t half = part->count / 2;
    struct part first = {part->answers, part->recommended, half};
    struct part second = {part->answers + half, part->recommended + half, part->count - half};
    return write_part(store, &first) && write_part(store, &second);
}

bool records_postgres_write_answers(void *context, const struct answer *batch)
{
    struct records_postgres_store *store = context;
    const struct answer *answers[ANSWERS_BATCH_MAX];
    const char *recommended[ANSWERS_BATCH_MAX];
    struct part part = {answers, recommended, 0};
    for (const struct answer *answer = batch; answer != NULL; answer = answer->item.next)
        answers[part.count++] = answer;
    bool done = postgres_link_begin(&store->writer) && write_part(store, &part);
    postgres_link_end(&store->writer);
    return done;
}
