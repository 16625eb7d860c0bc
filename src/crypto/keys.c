#include "crypto/keys.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/codec.h"
#include "base/secret.h"
#include "crypto/seal.h"
#include "os/entropy.h"
#include "os/folder.h"

#define FILE_MAX   4096
#define NEW_LENGTH 32

static bool fail_on(struct tes_error *error, const char *what, const char *path)
{
    return tes_error_set(error, "%s %s: %s", what, path, strerror(errno));
}

void tes_keys_wipe(struct tes_keys *keys)
{
    tes_wipe(keys, sizeof *keys);
}

bool tes_keys_equal(const struct tes_keys *a, const struct tes_keys *b)
{
    return a->count == b->count && tes_equal_constant_time(a->items, b->items, sizeof a->items);
}

struct tes_sealer *tes_keys_sealer(const struct tes_keys *keys)
{
    struct tes_sealer *sealer = tes_sealer_new(keys->items[0].secret, keys->items[0].length);
    for (size_t i = 1; sealer != NULL && i < keys->count; i++) {
        if (tes_sealer_accept(sealer, keys->items[i].secret, keys->items[i].length) != TES_OK) {
            tes_sealer_free(sealer);
            sealer = NULL;
        }
    }
    return sealer;
}

bool tes_key_id(const struct tes_key *key, uint32_t *id)
{
    uint32_t ids[TES_KEYS_MAX];
    struct tes_sealer *sealer = tes_sealer_new(key->secret, key->length);
    bool done = sealer != NULL && tes_seal_ids(sealer, ids) == 1;
    if (done)
        *id = ids[0];
    tes_sealer_free(sealer);
    return done;
}

static const char *const VARIABLES[] = {"TESSERA_SECRET", "SHUMA_CHALLENGE_SECRET",
                                        "SHUMA_JS_SECRET"};

static bool add_variable(struct tes_keys *keys, const char *name, const char *value,
                         struct tes_error *error)
{
    size_t length = strlen(value);
    /* A previous secret may be shorter: whoever replaces a short one still needs it for a day. */
    int least = keys->count == 0 ? TES_KEYS_SECRET_MIN : TES_SECRET_MIN;
    if (length < (size_t)least || length > TES_KEYS_SECRET_MAX)
        return tes_error_set(
            error, "%s: expected %d to %d characters, has %zu; `openssl rand -hex 32` makes some",
            name, least, TES_KEYS_SECRET_MAX, length);
    memcpy(keys->items[keys->count].secret, value, length);
    keys->items[keys->count].length = length;
    keys->count++;
    return true;
}

/* True where a variable is set, even to a bad value: then keys->count is 0. */
static bool from_environment(char *(*lookup)(const char *name), struct tes_keys *keys,
                             struct tes_error *error)
{
    for (size_t i = 0; i < sizeof VARIABLES / sizeof VARIABLES[0]; i++) {
        const char *value = lookup(VARIABLES[i]);
        if (value == NULL || *value == '\0')
            continue;
        keys->source = VARIABLES[i];
        const char *before = lookup("TESSERA_SECRET_PREVIOUS");
        if (!add_variable(keys, VARIABLES[i], value, error) ||
            (before != NULL && *before != '\0' &&
             !add_variable(keys, "TESSERA_SECRET_PREVIOUS", before, error)))
            tes_keys_wipe(keys);
        return true;
    }
    return false;
}

static bool parse_line(struct tes_keys *keys, struct tes_slice line)
{
    struct tes_slice hex = line;
    struct tes_slice created = tes_slice_cut(&hex, ' ');
    if (keys->count == TES_KEYS_MAX || hex.length != (size_t)NEW_LENGTH * 2 ||
        !tes_slice_number(created, UINT64_MAX / 2, &keys->items[keys->count].created_at_ms) ||
        !tes_hex_decode(hex, keys->items[keys->count].secret, NEW_LENGTH))
        return false;
    keys->items[keys->count++].length = NEW_LENGTH;
    return true;
}

static bool parse_file(struct tes_keys *keys, struct tes_slice text, uint64_t now_ms)
{
    while (text.length > 0) {
        struct tes_slice line = tes_slice_cut(&text, '\n');
        if (!parse_line(keys, line))
            return false;
        /* A key retires when the one before it in the file came. */
        if (keys->count > 1 &&
            keys->items[keys->count - 2].created_at_ms + TES_KEYS_RETIRED_MS <= now_ms) {
            tes_wipe(&keys->items[--keys->count], sizeof keys->items[0]);
            break;
        }
    }
    return keys->count > 0;
}

bool tes_key_is_settled(const struct tes_key *key, uint64_t now_ms)
{
    return key->created_at_ms == 0 || key->created_at_ms + TES_KEYS_SETTLED_MS <= now_ms;
}

void tes_keys_choose(struct tes_keys *keys, size_t place)
{
    struct tes_key chosen = keys->items[place];
    memmove(&keys->items[1], &keys->items[0], place * sizeof keys->items[0]);
    keys->items[0] = chosen;
    tes_wipe(&chosen, sizeof chosen);
}

void tes_keys_sort(struct tes_keys *keys)
{
    /* Each goes before those of the sorted part that are older. */
    for (size_t i = 1; i < keys->count; i++) {
        struct tes_key key = keys->items[i];
        size_t to = i;
        for (; to > 0 && keys->items[to - 1].created_at_ms < key.created_at_ms; to--)
            keys->items[to] = keys->items[to - 1];
        keys->items[to] = key;
        tes_wipe(&key, sizeof key);
    }
}

/* Signs with the newest key that every server on this folder has had time to read. */
static void settle(struct tes_keys *keys, uint64_t now_ms)
{
    size_t signer = 0;
    while (signer + 1 < keys->count && !tes_key_is_settled(&keys->items[signer], now_ms))
        signer++;
    tes_keys_choose(keys, signer);
}

static bool explain_lost(const char *path, struct tes_error *error)
{
    return tes_error_set(
        error,
        "%s is missing: put it back from a backup; or make a new one with "
        "\"tessera key make\", and all that is open is void; servers that share a ledger share "
        "their keys as well, by TESSERA_SECRET or store.keys",
        path);
}

static bool read_file(const char *path, struct tes_keys *keys, uint64_t now_ms,
                      struct tes_error *error)
{
    char text[FILE_MAX];
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0)
        return errno == ENOENT ? explain_lost(path, error) : fail_on(error, "can't open", path);
    struct stat about;
    if (fstat(file, &about) == 0 && (about.st_mode & S_IWOTH) != 0) {
        tes_error_set(error, "%s: everybody can write to it (mode %04o)", path,
                      (unsigned)about.st_mode & 07777);
        close(file);
        return false;
    }
    ssize_t length = read(file, text, sizeof text);
    close(file);
    if (length < 0)
        return fail_on(error, "can't read", path);
    bool good = parse_file(keys, (struct tes_slice){text, (size_t)length}, now_ms);
    tes_wipe(text, sizeof text);
    if (!good)
        tes_error_set(error, "%s: expected lines of \"CREATED_MS HEX\"", path);
    return good;
}

/* Makes a new name in the folder durable: a ledger without its keys would not be opened again. */
static bool sync_folder(const char *path)
{
    char folder[TES_FOLDER_MAX];
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    int file = open(*folder != '\0' ? folder : "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    /* Some file systems have nothing to do for a folder, and say so. */
    bool done = file >= 0 && (fsync(file) == 0 || errno == EINVAL);
    if (file >= 0)
        close(file);
    return done;
}

/* Writes all keys beside the file and moves them into its place, so that a reader sees the old or
 * the new, never half of it. */
static bool write_file(const char *path, const struct tes_keys *keys, struct tes_error *error)
{
    char temporary[TES_FOLDER_MAX + 8], text[FILE_MAX];
    struct tes_buf buf = tes_buf_on(text, sizeof text);
    for (size_t i = 0; i < keys->count; i++) {
        tes_buf_number(&buf, (int64_t)keys->items[i].created_at_ms);
        tes_buf_char(&buf, ' ');
        tes_hex_encode(&buf, keys->items[i].secret, keys->items[i].length);
        tes_buf_char(&buf, '\n');
    }
    snprintf(temporary, sizeof temporary, "%s.new", path);
    int file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool done = file >= 0 && write(file, text, buf.length) == (ssize_t)buf.length &&
                fsync(file) == 0 && rename(temporary, path) == 0 && sync_folder(path);
    if (!done)
        fail_on(error, "can't write", path);
    if (file >= 0)
        close(file);
    if (!done && file >= 0)
        unlink(temporary);
    tes_wipe(text, sizeof text);
    return done;
}

bool tes_key_new(struct tes_key *key, uint64_t now_ms)
{
    *key = (struct tes_key){.length = NEW_LENGTH, .created_at_ms = now_ms};
    return tes_entropy(key->secret, NEW_LENGTH);
}

static bool add_new_first(struct tes_keys *keys, uint64_t now_ms, struct tes_error *error)
{
    if (keys->count == TES_KEYS_MAX)
        keys->count--;
    memmove(&keys->items[1], &keys->items[0], keys->count * sizeof keys->items[0]);
    keys->count++;
    if (tes_key_new(&keys->items[0], now_ms))
        return true;
    return tes_error_set(error, "the kernel gives no random bytes");
}

static bool make_path(const char *data, const char *name, char path[TES_FOLDER_MAX],
                      struct tes_error *error)
{
    int length = snprintf(path, TES_FOLDER_MAX, "%s/%s", data, name);
    if (length > 0 && length < TES_FOLDER_MAX)
        return true;
    return tes_error_set(error, "data: the path is too long");
}

/* What to do with the file. */
enum change { MAKE, ROTATE };

/* With the folder's lock held. */
static bool change_file(const char *path, enum change change, uint64_t now_ms,
                        struct tes_error *error)
{
    struct tes_keys keys = {0};
    bool exists = access(path, F_OK) == 0, done = false;
    if (change == MAKE && exists)
        tes_error_set(error, "%s is there already", path);
    else if (change == ROTATE && !exists)
        explain_lost(path, error);
    else if (!exists || read_file(path, &keys, now_ms, error))
        done = add_new_first(&keys, now_ms, error) && write_file(path, &keys, error);
    tes_keys_wipe(&keys);
    return done;
}

/* Holds the folder's lock while the file is made or changed, and only then. */
static bool update_file(const char *data, enum change change, uint64_t now_ms,
                        struct tes_error *error)
{
    char path[TES_FOLDER_MAX], lock_path[TES_FOLDER_MAX];
    if (!make_path(data, "keys", path, error) || !make_path(data, "keys.lock", lock_path, error) ||
        !tes_folder_make(data, error->text, sizeof error->text))
        return false;
    int lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool done = false;
    if (lock < 0 || flock(lock, LOCK_EX) != 0)
        fail_on(error, "can't lock", lock_path);
    else
        done = change_file(path, change, now_ms, error);
    if (lock >= 0)
        close(lock);
    return done;
}

bool tes_keys_load(const char *data, char *(*lookup)(const char *name), uint64_t now_ms,
                   struct tes_keys *keys, struct tes_error *error)
{
    char path[TES_FOLDER_MAX];
    *keys = (struct tes_keys){0};
    if (from_environment(lookup, keys, error))
        return keys->count > 0;
    keys->source = "keys";
    /* The file is moved into its place whole, so that reading it takes no lock: a server that looks
     * for new keys neither waits for whoever holds the lock nor needs a folder it can write to. */
    if (!make_path(data, "keys", path, error) || !read_file(path, keys, now_ms, error))
        return false;
    settle(keys, now_ms);
    return true;
}

bool tes_keys_are_given(char *(*lookup)(const char *name))
{
    struct tes_error error;
    struct tes_keys keys = {0};
    bool are_given = from_environment(lookup, &keys, &error);
    tes_keys_wipe(&keys);
    return are_given;
}

bool tes_keys_exist(const char *data, char *(*lookup)(const char *name))
{
    char path[TES_FOLDER_MAX];
    struct tes_error error;
    return tes_keys_are_given(lookup) ||
           (make_path(data, "keys", path, &error) && access(path, F_OK) == 0);
}

bool tes_keys_check(char *(*lookup)(const char *name), struct tes_error *error)
{
    struct tes_keys keys = {0};
    bool is_good = !from_environment(lookup, &keys, error) || keys.count > 0;
    tes_keys_wipe(&keys);
    return is_good;
}

/* Where a variable holds the secret, the file is not read: so it is neither made nor changed. */
static bool is_file_used(char *(*lookup)(const char *name), struct tes_error *error)
{
    struct tes_keys keys = {0};
    bool is_used = !from_environment(lookup, &keys, error);
    if (!is_used)
        tes_error_set(error,
                      "the secret comes from %s: change it there, and put the old one into "
                      "TESSERA_SECRET_PREVIOUS for a day",
                      keys.source != NULL ? keys.source : "the environment");
    tes_keys_wipe(&keys);
    return is_used;
}

bool tes_keys_make(const char *data, char *(*lookup)(const char *name), uint64_t now_ms,
                   struct tes_error *error)
{
    return is_file_used(lookup, error) && update_file(data, MAKE, now_ms, error);
}

bool tes_keys_rotate(const char *data, char *(*lookup)(const char *name), uint64_t now_ms,
                     struct tes_error *error)
{
    return is_file_used(lookup, error) && update_file(data, ROTATE, now_ms, error);
}
