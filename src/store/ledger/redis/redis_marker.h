/*
 * redis_marker.h: what a ledger keeps in a Redis about itself: since when it knows what was spent,
 * and under which run of the server that was written. A Redis can lose what it has acknowledged: by
 * FLUSHALL, a restart, a failover to a replica that lags behind, a backup that was put back. With
 * every batch the marker is read after the spends, and where it is not the one that is known,
 * nobody is told anything. Who connects compares it with the server, by the rules of ledger_loss.h,
 * and where something may be missing the moment moves to now, for all nodes at once.
 *
 * Nothing here asks anybody: facts come in, a decision comes out.
 */
#ifndef STORE_REDIS_MARKER_H
#define STORE_REDIS_MARKER_H

#include "base/buf.h"
#include "store/db/redis/redis_facts.h"
#include "store/ledger/ledger_loss.h"

#define REDIS_MARKER_MAX 256
#define REDIS_ID_HEX     32
#define REDIS_MISSED_MS  ((uint64_t)5000) /* nodes note each second that they are there */
#define REDIS_STARTED_MS ((uint64_t)2000) /* to what its uptime is exact, and some more */

/* By how much the clocks of a node and of the server may differ: well below LEDGER_LATE_MS, as what
 * was spent is forgotten by the server's. */
#define REDIS_CLOCKS_APART_MS ((uint64_t)60 * 1000)

/* What may happen to the server without anything being lost. */
enum redis_keeps {
    REDIS_KEEPS_RESTART = 1,  /* every write is on its disk before it is acknowledged */
    REDIS_KEEPS_FAILOVER = 2, /* every replica has a spend before anybody passes by it */
};

struct redis_marker {
    char id[REDIS_ID_HEX + 1];        /* a new random number whenever the moment moves */
    char count_key[REDIS_ID_HEX + 1]; /* ledger_count_key(), in hexadecimal */
    uint64_t knows_from_ms;           /* by the server's clock */
    enum ledger_doubt doubt;          /* why it moved */
    unsigned keeps;
    char run[REDIS_RUN_MAX + 1], timeline[REDIS_RUN_MAX + 1];
};

/* What this process remembers of it; all of it 0: nothing. */
struct redis_memory {
    bool has_marker;
    struct redis_marker marker;
    uint64_t beat;      /* batches of all nodes, when this one was answered last */
    uint64_t seen_ms;   /* when that was, by the server's clock */
    bool has_forgotten; /* a key was gone before its time */
};

/* What is there. */
struct redis_found {
    bool has_marker;
    struct redis_marker marker;
    struct redis_facts facts;
    uint64_t beat;     /* 0: none is there */
    uint64_t alive_ms; /* when a node last noted that it is there; 0: never */
    uint64_t store_ms; /* the server's clock */
    uint64_t lead_ms;  /* the most by which a node's clock is ahead of that (redis_lead.h) */
    unsigned wait;
};

/* False where it is no marker. */
TES_MUST_CHECK bool redis_marker_read(struct redis_marker *marker, struct tes_slice text);
void redis_marker_write(const struct redis_marker *marker, struct tes_buf *text);

/* Why what is there may lack something that was acknowledged. */
enum ledger_doubt redis_marker_doubt(const struct redis_memory *memory,
                                     const struct redis_found *found);

/* What the marker is to be. False where the kernel gives no randomness. */
TES_MUST_CHECK bool redis_marker_next(const struct redis_memory *memory,
                                      const struct redis_found *found, struct redis_marker *next);

#endif
