/*
 * speech_helper.h: a small process that starts the program that reads aloud, so that the server
 * never does: from its birth to its exec, a child holds every descriptor of whoever starts it,
 * sockets of visitors among them.
 *
 * The helper is made before the server has anything to share, and has nothing of its own but its
 * end of a socket pair. For each text it forks; that process runs the program (speech_program.h),
 * sends back what came and ends, so that nothing that goes wrong concerns the next text. The helper
 * ends with the server.
 */
#ifndef SERVE_SPEECH_HELPER_H
#define SERVE_SPEECH_HELPER_H

#include <stdatomic.h>
#include <sys/types.h>

#include "base/buf.h"

struct speech_helper {
    int channel; /* -1: none */
    pid_t process;
    atomic_bool is_gone; /* it was there, and does not answer any more */
};

/* Starts the helper. For a process with one thread, before it opens anything or knows a secret.
 * False where the system refuses; then there is none, which the other calls take. */
TES_MUST_CHECK bool speech_helper_start(struct speech_helper *helper);

/* Whether there is one, as far as is known. Any thread; costs nothing. */
bool speech_helper_is_there(const struct speech_helper *helper);

/* As speech_program_run(), by the helper. Threads may call it at once. Also TES_FAILED where the
 * helper is gone or does not answer. `output` is one that does not grow. */
TES_MUST_CHECK enum tes_status speech_helper_run(struct speech_helper *helper, const char *path,
                                                 char *const *arguments, struct tes_slice input,
                                                 unsigned deadline_ms, struct tes_buf *output);

/* Ends it; a text that is being read may outlive it by its deadline. May be called twice. */
void speech_helper_end(struct speech_helper *helper);

#endif
