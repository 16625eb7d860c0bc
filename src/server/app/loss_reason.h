/*
 * loss_reason.h: what operators are told when the ledger may not know of all that was spent.
 */
#ifndef SERVER_LOSS_REASON_H
#define SERVER_LOSS_REASON_H

#include "store/ledger/ledger.h"

/* Logs why what was issued before the moment from which on the ledger knows counts as expired. */
void loss_reason_log(const struct ledger *ledger);

#endif
