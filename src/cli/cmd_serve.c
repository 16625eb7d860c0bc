/* tessera serve, and what `tessera study serve` shares with it. */
#include "cli/cli.h"

#include "server/runtime/server.h"

/* What the command line sets over the config file, at start and at each reload. */
static const struct {
    const char *option, *key;
} OVERRIDES[] = {{"--listen", "listen"}, {"--data", "data"}, {"--threads", "threads"}};

struct serving {
    const struct cli_call *call;
    serve_adjust *adjust; /* NULL: nothing more */
};

static bool apply(struct config *config, const struct serving *serving, struct tes_error *error)
{
    for (size_t i = 0; i < sizeof OVERRIDES / sizeof OVERRIDES[0]; i++) {
        const char *value = cli_value(serving->call, OVERRIDES[i].option);
        if (value != NULL && !config_set(config, OVERRIDES[i].key, tes_slice_of(value), error))
            return false;
    }
    return serving->adjust == NULL || serving->adjust(config, serving->call, error);
}

static void apply_again(struct config *config, const void *context)
{
    struct tes_error error;
    (void)apply(config, context, &error); /* was good at the start */
}

/* Reads the seed of a server for tests, 0 where there is none; NULL, or what is wrong with it. */
static const char *read_seed(const struct cli_call *call, uint64_t *seed)
{
    const char *text = cli_value(call, "--seed");
    *seed = 0;
    if (text == NULL)
        return NULL;
    if (!cli_given(call, "--truth"))
        return "--seed: only with --truth";
    return tes_slice_number(tes_slice_of(text), UINT64_MAX, seed) ? NULL : CLI_SEED_WRONG;
}

static int serve(const struct serving *serving, struct helper *helper, struct study *study)
{
    uint64_t seed;
    const char *wrong = read_seed(serving->call, &seed);
    if (wrong != NULL)
        return cli_wrong(serving->call, wrong);
    struct config config;
    struct config_file written;
    struct tes_error error;
    if (!cli_config_noting(serving->call, &config, &written))
        return CLI_FAILED;
    if (!apply(&config, serving, &error))
        return cli_wrong(serving->call, error.text);
    struct server_options options = {
        .config_file = cli_value(serving->call, "--config"),
        .written = &written,
        .override = apply_again,
        .override_context = serving,
        .helper = helper,
        .truth = cli_given(serving->call, "--truth"),
        .is_seeded = cli_given(serving->call, "--seed"),
        .seed = seed,
        .study = study,
    };
    bool served = server_run(&config, &options);
    config_free(&config);
    return served ? CLI_DONE : CLI_FAILED;
}

/* The helper comes first: so far there is no descriptor, no thread and no secret to share. */
int serve_run(const struct cli_call *call, serve_adjust *adjust, struct study *study)
{
    struct serving serving = {call, adjust};
    struct helper helper;
    (void)!helper_start(&helper); /* without it, nothing is read aloud */
    int status = serve(&serving, &helper, study);
    helper_end(&helper);
    return status;
}

static int run(const struct cli_call *call)
{
    return serve_run(call, NULL, NULL);
}

const struct cli_command cli_serve = {
    .name = "serve",
    .arguments = "",
    .summary = "Serves, and prints `listening on http://HOST:PORT` when ready.",
    .options = {CLI_CONFIG_OPTION,
                {"--listen", "HOST:PORT", "where to listen; port 0 takes a free one", 1},
                CLI_DATA_OPTION,
                {"--threads", "N", "threads that parse and reply; 0: one per core", 1},
                {"--truth", NULL, "tests only, loopback only: replies tell the answer", 1},
                {"--seed", "N", "with --truth: challenges follow from this number", 1}},
    .run = run,
};
