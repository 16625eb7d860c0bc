#include "store/db/postgres/postgres_link.h"

#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "store/db/deadline.h"

/* Statements end by themselves before their link gives up on them, or they would go on without
 * anybody waiting for them. Moments and bytes come in one form, whatever the database's own is. */
#define SETTINGS_TEXT                                                                              \
    "SET statement_timeout = %u; SET lock_timeout = %u;"                                           \
    " SET idle_in_transaction_session_timeout = '60s';"                                            \
    " SET TimeZone = 'UTC'; SET DateStyle = 'ISO'; SET bytea_output = 'hex'"

/* ------------------------------------------------------------- connection */

void postgres_link_close(struct postgres_link *link)
{
    if (link->connection != NULL)
        link->server->pq->finish(link->connection);
    link->connection = NULL;
}

static bool fail(struct postgres_link *link, const char *message)
{
    postgres_server_note(link->server, message);
    link->has_failed = true;
    link->state[0] = '\0';
    postgres_link_close(link);
    return false;
}

static bool fail_as_told(struct postgres_link *link)
{
    return fail(link, link->connection != NULL ? link->server->pq->errorMessage(link->connection)
                                               : "out of memory");
}

/* Waits for the socket; false where it is too late. */
static bool wait_for(struct postgres_link *link, short events)
{
    return deadline_wait(link->until_us, link->server->pq->socket(link->connection), events) ||
           fail(link, "it does not answer");
}

/* Said beside the results: that a commit was not waited for, mostly. */
static void note_warning(void *context, const char *message)
{
    struct postgres_link *link = context;
    link->was_warned = true;
    postgres_server_note(link->server, message);
}

static bool connect_host(struct postgres_link *link, const struct postgres_host *host)
{
    const struct postgres_library *pq = link->server->pq;
    /* What stands before the address can be changed by it, what stands behind it can't; and what is
     * empty has no say. */
    const struct {
        const char *name, *value;
    } SAID[] = {{"fallback_application_name", "tessera"},
                {"tcp_user_timeout", "10000"},
                {"dbname", link->server->address},
                {"client_encoding", "UTF8"},
#define PART(name) {#name, host != NULL ? host->name : ""},
                POSTGRES_HOST_PARTS(PART)
#undef PART
                    {"target_session_attrs", link->needs_writes ? "read-write" : ""}};
    const char *names[sizeof SAID / sizeof SAID[0] + 1], *values[sizeof SAID / sizeof SAID[0] + 1];
    for (size_t i = 0; i < sizeof SAID / sizeof SAID[0]; i++) {
        names[i] = SAID[i].name;
        values[i] = SAID[i].value;
    }
    names[sizeof SAID / sizeof SAID[0]] = values[sizeof SAID / sizeof SAID[0]] = NULL;
    link->connection = pq->connectStartParams(names, values, 1);
    if (link->connection == NULL || pq->status(link->connection) == CONNECTION_BAD)
        return fail_as_told(link);
    pq->setNoticeProcessor(link->connection, note_warning, link);
    PostgresPollingStatusType polled = PGRES_POLLING_WRITING;
    while (polled != PGRES_POLLING_OK) {
        if (polled == PGRES_POLLING_FAILED)
            return fail_as_told(link);
        if (!wait_for(link, polled == PGRES_POLLING_READING ? POLLIN : POLLOUT))
            return false;
        polled = pq->connectPoll(link->connection);
    }
    return pq->setnonblocking(link->connection, 1) == 0 || fail_as_told(link);
}

/* Of several hosts, each has its share of the time. The next call begins with the next one. */
static bool connect_link(struct postgres_link *link)
{
    size_t count = link->server->host_count;
    uint64_t until_us = link->until_us;
    bool done = false;
    if (count == 0)
        return connect_host(link, NULL);
    for (size_t left = count; !done && left > 0 && deadline_left_ms(until_us) > 0; left--) {
        link->until_us = deadline_share(until_us, left);
        done = connect_host(link, &link->server->hosts[link->host % count]);
        if (!done)
            link->host = (link->host + 1) % count;
    }
    link->until_us = until_us;
    link->has_failed = !done;
    return done;
}

static PGresult *one_result(struct postgres_link *link);

static bool prepare(struct postgres_link *link)
{
    Oid types[POSTGRES_VALUES_MAX];
    for (size_t i = 0; i < POSTGRES_VALUES_MAX; i++)
        types[i] = POSTGRES_TEXT_TYPE;
    for (const struct postgres_statement *statement = link->statements;
         statement != NULL && statement->name != NULL; statement++) {
        if (link->server->pq->sendPrepare(link->connection, statement->name, statement->sql,
                                          statement->count, types) == 0)
            return fail_as_told(link);
        PGresult *result = one_result(link);
        link->server->pq->clear(result);
        if (result == NULL)
            return false;
    }
    return true;
}

/* A server that is there, but on which the statements can't be prepared, does not do its part. */
static bool open_connection(struct postgres_link *link)
{
    char settings[256];
    snprintf(settings, sizeof settings, SETTINGS_TEXT, link->wait_ms - link->wait_ms / 10,
             link->wait_ms - link->wait_ms / 5);
    if (connect_link(link) &&
        (link->has_own_settings || postgres_link_run_script(link, settings)) && prepare(link)) {
        link->was_warned = false; /* of the database as such, and of nothing that was done */
        return true;
    }
    postgres_link_close(link);
    link->has_failed = true;
    return false;
}

/* Whether the connection was closed from the other end meanwhile: by a restart, mostly. */
static bool is_closed(struct postgres_link *link)
{
    const struct postgres_library *pq = link->server->pq;
    return !deadline_is_quiet(pq->socket(link->connection)) &&
           (pq->consumeInput(link->connection) == 0 ||
            pq->status(link->connection) != CONNECTION_OK);
}

bool postgres_link_begin(struct postgres_link *link)
{
    link->has_failed = link->was_warned = false;
    link->state[0] = '\0';
    if (!postgres_server_allows(link->server)) {
        link->until_us = 0; /* no call: nothing to report at its end */
        return false;
    }
    link->until_us = deadline_in_ms(link->wait_ms);
    if (link->connection != NULL && is_closed(link))
        postgres_link_close(link);
    return link->connection != NULL || open_connection(link);
}

void postgres_link_end(struct postgres_link *link)
{
    if (link->until_us != 0)
        postgres_server_report(link->server, !link->has_failed);
    link->until_us = 0;
}

/* -------------------------------------------------------------- statements */

bool postgres_link_is_good(struct postgres_link *link, const PGresult *result)
{
    switch (link->server->pq->resultStatus(result)) {
    case PGRES_COMMAND_OK:
    case PGRES_TUPLES_OK:
    case PGRES_PIPELINE_SYNC:
        return true;
    default:
        break;
    }
    const char *state = link->server->pq->resultErrorField(result, PG_DIAG_SQLSTATE);
    const char *message = link->server->pq->resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
    if (link->state[0] == '\0') { /* the first one says most */
        snprintf(link->state, sizeof link->state, "%s", state != NULL ? state : "?");
        if (message != NULL)
            postgres_server_note(link->server, message);
    }
    return false;
}

/* Sends what waits to be sent and takes in what comes, until a result can be had. */
static bool pump(struct postgres_link *link)
{
    const struct postgres_library *pq = link->server->pq;
    int left;
    while ((left = pq->flush(link->connection)) > 0 || pq->isBusy(link->connection)) {
        if (!wait_for(link, left > 0 ? POLLIN | POLLOUT : POLLIN))
            return false;
        if (pq->consumeInput(link->connection) == 0)
            return fail_as_told(link);
    }
    return left == 0 || fail_as_told(link);
}

/* The last result of what was sent; NULL where one failed. */
static PGresult *one_result(struct postgres_link *link)
{
    PGresult *kept = NULL, *result;
    bool is_good = true;
    while (pump(link) && (result = link->server->pq->getResult(link->connection)) != NULL) {
        is_good = postgres_link_is_good(link, result) && is_good;
        link->server->pq->clear(kept);
        kept = result;
    }
    if (link->connection != NULL && is_good)
        return kept;
    link->server->pq->clear(kept);
    /* A server that ends sends an error, and then nothing more. */
    if (link->connection != NULL && link->server->pq->status(link->connection) == CONNECTION_BAD)
        fail_as_told(link);
    return NULL;
}

PGresult *postgres_link_ask(struct postgres_link *link, const char *sql,
                            const struct postgres_values *values)
{
    static const struct postgres_values NONE;
    link->state[0] = '\0';
    if (link->connection == NULL ||
        !postgres_link_send_values(link, sql, values != NULL ? values : &NONE))
        return NULL;
    return one_result(link);
}

bool postgres_link_run(struct postgres_link *link, const char *sql)
{
    PGresult *result = postgres_link_ask(link, sql, NULL);
    link->server->pq->clear(result);
    return result != NULL;
}

bool postgres_link_run_script(struct postgres_link *link, const char *sql)
{
    if (link->connection == NULL)
        return false;
    if (link->server->pq->sendQuery(link->connection, sql) == 0)
        return fail_as_told(link);
    PGresult *result = one_result(link);
    link->server->pq->clear(result);
    return result != NULL;
}

/* --------------------------------------------------------------- pipelines */

bool postgres_link_pipeline(struct postgres_link *link)
{
    link->state[0] = '\0';
    return link->connection != NULL &&
           (link->server->pq->enterPipelineMode(link->connection) == 1 || fail_as_told(link));
}

bool postgres_link_send(struct postgres_link *link, const char *name,
                        const struct postgres_values *values)
{
    return link->server->pq->sendQueryPrepared(link->connection, name, values->count, values->at,
                                               values->lengths, values->formats, 0) == 1 ||
           fail_as_told(link);
}

bool postgres_link_send_values(struct postgres_link *link, const char *sql,
                               const struct postgres_values *values)
{
    return link->server->pq->sendQueryParams(link->connection, sql, values->count, values->types,
                                             values->at, values->lengths, values->formats,
                                             0) == 1 ||
           fail_as_told(link);
}

bool postgres_link_send_text(struct postgres_link *link, const char *sql)
{
    return postgres_link_send_values(link, sql, &(struct postgres_values){0});
}

bool postgres_link_sync(struct postgres_link *link)
{
    return link->server->pq->pipelineSync(link->connection) == 1 || fail_as_told(link);
}

PGresult *postgres_link_next(struct postgres_link *link)
{
    const struct postgres_library *pq = link->server->pq;
    PGresult *result = NULL;
    if (link->connection == NULL)
        return NULL;
    /* NULL stands behind the results of each statement. */
    for (unsigned ends = 0; result == NULL && ends < 2; ends++) {
        if (!pump(link))
            return NULL;
        result = pq->getResult(link->connection);
    }
    if (result == NULL) {
        fail_as_told(link);
    } else if (pq->resultStatus(result) == PGRES_PIPELINE_SYNC) {
        pq->clear(result);
        result = NULL;
        if (pq->exitPipelineMode(link->connection) != 1)
            fail_as_told(link);
    }
    return result;
}
