/*
 * records_limits.h: what bounds the history: rows and profiles go when they are old, and the oldest
 * go first when there are too many. Dropping the oldest lets whoever can answer from very many
 * networks push out what is older; to refuse new ones would let them keep out all that comes after,
 * for as long as rows are kept. Of users, the oldest of the site that has the most go: no site
 * makes room for its own by inventing some.
 */
#ifndef STORE_RECORDS_LIMITS_H
#define STORE_RECORDS_LIMITS_H

#include "store/records/records.h"

enum records_limit {
    RECORDS_LIMIT_AGE,   /* a moment: what is older goes */
    RECORDS_LIMIT_CODES, /* a moment as well, of codes */
    RECORDS_LIMIT_USERS,
    RECORDS_LIMIT_STATES_BYTES,
    RECORDS_LIMIT_REVIEWS, /* that nobody waits for; those that wait have a bound of their own */
    RECORDS_LIMIT_BYTES,
};

/* The bound in milliseconds, or a number; 0: there is none. */
uint64_t records_limit(const struct records_settings *settings, enum records_limit limit);

#endif
