/*
 * redis_link.h: one connection to a Redis or a Sentinel. Nobody waits for longer than the deadline
 * that was set, whatever the other end does. Commands are added, sent together, and answered in
 * order. A connection on which anything went wrong is closed and never used again: what was sent
 * may have been done, so nothing is ever sent twice.
 */
#ifndef STORE_REDIS_LINK_H
#define STORE_REDIS_LINK_H

#include "base/buf.h"
#include "store/db/deadline.h"
#include "store/db/redis/redis_address.h"
#include "store/db/redis/redis_reply.h"

struct redis_link {
    const struct redis_library *hiredis;
    int fd; /* -1: there is no connection */
    struct redis_tls *tls;
    struct redis_replies *replies;
    struct tes_buf out;
    size_t sent;       /* of `out` */
    uint64_t until_us; /* when all that is done with it fails: of deadline.h */
    const char *why;   /* what went wrong, for people; lasts for ever. NULL: nothing */
};

/* Of no connection yet; false where memory is out. Freed in either case. */
TES_MUST_CHECK bool redis_link_start(struct redis_link *link, const struct redis_library *hiredis);
void redis_link_free(struct redis_link *link);

/* Connects to `host`, or to the address's socket where it is NULL. */
TES_MUST_CHECK bool redis_link_connect(struct redis_link *link, const struct redis_address *address,
                                       const struct redis_host *host);
void redis_link_close(struct redis_link *link);

/* Whether the other end has closed it, or said what nobody asked for. Never waits. */
bool redis_link_is_stale(struct redis_link *link);

/* Adds a command to what is sent. A lack of memory is told by redis_link_next(). */
void redis_link_add(struct redis_link *link, const struct tes_slice *words, size_t count);

/* The same for words that end in NUL; NULL ends them: redis_link_say(link, "PING", NULL). */
#define redis_link_say(link, ...) redis_link_say_words((link), (const char *const[]){__VA_ARGS__})
void redis_link_say_words(struct redis_link *link, const char *const *words);

/* Sends what was added, and gives the next reply, which lasts until the next call. NULL where none
 * came: then `why` is set and the connection closed. A reply may be an error. */
const struct redis_reply *redis_link_next(struct redis_link *link);

/* The same, where an error is a failure as well. */
const struct redis_reply *redis_link_good(struct redis_link *link);

/* Fails by what an error means to people. Gives false. */
bool redis_link_refuse(struct redis_link *link, const struct redis_reply *error);

/* Sets `why`, if nothing is set yet, and closes the connection. Gives false. */
bool redis_link_fail(struct redis_link *link, const char *why);

#endif
