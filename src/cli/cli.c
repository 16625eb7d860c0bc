#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/credentials.h"

static void print_usage(const struct cli_command *command, FILE *to)
{
    fprintf(to, "usage: tessera %s%s%s [options]\n%s\n", command->name,
            *command->arguments != '\0' ? " " : "", command->arguments, command->summary);
    for (const struct cli_option *option = command->options; option->name != NULL; option++) {
        char left[64];
        snprintf(left, sizeof left, "%s %s", option->name,
                 option->value_name != NULL ? option->value_name : "");
        fprintf(to, "  %-22s %s\n", left, option->help);
    }
    fprintf(to, "  %-22s %s\n", "--help", "show this");
}

int cli_wrong(const struct cli_call *call, const char *message)
{
    fprintf(stderr, "tessera %s: %s\n", call->command->name, message);
    print_usage(call->command, stderr);
    return CLI_WRONG_USE;
}

int cli_fail(const char *message)
{
    fprintf(stderr, "tessera: %s\n", message);
    return CLI_FAILED;
}

static int find_option(const struct cli_command *command, struct tes_slice name)
{
    for (int i = 0; command->options[i].name != NULL; i++)
        if (tes_slice_equal(tes_slice_of(command->options[i].name), name))
            return i;
    return -1;
}

/* Takes one option and its value, "--a b" or "--a=b"; NULL, or what is wrong. */
static const char *take_option(struct cli_call *call, int argc, char **argv, int *at)
{
    struct tes_slice value = tes_slice_of(argv[*at]);
    struct tes_slice name = tes_slice_cut(&value, '=');
    int index = find_option(call->command, name);
    if (index < 0)
        return "there is no such option";
    const struct cli_option *option = &call->command->options[index];
    if (call->counts[index] == option->most)
        return "stands too often";
    if (option->value_name == NULL && value.at != NULL)
        return "takes no value";
    if (option->value_name != NULL && value.at == NULL) {
        if (*at + 1 >= argc)
            return "needs a value";
        value.at = argv[++*at];
    }
    call->values[index][call->counts[index]++] = value.at;
    return NULL;
}

/* NULL, or what is wrong. */
static const char *take_argument(struct cli_call *call, int argc, char **argv, int *at)
{
    if (strncmp(argv[*at], "--", 2) == 0)
        return take_option(call, argc, argv, at);
    if (*call->command->arguments == '\0')
        return "this command takes options only";
    if (call->word_count == CLI_WORDS_MAX)
        return "one argument too many";
    call->words[call->word_count++] = argv[*at];
    return NULL;
}

/* The message names the argument that is wrong. */
static int refuse_argument(const struct cli_call *call, const char *argument, const char *wrong)
{
    char message[128];
    snprintf(message, sizeof message, "%.64s: %s", argument, wrong);
    return cli_wrong(call, message);
}

/* Output that could not be written, as on a full disk, is a failure: it may hold a secret that
 * is shown only once. */
static int flushed(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    return cli_fail("the output could not be written");
}

int cli_run(const struct cli_command *command, int argc, char **argv)
{
    struct cli_call call = {.command = command};
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            print_usage(command, stdout);
            return CLI_DONE;
        }
        const char *argument = argv[i];
        const char *wrong = take_argument(&call, argc, argv, &i);
        if (wrong != NULL)
            return refuse_argument(&call, argument, wrong);
    }
    return flushed(command->run(&call));
}

const char *cli_value(const struct cli_call *call, const char *name)
{
    int index = find_option(call->command, tes_slice_of(name));
    return index >= 0 && call->counts[index] > 0 ? call->values[index][call->counts[index] - 1]
                                                 : NULL;
}

bool cli_given(const struct cli_call *call, const char *name)
{
    int index = find_option(call->command, tes_slice_of(name));
    return index >= 0 && call->counts[index] > 0;
}

bool cli_config(const struct cli_call *call, struct config *config)
{
    return cli_config_noting(call, config, NULL);
}

bool cli_config_noting(const struct cli_call *call, struct config *config,
                       struct config_file *written)
{
    struct tes_error error;
    const char *data = cli_value(call, "--data");
    if (credentials_take(error.text, sizeof error.text) &&
        config_load_noting(cli_value(call, "--config"), environ, config, written, &error) &&
        (data == NULL || config_set(config, "data", tes_slice_of(data), &error)))
        return true;
    cli_fail(error.text);
    return false;
}
