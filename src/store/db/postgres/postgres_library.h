/*
 * postgres_library.h: libpq, which is loaded when the first address of a PostgreSQL is opened:
 * whoever keeps everything in files pays neither its start nor its memory, and need not install it.
 */
#ifndef STORE_POSTGRES_LIBRARY_H
#define STORE_POSTGRES_LIBRARY_H

#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>

/* The functions that are used, without their PQ. */
#define POSTGRES_CALLS(X)                                                                          \
    X(clear)                                                                                       \
    X(cmdStatus)                                                                                   \
    X(cmdTuples)                                                                                   \
    X(connectPoll)                                                                                 \
    X(connectStartParams)                                                                          \
    X(conninfoFree)                                                                                \
    X(conninfoParse)                                                                               \
    X(consumeInput)                                                                                \
    X(enterPipelineMode)                                                                           \
    X(errorMessage)                                                                                \
    X(exitPipelineMode)                                                                            \
    X(finish)                                                                                      \
    X(flush)                                                                                       \
    X(freemem)                                                                                     \
    X(getResult)                                                                                   \
    X(getisnull)                                                                                   \
    X(getlength)                                                                                   \
    X(getvalue)                                                                                    \
    X(isBusy)                                                                                      \
    X(ntuples)                                                                                     \
    X(pipelineSync)                                                                                \
    X(resultErrorField)                                                                            \
    X(resultStatus)                                                                                \
    X(sendPrepare)                                                                                 \
    X(sendQuery)                                                                                   \
    X(sendQueryParams)                                                                             \
    X(sendQueryPrepared)                                                                           \
    X(serverVersion)                                                                               \
    X(setNoticeProcessor)                                                                          \
    X(setnonblocking)                                                                              \
    X(socket)                                                                                      \
    X(status)

struct postgres_library {
#define POSTGRES_CALL(name) __typeof__(PQ##name) *name;
    POSTGRES_CALLS(POSTGRES_CALL)
#undef POSTGRES_CALL
};

/* Loads it, once; NULL with a message for people where that is not possible. */
const struct postgres_library *postgres_library_load(char *error, size_t error_size);

#endif
