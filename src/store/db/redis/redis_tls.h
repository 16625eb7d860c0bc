/*
 * redis_tls.h: TLS over a connected socket, by OpenSSL's libssl, which is loaded when the first
 * rediss:// address is opened. The other end's certificate and name are always verified: there is
 * no option against it.
 *
 * Nothing here waits: what can't go on says by poll()'s events what it waits for.
 */
#ifndef STORE_REDIS_TLS_H
#define STORE_REDIS_TLS_H

#include <sys/types.h>

#include "store/db/redis/redis_address.h"

struct redis_tls;

/* Loads libssl, once; false with a message for people where that is not possible. */
TES_MUST_CHECK bool redis_tls_load(char *error, size_t error_size);

/* NULL with what is wrong, in words that last, where a file of the address can't be used or memory
 * is out. redis_tls_load() has been true. */
struct redis_tls *redis_tls_new(int socket, const struct redis_address *address,
                                const struct redis_host *host, const char **why);
void redis_tls_free(struct redis_tls *tls); /* accepts NULL */

/* 0 once it is done; else what to wait for before the next call. Where it has failed, `*why` is
 * set. */
short redis_tls_shake_hands(struct redis_tls *tls, const char **why);

/* Bytes that were read or written; 0: `*events` says what to wait for; -1: it is broken. */
ssize_t redis_tls_read(struct redis_tls *tls, char *bytes, size_t length, short *events);
ssize_t redis_tls_write(struct redis_tls *tls, const char *bytes, size_t length, short *events);

#endif
