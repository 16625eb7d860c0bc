#include "cli/cli.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/secret.h"
#include "base/slice.h"

#define CREDENTIALS_VALUE_MAX 4096

/* ------------------------------------------------------------ credentials */

/* Variables that lie in files: a file in the folder CREDENTIALS_DIRECTORY whose name is one of our
 * variables (TESSERA_SECRET, TESSERA_STORE_RECORDS) is taken as that variable. systemd sets the
 * folder for LoadCredential=; with containers it is where secrets are mounted. Unlike a variable,
 * what was read so is not shown to who may look into /proc/PID/environ. */

/* Names that others give to their files in the same folder are none of our business. */
static bool is_ours(const char *name)
{
    struct tes_slice slice = tes_slice_of(name);
    return tes_slice_starts(slice, TES_SLICE("TESSERA_")) ||
           tes_slice_starts(slice, TES_SLICE("SHUMA_"));
}

static bool refuse(char *error, size_t error_size, const char *name, const char *why)
{
    snprintf(error, error_size, "the credential %.64s: %s", name, why);
    return false;
}

/* All of a regular file, or what is wrong: a pipe could make us wait for ever. */
static const char *read_all(int from, char *value, size_t *length)
{
    struct stat about;
    ssize_t got = 0;
    *length = 0;
    if (fstat(from, &about) != 0 || !S_ISREG(about.st_mode))
        return "it is no file";
    do {
        got = read(from, value + *length, CREDENTIALS_VALUE_MAX + 1 - *length);
        if (got > 0)
            *length += (size_t)got;
    } while (got > 0 && *length <= CREDENTIALS_VALUE_MAX);
    if (got < 0)
        return "it can't be read";
    return *length > CREDENTIALS_VALUE_MAX ? "it is too long" : NULL;
}

/* `value` has room for CREDENTIALS_VALUE_MAX bytes and one more. NULL, or what is wrong. */
static const char *read_value(int folder, const char *name, char *value)
{
    size_t length;
    int from = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (from < 0)
        return "it can't be read";
    const char *wrong = read_all(from, value, &length);
    close(from);
    if (wrong != NULL)
        return wrong;
    if (length > 0 && value[length - 1] == '\n')
        length--;
    if (memchr(value, '\0', length) != NULL)
        return "it has a NUL byte in it";
    value[length] = '\0';
    return NULL;
}

static bool take(int folder, const char *name, char *error, size_t error_size)
{
    char value[CREDENTIALS_VALUE_MAX + 1];
    const char *wrong = read_value(folder, name, value);
    const char *known = getenv(name);
    if (wrong == NULL && known != NULL && strcmp(known, value) != 0)
        wrong = "there is a variable of that name, which says another thing";
    if (wrong == NULL && known == NULL && setenv(name, value, 0) != 0)
        wrong = "out of memory";
    tes_wipe(value, sizeof value);
    return wrong == NULL || refuse(error, error_size, name, wrong);
}

/* Takes them over, once: later calls find the same, or refuse. A line break at a file's end is not
 * part of it. False with a message where a file can't be read, is too long, or says another thing
 * than the variable of that name. Not while there are other threads. */
static bool credentials_take(char *error, size_t error_size)
{
    const char *path = getenv("CREDENTIALS_DIRECTORY");
    if (path == NULL || *path == '\0')
        return true;
    DIR *folder = opendir(path);
    if (folder == NULL)
        return refuse(error, error_size, path, strerror(errno));
    bool is_good = true;
    for (struct dirent *entry; is_good && (entry = readdir(folder)) != NULL;)
        if (is_ours(entry->d_name))
            is_good = take(dirfd(folder), entry->d_name, error, error_size);
    closedir(folder);
    return is_good;
}

/* --------------------------------------------------------------- options */

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

int cli_explain(const struct cli_call *call, enum records_result result, const char *const texts[],
                const char *what)
{
    if (result == RECORDS_OK)
        return CLI_DONE;
    fprintf(stderr, "tessera: %s %s: %s\n", call->command->name, what, texts[result]);
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
