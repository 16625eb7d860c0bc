/* tessera: a table of subcommands. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static const struct cli_command *const COMMANDS[] = {
    &cli_serve,  &cli_check,   &cli_config_command, &cli_generate, &cli_site,
    &cli_key,    &cli_migrate, &cli_stats,          &cli_export,   &cli_forget,
    &cli_review, &cli_ban,     &cli_study,          &cli_sprites,  &cli_docs,
};

#define COMMAND_COUNT (sizeof COMMANDS / sizeof COMMANDS[0])

static void usage(FILE *to)
{
    fputs("usage: tessera COMMAND [options]\n", to);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(to, "  %-10s %s\n", COMMANDS[i]->name, COMMANDS[i]->summary);
    fputs("`tessera COMMAND --help` tells more.\n", to);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return CLI_WRONG_USE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "help") == 0) {
        usage(stdout);
        return CLI_DONE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("tessera " TESSERA_VERSION);
        return CLI_DONE;
    }
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(argv[1], COMMANDS[i]->name) == 0)
            return cli_run(COMMANDS[i], argc - 2, argv + 2);
    fprintf(stderr, "tessera: there is no command %s\n", argv[1]);
    usage(stderr);
    return CLI_WRONG_USE;
}
