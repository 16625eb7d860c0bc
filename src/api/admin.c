#include "api/admin.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/codec.h"
#include "base/json_read.h"
#include "base/secret.h"
#include "os/entropy.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"
#include "server/log/log.h"

#define TOKEN_BYTES 32
#define TOKEN_CHARS 64 /* hexadecimal */
#define PATH_SIZE   4096

bool admin_may(const struct visit *visit)
{
    static const struct tes_slice SCHEME = TES_SLICE_INIT("Bearer ");
    struct tes_slice given = http_request_header(visit->request, TES_SLICE("authorization"));
    uint8_t hash[RECORDS_HASH_BYTES];
    if (!tes_slice_starts(given, SCHEME))
        return false;
    given.at += SCHEME.length;
    given.length -= SCHEME.length;
    return sites_hash(given, hash) &&
           tes_equal_constant_time(hash, visit->app->admin_token_hash, sizeof hash);
}

/* Writes a new token beside the file and links it into place: a server that dies half-way leaves no
 * half of a token, and of two that start at once one wins and both read the same. */
static bool make_token(const char *path)
{
    char token[TOKEN_CHARS + 1], temporary[PATH_SIZE + 16];
    uint8_t bytes[TOKEN_BYTES];
    struct tes_buf text = tes_buf_on(token, TOKEN_CHARS + 1);
    if (!tes_entropy(bytes, sizeof bytes))
        return false;
    tes_hex_encode(&text, bytes, sizeof bytes);
    tes_wipe(bytes, sizeof bytes);
    if (tes_buf_finish(&text, NULL) != TES_OK)
        return false;
    snprintf(temporary, sizeof temporary, "%s.%ld", path, (long)getpid());
    int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0)
        return false;
    bool done = write(file, token, TOKEN_CHARS) == TOKEN_CHARS && write(file, "\n", 1) == 1 &&
                fsync(file) == 0 && (link(temporary, path) == 0 || errno == EEXIST);
    close(file);
    unlink(temporary);
    tes_wipe(token, sizeof token);
    return done;
}

static bool read_token(const char *path, char token[TOKEN_CHARS + 1])
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return false;
    bool done = read(file, token, TOKEN_CHARS) == TOKEN_CHARS;
    token[TOKEN_CHARS] = '\0';
    close(file);
    return done;
}

bool admin_load(struct app *app, const char *data, struct tes_error *error)
{
    char path[PATH_SIZE], token[TOKEN_CHARS + 1];
    bool done = snprintf(path, sizeof path, "%s/admin-token", data) < (int)sizeof path &&
                (read_token(path, token) || (make_token(path) && read_token(path, token))) &&
                sites_hash((struct tes_slice){token, TOKEN_CHARS}, app->admin_token_hash);
    tes_wipe(token, sizeof token);
    if (!done)
        tes_error_set(error, "can't read or make %s: %s", path, strerror(errno));
    return done;
}

void handle_admin_config_get(struct visit *visit)
{
    struct reply_json body;
    reply_json_start(&body, visit->request->arena);
    for (size_t i = 0; i < CONFIG_KEYS; i++)
        config_write_value(&body.json, config_rows[i].path, &config_rows[i], visit->config);
    reply_json_end(&body, visit->reply, 200);
}

/* Sets every field of the request in a copy of the config; false where one may not be set. */
static bool set_all(const struct tes_fields *fields, struct config *changed)
{
    struct tes_error error;
    for (size_t i = 0; i < fields->count; i++) {
        const struct config_row *row = config_row_find(fields->items[i].name);
        if (row == NULL || !(row->flags & CONFIG_MUTABLE) ||
            fields->items[i].type > TES_FIELD_BOOL ||
            !config_set(changed, row->path, fields->items[i].value, &error))
            return false;
    }
    return true;
}

/* API_ERROR_COUNT where all went well. */
static enum api_error change(struct app *app, const struct tes_fields *fields)
{
    enum api_error error = API_ERROR_COUNT;
    pthread_mutex_lock(&app->config_lock);
    const struct config *running = config_holder_get(app->config);
    struct config changed = *running;
    config_holder_put(running);
    if (!set_all(fields, &changed))
        error = API_ERROR_BAD_FIELD;
    else if (!config_holder_replace(app->config, &changed))
        error = API_ERROR_UNAVAILABLE;
    pthread_mutex_unlock(&app->config_lock);
    return error;
}

/* Says what was changed: these are numbers and truths of the config, no secrets. */
static void log_change(const struct tes_fields *fields)
{
    struct log_field changed[TES_FIELDS_MAX];
    size_t count = 0;
    for (size_t i = 0; i < fields->count; i++)
        changed[count++] =
            log_slice(config_row_find(fields->items[i].name)->path, fields->items[i].value);
    log_fields(LOG_INFO, "config changed by the admin", changed, count);
}

void handle_admin_config_patch(struct visit *visit)
{
    struct tes_arena *arena = visit->request->arena;
    struct tes_fields fields;
    if (!visit->config->challenge_config_mutable) {
        reply_error(visit->reply, arena, API_ERROR_IMMUTABLE);
        return;
    }
    enum tes_status status = tes_json_read(arena, visit->request->body, &fields);
    if (status != TES_OK) {
        reply_error(visit->reply, arena,
                    status == TES_NO_MEMORY ? API_ERROR_UNAVAILABLE : API_ERROR_MALFORMED);
        return;
    }
    enum api_error error = change(visit->app, &fields);
    if (error != API_ERROR_COUNT) {
        reply_error(visit->reply, arena, error);
        return;
    }
    log_change(&fields);
    config_holder_put(visit->config);
    visit->config = config_holder_get(visit->app->config);
    handle_admin_config_get(visit);
}
