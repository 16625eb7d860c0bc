/*
 * A batch of requests, as one transaction and one journey: a pipeline of statements with the proof
 * behind them that the ledger is still the one that is known. Whatever goes wrong fails the batch;
 * what it has written may be there all the same, and is spent then: nothing is tried again.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "os/clock.h"
#include "store/ledger/postgres/ledger_postgres.h"

#define ALIVE_EVERY_US 10000000

#define NOTE_ALIVE                                                                                 \
    "UPDATE ledger_about SET alive_at = " LEDGER_POSTGRES_NOW ", written_by = "                    \
    "pg_current_xact_id()"
static const char ALIVE[] = NOTE_ALIVE;

/* After a failure, with a row as those that are spent: a server that is full or read-only, or whose
 * table is locked, still takes a transaction that writes nothing there. */
static const char PROBE[] = "WITH probe AS (INSERT INTO ledger_spent(key, expires_at)"
                            " VALUES(gen_random_uuid(), " LEDGER_POSTGRES_NOW ")) " NOTE_ALIVE;

/* The ledger; whether its server is the one that it says and keeps what is written as it says;
 * the server's clock; whether it keeps things better than that. */
static const char PROVE[] =
    "SELECT " LEDGER_POSTGRES_MARK ", timeline = " LEDGER_POSTGRES_TIMELINE
    " AND started_at = pg_postmaster_start_time() AND written_by::xid = xmin"
    " AND durability <= " LEDGER_POSTGRES_DURABILITY ", " LEDGER_POSTGRES_NOW ","
    " durability > 0 AND durability < " LEDGER_POSTGRES_DURABILITY ","
    " current_setting('transaction_read_only'), alive_at FROM ledger_about";

/* ----------------------------------------------------------- transactions */

static bool send_begin(struct postgres_ledger *ledger)
{
    struct postgres_values values = {0};
    /* A statement ends by itself before this node gives up on it. */
    unsigned limit_ms = ledger->link.wait_ms - ledger->link.wait_ms / 10;
    postgres_values_add_number(&values, limit_ms);
    return postgres_link_send_text(&ledger->link, LEDGER_POSTGRES_BEGIN) &&
           postgres_link_send_values(&ledger->link, LEDGER_POSTGRES_SETTINGS, &values);
}

/* The next result of the pipeline; NULL where it is not a good one. */
static PGresult *take(struct postgres_ledger *ledger)
{
    PGresult *result = postgres_link_next(&ledger->link);
    if (result != NULL && postgres_link_is_good(&ledger->link, result))
        return result;
    ledger->server.pq->clear(result);
    return NULL;
}

static bool skip(struct postgres_ledger *ledger)
{
    PGresult *result = take(ledger);
    ledger->server.pq->clear(result);
    return result != NULL;
}

/* Ends the pipeline. */
static void drain(struct postgres_ledger *ledger)
{
    PGresult *result;
    while ((result = postgres_link_next(&ledger->link)) != NULL)
        ledger->server.pq->clear(result);
}

bool ledger_postgres_begin(struct postgres_ledger *ledger)
{
    bool done = postgres_link_pipeline(&ledger->link) && send_begin(ledger) &&
                postgres_link_sync(&ledger->link) && skip(ledger) && skip(ledger);
    drain(ledger);
    return done && !ledger->link.has_failed;
}

/* A commit of what has failed is answered as a rollback; one whose standby did not answer in time,
 * with a warning. */
static bool is_committed(const struct postgres_ledger *ledger, PGresult *result)
{
    return result != NULL && !ledger->link.was_warned &&
           strcmp(ledger->server.pq->cmdStatus(result), "COMMIT") == 0;
}

bool ledger_postgres_commit(struct postgres_ledger *ledger)
{
    PGresult *result = postgres_link_ask(&ledger->link, "COMMIT", NULL);
    bool done = is_committed(ledger, result);
    ledger->server.pq->clear(result);
    return done;
}

/* --------------------------------------------------------------- meetings */

static const char SAY[] =
    "INSERT INTO ledger_nodes(id, text, said_at, ahead_ms)"
    " VALUES($1, $2, " LEDGER_POSTGRES_NOW ", $3::bigint - " LEDGER_POSTGRES_NOW ")"
    " ON CONFLICT(id) DO UPDATE SET text = excluded.text, said_at = excluded.said_at,"
    " ahead_ms = excluded.ahead_ms";
static const char LEAVE[] = "DELETE FROM ledger_nodes WHERE id = $1";
/* What somebody else deletes at this moment, or is back, is let alone. */
static const char FORGET_NODES[] =
    "DELETE FROM ledger_nodes WHERE id IN (SELECT id FROM ledger_nodes"
    " WHERE said_at < " LEDGER_POSTGRES_NOW " - $1::bigint FOR UPDATE SKIP LOCKED)";
static const char MEET[] =
    "SELECT id, text, greatest(" LEDGER_POSTGRES_NOW " - said_at, 0)"
    " FROM ledger_nodes WHERE said_at >= " LEDGER_POSTGRES_NOW " - $1::bigint"
    " ORDER BY said_at DESC, id LIMIT $2::bigint";

/* What the database would refuse, and all others of the batch with it. */
static bool is_node_text(const char *text, size_t max)
{
    struct tes_slice slice = tes_slice_of(text);
    return slice.length <= max && tes_utf8_valid(slice);
}

static bool is_meeting_good(const struct ledger_meeting *meeting)
{
    return is_node_text(meeting->id, LEDGER_NODE_ID_MAX) && *meeting->id != '\0' &&
           (meeting->text == NULL || is_node_text(meeting->text, LEDGER_NODE_TEXT_MAX));
}

static bool send_node(struct postgres_ledger *ledger, const struct ledger_meeting *meeting)
{
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(meeting->id));
    if (meeting->text == NULL)
        return postgres_link_send_values(&ledger->link, LEAVE, &values);
    postgres_values_add(&values, tes_slice_of(meeting->text));
    postgres_values_add_number(&values, (int64_t)tes_clock_wall_ms());
    return postgres_link_send_values(&ledger->link, SAY, &values);
}

/* Three statements, the last of which gives the nodes. A meeting that can't be written has
 * OUTCOME_UNAVAILABLE as its result, and sends nothing. */
static bool send_meeting(struct postgres_ledger *ledger, struct ledger_request *request)
{
    struct postgres_values forget = {0}, meet = {0};
    request->result = is_meeting_good(request->meeting) ? OUTCOME_OK : OUTCOME_UNAVAILABLE;
    if (request->result == OUTCOME_UNAVAILABLE)
        return true;
    postgres_values_add_number(&forget, (int64_t)LEDGER_NODE_GONE_MS);
    postgres_values_add_number(&meet, (int64_t)LEDGER_NODE_GONE_MS);
    postgres_values_add_number(&meet, LEDGER_NODES_MAX);
    return send_node(ledger, request->meeting) &&
           postgres_link_send_values(&ledger->link, FORGET_NODES, &forget) &&
           postgres_link_send_values(&ledger->link, MEET, &meet);
}

static void read_meeting(struct postgres_ledger *ledger, struct ledger_meeting *meeting,
                         const PGresult *rows)
{
    const struct postgres_library *pq = ledger->server.pq;
    meeting->count = 0;
    for (int row = 0; row < pq->ntuples(rows) && meeting->count < LEDGER_NODES_MAX; row++) {
        struct ledger_node *node = &meeting->nodes[meeting->count++];
        snprintf(node->id, sizeof node->id, "%s", pq->getvalue(rows, row, 0));
        snprintf(node->text, sizeof node->text, "%s", pq->getvalue(rows, row, 1));
        node->age_ms = strtoull(pq->getvalue(rows, row, 2), NULL, 10);
    }
}

/* ------------------------------------------------------------------ batch */

/* By the earliest clock of those who count. */
static bool has_counts(const struct ledger_request *first, uint64_t *now_ms)
{
    *now_ms = INT64_MAX;
    bool has = false;
    for (const struct ledger_request *each = first; each != NULL; each = each->item.next)
        if (each->verb == LEDGER_COUNT) {
            has = true;
            if (each->now_ms < *now_ms)
                *now_ms = each->now_ms;
        }
    return has;
}

static bool send_meetings(struct postgres_ledger *ledger, struct ledger_request *first)
{
    for (struct ledger_request *each = first; each != NULL; each = each->item.next)
        if (each->verb == LEDGER_MEET && !send_meeting(ledger, each))
            return false;
    return true;
}

static bool is_alive_due(const struct postgres_ledger *ledger)
{
    return ledger->has_failed || tes_clock_steady_us() >= ledger->alive_due_us;
}

static bool send_batch(struct postgres_ledger *ledger, struct ledger_request *first, bool is_noted)
{
    uint64_t counted_ms;
    return postgres_link_pipeline(&ledger->link) && send_begin(ledger) &&
           (ledger->key_count == 0 || ledger_postgres_send_spends(ledger)) &&
           (!ledger_postgres_has_owners(first) || ledger_postgres_send_owners(ledger, first)) &&
           (!has_counts(first, &counted_ms) || ledger_postgres_send_counts(ledger, counted_ms)) &&
           send_meetings(ledger, first) &&
           (!is_noted ||
            postgres_link_send_text(&ledger->link, ledger->has_failed ? PROBE : ALIVE)) &&
           postgres_link_send_text(&ledger->link, PROVE) &&
           postgres_link_send_text(&ledger->link, "COMMIT") && postgres_link_sync(&ledger->link);
}

static bool read_spends(struct postgres_ledger *ledger)
{
    PGresult *rows = take(ledger);
    if (rows != NULL)
        ledger_postgres_read_spends(ledger, rows);
    ledger->server.pq->clear(rows);
    return rows != NULL;
}

static bool read_owners(struct postgres_ledger *ledger, struct ledger_request *first)
{
    PGresult *rows = take(ledger);
    if (rows != NULL)
        ledger_postgres_read_owners(ledger, first, rows);
    ledger->server.pq->clear(rows);
    return rows != NULL;
}

static bool read_counts(struct postgres_ledger *ledger, struct ledger_request *first)
{
    PGresult *rows = ledger->change_count > 0 ? take(ledger) : NULL;
    if (ledger->change_count > 0 && rows == NULL)
        return false;
    if (rows != NULL)
        ledger_postgres_read_counts(ledger, rows);
    ledger->server.pq->clear(rows);
    for (struct ledger_request *each = first; each != NULL; each = each->item.next)
        if (each->verb == LEDGER_COUNT)
            each->result = OUTCOME_OK;
    return skip(ledger); /* what was forgotten */
}

static bool read_meetings(struct postgres_ledger *ledger, struct ledger_request *first)
{
    for (struct ledger_request *each = first; each != NULL; each = each->item.next) {
        if (each->verb != LEDGER_MEET || each->result == OUTCOME_UNAVAILABLE)
            continue;
        PGresult *rows = skip(ledger) && skip(ledger) ? take(ledger) : NULL;
        if (rows != NULL)
            read_meeting(ledger, each->meeting, rows);
        ledger->server.pq->clear(rows);
        if (rows == NULL)
            return false;
    }
    return true;
}

/* What a batch found out beside its rows. */
struct proof {
    bool is_there; /* the ledger has its row */
    bool is_same, is_better, is_read_only;
    uint64_t store_ms, alive_at_ms;
};

static bool read_proof(struct postgres_ledger *ledger, struct proof *proof)
{
    const struct postgres_library *pq = ledger->server.pq;
    PGresult *rows = take(ledger);
    if (rows != NULL && pq->ntuples(rows) == 1) {
        proof->is_same =
            strcmp(pq->getvalue(rows, 0, 0), ledger->mark) == 0 && *pq->getvalue(rows, 0, 1) == 't';
        proof->store_ms = strtoull(pq->getvalue(rows, 0, 2), NULL, 10);
        proof->is_better = *pq->getvalue(rows, 0, 3) == 't';
        proof->is_read_only = strcmp(pq->getvalue(rows, 0, 4), "on") == 0;
        proof->alive_at_ms = strtoull(pq->getvalue(rows, 0, 5), NULL, 10);
    }
    pq->clear(rows);
    return rows != NULL;
}

static bool read_batch(struct postgres_ledger *ledger, struct ledger_request *first, bool is_noted,
                       struct proof *proof)
{
    uint64_t counted_ms;
    bool done = skip(ledger) && skip(ledger) && (ledger->key_count == 0 || read_spends(ledger)) &&
                (!ledger_postgres_has_owners(first) || read_owners(ledger, first)) &&
                (!has_counts(first, &counted_ms) || read_counts(ledger, first)) &&
                read_meetings(ledger, first) && (!is_noted || skip(ledger)) &&
                read_proof(ledger, proof);
    PGresult *result = done ? take(ledger) : NULL;
    done = is_committed(ledger, result);
    ledger->server.pq->clear(result);
    drain(ledger);
    return done && !ledger->link.has_failed;
}

/* Why a batch that was committed does not count. */
static enum ledger_problem judge_proof(struct postgres_ledger *ledger, const struct proof *proof,
                                       uint64_t sent_ms)
{
    ledger->is_looked_at = proof->is_same && !proof->is_better;
    if (proof->is_read_only)
        return LEDGER_PROBLEM_READ_ONLY;
    if (!proof->is_same)
        return LEDGER_PROBLEM_ANOTHER;
    if (proof->store_ms + LEDGER_POSTGRES_APART_MS < sent_ms)
        return LEDGER_PROBLEM_CLOCK_BEHIND;
    return proof->store_ms > tes_clock_wall_ms() + LEDGER_POSTGRES_APART_MS
               ? LEDGER_PROBLEM_CLOCK_AHEAD
               : LEDGER_PROBLEM_NONE;
}

/* What was told to be first last is looked for when the server comes back. */
static void note_last(struct postgres_ledger *ledger)
{
    for (size_t i = 0; i < ledger->key_count; i++)
        if (ledger->keys[i].request->result == OUTCOME_OK) {
            memcpy(ledger->last_hash, ledger->keys[i].hash, sizeof ledger->last_hash);
            ledger->last_expires_at_ms = ledger->keys[i].request->expires_at_ms;
        }
}

/* What needs the server's time, which stands behind all of them. */
static void end_requests(struct ledger_request *first, uint64_t store_ms)
{
    for (struct ledger_request *each = first; each != NULL; each = each->item.next) {
        /* Its row may have been swept: a node whose clock stood still takes it for good. */
        if (each->verb == LEDGER_SPEND && each->expires_at_ms <= store_ms)
            each->result = OUTCOME_UNAVAILABLE;
        if (each->verb == LEDGER_MEET)
            each->meeting->store_ms = store_ms;
    }
}

enum ledger_problem ledger_postgres_write_batch(struct postgres_ledger *ledger,
                                                struct ledger_request *first)
{
    struct proof proof = {0};
    bool is_noted = is_alive_due(ledger);
    uint64_t sent_ms = tes_clock_wall_ms();
    if (!ledger_postgres_gather(ledger, first))
        return LEDGER_PROBLEM_NO_MEMORY;
    if (!send_batch(ledger, first, is_noted) || !read_batch(ledger, first, is_noted, &proof))
        return LEDGER_PROBLEM_STORE;
    enum ledger_problem problem = judge_proof(ledger, &proof, sent_ms);
    if (problem != LEDGER_PROBLEM_NONE)
        return problem;
    end_requests(first, proof.store_ms);
    note_last(ledger);
    ledger->seen_alive_ms = proof.alive_at_ms;
    if (ledger->key_count > 0)
        ledger_postgres_sweep_to(ledger->sweep, ledger_postgres_earliest_ms(ledger));
    if (is_noted)
        ledger->alive_due_us = tes_clock_steady_us() + ALIVE_EVERY_US;
    return LEDGER_PROBLEM_NONE;
}
