/*
 * redis_reply.h: what a Redis answers, read by libhiredis out of bytes into memory with a ceiling:
 * no reply, however large it says that it is, takes more.
 */
#ifndef STORE_REDIS_REPLY_H
#define STORE_REDIS_REPLY_H

#include "base/slice.h"
#include "store/db/redis/redis_library.h"

#define REDIS_REPLY_PARTS_MAX 1024 /* values in one reply, those in lists included */
#define REDIS_REPLY_TEXT_MAX  ((size_t)128 * 1024)  /* bytes of all texts in one reply */
#define REDIS_REPLY_FED_MAX   ((size_t)1024 * 1024) /* bytes that wait to be read */

enum redis_reply_type {
    REDIS_IS_NIL,
    REDIS_IS_NUMBER,
    REDIS_IS_STATUS, /* "OK" */
    REDIS_IS_TEXT,
    REDIS_IS_LIST,
    REDIS_IS_ERROR, /* "WRONGTYPE ..." */
};

struct redis_reply {
    enum redis_reply_type type;
    int64_t number;                   /* of a number */
    struct tes_slice text;            /* of a status, a text or an error */
    size_t count;                     /* of a list */
    struct redis_reply *first, *next; /* of a list; in one */
    struct redis_reply *last;
};

struct redis_replies;

/* NULL where memory is out. */
struct redis_replies *redis_replies_new(const struct redis_library *hiredis);
void redis_replies_free(struct redis_replies *replies); /* accepts NULL */

/* Takes in bytes. False where they are too many. */
TES_MUST_CHECK bool redis_replies_feed(struct redis_replies *replies, const char *bytes,
                                       size_t length);

/* The next reply, which lasts until this is called again; NULL where it has not all come. False
 * where the bytes are no replies, or one is too large: then nothing more can be read. */
TES_MUST_CHECK bool redis_replies_next(struct redis_replies *replies,
                                       const struct redis_reply **reply);

/* The item of that number in a list, or one that is nil. */
const struct redis_reply *redis_reply_item(const struct redis_reply *list, size_t index);

bool redis_reply_is_ok(const struct redis_reply *reply);

/* A number that came as one or as the digits of a text; false where it is none or below 0. */
TES_MUST_CHECK bool redis_reply_number(const struct redis_reply *reply, uint64_t *number);

/* The value of "name:value" in a text of lines, as INFO gives it; an empty slice where it has none.
 */
struct tes_slice redis_reply_field(const struct redis_reply *info, const char *name);

#endif
