/*
 * config_value.h: what each type of value looks like: how it is read, checked, written and
 * described. Used by the config's own files only.
 */
#ifndef SERVER_CONFIG_VALUE_H
#define SERVER_CONFIG_VALUE_H

#include "server/config/config_error.h"

#define CONFIG_AUTO_TEXT "auto"

/* A value as it came: one item, or those of a list. */
struct config_input {
    struct config_place place;
    const struct tes_slice *items;
    const size_t *lines; /* of each item; NULL: all stand at `place` */
    size_t count;
    bool from_yaml; /* YAML has no 1 and 0 for true and false */
};

bool config_value_is_list(const struct config_row *row);

/* Whether YAML has a notation of its own for such a value, so that it must not be in quotes. */
bool config_value_is_plain(const struct config_row *row);

/* Whether the value may be secret, and *** is written in place of it or of its end. */
bool config_value_is_masked(const struct config_row *row, const struct config *config);

/* Checks the input and sets the row's member. On false, `error` says why and nothing has changed.
 */
TES_MUST_CHECK bool config_value_read(const struct config_row *row,
                                      const struct config_input *input, struct config *config,
                                      struct tes_error *error);

/* The same from one text; a list is cut at its commas. */
TES_MUST_CHECK bool config_value_read_text(const struct config_row *row,
                                           const struct config_place *place, struct tes_slice text,
                                           struct config *config, struct tes_error *error);

/* What the row takes: "a whole number from 0 to 64". */
const char *config_value_expected(const struct config_row *row, char text[CONFIG_EXPECTED_MAX]);

#endif
