/* The statements of the thread that writes, and rows as what they are told: an array for each
 * column, with an element for each row, so that a statement's own cost is that of many rows. */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "store/records/postgres/records_postgres.h"

/* A row is told RECORDS_PRESENTED_TEXTS first, then these. */
#define COMMA_NAME(name) #name ", "
#define PRESENTED_COLUMNS                                                                          \
    RECORDS_PRESENTED_TEXTS(COMMA_NAME)                                                            \
    "user_source, rotation_angle, occlusion_enabled, presented_at, created_at"
#define PRESENTED_COUNT 15
#define ANSWERED_COUNT  (PRESENTED_COUNT + 7)

#define PRESENTED_ARRAYS                                                                           \
    "$1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],"          \
    " $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[],"    \
    " $15::text[]"
#define PRESENTED_NAMES                                                                            \
    RECORDS_PRESENTED_TEXTS(COMMA_NAME)                                                            \
    "user_source, rotation_angle, occlusion_enabled, presented_at"
#define PRESENTED_CAST                                                                             \
    "challenge_id, user_id, session_id, site, seed, difficulty, question_type, scene_question,"    \
    " question_text, options::jsonb, device_info::jsonb, user_source,"                             \
    " rotation_angle::double precision, occlusion_enabled::boolean, presented_at::timestamptz,"    \
    " now()"
#define ANSWERED_COLUMNS                                                                           \
    "user_answer, correct_answer, objects, responded_at, response_time_ms, is_correct,"            \
    " is_suspicious"
#define ANSWERED_CAST                                                                              \
    "user_answer, correct_answer, objects::jsonb, responded_at::timestamptz,"                      \
    " response_time_ms::integer, is_correct::boolean, is_suspicious::boolean"
/* The first answer completes the row. */
#define INSERT_ANSWERED                                                                            \
    "INSERT INTO spatial_challenges(" PRESENTED_COLUMNS ", " ANSWERED_COLUMNS                      \
    ") SELECT " PRESENTED_CAST ", " ANSWERED_CAST " FROM unnest(" PRESENTED_ARRAYS                 \
    ", $16::text[], $17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[])" \
    " AS told(" PRESENTED_NAMES ", " ANSWERED_COLUMNS                                              \
    ") ON CONFLICT(challenge_id) DO UPDATE SET user_answer = excluded.user_answer,"                \
    " correct_answer = excluded.correct_answer, objects = excluded.objects,"                       \
    " responded_at = excluded.responded_at, response_time_ms = excluded.response_time_ms,"         \
    " is_correct = excluded.is_correct, is_suspicious = excluded.is_suspicious"                    \
    " WHERE spatial_challenges.responded_at IS NULL"

const struct postgres_statement records_postgres_statements[] = {
    /* Where the answer was first, and had not all to say, the rest is added. */
    {"presented",
     "INSERT INTO spatial_challenges(" PRESENTED_COLUMNS ") SELECT " PRESENTED_CAST
     " FROM unnest(" PRESENTED_ARRAYS ") AS told(" PRESENTED_NAMES
     ") ON CONFLICT(challenge_id) DO UPDATE SET seed = excluded.seed,"
     " scene_question = excluded.scene_question, question_text = excluded.question_text,"
     " options = excluded.options, device_info = excluded.device_info,"
     " rotation_angle = excluded.rotation_angle, occlusion_enabled = excluded.occlusion_enabled"
     " WHERE spatial_challenges.seed IS NULL",
     PRESENTED_COUNT},
    {"answered", INSERT_ANSWERED, ANSWERED_COUNT},
    /* Tells which of them were completed. */
    {"answered_by_user", INSERT_ANSWERED " RETURNING challenge_id", ANSWERED_COUNT},
    {"pictured",
     "UPDATE spatial_challenges SET png_path = told.path FROM unnest($1::text[], $2::text[])"
     " AS told(id, path) WHERE challenge_id = told.id",
     2},
    {NULL, NULL, 0},
};

/* ------------------------------------------------------------------- rows */

static struct tes_slice truth(bool value)
{
    return value ? TES_SLICE("true") : TES_SLICE("false");
}

static void add_presented(struct postgres_values *values, const struct records_answer *row)
{
#define ADD(name) postgres_values_add_or_null(values, row->name);
    RECORDS_PRESENTED_TEXTS(ADD)
#undef ADD
    postgres_values_add_or_null(values, row->user_id.length == 0 ? TES_SLICE("")
                                        : row->is_user_proven    ? TES_SLICE("site")
                                                                 : TES_SLICE("visitor"));
    if (row->is_turned)
        postgres_values_add_number(values, row->rotation_angle);
    else
        postgres_values_add_or_null(values, TES_SLICE(""));
    postgres_values_add(values, truth(row->has_occlusion));
    postgres_values_add_moment(values, row->presented_at_ms);
}

static void add_answered(struct postgres_values *values, const struct records_answer *row)
{
    add_presented(values, row);
    postgres_values_add_or_null(values, row->user_answer);
    postgres_values_add_or_null(values, row->correct_answer);
    postgres_values_add_or_null(values, row->objects);
    postgres_values_add_moment(values, row->responded_at_ms);
    postgres_values_add_number(values, (int64_t)answers_response_time_ms(row));
    postgres_values_add(values, truth(row->is_correct));
    postgres_values_add(values, truth(row->is_suspicious));
}

static void add_pictured(struct postgres_values *values, const struct records_answer *row)
{
    postgres_values_add(values, row->challenge_id);
    postgres_values_add_or_null(values, row->png_path);
}

void records_postgres_add_row(struct postgres_columns *columns, const struct answer *answer)
{
    static void (*const ADD[])(struct postgres_values * values,
                               const struct records_answer *row) = {
        [ANSWER_PRESENTED] = add_presented,
        [ANSWER_ANSWERED] = add_answered,
        [ANSWER_PICTURED] = add_pictured,
    };
    struct postgres_values values = {0};
    ADD[answer->event](&values, &answer->row);
    postgres_columns_add(columns, &values);
}
