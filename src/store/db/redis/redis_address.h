/*
 * redis_address.h: the address of a Redis, as the config has it:
 *
 *   redis://[[USER]:PASSWORD@]HOST[:PORT][/DB][?OPTION=VALUE&...]
 *   redis+sentinel://[[USER]:PASSWORD@]HOST[:PORT],...[/MASTER[/DB]][?...]
 *
 * with rediss:// and rediss+sentinel:// for TLS. What is in it may be percent-encoded. The options
 * are the rows of redis_options.def.
 */
#ifndef STORE_REDIS_ADDRESS_H
#define STORE_REDIS_ADDRESS_H

#include "base/slice.h"

#define REDIS_HOSTS_MAX   16
#define REDIS_NAME_MAX    254 /* of a host */
#define REDIS_TEXT_MAX    256
#define REDIS_SECRET_MAX  512
#define REDIS_PREFIX_MAX  64
#define REDIS_DB_MAX      1000000
#define REDIS_WAIT_MAX    32
#define REDIS_WAIT_MS_MAX 1000

struct redis_host {
    char name[REDIS_NAME_MAX]; /* a name or a number; of IPv6 without its brackets */
    unsigned port;
};

struct redis_address {
    bool is_tls, is_sentinel;
    struct redis_host hosts[REDIS_HOSTS_MAX]; /* of Sentinels where it is one */
    size_t host_count;                        /* 0: `socket` */
    unsigned db;
    char user[REDIS_TEXT_MAX], password[REDIS_SECRET_MAX]; /* empty: none */
    char master[REDIS_TEXT_MAX];                           /* that Sentinels are asked for */
    /* Options. */
    char prefix[REDIS_PREFIX_MAX];
    unsigned wait, wait_ms;
    char socket[REDIS_TEXT_MAX];
    char ca[REDIS_TEXT_MAX], cert[REDIS_TEXT_MAX], key[REDIS_TEXT_MAX], name[REDIS_TEXT_MAX];
    char sentinel_user[REDIS_TEXT_MAX], sentinel_password[REDIS_SECRET_MAX];
};

/* False with a message for people, which repeats nothing that may be a password. */
TES_MUST_CHECK bool redis_address_read(struct redis_address *address, struct tes_slice text,
                                       char *error, size_t error_size);

void redis_address_wipe(struct redis_address *address);

/* Writes which server it is, for people, without user and password: "redis://host:6379/0". */
void redis_address_name(const struct redis_address *address, char *text, size_t size);

#endif
