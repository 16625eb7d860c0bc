#include "store/ledger/redis/redis_notes.h"

#include <stdio.h>
#include <string.h>

static const char *after_restart(const struct redis_facts *facts)
{
    if (redis_facts_keep_all(facts))
        return "a power cut or a restart loses nothing while a server of Tessera runs";
    if (!facts->has_aof)
        return "a power cut or a restart loses what was spent since the last snapshot, or all of "
               "it";
    if (!facts->can_read_config)
        return "a power cut may lose what was spent last";
    return strcmp(facts->fsync, "no") == 0
               ? "a power cut loses what was spent in up to half a minute before it"
               : "a power cut loses what was spent in up to two seconds before it";
}

static const char *after_failover(const struct redis_facts *facts,
                                  const struct redis_address *address)
{
    if (facts->replicas == 0 && !address->is_sentinel)
        return "there is no replica to fail over to";
    if (address->wait > 0 && address->wait >= facts->replicas)
        return "a failover loses nothing while a server of Tessera runs";
    if (address->wait > 0)
        return "a failover to a replica that lags behind loses what was spent last, as there are "
               "more replicas than are waited for";
    return address->is_sentinel
               ? "a failover loses what was spent last, and while the network is split a token may "
                 "pass on either side: set wait"
               : "a failover loses what was spent last";
}

void redis_notes_write(const struct redis_facts *facts, const struct redis_address *address,
                       char *text, size_t size)
{
    char config[96] = "appendfsync and min-replicas-to-write can't be read (CONFIG is refused)";
    if (facts->can_read_config)
        snprintf(config, sizeof config, "appendfsync %s, min-replicas-to-write %u", facts->fsync,
                 facts->min_replicas);
    snprintf(
        text, size,
        "Redis %s, appendonly %s, %s, maxmemory-policy %s, replicas %u, wait %u: %s; %s; where "
        "something may be lost, what was issued before counts as expired",
        facts->version, facts->has_aof ? "yes" : "no", config,
        facts->eviction[0] != '\0' ? facts->eviction : "not known", facts->replicas, address->wait,
        after_restart(facts), after_failover(facts, address));
}
