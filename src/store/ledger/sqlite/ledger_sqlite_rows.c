/*
 * The rows of the ledger's file: what is spent, and what was counted. Everything here runs inside
 * of the writer's transaction (ledger_sqlite.c).
 */
#include <string.h>

#include "base/utf8.h"
#include "os/entropy.h"
#include "store/ledger/sqlite/ledger_sqlite.h"

#define SWEEP_LEAST 16 /* rows that a batch looks at, beside SWEEP_RATIO times its own number */
#define SWEEP_RATIO 4
/* Counters are kept for so long after the end of their window: clocks of those who share them may
 * differ. */
#define COUNTED_LATE_S 300

static const char spent_table[] = "CREATE TABLE IF NOT EXISTS spent("
                                  " key TEXT PRIMARY KEY NOT NULL,"
                                  " expires_at INTEGER NOT NULL"
                                  ") WITHOUT ROWID;";

/* Only where counts are shared. */
static const char counted_tables[] = "CREATE TABLE IF NOT EXISTS counted("
                                     " ends_at INTEGER NOT NULL,"
                                     " key INTEGER NOT NULL,"
                                     " count INTEGER NOT NULL,"
                                     " PRIMARY KEY (ends_at, key)"
                                     ") WITHOUT ROWID;"
                                     "CREATE TABLE IF NOT EXISTS count_key("
                                     " only_row INTEGER PRIMARY KEY CHECK (only_row = 1),"
                                     " key BLOB NOT NULL CHECK (length(key) = 16));";

static const char *const texts[LEDGER_STATEMENT_COUNT] = {
    [LEDGER_BEGIN] = "BEGIN IMMEDIATE",
    [LEDGER_COMMIT] = "COMMIT",
    /* Changes one row where the key is new or expired, none where it is spent. */
    [LEDGER_INSERT] = ("INSERT INTO spent(key, expires_at) VALUES(?1, ?2)"
                       " ON CONFLICT(key) DO UPDATE SET expires_at = excluded.expires_at"
                       " WHERE spent.expires_at <= ?3"),
    [LEDGER_FIND_KEY] = "SELECT 1 FROM spent WHERE key = ?1 AND expires_at > ?2",
    [LEDGER_SWEEP_END] = "SELECT key FROM spent WHERE key > ?1 ORDER BY key LIMIT 1 OFFSET ?2",
    [LEDGER_SWEEP] = "DELETE FROM spent WHERE key > ?1 AND key <= ?2 AND expires_at <= ?3",
    [LEDGER_SWEEP_REST] = "DELETE FROM spent WHERE key > ?1 AND expires_at <= ?3",
    [LEDGER_ADD] = ("INSERT INTO counted(ends_at, key, count) VALUES(?1, ?2, max(?3, 0))"
                    " ON CONFLICT(ends_at, key) DO UPDATE"
                    " SET count = min(max(count + ?3, 0), 4294967295) RETURNING count"),
    [LEDGER_FORGET_COUNTED] = ("DELETE FROM counted WHERE (ends_at, key) IN"
                               " (SELECT ends_at, key FROM counted WHERE ends_at <= ?1 LIMIT ?2)"),
};

bool ledger_sqlite_make_tables(struct sqlite_ledger *ledger)
{
    return sqlite_file_execute(ledger->db, spent_table) &&
           (!ledger->shared.has_count_key || sqlite_file_execute(ledger->db, counted_tables));
}

bool ledger_sqlite_prepare(struct sqlite_ledger *ledger)
{
    for (size_t i = 0; i < LEDGER_STATEMENT_COUNT; i++) {
        if (i >= LEDGER_ADD && !ledger->shared.has_count_key)
            break;
        ledger->statements[i] = sqlite_file_prepare(ledger->db, texts[i]);
        if (ledger->statements[i] == NULL)
            return false;
    }
    return true;
}

bool ledger_sqlite_run(struct sqlite_ledger *ledger, enum ledger_sqlite_statement which)
{
    return sqlite_file_run(ledger->statements[which]);
}

/* ----------------------------------------------------------------- spent */

/* Keys are text where they can be, for whoever looks into the file; SQLite leaves text with NUL or
 * with bytes that are not UTF-8 undefined, so such a key is a blob. One key is always the same. */
static int bind_key(sqlite3_stmt *statement, struct tes_slice key)
{
    bool is_text = memchr(key.at, '\0', key.length) == NULL && tes_utf8_valid(key);
    return is_text ? sqlite3_bind_text(statement, 1, key.at, (int)key.length, SQLITE_STATIC)
                   : sqlite3_bind_blob(statement, 1, key.at, (int)key.length, SQLITE_STATIC);
}

/* An owner lies beside what it has spent, as a key that nobody spends: written in the same
 * transaction, forgotten with it, and of no concern to servers that know of no owners. */
static struct tes_slice owner_key(const struct ledger_request *request)
{
    return (struct tes_slice){(const char *)request->owner, LEDGER_OWNER_BYTES};
}

static bool insert(struct sqlite_ledger *ledger, const struct ledger_request *request,
                   struct tes_slice key, bool *is_new)
{
    sqlite3_stmt *statement = ledger->statements[LEDGER_INSERT];
    /* What SQLite's integers can't hold would turn negative: expired at once. */
    uint64_t expires_at_ms =
        request->expires_at_ms < INT64_MAX ? request->expires_at_ms : INT64_MAX;
    if (bind_key(statement, key) != SQLITE_OK)
        return false;
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)expires_at_ms);
    sqlite3_bind_int64(statement, 3, (sqlite3_int64)request->now_ms);
    bool done = ledger_sqlite_run(ledger, LEDGER_INSERT);
    /* Let go of the caller's memory: it ends with the call. */
    sqlite3_clear_bindings(statement);
    *is_new = done && sqlite3_changes(ledger->db) > 0;
    return done;
}

static bool find_own(struct sqlite_ledger *ledger, struct ledger_request *request)
{
    sqlite3_stmt *statement = ledger->statements[LEDGER_FIND_KEY];
    if (bind_key(statement, owner_key(request)) != SQLITE_OK)
        return false;
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)request->now_ms);
    int found = sqlite3_step(statement);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    request->result = found == SQLITE_ROW ? OUTCOME_REPEATED : OUTCOME_REPLAYED;
    return found == SQLITE_ROW || found == SQLITE_DONE;
}

static bool spend(struct sqlite_ledger *ledger, struct ledger_request *request)
{
    bool is_new, is_told = false;
    if (!insert(ledger, request, request->key, &is_new))
        return false;
    request->result = is_new ? OUTCOME_OK : OUTCOME_REPLAYED;
    if (request->owner == NULL)
        return true;
    return is_new ? insert(ledger, request, owner_key(request), &is_told)
                  : find_own(ledger, request);
}

static void bind_sweep_start(struct sqlite_ledger *ledger, enum ledger_sqlite_statement which)
{
    if (ledger->swept_to != NULL)
        sqlite3_bind_value(ledger->statements[which], 1, ledger->swept_to);
    else
        sqlite3_bind_text(ledger->statements[which], 1, "", 0, SQLITE_STATIC);
}

/* Removes what has expired among the next few rows. Going round by key needs no index on the
 * expiry, which would cost as much again as the table, and what is removed lies on few pages. Each
 * batch passes more rows than it adds, so the table stays within a constant factor of what lives.
 */
static bool sweep(struct sqlite_ledger *ledger, uint64_t now_ms, size_t batch_count)
{
    sqlite3_stmt *end = ledger->statements[LEDGER_SWEEP_END];
    bind_sweep_start(ledger, LEDGER_SWEEP_END);
    sqlite3_bind_int64(end, 2, (sqlite3_int64)(batch_count * SWEEP_RATIO + SWEEP_LEAST - 1));
    int found = sqlite3_step(end);
    sqlite3_value *swept_to =
        found == SQLITE_ROW ? sqlite3_value_dup(sqlite3_column_value(end, 0)) : NULL;
    sqlite3_reset(end);
    if (found != SQLITE_DONE && swept_to == NULL)
        return false;

    enum ledger_sqlite_statement which = swept_to != NULL ? LEDGER_SWEEP : LEDGER_SWEEP_REST;
    bind_sweep_start(ledger, which);
    if (swept_to != NULL)
        sqlite3_bind_value(ledger->statements[which], 2, swept_to);
    sqlite3_bind_int64(ledger->statements[which], 3, (sqlite3_int64)now_ms);
    sqlite3_value_free(ledger->swept_to);
    ledger->swept_to = swept_to;
    return ledger_sqlite_run(ledger, which);
}

/* --------------------------------------------------------------- counted */

/* Whoever comes first chooses it. */
bool ledger_sqlite_find_count_key(struct sqlite_ledger *ledger)
{
    uint8_t fresh[sizeof ledger->shared.count_key];
    sqlite3_stmt *insert = NULL, *find = NULL;
    bool is_found = false;
    if (!ledger->shared.has_count_key)
        return true;
    if (!tes_entropy(fresh, sizeof fresh))
        return false;
    insert = sqlite_file_prepare(ledger->db, "INSERT OR IGNORE INTO count_key VALUES(1, ?1)");
    if (insert != NULL) {
        sqlite3_bind_blob(insert, 1, fresh, sizeof fresh, SQLITE_STATIC);
        if (sqlite_file_run(insert))
            find = sqlite_file_prepare(ledger->db, "SELECT key FROM count_key");
    }
    if (find != NULL && sqlite3_step(find) == SQLITE_ROW &&
        sqlite3_column_bytes(find, 0) == (int)sizeof ledger->shared.count_key) {
        memcpy(ledger->shared.count_key, sqlite3_column_blob(find, 0),
               sizeof ledger->shared.count_key);
        is_found = true;
    }
    sqlite3_finalize(insert);
    sqlite3_finalize(find);
    return is_found;
}

static bool add(struct sqlite_ledger *ledger, struct counters_change *change)
{
    sqlite3_stmt *statement = ledger->statements[LEDGER_ADD];
    sqlite3_bind_int64(statement, 1, change->ends_at_s);
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)change->key);
    sqlite3_bind_int64(statement, 3, change->amount);
    bool done = sqlite3_step(statement) == SQLITE_ROW;
    if (done) {
        change->total = (uint64_t)sqlite3_column_int64(statement, 0);
        done = sqlite3_step(statement) == SQLITE_DONE;
    }
    sqlite3_reset(statement);
    return done;
}

static bool count(struct sqlite_ledger *ledger, struct ledger_request *request)
{
    uint64_t now_s = request->now_ms / 1000;
    /* Each process can count alone: a disk's last room is for what must be written. */
    bool has_room = disk_room_is_there(&ledger->room);
    request->result = has_room ? OUTCOME_OK : OUTCOME_UNAVAILABLE;
    for (size_t i = 0; has_room && i < request->change_count; i++)
        if (!add(ledger, &request->changes[i]))
            return false;
    sqlite3_stmt *statement = ledger->statements[LEDGER_FORGET_COUNTED];
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)now_s - COUNTED_LATE_S);
    size_t most = request->change_count * SWEEP_RATIO + SWEEP_LEAST;
    sqlite3_bind_int64(statement, 2, (sqlite3_int64)most);
    return ledger_sqlite_run(ledger, LEDGER_FORGET_COUNTED);
}

/* ------------------------------------------------------------------- all */

bool ledger_sqlite_write_rows(struct sqlite_ledger *ledger, struct ledger_request *first,
                              size_t *rows)
{
    uint64_t earliest_ms = UINT64_MAX;
    size_t spends = 0;
    *rows = 0;
    for (struct ledger_request *request = first; request != NULL; request = request->item.next) {
        if (request->verb == LEDGER_COUNT) {
            if (!count(ledger, request))
                return false;
            *rows += request->change_count;
        } else if (request->verb == LEDGER_FIND) {
            if (!find_own(ledger, request))
                return false;
        } else if (request->verb == LEDGER_SPEND) {
            if (!spend(ledger, request))
                return false;
            spends++;
            if (request->now_ms < earliest_ms)
                earliest_ms = request->now_ms;
        }
    }
    *rows += spends;
    return spends == 0 || sweep(ledger, earliest_ms, spends);
}
