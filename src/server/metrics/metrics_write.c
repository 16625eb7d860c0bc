/*
 * metrics_write.c: the docs of the metrics, from the rows of metrics.def alone.
 */
#include "server/metrics/metrics_table.h"

static void write_values(struct tes_buf *buf, const struct metrics_values *values)
{
    if (values->name == NULL)
        return;
    tes_buf_char(buf, '`');
    tes_buf_text(buf, values->name);
    tes_buf_char(buf, '`');
    for (size_t i = 0; values->texts != NULL && i < values->count; i++) {
        tes_buf_text(buf, i == 0 ? ": " : ", ");
        tes_buf_text(buf, values->texts[i]);
    }
}

void metrics_write_markdown(struct tes_buf *buf)
{
    tes_buf_text(buf, "# Metrics\n\n"
                      "`GET /metrics` gives them in Prometheus's text format. Counters start at 0 "
                      "with the server.\n\n"
                      "| metric | type | label | meaning |\n|---|---|---|---|\n");
    for (size_t i = 0; i < METRICS_COUNT; i++) {
        const struct metrics_row *row = &metrics_rows[i];
        tes_buf_text(buf, "| `");
        tes_buf_text(buf, row->name);
        tes_buf_text(buf, "` | ");
        tes_buf_text(buf, metrics_type_name(row->type));
        tes_buf_text(buf, " | ");
        write_values(buf, &metrics_values[row->label]);
        tes_buf_text(buf, " | ");
        tes_buf_text(buf, row->meaning);
        tes_buf_text(buf, " |\n");
    }
}
