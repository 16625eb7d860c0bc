#include "store/db/resolve.h"

#include <netdb.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/thread.h"
#include "store/db/deadline.h"

#define NAME_MAX_BYTES 256
#define PORT_TEXT      8

/* What the thread and who waits for it share; the last one to leave frees it. */
struct question {
    char name[NAME_MAX_BYTES], port[PORT_TEXT];
    pthread_mutex_t lock;
    pthread_cond_t answered;
    /* Under the lock: */
    bool is_answered, is_left;
    struct resolve_addresses found;
};

static atomic_uint threads;

static bool look_up(const char *name, const char *port, int flags, struct resolve_addresses *found)
{
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM, .ai_flags = flags}, *list = NULL;
    found->count = 0;
    if (getaddrinfo(name, port, &wanted, &list) != 0)
        return false;
    for (struct addrinfo *one = list; one != NULL && found->count < RESOLVE_MAX;
         one = one->ai_next) {
        memcpy(&found->at[found->count].address, one->ai_addr, one->ai_addrlen);
        found->at[found->count++].length = one->ai_addrlen;
    }
    freeaddrinfo(list);
    return found->count > 0;
}

static void free_question(struct question *question)
{
    pthread_cond_destroy(&question->answered);
    pthread_mutex_destroy(&question->lock);
    free(question);
}

static void *answer(void *context)
{
    struct question *question = context;
    struct resolve_addresses found;
    (void)look_up(question->name, question->port, AI_ADDRCONFIG, &found);
    pthread_mutex_lock(&question->lock);
    question->found = found;
    question->is_answered = true;
    bool is_left = question->is_left;
    pthread_cond_signal(&question->answered);
    pthread_mutex_unlock(&question->lock);
    if (is_left)
        free_question(question);
    atomic_fetch_sub(&threads, 1);
    return NULL;
}

static struct question *ask(const char *name, const char *port)
{
    pthread_t thread;
    struct question *question = calloc(1, sizeof *question);
    if (question == NULL)
        return NULL;
    snprintf(question->name, sizeof question->name, "%s", name);
    snprintf(question->port, sizeof question->port, "%s", port);
    pthread_mutex_init(&question->lock, NULL);
    tes_thread_condition(&question->answered);
    if (atomic_fetch_add(&threads, 1) >= RESOLVE_THREADS_MAX ||
        !tes_thread_start(&thread, answer, question)) {
        atomic_fetch_sub(&threads, 1);
        free_question(question);
        return NULL;
    }
    pthread_detach(thread);
    return question;
}

bool resolve_name(const char *name, unsigned port, unsigned most_ms,
                  struct resolve_addresses *found)
{
    char digits[PORT_TEXT];
    uint64_t until_us = deadline_in_ms(most_ms);
    found->count = 0;
    snprintf(digits, sizeof digits, "%u", port);
    if (strlen(name) >= NAME_MAX_BYTES)
        return false;
    if (look_up(name, digits, AI_NUMERICHOST, found))
        return true;
    struct question *question = ask(name, digits);
    if (question == NULL)
        return false;
    pthread_mutex_lock(&question->lock);
    while (!question->is_answered &&
           tes_thread_wait(&question->answered, &question->lock, until_us))
        ;
    bool is_answered = question->is_answered;
    question->is_left = !is_answered;
    if (is_answered)
        *found = question->found;
    pthread_mutex_unlock(&question->lock);
    if (is_answered)
        free_question(question);
    return found->count > 0;
}
