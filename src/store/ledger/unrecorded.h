/*
 * unrecorded.h: what this process has let through while the ledger was away. Nobody can prove then
 * that a key was not spent elsewhere; but that it is not let through here a second time can be
 * seen to, and the ledger can be told when it is back.
 *
 * So of all uses of a key in this process one is the first, whether or not the ledger could be
 * asked about it, and between the one and the other. All functions but the first and the last may
 * be called from several threads at once.
 */
#ifndef STORE_UNRECORDED_H
#define STORE_UNRECORDED_H

#include "store/ledger/ledger.h"

#define UNRECORDED_KEY_MAX 48 /* longest key, in bytes */

struct unrecorded;

/* Remembers at most `entries_max` keys, as few as there are at first; NULL where there is no memory
 * or no randomness. */
struct unrecorded *unrecorded_new(size_t entries_max);

/* Notes that the ledger has called this use of a key the first, and gives what it is:
 * OUTCOME_REPLAYED where one was let through here already, OUTCOME_REPEATED where that was by the
 * same owner (NULL: nobody). What finds no room is not noted. Times as in ledger_spend(), by
 * ledger_believes_ms(). */
TES_MUST_CHECK enum outcome unrecorded_note(struct unrecorded *unproven, struct tes_slice key,
                                            const uint8_t owner[LEDGER_OWNER_BYTES],
                                            uint64_t now_ms, uint64_t expires_at_ms);

/* Uses a key that the ledger can't be asked about. OUTCOME_OK: nobody has in this process, and
 * the ledger is to be told. OUTCOME_UNAVAILABLE: there is no room to remember it. */
TES_MUST_CHECK enum outcome unrecorded_use(struct unrecorded *unproven, struct tes_slice key,
                                           const uint8_t owner[LEDGER_OWNER_BYTES], uint64_t now_ms,
                                           uint64_t expires_at_ms);

/* Whether that owner's use of the key was let through, or noted, here. */
bool unrecorded_is_own(struct unrecorded *unproven, struct tes_slice key,
                       const uint8_t owner[LEDGER_OWNER_BYTES], uint64_t now_ms);

/* How many keys the ledger is still to be told of. */
size_t unrecorded_waiting(struct unrecorded *unproven);

struct unrecorded_settled {
    size_t written;  /* keys that the ledger knows now */
    size_t repeated; /* of these, such that it knew: spent elsewhere, or by an attempt of this
                      * process that was never told what came of it */
    size_t expired;  /* keys that had no more need of it */
};

/* Tells the ledger of all that waits, or of as much as it takes; adds up what came of it. May wait
 * as long as ledger_spend(), for each LEDGER_SPEND_ALL_MAX keys. One thread at a time. */
void unrecorded_settle(struct unrecorded *unproven, struct ledger *ledger, uint64_t now_ms,
                       struct unrecorded_settled *settled);

void unrecorded_free(struct unrecorded *unproven); /* accepts NULL */

#endif
