#include "store/ledger/redis/redis_lead.h"

#include <inttypes.h>
#include <stdio.h>

#include "store/ledger/redis/redis_marker.h"

#define WINDOW_US  ((uint64_t)10 * 1000 * 1000)
#define JUMP_MS    2000 /* more than any journey takes: the clock was set */
#define NUMBER_MAX 24
#define PERIODS    3

void redis_lead_take(struct redis_lead *lead, int64_t ahead_ms, uint64_t now_us)
{
    uint64_t seen_ms = ahead_ms > 0 ? (uint64_t)ahead_ms : 0;
    if (lead->since_us == 0 || now_us >= lead->since_us + WINDOW_US) {
        lead->own_ms = lead->since_us == 0 ? seen_ms : lead->best_ms;
        lead->best_ms = seen_ms;
        lead->since_us = now_us;
    }
    if (seen_ms < lead->own_ms || seen_ms > lead->own_ms + JUMP_MS)
        lead->own_ms = seen_ms;
    if (seen_ms < lead->best_ms)
        lead->best_ms = seen_ms;
}

uint64_t redis_lead_most_ms(const struct redis_lead *lead)
{
    return lead->own_ms > lead->others_ms ? lead->own_ms : lead->others_ms;
}

/* Periods of that length have a number each: what was told in the one before still counts. */
static void number_of(uint64_t now_ms, int64_t after, char text[NUMBER_MAX])
{
    snprintf(text, NUMBER_MAX, "%" PRId64, (int64_t)(now_ms / LEDGER_AHEAD_MS) + after);
}

void redis_lead_ask(struct redis_link *link, const char *key, uint64_t now_ms)
{
    char before[NUMBER_MAX], now[NUMBER_MAX], after[NUMBER_MAX];
    number_of(now_ms, -1, before);
    number_of(now_ms, 0, now);
    number_of(now_ms, 1, after);
    redis_link_say(link, "ZMSCORE", key, before, now, after, NULL);
}

void redis_lead_tell(struct redis_link *link, const char *key, const struct redis_lead *lead,
                     uint64_t now_ms)
{
    char old[NUMBER_MAX], now[NUMBER_MAX], ms[NUMBER_MAX];
    number_of(now_ms, -2, old);
    number_of(now_ms, 0, now);
    snprintf(ms, sizeof ms, "%" PRIu64, lead->own_ms);
    /* The greatest stays. */
    redis_link_say(link, "ZADD", key, "GT", ms, now, NULL);
    redis_link_say(link, "ZREM", key, old, NULL);
    redis_lead_ask(link, key, now_ms);
}

bool redis_lead_hear(struct redis_link *link, struct redis_lead *lead)
{
    const struct redis_reply *reply = redis_link_good(link);
    if (reply == NULL)
        return false;
    uint64_t most_ms = 0, ms;
    for (size_t i = 0; i < PERIODS; i++)
        if (redis_reply_number(redis_reply_item(reply, i), &ms) && ms > most_ms &&
            ms <= REDIS_CLOCKS_APART_MS)
            most_ms = ms;
    lead->others_ms = most_ms;
    return true;
}

bool redis_lead_hear_told(struct redis_link *link, struct redis_lead *lead)
{
    return redis_link_good(link) != NULL && redis_link_good(link) != NULL &&
           redis_lead_hear(link, lead);
}
