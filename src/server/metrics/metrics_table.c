#include "server/metrics/metrics_table.h"

const struct metrics_row metrics_rows[METRICS_COUNT] = {
#define METRICS_ROW(id, name, type, unit, label, meaning)                                          \
    {name, METRICS_##type, METRICS_##unit, METRICS_LABEL_##label, meaning},
#include "server/metrics/metrics.def"
#undef METRICS_ROW
};

static const char *const KIND_TEXTS[] = {
#define KIND(name) #name,
#include "challenge/kinds.def"
#undef KIND
};

static const char *const VERDICT_TEXTS[] = {
#define ANSWERED(label, counter, error, status, message) label,
#define UNANSWERED
#define OUTCOME(name, charge, answered, redeemed) answered
#include "policy/outcome.def"
#undef OUTCOME
#undef UNANSWERED
#undef ANSWERED
};

static const char *const SUSPICION_TEXTS[] = {
#define SUSPICION(name, label, meaning) label,
#include "policy/escalation/suspicion.def"
#undef SUSPICION
};

static const char *const BUDGET_TEXTS[] = {
#define BUDGET(name, label, member, scope) label,
#define COUNTED(name, scope)               /* refuses nothing */
#include "policy/escalation/budget.def"
#undef BUDGET
#undef COUNTED
};

static const char *const LEVEL_TEXTS[] = {
#define BUDGET_LEVEL(name, label, bits_4, bits_6, factor) label,
#include "policy/escalation/budget_level.def"
#undef BUDGET_LEVEL
};

static const char *const ALERT_TEXTS[] = {
#define ALERT(name, label, ...) label,
#include "policy/escalation/alert.def"
#undef ALERT
};

static const char *const ALARM_TEXTS[] = {
#define ALARM(name, label, measure, from, level) label,
#include "policy/escalation/alarm.def"
#undef ALARM
};

#define VALUE_TEXT(id, text)          text,
#define LABEL_TEXTS(id, name, VALUES) static const char *const id##_TEXTS[] = {VALUES(VALUE_TEXT)};
METRICS_LABELS(LABEL_TEXTS)

static const char *const NO_TEXT[] = {""};

const struct metrics_values metrics_values[METRICS_LABEL_COUNT] = {
    [METRICS_LABEL_NONE] = {NULL, NO_TEXT, 1},
    [METRICS_LABEL_KIND] = {"kind", KIND_TEXTS, sizeof KIND_TEXTS / sizeof *KIND_TEXTS},
    [METRICS_LABEL_VERDICT] = {"verdict", VERDICT_TEXTS,
                               sizeof VERDICT_TEXTS / sizeof *VERDICT_TEXTS},
    [METRICS_LABEL_SUSPICION] = {"rule", SUSPICION_TEXTS,
                                 sizeof SUSPICION_TEXTS / sizeof *SUSPICION_TEXTS},
    [METRICS_LABEL_BUDGET] = {"class", BUDGET_TEXTS, sizeof BUDGET_TEXTS / sizeof *BUDGET_TEXTS},
    [METRICS_LABEL_LEVEL] = {"network", LEVEL_TEXTS, sizeof LEVEL_TEXTS / sizeof *LEVEL_TEXTS},
    [METRICS_LABEL_ALERT] = {"alert", ALERT_TEXTS, sizeof ALERT_TEXTS / sizeof *ALERT_TEXTS},
    [METRICS_LABEL_ALARM] = {"rule", ALARM_TEXTS, sizeof ALARM_TEXTS / sizeof *ALARM_TEXTS},
    [METRICS_LABEL_ROUTE] = {"route", NULL, 0},
    [METRICS_LABEL_VERSION] = {"version", NULL, 1},
#define LABEL_VALUES(id, name, VALUES)                                                             \
    [METRICS_LABEL_##id] = {name, id##_TEXTS, METRICS_##id##_COUNT},
    METRICS_LABELS(LABEL_VALUES)};

const char *metrics_type_name(enum metrics_type type)
{
    static const char *const NAMES[] = {"counter", "gauge", "histogram"};
    return NAMES[type];
}

static void write_values(struct tes_buf *buf, const struct metrics_values *values)
{
    if (values->name == NULL)
        return;
    tes_buf_texts(buf, "`", values->name, "`");
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
        tes_buf_texts(buf, "| `", row->name, "` | ", metrics_type_name(row->type), " | ");
        write_values(buf, &metrics_values[row->label]);
        tes_buf_texts(buf, " | ", row->meaning, " |\n");
    }
}
