/*
 * cli.h: what the subcommands share: options by table, and the exit statuses.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "server/cluster/node_agreement.h"
#include "server/config/config.h"
#include "store/records/records.h"
#include "store/records/records_export.h"

enum cli_exit { CLI_DONE = 0, CLI_FAILED = 1, CLI_WRONG_USE = 2 };

#define CLI_OPTIONS_MAX 20
#define CLI_VALUES_MAX  16 /* of one option that may stand several times */
#define CLI_WORDS_MAX   4  /* arguments that are no options */

struct cli_call;

/* An option of a subcommand. `values` fills up in the order in which they were given. */
struct cli_option {
    const char *name;       /* "--config" */
    const char *value_name; /* "FILE"; NULL: takes no value */
    const char *help;
    unsigned most; /* how often it may stand */
};

struct cli_command {
    const char *name;
    const char *arguments; /* "NAME": what stands beside the options; "": nothing may */
    const char *summary;
    struct cli_option options[CLI_OPTIONS_MAX]; /* a NULL name ends them */
    int (*run)(const struct cli_call *call);    /* returns the exit status */
};

/* What was given on the command line. */
struct cli_call {
    const struct cli_command *command;
    const char *values[CLI_OPTIONS_MAX][CLI_VALUES_MAX];
    unsigned counts[CLI_OPTIONS_MAX];
    const char *words[CLI_WORDS_MAX]; /* what is no option */
    unsigned word_count;
};

/* Reads the arguments and runs the command, or explains itself; returns the exit status. */
int cli_run(const struct cli_command *command, int argc, char **argv);

/* The option's (last) value, or NULL; whether it was given. */
const char *cli_value(const struct cli_call *call, const char *name);
bool cli_given(const struct cli_call *call, const char *name);

/* Prints "tessera COMMAND: message" and the usage; returns CLI_WRONG_USE. */
int cli_wrong(const struct cli_call *call, const char *message);

/* Prints "tessera: message"; returns CLI_FAILED. */
int cli_fail(const char *message);

/* Tells what a store said to the command; `texts` has a line for each result but RECORDS_OK.
 * Returns the exit status. */
int cli_explain(const struct cli_call *call, enum records_result result, const char *const texts[],
                const char *what);

/* Prints what a table's writer makes; returns the exit status. */
int cli_print(void (*write)(struct tes_buf *buf));

/* Loads the config from --config, the environment and the credentials, then --data. Says what is
 * wrong with it. */
TES_MUST_CHECK bool cli_config(const struct cli_call *call, struct config *config);

/* The same, and tells what the file looked like. */
TES_MUST_CHECK bool cli_config_noting(const struct cli_call *call, struct config *config,
                                      struct config_file *written);

#define CLI_CONFIG_OPTION                                                                          \
    {                                                                                              \
        "--config", "FILE", "YAML file to read", 1                                                 \
    }
#define CLI_DATA_OPTION                                                                            \
    {                                                                                              \
        "--data", "DIR", "data folder, in place of the config's", 1                                \
    }

/* What is wrong with a --seed that does not fit 64 bits. */
#define CLI_SEED_WRONG "--seed: expected a number from 0 to 18446744073709551615"

/* The subcommands: rows of the table in main.c. */
extern const struct cli_command cli_serve, cli_check, cli_config_command, cli_generate, cli_site,
    cli_key, cli_nodes, cli_migrate, cli_stats, cli_export, cli_forget, cli_review, cli_ban,
    cli_study, cli_sprites, cli_health, cli_docs;

/* That table; a NULL ends it. */
extern const struct cli_command *const cli_commands[];

/* ---------------------------------------------------------------- stores */

/* How commands open the records that the config names. */
struct records_settings store_settings(const struct config *config);

/* Opens the records that the config names, their schema brought up to date; NULL, and a message. */
struct records *store_open_records(const struct cli_call *call);

/* The same of a config that has been read. */
struct records *store_open_records_of(const struct config *config);

/* Puts question marks in place of what is no UTF-8 and of controls, be they ASCII's or those of
 * Unicode that two bytes stand for. Users are named by whoever asks for a challenge: no name of
 * theirs steers the terminal that it is shown on. */
void store_make_harmless(char *text, size_t length);

/* ----------- which rows of the history: --user, --site, --since, --until */

/* The target of a choice. */
struct choice_texts {
    char sitekey[RECORDS_SITEKEY_MAX + 1];
};

/* Reads the options; a site is named as `tessera site list` has it, or by its sitekey. NULL, or
 * what is wrong. */
const char *choice_read(const struct cli_call *call, struct records *records,
                        struct choice_texts *texts, struct records_choice *choice);

/* ---------------------------------------------------- who is on a ledger */

/* Reads who is there, without being there itself. False with a message for people in `error`, also
 * where servers can't meet in such a ledger. */
TES_MUST_CHECK bool nodes_read(const struct config *config, struct nodes *nodes, char *error,
                               size_t error_size);

/* --------------- serving: --config, --listen, --data, --threads, --truth */

struct study;

/* The command's last word on the config, at the start and at each reload. False with a message. */
typedef bool serve_adjust(struct config *config, const struct cli_call *call,
                          struct tes_error *error);

/* Serves until a signal comes; returns the exit status. `adjust` may be NULL; `study` is NULL where
 * sites and their visitors are served. */
int serve_run(const struct cli_call *call, serve_adjust *adjust, struct study *study);

#endif
