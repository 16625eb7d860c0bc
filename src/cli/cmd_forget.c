/* tessera forget: deletes all that is kept of a person. */
#include <stdio.h>
#include <time.h>

#include "api/media/optical_memory.h"
#include "cli/cli.h"
#include "extras/archive/archive.h"
#include "os/folder.h"

#define AGAIN_AFTER_S 1 /* longer than a server's queue waits to be written */

struct pictures_gone {
    char folder[TES_FOLDER_MAX];
    unsigned count, kept;
};

static void remove_picture(void *context, const char *png_path)
{
    struct pictures_gone *gone = context;
    if (archive_remove(gone->folder, png_path))
        gone->count++;
    else
        gone->kept++;
}

static int forget(struct records *records, const struct records_choice *choice,
                  struct pictures_gone *gone)
{
    struct records_forgotten all = {0}, found;
    /* A running server may have written, meanwhile, what it had in its queue. */
    for (int pass = 0; pass < 2; pass++) {
        if (pass > 0)
            nanosleep(&(struct timespec){.tv_sec = AGAIN_AFTER_S}, NULL);
        if (records_forget(records, choice, remove_picture, gone, &found) != RECORDS_OK)
            return cli_fail("the rows could not be deleted: nothing was, or not all; run it again");
        all.challenges += found.challenges;
        all.profiles += found.profiles;
        all.states += found.states;
    }
    printf("deleted: challenges %llu, profiles %llu, states %llu, pictures %u\n",
           (unsigned long long)all.challenges, (unsigned long long)all.profiles,
           (unsigned long long)all.states, gone->count);
    if (gone->kept > 0)
        fprintf(stderr, "pictures that were gone already, or could not be deleted: %u\n",
                gone->kept);
    fputs(
        "not deleted: ledger and reviews have no names, so nothing of anybody; backups are yours\n",
        stderr);
    return CLI_DONE;
}

static int run_forget(const struct cli_call *call)
{
    struct config config;
    struct records_choice choice;
    struct choice_texts texts;
    struct pictures_gone gone = {.count = 0};
    if (cli_value(call, "--user") == NULL)
        return cli_wrong(call, "expected --user U");
    if (!cli_config(call, &config))
        return CLI_FAILED;
    bool has_folder = optical_memory_folder(&config, gone.folder);
    config_free(&config);
    struct records *records = has_folder ? store_open_records(call) : NULL;
    if (records == NULL)
        return has_folder ? CLI_FAILED : cli_fail("the archive's folder has too long a name");
    const char *error = choice_read(call, records, &texts, &choice);
    int status = error != NULL ? cli_fail(error) : forget(records, &choice, &gone);
    records_close(records);
    return status;
}

const struct cli_command cli_forget = {
    .name = "forget",
    .arguments = "",
    .summary =
        "Deletes all that is kept of a user: history, profile, states. Reviews hold no names.",
    .options = {{"--user", "U", "whom", 1},
                {"--site", "S", "at this site only, by name or sitekey", 1},
                CLI_CONFIG_OPTION,
                CLI_DATA_OPTION},
    .run = run_forget,
};
