/*
 * config_writer.h: from a value to JSON, one function for each type that is written in its own way.
 * For config_value.c.
 */
#ifndef SERVER_CONFIG_WRITER_H
#define SERVER_CONFIG_WRITER_H

#include "server/config/config_value.h"

/* Writes the member that the row describes, under that name; without one, alone. */
typedef void config_writer(struct tes_json *json, const char *name, const struct config_row *row,
                           const void *member);

config_writer config_writer_bool;
config_writer config_writer_switch;
config_writer config_writer_number;
config_writer config_writer_decimal;
config_writer config_writer_text;
config_writer config_writer_hidden; /* *** in place of what may be secret */
config_writer config_writer_choice;
config_writer config_writer_ranges;
config_writer config_writer_kinds;
config_writer config_writer_ways;

#endif
