/*
 * config_choice.h: the types of which a value is one of some words. For the config's own files.
 */
#ifndef SERVER_CONFIG_CHOICE_H
#define SERVER_CONFIG_CHOICE_H

#include "server/config/config.h"

#define CONFIG_AUTO_TEXT "auto"

struct config_choice {
    const char *(*name)(unsigned number); /* the words, by number; NULL behind the last */
    unsigned first;                       /* the value of number 0 */
};

/* By type; empty for those that are no choice. */
extern const struct config_choice config_choices[CONFIG_TYPE_COUNT];

#endif
