#include "server/cluster/shared_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/secret.h"
#include "crypto/wrap.h"
#include "server/config/config.h"

static const char NO_KEYS[] =
    "there are no keys in the records: \"tessera key import\" takes over those of this server, and "
    "\"tessera key make\" makes a first one, with which all that is open elsewhere is void";

bool shared_keys_are_used(const struct config *config)
{
    return config->store_keys == CONFIG_IN_RECORDS && !tes_keys_are_given(getenv);
}

bool shared_keys_can_be(const struct config *config, struct tes_error *error)
{
    struct tes_wrap wrap;
    const char *file = config->store_keys_secret_file;
    if (!records_can_keep_keys(config->store_records))
        return tes_error_set(
            error,
            "store.keys: records that one server has alone keep no keys: name a PostgreSQL as "
            "store.records, or keep them in the file");
    bool done = tes_wrap_load(strcmp(file, CONFIG_OFF) == 0 ? "" : file, getenv, &wrap, error);
    tes_wipe(&wrap, sizeof wrap);
    return done;
}

/* ------------------------------------------------------------- in and out */

static bool load_secret(const struct shared_keys *shared, struct tes_wrap *wrap,
                        struct tes_error *error)
{
    const char *file = shared->secret_file;
    return tes_wrap_load(strcmp(file, CONFIG_OFF) == 0 ? "" : file, getenv, wrap, error);
}

static bool read_rows(const struct shared_keys *shared, struct records_keys *rows,
                      struct tes_error *error)
{
    return records_keys_read(shared->records, TES_KEYS_RETIRED_MS, rows) == RECORDS_OK ||
           tes_error_set(error, "the keys could not be read from the records");
}

static bool unwrap(const struct tes_wrap *wrap, const struct records_key *row, struct tes_key *key,
                   struct tes_error *error)
{
    struct tes_wrapped wrapped = {.id = row->id,
                                  .wrapped_by = row->sealed_by,
                                  .created_at_ms = row->created_at_ms,
                                  .length = row->length};
    if (row->length > sizeof wrapped.bytes)
        return tes_error_set(error, "a key in the records is too long");
    memcpy(wrapped.bytes, row->sealed, row->length);
    return tes_wrap_open(wrap, &wrapped, key, error);
}

static bool wrap_into(const struct tes_wrap *wrap, const struct tes_key *key,
                      struct records_key *row, struct tes_error *error)
{
    struct tes_wrapped wrapped;
    if (!tes_wrap_key(wrap, key, &wrapped))
        return tes_error_set(error, "the key could not be sealed: memory or randomness is out");
    *row = (struct records_key){.id = wrapped.id,
                                .sealed_by = wrapped.wrapped_by,
                                .created_at_ms = wrapped.created_at_ms,
                                .length = wrapped.length};
    memcpy(row->sealed, wrapped.bytes, wrapped.length);
    return true;
}

static bool open_rows(const struct tes_wrap *wrap, const struct records_keys *rows,
                      struct tes_keys *keys, struct shared_keys_about *about,
                      struct tes_error *error)
{
    about->now_ms = rows->now_ms;
    for (; keys->count < rows->count && keys->count < TES_KEYS_MAX; keys->count++) {
        const struct records_key *row = &rows->items[keys->count];
        if (!unwrap(wrap, row, &keys->items[keys->count], error))
            return false;
        about->ids[keys->count] = row->id;
        about->has_signed[keys->count] = row->has_signed;
    }
    return true;
}

bool shared_keys_load(const struct shared_keys *shared, struct tes_keys *keys,
                      struct shared_keys_about *about, struct tes_error *error)
{
    struct tes_wrap wrap;
    struct records_keys rows;
    *keys = (struct tes_keys){.source = "records"};
    *about = (struct shared_keys_about){.now_ms = 0};
    if (!load_secret(shared, &wrap, error))
        return false;
    bool done = read_rows(shared, &rows, error) &&
                (rows.count > 0 || tes_error_set(error, "%s", NO_KEYS)) &&
                open_rows(&wrap, &rows, keys, about, error);
    tes_wipe(&wrap, sizeof wrap);
    if (!done)
        tes_keys_wipe(keys);
    return done;
}

bool shared_keys_exist(const struct shared_keys *shared)
{
    struct records_keys rows;
    struct tes_error error;
    return read_rows(shared, &rows, &error) && rows.count > 0;
}

/* ------------------------------------------------------------------ changes */

static bool was_added(enum records_result result, struct tes_error *error)
{
    static const char *const WHY[] = {
        [RECORDS_EXISTS] = "there are keys in the records already",
        [RECORDS_ABSENT] = "there are as many keys as there can be, and none of them has retired: "
                           "\"tessera key list\" says which one waits for whom",
        [RECORDS_FAILED] = "the records did not take the key",
    };
    return result == RECORDS_OK || tes_error_set(error, "%s", WHY[result]);
}

/* A new key is newer than all that are there, whatever the store's clock says. */
static bool make(const struct shared_keys *shared, const struct tes_wrap *wrap, bool is_first,
                 struct tes_error *error)
{
    struct records_keys rows;
    struct records_key row;
    struct tes_key key;
    if (!read_rows(shared, &rows, error))
        return false;
    uint64_t newest_ms = rows.count > 0 ? rows.items[0].created_at_ms : 0;
    bool done =
        (is_first || rows.count > 0 || tes_error_set(error, "%s", NO_KEYS)) &&
        (tes_key_new(&key, rows.now_ms > newest_ms ? rows.now_ms : newest_ms + 1) ||
         tes_error_set(error, "the kernel gives no random bytes")) &&
        wrap_into(wrap, &key, &row, error) &&
        was_added(records_key_add(shared->records, &row, is_first, TES_KEYS_RETIRED_MS), error);
    tes_wipe(&key, sizeof key);
    return done;
}

static bool load_and_make(const struct shared_keys *shared, bool is_first, struct tes_error *error)
{
    struct tes_wrap wrap;
    bool done = load_secret(shared, &wrap, error) && make(shared, &wrap, is_first, error);
    tes_wipe(&wrap, sizeof wrap);
    return done;
}

bool shared_keys_make(const struct shared_keys *shared, struct tes_error *error)
{
    return load_and_make(shared, true, error);
}

bool shared_keys_rotate(const struct shared_keys *shared, struct tes_error *error)
{
    struct tes_keys keys;
    struct shared_keys_about about;
    /* Whoever can't open those that are there would add one that the others can't open. */
    if (!shared_keys_load(shared, &keys, &about, error))
        return false;
    tes_keys_wipe(&keys);
    return load_and_make(shared, false, error);
}

/* One of the keys as a row. Those of a variable have no age: they are the newest, in their order.
 */
static bool import_row(const struct tes_wrap *wrap, const struct tes_key *from, uint64_t now_ms,
                       struct records_key *row, struct tes_error *error)
{
    struct tes_key key = *from;
    if (key.created_at_ms == 0 || key.created_at_ms > now_ms)
        key.created_at_ms = now_ms;
    bool done = wrap_into(wrap, &key, row, error);
    tes_wipe(&key, sizeof key);
    return done;
}

/* The oldest first, so that what came before is there before what follows it. Where there were
 * none, they have signed; otherwise, those that were there sign on until all servers have these. */
static bool import_rows(const struct shared_keys *shared, const struct tes_wrap *wrap,
                        const struct tes_keys *keys, size_t *added, struct tes_error *error)
{
    struct records_keys rows;
    if (!read_rows(shared, &rows, error))
        return false;
    for (size_t i = keys->count; i > 0; i--) {
        struct records_key row = {.has_signed = false};
        if (!import_row(wrap, &keys->items[i - 1], rows.now_ms - (i - 1), &row, error))
            return false;
        row.has_signed = rows.count == 0;
        row.signs_from_ms = row.created_at_ms;
        enum records_result result =
            records_key_add(shared->records, &row, false, TES_KEYS_RETIRED_MS);
        if (result != RECORDS_EXISTS && !was_added(result, error))
            return false;
        *added += result == RECORDS_OK;
    }
    return true;
}

bool shared_keys_import(const struct shared_keys *shared, const struct tes_keys *keys,
                        size_t *added, struct tes_error *error)
{
    struct tes_wrap wrap;
    *added = 0;
    bool done = load_secret(shared, &wrap, error) && import_rows(shared, &wrap, keys, added, error);
    tes_wipe(&wrap, sizeof wrap);
    return done;
}

static bool reseal_row(const struct shared_keys *shared, const struct tes_wrap *wrap,
                       const struct records_key *row, struct tes_error *error)
{
    struct tes_key key;
    struct records_key sealed;
    bool done = unwrap(wrap, row, &key, error) && wrap_into(wrap, &key, &sealed, error) &&
                (records_key_reseal(shared->records, &sealed) == RECORDS_OK ||
                 tes_error_set(error, "the records did not take the key"));
    tes_wipe(&key, sizeof key);
    return done;
}

bool shared_keys_reseal(const struct shared_keys *shared, size_t *count, struct tes_error *error)
{
    struct tes_wrap wrap;
    struct records_keys rows;
    if (!load_secret(shared, &wrap, error))
        return false;
    bool done = read_rows(shared, &rows, error);
    for (*count = 0; done && *count < rows.count; *count += done)
        done = reseal_row(shared, &wrap, &rows.items[*count], error);
    tes_wipe(&wrap, sizeof wrap);
    return done;
}

bool shared_keys_remove(const struct shared_keys *shared, uint32_t id, struct tes_error *error)
{
    static const char *const WHY[] = {
        [RECORDS_EXISTS] = "", /* never */
        [RECORDS_ABSENT] = "there is no such key in the records",
        [RECORDS_FAILED] = "the records did not drop the key",
    };
    enum records_result result = records_key_remove(shared->records, id);
    return result == RECORDS_OK || tes_error_set(error, "%s", WHY[result]);
}
