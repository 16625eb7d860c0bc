#include "store/db/postgres/postgres_pool.h"

#include "os/thread.h"
#include "store/db/deadline.h"

void postgres_pool_start(struct postgres_pool *pool, struct postgres_server *server,
                         unsigned wait_ms)
{
    *pool = (struct postgres_pool){.lock = PTHREAD_MUTEX_INITIALIZER};
    tes_thread_condition(&pool->changed);
    for (size_t i = 0; i < POSTGRES_POOL_LINKS; i++)
        pool->links[i] = (struct postgres_link){.server = server, .wait_ms = wait_ms};
}

void postgres_pool_end(struct postgres_pool *pool)
{
    for (size_t i = 0; i < POSTGRES_POOL_LINKS; i++)
        postgres_link_close(&pool->links[i]);
    pthread_cond_destroy(&pool->changed);
    pthread_mutex_destroy(&pool->lock);
}

/* With the lock held: a link that nobody uses, the first ones first, so that few are connected. */
static struct postgres_link *find_free(struct postgres_pool *pool)
{
    for (size_t i = 0; i < POSTGRES_POOL_LINKS; i++)
        if (!pool->is_taken[i]) {
            pool->is_taken[i] = true;
            return &pool->links[i];
        }
    return NULL;
}

struct postgres_link *postgres_pool_take(struct postgres_pool *pool)
{
    uint64_t until_us = deadline_in_ms(pool->links[0].wait_ms);
    struct postgres_link *link;
    pthread_mutex_lock(&pool->lock);
    while ((link = find_free(pool)) == NULL &&
           tes_thread_wait(&pool->changed, &pool->lock, until_us))
        ;
    pthread_mutex_unlock(&pool->lock);
    if (link == NULL || postgres_link_begin(link))
        return link;
    postgres_pool_give(pool, link);
    return NULL;
}

void postgres_pool_give(struct postgres_pool *pool, struct postgres_link *link)
{
    if (link == NULL)
        return;
    postgres_link_end(link);
    pthread_mutex_lock(&pool->lock);
    pool->is_taken[link - pool->links] = false;
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->lock);
}
