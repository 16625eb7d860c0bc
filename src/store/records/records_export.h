/*
 * records_export.h: whole rows of spatial_challenges for people and programs, and a person's right
 * to have them deleted. Every call may block.
 */
#ifndef STORE_RECORDS_EXPORT_H
#define STORE_RECORDS_EXPORT_H

#include "store/records/records.h"

/* The columns in their order, and what is in them. A moment is told as in moment.h, a flag as
 * "true" or "false". */
#define RECORDS_COLUMNS(X)                                                                         \
    X(challenge_id, TEXT)                                                                          \
    X(user_id, TEXT)                                                                               \
    X(user_source, TEXT)                                                                           \
    X(session_id, TEXT)                                                                            \
    X(site, TEXT)                                                                                  \
    X(seed, TEXT)                                                                                  \
    X(difficulty, TEXT)                                                                            \
    X(question_type, TEXT)                                                                         \
    X(scene_question, TEXT)                                                                        \
    X(rotation_angle, NUMBER)                                                                      \
    X(occlusion_enabled, FLAG)                                                                     \
    X(objects, JSON)                                                                               \
    X(question_text, TEXT)                                                                         \
    X(options, JSON)                                                                               \
    X(correct_answer, TEXT)                                                                        \
    X(presented_at, MOMENT)                                                                        \
    X(png_path, TEXT)                                                                              \
    X(user_answer, TEXT)                                                                           \
    X(response_time_ms, NUMBER)                                                                    \
    X(is_correct, FLAG)                                                                            \
    X(is_suspicious, FLAG)                                                                         \
    X(device_info, JSON)                                                                           \
    X(created_at, MOMENT)                                                                          \
    X(responded_at, MOMENT)

enum records_column {
#define RECORDS_COLUMN(name, kind) RECORDS_COLUMN_##name,
    RECORDS_COLUMNS(RECORDS_COLUMN)
#undef RECORDS_COLUMN
        RECORDS_COLUMN_COUNT
};

struct records_row {
    struct tes_slice values[RECORDS_COLUMN_COUNT]; /* a NULL `at` is NULL */
};

/* Which rows. */
struct records_choice {
    const char *user;            /* NULL: everybody's */
    const char *site;            /* a sitekey; NULL: every site's */
    uint64_t since_ms, until_ms; /* presented from, and before; 0: whenever */
};

/* Calls `each` for the rows, the oldest first; ends early where it returns false. Some rows are
 * read at a time, and none is held while `each` runs: it may take its time, and nothing waits for
 * it. */
TES_MUST_CHECK enum records_result
records_export(struct records *records, const struct records_choice *choice,
               bool (*each)(void *context, const struct records_row *row), void *context);

/* How many rows of each table are gone. */
struct records_forgotten {
    uint64_t challenges, profiles, states;
};

/* Deletes all that is kept of a user (`choice->user`) at a site or at all, all of it or nothing;
 * reviews hold no user.
 * `each` is called before for each picture of theirs that was archived. Rows that a server has in
 * its queue are not there yet. */
TES_MUST_CHECK enum records_result records_forget(struct records *records,
                                                  const struct records_choice *choice,
                                                  void (*each)(void *context, const char *png_path),
                                                  void *context,
                                                  struct records_forgotten *forgotten);

#endif
