#include "server/app/signing_keys.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "crypto/seal.h"
#include "os/clock.h"
#include "server/app/app.h"
#include "server/cluster/shared_keys.h"

/* Keys are read every two seconds. A new one signs after TES_KEYS_SETTLED_MS at the earliest, so
 * who has read them within a shorter time than that knows every key that signs. */
#define STALE_US ((uint64_t)4000 * 1000)

/* Keys as they were read, newest first. */
struct loaded {
    struct tes_keys keys;
    uint32_t ids[TES_KEYS_MAX];
    bool has_signed[TES_KEYS_MAX];
    uint64_t now_ms; /* by the clock that they have their age by */
    bool are_shared;
};

static bool read_ids(struct loaded *loaded, struct tes_error *error)
{
    struct tes_sealer *sealer = tes_keys_sealer(&loaded->keys);
    bool done = sealer != NULL && tes_seal_ids(sealer, loaded->ids) == loaded->keys.count;
    tes_sealer_free(sealer);
    if (!done)
        tes_error_set(error, "keys: out of memory");
    return done;
}

static bool load_shared(struct app *app, const struct config *config, struct loaded *loaded,
                        struct tes_error *error)
{
    struct shared_keys shared = {app->records, config->store_keys_secret_file};
    struct shared_keys_about about;
    if (!shared_keys_load(&shared, &loaded->keys, &about, error))
        return false;
    memcpy(loaded->ids, about.ids, sizeof loaded->ids);
    memcpy(loaded->has_signed, about.has_signed, sizeof loaded->has_signed);
    loaded->now_ms = about.now_ms;
    return true;
}

static bool load(struct app *app, const char *data, struct loaded *loaded, struct tes_error *error)
{
    const struct config *config = config_holder_get(app->config);
    loaded->are_shared = shared_keys_are_used(config);
    loaded->now_ms = tes_clock_wall_ms();
    bool done = loaded->are_shared
                    ? load_shared(app, config, loaded, error)
                    : tes_keys_load(data, getenv, loaded->now_ms, &loaded->keys, error);
    config_holder_put(config);
    if (!done || loaded->are_shared)
        return done;
    tes_keys_sort(&loaded->keys);
    return read_ids(loaded, error);
}

static size_t find(const uint32_t *ids, size_t count, uint32_t id)
{
    size_t i = 0;
    while (i < count && ids[i] != id)
        i++;
    return i;
}

static bool may_sign(const struct app *app, const struct loaded *loaded, size_t place)
{
    const struct app_keys_agreed *agreed = &app->agreed;
    if (!tes_key_is_settled(&loaded->keys.items[place], loaded->now_ms))
        return false;
    if (agreed->is_known)
        return find(agreed->ids, agreed->count, loaded->ids[place]) < agreed->count;
    /* Until servers have met: what another one has signed with before, all had then. */
    return !app->has_nodes || !loaded->are_shared || loaded->has_signed[place];
}

/* The newest that may sign; where none may, the one that does so far, or the oldest. With the lock
 * held. */
static size_t choose(const struct app *app, const struct loaded *loaded)
{
    size_t count = loaded->keys.count;
    for (size_t i = 0; i < count; i++)
        if (may_sign(app, loaded, i))
            return i;
    size_t before =
        app->keys.count > 0 ? find(loaded->ids, count, app->key_ids[app->key_signer]) : count;
    return before < count ? before : count - 1;
}

/* Takes them over; threads notice at their next request. Gives the place of the key that signs, and
 * whether that is known for certain: until servers have met, another one may know better. */
static size_t take_over(struct app *app, const struct loaded *loaded, bool *is_certain)
{
    struct tes_keys keys = loaded->keys;
    pthread_mutex_lock(&app->keys_lock);
    size_t signer = choose(app, loaded);
    tes_keys_choose(&keys, signer);
    memcpy(app->key_ids, loaded->ids, sizeof app->key_ids);
    app->key_signer = signer;
    *is_certain = !app->has_nodes || app->agreed.is_known;
    if (atomic_load(&app->keys_version) == 0 || !tes_keys_equal(&keys, &app->keys)) {
        app->keys = keys;
        atomic_fetch_add(&app->keys_version, 1);
    }
    pthread_mutex_unlock(&app->keys_lock);
    tes_keys_wipe(&keys);
    return signer;
}

bool app_load_keys(struct app *app, const char *data, struct tes_error *error)
{
    struct loaded loaded = {.are_shared = false};
    uint64_t started_us = tes_clock_steady_us();
    bool done = load(app, data, &loaded, error);
    if (done) {
        bool is_certain;
        size_t signer = take_over(app, &loaded, &is_certain);
        atomic_store(&app->keys_read_at_us, loaded.are_shared ? started_us : 0);
        /* From then on, those before it have a day. Where it can't be noted now, it will be. */
        if (loaded.are_shared && !loaded.has_signed[signer] && is_certain)
            (void)!records_key_signs(app->records, loaded.ids[signer]);
    }
    tes_keys_wipe(&loaded.keys);
    return done;
}

void app_tell_keys(struct app *app, struct app_keys_told *told)
{
    pthread_mutex_lock(&app->keys_lock);
    memcpy(told->ids, app->key_ids, sizeof told->ids);
    told->count = app->keys.count;
    told->signer = app->key_signer;
    pthread_mutex_unlock(&app->keys_lock);
}

void app_agree_on_keys(struct app *app, const struct app_keys_agreed *agreed)
{
    pthread_mutex_lock(&app->keys_lock);
    app->agreed = *agreed;
    pthread_mutex_unlock(&app->keys_lock);
}

static bool are_stale(struct app *app)
{
    uint64_t read_at_us = atomic_load(&app->keys_read_at_us);
    return read_at_us > 0 && tes_clock_steady_us() > read_at_us + STALE_US;
}

struct tes_sealer *app_sealer(struct app *app, unsigned thread)
{
    struct app_thread *own = &app->threads[thread];
    if (own->sealer == NULL || own->keys_version != atomic_load(&app->keys_version)) {
        pthread_mutex_lock(&app->keys_lock);
        struct tes_sealer *sealer = tes_keys_sealer(&app->keys);
        unsigned version = atomic_load(&app->keys_version);
        pthread_mutex_unlock(&app->keys_lock);
        if (sealer != NULL) {
            tes_sealer_free(own->sealer);
            own->sealer = sealer;
            own->keys_version = version;
        }
    }
    if (own->sealer != NULL)
        tes_seal_may_lack_keys(own->sealer, are_stale(app));
    return own->sealer;
}
