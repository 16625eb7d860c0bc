/*
 * where.h: the message for a store that this build does not have.
 */
#ifndef STORE_WHERE_H
#define STORE_WHERE_H

#include <stddef.h>

/* Writes that `what` ("ledger") can't be kept in `where` and that `choices` ("memory, sqlite") are
 * what there is. A user and password in the address are not repeated. `where` may be NULL. */
void where_refuse(const char *what, const char *where, const char *choices, char *error,
                  size_t error_size);

#endif
