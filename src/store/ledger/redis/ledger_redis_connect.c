/* Coming to a Redis, or coming back to it: who is it, and does it know what it knew? */
#include <stdio.h>
#include <string.h>

#include "os/clock.h"
#include "store/db/redis/redis_sentinel.h"
#include "store/ledger/redis/ledger_redis.h"

#define ADOPT_TRIES 8 /* other nodes may move the marker at the same moment */

/* Both take several journeys. One that is there, and slow, is not given up for that; with less time
 * than these it would never be reached, as each try begins anew. */
#define TALK_MS  3000
#define ADOPT_MS 2000

/* ------------------------------------------------------------------- reach */

bool ledger_redis_reach(struct redis_ledger *ledger, unsigned most_ms)
{
    struct redis_link *link = &ledger->link;
    const struct redis_address *address = &ledger->address;
    const struct redis_host *host = address->host_count > 0 ? &address->hosts[0] : NULL;
    ledger->problem = LEDGER_PROBLEM_STORE;
    link->until_us = deadline_in_ms(most_ms);
    if (address->is_sentinel) {
        if (!redis_sentinel_ask(link, address, most_ms, &ledger->master))
            return false;
        host = &ledger->master;
    }
    if (!redis_link_connect(link, address, host))
        return false;
    link->until_us = deadline_in_ms(TALK_MS);
    if (!redis_sign_in(link, address->user, address->password) ||
        !redis_facts_read(link, address->db, &ledger->facts))
        return false;
    const char *refusal = redis_facts_refuse(&ledger->facts);
    return refusal == NULL || redis_link_fail(link, refusal);
}

/* ------------------------------------------------------------------- adopt */

bool ledger_redis_take_time(struct redis_ledger *ledger, const struct redis_reply *time,
                            uint64_t *store_ms)
{
    uint64_t seconds, microseconds;
    uint64_t wall_ms = tes_clock_wall_ms();
    if (!redis_reply_number(redis_reply_item(time, 0), &seconds) ||
        !redis_reply_number(redis_reply_item(time, 1), &microseconds) || seconds > UINT32_MAX)
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_NO_CLOCK);
    *store_ms = seconds * 1000 + microseconds / 1000;
    ledger->clock_ms = (int64_t)*store_ms - (int64_t)wall_ms;
    if (ledger->clock_ms > (int64_t)REDIS_CLOCKS_APART_MS)
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_CLOCK_AHEAD);
    if (ledger->clock_ms < -(int64_t)REDIS_CLOCKS_APART_MS)
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_CLOCK_BEHIND);
    redis_lead_take(&ledger->lead, -ledger->clock_ms, tes_clock_steady_us());
    return true;
}

bool ledger_redis_find(struct redis_ledger *ledger, bool *is_there)
{
    redis_link_say(&ledger->link, "GET", ledger->keys.marker, NULL);
    const struct redis_reply *reply = redis_link_good(&ledger->link);
    *is_there = reply != NULL && reply->type == REDIS_IS_TEXT;
    return reply != NULL;
}

/* Reads what is there, having it watched: who writes afterwards has seen no other's change. */
static bool look(struct redis_ledger *ledger, struct redis_found *found)
{
    struct redis_link *link = &ledger->link;
    const struct redis_keys *keys = &ledger->keys;
    const struct redis_reply *reply;
    *found = (struct redis_found){.facts = ledger->facts, .wait = ledger->address.wait};
    redis_link_say(link, "WATCH", keys->marker, NULL);
    redis_link_say(link, "MGET", keys->marker, keys->beat, keys->alive, NULL);
    redis_lead_ask(link, keys->lead, tes_clock_wall_ms());
    redis_link_say(link, "TIME", NULL);
    if (redis_link_good(link) == NULL || (reply = redis_link_good(link)) == NULL)
        return false;
    const struct redis_reply *marker = redis_reply_item(reply, 0);
    found->has_marker = marker->type == REDIS_IS_TEXT;
    if (found->has_marker && !redis_marker_read(&found->marker, marker->text))
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_OTHER_RELEASE);
    if (!redis_reply_number(redis_reply_item(reply, 1), &found->beat))
        found->beat = 0;
    if (!redis_reply_number(redis_reply_item(reply, 2), &found->alive_ms))
        found->alive_ms = 0;
    /* What was heard before counts as well: the server may have lost it. */
    uint64_t heard_ms = ledger->lead.others_ms;
    if (!redis_lead_hear(link, &ledger->lead))
        return false;
    if (heard_ms > ledger->lead.others_ms)
        ledger->lead.others_ms = heard_ms;
    reply = redis_link_good(link);
    if (reply == NULL || !ledger_redis_take_time(ledger, reply, &found->store_ms))
        return false;
    found->lead_ms = redis_lead_most_ms(&ledger->lead);
    return true;
}

/* Has all that batches say queued, and none of it done: who lacks a right is told at the start, not
 * in the midst of things by the first batch that needs it. What else is wrong there may pass. */
static bool may_say_all(struct redis_ledger *ledger)
{
    struct redis_link *link = &ledger->link;
    const char *key = ledger->keys.beat;
    const char *const commands[][5] = {
        {"MULTI"},
        {"SET", key, "1"},
        {"INCR", key},
        {"INCRBY", key, "1"},
        {"EVAL", "return 1", "0"},
        {"PEXPIRE", key, "1"},
        {"PEXPIREAT", key, "1"},
        {"HSET", key, "1", "1"},
        {"HDEL", key, "1"},
        {"HGETALL", key},
        {"ZADD", key, "1", "1"},
        {"ZREM", key, "1"},
        {"DISCARD"},
        {"WAIT", "0", "1"},
    };
    const size_t count = sizeof commands / sizeof commands[0] - (ledger->address.wait == 0);
    for (size_t i = 0; i < count; i++)
        redis_link_say_words(link, commands[i]);
    for (size_t i = 0; i < count; i++) {
        const struct redis_reply *reply = redis_link_next(link);
        if (reply == NULL)
            return false;
        if (reply->type == REDIS_IS_ERROR && tes_slice_starts(reply->text, TES_SLICE("NOPERM")))
            return redis_link_refuse(link, reply);
    }
    return true;
}

bool ledger_redis_look(struct redis_ledger *ledger)
{
    struct redis_found found;
    return look(ledger, &found) && may_say_all(ledger);
}

/* Writes the marker where nobody else has written one since look(). */
static bool compare_and_set(struct redis_ledger *ledger, const char *text, bool *is_set)
{
    struct redis_link *link = &ledger->link;
    const struct redis_reply *reply;
    redis_link_say(link, "MULTI", NULL);
    redis_link_say(link, "SET", ledger->keys.marker, text, NULL);
    redis_link_say(link, "EXEC", NULL);
    for (unsigned i = 0; i < 2; i++)
        if (redis_link_good(link) == NULL)
            return false;
    if ((reply = redis_link_good(link)) == NULL)
        return false;
    *is_set = reply->type == REDIS_IS_LIST;
    return true;
}

static void take_over(struct redis_ledger *ledger, const struct redis_marker *marker,
                      const struct redis_found *found)
{
    bool is_ours = strcmp(marker->id, found->marker.id) != 0; /* it has moved now */
    ledger->memory = (struct redis_memory){
        .has_marker = true, .marker = *marker, .beat = found->beat, .seen_ms = found->store_ms};
    ledger->noted_us = 0;
    ledger_loss_take(&ledger->shared, is_ours ? marker->doubt : LEDGER_DOUBT_NONE, marker->doubt,
                     marker->knows_from_ms);
}

bool ledger_redis_adopt(struct redis_ledger *ledger)
{
    struct redis_link *link = &ledger->link;
    struct redis_found found;
    struct redis_marker next;
    link->until_us = deadline_in_ms(ADOPT_MS);
    for (unsigned tries = 0; tries < ADOPT_TRIES; tries++) {
        char before[REDIS_MARKER_MAX], after[REDIS_MARKER_MAX];
        struct tes_buf text = tes_buf_on(after, sizeof after - 1);
        struct tes_buf old = tes_buf_on(before, sizeof before - 1);
        bool is_set = true;
        if (!look(ledger, &found))
            return false;
        if (!redis_marker_next(&ledger->memory, &found, &next))
            return ledger_redis_fail(ledger, LEDGER_PROBLEM_NO_RANDOMNESS);
        redis_marker_write(&next, &text);
        redis_marker_write(&found.marker, &old);
        after[text.length] = before[old.length] = '\0';
        if (found.has_marker && strcmp(before, after) == 0) {
            redis_link_say(link, "UNWATCH", NULL);
            if (redis_link_good(link) == NULL)
                return false;
        } else if (!compare_and_set(ledger, after, &is_set)) {
            return false;
        }
        if (is_set) {
            take_over(ledger, &next, &found);
            return true;
        }
    }
    return ledger_redis_fail(ledger, LEDGER_PROBLEM_CONTENDED);
}
