/*
 * answers.h: challenges and their answers on their way to a store: a bounded queue (write_queue.h)
 * whose thread hands batches of them to a back end and, between those, has it forget old ones.
 * Adding never waits for the store.
 */
#ifndef STORE_ANSWERS_H
#define STORE_ANSWERS_H

#include "store/db/write_queue.h"
#include "store/records/records.h"

/* The texts of a row and how many bytes of each are kept. */
#define ANSWER_TEXTS(X)                                                                            \
    X(challenge_id, 64)                                                                            \
    X(user_id, RECORDS_USER_MAX)                                                                   \
    X(session_id, RECORDS_USER_MAX)                                                                \
    X(site, RECORDS_NAME_MAX)                                                                      \
    X(difficulty, 15)                                                                              \
    X(question_type, 32)                                                                           \
    X(seed, 64)                                                                                    \
    X(scene_question, 32)                                                                          \
    X(question_text, 256)                                                                          \
    X(user_answer, 64)                                                                             \
    X(correct_answer, 64)                                                                          \
    X(png_path, 255)

/* Those that are JSON: what is longer is left out. */
#define ANSWER_JSON_TEXTS(X)                                                                       \
    X(options, 1024)                                                                               \
    X(device_info, 512)                                                                            \
    X(objects, 4096)

/* What happened to a challenge. */
enum answer_event { ANSWER_PRESENTED, ANSWER_ANSWERED, ANSWER_PICTURED };

/* A row in the queue: `row` is the caller's, with its texts cut to the lengths above, at the first
 * NUL or at the first byte that is not UTF-8. */
struct answer {
    struct write_queue_item item;
    enum answer_event event;
    struct records_answer row;
    char bytes[];
};

/* How long the answer took; a day at most: beyond it the number says nothing more. */
uint64_t answers_response_time_ms(const struct records_answer *row);

/* The order of two texts, by their bytes: below 0, 0 or above. */
int answers_compare(struct tes_slice one, struct tes_slice other);

struct answers;

/* Writes a list of at most ANSWERS_BATCH_MAX answers, all or none; false: it is tried again. */
typedef bool answers_write(void *store, const struct answer *batch);

/* Deletes some of the answers whose time is over, few enough that batches hardly wait for it; true:
 * there may be more of them. */
typedef bool answers_forget(void *store);

#define ANSWERS_BATCH_MAX      1024
#define ANSWERS_LINGER_MS      50   /* that a row waits for others, to be written with them */
#define ANSWERS_DEFAULT_MAX    4096 /* for a `queue_max` of 0 */
#define ANSWERS_FORGET_MORE_MS 50

struct answers_settings {
    size_t queue_max;
    answers_write *write;
    answers_forget *forget; /* NULL: nothing is forgotten */
    /* `forget` is called at the start, then this often, whether answers come or not; while it says
     * that there is more, every ANSWERS_FORGET_MORE_MS. */
    unsigned forget_every_ms;
    void *store;
};

/* Starts the thread, which alone calls `write` and `forget`. NULL where memory or threads are
 * out. */
struct answers *answers_start(const struct answers_settings *settings);

/* Queues a copy; false where `queue_max` rows are not written yet, or memory is out. */
bool answers_add(struct answers *answers, enum answer_event event,
                 const struct records_answer *row);

/* Writes what waits, as long as writing works, and ends the thread. Accepts NULL. */
void answers_stop(struct answers *answers);

#endif
