/*
 * outcome_rows.h: outcome.def as a table: what each outcome counts, charges and returns.
 */
#ifndef SERVER_OUTCOME_ROWS_H
#define SERVER_OUTCOME_ROWS_H

#include "pages/html/message_page.h"
#include "policy/outcome.h"

struct outcome_row {
    enum outcome_charge charge;
    struct {
        unsigned counter; /* METRICS_COUNT: none */
        unsigned error;   /* API_ERROR_COUNT: the API does not refuse with it */
        unsigned status;
        enum message message;
    } answered;
    struct {
        const char *code; /* NULL where there is no error */
        unsigned label;   /* of the metric */
        unsigned status;
        enum message message;
    } redeemed;
};

extern const struct outcome_row outcome_rows[OUTCOME_COUNT];

#endif
