#include "extras/authentication/user.h"

#include <string.h>

#include "base/bytes.h"
#include "base/fnv.h"

/* The names of the states in the records. */
#define STYLE "style"
#define DUE   "authentication"

/* "tsa" | version 1 | requests 4 | is due 1 | difficulty 1 | issued at 8 | id 16, with the lowest
 * byte of a number first. */
#define HEAD "tsa\1"
enum { HEAD_BYTES = sizeof HEAD - 1, DUE_BYTES = HEAD_BYTES + 4 + 1 + 1 + 8 + TES_ID_BYTES };

_Static_assert(DUE_BYTES <= AUTH_USER_BYTES, "the header says how much room is enough");

struct tes_slice user_due_write(const struct auth_due *due, uint8_t bytes[AUTH_USER_BYTES])
{
    memcpy(bytes, HEAD, HEAD_BYTES);
    uint8_t *at = tes_bytes_put(bytes + HEAD_BYTES, due->requests, 4);
    at = tes_bytes_put(at, due->is_due, 1);
    at = tes_bytes_put(at, (uint64_t)due->order_difficulty, 1);
    at = tes_bytes_put(at, due->order_issued_at_ms, 8);
    memcpy(at, due->order_id, TES_ID_BYTES);
    return (struct tes_slice){(const char *)bytes, DUE_BYTES};
}

bool user_due_read(struct tes_slice bytes, struct auth_due *due)
{
    memset(due, 0, sizeof *due);
    if (bytes.length != DUE_BYTES || memcmp(bytes.at, HEAD, HEAD_BYTES) != 0)
        return false;
    const uint8_t *at = (const uint8_t *)bytes.at + HEAD_BYTES;
    uint32_t requests = (uint32_t)tes_bytes_take(&at, 4);
    uint64_t is_due = tes_bytes_take(&at, 1), difficulty = tes_bytes_take(&at, 1);
    if (is_due > 1 || difficulty > TES_HARD)
        return false;
    due->requests = requests;
    due->is_due = is_due == 1;
    due->order_difficulty = (enum tes_difficulty)difficulty;
    due->order_issued_at_ms = tes_bytes_take(&at, 8);
    memcpy(due->order_id, at, TES_ID_BYTES);
    return true;
}

/* Of both names and the NUL between them. */
static pthread_mutex_t *lock_of(struct app *app, const struct auth_user *user)
{
    uint32_t hash =
        tes_fnv(TES_FNV_START, (struct tes_slice){user->key.site, strlen(user->key.site) + 1});
    hash = tes_fnv(hash, tes_slice_of(user->key.name));
    return &app->user_locks[(hash >> 16 ^ hash) % APP_USER_LOCKS];
}

void auth_user_hold(struct app *app, const struct auth_user *user)
{
    pthread_mutex_lock(lock_of(app, user));
}

void auth_user_let_go(struct app *app, const struct auth_user *user)
{
    pthread_mutex_unlock(lock_of(app, user));
}

void auth_user_read_style(struct app *app, struct auth_user *user)
{
    uint8_t bytes[TES_STYLE_BYTES];
    size_t length;
    memset(&user->style, 0, sizeof user->style);
    enum records_result result =
        records_state_read(app->records, &user->key, STYLE, bytes, sizeof bytes, &length);
    /* What this version can't read is learned anew. */
    if (result == RECORDS_OK && tes_style_read(&user->style, bytes, length) != TES_OK)
        memset(&user->style, 0, sizeof user->style);
    user->has_style = result == RECORDS_OK || result == RECORDS_ABSENT;
}

void auth_user_read_due(struct app *app, struct auth_user *user)
{
    uint8_t bytes[AUTH_USER_BYTES];
    size_t length;
    memset(&user->due, 0, sizeof user->due);
    enum records_result result =
        records_state_read(app->records, &user->key, DUE, bytes, sizeof bytes, &length);
    user->has_due = result == RECORDS_OK || result == RECORDS_ABSENT;
    if (result == RECORDS_OK)
        (void)user_due_read((struct tes_slice){(const char *)bytes, length}, &user->due);
}

bool auth_user_keep_style(struct app *app, const struct auth_user *user)
{
    uint8_t bytes[TES_STYLE_BYTES];
    size_t length;
    return tes_style_write(&user->style, bytes, sizeof bytes, &length) == TES_OK &&
           records_state_write(app->records, &user->key, STYLE,
                               (struct tes_slice){(const char *)bytes, length}) == RECORDS_OK;
}

bool auth_user_keep_due(struct app *app, const struct auth_user *user)
{
    uint8_t bytes[AUTH_USER_BYTES];
    return records_state_write(app->records, &user->key, DUE, user_due_write(&user->due, bytes)) ==
           RECORDS_OK;
}
