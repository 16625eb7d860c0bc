/*
 * store_address.h: where a store is kept: a word ("sqlite") or an address ("scheme://...").
 */
#ifndef STORE_STORE_ADDRESS_H
#define STORE_STORE_ADDRESS_H

#include "base/slice.h"

/* Whether `where` is what a row of the back ends has: that word, or an address that opens with that
 * scheme ("scheme://") and goes on. No blanks in it. */
bool store_address_is(struct tes_slice where, const char *row);

/* Whether the address may hold a password, before an @ or behind a ?, or, where its
 * end is missing, in place of a port. A password may itself hold
 * either, so nothing behind the scheme can be shown. */
bool store_address_is_private(const char *where);

/* Writes that `what` ("ledger") can't be kept in `where` and that `choices` ("memory, sqlite") are
 * what there is. Of an address that is private, the scheme alone is repeated. `where` may be NULL.
 */
void store_address_refuse(const char *what, const char *where, const char *choices, char *error,
                          size_t error_size);

#endif
