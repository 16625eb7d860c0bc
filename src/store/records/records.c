/* The table of back ends (records_backends.def), and the queue of challenges and answers before
 * them. */
#include "store/records/records.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/counters/counters.h"
#include "store/db/store_address.h"
#include "store/records/answers.h"
#include "store/records/records_backend.h"
#include "store/records/records_keys.h"

#define FORGET_EVERY_MS 60000
#define DAY_S           86400
#define NETWORKS_MAX    300000 /* counted at once; past it, some are counted anew */

static const struct {
    const char *where;
    const struct records_backend *backend;
} BACKENDS[] = {
#define RECORDS_BACKEND(name, where) {where, &records_##name},
#include "store/records/records_backends.def"
#undef RECORDS_BACKEND
};

static const char CHOICES[] =
#define RECORDS_BACKEND(name, where) ", " where
#include "store/records/records_backends.def"
#undef RECORDS_BACKEND
    ;

static const struct records_backend *find_backend(const char *where)
{
    for (size_t i = 0; where != NULL && i < sizeof BACKENDS / sizeof BACKENDS[0]; i++)
        if (store_address_is(tes_slice_of(where), BACKENDS[i].where))
            return BACKENDS[i].backend;
    return NULL;
}

bool records_knows(const char *where, char *error, size_t error_size)
{
    if (find_backend(where) != NULL)
        return true;
    store_address_refuse("records", where, CHOICES + strlen(", "), error, error_size);
    return false;
}

bool records_can_keep_keys(const char *where)
{
    const struct records_backend *backend = find_backend(where);
    return backend != NULL && backend->is_shared;
}

static void count_dropped(struct records *records, enum records_drop why, uint64_t count)
{
    atomic_fetch_add_explicit(&records->dropped[why], count, memory_order_relaxed);
}

/* Drops what the disk has no room for, and counts it, rather than holding it in memory. */
static bool write_where_room(void *context, const struct answer *batch)
{
    struct records *records = context;
    if (records->backend->has_room(records->store)) {
        bool is_written = records->backend->write_answers(records->store, batch);
        atomic_store_explicit(&records->is_refused, !is_written, memory_order_relaxed);
        return is_written;
    }
    for (const struct answer *answer = batch; answer != NULL; answer = answer->item.next)
        count_dropped(records, RECORDS_DROP_ROOM, 1);
    return true;
}

static bool forget(void *context)
{
    struct records *records = context;
    return records->backend->forget_answers(records->store);
}

static bool count_networks(struct records *records)
{
    bool done = true;
    for (size_t i = 0; records->network_rows_max > 0 && i < ANSWER_EVENTS_COUNTED; i++) {
        records->networks[i] = counters_new(NETWORKS_MAX);
        done = done && records->networks[i] != NULL;
    }
    return done;
}

struct records *records_open(const struct records_settings *settings, char *error,
                             size_t error_size)
{
    const struct records_backend *backend = find_backend(settings->where);
    if (!records_knows(settings->where, error, error_size))
        return NULL;
    struct records *records = calloc(1, sizeof *records);
    if (records == NULL)
        goto no_memory;
    records->backend = backend;
    records->store = backend->open(settings, error, error_size);
    if (records->store == NULL)
        goto failed;
    bool is_bounded =
        settings->history_days > 0 || settings->profiles_max > 0 || settings->history_bytes_max > 0;
    records->network_rows_max = settings->network_rows_max;
    records->answers = answers_start(&(struct answers_settings){
        .queue_max = settings->queue_max,
        .write = write_where_room,
        .forget = is_bounded ? forget : NULL,
        .forget_every_ms = FORGET_EVERY_MS,
        .store = records,
    });
    if (records->answers == NULL || !count_networks(records))
        goto no_memory;
    return records;

no_memory:
    snprintf(error, error_size, "records: no memory or thread to write them");
failed:
    records_close(records);
    return NULL;
}

void records_close(struct records *records)
{
    if (records == NULL)
        return;
    answers_stop(records->answers);
    if (records->store != NULL)
        records->backend->close(records->store);
    for (size_t i = 0; i < ANSWER_EVENTS_COUNTED; i++)
        counters_free(records->networks[i]);
    free(records);
}

int records_schema_version(const struct records_settings *settings)
{
    const struct records_backend *backend = find_backend(settings->where);
    return backend == NULL ? -1 : backend->schema_version(settings);
}

int records_schema_latest(const char *where)
{
    const struct records_backend *backend = find_backend(where);
    return backend == NULL ? -1 : backend->schema_latest();
}

/* The networks that a row counts for, from the narrowest to the widest, and how many times the
 * narrowest one's rows each may have. The widest has few, or the lines of one provider could push
 * everybody's rows out of the history. */
static const struct {
    unsigned bits_4, bits_6, factor;
} LEVELS[] = {{32, 64, 1}, {24, 56, 2}, {16, 48, 8}};

enum { LEVEL_COUNT = sizeof LEVELS / sizeof *LEVELS };

/* Whether one of the row's networks has had its rows for today. If so, it counts for none. */
static bool is_over_quota(struct records *records, enum answer_event event,
                          const struct records_answer *row)
{
    struct counters_row rows[LEVEL_COUNT];
    if (records->networks[event] == NULL || row->client == NULL)
        return false;
    for (unsigned i = 0; i < LEVEL_COUNT; i++)
        rows[i] = (struct counters_row){
            .key = {tes_address_network(row->client, LEVELS[i].bits_4, LEVELS[i].bits_6),
                    row->client->length << 8 | i},
            .limit = (uint64_t)records->network_rows_max * LEVELS[i].factor};
    struct counters_order order = {.rows = rows,
                                   .count = LEVEL_COUNT,
                                   .window_s = DAY_S,
                                   .amount = 1,
                                   .now_ms = event == ANSWER_PRESENTED ? row->presented_at_ms
                                                                       : row->responded_at_ms};
    return counters_take(records->networks[event], &order) != COUNTERS_TAKEN;
}

static bool add(struct records *records, enum answer_event event, const struct records_answer *row)
{
    bool is_added = answers_add(records->answers, event, row);
    if (!is_added)
        count_dropped(records, RECORDS_DROP_QUEUE, 1);
    return is_added;
}

static bool add_counted(struct records *records, enum answer_event event,
                        const struct records_answer *row)
{
    if (!is_over_quota(records, event, row))
        return add(records, event, row);
    count_dropped(records, RECORDS_DROP_NETWORK, 1);
    return false;
}

bool records_presented(struct records *records, const struct records_answer *row)
{
    return add_counted(records, ANSWER_PRESENTED, row);
}

bool records_answered(struct records *records, const struct records_answer *row)
{
    return add_counted(records, ANSWER_ANSWERED, row);
}

bool records_pictured(struct records *records, const struct records_answer *row)
{
    return add(records, ANSWER_PICTURED, row);
}

uint64_t records_dropped(const struct records *records, enum records_drop why)
{
    return atomic_load_explicit(&records->dropped[why], memory_order_relaxed);
}

bool records_has_room(struct records *records)
{
    return records->backend->has_room(records->store);
}

bool records_is_written(const struct records *records)
{
    return !atomic_load_explicit(&records->is_refused, memory_order_relaxed);
}

bool records_is_shared(const struct records *records)
{
    return records->backend->is_shared;
}

bool records_is_lost(struct records *records)
{
    return records->backend->is_lost(records->store);
}

bool records_ready(struct records *records)
{
    return records->backend->ready(records->store);
}
