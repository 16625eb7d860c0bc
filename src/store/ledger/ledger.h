/*
 * ledger.h: what must be true across threads, processes and restarts: what is spent. It offers
 * atomic verbs, not queries. Back ends are rows of ledger_backends.def, chosen by a word or the
 * scheme of an address; all run the same contract test (tests/unit/store/test_ledger.c).
 *
 * All functions may be called from several threads at once.
 */
#ifndef STORE_LEDGER_H
#define STORE_LEDGER_H

#include "base/slice.h"
#include "policy/outcome.h"
#include "store/counters/counters.h"

#define LEDGER_KEY_MAX         96 /* longest key, in bytes */
#define LEDGER_ENTRIES_DEFAULT 1000000

/* What a caller adds to a token's expiry when it is spent. A request that looked at its clock while
 * the token was good may come to the ledger late, behind a lock or another process, and a clock may
 * be set back: a key that was forgotten right at the end would then be spent twice. */
#define LEDGER_LATE_MS ((uint64_t)300 * 1000)

/* How long a clock must stay ahead before it is believed: longer than any token lives. */
#define LEDGER_AHEAD_MS ((uint64_t)4 * 3600 * 1000)

struct ledger;

/* Who spends a key, for a caller who may have to ask again: a hash that no other key's owner has,
 * and that is no key. */
#define LEDGER_OWNER_BYTES 32

/* Why a ledger that keeps what was spent may not know of all of it. */
enum ledger_doubt {
    LEDGER_DOUBT_NONE,
    LEDGER_DOUBT_NEW,   /* there was none */
    LEDGER_DOUBT_OLDER, /* it is an older copy, or a part of it is missing */
    LEDGER_DOUBT_IDLE,  /* it was not in use for a while: it may be a copy of that age */
    /* Of one on a server, also while it is open: */
    LEDGER_DOUBT_EMPTIED,    /* what it knew was removed */
    LEDGER_DOUBT_TAKEN_OVER, /* the server was started anew, or another took its place, and may lack
                              * what was told to it last */
    LEDGER_DOUBT_CLOCK,      /* the server's clock ran ahead: it may have forgotten too early */
};

enum ledger_problem {
#define LEDGER_PROBLEM(name, is_away, text) LEDGER_PROBLEM_##name,
#include "store/ledger/ledger_problem.def"
#undef LEDGER_PROBLEM
    LEDGER_PROBLEM_COUNT
};

/* What its row in ledger_problem.def says. */
bool ledger_problem_is_away(enum ledger_problem problem);
const char *ledger_problem_text(enum ledger_problem problem);

struct ledger_settings {
    const char *where;       /* a row of ledger_backends.def: "sqlite", or an address */
    const char *data;        /* folder of the embedded stores */
    size_t entries_max;      /* in memory: spent keys held at once; 0: the default */
    uint64_t free_bytes_min; /* with less left on the disk, a file's log is kept short and nothing
                              * is counted; 0: never */
    bool has_counts;         /* ledger_count() will be called */
};

/* Whether this build can keep a ledger there, as far as can be seen without going there; false with
 * a message for people in `error`. */
TES_MUST_CHECK bool ledger_knows(const char *where, char *error, size_t error_size);

/* Whether counts can be shared through a ledger there. */
bool ledger_can_count(const char *where);

/* Whether there is a ledger of that kind already. One in memory never is. */
bool ledger_exists(const struct ledger_settings *settings);

/* Whether it could be opened now, without making anything there. False with a message for people in
 * `error`. May wait for seconds where it is on a server. */
TES_MUST_CHECK bool ledger_check(const struct ledger_settings *settings, char *error,
                                 size_t error_size);

/* Versions of a schema. */
struct ledger_versions {
    int before, after;
};

/* Whether a ledger there has a schema that ledger_migrate() brings up to date: then ledger_open()
 * refuses one that is not. */
bool ledger_can_migrate(const char *where);
TES_MUST_CHECK bool ledger_migrate(const struct ledger_settings *settings,
                                   struct ledger_versions *versions, char *error,
                                   size_t error_size);

/* NULL on failure, with a message for people in `error`. */
struct ledger *ledger_open(const struct ledger_settings *settings, char *error, size_t error_size);

/* Spends `key`, once for certain: over all threads, processes and restarts (memory: until restart),
 * exactly one call gets OUTCOME_OK until `expires_at_ms` is past; only then may it be forgotten.
 * When OUTCOME_OK is returned it has been made durable. A key that is empty, too long or expired
 * already is not spent: OUTCOME_UNAVAILABLE. */
TES_MUST_CHECK enum outcome ledger_spend(struct ledger *ledger, struct tes_slice key,
                                         uint64_t now_ms, uint64_t expires_at_ms);

/* The same, and keeps whose it is with what is spent: until it is forgotten, who comes again with
 * the same owner gets OUTCOME_REPEATED, however many come at once. A NULL owner is nobody, and
 * never the same. */
TES_MUST_CHECK enum outcome ledger_spend_by(struct ledger *ledger, struct tes_slice key,
                                            const uint8_t owner[LEDGER_OWNER_BYTES],
                                            uint64_t now_ms, uint64_t expires_at_ms);

/* Whether that owner has spent the key, and spends nothing: OUTCOME_REPEATED; OUTCOME_REPLAYED
 * where it is not so, or was forgotten; OUTCOME_UNAVAILABLE. */
TES_MUST_CHECK enum outcome ledger_find_own(struct ledger *ledger, struct tes_slice key,
                                            const uint8_t owner[LEDGER_OWNER_BYTES],
                                            uint64_t now_ms);

/* What ledger_spend_all() spends, and what came of it. */
struct ledger_spending {
    struct tes_slice key;
    const uint8_t *owner; /* LEDGER_OWNER_BYTES, or NULL */
    uint64_t expires_at_ms;
    enum outcome result;
};

#define LEDGER_SPEND_ALL_MAX 256

/* As ledger_spend(), for up to LEDGER_SPEND_ALL_MAX keys that go together: in one journey, where
 * the store is away. */
void ledger_spend_all(struct ledger *ledger, struct ledger_spending *spendings, size_t count,
                      uint64_t now_ms);

/* By what time it forgets what is spent: `now_ms`, or an earlier moment where that clock may be
 * ahead. */
uint64_t ledger_believes_ms(const struct ledger *ledger, uint64_t now_ms);

/* For one that was opened with `has_counts`: a random number that is the same for all who count
 * there, and stays. False where it can't be had. */
TES_MUST_CHECK bool ledger_count_key(struct ledger *ledger, uint64_t key[2]);

/* Adds each change to the counter that it names, and sets its `total`, which is then what all who
 * count there have counted, 0 at least. Counters whose window is over for a while are forgotten.
 * May wait as long as ledger_spend(). False: nobody knows whether anything was added. */
TES_MUST_CHECK bool ledger_count(struct ledger *ledger, struct counters_change *changes,
                                 size_t count, uint64_t now_ms);

/* ------------------------------------------- nodes that share a ledger */

#define LEDGER_NODE_ID_MAX   32
#define LEDGER_NODE_TEXT_MAX 512
#define LEDGER_NODES_MAX     64
#define LEDGER_NODE_GONE_MS                                                                        \
    ((uint64_t)60 * 1000) /* after so long without a word it is forgotten                          \
                           */

/* A server that keeps its ledger in the same store. */
struct ledger_node {
    char id[LEDGER_NODE_ID_MAX + 1];
    char text[LEDGER_NODE_TEXT_MAX + 1]; /* what it says of itself; the ledger does not read it */
    uint64_t age_ms;                     /* since it said so, by the store's clock */
};

/* One node says what it is and finds out who else is there. */
struct ledger_meeting {
    const char *id, *text; /* of who asks; a NULL text: it leaves, and is forgotten at once */
    struct ledger_node nodes[LEDGER_NODES_MAX]; /* out: all, who asks included; the newest first */
    size_t count;
    uint64_t store_ms; /* out: the store's clock, at some moment between the call and its end */
};

/* Whether nodes can meet in a ledger there: in all that machines share. */
bool ledger_can_meet(const char *where);

/* May wait as long as ledger_spend(). False: nothing is known, and who asks may have been noted. */
TES_MUST_CHECK bool ledger_meet(struct ledger *ledger, struct ledger_meeting *meeting);

/* What was issued before this moment may have been spent without the ledger knowing of it: one in
 * memory was opened then, one in a file was made then, or was opened then in doubt; one on a server
 * was made then, or then that server was found to have lost what it knew, perhaps. It can move on
 * while the ledger is open, and has moved before ledger_spend() tells anybody the result of a spend
 * that was made after the loss: so who spends asks ledger_knows_of() again afterwards. */
uint64_t ledger_knows_from_ms(const struct ledger *ledger);

/* Whether it knows for certain if what was issued at that moment has been spent. */
bool ledger_knows_of(const struct ledger *ledger, uint64_t issued_at_ms, uint64_t now_ms);

/* Tells it the clocks as they are, at least every few seconds, from one thread: what was spent is
 * forgotten by these, not by what callers take for now. A clock that runs ahead for a while makes
 * it forget nothing: the steady clock has to agree, or LEDGER_AHEAD_MS to pass. True where the
 * clock was set back to before the moment from which on the ledger knows: all that was issued until
 * now is not known of then. */
bool ledger_tell_time(struct ledger *ledger, uint64_t wall_ms, uint64_t steady_us);

/* What was in doubt when it was opened, or when the moment from which on it knows last moved. */
enum ledger_doubt ledger_doubt(const struct ledger *ledger);

/* What an operator should know of how well it keeps what it is told: a text for people, as of when
 * it was opened, or NULL. */
const char *ledger_notes(const struct ledger *ledger);

/* Whether its files were removed or replaced while it was open. Nothing can be spent from then on,
 * and opening it anew is all that helps. Takes some microseconds. */
bool ledger_is_lost(struct ledger *ledger);

/* Why what was last written could not be; what can't be written is tried again by itself. Neither
 * blocks. */
enum ledger_problem ledger_problem(struct ledger *ledger);
const char *ledger_trouble(struct ledger *ledger); /* for people; NULL: there is no problem */

/* Whether it can't be asked at present, for a reason whose row in ledger_problem.def says so. Does
 * not block. */
bool ledger_is_away(struct ledger *ledger);

/* Whether ledger_spend() may wait for a disk or a network: then it belongs on a waiter. */
bool ledger_spend_blocks(const struct ledger *ledger);

/* Whether the store answers at this moment. May block, but not where it is known to hang. */
bool ledger_ready(struct ledger *ledger);

/* Entries held, for metrics; 0 where that is not cheap to know. */
uint64_t ledger_entries(const struct ledger *ledger);

void ledger_close(struct ledger *ledger); /* accepts NULL */

#endif
