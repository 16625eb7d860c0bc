/*
 * redis_sentinel.h: asking Sentinels where the master is.
 */
#ifndef STORE_REDIS_SENTINEL_H
#define STORE_REDIS_SENTINEL_H

#include "store/db/redis/redis_link.h"

/* Asks the Sentinels of the address one after the other, within that time in all, until one knows
 * the master. The link is closed afterwards, and allowed what is left of the time. False with its
 * `why`. */
TES_MUST_CHECK bool redis_sentinel_ask(struct redis_link *link, const struct redis_address *address,
                                       unsigned most_ms, struct redis_host *master);

#endif
