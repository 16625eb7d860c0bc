/* Invariant: a question has one owner. It is the thread's, which frees it, once whoever asked has
 * given it up; until then it is theirs. */
#include "store/records/profiles.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "os/clock.h"
#include "store/db/deadline.h"
#include "store/db/write_queue.h"

#define BATCH_MAX 64
#define HELD_MAX  1024
#define SLOW_US   20000 /* a store that takes as long for one profile is slow */

struct question {
    struct write_queue_item item;
    char site[RECORDS_SITEKEY_MAX + 1], name[RECORDS_USER_MAX + 1];
    struct records_profile profile;
    enum records_result result;
    bool is_answered, is_given_up;
};

struct profiles {
    struct records *records;
    struct write_queue *batch;
    unsigned waiting_max;
    _Atomic uint64_t since_us; /* when the store was asked; 0: it is not being asked */
    pthread_mutex_t lock;      /* guards `waiting`, and what questions say of themselves */
    pthread_cond_t answered;
    unsigned waiting;
};

static bool is_asked_for(struct profiles *profiles, const struct question *question)
{
    pthread_mutex_lock(&profiles->lock);
    bool is_asked_for = !question->is_given_up;
    pthread_mutex_unlock(&profiles->lock);
    return is_asked_for;
}

static void answer(struct profiles *profiles, struct question *question)
{
    if (is_asked_for(profiles, question)) {
        const struct records_user user = {question->site, question->name};
        atomic_store(&profiles->since_us, tes_clock_steady_us());
        question->result = records_profile_read(profiles->records, &user, &question->profile);
        atomic_store(&profiles->since_us, 0);
    }
    pthread_mutex_lock(&profiles->lock);
    bool is_mine = question->is_given_up;
    question->is_answered = true;
    pthread_cond_broadcast(&profiles->answered);
    pthread_mutex_unlock(&profiles->lock);
    if (is_mine)
        free(question);
}

static uint64_t answer_all(struct write_queue *batch, void *context, void *first, size_t count)
{
    (void)batch, (void)count;
    for (struct question *question = first, *next; question != NULL; question = next) {
        next = question->item.next; /* it may be gone afterwards */
        answer(context, question);
    }
    return TES_THREAD_NEVER;
}

struct profiles *profiles_start(struct records *records, unsigned waiting_max)
{
    struct profiles *profiles = calloc(1, sizeof *profiles);
    if (profiles == NULL)
        return NULL;
    profiles->records = records;
    profiles->waiting_max = waiting_max;
    pthread_mutex_init(&profiles->lock, NULL);
    tes_thread_condition(&profiles->answered);
    profiles->batch =
        write_queue_start(&(struct write_queue_settings){.work = answer_all,
                                                         .context = profiles,
                                                         .batch_max = BATCH_MAX,
                                                         .queue_max = HELD_MAX,
                                                         .first_due_us = TES_THREAD_NEVER});
    if (profiles->batch == NULL) {
        profiles_stop(profiles);
        return NULL;
    }
    return profiles;
}

static bool is_asking_for(const struct profiles *profiles, uint64_t us)
{
    uint64_t since_us = atomic_load(&profiles->since_us);
    return since_us != 0 && tes_clock_steady_us() > since_us + us;
}

bool profiles_are_late(const struct profiles *profiles, unsigned wait_ms)
{
    return is_asking_for(profiles, (uint64_t)wait_ms * 1000);
}

/* Waits until the question is answered, or given up. */
static bool wait_for(struct profiles *profiles, struct question *question, uint64_t until_us)
{
    pthread_mutex_lock(&profiles->lock);
    profiles->waiting++;
    bool may_wait = profiles->waiting <= profiles->waiting_max || !is_asking_for(profiles, SLOW_US);
    while (may_wait && !question->is_answered)
        may_wait = tes_thread_wait(&profiles->answered, &profiles->lock, until_us);
    question->is_given_up = !question->is_answered;
    bool is_answered = question->is_answered;
    profiles->waiting--;
    pthread_mutex_unlock(&profiles->lock);
    return is_answered;
}

enum records_result profiles_read(struct profiles *profiles, const struct records_user *user,
                                  unsigned wait_ms, struct records_profile *profile)
{
    uint64_t until_us = deadline_in_ms(wait_ms);
    if (profiles_are_late(profiles, wait_ms))
        return RECORDS_FAILED;
    struct question *question = calloc(1, sizeof *question);
    if (question == NULL)
        return RECORDS_FAILED;
    snprintf(question->site, sizeof question->site, "%s", user->site);
    snprintf(question->name, sizeof question->name, "%s", user->name);
    if (!write_queue_add(profiles->batch, question)) {
        free(question);
        return RECORDS_FAILED;
    }
    if (!wait_for(profiles, question, until_us))
        return RECORDS_FAILED;
    enum records_result result = question->result;
    *profile = question->profile;
    free(question);
    return result;
}

void profiles_stop(struct profiles *profiles)
{
    if (profiles == NULL)
        return;
    write_queue_stop(profiles->batch);
    pthread_cond_destroy(&profiles->answered);
    pthread_mutex_destroy(&profiles->lock);
    free(profiles);
}
