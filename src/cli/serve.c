/* tessera serve */

#include "cli/cli.h"
#include "serve/server.h"

/* What the command line sets over the config file, at start and at each reload. */
static const struct {
    const char *option, *key;
} OVERRIDES[] = {{"--listen", "listen"}, {"--data", "data"}, {"--threads", "threads"}};

static bool apply(struct config *config, const struct cli_call *call, struct config_error *error)
{
    for (size_t i = 0; i < sizeof OVERRIDES / sizeof OVERRIDES[0]; i++) {
        const char *value = cli_value(call, OVERRIDES[i].option);
        if (value != NULL && !config_set(config, OVERRIDES[i].key, tes_slice_of(value), error))
            return false;
    }
    return true;
}

static void apply_again(struct config *config, const void *context)
{
    struct config_error error;
    (void)apply(config, context, &error); /* was good at the start */
}

static int serve(const struct cli_call *call, struct helper *helper)
{
    struct config config;
    struct config_file written;
    struct config_error error;
    if (!cli_config_noting(call, &config, &written))
        return CLI_FAILED;
    if (!apply(&config, call, &error))
        return cli_wrong(call, error.text);
    struct server_options options = {
        .config_file = cli_value(call, "--config"),
        .written = &written,
        .override = apply_again,
        .override_context = call,
        .helper = helper,
        .truth = cli_given(call, "--truth"),
    };
    bool served = server_run(&config, &options);
    config_free(&config);
    return served ? CLI_DONE : CLI_FAILED;
}

/* The helper comes first: so far there is no descriptor, no thread and no secret to share. */
static int run(const struct cli_call *call)
{
    struct helper helper;
    (void)!helper_start(&helper); /* without it, nothing is read aloud */
    int status = serve(call, &helper);
    helper_end(&helper);
    return status;
}

const struct cli_command cli_serve = {
    .name = "serve",
    .arguments = "",
    .summary = "Serves, and prints `listening on http://HOST:PORT` when ready.",
    .options = {CLI_CONFIG_OPTION,
                {"--listen", "HOST:PORT", "where to listen; port 0 takes a free one", 1},
                CLI_DATA_OPTION,
                {"--threads", "N", "threads that parse and reply; 0: one per core", 1},
                {"--truth", NULL, "tests only, loopback only: replies tell the answer", 1}},
    .run = run,
};
