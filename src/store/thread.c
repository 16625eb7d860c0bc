#include "store/thread.h"

#include <signal.h>

bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context)
{
    /* A thread inherits its creator's mask. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}
