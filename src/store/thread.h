/*
 * thread.h: starting a store's background thread.
 */
#ifndef STORE_THREAD_H
#define STORE_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread that takes no signals: those are for the server's own threads. */
bool thread_start(pthread_t *thread, void *(*run)(void *context), void *context);

#endif
