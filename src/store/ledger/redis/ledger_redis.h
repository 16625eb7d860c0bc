/*
 * ledger_redis.h: what the files of the Redis back end of the ledger share. There is one
 * connection. While it is good it belongs to the queue's thread (ledger_redis_batch.c); while it is
 * not, to a thread that connects anew and finds out what the server has lost
 * (ledger_redis_connect.c), so that nobody who spends waits for that.
 */
#ifndef STORE_LEDGER_REDIS_H
#define STORE_LEDGER_REDIS_H

#include <stdatomic.h>

#include "os/thread.h"
#include "store/ledger/ledger_backend.h"
#include "store/ledger/redis/redis_lead.h"
#include "store/ledger/redis/redis_marker.h"

#define REDIS_KEY_MAX (REDIS_PREFIX_MAX + 16)

/* Keys, behind the prefix. */
struct redis_keys {
    char marker[REDIS_KEY_MAX];
    char beat[REDIS_KEY_MAX];                  /* a number that each batch adds 1 to */
    char alive[REDIS_KEY_MAX];                 /* when a node was there last */
    char lead[REDIS_KEY_MAX];                  /* redis_lead.h */
    char nodes[REDIS_KEY_MAX];                 /* who meets */
    char canary[REDIS_KEY_MAX + REDIS_ID_HEX]; /* this process's own: it goes when the server's
                                                * clock is far ahead, and what was spent with it */
};

struct redis_ledger {
    struct ledger_store shared;
    const struct redis_library *hiredis;
    struct redis_address address;
    struct redis_keys keys;

    /* Whose turn it is: the connecting thread's while it is not good. */
    struct redis_link link;
    enum ledger_problem problem; /* LEDGER_PROBLEM_STORE: link.why has the words */
    struct redis_host master;    /* that Sentinels have named */
    struct redis_facts facts;
    struct redis_memory memory;
    struct redis_lead lead;
    uint64_t noted_us; /* when the canary was set last; 0: never */
    int64_t clock_ms;  /* the server's clock, ahead of ours */
    char gone[LEDGER_NODES_MAX][LEDGER_NODE_ID_MAX + 1]; /* nodes to be forgotten */
    size_t gone_count;

    struct redis_link watcher; /* the thread's, to ask Sentinels while the other one is in use */
    pthread_t thread;
    bool is_started;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    bool is_good, is_stopping;
    bool is_moved;     /* the Sentinels name another master than the one that is connected */
    unsigned failures; /* in a row, of connecting */
    uint64_t retry_at_us, lost_at_us;
    enum ledger_problem why_problem; /* why it is not good; `why`: in words */
    const char *why;
};

/* Drops the connection for that problem, unless there is one already. Gives false. */
bool ledger_redis_fail(struct redis_ledger *ledger, enum ledger_problem problem);

/* ------------------------------------------------- ledger_redis_connect.c */

/* Connects within that time, signs in, and looks whether a ledger can be kept there. It changes
 * nothing. False with link.why. */
TES_MUST_CHECK bool ledger_redis_reach(struct redis_ledger *ledger, unsigned most_ms);

/* On a connection that was reached: compares the marker with what is there, and moves it where it
 * has to be moved. */
TES_MUST_CHECK bool ledger_redis_adopt(struct redis_ledger *ledger);

/* On a connection that was reached: looks at what is there, and changes nothing. False where it
 * can't be used: the clock is wrong, or the prefix somebody else's. */
TES_MUST_CHECK bool ledger_redis_look(struct redis_ledger *ledger);

/* Whether there is a marker. */
TES_MUST_CHECK bool ledger_redis_find(struct redis_ledger *ledger, bool *is_there);

/* The server's clock from the reply to TIME; false where it is none, or too far from ours. */
TES_MUST_CHECK bool ledger_redis_take_time(struct redis_ledger *ledger,
                                           const struct redis_reply *time, uint64_t *store_ms);

/* --------------------------------------------------- ledger_redis_batch.c */

/* Does what the requests ask for, over a good connection. False with link.why. */
TES_MUST_CHECK bool ledger_redis_run(struct redis_ledger *ledger, struct ledger_request *first);

#endif
