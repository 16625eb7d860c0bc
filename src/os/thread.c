#include "os/thread.h"

#include <errno.h>
#include <signal.h>
#include <time.h>

bool tes_thread_start(pthread_t *thread, void *(*run)(void *context), void *context)
{
    /* A thread inherits its creator's mask. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = pthread_create(thread, NULL, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

void tes_thread_condition(pthread_cond_t *condition)
{
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &steady);
    pthread_condattr_destroy(&steady);
}

static struct timespec moment_of(uint64_t us)
{
    return (struct timespec){.tv_sec = (time_t)(us / 1000000),
                             .tv_nsec = (long)(us % 1000000) * 1000};
}

bool tes_thread_wait(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t until_us)
{
    if (until_us == TES_THREAD_NEVER)
        return pthread_cond_wait(condition, lock) == 0;
    struct timespec until = moment_of(until_us);
    /* It names the clock: what puts itself between the C library and us to lie about the time, as
     * tests do, takes the other form's moment for one of the wall clock. */
    return pthread_cond_clockwait(condition, lock, CLOCK_MONOTONIC, &until) == 0;
}

bool tes_thread_sleep(sem_t *semaphore, uint64_t until_us)
{
    struct timespec until = moment_of(until_us);
    int status;
    do
        status = until_us == TES_THREAD_NEVER ? sem_wait(semaphore)
                                              : sem_clockwait(semaphore, CLOCK_MONOTONIC, &until);
    while (status != 0 && errno == EINTR);
    return status == 0;
}
