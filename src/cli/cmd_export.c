/* tessera export: rows of the history, as CSV or as lines of JSON. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "cli/cli.h"

/* A row as JSON: texts become at most six times as long. */
#define ROW_MAX 32768

enum kind { KIND_TEXT, KIND_NUMBER, KIND_FLAG, KIND_JSON, KIND_MOMENT };

static const struct {
    const char *name;
    enum kind kind;
} COLUMNS[RECORDS_COLUMN_COUNT] = {
#define RECORDS_COLUMN(name, kind) {#name, KIND_##kind},
    RECORDS_COLUMNS(RECORDS_COLUMN)
#undef RECORDS_COLUMN
};

/* -------------------------------------------------------------------- CSV */

/* Whether a spreadsheet would take the text for a formula, and run what a visitor wrote: also where
 * it opens with the wide forms of the signs, which some of them take for the same. */
static bool is_formula(struct tes_slice text)
{
    static const struct tes_slice OPENINGS[] = {
        TES_SLICE_INIT("="),
        TES_SLICE_INIT("+"),
        TES_SLICE_INIT("-"),
        TES_SLICE_INIT("@"),
        TES_SLICE_INIT("\t"),
        TES_SLICE_INIT("\r"),
        TES_SLICE_INIT("\n"),
        TES_SLICE_INIT("\xef\xbc\x9d"),
        TES_SLICE_INIT("\xef\xbc\x8b"),
        TES_SLICE_INIT("\xef\xbc\x8d"),
        TES_SLICE_INIT("\xef\xbc\xa0"),
    };
    for (size_t i = 0; i < sizeof OPENINGS / sizeof OPENINGS[0]; i++)
        if (tes_slice_starts(text, OPENINGS[i]))
            return true;
    return false;
}

/* RFC 4180: in quotes, and a quote is two. */
static void write_quoted(struct tes_buf *buf, struct tes_slice text)
{
    tes_buf_char(buf, '"');
    if (is_formula(text))
        tes_buf_char(buf, '\'');
    for (size_t i = 0; i < text.length; i++) {
        if (text.at[i] == '"')
            tes_buf_char(buf, '"');
        tes_buf_char(buf, text.at[i]);
    }
    tes_buf_char(buf, '"');
}

static void write_csv_head(struct tes_buf *buf)
{
    for (size_t i = 0; i < RECORDS_COLUMN_COUNT; i++) {
        tes_buf_text(buf, i == 0 ? "" : ",");
        tes_buf_text(buf, COLUMNS[i].name);
    }
    tes_buf_text(buf, "\r\n");
}

static void write_csv_row(struct tes_buf *buf, const struct records_row *row)
{
    for (size_t i = 0; i < RECORDS_COLUMN_COUNT; i++) {
        tes_buf_text(buf, i == 0 ? "" : ",");
        if (row->values[i].at == NULL)
            continue;
        if (COLUMNS[i].kind == KIND_TEXT || COLUMNS[i].kind == KIND_JSON)
            write_quoted(buf, row->values[i]);
        else
            tes_buf_slice(buf, row->values[i]);
    }
}

/* ------------------------------------------------------------------- JSON */

static void write_no_head(struct tes_buf *buf)
{
    (void)buf;
}

static void write_json_row(struct tes_buf *buf, const struct records_row *row)
{
    struct tes_json json = tes_json_on(buf);
    tes_json_open(&json, NULL, '{');
    for (size_t i = 0; i < RECORDS_COLUMN_COUNT; i++) {
        if (row->values[i].at == NULL)
            tes_json_null(&json, COLUMNS[i].name);
        else if (COLUMNS[i].kind == KIND_TEXT || COLUMNS[i].kind == KIND_MOMENT)
            tes_json_string(&json, COLUMNS[i].name, row->values[i]);
        else
            tes_json_raw(&json, COLUMNS[i].name, row->values[i]);
    }
    tes_json_close(&json, '}');
}

/* ---------------------------------------------------------------- command */

static const struct format {
    const char *name;
    void (*write_head)(struct tes_buf *buf);
    void (*write_row)(struct tes_buf *buf, const struct records_row *row);
    const char *row_end;
} FORMATS[] = {{"csv", write_csv_head, write_csv_row, "\r\n"},
               {"jsonl", write_no_head, write_json_row, "\n"}};
#define FORMAT_COUNT (sizeof FORMATS / sizeof FORMATS[0])

struct output {
    const struct format *format;
    bool is_shown; /* on a terminal: files and pipes get every byte */
    bool is_cut;   /* a row did not fit */
};

/* Output that fails ends the list early; whoever runs the commands tells of it. */
static bool print_row(void *context, const struct records_row *row)
{
    struct output *output = context;
    char memory[ROW_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    output->format->write_row(&buf, row);
    if (output->is_shown)
        store_make_harmless(memory, buf.length);
    tes_buf_text(&buf, output->format->row_end);
    output->is_cut = output->is_cut || buf.failed;
    return !buf.failed && fwrite(buf.at, 1, buf.length, stdout) == buf.length;
}

static void print_head(const struct format *format)
{
    char memory[1024];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    format->write_head(&buf);
    fwrite(buf.at, 1, buf.length, stdout);
}

static int run_export(const struct cli_call *call)
{
    const char *wanted = cli_value(call, "--format");
    struct output output = {.format = FORMATS, .is_shown = isatty(STDOUT_FILENO) == 1};
    struct records_choice choice;
    struct choice_texts texts;
    while (wanted != NULL && output.format < FORMATS + FORMAT_COUNT &&
           strcmp(output.format->name, wanted) != 0)
        output.format++;
    if (output.format == FORMATS + FORMAT_COUNT)
        return cli_wrong(call, "--format: expected csv or jsonl");
    struct records *records = store_open_records(call);
    if (records == NULL)
        return CLI_FAILED;
    const char *error = choice_read(call, records, &texts, &choice);
    if (error == NULL) {
        print_head(output.format);
        if (records_export(records, &choice, print_row, &output) != RECORDS_OK || output.is_cut)
            error = "the history could not be read to its end";
    }
    records_close(records);
    return error != NULL ? cli_fail(error) : CLI_DONE;
}

const struct cli_command cli_export = {
    .name = "export",
    .arguments = "",
    .summary = "Writes the history, a row for each challenge, as CSV or JSON.",
    .options = {{"--format", "FORMAT", "csv (the default) or jsonl, a JSON object a line", 1},
                {"--user", "U", "this user only", 1},
                {"--site", "S", "this site only, by name or sitekey", 1},
                {"--since", "DAY", "from this day on, YYYY-MM-DD in UTC", 1},
                {"--until", "DAY", "before this day", 1},
                CLI_CONFIG_OPTION,
                CLI_DATA_OPTION},
    .run = run_export,
};
