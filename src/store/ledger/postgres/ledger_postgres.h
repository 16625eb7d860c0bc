/*
 * ledger_postgres.h: what the files of the PostgreSQL back end of the ledger share. All of it
 * belongs to one thread at a time: to who opens or closes the ledger, and in between to the queue's
 * thread (ledger_queue.h); but for what is atomic.
 *
 * Every transaction brings its own settings, and no statement is prepared: so a pooler that hands
 * each transaction to another connection may stand between.
 */
#ifndef STORE_LEDGER_POSTGRES_H
#define STORE_LEDGER_POSTGRES_H

#include <stdatomic.h>

#include "store/db/postgres/postgres_columns.h"
#include "store/ledger/ledger_backend.h"
#include "store/ledger/postgres/ledger_postgres_sweep.h"

#define LEDGER_POSTGRES_HASH_MAX 16 /* bytes of a key's hash, which is what is kept */
#define LEDGER_POSTGRES_MARK_MAX 96

/* By how much the server's clock and a node's may differ: well below LEDGER_LATE_MS. */
#define LEDGER_POSTGRES_APART_MS   60000
#define LEDGER_POSTGRES_APART_TEXT "60000"

/* The server's clock, in milliseconds. */
#define LEDGER_POSTGRES_NOW "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

/* Opens each transaction. Whoever was told "first" was told so after the commit is on the disk,
 * whatever the role's own setting is; and a commit that was not waited for says so. What a node
 * that hangs has locked is free again after a while. Isolation that is stricter would fail where
 * two nodes meet. */
#define LEDGER_POSTGRES_BEGIN "BEGIN ISOLATION LEVEL READ COMMITTED"
#define LEDGER_POSTGRES_SETTINGS                                                                   \
    "SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')"           \
    " WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true),"                               \
    " set_config('client_min_messages', 'warning', true),"                                         \
    " set_config('statement_timeout', $1, true), set_config('lock_timeout', $1, true),"            \
    " set_config('idle_in_transaction_session_timeout', $1, true)"

/* What can be lost: 0 where the server waits for no disk, 1 where only a standby that takes over
 * can lack something, 2 where there is one that has all. */
#define LEDGER_POSTGRES_DURABILITY                                                                 \
    "CASE WHEN current_setting('fsync') <> 'on' OR (SELECT relpersistence FROM pg_class"           \
    " WHERE oid = 'ledger_spent'::regclass) <> 'p' THEN 0"                                         \
    " WHEN current_setting('synchronous_standby_names') = '' THEN 1 ELSE 2 END"

#define LEDGER_POSTGRES_TIMELINE "substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8)"

/* The ledger and what it knows: a node that finds another text than the one it knows looks again.
 */
#define LEDGER_POSTGRES_MARK "id || '/' || moves || '/' || knows_from"

/* A key that is spent in the batch. */
struct ledger_postgres_key {
    uint8_t hash[LEDGER_POSTGRES_HASH_MAX];
    size_t number; /* in the batch */
    struct ledger_request *request;
};

/* A counter that is changed in the batch. */
struct ledger_postgres_change {
    struct counters_change *change;
    size_t number;
};

struct postgres_ledger {
    struct ledger_store shared;
    struct postgres_server server;
    struct postgres_link link;
    struct ledger_postgres_sweep *sweep;
    struct postgres_columns *columns;
    struct ledger_postgres_key *keys; /* of the batch, sorted */
    struct ledger_postgres_change *changes;
    size_t key_count, key_room, change_count, change_room;

    /* Since when it knows (ledger_postgres_about.c). */
    bool is_looked_at; /* the server behind the connection is the one that is known */
    char mark[LEDGER_POSTGRES_MARK_MAX]; /* as it was last seen; empty: never */
    int durability;
    uint8_t last_hash[LEDGER_POSTGRES_HASH_MAX]; /* the last key that was told to be first */
    uint64_t last_expires_at_ms;                 /* 0: there was none */
    uint64_t seen_alive_ms; /* the latest note of any node that it is in use, as seen from here */

    int version;           /* of the schema, as it was read */
    bool has_failed;       /* the last batch */
    uint64_t alive_due_us; /* when it is to be noted that it is in use */
};

/* Begins a transaction of its own on the connection. */
TES_MUST_CHECK bool ledger_postgres_begin(struct postgres_ledger *ledger);
/* Commits it. False where that is not certain. */
TES_MUST_CHECK bool ledger_postgres_commit(struct postgres_ledger *ledger);

/* Looks whether the server is the one that is known and has all that it had, and agrees with the
 * other nodes since when it knows. Within a call. False where that can't be done. */
TES_MUST_CHECK bool ledger_postgres_look(struct postgres_ledger *ledger);

/* Within a call, in one journey: writes the requests, and proves that the ledger is still the one
 * that is known. Without a word of the server's on a LEDGER_PROBLEM_STORE. */
TES_MUST_CHECK enum ledger_problem ledger_postgres_write_batch(struct postgres_ledger *ledger,
                                                               struct ledger_request *first);

/* Rows of a batch: what is spent and counted in it, sorted; sent within a pipeline; and read. */
TES_MUST_CHECK bool ledger_postgres_gather(struct postgres_ledger *ledger,
                                           struct ledger_request *first);
TES_MUST_CHECK bool ledger_postgres_send_spends(struct postgres_ledger *ledger);
uint64_t ledger_postgres_earliest_ms(const struct postgres_ledger *ledger);
void ledger_postgres_read_spends(struct postgres_ledger *ledger, const PGresult *rows);

/* Owners, behind the spends, where any request has one: one statement, which gives those that are
 * known. */
bool ledger_postgres_has_owners(const struct ledger_request *first);
TES_MUST_CHECK bool ledger_postgres_send_owners(struct postgres_ledger *ledger,
                                                const struct ledger_request *first);
void ledger_postgres_read_owners(struct postgres_ledger *ledger, struct ledger_request *first,
                                 const PGresult *rows);

TES_MUST_CHECK bool ledger_postgres_send_counts(struct postgres_ledger *ledger, uint64_t now_ms);
void ledger_postgres_read_counts(struct postgres_ledger *ledger, const PGresult *rows);

#endif
