/*
 * config_yaml.h: reads the YAML file over a config. One document, maps and lists; no anchors,
 * aliases or tags; each key once. Memory and depth are bounded by the table of keys, whatever the
 * file says. Used by the config's own files and the fuzzer only.
 */
#ifndef SERVER_CONFIG_YAML_H
#define SERVER_CONFIG_YAML_H

#include "server/config/config.h"

/* Reads `text`; `name` stands for the file in messages. On false, `error` says why and part of
 * `config` may have changed. */
TES_MUST_CHECK bool config_yaml_read(const char *name, struct tes_slice text, struct config *config,
                                     struct tes_error *error);

/* `written` tells what it looked like, on true. */
TES_MUST_CHECK bool config_yaml_read_file(const char *file, struct config *config,
                                          struct config_file *written, struct tes_error *error);

#endif
