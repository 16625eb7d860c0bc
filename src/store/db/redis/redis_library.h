/*
 * redis_library.h: libhiredis, of which the reader of replies and the writer of commands are used,
 * and neither its sockets nor its waits. It is loaded when the first address of a Redis is opened:
 * whoever keeps everything in files pays neither its start nor its memory, and need not install it.
 */
#ifndef STORE_REDIS_LIBRARY_H
#define STORE_REDIS_LIBRARY_H

#include <hiredis/hiredis.h>
#include <stdbool.h>
#include <stddef.h>

/* The functions that are used, without their redis. */
#define REDIS_CALLS(X)                                                                             \
    X(FormatCommandArgv)                                                                           \
    X(FreeCommand)                                                                                 \
    X(ReaderCreateWithFunctions)                                                                   \
    X(ReaderFeed)                                                                                  \
    X(ReaderFree)                                                                                  \
    X(ReaderGetReply)

struct redis_library {
#define REDIS_CALL(name) __typeof__(redis##name) *name;
    REDIS_CALLS(REDIS_CALL)
#undef REDIS_CALL
};

/* Loads it, once; NULL with a message for people where that is not possible. */
const struct redis_library *redis_library_load(char *error, size_t error_size);

#endif
