/*
 * thread.h: threads that leave signals to the thread that started the server.
 */
#ifndef HTTP_THREAD_H
#define HTTP_THREAD_H

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

/* Like pthread_create(), with every signal blocked in the new thread. */
static inline bool http_thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(thread, NULL, run, argument);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure == 0;
}

#endif
