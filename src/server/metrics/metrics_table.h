/*
 * metrics_table.h: the rows of metrics.def and the labels' values. Used by the metrics' own files
 * only.
 */
#ifndef SERVER_METRICS_TABLE_H
#define SERVER_METRICS_TABLE_H

#include "server/metrics/metrics.h"

enum metrics_type { METRICS_COUNTER, METRICS_GAUGE, METRICS_HISTOGRAM };
enum metrics_unit { METRICS_ONE, METRICS_SECONDS };

enum metrics_label {
    METRICS_LABEL_NONE,
    METRICS_LABEL_KIND,
    METRICS_LABEL_VERDICT,
    METRICS_LABEL_SUSPICION,
    METRICS_LABEL_BUDGET,
    METRICS_LABEL_LEVEL,
    METRICS_LABEL_ALERT,
    METRICS_LABEL_ALARM,
    METRICS_LABEL_ROUTE,
    METRICS_LABEL_VERSION,
#define METRICS_LABEL_ENUM(id, name, VALUES) METRICS_LABEL_##id,
    METRICS_LABELS(METRICS_LABEL_ENUM)
#undef METRICS_LABEL_ENUM
        METRICS_LABEL_COUNT
};

struct metrics_row {
    const char *name;
    enum metrics_type type;
    enum metrics_unit unit;
    enum metrics_label label;
    const char *meaning;
};

/* The values of a label; of NONE, one that has no text. */
struct metrics_values {
    const char *name;
    const char *const *texts;
    size_t count;
};

extern const struct metrics_row metrics_rows[METRICS_COUNT];

/* What the program knows of the label; routes and the version are found with the options. */
extern const struct metrics_values metrics_values[METRICS_LABEL_COUNT];

const char *metrics_type_name(enum metrics_type type);

#endif
