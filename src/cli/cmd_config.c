/* tessera check, tessera config: what there is to say about the configuration. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "challenge/kind.h"
#include "cli/cli.h"
#include "crypto/keys.h"
#include "extras/alerts/webhook.h"
#include "extras/speech/speech.h"
#include "flow/answer/test_keys.h"
#include "flow/issue/issue.h"
#include "flow/issue/type_select.h"
#include "os/clock.h"
#include "server/assets/sheets.h"
#include "server/cluster/shared_keys.h"
#include "server/runtime/modes.h"
#include "store/ledger/ledger.h"
#include "store/records/records.h"

#define ERROR_MAX 512
#define WEAK_MAX  128

/* Names the types that can't be handed out; false where none of them can. */
static bool check_types(const struct config *config)
{
    const struct config_kinds *types = &config->challenge_types;
    size_t missing = 0;
    for (size_t i = 0; i < types->count; i++)
        if (!issue_is_shown(config, tes_slice_of(types->items[i])))
            fprintf(stderr, "%s%s",
                    missing++ == 0 ? "challenge.types: can't be shown without a renderer: " : ", ",
                    types->items[i]);
    if (missing > 0)
        fputc('\n', stderr);
    return missing < types->count;
}

static void print_warning(void *context, const char *warning)
{
    (void)context;
    fprintf(stderr, "%s\n", warning);
}

/* What `serve` would say of the data folder: that keys were lost, and who can read them. */
static bool check_folder(const struct config *config)
{
    struct tes_error error;
    struct tes_keys keys;
    struct ledger_settings ledger = {.where = config->store_ledger, .data = config->data};
    modes_check(config->data, print_warning, NULL);
    /* One that machines share is not asked: a config can be checked where it can't be reached. */
    bool is_there = !ledger_can_meet(config->store_ledger) && ledger_exists(&ledger);
    bool is_good = shared_keys_are_used(config) ||
                   !(is_there || tes_keys_exist(config->data, getenv)) ||
                   tes_keys_load(config->data, getenv, tes_clock_wall_ms(), &keys, &error);
    tes_keys_wipe(&keys);
    if (!is_good)
        cli_fail(error.text);
    return is_good;
}

static void warn_of_weak_types(const struct config *config)
{
    char memory[WEAK_MAX];
    struct tes_buf names = tes_buf_on(memory, sizeof memory);
    type_select_write_weak(config, &names);
    if (type_select_is_weak(config))
        fputs(TYPE_SELECT_WEAK_TEXT "\n", stderr);
    else if (names.length > 0)
        fprintf(stderr,
                "challenge.types: weaker than challenge.strength, and so asked as alternatives "
                "alone, or by sites that list them (site set NAME --types): %.*s\n",
                (int)names.length, memory);
}

/* A config that can be read may still ask for what this build has not: `serve` would not start, or
 * have nothing to hand out. */
static int check(const struct config *config)
{
    struct tes_error error;
    struct sheets sheets;
    if (!tes_keys_check(getenv, &error) ||
        !ledger_knows(config->store_ledger, error.text, sizeof error.text) ||
        !records_knows(config->store_records, error.text, sizeof error.text) ||
        !app_can_share(config, &error) ||
        (shared_keys_are_used(config) && !shared_keys_can_be(config, &error)) ||
        !webhook_can_post(config, &error))
        return cli_fail(error.text);
    if (!sheets_load(&sheets, config->sprites, &error))
        return cli_fail(error.text);
    sheets_free(&sheets);
    if (!check_types(config))
        return cli_fail("challenge.types: none of them can be handed out");
    if (!type_select_check(config, &error))
        return cli_fail(error.text);
    warn_of_weak_types(config);
    if (config->vendor_test_keys)
        fputs(TEST_KEYS_WARNING "\n", stderr);
    if (strcmp(config->challenge_audio, SPEECH_OFF) != 0 &&
        !speech_is_available(config->challenge_audio))
        fprintf(stderr, "challenge.audio: there is no program %s: nothing will be read aloud\n",
                config->challenge_audio);
    if (!webhook_has_program(config))
        fprintf(stderr, "monitoring.webhook.program: there is no program %s: no alert is posted\n",
                config->monitoring_webhook_program);
    if (!check_folder(config))
        return CLI_FAILED;
    puts("the config is good");
    return CLI_DONE;
}

static int run_check(const struct cli_call *call)
{
    struct config config;
    struct config_file written;
    if (!cli_config_noting(call, &config, &written))
        return CLI_FAILED;
    if (!written.has_last_break)
        fprintf(stderr, "%s: the last line has no line break: a reload would not take it\n",
                cli_value(call, "--config"));
    int status = check(&config);
    config_free(&config);
    return status;
}

static struct config printed;

static void print_config(struct tes_buf *buf)
{
    config_write_yaml(buf, &printed);
}

/* The defaults; with a file, what it and the environment come to. */
static int run_config(const struct cli_call *call)
{
    struct tes_error error;
    if (cli_given(call, "--config") ? !cli_config(call, &printed)
                                    : !config_load(NULL, NULL, &printed, &error))
        return CLI_FAILED;
    int status = cli_print(print_config);
    config_free(&printed);
    return status;
}

const struct cli_command cli_check = {
    .name = "check",
    .arguments = "",
    .summary = "Says whether a config is good; of a bad one: file, line, key, what was expected.",
    .options = {CLI_CONFIG_OPTION, CLI_DATA_OPTION},
    .run = run_check,
};

const struct cli_command cli_config_command = {
    .name = "config",
    .arguments = "",
    .summary =
        "Prints every key with its value, bounds and meaning, as a YAML file to use; without "
        "a file, the defaults.",
    .options = {CLI_CONFIG_OPTION},
    .run = run_config,
};
