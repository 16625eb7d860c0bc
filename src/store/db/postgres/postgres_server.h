/*
 * postgres_server.h: a PostgreSQL, as the links to it share it (postgres_link.h): its address, and
 * whether it is out of reach. While it is, calls fail at once, but for one that looks from time to
 * time whether it is there again.
 */
#ifndef STORE_POSTGRES_SERVER_H
#define STORE_POSTGRES_SERVER_H

#include <pthread.h>

#include "base/slice.h"
#include "store/db/postgres/postgres_library.h"

#define POSTGRES_ERROR_MAX 256
#define POSTGRES_HOST_MAX  256
#define POSTGRES_HOSTS_MAX 8

/* What of an address names a host; each may be empty. */
#define POSTGRES_HOST_PARTS(X) X(host) X(hostaddr) X(port)

struct postgres_host {
#define POSTGRES_HOST_PART(name) char name[POSTGRES_HOST_MAX];
    POSTGRES_HOST_PARTS(POSTGRES_HOST_PART)
#undef POSTGRES_HOST_PART
};

struct postgres_server {
    const struct postgres_library *pq;
    char *address; /* "postgres://..."; may hold a password */
    /* Of an address that names several, each: libpq waits for one that does not answer as long as
     * it is let, and would never come to the next. */
    struct postgres_host *hosts;
    size_t host_count;      /* 0: one, as the address says */
    unsigned retry_most_ms; /* the longest pause between two looks; 0: two seconds */
    pthread_mutex_t lock;
    /* Under the lock: */
    bool is_down, is_probed; /* `is_probed`: somebody looks whether it is there again */
    unsigned failures;       /* in a row */
    uint64_t retry_at_us;
    char error[POSTGRES_ERROR_MAX]; /* of the last failure */
};

/* Loads libpq and reads the address; connects to nothing. False with a message for people, which
 * never repeats the address. */
TES_MUST_CHECK bool postgres_server_start(struct postgres_server *server, const char *address,
                                          char *error, size_t error_size);
void postgres_server_end(struct postgres_server *server);

/* What went wrong last, for people. */
void postgres_server_error(struct postgres_server *server, char *error, size_t error_size);

/* For links. Whether a call may be tried now; how it went, at its end; and the first line of what
 * the server, or libpq, said. */
TES_MUST_CHECK bool postgres_server_allows(struct postgres_server *server);
void postgres_server_report(struct postgres_server *server, bool is_good);
void postgres_server_note(struct postgres_server *server, const char *message);

#endif
