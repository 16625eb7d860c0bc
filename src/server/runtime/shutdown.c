#include "server/runtime/shutdown.h"

#include <stdlib.h>
#include <unistd.h>

#include "os/clock.h"
#include "server/log/log.h"
#include "server/log/log_writer.h"

static uint64_t in_ms(unsigned ms)
{
    return tes_clock_steady_us() + (uint64_t)ms * 1000;
}

static void *wait_for_end(void *context)
{
    struct shutdown *ending = context;
    pthread_mutex_lock(&ending->lock);
    while (!ending->is_over && tes_clock_steady_us() < ending->until_us)
        (void)tes_thread_wait(&ending->changed, &ending->lock, ending->until_us);
    bool is_over = ending->is_over;
    pthread_mutex_unlock(&ending->lock);
    if (is_over)
        return NULL;
    log_message(LOG_ERROR, "a store does not answer: the server ends without it, and what it had "
                           "not written of the history may be lost");
    (void)log_writer_stop();
    _exit(EXIT_FAILURE);
}

void shutdown_start(struct shutdown *ending, unsigned ms)
{
    *ending = (struct shutdown){.until_us = in_ms(ms)};
    pthread_mutex_init(&ending->lock, NULL);
    tes_thread_condition(&ending->changed);
    ending->is_started = tes_thread_start(&ending->thread, wait_for_end, ending);
    if (!ending->is_started)
        log_message(LOG_WARN, "no thread to watch over the end: a store that hangs can delay it");
}

void shutdown_extend(struct shutdown *ending, unsigned ms)
{
    pthread_mutex_lock(&ending->lock);
    ending->until_us = in_ms(ms);
    pthread_cond_signal(&ending->changed);
    pthread_mutex_unlock(&ending->lock);
}

void shutdown_over(struct shutdown *ending)
{
    pthread_mutex_lock(&ending->lock);
    ending->is_over = true;
    pthread_cond_signal(&ending->changed);
    pthread_mutex_unlock(&ending->lock);
    if (ending->is_started)
        pthread_join(ending->thread, NULL);
    pthread_cond_destroy(&ending->changed);
    pthread_mutex_destroy(&ending->lock);
}
