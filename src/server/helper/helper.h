/*
 * helper.h: a small process that starts other programs, the one that reads aloud and the one that
 * posts alerts, so that the server never does: from its birth to its exec, a child holds every
 * descriptor of whoever starts it, sockets of visitors among them.
 *
 * The helper is made before the server has anything to share, and has nothing of its own but its
 * end of a socket pair. For each order it forks; that process runs the program (program.h),
 * sends back what came and ends, so that nothing that goes wrong concerns the next order. The
 * helper ends with the server.
 */
#ifndef SERVER_HELPER_H
#define SERVER_HELPER_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/buf.h"
#include "server/helper/program.h"

struct helper {
    int channel; /* -1: none */
    pid_t process;
    atomic_bool is_gone; /* it was there, and does not answer any more */
};

/* Starts the helper. For a process with one thread, before it opens anything or knows a secret.
 * False where the system refuses; then there is none, which the other calls take. */
TES_MUST_CHECK bool helper_start(struct helper *helper);

/* Whether there is one, as far as is known. Any thread; costs nothing. */
bool helper_is_there(const struct helper *helper);

/* As program_run(), by the helper. Threads may call it at once. `is_cancelled` may be NULL; soon
 * after it becomes true, the call gives up and the program is ended. Also TES_FAILED where the
 * helper is gone or does not answer. `output` is one that does not grow. */
TES_MUST_CHECK enum tes_status helper_run(struct helper *helper, const struct program_order *order,
                                          const atomic_bool *is_cancelled, struct tes_buf *output);

/* Ends it; what it started ends when the server does. May be called twice. */
void helper_end(struct helper *helper);

#endif
