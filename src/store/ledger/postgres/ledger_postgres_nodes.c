/* Nodes that meet in the ledger: each says what it is, and finds out who else is there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "os/clock.h"
#include "store/ledger/postgres/ledger_postgres.h"

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
static bool is_fit(const char *text, size_t max)
{
    struct tes_slice slice = tes_slice_of(text);
    return slice.length <= max && tes_utf8_valid(slice);
}

static bool can_meet(const struct ledger_meeting *meeting)
{
    return is_fit(meeting->id, LEDGER_NODE_ID_MAX) && *meeting->id != '\0' &&
           (meeting->text == NULL || is_fit(meeting->text, LEDGER_NODE_TEXT_MAX));
}

static bool send_own(struct postgres_ledger *ledger, const struct ledger_meeting *meeting)
{
    struct postgres_values values = {0};
    postgres_values_add(&values, tes_slice_of(meeting->id));
    if (meeting->text == NULL)
        return postgres_link_send_values(&ledger->link, LEAVE, &values);
    postgres_values_add(&values, tes_slice_of(meeting->text));
    postgres_values_add_number(&values, (int64_t)tes_clock_wall_ms());
    return postgres_link_send_values(&ledger->link, SAY, &values);
}

bool ledger_postgres_send_meeting(struct postgres_ledger *ledger, struct ledger_request *request)
{
    struct postgres_values forget = {0}, meet = {0};
    request->result = can_meet(request->meeting) ? OUTCOME_OK : OUTCOME_UNAVAILABLE;
    if (request->result == OUTCOME_UNAVAILABLE)
        return true;
    postgres_values_add_number(&forget, (int64_t)LEDGER_NODE_GONE_MS);
    postgres_values_add_number(&meet, (int64_t)LEDGER_NODE_GONE_MS);
    postgres_values_add_number(&meet, LEDGER_NODES_MAX);
    return send_own(ledger, request->meeting) &&
           postgres_link_send_values(&ledger->link, FORGET_NODES, &forget) &&
           postgres_link_send_values(&ledger->link, MEET, &meet);
}

void ledger_postgres_read_meeting(struct postgres_ledger *ledger, struct ledger_meeting *meeting,
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
