/*
 * config_reader.h: from text to a value, one function for each type that is read in its own way.
 * For config_value.c.
 */
#ifndef SERVER_CONFIG_READER_H
#define SERVER_CONFIG_READER_H

#include "server/config/config_value.h"

/* Room for a value of any type; zero but for what was read, so that equal values are equal bytes.
 */
union config_value {
    bool truth;
    unsigned number;
    char text[CONFIG_TEXT_MAX + 1];
    struct config_ranges ranges;
    struct config_kinds kinds;
};

/* Gets a zeroed value and as many items as the bounds allow (one, unless it is a list). On false,
 * `bad` is the item that is to blame. */
typedef bool config_reader(const struct config_row *row, const struct config_input *input,
                           union config_value *value, size_t *bad);

config_reader config_reader_bool;
config_reader config_reader_switch;
config_reader config_reader_number;
config_reader config_reader_decimal;
config_reader config_reader_text;
config_reader config_reader_ranges;
config_reader config_reader_kinds;
config_reader config_reader_ways;

/* What a text has to be as well, for some types. */
bool config_reader_is_listen(struct tes_slice text);
bool config_reader_is_program(struct tes_slice text);
bool config_reader_is_url(struct tes_slice text);
bool config_reader_is_secret(struct tes_slice text);
bool config_reader_is_ledger(struct tes_slice text);
bool config_reader_is_records(struct tes_slice text);

#endif
