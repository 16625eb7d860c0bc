/*
 * Invariant: `count` answers are held, those that are being written included, and never more than
 * count_max. While the store refuses, they are kept and tried again; new ones are dropped instead.
 * Waits are by the steady clock: one that is set back must not stall the writer.
 */
#include "store/answers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/utf8.h"
#include "store/thread.h"

#define RETRY_AFTER_MS 200
#define NEVER_US       UINT64_MAX

struct answers {
    struct answers_settings settings;
    size_t count_max;
    uint64_t forget_at_us; /* the writer's alone */
    pthread_t writer;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    struct answer *first, **last;
    size_t count;
    bool stopping;
};

/* ---------------------------------------------------------------- copies */

/* The part of a text that is kept. */
static struct tes_slice clean_part(struct tes_slice text, size_t most)
{
    size_t length = 0;
    while (length < text.length && text.at[length] != '\0') {
        size_t step = tes_utf8_step((struct tes_slice){text.at + length, text.length - length});
        if (step == 0 || length + step > most)
            break;
        length += step;
    }
    return (struct tes_slice){text.at, length};
}

static struct tes_slice move_text(char **end, struct tes_slice text)
{
    if (text.length == 0)
        return (struct tes_slice){NULL, 0};
    memcpy(*end, text.at, text.length);
    struct tes_slice moved = {*end, text.length};
    *end += text.length;
    return moved;
}

static struct answer *copy_answer(const struct records_answer *row)
{
    struct records_answer kept = *row;
    size_t size = 0;
#define CLEAN(name, most)                                                                          \
    kept.name = clean_part(row->name, most);                                                       \
    size += kept.name.length;
    ANSWER_TEXTS(CLEAN)
#undef CLEAN
    struct answer *answer = malloc(sizeof *answer + size);
    if (answer == NULL)
        return NULL;
    char *end = answer->bytes;
#define MOVE(name, most) kept.name = move_text(&end, kept.name);
    ANSWER_TEXTS(MOVE)
#undef MOVE
    answer->row = kept;
    answer->next = NULL;
    return answer;
}

static void free_answers(struct answer *answer)
{
    while (answer != NULL) {
        struct answer *next = answer->next;
        free(answer);
        answer = next;
    }
}

/* ---------------------------------------------------------------- writer */

static uint64_t after_ms(unsigned ms)
{
    return tes_clock_steady_us() + (uint64_t)ms * 1000;
}

/* Waits for a change, with the lock held; false when the moment has come. */
static bool wait_until(struct answers *answers, uint64_t until_us)
{
    if (until_us == NEVER_US)
        return pthread_cond_wait(&answers->changed, &answers->lock) == 0;
    struct timespec until = {.tv_sec = (time_t)(until_us / 1000000),
                             .tv_nsec = (long)(until_us % 1000000) * 1000};
    return pthread_cond_timedwait(&answers->changed, &answers->lock, &until) == 0;
}

/* Waits for answers and cuts off a batch; NULL where none came until it was time to forget, or the
 * queue is stopping and none is left. */
static struct answer *take_batch(struct answers *answers, size_t *batch_count, bool *stopping)
{
    pthread_mutex_lock(&answers->lock);
    while (answers->first == NULL && !answers->stopping &&
           wait_until(answers, answers->forget_at_us))
        ;
    *stopping = answers->stopping;
    struct answer *batch = answers->first;
    struct answer **end = &answers->first;
    size_t count = 0;
    for (; count < ANSWERS_BATCH_MAX && *end != NULL; count++)
        end = &(*end)->next;
    answers->first = *end;
    if (answers->first == NULL)
        answers->last = &answers->first;
    if (batch != NULL)
        *end = NULL;
    pthread_mutex_unlock(&answers->lock);
    *batch_count = count;
    return batch;
}

/* Waits before the next try; false where there is none, since the queue is stopping. */
static bool wait_to_retry(struct answers *answers)
{
    uint64_t until_us = after_ms(RETRY_AFTER_MS);
    pthread_mutex_lock(&answers->lock);
    while (!answers->stopping && wait_until(answers, until_us))
        ;
    bool retry = !answers->stopping;
    pthread_mutex_unlock(&answers->lock);
    return retry;
}

/* False where the store refuses while the queue is stopping. */
static bool write_batch(struct answers *answers, struct answer *batch, size_t count)
{
    bool written;
    while (!(written = answers->settings.write(answers->settings.store, batch)) &&
           wait_to_retry(answers))
        ;
    free_answers(batch);
    pthread_mutex_lock(&answers->lock);
    answers->count -= count;
    pthread_mutex_unlock(&answers->lock);
    return written;
}

static void forget_when_due(struct answers *answers)
{
    if (answers->forget_at_us == NEVER_US || tes_clock_steady_us() < answers->forget_at_us)
        return;
    bool more = answers->settings.forget(answers->settings.store);
    answers->forget_at_us =
        after_ms(more ? ANSWERS_FORGET_MORE_MS : answers->settings.forget_every_ms);
}

static void *write_batches(void *context)
{
    struct answers *answers = context;
    bool stopping = false, written = true;
    /* A store that refuses while we stop is given up, or stopping could take for ever. */
    while (written) {
        size_t count;
        struct answer *batch = take_batch(answers, &count, &stopping);
        if (batch != NULL)
            written = write_batch(answers, batch, count);
        else if (stopping)
            break;
        if (!stopping)
            forget_when_due(answers);
    }
    return NULL;
}

/* ---------------------------------------------------------------- public */

static void release(struct answers *answers)
{
    free_answers(answers->first);
    pthread_cond_destroy(&answers->changed);
    pthread_mutex_destroy(&answers->lock);
    free(answers);
}

struct answers *answers_start(const struct answers_settings *settings)
{
    struct answers *answers = calloc(1, sizeof *answers);
    if (answers == NULL)
        return NULL;
    answers->settings = *settings;
    answers->count_max = settings->queue_max ? settings->queue_max : ANSWERS_DEFAULT_MAX;
    answers->forget_at_us = settings->forget != NULL ? 0 : NEVER_US;
    answers->last = &answers->first;
    pthread_mutex_init(&answers->lock, NULL);
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(&answers->changed, &steady);
    pthread_condattr_destroy(&steady);
    if (!thread_start(&answers->writer, write_batches, answers)) {
        release(answers);
        return NULL;
    }
    return answers;
}

bool answers_add(struct answers *answers, const struct records_answer *row)
{
    struct answer *answer = copy_answer(row);
    if (answer == NULL)
        return false;
    pthread_mutex_lock(&answers->lock);
    bool fits = answers->count < answers->count_max;
    if (fits) {
        *answers->last = answer;
        answers->last = &answer->next;
        answers->count++;
        pthread_cond_signal(&answers->changed);
    }
    pthread_mutex_unlock(&answers->lock);
    if (!fits)
        free(answer);
    return fits;
}

void answers_stop(struct answers *answers)
{
    if (answers == NULL)
        return;
    pthread_mutex_lock(&answers->lock);
    answers->stopping = true;
    pthread_cond_signal(&answers->changed);
    pthread_mutex_unlock(&answers->lock);
    pthread_join(answers->writer, NULL);
    release(answers);
}
