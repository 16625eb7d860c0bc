/* tessera migrate, stats */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "challenge/kind.h"
#include "flow/issue/level.h"
#include "server/config/config.h"
#include "store/ledger/ledger.h"
#include "store/records/records_users.h"

#define ERROR_MAX 512
/* A row of either view as JSON: a user's 128 bytes become at most six times as many. */
#define ROW_MAX 2048

struct records_settings store_settings(const struct config *config)
{
    return (struct records_settings){
        .where = config->store_records,
        .data = config->data,
        .migrate = true,
        .queue_max = 1,
    };
}

struct records *store_open_records_of(const struct config *config)
{
    char error[ERROR_MAX];
    struct records_settings settings = store_settings(config);
    struct records *records = records_open(&settings, error, sizeof error);
    if (records == NULL)
        cli_fail(error);
    return records;
}

struct records *store_open_records(const struct cli_call *call)
{
    struct config config;
    if (!cli_config(call, &config))
        return NULL;
    struct records *records = store_open_records_of(&config);
    config_free(&config);
    return records;
}

static bool migrate_ledger(const struct config *config, char *error, size_t error_size)
{
    struct ledger_settings settings = {.where = config->store_ledger, .data = config->data};
    struct ledger_versions versions = {0, 0};
    if (!ledger_can_migrate(settings.where))
        return true;
    bool done = ledger_migrate(&settings, &versions, error, error_size);
    if (done)
        printf("the ledger's schema version %d, was %d\n", versions.after, versions.before);
    return done;
}

static int run_migrate(const struct cli_call *call)
{
    struct config config;
    char error[ERROR_MAX];
    if (!cli_config(call, &config))
        return CLI_FAILED;
    struct records_settings settings = store_settings(&config);
    settings.migrate_shared = true;
    if (!ledger_knows(config.store_ledger, error, sizeof error)) {
        config_free(&config);
        return cli_fail(error);
    }
    int before = records_schema_version(&settings), latest = records_schema_latest(settings.where);
    struct records *records = records_open(&settings, error, sizeof error);
    bool done = records != NULL;
    records_close(records);
    if (done)
        printf("schema version %d, was %d\n", latest, before < 0 ? 0 : before);
    done = done && migrate_ledger(&config, error, sizeof error);
    config_free(&config);
    return done ? CLI_DONE : cli_fail(error);
}

/* ------------------------------------------------------------------ stats */

struct stats_output {
    bool json;
    struct tes_json *writer;
    const struct config *config;
};

static void write_ratio(struct tes_json *json, const char *name, double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    tes_json_raw(json, name, tes_slice_of(text));
}

/* Writes out what is in the buffer and empties it, so that there may be any number of rows. Output
 * that fails ends the list early; whoever runs the commands tells of it. */
static bool flush(struct tes_buf *buf)
{
    bool written = !buf->failed && fwrite(buf->at, 1, buf->length, stdout) == buf->length;
    buf->length = 0;
    return written;
}

static bool print_stats(void *context, const struct records_stats_row *row)
{
    const struct stats_output *output = context;
    if (!output->json) {
        printf("%-10s %8llu %8llu %8llu %9.3f %9.3f %10llu %10.0f %10.0f %8llu\n", row->difficulty,
               (unsigned long long)row->total_challenges, (unsigned long long)row->passed,
               (unsigned long long)row->failed, row->pass_rate, row->fail_rate,
               (unsigned long long)row->suspicious, row->avg_response_time_ms,
               row->stddev_response_time_ms, (unsigned long long)row->unique_users);
        return true;
    }
    struct tes_json *json = output->writer;
    tes_json_open(json, NULL, '{');
    tes_json_string(json, "difficulty", tes_slice_of(row->difficulty));
    tes_json_number(json, "total_challenges", (int64_t)row->total_challenges);
    tes_json_number(json, "passed", (int64_t)row->passed);
    tes_json_number(json, "failed", (int64_t)row->failed);
    write_ratio(json, "pass_rate", row->pass_rate);
    write_ratio(json, "fail_rate", row->fail_rate);
    tes_json_number(json, "suspicious", (int64_t)row->suspicious);
    write_ratio(json, "avg_response_time_ms", row->avg_response_time_ms);
    write_ratio(json, "stddev_response_time_ms", row->stddev_response_time_ms);
    tes_json_number(json, "unique_users", (int64_t)row->unique_users);
    tes_json_close(json, '}');
    return flush(json->buf);
}

void store_make_harmless(char *text, size_t length)
{
    struct tes_slice rest = {text, length};
    while (rest.length > 0) {
        size_t step = tes_utf8_step(rest);
        if (step == 0 || tes_utf8_is_control((struct tes_slice){rest.at, step}))
            memset(text, '?', step > 0 ? step : 1);
        step = step > 0 ? step : 1;
        text += step;
        rest.at += step;
        rest.length -= step;
    }
}

static bool print_performance(void *context, const struct records_performance_row *row)
{
    const struct stats_output *output = context;
    if (!output->json) {
        char user[sizeof row->user_id];
        memcpy(user, row->user_id, sizeof user);
        store_make_harmless(user, strlen(user));
        printf("%-24s %-8s %8llu %8llu %8.3f %10.0f %10llu  %s\n", user, row->user_source,
               (unsigned long long)row->total_attempts, (unsigned long long)row->passed,
               row->pass_rate, row->avg_response_time_ms, (unsigned long long)row->suspicious_count,
               row->last_attempt_at);
        return true;
    }
    struct tes_json *json = output->writer;
    tes_json_open(json, NULL, '{');
    tes_json_string(json, "user_id", tes_slice_of(row->user_id));
    tes_json_string(json, "user_source", tes_slice_of(row->user_source));
    tes_json_number(json, "total_attempts", (int64_t)row->total_attempts);
    tes_json_number(json, "passed", (int64_t)row->passed);
    write_ratio(json, "pass_rate", row->pass_rate);
    write_ratio(json, "avg_response_time_ms", row->avg_response_time_ms);
    tes_json_number(json, "suspicious_count", (int64_t)row->suspicious_count);
    tes_json_string(json, "last_attempt_at", tes_slice_of(row->last_attempt_at));
    tes_json_close(json, '}');
    return flush(json->buf);
}

struct user_site {
    char name[RECORDS_NAME_MAX + 1], sitekey[RECORDS_SITEKEY_MAX + 1];
    enum tes_difficulty own;
};

struct list {
    struct user_site *items;
    size_t count, size;
    bool is_cut; /* memory is out */
};

static bool collect(void *context, const struct records_site *site)
{
    struct list *list = context;
    if (list->count == list->size) {
        size_t size = list->size == 0 ? 16 : list->size * 2;
        struct user_site *items = realloc(list->items, size * sizeof *items);
        if (items == NULL) {
            list->is_cut = true;
            return false;
        }
        list->items = items;
        list->size = size;
    }
    struct user_site *added = &list->items[list->count++];
    memcpy(added->name, site->name, sizeof added->name);
    memcpy(added->sitekey, site->sitekey, sizeof added->sitekey);
    added->own = tes_difficulty_find(tes_slice_of(site->difficulty));
    return true;
}

static void print_profile(const struct stats_output *output, const struct user_site *site,
                          const struct records_profile *profile)
{
    static const char *const NAMES[RECORDS_LEVEL_COUNT][2] = {
        [RECORDS_EASY] = {"easy_completed", "easy_passed"},
        [RECORDS_MEDIUM] = {"medium_completed", "medium_passed"},
        [RECORDS_HARD] = {"hard_completed", "hard_passed"}};
    const uint64_t *passed = profile->passed, *completed = profile->completed;
    const char *recommended = tes_difficulty_name(level_of(site->own, output->config, profile));
    if (!output->json) {
        printf("%-24s", site->name);
        for (unsigned i = 0; i < RECORDS_LEVEL_COUNT; i++)
            printf(" %6llu of %6llu", (unsigned long long)passed[i],
                   (unsigned long long)completed[i]);
        printf("  %s\n", recommended);
        return;
    }
    struct tes_json *json = output->writer;
    tes_json_open(json, NULL, '{');
    tes_json_string(json, "site", tes_slice_of(site->name));
    for (unsigned i = 0; i < RECORDS_LEVEL_COUNT; i++) {
        tes_json_number(json, NAMES[i][0], (int64_t)completed[i]);
        tes_json_number(json, NAMES[i][1], (int64_t)passed[i]);
    }
    tes_json_string(json, "recommended_difficulty", tes_slice_of(recommended));
    tes_json_close(json, '}');
    flush(json->buf);
}

/* False where the store failed; a site that knows nothing of the user has no row. */
static bool print_profile_at(struct records *records, const struct stats_output *output,
                             const struct user_site *site, const char *user)
{
    const struct records_user who = {site->sitekey, user};
    struct records_profile profile;
    enum records_result result = records_profile_read(records, &who, &profile);
    if (result == RECORDS_OK)
        print_profile(output, site, &profile);
    return result != RECORDS_FAILED;
}

/* How one user did at each site, where the output is about one. */
static bool print_profiles(struct records *records, const char *user, struct stats_output *output)
{
    struct list list = {.count = 0};
    if (user == NULL)
        return true;
    if (output->json)
        tes_json_open(output->writer, "spatial_user_profiles", '[');
    else
        printf("\n%-24s %16s %16s %16s  %s\n", "site", "easy", "medium", "hard", "recommended");
    bool done = records_site_list(records, collect, &list) == RECORDS_OK && !list.is_cut;
    for (size_t i = 0; done && i < list.count; i++)
        done = print_profile_at(records, output, &list.items[i], user);
    free(list.items);
    if (output->json)
        tes_json_close(output->writer, ']');
    return done;
}

static bool print_views(struct records *records, const char *user, struct stats_output *output)
{
    if (output->json) {
        tes_json_open(output->writer, NULL, '{');
        tes_json_open(output->writer, "spatial_challenge_stats", '[');
    } else {
        printf("%-10s %8s %8s %8s %9s %9s %10s %10s %10s %8s\n", "difficulty", "total", "passed",
               "failed", "pass_rate", "fail_rate", "suspicious", "avg_ms", "stddev_ms", "users");
    }
    if (records_stats(records, print_stats, output) != RECORDS_OK)
        return false;
    if (output->json) {
        tes_json_close(output->writer, ']');
        tes_json_open(output->writer, "spatial_user_performance", '[');
    } else {
        printf("\n%-24s %-8s %8s %8s %8s %10s %10s  %s\n", "user", "source", "attempts", "passed",
               "rate", "avg_ms", "suspicious", "last_attempt_at");
    }
    if (records_performance(records, user, print_performance, output) != RECORDS_OK)
        return false;
    if (output->json)
        tes_json_close(output->writer, ']');
    if (!print_profiles(records, user, output))
        return false;
    if (output->json) {
        tes_json_close(output->writer, '}');
        tes_buf_char(output->writer->buf, '\n');
        flush(output->writer->buf);
    }
    return !output->writer->buf->failed;
}

static int run_stats(const struct cli_call *call)
{
    char memory[ROW_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct tes_json writer = tes_json_on(&buf);
    struct config config;
    struct records *records = store_open_records(call);
    if (records == NULL)
        return CLI_FAILED;
    if (!cli_config(call, &config)) {
        records_close(records);
        return CLI_FAILED;
    }
    struct stats_output output = {cli_given(call, "--json"), &writer, &config};
    bool done = print_views(records, cli_value(call, "--user"), &output);
    records_close(records);
    config_free(&config);
    if (!done)
        return cli_fail("the views could not be read");
    return CLI_DONE;
}

const struct cli_command cli_migrate = {
    .name = "migrate",
    .arguments = "",
    .summary = "Brings the store's schema up to date.",
    .options = {CLI_CONFIG_OPTION, CLI_DATA_OPTION},
    .run = run_migrate,
};

const struct cli_command cli_stats = {
    .name = "stats",
    .arguments = "",
    .summary = "Shows pass and fail rates by difficulty, and pass rates by user.",
    .options = {{"--user", "U", "this user only, and their level at each site", 1},
                {"--json", NULL, "as one JSON object", 1},
                CLI_CONFIG_OPTION,
                CLI_DATA_OPTION},
    .run = run_stats,
};
