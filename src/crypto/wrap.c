#include "crypto/wrap.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/secret.h"
#include "crypto/mac.h"
#include "os/entropy.h"

#define VERSION     1
#define NONCE_BYTES 12
#define TAG_BYTES   16
#define HEAD_BYTES  (1 + NONCE_BYTES)
#define FILE_MAX    ((size_t)TES_WRAP_SECRETS_MAX * (TES_KEYS_SECRET_MAX + 2))

static const char *const VARIABLES[TES_WRAP_SECRETS_MAX] = {"TESSERA_KEYS_SECRET",
                                                            "TESSERA_KEYS_SECRET_PREVIOUS"};

/* A key of its own, for one use, from a secret. */
static bool derive(const struct tes_wrap_secret *secret, const char *use,
                   uint8_t key[TES_MAC_BYTES])
{
    EVP_MAC *hmac = EVP_MAC_fetch(NULL, "HMAC", NULL);
    EVP_MAC_CTX *context = hmac != NULL ? tes_mac_new(hmac, secret->bytes, secret->length) : NULL;
    bool done = context != NULL && tes_mac_derive(context, use, 0, key);
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(hmac);
    return done;
}

static bool add_secret(struct tes_wrap *wrap, const char *from, struct tes_slice text,
                       struct tes_error *error)
{
    uint8_t id[TES_MAC_BYTES];
    struct tes_wrap_secret *secret = &wrap->secrets[wrap->count];
    if (text.length < TES_KEYS_SECRET_MIN || text.length > TES_KEYS_SECRET_MAX)
        return tes_error_set(
            error, "%s: expected %d to %d characters, has %zu; `openssl rand -hex 32` makes some",
            from, TES_KEYS_SECRET_MIN, TES_KEYS_SECRET_MAX, text.length);
    memcpy(secret->bytes, text.at, text.length);
    secret->length = text.length;
    if (!derive(secret, "wrap id", id))
        return tes_error_set(error, "%s: out of memory", from);
    secret->id = tes_mac_get_u32(id);
    wrap->count++;
    return true;
}

static bool add_lines(struct tes_wrap *wrap, const char *path, struct tes_slice text,
                      struct tes_error *error)
{
    do {
        struct tes_slice line = tes_slice_cut(&text, '\n');
        if (line.length > 0 && line.at[line.length - 1] == '\r')
            line.length--;
        if (wrap->count == TES_WRAP_SECRETS_MAX)
            return tes_error_set(error, "%s: expected a line, or two, and has more", path);
        if (!add_secret(wrap, path, line, error))
            return false;
    } while (text.length > 0);
    return true;
}

/* Secrets that a machine's manager mounts are often links, so those are followed. */
static bool read_file(struct tes_wrap *wrap, const char *path, struct tes_error *error)
{
    char text[FILE_MAX];
    struct stat about;
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file >= 0 ? read(file, text, sizeof text) : -1;
    bool done = false;
    if (length < 0 || fstat(file, &about) != 0)
        tes_error_set(error, "can't read %s: %s", path, strerror(errno));
    else if ((about.st_mode & S_IWOTH) != 0)
        tes_error_set(error, "%s: everybody can write to it (mode %04o)", path,
                      (unsigned)about.st_mode & 07777);
    else
        done = add_lines(wrap, path, (struct tes_slice){text, (size_t)length}, error);
    if (file >= 0)
        close(file);
    tes_wipe(text, sizeof text);
    return done;
}

static bool read_variables(struct tes_wrap *wrap, char *(*lookup)(const char *name),
                           struct tes_error *error)
{
    for (size_t i = 0; i < TES_WRAP_SECRETS_MAX; i++) {
        const char *value = lookup(VARIABLES[i]);
        if (value != NULL && *value != '\0' &&
            !add_secret(wrap, VARIABLES[i], tes_slice_of(value), error))
            return false;
    }
    return true;
}

bool tes_wrap_load(const char *file, char *(*lookup)(const char *name), struct tes_wrap *wrap,
                   struct tes_error *error)
{
    const char *value = lookup(VARIABLES[0]);
    bool done = false;
    *wrap = (struct tes_wrap){0};
    if (value != NULL && *value != '\0')
        done = read_variables(wrap, lookup, error);
    else if (*file != '\0')
        done = read_file(wrap, file, error);
    else
        tes_error_set(error,
                      "there is no secret for keys in the records: set %s, or name a file as "
                      "store.keys_secret_file",
                      VARIABLES[0]);
    if (!done)
        tes_wipe(wrap, sizeof *wrap);
    return done;
}

/* What is authenticated beside the key: each with its length before it. */
static bool add_about(EVP_CIPHER_CTX *context, const struct tes_wrapped *wrapped)
{
    static const char LABEL[] = "tessera wrapped key 1";
    uint8_t numbers[12];
    tes_mac_put_u32(numbers, wrapped->id);
    tes_mac_put_u32(numbers + 4, (uint32_t)(wrapped->created_at_ms >> 32));
    tes_mac_put_u32(numbers + 8, (uint32_t)wrapped->created_at_ms);
    const struct tes_slice parts[] = {
        {LABEL, sizeof LABEL - 1}, {(const char *)numbers, 4}, {(const char *)numbers + 4, 8}};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        uint8_t prefix[4];
        int written;
        tes_mac_put_u32(prefix, (uint32_t)parts[i].length);
        if (EVP_CipherUpdate(context, NULL, &written, prefix, sizeof prefix) != 1 ||
            EVP_CipherUpdate(context, NULL, &written, (const uint8_t *)parts[i].at,
                             (int)parts[i].length) != 1)
            return false;
    }
    return true;
}

/* A cipher that has been told all but the key that is wrapped; NULL where there is none. */
static EVP_CIPHER_CTX *begin(const struct tes_wrap_secret *secret,
                             const struct tes_wrapped *wrapped, bool encrypts)
{
    uint8_t key[TES_MAC_BYTES];
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool done = context != NULL && derive(secret, "wrap", key) &&
                EVP_CipherInit_ex2(context, EVP_aes_256_gcm(), key, wrapped->bytes + 1, encrypts,
                                   NULL) == 1 &&
                add_about(context, wrapped);
    tes_wipe(key, sizeof key);
    if (done)
        return context;
    EVP_CIPHER_CTX_free(context);
    return NULL;
}

static bool encrypt(EVP_CIPHER_CTX *context, const struct tes_key *key, struct tes_wrapped *wrapped)
{
    uint8_t *cipher = wrapped->bytes + HEAD_BYTES;
    int written, last;
    return EVP_CipherUpdate(context, cipher, &written, key->secret, (int)key->length) == 1 &&
           written == (int)key->length && EVP_CipherFinal_ex(context, cipher, &last) == 1 &&
           EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, TAG_BYTES, cipher + key->length) ==
               1;
}

bool tes_wrap_key(const struct tes_wrap *wrap, const struct tes_key *key,
                  struct tes_wrapped *wrapped)
{
    *wrapped = (struct tes_wrapped){.wrapped_by = wrap->secrets[0].id,
                                    .created_at_ms = key->created_at_ms,
                                    .length = HEAD_BYTES + key->length + TAG_BYTES};
    wrapped->bytes[0] = VERSION;
    if (!tes_key_id(key, &wrapped->id) || !tes_entropy(wrapped->bytes + 1, NONCE_BYTES))
        return false;
    EVP_CIPHER_CTX *context = begin(&wrap->secrets[0], wrapped, true);
    bool done = context != NULL && encrypt(context, key, wrapped);
    EVP_CIPHER_CTX_free(context);
    return done;
}

static bool decrypt(EVP_CIPHER_CTX *context, const struct tes_wrapped *wrapped, struct tes_key *key)
{
    uint8_t tag[TAG_BYTES];
    int written, last;
    memcpy(tag, wrapped->bytes + wrapped->length - TAG_BYTES, TAG_BYTES);
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, TAG_BYTES, tag) == 1 &&
           EVP_CipherUpdate(context, key->secret, &written, wrapped->bytes + HEAD_BYTES,
                            (int)key->length) == 1 &&
           written == (int)key->length && EVP_CipherFinal_ex(context, key->secret, &last) == 1;
}

static const struct tes_wrap_secret *find_secret(const struct tes_wrap *wrap, uint32_t id)
{
    for (size_t i = 0; i < wrap->count; i++)
        if (wrap->secrets[i].id == id)
            return &wrap->secrets[i];
    return NULL;
}

bool tes_wrap_open(const struct tes_wrap *wrap, const struct tes_wrapped *wrapped,
                   struct tes_key *key, struct tes_error *error)
{
    const struct tes_wrap_secret *secret = find_secret(wrap, wrapped->wrapped_by);
    uint32_t id = 0;
    *key = (struct tes_key){.created_at_ms = wrapped->created_at_ms};
    if (secret == NULL)
        return tes_error_set(error,
                             "key %08x was sealed with another secret than this server has (%08x)",
                             (unsigned)wrapped->id, (unsigned)wrapped->wrapped_by);
    bool is_form = wrapped->length >= HEAD_BYTES + TES_SECRET_MIN + TAG_BYTES &&
                   wrapped->length <= TES_WRAPPED_MAX && wrapped->bytes[0] == VERSION;
    key->length = is_form ? wrapped->length - HEAD_BYTES - TAG_BYTES : 0;
    EVP_CIPHER_CTX *context = is_form ? begin(secret, wrapped, false) : NULL;
    bool done = context != NULL && decrypt(context, wrapped, key) && tes_key_id(key, &id) &&
                id == wrapped->id;
    EVP_CIPHER_CTX_free(context);
    if (done)
        return true;
    tes_wipe(key, sizeof *key);
    return tes_error_set(error, "key %08x can't be opened: it was changed where it lies",
                         (unsigned)wrapped->id);
}
