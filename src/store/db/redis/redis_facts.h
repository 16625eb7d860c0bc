/*
 * redis_facts.h: signing in at a Redis, and what it is: its version, its role, what it keeps over a
 * restart, and which run of it this is. Those that can't keep a ledger are refused with the reason.
 */
#ifndef STORE_REDIS_FACTS_H
#define STORE_REDIS_FACTS_H

#include "store/db/redis/redis_link.h"

#define REDIS_RUN_MAX  40
#define REDIS_WORD_MAX 24

struct redis_facts {
    char version[REDIS_WORD_MAX];
    char run[REDIS_RUN_MAX + 1]; /* of this process */
    /* Its history: a new one with each start and each promotion; `before` is the one that it went
     * on from as a replica or from a snapshot; empty where there is none. */
    char timeline[REDIS_RUN_MAX + 1], before[REDIS_RUN_MAX + 1];
    uint64_t up_s; /* for how long it runs */
    bool is_master;
    unsigned replicas;             /* connected now */
    bool has_aof;                  /* appendonly */
    bool can_read_config;          /* the two that follow are known */
    char fsync[REDIS_WORD_MAX];    /* appendfsync */
    unsigned min_replicas;         /* min-replicas-to-write */
    char eviction[REDIS_WORD_MAX]; /* maxmemory-policy; empty: not known */
    char mode[REDIS_WORD_MAX];     /* "standalone", "cluster", "sentinel" */
};

/* Signs in on a fresh connection; no user and no password: nothing to do. */
TES_MUST_CHECK bool redis_sign_in(struct redis_link *link, const char *user, const char *password);

/* Chooses the database and reads the facts. False while the server loads its files. That these
 * facts still hold is proved by each batch: by the timeline. */
TES_MUST_CHECK bool redis_facts_read(struct redis_link *link, unsigned db,
                                     struct redis_facts *facts);

/* Takes timeline, role and replicas from the reply to INFO replication. False where they are not in
 * it. */
TES_MUST_CHECK bool redis_facts_take_role(struct redis_facts *facts,
                                          const struct redis_reply *info);

/* Why a ledger can't be kept there, in words that last; NULL: it can. */
const char *redis_facts_refuse(const struct redis_facts *facts);

/* Whether what it has acknowledged is there after its process was killed, or its power was cut. */
bool redis_facts_keep_all(const struct redis_facts *facts);

#endif
