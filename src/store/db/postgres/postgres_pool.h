/*
 * postgres_pool.h: a few links to one PostgreSQL, for calls from several threads.
 */
#ifndef STORE_POSTGRES_POOL_H
#define STORE_POSTGRES_POOL_H

#include "store/db/postgres/postgres_link.h"

#define POSTGRES_POOL_LINKS 4

struct postgres_pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool is_taken[POSTGRES_POOL_LINKS];
    struct postgres_link links[POSTGRES_POOL_LINKS]; /* those of no use yet are not connected */
};

void postgres_pool_start(struct postgres_pool *pool, struct postgres_server *server,
                         unsigned wait_ms);
void postgres_pool_end(struct postgres_pool *pool);

/* A link for one call, which has begun; NULL where the server can't be had, or all links are in use
 * for as long as a call may take. */
struct postgres_link *postgres_pool_take(struct postgres_pool *pool);

/* Ends the call; accepts NULL. */
void postgres_pool_give(struct postgres_pool *pool, struct postgres_link *link);

#endif
