#include "store/ledger/redis/redis_marker.h"

#include <string.h>

#include "base/codec.h"
#include "os/entropy.h"

#define FORM      "1"
#define KEEPS_MAX (REDIS_KEEPS_RESTART | REDIS_KEEPS_FAILOVER)
#define ID_BYTES  (REDIS_ID_HEX / 2)
/* Moments are cut to milliseconds, of two clocks: what was issued in the same one is before it. */
#define ROUNDED_MS 2

/* ------------------------------------------------------------------- text */

static bool take_word(struct tes_slice *rest, char *text, size_t length)
{
    struct tes_slice word = tes_slice_cut(rest, ' ');
    if (word.length != length)
        return false;
    memcpy(text, word.at, length);
    text[length] = '\0';
    return true;
}

static bool take_hex(struct tes_slice *rest, char text[REDIS_ID_HEX + 1])
{
    uint8_t bytes[ID_BYTES];
    return take_word(rest, text, REDIS_ID_HEX) &&
           tes_hex_decode((struct tes_slice){text, REDIS_ID_HEX}, bytes, sizeof bytes);
}

bool redis_marker_read(struct redis_marker *marker, struct tes_slice text)
{
    uint64_t doubt, keeps;
    struct tes_slice rest = text;
    *marker = (struct redis_marker){.keeps = 0};
    if (text.length > REDIS_MARKER_MAX || memchr(text.at != NULL ? text.at : "", '\0', text.length))
        return false;
    if (!tes_slice_equal(tes_slice_cut(&rest, ' '), TES_SLICE(FORM)) ||
        !take_hex(&rest, marker->id) || !take_hex(&rest, marker->count_key) ||
        !tes_slice_number(tes_slice_cut(&rest, ' '), INT64_MAX, &marker->knows_from_ms) ||
        !tes_slice_number(tes_slice_cut(&rest, ' '), LEDGER_DOUBT_CLOCK, &doubt) ||
        !tes_slice_number(tes_slice_cut(&rest, ' '), KEEPS_MAX, &keeps) ||
        !take_word(&rest, marker->run, REDIS_RUN_MAX) ||
        !take_word(&rest, marker->timeline, REDIS_RUN_MAX) || rest.at != NULL)
        return false;
    marker->doubt = (enum ledger_doubt)doubt;
    marker->keeps = (unsigned)keeps;
    return true;
}

void redis_marker_write(const struct redis_marker *marker, struct tes_buf *text)
{
    tes_buf_text(text, FORM " ");
    tes_buf_text(text, marker->id);
    tes_buf_char(text, ' ');
    tes_buf_text(text, marker->count_key);
    tes_buf_char(text, ' ');
    tes_buf_number(text, (int64_t)marker->knows_from_ms);
    tes_buf_char(text, ' ');
    tes_buf_number(text, marker->doubt);
    tes_buf_char(text, ' ');
    tes_buf_number(text, marker->keeps);
    tes_buf_char(text, ' ');
    tes_buf_text(text, marker->run);
    tes_buf_char(text, ' ');
    tes_buf_text(text, marker->timeline);
}

/* --------------------------------------------------------------- decisions */

static bool is_same_timeline(const struct redis_found *found)
{
    if (strcmp(found->facts.timeline, found->marker.timeline) == 0)
        return true;
    /* A process that goes on picks a new one when its first replica comes, and when the last one is
     * gone for long: only then it has no history before it. */
    return strcmp(found->facts.run, found->marker.run) == 0 && found->facts.before[0] == '\0';
}

/* Whether a moment is later than any good clock can have said: then it is of one that was wrong,
 * and would refuse everybody until it comes. */
static bool is_to_come(const struct redis_found *found, uint64_t moment_ms)
{
    return moment_ms > found->store_ms + 2 * REDIS_CLOCKS_APART_MS;
}

/* Whether this process has used the ledger until its server went. One that starts now, or that was
 * cut off while other nodes went on, can't tell files that were put back from a copy. */
static bool is_witness(const struct redis_memory *memory, const struct redis_found *found)
{
    return memory->has_marker && found->alive_ms <= memory->seen_ms + REDIS_MISSED_MS;
}

/* Whether another run of the server, or another server, has all that this one acknowledged. */
static bool has_kept_all(const struct redis_found *found)
{
    const struct redis_facts *facts = &found->facts;
    if (facts->before[0] == '\0')
        return (found->marker.keeps & REDIS_KEEPS_RESTART) != 0 && redis_facts_keep_all(facts);
    /* A server that has loaded a snapshot of its own looks like a replica that was promoted; but
     * only the replica ran already when the last note came to it. */
    bool ran_before = facts->up_s * 1000 >= REDIS_STARTED_MS &&
                      found->store_ms - facts->up_s * 1000 + REDIS_STARTED_MS <= found->alive_ms;
    return (found->marker.keeps & REDIS_KEEPS_FAILOVER) != 0 && found->wait > 0 && ran_before &&
           strcmp(facts->before, found->marker.timeline) == 0;
}

/* Whether it lacks something that this process remembers. Where another node has found a loss since
 * then, the batches are counted anew. */
static bool is_older(const struct redis_memory *memory, const struct redis_found *found)
{
    if (!memory->has_marker)
        return false;
    return strcmp(found->marker.id, memory->marker.id) == 0
               ? found->beat < memory->beat
               : found->marker.knows_from_ms < memory->marker.knows_from_ms;
}

enum ledger_doubt redis_marker_doubt(const struct redis_memory *memory,
                                     const struct redis_found *found)
{
    bool is_same_marker = strcmp(found->marker.id, memory->marker.id) == 0;
    const struct ledger_loss_facts facts = {
        .is_there = found->has_marker,
        .is_known = memory->has_marker,
        .is_older = is_older(memory, found),
        /* Nodes that find a loss leave this key as it is. */
        .is_other =
            memory->has_marker && strcmp(found->marker.count_key, memory->marker.count_key) != 0,
        /* Where another node has found it out first, the moment has moved already. */
        .is_ahead = (memory->has_forgotten && is_same_marker) ||
                    is_to_come(found, found->marker.knows_from_ms),
        .is_changed = !is_same_timeline(found),
        .was_seen = is_witness(memory, found),
        .keeps_all = has_kept_all(found),
    };
    return ledger_loss_judge(&facts);
}

static bool pick(char hex[REDIS_ID_HEX + 1])
{
    uint8_t bytes[ID_BYTES];
    struct tes_buf text = tes_buf_on(hex, REDIS_ID_HEX);
    if (!tes_entropy(bytes, sizeof bytes))
        return false;
    tes_hex_encode(&text, bytes, sizeof bytes);
    hex[REDIS_ID_HEX] = '\0';
    return true;
}

static unsigned keeps_now(const struct redis_found *found)
{
    bool all_have_it = found->wait > 0 && found->wait >= found->facts.replicas;
    return (redis_facts_keep_all(&found->facts) ? (unsigned)REDIS_KEEPS_RESTART : 0) |
           (all_have_it ? (unsigned)REDIS_KEEPS_FAILOVER : 0);
}

bool redis_marker_next(const struct redis_memory *memory, const struct redis_found *found,
                       struct redis_marker *next)
{
    enum ledger_doubt doubt = redis_marker_doubt(memory, found);
    *next = found->has_marker ? found->marker : memory->marker;
    if (next->count_key[0] == '\0' && !pick(next->count_key))
        return false;
    /* Within one timeline something can only get worse: what was acknowledged before a setting got
     * better was acknowledged without it. */
    next->keeps = keeps_now(found);
    if (found->has_marker && doubt == LEDGER_DOUBT_NONE && is_same_timeline(found))
        next->keeps &= found->marker.keeps;
    memcpy(next->run, found->facts.run, sizeof next->run);
    memcpy(next->timeline, found->facts.timeline, sizeof next->timeline);
    if (doubt == LEDGER_DOUBT_NONE)
        return true;
    /* Tokens say when they were issued by the clocks of nodes, the quickest of which is so far
     * ahead. */
    next->knows_from_ms = found->store_ms + found->lead_ms + ROUNDED_MS;
    const uint64_t before_ms[] = {found->marker.knows_from_ms, memory->marker.knows_from_ms};
    for (size_t i = 0; i < sizeof before_ms / sizeof before_ms[0]; i++)
        if (before_ms[i] > next->knows_from_ms && !is_to_come(found, before_ms[i]))
            next->knows_from_ms = before_ms[i];
    next->doubt = doubt;
    return pick(next->id);
}
