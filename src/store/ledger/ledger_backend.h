/*
 * ledger_backend.h: what a ledger's back end has to offer; ledger_backends.def lists them. For
 * ledger.c, ledger_queue.c and the back ends only: everybody else uses ledger.h.
 *
 * There are two kinds. One that never waits has `spend`. One that may wait for a disk or a network
 * has `write`, and gets requests in batches: callers wait in a queue that is the same for all
 * (ledger_queue.h), and one thread hands over all that have come meanwhile.
 */
#ifndef STORE_LEDGER_BACKEND_H
#define STORE_LEDGER_BACKEND_H

#include <stdatomic.h>

#include "store/db/write_queue.h"
#include "store/ledger/ledger.h"

#define LEDGER_NOTES_MAX 768
#define LEDGER_SAID_MAX  272

/* What every store begins with. `open` fills it in. Afterwards any thread may read it but `said`;
 * only what is atomic changes, and `write` has changed it before it returns: the reason first, then
 * the moment. */
struct ledger_store {
    _Atomic(enum ledger_doubt) doubt;
    _Atomic uint64_t knows_from_ms;
    uint64_t alive_at_ms; /* when it was in use last, before it was opened */
    /* A random number that all who count in this store find their counters with. */
    bool has_count_key;
    uint64_t count_key[2];
    char notes[LEDGER_NOTES_MAX]; /* ledger_notes(); empty: there are none */
    char said[LEDGER_SAID_MAX];   /* by the store, of a LEDGER_PROBLEM_STORE of `write` */
};

enum ledger_verb {
    LEDGER_LOOK,  /* asks whether the store answers */
    LEDGER_SPEND, /* `key`, by `owner`, at `now_ms`, until `expires_at_ms` */
    LEDGER_FIND,  /* whether `owner` has spent `key` */
    LEDGER_COUNT, /* adds `changes` */
    LEDGER_MEET,  /* `meeting` */
};

/* What a caller asks for. Who writes gets a copy of the queue's own, key and owner included; what
 * the other pointers lead to is the caller's, who waits until it is done. */
struct ledger_request {
    struct write_queue_item item;
    enum ledger_verb verb;
    struct tes_slice key; /* 1 to LEDGER_KEY_MAX bytes */
    const uint8_t *owner; /* LEDGER_OWNER_BYTES; NULL: nobody, where a key is spent */
    uint64_t now_ms;      /* before `expires_at_ms` */
    uint64_t expires_at_ms;
    struct counters_change *changes;
    size_t change_count;
    struct ledger_meeting *meeting;
    /* For the back end to set. Of LEDGER_COUNT: OUTCOME_UNAVAILABLE where it has no room for
     * counts, and else OUTCOME_OK. */
    enum outcome result;
};

struct ledger_backend {
    /* The store, which begins with a struct ledger_store and which all others get; NULL with a
     * message on failure. `settings` is complete: entries_max is not 0. */
    void *(*open)(const struct ledger_settings *settings, char *error, size_t error_size);
    void (*close)(void *store);

    /* One of these two. `write` is called by one thread, with a list of requests, also with an
     * empty one: every `write_every_ms`, and after a failure until it works again. It gives
     * LEDGER_PROBLEM_NONE once all of them have a result that is kept, however it is that the store
     * keeps things; else nobody is told anything but OUTCOME_UNAVAILABLE. */
    enum outcome (*spend)(void *store, struct tes_slice key, const uint8_t *owner, uint64_t now_ms,
                          uint64_t expires_at_ms);
    enum outcome (*find_own)(void *store, struct tes_slice key, const uint8_t *owner,
                             uint64_t now_ms); /* with `spend` */
    enum ledger_problem (*write)(void *store, struct ledger_request *first);
    unsigned write_every_ms;
    /* What is to be done after a batch, when nobody waits any more; NULL: nothing. */
    void (*tidy)(void *store);

    bool can_count; /* whether `write` takes LEDGER_COUNT */
    bool can_meet;  /* and LEDGER_MEET */

    /* Whether it goes by a clock of its own, which `write` compares with ours: then it knows from a
     * moment of that clock, which no other clock corrects. */
    bool has_own_clock;
    /* Whether it forgets by that clock as well, whatever a request says is now. */
    bool forgets_by_itself;

    /* Whether it understands an address, for one that has more in it than a scheme; NULL: ask
     * `check`. */
    bool (*reads)(const char *where, char *error, size_t error_size);
    /* ledger_check(), for one that may refuse; NULL: ledger_open() tells. */
    bool (*check)(const struct ledger_settings *settings, char *error, size_t error_size);

    bool (*exists)(const struct ledger_settings *settings); /* NULL: nothing is kept on closing */
    bool (*is_lost)(void *store);                           /* NULL: it can't be */
    uint64_t (*entries)(const void *store);                 /* NULL: not cheap to know */
    /* ledger_migrate(); NULL: it has no schema that others share. */
    bool (*migrate)(const struct ledger_settings *settings, struct ledger_versions *versions,
                    char *error, size_t error_size);
};

#define LEDGER_BACKEND(name, where) extern const struct ledger_backend ledger_##name;
#include "store/ledger/ledger_backends.def"
#undef LEDGER_BACKEND

#endif
