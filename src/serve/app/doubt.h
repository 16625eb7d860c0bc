/*
 * doubt.h: what operators are told when the ledger may not know of all that was spent.
 */
#ifndef SERVE_APP_DOUBT_H
#define SERVE_APP_DOUBT_H

#include "store/ledger.h"

/* Logs why what was issued before the moment from which on the ledger knows counts as expired. */
void doubt_log(const struct ledger *ledger);

#endif
