/*
 * choice.h: which rows of the history a command is about: --user, --site, --since, --until.
 */
#ifndef CLI_CHOICE_H
#define CLI_CHOICE_H

#include "cli/cli.h"
#include "store/records/records_export.h"

/* What a choice points to. */
struct choice_texts {
    char sitekey[RECORDS_SITEKEY_MAX + 1];
};

/* Reads the options; a site is named as `tessera site list` has it, or by its sitekey. NULL, or
 * what is wrong. */
const char *choice_read(const struct cli_call *call, struct records *records,
                        struct choice_texts *texts, struct records_choice *choice);

#endif
