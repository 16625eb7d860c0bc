/*
 * postgres_link.h: connections to a PostgreSQL. Nobody waits for longer than the link's bound,
 * whatever the server does: a call that takes longer fails, and its connection is dropped. While
 * the server is out of reach calls fail at once, but for one that looks from time to time whether
 * it is there again.
 *
 * Values go to the server apart from the statement's text, always.
 */
#ifndef STORE_POSTGRES_LINK_H
#define STORE_POSTGRES_LINK_H

#include "store/db/postgres/postgres_server.h"
#include "store/db/postgres/postgres_values.h"

#define POSTGRES_STATE_MAX 6 /* an SQLSTATE, with its NUL */

/* A statement that a link prepares when it connects. */
struct postgres_statement {
    const char *name, *sql;
    int count; /* of its values, all of them texts */
};

/* One connection; one user at a time. */
struct postgres_link {
    struct postgres_server *server;
    unsigned wait_ms;                            /* that a call may take */
    const struct postgres_statement *statements; /* a NULL name ends them; may be NULL */
    bool has_own_settings; /* each transaction brings them: none are made for the session */
    bool needs_writes;     /* only where it can write: not on a standby */
    PGconn *connection;    /* NULL: there is none */
    size_t host;           /* of the address: the one to begin with */
    uint64_t until_us;     /* when the call in progress fails */
    bool has_failed;       /* the server did not do its part in this call */
    bool was_warned;       /* in this call: something was done, but not as it was asked for */
    char state[POSTGRES_STATE_MAX]; /* SQLSTATE of the last statement that failed */
};

/* Begins a call: connects where there is no connection. False where the server can't be had. Every
 * call that was begun is ended, also where this is false. */
TES_MUST_CHECK bool postgres_link_begin(struct postgres_link *link);
void postgres_link_end(struct postgres_link *link);

/* Within a call. Runs one statement; `values` may be NULL. NULL where it failed; `state` says why,
 * and is empty where the server did not answer. */
PGresult *postgres_link_ask(struct postgres_link *link, const char *sql,
                            const struct postgres_values *values);

/* The same where there is nothing to read. */
TES_MUST_CHECK bool postgres_link_run(struct postgres_link *link, const char *sql);

/* Runs a text of several statements, without values: a file of migrations. */
TES_MUST_CHECK bool postgres_link_run_script(struct postgres_link *link, const char *sql);

/* Sends a prepared statement, or one with its text, within a pipeline. */
TES_MUST_CHECK bool postgres_link_send(struct postgres_link *link, const char *name,
                                       const struct postgres_values *values);
TES_MUST_CHECK bool postgres_link_send_values(struct postgres_link *link, const char *sql,
                                              const struct postgres_values *values);
TES_MUST_CHECK bool postgres_link_send_text(struct postgres_link *link, const char *sql);

/* Opens a pipeline, closes it, and gives the results of what was sent, one after the other, in
 * order: NULL behind the last one, or where the server did not answer (has_failed). */
TES_MUST_CHECK bool postgres_link_pipeline(struct postgres_link *link);
TES_MUST_CHECK bool postgres_link_sync(struct postgres_link *link);
PGresult *postgres_link_next(struct postgres_link *link);

/* Whether a result is a good one; otherwise notes its SQLSTATE. */
bool postgres_link_is_good(struct postgres_link *link, const PGresult *result);

/* Drops the connection. */
void postgres_link_close(struct postgres_link *link);

#endif
