/*
 * thread.h: starting a background thread. Signals are for the thread that waits for them, so no
 * other may take one.
 */
#ifndef TES_THREAD_H
#define TES_THREAD_H

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>

/* Like pthread_create(), with every signal blocked in the new thread. False where there is no
 * thread to be had. */
bool tes_thread_start(pthread_t *thread, void *(*run)(void *context), void *context);

/* A condition whose timed waits go by the steady clock: one that is set back stalls nobody. */
void tes_thread_condition(pthread_cond_t *condition);

/* Waits for the condition, with the lock held; false when the moment of the steady clock has come.
 * TES_THREAD_NEVER waits without an end. */
#define TES_THREAD_NEVER UINT64_MAX
bool tes_thread_wait(pthread_cond_t *condition, pthread_mutex_t *lock, uint64_t until_us);

/* The same for a semaphore's being raised, without any lock. Where two threads meet just once, that
 * takes half of the calls. */
bool tes_thread_sleep(sem_t *semaphore, uint64_t until_us);

#endif
