/*
 * fail_open.h: what is done while the ledger is away. By default nothing passes then. A site that
 * fails open lets right answers and their passes through: that they are used once is seen to in
 * this process and nowhere else, and its server is told so ("degraded"). What it lets through is
 * counted, told in the log and on /readyz, and told to the ledger when it is back.
 *
 * Only a ledger that can't be asked opens anything: not one that is full, not one that does not
 * know of a time, and not a node whose clock or keys are wrong.
 */
#ifndef FLOW_FAIL_OPEN_H
#define FLOW_FAIL_OPEN_H

#include "server/app/app.h"

struct fail_open;

/* In the order of METRICS_FAIL_OPEN_VALUES. */
enum fail_open_what { FAIL_OPEN_ANSWER, FAIL_OPEN_VERIFY, FAIL_OPEN_WHAT_COUNT };

/* Remembers `entries_max` keys at most. NULL where there is no memory or no randomness. */
struct fail_open *fail_open_new(size_t entries_max);

/* Tells the ledger what it missed, and warns in the log where it could not be told of all. After
 * the last request; before the ledger is closed. Nothing happens where there is none. */
void fail_open_end(struct app *app);

/* Whether that site fails open; an empty one is the gate. */
bool fail_open_is(const struct visit *visit, struct tes_slice site);

/* Whether the ledger has not been told of all that was let through: then its word alone is not
 * enough for any site, also one that was set to fail closed meanwhile. Asked before the ledger is.
 */
bool fail_open_has_untold(const struct visit *visit);

/* A key that is used until it expires, and by whom (LEDGER_OWNER_BYTES; NULL: nobody). */
struct fail_open_key {
    struct tes_slice text;
    const uint8_t *owner;
    uint64_t expires_at_ms;
};

/* In both cases, what the ledger's word on a key comes to. OUTCOME_OK becomes OUTCOME_REPLAYED, or
 * OUTCOME_REPEATED, where this process has let the key through before. */
enum outcome fail_open_note(const struct visit *visit, const struct fail_open_key *key,
                            enum outcome result);

/* Whether the ledger is away at this moment, in a way that opens. Waits for nothing. */
bool fail_open_is_away(struct app *app);

/* Uses a key without the ledger: OUTCOME_OK where this process has not let it through before. */
TES_MUST_CHECK enum outcome fail_open_use(const struct visit *visit,
                                          const struct fail_open_key *key);

/* Whether the key's owner has used it here, with or without the ledger. */
bool fail_open_is_own(const struct visit *visit, const struct fail_open_key *key);

/* Counts what was let through without the ledger for that site. */
void fail_open_count(struct visit *visit, struct tes_slice site, enum fail_open_what what);

/* Looks whether the ledger is away or back: says so on /readyz, and tells the ledger what it
 * missed. May wait for the ledger; by one thread. */
void fail_open_look(struct app *app);

/* Says on /readyz and in the metrics how it is at this moment. Waits for nothing. */
void fail_open_show(struct app *app);

/* What a ledger that can't be written means for this node: HEALTH_NOTE where all sites fail open.
 */
enum health_state fail_open_health(struct app *app);

#endif
