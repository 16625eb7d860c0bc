/*
 * The marker of a ledger in a PostgreSQL (ledger_loss.h) is one row: since when the ledger knows
 * all that was spent, and under which server that is true. A node looks at it when it connects, and
 * whenever a batch finds that something has changed; the row is locked meanwhile, so that all nodes
 * agree. ledger_postgres_batch.c proves with each batch that nothing has changed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "store/ledger/ledger_loss.h"
#include "store/ledger/postgres/ledger_postgres.h"

/* A standby that has all takes over within this time, or it may be a copy that was brought back. */
#define FAILOVER_MAX_MS ((uint64_t)120000)

/* Clocks of nodes that are ahead have issued what has a later moment than now; but one that is too
 * far ahead is no node that anybody should be sent to. */
#define KNOWS_FROM_NOW                                                                             \
    LEDGER_POSTGRES_NOW                                                                            \
    " + least(greatest(0, $1::bigint - " LEDGER_POSTGRES_NOW                                       \
    ", (SELECT max(ahead_ms) FROM ledger_nodes)), " LEDGER_POSTGRES_APART_TEXT ")"

/* One that was removed under nodes keeps its name, and has moved: so they agree at once. $1: this
 * node's clock; $3, $4: the name and number of what is known, or NULL. */
static const char MAKE[] =
    "INSERT INTO ledger_about(id, moves, knows_from, doubt, alive_at, system, timeline, started_at,"
    " durability, count_key, written_by)"
    " SELECT coalesce($3::uuid, gen_random_uuid()), coalesce($4::bigint + 1, 0), " KNOWS_FROM_NOW
    ", $5::smallint, " LEDGER_POSTGRES_NOW
    ", (pg_control_system()).system_identifier, " LEDGER_POSTGRES_TIMELINE
    ", pg_postmaster_start_time(), " LEDGER_POSTGRES_DURABILITY
    ", decode($2, 'hex'), pg_current_xact_id() ON CONFLICT(only_row) DO NOTHING";

/* $1: the last key that was told to be first, or NULL. */
static const char FIND[] =
    "SELECT " LEDGER_POSTGRES_MARK ", " LEDGER_POSTGRES_NOW ", alive_at,"
    " system <> (pg_control_system()).system_identifier OR written_by::xid <> xmin,"
    " timeline <> " LEDGER_POSTGRES_TIMELINE ", started_at <> pg_postmaster_start_time(),"
    " durability, " LEDGER_POSTGRES_DURABILITY ","
    " $1::uuid IS NOT NULL AND NOT EXISTS(SELECT FROM ledger_spent WHERE key = $1::uuid)"
    " FROM ledger_about FOR UPDATE";

/* $1: this node's clock; $2: whether it knows from now on only; $3: durability; $4: why. */
static const char AGREE[] =
    "UPDATE ledger_about SET moves = moves + $2::integer,"
    " knows_from = CASE $2 WHEN '1' THEN " KNOWS_FROM_NOW " ELSE knows_from END,"
    " doubt = CASE $2 WHEN '1' THEN $4::smallint ELSE doubt END,"
    " alive_at = " LEDGER_POSTGRES_NOW ", system = (pg_control_system()).system_identifier,"
    " timeline = " LEDGER_POSTGRES_TIMELINE ", started_at = pg_postmaster_start_time(),"
    " durability = $3::smallint, written_by = pg_current_xact_id()"
    " RETURNING " LEDGER_POSTGRES_MARK ", knows_from, encode(count_key, 'hex'), doubt";

/* What the row says, and how the server is now. */
struct found {
    char mark[LEDGER_POSTGRES_MARK_MAX];
    uint64_t now_ms, alive_at_ms;
    bool is_copy, is_promoted, is_restarted, lacks_last;
    int durability, durability_now;
};

static bool run(struct postgres_ledger *ledger, const char *sql,
                const struct postgres_values *values, PGresult **rows)
{
    *rows = postgres_link_ask(&ledger->link, sql, values);
    return *rows != NULL;
}

/* Makes the row where there is none, whoever comes first. */
static bool make(struct postgres_ledger *ledger, enum ledger_doubt doubt, bool *is_new)
{
    struct postgres_values values = {0};
    char text[2 * sizeof ledger->shared.count_key + 1];
    uint8_t fresh[sizeof ledger->shared.count_key];
    struct tes_buf hex = tes_buf_on(text, sizeof text);
    PGresult *rows;
    /* Nodes that count already go on counting together. */
    memcpy(fresh, ledger->shared.count_key, sizeof fresh);
    if (*ledger->mark == '\0' && !tes_entropy(fresh, sizeof fresh))
        return false;
    tes_hex_encode(&hex, fresh, sizeof fresh);
    postgres_values_add_number(&values, (int64_t)tes_clock_wall_ms());
    postgres_values_add(&values, tes_buf_done(&hex));
    /* ID/MOVES/KNOWS_FROM */
    size_t id = strcspn(ledger->mark, "/"), moves = strcspn(ledger->mark + id + (id > 0), "/");
    postgres_values_add_or_null(&values, (struct tes_slice){ledger->mark, id});
    postgres_values_add_or_null(&values, (struct tes_slice){ledger->mark + id + (id > 0), moves});
    postgres_values_add_number(&values, (int)doubt);
    bool done = run(ledger, MAKE, &values, &rows);
    *is_new = done && strcmp(ledger->server.pq->cmdTuples(rows), "1") == 0;
    ledger->server.pq->clear(rows);
    return done;
}

static bool find(struct postgres_ledger *ledger, struct found *found)
{
    const struct postgres_library *pq = ledger->server.pq;
    struct postgres_values values = {0};
    char text[2 * LEDGER_POSTGRES_HASH_MAX + 1];
    struct tes_buf hex = tes_buf_on(text, sizeof text);
    PGresult *rows;
    if (ledger->last_expires_at_ms > 0)
        tes_hex_encode(&hex, ledger->last_hash, sizeof ledger->last_hash);
    postgres_values_add_or_null(&values, tes_buf_done(&hex));
    bool done = run(ledger, FIND, &values, &rows) && pq->ntuples(rows) == 1;
    if (done) {
        snprintf(found->mark, sizeof found->mark, "%s", pq->getvalue(rows, 0, 0));
        found->now_ms = strtoull(pq->getvalue(rows, 0, 1), NULL, 10);
        found->alive_at_ms = strtoull(pq->getvalue(rows, 0, 2), NULL, 10);
        found->is_copy = *pq->getvalue(rows, 0, 3) == 't';
        found->is_promoted = *pq->getvalue(rows, 0, 4) == 't';
        found->is_restarted = *pq->getvalue(rows, 0, 5) == 't';
        found->durability = atoi(pq->getvalue(rows, 0, 6));
        found->durability_now = atoi(pq->getvalue(rows, 0, 7));
        found->lacks_last = *pq->getvalue(rows, 0, 8) == 't';
    }
    pq->clear(rows);
    return done;
}

/* Whether it is another ledger than this node knew, or an older one: ID/MOVES/KNOWS_FROM. */
static bool is_another(const char *known, const char *found)
{
    size_t id = strcspn(known, "/");
    if (*known == '\0')
        return false;
    return strncmp(known, found, id + 1) != 0 ||
           strtoull(found + id + 1, NULL, 10) < strtoull(known + id + 1, NULL, 10);
}

static enum ledger_doubt doubt_of(const struct postgres_ledger *ledger, const struct found *found,
                                  bool is_new)
{
    bool is_known = *ledger->mark != '\0';
    uint64_t idle_ms = found->now_ms > found->alive_at_ms ? found->now_ms - found->alive_at_ms : 0;
    /* What this node knows of the settings may not have come to a standby that took over. */
    int durability = found->durability;
    if (is_known && ledger->durability < durability)
        durability = ledger->durability;
    const struct ledger_loss_facts facts = {
        .is_there = !is_new,
        .is_known = is_known,
        /* Nodes note every few seconds that they use it: one that spends nothing notices a copy,
         * too. */
        .is_older = found->is_copy || found->alive_at_ms < ledger->seen_alive_ms ||
                    is_another(ledger->mark, found->mark),
        .is_changed = found->is_promoted || found->is_restarted,
        .was_seen = is_known,
        .keeps_all = (!found->is_promoted || (durability >= 2 && idle_ms <= FAILOVER_MAX_MS)) &&
                     (!found->is_restarted || durability >= 1),
        .lacks_last = found->lacks_last && found->now_ms < ledger->last_expires_at_ms,
        .idle_ms = idle_ms,
    };
    return ledger_loss_judge(&facts);
}

/* Takes over what all nodes know now; `doubt` is why this node has moved it. */
static void take_over(struct postgres_ledger *ledger, PGresult *rows, enum ledger_doubt doubt)
{
    const struct postgres_library *pq = ledger->server.pq;
    snprintf(ledger->mark, sizeof ledger->mark, "%s", pq->getvalue(rows, 0, 0));
    if (doubt != LEDGER_DOUBT_NONE)
        ledger->last_expires_at_ms = 0;
    ledger_loss_take(&ledger->shared, doubt, (enum ledger_doubt)atoi(pq->getvalue(rows, 0, 3)),
                     strtoull(pq->getvalue(rows, 0, 1), NULL, 10));
}

/* Once: from then on others may read it. */
static bool take_count_key(struct postgres_ledger *ledger, const char *hex)
{
    return *ledger->mark != '\0' || tes_hex_decode(tes_slice_of(hex), ledger->shared.count_key,
                                                   sizeof ledger->shared.count_key);
}

static bool agree(struct postgres_ledger *ledger, const struct found *found, bool is_new,
                  enum ledger_doubt doubt)
{
    const struct postgres_library *pq = ledger->server.pq;
    struct postgres_values values = {0};
    PGresult *rows;
    /* One that is new knows from now on already. What was not flushed while fsync was off is not
     * flushed by turning it on. */
    bool moves = doubt != LEDGER_DOUBT_NONE && !is_new;
    int kept = found->durability == 0 && !moves ? 0 : found->durability_now;
    postgres_values_add_number(&values, (int64_t)tes_clock_wall_ms());
    postgres_values_add(&values, moves ? TES_SLICE("1") : TES_SLICE("0"));
    postgres_values_add_number(&values, kept);
    postgres_values_add_number(&values, (int)doubt);
    bool done = run(ledger, AGREE, &values, &rows) && pq->ntuples(rows) == 1 &&
                take_count_key(ledger, pq->getvalue(rows, 0, 2)) && ledger_postgres_commit(ledger);
    if (done) {
        take_over(ledger, rows, doubt);
        ledger->durability = kept;
        ledger->seen_alive_ms = found->now_ms;
    }
    pq->clear(rows);
    return done;
}

bool ledger_postgres_look(struct postgres_ledger *ledger)
{
    struct found found;
    bool is_new, is_first = *ledger->mark == '\0';
    enum ledger_doubt if_new = is_first ? LEDGER_DOUBT_NEW : LEDGER_DOUBT_EMPTIED;
    if (!ledger_postgres_begin(ledger) || !make(ledger, if_new, &is_new) || !find(ledger, &found) ||
        !agree(ledger, &found, is_new, doubt_of(ledger, &found, is_new)))
        return false;
    if (is_first)
        ledger->shared.alive_at_ms = found.alive_at_ms;
    ledger->is_looked_at = true;
    return true;
}
