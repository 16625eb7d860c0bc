/*
 * postgres_server.h: a PostgreSQL 15 of the test's own, from Debian's package: its files in a
 * folder that goes with the test, no port, and no care for power cuts. It refuses to run as root,
 * so there it runs as Debian's user for it.
 */
#ifndef TEST_STORE_POSTGRES_SERVER_H
#define TEST_STORE_POSTGRES_SERVER_H

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scratch.h"
#include "store/db/postgres/postgres_library.h"

#define POSTGRES_PROGRAMS "/usr/lib/postgresql/15/bin/"

static struct {
    struct scratch scratch;
    char where[160]; /* its address */
    pid_t pid;       /* 0: it does not run */
    pid_t owner;     /* the process that ends it */
    PGconn *connection;
} postgres_test;

static inline const struct postgres_library *postgres_pq(void)
{
    char error[256];
    const struct postgres_library *pq = postgres_library_load(error, sizeof error);
    if (pq == NULL) {
        fprintf(stderr, "%s\n", error);
        abort();
    }
    return pq;
}

/* Starts a program as somebody who is not root, and quiet. */
static inline pid_t postgres_spawn(const char *const *arguments)
{
    pid_t pid = fork();
    if (pid != 0)
        return pid;
    const struct passwd *user = getpwnam("postgres");
    if (geteuid() == 0 && (user == NULL || setgroups(0, NULL) != 0 || setgid(user->pw_gid) != 0 ||
                           setuid(user->pw_uid) != 0))
        _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGQUIT);
    int log = open("/dev/null", O_WRONLY);
    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    if (chdir("/") == 0)
        execv(arguments[0], (char *const *)arguments);
    _exit(127);
}

static inline bool postgres_answers(void)
{
    const char *const names[] = {"dbname", NULL}, *const values[] = {postgres_test.where, NULL};
    const struct postgres_library *pq = postgres_pq();
    PGconn *connection = pq->connectStartParams(names, values, 1);
    PostgresPollingStatusType polled = PGRES_POLLING_WRITING;
    while (pq->status(connection) != CONNECTION_BAD && polled != PGRES_POLLING_OK &&
           polled != PGRES_POLLING_FAILED) {
        usleep(1000);
        polled = pq->connectPoll(connection);
    }
    bool answers = polled == PGRES_POLLING_OK;
    if (answers && postgres_test.connection == NULL)
        postgres_test.connection = connection;
    else
        pq->finish(connection);
    return answers;
}

/* Starts it on the files that are there, and waits for it. */
static inline void postgres_up(void)
{
    const char *const arguments[] = {
        POSTGRES_PROGRAMS "postgres", "-D", postgres_test.scratch.data, "-k",
        postgres_test.scratch.base,   "-c", "listen_addresses=",        NULL};
    postgres_test.pid = postgres_spawn(arguments);
    for (uint64_t since_us = patience_now_us(); !postgres_answers();) {
        if (!patience_left(since_us)) {
            fprintf(stderr, "PostgreSQL does not start\n");
            abort();
        }
        /* After a crash it refuses while processes of the one before it are there. */
        if (waitpid(postgres_test.pid, NULL, WNOHANG) == postgres_test.pid)
            postgres_test.pid = postgres_spawn(arguments);
    }
}

/* Ends it, SIGKILL: as a crash would; and waits until it is gone. */
static inline void postgres_down(int signal)
{
    int status;
    if (postgres_test.connection != NULL)
        postgres_pq()->finish(postgres_test.connection);
    postgres_test.connection = NULL;
    if (postgres_test.pid == 0)
        return;
    kill(postgres_test.pid, signal);
    waitpid(postgres_test.pid, &status, 0);
    postgres_test.pid = 0;
}

static inline void postgres_remove(void)
{
    if (postgres_test.owner != getpid())
        return;
    postgres_down(SIGQUIT);
    scratch_remove(&postgres_test.scratch);
}

/* What a test can change with ALTER SYSTEM. */
static inline void postgres_configure(void)
{
    char path[128];
    snprintf(path, sizeof path, "%s/postgresql.conf", postgres_test.scratch.data);
    FILE *file = fopen(path, "a");
    /* With shared memory in files of its own: what is in /dev/shm stays there when it is killed. */
    if (file == NULL ||
        fputs("fsync = off\nautovacuum = off\nmax_connections = 40\n"
              "dynamic_shared_memory_type = mmap\n",
              file) < 0 ||
        fclose(file) != 0)
        abort();
}

/* Makes it, once. */
static inline void postgres_make(void)
{
    if (postgres_test.owner == getpid())
        return;
    postgres_test.owner = getpid();
    postgres_test.scratch = scratch_new();
    if (geteuid() == 0) {
        const struct passwd *user = getpwnam("postgres");
        if (user == NULL || chown(postgres_test.scratch.base, user->pw_uid, user->pw_gid) != 0)
            abort();
    }
    const char *const arguments[] = {POSTGRES_PROGRAMS "initdb",
                                     "-D",
                                     postgres_test.scratch.data,
                                     "-U",
                                     "postgres",
                                     "-A",
                                     "trust",
                                     "-E",
                                     "UTF8",
                                     "--locale=C",
                                     "--no-sync",
                                     "--no-instructions",
                                     NULL};
    int status = -1;
    waitpid(postgres_spawn(arguments), &status, 0);
    if (status != 0) {
        fprintf(stderr, "initdb failed: is postgresql-15 there? tools/setup test\n");
        abort();
    }
    postgres_configure();
    snprintf(postgres_test.where, sizeof postgres_test.where,
             "postgres:///postgres?host=%s&user=postgres", postgres_test.scratch.base);
    atexit(postgres_remove);
    postgres_up();
}

/* Runs a text of SQL as another program would; the first column of the first row of the last
 * statement goes into `text`, which may be NULL. Says what went wrong, or NULL. */
static inline const char *postgres_sql(const char *sql, char *text, size_t text_size)
{
    static char why[512];
    const struct postgres_library *pq = postgres_pq();
    PGresult *result;
    why[0] = '\0';
    if (text_size > 0)
        text[0] = '\0';
    if (postgres_test.connection == NULL && !postgres_answers())
        return "it does not answer";
    if (pq->sendQuery(postgres_test.connection, sql) == 0)
        return pq->errorMessage(postgres_test.connection);
    while ((result = pq->getResult(postgres_test.connection)) != NULL) {
        ExecStatusType status = pq->resultStatus(result);
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK)
            snprintf(why, sizeof why, "%s", pq->errorMessage(postgres_test.connection));
        else if (text_size > 0 && pq->ntuples(result) > 0)
            snprintf(text, text_size, "%s",
                     pq->getisnull(result, 0, 0) ? "NULL" : pq->getvalue(result, 0, 0));
        pq->clear(result);
    }
    return why[0] != '\0' ? why : NULL;
}

/* Empties the database. */
static inline void postgres_fresh(void)
{
    postgres_make();
    const char *error = postgres_sql("SET client_min_messages = warning;"
                                     " DROP SCHEMA public CASCADE; CREATE SCHEMA public",
                                     NULL, 0);
    if (error != NULL) {
        fprintf(stderr, "%s\n", error);
        abort();
    }
}

#endif
