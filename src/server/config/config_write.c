/*
 * config_write.c: the sample file and the docs, from the rows of config.def alone.
 */
#include <string.h>

#include "base/siphash.h"
#include "server/config/config.h"
#include "server/config/config_value.h"

/* A row's default, as JSON, which is YAML as well. */
static void write_default(struct tes_buf *buf, const struct config_row *row)
{
    struct config config;
    struct tes_error error;
    struct config_place place = {.key = row->path};
    struct tes_json json = tes_json_on(buf);

    if (config_value_read_text(row, &place, tes_slice_of(row->default_text), &config, &error))
        config_write_value(&json, NULL, row, &config);
    else
        buf->failed = true;
}

static void write_expected(struct tes_buf *buf, const struct config_row *row)
{
    char expected[CONFIG_EXPECTED_MAX];

    tes_buf_text(buf, config_value_expected(row, expected));
    if ((row->flags & CONFIG_CLAMPED) != 0)
        tes_buf_text(buf, ", brought to the nearer end where it is outside");
}

static void write_variables(struct tes_buf *buf, const struct config_row *row, const char *between)
{
    char variable[CONFIG_NAME_MAX];

    config_variable(row->path, variable);
    tes_buf_text(buf, variable);
    if (row->alias != NULL) {
        tes_buf_text(buf, between);
        tes_buf_text(buf, row->alias);
    }
}

/* When a change of the key is taken over. */
static const char *change_text(const struct config_row *row)
{
    if ((row->flags & CONFIG_RESTART) != 0)
        return "restart";
    return (row->flags & CONFIG_MUTABLE) != 0 ? "reload or admin" : "reload";
}

static void write_indent(struct tes_buf *buf, size_t depth)
{
    for (size_t i = 0; i < depth; i++)
        tes_buf_text(buf, "  ");
}

static void write_yaml_row(struct tes_buf *buf, const struct config_row *row,
                           const struct config *config, size_t depth)
{
    const char *dot = strrchr(row->path, '.');
    struct tes_json json = tes_json_on(buf);

    if (config_value_is_masked(row, config)) {
        write_indent(buf, depth);
        tes_buf_text(buf, "# MASKED, since it may be secret: put the value in place of ***.\n");
    }
    write_indent(buf, depth);
    tes_buf_texts(buf, "# ", row->meaning, "\n");
    write_indent(buf, depth);
    tes_buf_text(buf, "# Takes ");
    write_expected(buf, row);
    tes_buf_char(buf, '\n');
    write_indent(buf, depth);
    tes_buf_text(buf, "# ");
    write_variables(buf, row, " or ");
    tes_buf_texts(buf, "; changes by ", change_text(row), "\n");
    write_indent(buf, depth);
    tes_buf_text(buf, dot != NULL ? dot + 1 : row->path);
    tes_buf_text(buf, ": ");
    config_write_value(&json, NULL, row, config);
    tes_buf_char(buf, '\n');
}

/* Opens the sections of `path` that were not open for the path `before`; returns how many it stands
 * in. */
static size_t write_sections(struct tes_buf *buf, const char *path, const char *before)
{
    size_t depth = 0, start = 0;
    bool is_open = true;

    for (size_t i = 0; path[i] != '\0'; i++) {
        if (path[i] != '.')
            continue;
        is_open = is_open && strncmp(path, before, i + 1) == 0;
        if (!is_open) {
            write_indent(buf, depth);
            tes_buf_append(buf, path + start, i - start);
            tes_buf_text(buf, ":\n");
        }
        start = i + 1;
        depth++;
    }
    return depth;
}

void config_write_yaml(struct tes_buf *buf, const struct config *config)
{
    const char *before = "";

    tes_buf_text(buf,
                 "# Tessera's config: every key. One that is left out of a file has its default;\n"
                 "# variables of the environment go before the file.\n");
    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        const struct config_row *row = &config_rows[i];
        tes_buf_char(buf, '\n');
        write_yaml_row(buf, row, config, write_sections(buf, row->path, before));
        before = row->path;
    }
    tes_buf_text(buf,
                 "\n# A reload does not take a file that has lost this mark: it was cut.\n...\n");
}

static void write_other_names(struct tes_buf *buf)
{
    tes_buf_text(buf,
                 "\nOther names, for files that were written for the original plugin; where both "
                 "stand, they have to say the same:\n\n| name | key |\n|---|---|\n");
    for (size_t i = CONFIG_KEYS; i < CONFIG_NAMES; i++) {
        tes_buf_texts(buf, "| `", config_names[i].path, "` | `", config_names[i].row->path,
                      "` |\n");
    }
    tes_buf_text(
        buf,
        "\nOf the original's keys, these are not taken, since they would do harm or nothing: "
        "`spatial_captcha.generator` (seeds come from the kernel, always: one from the clock, or a "
        "fixed one, can be guessed), `spatial_captcha.renderer` (`challenge.renderer` and "
        "`integration.optical_memory` have what it chose; the archive is tidied every hour), "
        "`spatial_captcha.difficulty` (`challenge.profile`), `monitoring.log_all_challenges` and "
        "`log_suspicious_responses` (the history has both, and visitors can't flood the log), "
        "`database.table_name` and `profile_table_name` (the names are fixed), `targets` (nothing "
        "is done with them).\n");
}

void config_write_markdown(struct tes_buf *buf)
{
    tes_buf_text(
        buf,
        "# Config\n\n"
        "One YAML file, given by `--config FILE`. Sources, the later wins: defaults, the file, "
        "`SHUMA_*` variables, `TESSERA_*` variables, the command line. Items of a list in a "
        "variable are separated by commas. A variable may lie in a file of its name in the folder "
        "`CREDENTIALS_DIRECTORY` ([packaging.md](packaging.md#secrets)). `tessera config` prints "
        "this as a file to start from "
        "(with `--config FILE`, what "
        "that file and the environment come to), `tessera check` says whether a file is good.\n\n"
        "A change is taken over by a restart, by a reload (SIGHUP), or at once through the admin "
        "interface where `challenge.config_mutable` is true.\n\n"
        "| key | takes | default | variable | change | meaning |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        const struct config_row *row = &config_rows[i];
        tes_buf_texts(buf, "| `", row->path, "` | ");
        write_expected(buf, row);
        tes_buf_text(buf, " | `");
        write_default(buf, row);
        tes_buf_text(buf, "` | `");
        write_variables(buf, row, "`, `");
        tes_buf_texts(buf, "` | ", change_text(row), " | ", row->meaning, " |\n");
    }
    write_other_names(buf);
}

/* ------------------------------------------------------------ fingerprint */

#define VALUE_MAX 8192

/* How the keys begin that decide how visitors are treated. */
static const char *const SECTIONS[] = {"accessibility.", "adaptive.",  "attack.", "authentication.",
                                       "budget.",        "challenge.", "gate.",   "profile",
                                       "profiles.",      "response.",  "vendor."};

/* Those among them that are about the machine. */
static const char *const OWN[] = {"challenge.audio", "challenge.pictures_kb"};

bool config_fingerprint_has(const struct config_row *row)
{
    bool has = false;
    for (size_t i = 0; i < sizeof SECTIONS / sizeof SECTIONS[0]; i++)
        has = has || strncmp(row->path, SECTIONS[i], strlen(SECTIONS[i])) == 0;
    for (size_t i = 0; i < sizeof OWN / sizeof OWN[0]; i++)
        has = has && strcmp(row->path, OWN[i]) != 0;
    return has && (row->flags & CONFIG_PRIVATE) == 0;
}

uint64_t config_fingerprint(const struct config *config)
{
    uint64_t key[2] = {0, 0};
    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        char value[VALUE_MAX];
        struct tes_buf buf = tes_buf_on(value, sizeof value);
        struct tes_json json = tes_json_on(&buf);
        if (!config_fingerprint_has(&config_rows[i]))
            continue;
        tes_buf_text(&buf, config_rows[i].path);
        config_write_value(&json, NULL, &config_rows[i], config);
        /* What was hashed so far is the key for what follows. */
        key[0] = tes_siphash(key, value, buf.length);
        key[1] = i;
    }
    return key[0];
}
