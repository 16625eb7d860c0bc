/*
 * config_error.h: the messages about a bad config: where, which key, what was expected, what may
 * have been meant. Used by the config's own files only.
 */
#ifndef SERVER_CONFIG_ERROR_H
#define SERVER_CONFIG_ERROR_H

#include "server/config/config.h"

#define CONFIG_EXPECTED_MAX 512 /* what a row takes, in words */

/* Where a value stands. */
struct config_place {
    const char *file; /* NULL: not in a file */
    size_t line;      /* from 1 */
    const char *key;  /* path or variable; NULL: none */
};

/* Writes the message behind its place and returns false, so that a reader can return it. */
__attribute__((format(printf, 3, 4))) bool config_error_set(struct tes_error *error,
                                                            const struct config_place *place,
                                                            const char *format, ...);

/* What is said of a key's second name, with its path. */
#define CONFIG_ERROR_TWO_NAMES "%s has two names here, with different values"

/* The text shortened, and bytes other than printable ASCII replaced: fit for one line. */
const char *config_error_show(struct tes_slice text, char shown[CONFIG_NAME_MAX]);

/* "unknown key", and the key or section of the table that may have been meant; returns false. */
bool config_error_unknown_key(struct tes_error *error, const struct config_place *place,
                              struct tes_slice path);

/* Variables with our prefix that no key has: the secrets, which keys.h reads. NULL ends them. */
extern const char *const config_secret_variables[];

/* The same for variables. */
bool config_error_unknown_variable(struct tes_error *error, const struct config_place *place,
                                   struct tes_slice variable);

#endif
