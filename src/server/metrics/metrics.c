#include "server/metrics/metrics.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "os/clock.h"
#include "server/metrics/metrics_table.h"

#define SHARDS     16 /* a power of two */
#define LINE_CELLS 8  /* cells in a line of the processor's cache */

/* Upper ends of the histograms' buckets; a last one takes what is above. */
static const uint64_t BOUNDS_US[] = {50,     100,     250,     500,    1000,   2500,
                                     5000,   10000,   25000,   50000,  100000, 250000,
                                     500000, 1000000, 2500000, 5000000};
#define BOUNDS (sizeof BOUNDS_US / sizeof *BOUNDS_US)

/* A histogram's cells: its buckets (not yet summed up), the one above, the sum. */
#define HISTOGRAM_CELLS (BOUNDS + 2)

struct metrics {
    struct metrics_values values[METRICS_COUNT];
    size_t first[METRICS_COUNT]; /* the row's first cell; those of a label's values follow */
    size_t shard_cells;
    atomic_uint_least64_t *cells; /* SHARDS times shard_cells */
    const char *version;
};

static size_t cells_per_value(const struct metrics_row *row)
{
    return row->type == METRICS_HISTOGRAM ? HISTOGRAM_CELLS : 1;
}

static struct metrics_values values_of(const struct metrics_row *row, struct metrics *metrics,
                                       const struct metrics_options *options)
{
    struct metrics_values values = metrics_values[row->label];

    if (row->label == METRICS_LABEL_ROUTE) {
        values.texts = options->routes;
        values.count = options->route_count;
    } else if (row->label == METRICS_LABEL_VERSION) {
        values.texts = &metrics->version;
    }
    return values;
}

struct metrics *metrics_new(const struct metrics_options *options)
{
    struct metrics *metrics = calloc(1, sizeof *metrics);
    size_t count = 0;

    if (metrics == NULL || options->route_count > METRICS_ROUTES_MAX)
        goto failed;
    metrics->version = options->version;
    for (size_t i = 0; i < METRICS_COUNT; i++) {
        metrics->values[i] = values_of(&metrics_rows[i], metrics, options);
        metrics->first[i] = count;
        count += metrics->values[i].count * cells_per_value(&metrics_rows[i]);
    }
    /* Whole lines, so that no two processors write to one. */
    metrics->shard_cells = (count + LINE_CELLS - 1) / LINE_CELLS * LINE_CELLS;
    size_t cells = metrics->shard_cells * SHARDS;
    metrics->cells =
        aligned_alloc(LINE_CELLS * sizeof *metrics->cells, cells * sizeof *metrics->cells);
    if (metrics->cells == NULL)
        goto failed;
    for (size_t i = 0; i < cells; i++)
        atomic_init(&metrics->cells[i], 0);
    metrics_set(metrics, METRICS_BUILD_INFO, 1);
    metrics_set(metrics, METRICS_PROCESS_START, tes_clock_wall_ms() * 1000);
    return metrics;

failed:
    metrics_free(metrics);
    return NULL;
}

void metrics_free(struct metrics *metrics)
{
    if (metrics == NULL)
        return;
    free(metrics->cells);
    free(metrics);
}

/* --------------------------------------------------------------- counting */

static void add(struct metrics *metrics, size_t cell, uint64_t amount)
{
    /* Which processor it is matters for speed only: the thread may move on before it adds. */
    size_t shard = (size_t)(unsigned)sched_getcpu() % SHARDS;
    atomic_fetch_add_explicit(&metrics->cells[shard * metrics->shard_cells + cell], amount,
                              memory_order_relaxed);
}

void metrics_count(struct metrics *metrics, enum metrics_id id)
{
    metrics_count_label(metrics, id, 0);
}

void metrics_count_label(struct metrics *metrics, enum metrics_id id, size_t index)
{
    if (index < metrics->values[id].count)
        add(metrics, metrics->first[id] + index, 1);
}

void metrics_observe_us(struct metrics *metrics, enum metrics_id id, size_t index,
                        uint64_t elapsed_us)
{
    size_t cell = metrics->first[id] + index * HISTOGRAM_CELLS, bucket = 0;

    if (index >= metrics->values[id].count)
        return;
    while (bucket < BOUNDS && elapsed_us > BOUNDS_US[bucket])
        bucket++;
    add(metrics, cell + bucket, 1);
    add(metrics, cell + BOUNDS + 1, elapsed_us);
}

void metrics_set(struct metrics *metrics, enum metrics_id id, uint64_t value)
{
    metrics_set_label(metrics, id, 0, value);
}

void metrics_set_label(struct metrics *metrics, enum metrics_id id, size_t index, uint64_t value)
{
    /* What is set lives in the first shard alone. */
    atomic_store_explicit(&metrics->cells[metrics->first[id] + index], value, memory_order_relaxed);
}

/* ---------------------------------------------------------------- writing */

static uint64_t total(const struct metrics *metrics, size_t cell)
{
    uint64_t sum = 0;

    for (size_t shard = 0; shard < SHARDS; shard++)
        sum += atomic_load_explicit(&metrics->cells[shard * metrics->shard_cells + cell],
                                    memory_order_relaxed);
    return sum;
}

static void write_seconds(struct tes_buf *buf, uint64_t us)
{
    tes_buf_number(buf, (int64_t)(us / 1000000));
    if (us % 1000000 > 0)
        tes_buf_char(buf, '.');
    for (uint64_t rest = us % 1000000; rest > 0; rest = rest * 10 % 1000000)
        tes_buf_char(buf, (char)('0' + rest / 100000));
}

static void write_value(struct tes_buf *buf, enum metrics_unit unit, uint64_t value)
{
    tes_buf_char(buf, ' ');
    if (unit == METRICS_SECONDS)
        write_seconds(buf, value);
    else
        tes_buf_number(buf, (int64_t)value);
    tes_buf_char(buf, '\n');
}

static void write_label(struct tes_buf *buf, const char *name, const char *text)
{
    tes_buf_text(buf, name);
    tes_buf_text(buf, "=\"");
    for (; *text != '\0'; text++) {
        if (*text == '"' || *text == '\\')
            tes_buf_char(buf, '\\');
        tes_buf_char(buf, *text);
    }
    tes_buf_char(buf, '"');
}

/* One value of a label (or of none) of one row. */
struct series {
    const struct metrics_row *row;
    const char *label, *text; /* label NULL: none */
    size_t cell;
};

static void write_series(struct tes_buf *buf, const struct series *series, const char *suffix)
{
    tes_buf_text(buf, series->row->name);
    tes_buf_text(buf, suffix);
    if (series->label == NULL)
        return;
    tes_buf_char(buf, '{');
    write_label(buf, series->label, series->text);
    tes_buf_char(buf, '}');
}

static void write_bucket(struct tes_buf *buf, const struct series *series, size_t bucket,
                         uint64_t count)
{
    tes_buf_text(buf, series->row->name);
    tes_buf_text(buf, "_bucket{");
    if (series->label != NULL) {
        write_label(buf, series->label, series->text);
        tes_buf_char(buf, ',');
    }
    tes_buf_text(buf, "le=\"");
    if (bucket < BOUNDS)
        write_seconds(buf, BOUNDS_US[bucket]);
    else
        tes_buf_text(buf, "+Inf");
    tes_buf_text(buf, "\"}");
    write_value(buf, METRICS_ONE, count);
}

static void write_histogram(const struct metrics *metrics, struct tes_buf *buf,
                            const struct series *series)
{
    uint64_t count = 0;

    for (size_t bucket = 0; bucket <= BOUNDS; bucket++) {
        count += total(metrics, series->cell + bucket);
        write_bucket(buf, series, bucket, count);
    }
    write_series(buf, series, "_sum");
    write_value(buf, METRICS_SECONDS, total(metrics, series->cell + BOUNDS + 1));
    write_series(buf, series, "_count");
    write_value(buf, METRICS_ONE, count);
}

static void write_row(const struct metrics *metrics, struct tes_buf *buf, size_t id)
{
    const struct metrics_row *row = &metrics_rows[id];
    const struct metrics_values *values = &metrics->values[id];
    const char *head[] = {"# HELP ",   row->name, " ", row->meaning,
                          "\n# TYPE ", row->name, " ", metrics_type_name(row->type),
                          "\n"};

    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        tes_buf_text(buf, head[i]);
    for (size_t i = 0; i < values->count; i++) {
        struct series series = {row, values->name, values->texts[i],
                                metrics->first[id] + i * cells_per_value(row)};
        if (row->type == METRICS_HISTOGRAM) {
            write_histogram(metrics, buf, &series);
        } else {
            write_series(buf, &series, "");
            write_value(buf, row->unit, total(metrics, series.cell));
        }
    }
}

void metrics_write(const struct metrics *metrics, struct tes_buf *buf)
{
    for (size_t id = 0; id < METRICS_COUNT; id++)
        write_row(metrics, buf, id);
}
