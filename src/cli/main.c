/* tessera: a table of subcommands. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

const struct cli_command *const cli_commands[] = {
    &cli_serve, &cli_check,   &cli_config_command, &cli_generate, &cli_site,   &cli_key,
    &cli_nodes, &cli_migrate, &cli_stats,          &cli_export,   &cli_forget, &cli_review,
    &cli_ban,   &cli_study,   &cli_sprites,        &cli_health,   &cli_docs,   NULL,
};

static void usage(FILE *to)
{
    fputs("usage: tessera COMMAND [options]\n", to);
    for (size_t i = 0; cli_commands[i] != NULL; i++)
        fprintf(to, "  %-10s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
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
    for (size_t i = 0; cli_commands[i] != NULL; i++)
        if (strcmp(argv[1], cli_commands[i]->name) == 0)
            return cli_run(cli_commands[i], argc - 2, argv + 2);
    fprintf(stderr, "tessera: there is no command %s\n", argv[1]);
    usage(stderr);
    return CLI_WRONG_USE;
}
