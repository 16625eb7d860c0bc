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

#include "store/db/write_queue.h"
#include "store/ledger/ledger.h"

/* What `write` says where the store was reached, but its clock and ours are too far apart: nothing
 * can be spent, and yet it is not away. */
#define LEDGER_CLOCKS_APART "its clock is more than a minute "

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
    /* For the back end to set. Of LEDGER_COUNT: LEDGER_FAILED where it has no room for counts, and
     * else LEDGER_FIRST. */
    enum ledger_result result;
};

struct ledger_backend {
    /* The store, which all others get; NULL with a message on failure. `settings` is complete:
     * entries_max is not 0. */
    void *(*open)(const struct ledger_settings *settings, char *error, size_t error_size);
    void (*close)(void *store);

    /* One of these two. `write` is called by one thread, with a list of requests, also with an
     * empty one: every `write_every_ms`, and after a failure until it works again. It gives NULL
     * once all of them have a result that is kept, however it is that the store keeps things. Or
     * why not, in words for people that last as long as the store: then nobody is told anything but
     * LEDGER_FAILED. */
    enum ledger_result (*spend)(void *store, struct tes_slice key, const uint8_t *owner,
                                uint64_t now_ms, uint64_t expires_at_ms);
    enum ledger_result (*find_own)(void *store, struct tes_slice key, const uint8_t *owner,
                                   uint64_t now_ms); /* with `spend` */
    const char *(*write)(void *store, struct ledger_request *first);
    unsigned write_every_ms;
    /* What is to be done after a batch, when nobody waits any more; NULL: nothing. */
    void (*tidy)(void *store);

    /* Where `write` takes LEDGER_COUNT: a random number that all who count in this store find their
     * counters with. NULL where counts can't be shared. */
    bool (*count_key)(void *store, uint64_t key[2]);

    /* Whether `write` takes LEDGER_MEET. */
    bool can_meet;

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
    const char *(*notes)(const void *store); /* ledger_notes(); NULL: there are none */

    /* The four that follow are NULL where what was spent is forgotten on closing. */
    bool (*exists)(const struct ledger_settings *settings);
    /* These two may be called by any thread while another one writes. Where `write` finds that the
     * store has lost what it knew, they tell so before `write` returns. */
    uint64_t (*knows_from_ms)(const void *store);
    enum ledger_doubt (*doubt)(const void *store);
    uint64_t (*alive_at_ms)(const void *store); /* when it was in use last, before it was opened */
    bool (*is_lost)(void *store);               /* NULL: it can't be */
    uint64_t (*entries)(const void *store);     /* NULL: not cheap to know */
    /* ledger_migrate(); NULL: it has no schema that others share. */
    bool (*migrate)(const struct ledger_settings *settings, struct ledger_versions *versions,
                    char *error, size_t error_size);
};

#define LEDGER_BACKEND(name, where) extern const struct ledger_backend ledger_##name;
#include "store/ledger/ledger_backends.def"
#undef LEDGER_BACKEND

#endif
