#include "store/db/postgres/postgres_server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "os/clock.h"
#include "store/db/backoff.h"

#define RETRY_FIRST_MS 100
#define RETRY_LAST_MS  2000

/* The element of a list with commas, or the only one. False where it is too long. */
static bool take_element(const char *list, size_t number, char element[POSTGRES_HOST_MAX])
{
    element[0] = '\0';
    if (list == NULL)
        return true;
    bool is_only = strchr(list, ',') == NULL;
    for (size_t i = 0; !is_only && i < number && *list != '\0'; i++)
        list += strcspn(list, ",") + (list[strcspn(list, ",")] == ',');
    size_t length = strcspn(list, ",");
    if (length >= POSTGRES_HOST_MAX)
        return false;
    memcpy(element, list, length);
    element[length] = '\0';
    return true;
}

static size_t count_elements(const char *list)
{
    size_t count = list != NULL;
    for (; list != NULL && *list != '\0'; list++)
        count += *list == ',';
    return count;
}

static const char *value_of(const PQconninfoOption *options, const char *name)
{
    while (options->keyword != NULL && strcmp(options->keyword, name) != 0)
        options++;
    return options->keyword != NULL && options->val != NULL && options->val[0] != '\0'
               ? options->val
               : NULL;
}

/* libpq would repeat what stands in the port's place: the password, where the host was left out. */
static bool are_ports(const char *list)
{
    return list == NULL || list[strspn(list, "0123456789,")] == '\0';
}

/* False where there are too many, or one is too long, or memory is out. */
static bool read_hosts(struct postgres_server *server, const PQconninfoOption *options)
{
#define PART(name) const char *const name##_list = value_of(options, #name);
    POSTGRES_HOST_PARTS(PART)
#undef PART
    size_t count = count_elements(hostaddr_list != NULL ? hostaddr_list : host_list);
    bool done = true;
    if (count <= 1)
        return true;
    if (count > POSTGRES_HOSTS_MAX ||
        (server->hosts = calloc(count, sizeof *server->hosts)) == NULL)
        return false;
    server->host_count = count;
    for (size_t i = 0; i < count; i++) {
#define PART(name) done = done && take_element(name##_list, i, server->hosts[i].name);
        POSTGRES_HOST_PARTS(PART)
#undef PART
    }
    return done;
}

bool postgres_server_start(struct postgres_server *server, const char *address, char *error,
                           size_t error_size)
{
    char *message = NULL;
    *server = (struct postgres_server){.lock = PTHREAD_MUTEX_INITIALIZER};
    server->pq = postgres_library_load(error, error_size);
    if (server->pq == NULL)
        return false;
    /* libpq's own message would repeat the address, with its password. */
    PQconninfoOption *options = server->pq->conninfoParse(address, &message);
    server->pq->freemem(message);
    if (options == NULL || !are_ports(value_of(options, "port"))) {
        server->pq->conninfoFree(options);
        snprintf(error, error_size,
                 "PostgreSQL: its address can't be read: expected "
                 "postgres://USER:PASSWORD@HOST:PORT/DATABASE");
        return false;
    }
    bool done = read_hosts(server, options);
    server->pq->conninfoFree(options);
    server->address = done ? strdup(address) : NULL;
    if (server->address == NULL)
        snprintf(error, error_size, "PostgreSQL: out of memory, or its address has too many hosts");
    return server->address != NULL;
}

void postgres_server_end(struct postgres_server *server)
{
    if (server->address != NULL)
        tes_wipe(server->address, strlen(server->address));
    free(server->address);
    free(server->hosts);
    server->address = NULL;
    server->hosts = NULL;
}

void postgres_server_error(struct postgres_server *server, char *error, size_t error_size)
{
    pthread_mutex_lock(&server->lock);
    snprintf(error, error_size, "PostgreSQL: %s",
             server->error[0] != '\0' ? server->error : "it does not answer");
    pthread_mutex_unlock(&server->lock);
}

bool postgres_server_allows(struct postgres_server *server)
{
    pthread_mutex_lock(&server->lock);
    bool allows =
        !server->is_down || (!server->is_probed && tes_clock_steady_us() >= server->retry_at_us);
    if (allows && server->is_down)
        server->is_probed = true;
    pthread_mutex_unlock(&server->lock);
    return allows;
}

static uint64_t pause_us(const struct postgres_server *server)
{
    unsigned most_ms = server->retry_most_ms > 0 ? server->retry_most_ms : RETRY_LAST_MS;
    return (uint64_t)backoff_ms(server->failures, RETRY_FIRST_MS, most_ms) * 1000;
}

void postgres_server_report(struct postgres_server *server, bool is_good)
{
    pthread_mutex_lock(&server->lock);
    server->is_down = !is_good;
    server->is_probed = false;
    server->failures = is_good ? 0 : server->failures + 1;
    if (!is_good)
        server->retry_at_us = tes_clock_steady_us() + pause_us(server);
    pthread_mutex_unlock(&server->lock);
}

void postgres_server_note(struct postgres_server *server, const char *message)
{
    pthread_mutex_lock(&server->lock);
    snprintf(server->error, sizeof server->error, "%.*s", (int)strcspn(message, "\r\n"), message);
    pthread_mutex_unlock(&server->lock);
}
