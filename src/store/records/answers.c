/*
 * Answers wait in a batch queue (write_queue.h), which bounds them. While the store refuses they
 * are kept and tried again; new ones are dropped instead.
 */
#include "store/records/answers.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "os/clock.h"
#include "store/db/deadline.h"

#define RETRY_AFTER_MS       200
#define RESPONSE_TIME_MAX_MS 86400000

struct answers {
    struct answers_settings settings;
    struct write_queue *queue;
    /* The writer's alone. */
    uint64_t forget_at_us;
    bool is_given_up; /* the store refused while the queue was stopping */
};

/* ---------------------------------------------------------------- copies */

/* How far it is ASCII without NUL, eight bytes at a time. */
static size_t plain_part(struct tes_slice text, size_t most)
{
    const uint64_t ones = UINT64_C(0x0101010101010101), highs = ones << 7;
    size_t length = 0;
    for (uint64_t word; length + 8 <= text.length && length + 8 <= most; length += 8) {
        memcpy(&word, text.at + length, 8);
        if (((word | (word - ones)) & highs) != 0)
            break;
    }
    return length;
}

/* The part of a text that is kept. */
static struct tes_slice clean_part(struct tes_slice text, size_t most)
{
    size_t length = plain_part(text, most);
    while (length < text.length && text.at[length] != '\0') {
        size_t step = tes_utf8_step((struct tes_slice){text.at + length, text.length - length});
        if (step == 0 || length + step > most)
            break;
        length += step;
    }
    return (struct tes_slice){text.at, length};
}

/* The text, or nothing where not all of it could be kept. */
static struct tes_slice whole_part(struct tes_slice text, size_t most)
{
    return clean_part(text, most).length == text.length ? text : (struct tes_slice){NULL, 0};
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

static struct answer *copy_answer(enum answer_event event, const struct records_answer *row)
{
    struct records_answer kept = *row;
    size_t size = 0;
#define CLEAN(name, most)                                                                          \
    kept.name = clean_part(row->name, most);                                                       \
    size += kept.name.length;
    ANSWER_TEXTS(CLEAN)
#undef CLEAN
#define KEEP_WHOLE(name, most)                                                                     \
    kept.name = whole_part(row->name, most);                                                       \
    size += kept.name.length;
    ANSWER_JSON_TEXTS(KEEP_WHOLE)
#undef KEEP_WHOLE
    struct answer *answer = malloc(sizeof *answer + size);
    if (answer == NULL)
        return NULL;
    char *end = answer->bytes;
#define MOVE(name, most) kept.name = move_text(&end, kept.name);
    ANSWER_TEXTS(MOVE)
    ANSWER_JSON_TEXTS(MOVE)
#undef MOVE
    answer->event = event;
    answer->row = kept;
    return answer;
}

static void free_answers(struct answer *answer)
{
    while (answer != NULL) {
        struct answer *next = answer->item.next;
        free(answer);
        answer = next;
    }
}

/* ---------------------------------------------------------------- writer */

/* A store that refuses while we stop is given up, or stopping could take for ever. */
static void write_or_give_up(struct answers *answers, struct write_queue *queue,
                             struct answer *first)
{
    while (!answers->is_given_up && !answers->settings.write(answers->settings.store, first))
        answers->is_given_up = !write_queue_pause(queue, RETRY_AFTER_MS);
    free_answers(first);
}

static void forget_when_due(struct answers *answers)
{
    if (answers->forget_at_us == TES_THREAD_NEVER || tes_clock_steady_us() < answers->forget_at_us)
        return;
    bool more = answers->settings.forget(answers->settings.store);
    answers->forget_at_us =
        deadline_in_ms(more ? ANSWERS_FORGET_MORE_MS : answers->settings.forget_every_ms);
}

static uint64_t work(struct write_queue *queue, void *context, void *first, size_t count)
{
    struct answers *answers = context;
    if (count > 0)
        write_or_give_up(answers, queue, first);
    if (!write_queue_is_stopping(queue))
        forget_when_due(answers);
    return answers->forget_at_us;
}

/* ---------------------------------------------------------------- public */

uint64_t answers_response_time_ms(const struct records_answer *row)
{
    uint64_t ms = row->responded_at_ms > row->presented_at_ms
                      ? row->responded_at_ms - row->presented_at_ms
                      : 0;
    return ms < RESPONSE_TIME_MAX_MS ? ms : RESPONSE_TIME_MAX_MS;
}

int answers_compare(struct tes_slice one, struct tes_slice other)
{
    size_t length = one.length < other.length ? one.length : other.length;
    int order = length > 0 ? memcmp(one.at, other.at, length) : 0;
    return order != 0 ? order : (one.length > other.length) - (one.length < other.length);
}

struct answers *answers_start(const struct answers_settings *settings)
{
    struct answers *answers = calloc(1, sizeof *answers);
    if (answers == NULL)
        return NULL;
    answers->settings = *settings;
    answers->forget_at_us = settings->forget != NULL ? 0 : TES_THREAD_NEVER;
    answers->queue = write_queue_start(&(struct write_queue_settings){
        .work = work,
        .context = answers,
        .batch_max = ANSWERS_BATCH_MAX,
        .queue_max = settings->queue_max > 0 ? settings->queue_max : ANSWERS_DEFAULT_MAX,
        .first_due_us = answers->forget_at_us,
        .linger_ms = ANSWERS_LINGER_MS,
    });
    if (answers->queue == NULL) {
        free(answers);
        return NULL;
    }
    return answers;
}

bool answers_add(struct answers *answers, enum answer_event event, const struct records_answer *row)
{
    struct answer *answer = copy_answer(event, row);
    if (answer == NULL)
        return false;
    bool fits = write_queue_add(answers->queue, answer);
    if (!fits)
        free(answer);
    return fits;
}

void answers_stop(struct answers *answers)
{
    if (answers == NULL)
        return;
    write_queue_stop(answers->queue);
    free(answers);
}
