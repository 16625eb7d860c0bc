#include "store/db/redis/redis_sentinel.h"

#include <string.h>

#include "store/db/redis/redis_facts.h"

#define PORT_MAX 65535

static bool take(const struct redis_reply *reply, struct redis_host *master)
{
    struct tes_slice name = redis_reply_item(reply, 0)->text;
    uint64_t port;
    if (name.length == 0 || name.length >= sizeof master->name ||
        !redis_reply_number(redis_reply_item(reply, 1), &port) || port == 0 || port > PORT_MAX)
        return false;
    memcpy(master->name, name.at, name.length);
    master->name[name.length] = '\0';
    master->port = (unsigned)port;
    return true;
}

static bool ask_one(struct redis_link *link, const struct redis_address *address,
                    const struct redis_host *sentinel, struct redis_host *master)
{
    const struct redis_reply *reply;
    if (!redis_link_connect(link, address, sentinel) ||
        !redis_sign_in(link, address->sentinel_user, address->sentinel_password))
        return false;
    redis_link_say(link, "SENTINEL", "get-master-addr-by-name", address->master, NULL);
    reply = redis_link_good(link);
    if (reply == NULL)
        return false;
    if (reply->type == REDIS_IS_NIL)
        return redis_link_fail(link, "the Sentinel knows no master of that name");
    return take(reply, master) || redis_link_fail(link, "the Sentinel does not say where it is");
}

bool redis_sentinel_ask(struct redis_link *link, const struct redis_address *address,
                        unsigned most_ms, struct redis_host *master)
{
    uint64_t until_us = deadline_in_ms(most_ms);
    bool is_known = false;
    /* Half of the time is for the master itself. */
    for (size_t i = 0; i < address->host_count && !is_known; i++) {
        link->until_us = deadline_share(until_us, (address->host_count - i) * 2);
        is_known = ask_one(link, address, &address->hosts[i], master);
        redis_link_close(link);
    }
    link->until_us = until_us;
    return is_known;
}
