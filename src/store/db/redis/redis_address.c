#include "store/db/redis/redis_address.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/secret.h"

#define PORT          6379
#define SENTINEL_PORT 26379
#define PORT_MAX      65535
#define PREFIX        "tessera:"
#define WAIT_MS       500
#define ADDRESS_MAX   4096
#define SOCKET_MAX    107 /* bytes of a path that the kernel takes */

/* ------------------------------------------------------------------- text */

/* Decodes into `text`, with a NUL behind it. Control characters belong nowhere here. */
static bool decode(struct tes_slice from, char *text, size_t size)
{
    size_t length = 0;
    for (size_t i = 0; i < from.length; i++) {
        int byte = (unsigned char)from.at[i];
        if (byte == '%') {
            int high = from.length - i > 2 ? tes_ascii_hex(from.at[i + 1]) : -1;
            int low = from.length - i > 2 ? tes_ascii_hex(from.at[i + 2]) : -1;
            if (high < 0 || low < 0)
                return false;
            byte = high * 16 + low;
            i += 2;
        }
        if (byte < ' ' || byte == 0x7F || length + 1 >= size)
            return false;
        text[length++] = (char)byte;
    }
    text[length] = '\0';
    return true;
}

/* Cuts off what stands before the last `separator`; false where there is none. */
static bool cut_last(struct tes_slice *rest, char separator, struct tes_slice *before)
{
    size_t at = rest->length;
    while (at > 0 && rest->at[at - 1] != separator)
        at--;
    if (at == 0)
        return false;
    *before = (struct tes_slice){rest->at, at - 1};
    *rest = (struct tes_slice){rest->at + at, rest->length - at};
    return true;
}

/* Each reader gives NULL, or what is wrong. */

static const char *read_number(struct tes_slice text, uint64_t least, uint64_t most,
                               unsigned *number)
{
    uint64_t value;
    if (text.length > 10 || !tes_slice_number(text, most, &value) || value < least)
        return "a number is out of its bounds";
    *number = (unsigned)value;
    return NULL;
}

/* ----------------------------------------------------------------- options */

static const char *read_option(struct redis_address *address, struct tes_slice name,
                               struct tes_slice value)
{
#define REDIS_OPTION_TEXT(member, meaning)                                                         \
    if (tes_slice_equal(name, TES_SLICE(#member)))                                                 \
        return address->member[0] == '\0' && value.length > 0 &&                                   \
                       decode(value, address->member, sizeof address->member)                      \
                   ? NULL                                                                          \
                   : "option " #member " is empty, too long, badly encoded or there twice";
#define TEXT(number) #number
#define REDIS_OPTION_NUMBER(member, least, most, meaning)                                          \
    if (tes_slice_equal(name, TES_SLICE(#member)))                                                 \
        return read_number(value, least, most, &address->member) == NULL                           \
                   ? NULL                                                                          \
                   : "option " #member " is not a number from " TEXT(least) " to " TEXT(most);
#include "store/db/redis/redis_options.def"
#undef REDIS_OPTION_TEXT
#undef TEXT
#undef REDIS_OPTION_NUMBER
    return "there is no such option; there are: "
#define REDIS_OPTION_TEXT(member, meaning)                " " #member
#define REDIS_OPTION_NUMBER(member, least, most, meaning) " " #member
#include "store/db/redis/redis_options.def"
#undef REDIS_OPTION_TEXT
#undef REDIS_OPTION_NUMBER
        ;
}

static const char *read_options(struct redis_address *address, struct tes_slice options)
{
    while (options.at != NULL) {
        struct tes_slice value = tes_slice_cut(&options, '&');
        struct tes_slice name = tes_slice_cut(&value, '=');
        const char *problem =
            value.at != NULL ? read_option(address, name, value) : "an option has no value";
        if (problem != NULL)
            return problem;
    }
    return NULL;
}

static bool is_prefix(const char *prefix)
{
    for (; *prefix != '\0'; prefix++)
        if (!tes_ascii_is_alnum(*prefix) && strchr(":_.-{}", *prefix) == NULL)
            return false;
    return true;
}

/* ------------------------------------------------------------------- parts */

static const char *read_user(struct redis_address *address, struct tes_slice user)
{
    struct tes_slice password = user, name = tes_slice_cut(&password, ':');
    if (password.at == NULL || password.length == 0)
        return "before an @ there must be USER:PASSWORD@ or :PASSWORD@";
    if (!decode(name, address->user, sizeof address->user) ||
        !decode(password, address->password, sizeof address->password))
        return "user or password is too long or badly encoded (% must be %25, / must be %2F)";
    return NULL;
}

static bool is_host(const char *name, bool is_bracketed)
{
    for (const char *c = name; *c != '\0'; c++)
        if (!tes_ascii_is_alnum(*c) && strchr(is_bracketed ? ":.%" : ".-_", *c) == NULL)
            return false;
    return *name != '\0';
}

static const char *read_host(struct redis_address *address, struct tes_slice text)
{
    struct redis_host *host = &address->hosts[address->host_count];
    struct tes_slice name;
    bool is_bracketed = text.length > 0 && text.at[0] == '[';
    host->port = address->is_sentinel ? SENTINEL_PORT : PORT;
    if (is_bracketed) {
        text = (struct tes_slice){text.at + 1, text.length - 1};
        name = tes_slice_cut(&text, ']');
        if (text.at == NULL || (text.length > 0 && text.at[0] != ':'))
            return "an address of IPv6 stands in brackets: [::1]:6379";
        text = text.length > 0 ? (struct tes_slice){text.at + 1, text.length - 1}
                               : (struct tes_slice){NULL, 0};
    } else {
        name = tes_slice_cut(&text, ':');
    }
    if (address->host_count == REDIS_HOSTS_MAX)
        return "there are too many hosts";
    if (!decode(name, host->name, sizeof host->name) || !is_host(host->name, is_bracketed))
        return "a host's name is missing, too long or has other characters than names have";
    address->host_count++;
    return text.at != NULL && read_number(text, 1, PORT_MAX, &host->port) != NULL
               ? "a port is not a number from 1 to 65535"
               : NULL;
}

static const char *read_hosts(struct redis_address *address, struct tes_slice hosts)
{
    const char *problem = NULL;
    if (hosts.length == 0)
        return NULL; /* by the socket */
    while (problem == NULL && hosts.at != NULL) {
        if (address->host_count == REDIS_HOSTS_MAX)
            return "there are too many hosts";
        problem = read_host(address, tes_slice_cut(&hosts, ','));
    }
    if (problem == NULL && address->host_count > 1 && !address->is_sentinel)
        problem = "there is more than one host; those of Sentinels belong to redis+sentinel://";
    return problem;
}

static const char *read_path(struct redis_address *address, struct tes_slice path)
{
    if (address->is_sentinel) {
        struct tes_slice master = tes_slice_cut(&path, '/');
        if (master.length == 0 || !decode(master, address->master, sizeof address->master))
            return "behind the Sentinels there must be the name of the master they watch: "
                   "redis+sentinel://HOST:26379/MASTER";
    }
    return path.length > 0 && read_number(path, 0, REDIS_DB_MAX, &address->db) != NULL
               ? "the database is not a number"
               : NULL;
}

/* ------------------------------------------------------------------- whole */

static bool cut_scheme(struct redis_address *address, struct tes_slice *text)
{
    static const struct {
        struct tes_slice scheme;
        bool is_tls, is_sentinel;
    } SCHEMES[] = {
        {TES_SLICE_INIT("redis://"), false, false},
        {TES_SLICE_INIT("rediss://"), true, false},
        {TES_SLICE_INIT("redis+sentinel://"), false, true},
        {TES_SLICE_INIT("rediss+sentinel://"), true, true},
    };
    for (size_t i = 0; i < sizeof SCHEMES / sizeof SCHEMES[0]; i++) {
        struct tes_slice scheme = SCHEMES[i].scheme;
        if (!tes_slice_starts(*text, scheme))
            continue;
        address->is_tls = SCHEMES[i].is_tls;
        address->is_sentinel = SCHEMES[i].is_sentinel;
        *text = (struct tes_slice){text->at + scheme.length, text->length - scheme.length};
        return true;
    }
    return false;
}

/* What can only be seen once all of it is read. */
static const char *check(const struct redis_address *address)
{
    bool has_socket = address->socket[0] != '\0';
    bool has_tls_options = address->ca[0] != '\0' || address->cert[0] != '\0' ||
                           address->key[0] != '\0' || address->name[0] != '\0';
    bool has_sentinel_options =
        address->sentinel_user[0] != '\0' || address->sentinel_password[0] != '\0';
    if (has_socket == (address->host_count > 0))
        return has_socket ? "it has a host and a socket" : "there is no host";
    if (has_socket && (address->is_tls || address->is_sentinel))
        return "a socket is for redis:// alone";
    if (has_socket && (address->socket[0] != '/' || strlen(address->socket) > SOCKET_MAX))
        return "option socket is not a path that begins with / and has 107 bytes at most";
    if (has_tls_options && !address->is_tls)
        return "options ca, cert, key and name are for rediss:// alone";
    if ((address->cert[0] == '\0') != (address->key[0] == '\0'))
        return "options cert and key go together";
    if (has_sentinel_options && !address->is_sentinel)
        return "options sentinel_user and sentinel_password are for redis+sentinel:// alone";
    return is_prefix(address->prefix) ? NULL
                                      : "option prefix has other characters than letters, digits "
                                        "and : _ . - { }";
}

static const char *read_all(struct redis_address *address, struct tes_slice text)
{
    if (text.length > ADDRESS_MAX)
        return "it is too long";
    if (!cut_scheme(address, &text))
        return "it does not begin with redis://";
    address->wait = address->is_sentinel;
    address->wait_ms = WAIT_MS;
    struct tes_slice options = text, path = tes_slice_cut(&options, '?');
    struct tes_slice hosts = tes_slice_cut(&path, '/'), user;
    const char *problem = NULL;
    if (cut_last(&hosts, '@', &user))
        problem = read_user(address, user);
    if (problem == NULL)
        problem = read_hosts(address, hosts);
    if (problem == NULL)
        problem = read_path(address, path);
    if (problem == NULL)
        problem = read_options(address, options);
    if (problem == NULL && address->prefix[0] == '\0')
        memcpy(address->prefix, PREFIX, sizeof PREFIX);
    return problem != NULL ? problem : check(address);
}

bool redis_address_read(struct redis_address *address, struct tes_slice text, char *error,
                        size_t error_size)
{
    *address = (struct redis_address){0};
    const char *problem = read_all(address, text);
    if (problem == NULL)
        return true;
    snprintf(error, error_size, "ledger: the address of the Redis can't be read: %s", problem);
    redis_address_wipe(address);
    return false;
}

void redis_address_wipe(struct redis_address *address)
{
    tes_wipe(address, sizeof *address);
}

void redis_address_name(const struct redis_address *address, char *text, size_t size)
{
    struct tes_buf buf = tes_buf_on(text, size > 0 ? size - 1 : 0);
    tes_buf_text(&buf, address->is_tls ? "rediss" : "redis");
    tes_buf_text(&buf, address->is_sentinel ? "+sentinel://" : "://");
    for (size_t i = 0; i < address->host_count; i++) {
        bool is_ipv6 = strchr(address->hosts[i].name, ':') != NULL;
        tes_buf_text(&buf, i > 0 ? "," : "");
        tes_buf_text(&buf, is_ipv6 ? "[" : "");
        tes_buf_text(&buf, address->hosts[i].name);
        tes_buf_text(&buf, is_ipv6 ? "]:" : ":");
        tes_buf_number(&buf, address->hosts[i].port);
    }
    tes_buf_text(&buf, address->socket);
    tes_buf_text(&buf, "/");
    tes_buf_text(&buf, address->master);
    tes_buf_text(&buf, address->is_sentinel ? "/" : "");
    tes_buf_number(&buf, address->db);
    if (size > 0)
        text[buf.failed ? 0 : buf.length] = '\0';
}
