/*
 * A batch over a good connection: all commands in one journey, the spends first, and behind them
 * what proves that the server is still what it was (redis_marker.h). Replies come in the order of
 * the commands, so each thing that is said has its counterpart that hears.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "os/clock.h"
#include "store/ledger/redis/ledger_redis.h"

#define BATCH_MS  1500
#define NOTE_US   ((uint64_t)1000 * 1000)
#define CANARY_MS ((uint64_t)120 * 1000)
#define NODES_MS  "3600000"
/* Counters are kept for so long after the end of their window: clocks of those who share them may
 * differ. */
#define COUNTED_LATE_S ((uint64_t)300)
#define COUNT_MAX      INT64_C(4294967295)
#define EXPIRES_MAX    UINT64_C(253402300799999) /* the end of the year 9999 */
#define NUMBER_MAX     24

/* Adds to a counter that what is given back must not bring below 0. */
static const char TAKE_SCRIPT[] =
    "local c = redis.call('INCRBY', KEYS[1], ARGV[1])"
    " if c < 0 then redis.call('SET', KEYS[1], 0, 'KEEPTTL') c = 0 end"
    " return c";

/* ------------------------------------------------------------------ spends */

#define SPENT_KEY_MAX (REDIS_PREFIX_MAX + 2 + LEDGER_KEY_MAX)
#define OWNER_MAX     ((size_t)2 * LEDGER_OWNER_BYTES)

static struct tes_slice spent_key(const struct redis_ledger *ledger,
                                  const struct ledger_request *request, char text[SPENT_KEY_MAX])
{
    struct tes_buf name = tes_buf_on(text, SPENT_KEY_MAX);
    tes_buf_text(&name, ledger->address.prefix);
    tes_buf_text(&name, "s:");
    tes_buf_slice(&name, request->key);
    return tes_buf_done(&name);
}

/* The value: its owner, or what servers that know of none write. */
static struct tes_slice owner_text(const struct ledger_request *request, char text[OWNER_MAX])
{
    struct tes_buf hex = tes_buf_on(text, OWNER_MAX);
    if (request->owner == NULL)
        return TES_SLICE("1");
    tes_hex_encode(&hex, request->owner, LEDGER_OWNER_BYTES);
    return tes_buf_done(&hex);
}

static void say_find(struct redis_ledger *ledger, const struct ledger_request *request)
{
    char key[SPENT_KEY_MAX];
    const struct tes_slice words[] = {TES_SLICE("GET"), spent_key(ledger, request, key)};
    redis_link_add(&ledger->link, words, sizeof words / sizeof words[0]);
}

static void say_spend(struct redis_ledger *ledger, const struct ledger_request *request)
{
    char key[SPENT_KEY_MAX], owner[OWNER_MAX], until[NUMBER_MAX];
    uint64_t expires_at_ms =
        request->expires_at_ms < EXPIRES_MAX ? request->expires_at_ms : EXPIRES_MAX;
    snprintf(until, sizeof until, "%" PRIu64, expires_at_ms);
    const struct tes_slice words[] = {
        TES_SLICE("SET"),           spent_key(ledger, request, key),
        owner_text(request, owner), TES_SLICE("NX"),
        TES_SLICE("PXAT"),          tes_slice_of(until),
    };
    redis_link_add(&ledger->link, words, sizeof words / sizeof words[0]);
    if (request->owner != NULL)
        say_find(ledger, request);
}

/* Whose it is; what was the first use of all stays that. */
static bool hear_find(struct redis_ledger *ledger, struct ledger_request *request)
{
    char owner[OWNER_MAX];
    const struct redis_reply *reply = redis_link_good(&ledger->link);
    if (reply == NULL)
        return false;
    if (reply->type != REDIS_IS_TEXT && reply->type != REDIS_IS_NIL)
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_ODD_LOOK);
    bool is_own =
        reply->type == REDIS_IS_TEXT && tes_slice_equal(reply->text, owner_text(request, owner));
    if (request->verb == LEDGER_FIND || request->result == OUTCOME_REPLAYED)
        request->result = is_own ? OUTCOME_REPEATED : OUTCOME_REPLAYED;
    return true;
}

static bool hear_spend(struct redis_ledger *ledger, struct ledger_request *request)
{
    const struct redis_reply *reply = redis_link_good(&ledger->link);
    if (reply == NULL)
        return false;
    if (redis_reply_is_ok(reply))
        request->result = OUTCOME_OK;
    else if (reply->type == REDIS_IS_NIL)
        request->result = OUTCOME_REPLAYED;
    else
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_ODD_SPEND);
    return request->owner == NULL || hear_find(ledger, request);
}

/* ------------------------------------------------------------------ counts */

static void say_count(struct redis_ledger *ledger, const struct counters_change *change)
{
    char key[REDIS_PREFIX_MAX + 2 * NUMBER_MAX], amount[NUMBER_MAX], until[NUMBER_MAX];
    int64_t added = change->amount > COUNT_MAX    ? COUNT_MAX
                    : change->amount < -COUNT_MAX ? -COUNT_MAX
                                                  : change->amount;
    snprintf(key, sizeof key, "%sc:%016" PRIx64 ":%" PRIu32, ledger->address.prefix, change->key,
             change->ends_at_s);
    snprintf(amount, sizeof amount, "%" PRId64, added);
    snprintf(until, sizeof until, "%" PRIu64, (change->ends_at_s + COUNTED_LATE_S) * 1000);
    if (added < 0)
        redis_link_say(&ledger->link, "EVAL", TAKE_SCRIPT, "1", key, amount, NULL);
    else
        redis_link_say(&ledger->link, "INCRBY", key, amount, NULL);
    redis_link_say(&ledger->link, "PEXPIREAT", key, until, NULL);
}

static bool hear_count(struct redis_ledger *ledger, struct counters_change *change)
{
    const struct redis_reply *reply = redis_link_good(&ledger->link);
    if (reply == NULL)
        return false;
    if (reply->type != REDIS_IS_NUMBER)
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_ODD_COUNT);
    change->total = reply->number < 0           ? 0
                    : reply->number > COUNT_MAX ? (uint64_t)COUNT_MAX
                                                : (uint64_t)reply->number;
    return redis_link_good(&ledger->link) != NULL;
}

/* ---------------------------------------------------------------- meetings */

static void say_meet(struct redis_ledger *ledger, const struct ledger_meeting *meeting)
{
    char value[NUMBER_MAX + LEDGER_NODE_TEXT_MAX + 2];
    const char *nodes = ledger->keys.nodes;
    for (size_t i = 0; i < ledger->gone_count; i++)
        redis_link_say(&ledger->link, "HDEL", nodes, ledger->gone[i], NULL);
    if (meeting->text != NULL) {
        int64_t now_ms = (int64_t)tes_clock_wall_ms() + ledger->clock_ms;
        snprintf(value, sizeof value, "%" PRId64 " %s", now_ms, meeting->text);
        redis_link_say(&ledger->link, "HSET", nodes, meeting->id, value, NULL);
    } else {
        redis_link_say(&ledger->link, "HDEL", nodes, meeting->id, NULL);
    }
    redis_link_say(&ledger->link, "PEXPIRE", nodes, NODES_MS, NULL);
    redis_link_say(&ledger->link, "HGETALL", nodes, NULL);
}

static bool copy_text(char *text, size_t size, struct tes_slice from)
{
    if (from.length >= size || memchr(from.at, '\0', from.length) != NULL)
        return false;
    memcpy(text, from.at, from.length);
    text[from.length] = '\0';
    return true;
}

/* One node, its age still the moment at which it spoke. */
static bool take_node(struct ledger_meeting *meeting, struct tes_slice id, struct tes_slice value)
{
    struct ledger_node *node = &meeting->nodes[meeting->count];
    struct tes_slice text = value, said_at = tes_slice_cut(&text, ' ');
    if (id.length == 0 || text.at == NULL || !copy_text(node->id, sizeof node->id, id) ||
        !copy_text(node->text, sizeof node->text, text) ||
        !tes_slice_number(said_at, INT64_MAX, &node->age_ms))
        return false;
    meeting->count++;
    return true;
}

static bool hear_meet(struct redis_ledger *ledger, struct ledger_meeting *meeting)
{
    const struct redis_reply *reply;
    /* One for each command before the list. */
    for (size_t i = 0; i < ledger->gone_count + 2; i++)
        if (redis_link_good(&ledger->link) == NULL)
            return false;
    ledger->gone_count = 0;
    reply = redis_link_good(&ledger->link);
    if (reply == NULL)
        return false;
    meeting->count = 0;
    const struct redis_reply *id = redis_reply_item(reply, 0);
    while (reply->count > 0 && id != NULL && id->next != NULL &&
           meeting->count < LEDGER_NODES_MAX) {
        (void)take_node(meeting, id->text, id->next->text);
        id = id->next->next;
    }
    return true;
}

static int compare_ages(const void *a, const void *b)
{
    const struct ledger_node *one = a, *other = b;
    return (one->age_ms > other->age_ms) - (one->age_ms < other->age_ms);
}

/* Once the server's time is known: who has not spoken for long is left out, and forgotten next
 * time. */
static void end_meeting(struct redis_ledger *ledger, struct ledger_meeting *meeting,
                        uint64_t store_ms)
{
    size_t count = 0;
    meeting->store_ms = store_ms;
    for (size_t i = 0; i < meeting->count; i++) {
        struct ledger_node *node = &meeting->nodes[i];
        node->age_ms = store_ms > node->age_ms ? store_ms - node->age_ms : 0;
        if (node->age_ms <= LEDGER_NODE_GONE_MS)
            meeting->nodes[count++] = *node;
        else if (ledger->gone_count < LEDGER_NODES_MAX)
            memcpy(ledger->gone[ledger->gone_count++], node->id, sizeof node->id);
    }
    meeting->count = count;
    qsort(meeting->nodes, count, sizeof meeting->nodes[0], compare_ages);
}

/* ------------------------------------------------------------------- proof */

static void say_proof(struct redis_ledger *ledger, bool is_note_due)
{
    struct redis_link *link = &ledger->link;
    const struct redis_keys *keys = &ledger->keys;
    char number[NUMBER_MAX], ms[NUMBER_MAX];
    redis_link_say(link, "INCR", keys->beat, NULL);
    redis_link_say(link, "MGET", keys->marker, keys->canary, NULL);
    redis_link_say(link, "TIME", NULL);
    redis_link_say(link, "INFO", "replication", NULL);
    if (is_note_due) {
        int64_t now_ms = (int64_t)tes_clock_wall_ms() + ledger->clock_ms;
        snprintf(number, sizeof number, "%" PRId64, now_ms);
        snprintf(ms, sizeof ms, "%" PRIu64, (uint64_t)now_ms + CANARY_MS);
        redis_link_say(link, "SET", keys->alive, number, NULL);
        redis_link_say(link, "SET", keys->canary, "1", "PXAT", ms, NULL);
        redis_lead_tell(link, keys->lead, &ledger->lead, (uint64_t)now_ms);
    }
    if (ledger->address.wait > 0) {
        snprintf(number, sizeof number, "%u", ledger->address.wait);
        snprintf(ms, sizeof ms, "%u", ledger->address.wait_ms);
        redis_link_say(link, "WAIT", number, ms, NULL);
    }
}

static bool hear_marker(struct redis_ledger *ledger)
{
    char text[REDIS_MARKER_MAX];
    struct tes_buf known = tes_buf_on(text, sizeof text);
    redis_marker_write(&ledger->memory.marker, &known);
    const struct redis_reply *reply = redis_link_good(&ledger->link);
    if (reply == NULL)
        return false;
    /* A marker that is gone is an empty text here. */
    if (!tes_slice_equal(redis_reply_item(reply, 0)->text, tes_buf_done(&known)))
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_EMPTIED);
    ledger->memory.has_forgotten = redis_reply_item(reply, 1)->type != REDIS_IS_TEXT &&
                                   ledger->noted_us != 0 &&
                                   tes_clock_steady_us() < ledger->noted_us + CANARY_MS * 1000 / 2;
    return !ledger->memory.has_forgotten || ledger_redis_fail(ledger, LEDGER_PROBLEM_FORGETFUL);
}

static bool hear_role(struct redis_ledger *ledger)
{
    const struct redis_reply *reply = redis_link_good(&ledger->link);
    const struct redis_marker *marker = &ledger->memory.marker;
    if (reply == NULL)
        return false;
    if (!redis_facts_take_role(&ledger->facts, reply) ||
        strcmp(ledger->facts.timeline, marker->timeline) != 0)
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_TAKEN_OVER);
    if (!ledger->facts.is_master)
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_REPLICA);
    if ((marker->keeps & REDIS_KEEPS_FAILOVER) != 0 &&
        ledger->facts.replicas > ledger->address.wait)
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_MORE_REPLICAS);
    return true;
}

static bool hear_proof(struct redis_ledger *ledger, bool is_note_due, uint64_t *store_ms)
{
    struct redis_link *link = &ledger->link;
    uint64_t beat, acknowledged;
    const struct redis_reply *reply = redis_link_good(link);
    if (reply == NULL || !redis_reply_number(reply, &beat))
        return ledger_redis_fail(ledger, LEDGER_PROBLEM_NO_BEAT);
    if (!hear_marker(ledger) || (reply = redis_link_good(link)) == NULL ||
        !ledger_redis_take_time(ledger, reply, store_ms) || !hear_role(ledger))
        return false;
    if (is_note_due && (redis_link_good(link) == NULL || redis_link_good(link) == NULL ||
                        !redis_lead_hear_told(link, &ledger->lead)))
        return false;
    if (ledger->address.wait > 0) {
        reply = redis_link_good(link);
        if (reply == NULL || !redis_reply_number(reply, &acknowledged) ||
            acknowledged < ledger->address.wait)
            return ledger_redis_fail(ledger, LEDGER_PROBLEM_FEWER_REPLICAS);
    }
    ledger->memory.beat = beat;
    ledger->memory.seen_ms = *store_ms;
    if (is_note_due)
        ledger->noted_us = tes_clock_steady_us();
    return true;
}

/* ------------------------------------------------------------------- batch */

static void say_requests(struct redis_ledger *ledger, const struct ledger_request *first)
{
    for (const struct ledger_request *request = first; request != NULL;
         request = request->item.next) {
        if (request->verb == LEDGER_SPEND)
            say_spend(ledger, request);
        if (request->verb == LEDGER_FIND)
            say_find(ledger, request);
        for (size_t i = 0; request->verb == LEDGER_COUNT && i < request->change_count; i++)
            say_count(ledger, &request->changes[i]);
        if (request->verb == LEDGER_MEET)
            say_meet(ledger, request->meeting);
    }
}

static bool hear_requests(struct redis_ledger *ledger, struct ledger_request *first)
{
    for (struct ledger_request *request = first; request != NULL; request = request->item.next) {
        request->result = OUTCOME_OK;
        if (request->verb == LEDGER_SPEND && !hear_spend(ledger, request))
            return false;
        if (request->verb == LEDGER_FIND && !hear_find(ledger, request))
            return false;
        for (size_t i = 0; request->verb == LEDGER_COUNT && i < request->change_count; i++)
            if (!hear_count(ledger, &request->changes[i]))
                return false;
        if (request->verb == LEDGER_MEET && !hear_meet(ledger, request->meeting))
            return false;
    }
    return true;
}

/* What needs the server's time, which stands behind all of them. */
static void end_requests(struct redis_ledger *ledger, struct ledger_request *first,
                         uint64_t store_ms)
{
    for (struct ledger_request *request = first; request != NULL; request = request->item.next) {
        /* It may have been forgotten in the same moment. */
        if (request->verb == LEDGER_SPEND && request->expires_at_ms <= store_ms)
            request->result = OUTCOME_UNAVAILABLE;
        if (request->verb == LEDGER_MEET)
            end_meeting(ledger, request->meeting, store_ms);
    }
}

bool ledger_redis_run(struct redis_ledger *ledger, struct ledger_request *first)
{
    uint64_t store_ms = 0;
    bool is_note_due = tes_clock_steady_us() >= ledger->noted_us + NOTE_US;
    redis_link_allow_ms(&ledger->link, BATCH_MS);
    say_requests(ledger, first);
    say_proof(ledger, is_note_due);
    if (!hear_requests(ledger, first) || !hear_proof(ledger, is_note_due, &store_ms))
        return false;
    end_requests(ledger, first, store_ms);
    return true;
}
