#include "store/db/redis/redis_facts.h"

#include <stdio.h>
#include <string.h>

#define VERSION_PARTS 2
#define OLDEST_MAJOR  6 /* PXAT came with 6.2 */
#define OLDEST_MINOR  2

bool redis_sign_in(struct redis_link *link, const char *user, const char *password)
{
    const struct redis_reply *reply;
    if (password[0] == '\0')
        return true;
    if (user[0] != '\0')
        redis_link_say(link, "AUTH", user, password, NULL);
    else
        redis_link_say(link, "AUTH", password, NULL);
    reply = redis_link_next(link);
    if (reply == NULL || redis_reply_is_ok(reply))
        return reply != NULL;
    /* One that has no password says so with an error of another name. */
    return redis_link_fail(link, "it refuses the user or the password");
}

static void copy(char *text, size_t size, struct tes_slice from)
{
    size_t length = from.length < size ? from.length : 0;
    if (length > 0)
        memcpy(text, from.at, length);
    text[length] = '\0';
}

static uint64_t number_of(struct tes_slice text)
{
    uint64_t number;
    return text.length > 0 && tes_slice_number(text, UINT64_MAX, &number) ? number : 0;
}

bool redis_facts_take_role(struct redis_facts *facts, const struct redis_reply *info)
{
    struct tes_slice before = redis_reply_field(info, "master_replid2");
    facts->is_master = tes_slice_equal(redis_reply_field(info, "role"), TES_SLICE("master"));
    facts->replicas = (unsigned)number_of(redis_reply_field(info, "connected_slaves"));
    copy(facts->timeline, sizeof facts->timeline, redis_reply_field(info, "master_replid"));
    copy(facts->before, sizeof facts->before, before);
    if (strspn(facts->before, "0") == before.length)
        facts->before[0] = '\0';
    return strlen(facts->timeline) == REDIS_RUN_MAX;
}

/* A managed Redis may refuse CONFIG: then what it would say is not known, and nothing is wrong. */
static bool read_config(struct redis_link *link, struct redis_facts *facts)
{
    uint64_t number;
    redis_link_say(link, "CONFIG", "GET", "appendfsync", NULL);
    redis_link_say(link, "CONFIG", "GET", "min-replicas-to-write", NULL);
    const struct redis_reply *reply = redis_link_next(link);
    if (reply == NULL)
        return false;
    facts->can_read_config = redis_reply_item(reply, 1)->type == REDIS_IS_TEXT;
    copy(facts->fsync, sizeof facts->fsync, redis_reply_item(reply, 1)->text);
    reply = redis_link_next(link);
    if (reply != NULL && redis_reply_number(redis_reply_item(reply, 1), &number))
        facts->min_replicas = (unsigned)number;
    return reply != NULL;
}

static bool read_server(struct redis_link *link, struct redis_facts *facts)
{
    redis_link_say(link, "INFO", "server", NULL);
    const struct redis_reply *reply = redis_link_good(link);
    if (reply == NULL)
        return false;
    copy(facts->version, sizeof facts->version, redis_reply_field(reply, "redis_version"));
    copy(facts->mode, sizeof facts->mode, redis_reply_field(reply, "redis_mode"));
    copy(facts->run, sizeof facts->run, redis_reply_field(reply, "run_id"));
    facts->up_s = number_of(redis_reply_field(reply, "uptime_in_seconds"));
    return true;
}

/* While a Redis loads its files it says "aof_enabled:0", whatever its settings are, and its history
 * may still change: nothing that it says of itself then holds. */
static bool read_persistence(struct redis_link *link, struct redis_facts *facts)
{
    static const struct redis_reply LOADING = {.type = REDIS_IS_ERROR,
                                               .text = {"LOADING", sizeof "LOADING" - 1}};
    const struct redis_reply *reply = redis_link_good(link);
    if (reply == NULL)
        return false;
    if (number_of(redis_reply_field(reply, "loading")) != 0)
        return redis_link_refuse(link, &LOADING);
    facts->has_aof = number_of(redis_reply_field(reply, "aof_enabled")) != 0;
    return true;
}

static bool read_keeping(struct redis_link *link, struct redis_facts *facts)
{
    redis_link_say(link, "INFO", "replication", NULL);
    redis_link_say(link, "INFO", "persistence", NULL);
    redis_link_say(link, "INFO", "memory", NULL);
    const struct redis_reply *reply = redis_link_good(link);
    if (reply == NULL)
        return false;
    if (!redis_facts_take_role(facts, reply) || strlen(facts->run) != REDIS_RUN_MAX)
        return redis_link_fail(link, "it does not say which run of it this is");
    if (!read_persistence(link, facts) || (reply = redis_link_good(link)) == NULL)
        return false;
    copy(facts->eviction, sizeof facts->eviction, redis_reply_field(reply, "maxmemory_policy"));
    return read_config(link, facts);
}

bool redis_facts_read(struct redis_link *link, unsigned db, struct redis_facts *facts)
{
    char digits[16];
    *facts = (struct redis_facts){.is_master = false};
    if (!read_server(link, facts))
        return false;
    /* Neither has what follows, and both are refused by their mode. */
    if (strcmp(facts->mode, "sentinel") == 0 || strcmp(facts->mode, "cluster") == 0)
        return true;
    snprintf(digits, sizeof digits, "%u", db);
    redis_link_say(link, "SELECT", digits, NULL);
    const struct redis_reply *reply = redis_link_next(link);
    if (reply == NULL)
        return false;
    if (!redis_reply_is_ok(reply))
        return tes_slice_starts(reply->text, TES_SLICE("ERR "))
                   ? redis_link_fail(link, "it has no database of that number")
                   : redis_link_refuse(link, reply);
    return read_keeping(link, facts);
}

static bool is_old(const char *version)
{
    struct tes_slice rest = tes_slice_of(version);
    uint64_t parts[VERSION_PARTS] = {0};
    for (size_t i = 0; i < VERSION_PARTS && rest.at != NULL; i++)
        if (!tes_slice_number(tes_slice_cut(&rest, '.'), UINT32_MAX, &parts[i]))
            return true;
    return parts[0] < OLDEST_MAJOR || (parts[0] == OLDEST_MAJOR && parts[1] < OLDEST_MINOR);
}

const char *redis_facts_refuse(const struct redis_facts *facts)
{
    if (strcmp(facts->mode, "sentinel") == 0)
        return "it is a Sentinel: name it as redis+sentinel://HOST:PORT/MASTER";
    if (strcmp(facts->mode, "cluster") == 0)
        return "it is a Redis Cluster, which can't be used: name one Redis, or Sentinels";
    if (is_old(facts->version))
        return "it is older than Redis 6.2";
    if (!facts->is_master)
        return "it is a replica, which can't be written: name the master, or Sentinels";
    if (facts->eviction[0] != '\0' && strcmp(facts->eviction, "noeviction") != 0)
        return "its maxmemory-policy may evict what was spent, which could then be used again: set "
               "it to noeviction";
    return NULL;
}

bool redis_facts_keep_all(const struct redis_facts *facts)
{
    return facts->has_aof && facts->can_read_config && strcmp(facts->fsync, "always") == 0;
}
