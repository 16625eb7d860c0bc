/*
 * ledger_loss.h: whether a store may have lost something that it was told. A file is put back from
 * a copy; a server is emptied, started anew, or replaced by another that lags behind; and nobody
 * tells those who use it. So each back end keeps a marker in its store, and this process remembers
 * what it saw of it. Where something may be missing, the moment from which on the ledger knows
 * moves to now: what was issued before counts as expired, rather than passing twice.
 *
 * Each back end reads and writes its own marker, and gathers the facts. The rules are here. Nothing
 * here asks anybody: facts come in, a decision comes out.
 */
#ifndef STORE_LEDGER_LOSS_H
#define STORE_LEDGER_LOSS_H

#include "store/ledger/ledger_backend.h"

#define LEDGER_LOSS_IDLE_MS ((uint64_t)600000)

struct ledger_loss_facts {
    bool is_there; /* the store has a marker */
    bool is_known; /* this process has used it: it remembers a marker */
    bool is_older; /* it has less than is remembered, by this process or beside a file */
    bool is_other; /* another ledger, in use by others, has taken its place */
    bool is_ahead; /* its clock ran ahead, so it may have forgotten something before its time */
    /* Its server was started anew, or another one took over, since the marker was written. */
    bool is_changed;
    bool was_seen;    /* with `is_changed`: this process used it until then */
    bool keeps_all;   /* with `is_changed`: what was acknowledged survives that */
    bool lacks_last;  /* what this process spent last is not there */
    uint64_t idle_ms; /* for so long nobody used it; 0 where that means nothing */
};

/* Why it may lack something; LEDGER_DOUBT_NONE: it has all. */
enum ledger_doubt ledger_loss_judge(const struct ledger_loss_facts *facts);

/* Takes over since when it knows. `found` is why this process moved that moment, and `noted` why it
 * was moved last by any. */
void ledger_loss_take(struct ledger_store *store, enum ledger_doubt found, enum ledger_doubt noted,
                      uint64_t from_ms);

#endif
