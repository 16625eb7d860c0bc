/*
 * config_write.c: the sample file and the docs, from the rows of config.def alone.
 */
#include "serve/config/config_value.h"

/* A row's default, as JSON, which is YAML as well. */
static void write_default(struct tes_buf *buf, const struct config_row *row)
{
    struct config config;
    struct config_error error;
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

    config_row_variable(row, variable);
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

static void write_yaml_row(struct tes_buf *buf, const struct config_row *row, const char *indent,
                           struct tes_slice name)
{
    const char *lines[] = {"# ", row->meaning, "\n", indent, "# Takes "};

    tes_buf_text(buf, indent);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        tes_buf_text(buf, lines[i]);
    write_expected(buf, row);
    tes_buf_text(buf, "\n");
    tes_buf_text(buf, indent);
    tes_buf_text(buf, "# ");
    write_variables(buf, row, " or ");
    tes_buf_text(buf, "; changes by ");
    tes_buf_text(buf, change_text(row));
    tes_buf_text(buf, "\n");
    tes_buf_text(buf, indent);
    tes_buf_slice(buf, name);
    tes_buf_text(buf, ": ");
    write_default(buf, row);
    tes_buf_text(buf, "\n");
}

void config_write_yaml(struct tes_buf *buf)
{
    struct tes_slice section = {"", 0};

    tes_buf_text(buf, "# Tessera's config: every key with its default. A key that is left out has "
                      "its default;\n# variables of the environment go before this file.\n");
    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        struct tes_slice leaf = tes_slice_of(config_rows[i].path);
        struct tes_slice head = tes_slice_cut(&leaf, '.');
        bool is_nested = leaf.at != NULL;

        tes_buf_char(buf, '\n');
        if (is_nested && !tes_slice_equal(head, section)) {
            tes_buf_slice(buf, head);
            tes_buf_text(buf, ":\n");
            section = head;
        }
        write_yaml_row(buf, &config_rows[i], is_nested ? "  " : "", is_nested ? leaf : head);
    }
    tes_buf_text(buf,
                 "\n# A reload does not take a file that has lost this mark: it was cut.\n...\n");
}

void config_write_markdown(struct tes_buf *buf)
{
    tes_buf_text(
        buf,
        "# Config\n\n"
        "One YAML file, given by `--config FILE`. Sources, the later wins: defaults, the file, "
        "`SHUMA_*` variables, `TESSERA_*` variables, the command line. Items of a list in a "
        "variable are separated by commas. `tessera config` prints this as a file to start from, "
        "`tessera check` says whether a file is good.\n\n"
        "A change is taken over by a restart, by a reload (SIGHUP), or at once through the admin "
        "interface where `challenge.config_mutable` is true.\n\n"
        "| key | takes | default | variable | change | meaning |\n|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < CONFIG_KEYS; i++) {
        const struct config_row *row = &config_rows[i];
        tes_buf_text(buf, "| `");
        tes_buf_text(buf, row->path);
        tes_buf_text(buf, "` | ");
        write_expected(buf, row);
        tes_buf_text(buf, " | `");
        write_default(buf, row);
        tes_buf_text(buf, "` | `");
        write_variables(buf, row, "`, `");
        tes_buf_text(buf, "` | ");
        tes_buf_text(buf, change_text(row));
        tes_buf_text(buf, " | ");
        tes_buf_text(buf, row->meaning);
        tes_buf_text(buf, " |\n");
    }
}
