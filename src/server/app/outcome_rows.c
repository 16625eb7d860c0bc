#include "server/app/outcome_rows.h"

#include "server/app/reply.h"
#include "server/metrics/metrics.h"

enum { METRICS_NONE = METRICS_COUNT, API_ERROR_NONE = API_ERROR_COUNT };

const struct outcome_row outcome_rows[OUTCOME_COUNT] = {
#define ANSWERED(label, counter, error, status, message)                                           \
    {                                                                                              \
        METRICS_##counter, API_ERROR_##error, status, MESSAGE_##message                            \
    }
#define REDEEMED(code, label, status, message)                                                     \
    {                                                                                              \
        code, METRICS_VERIFICATION_##label, status, MESSAGE_##message                              \
    }
#define UNANSWERED                                                                                 \
    {                                                                                              \
        METRICS_NONE, API_ERROR_NONE, 0, MESSAGE_UNAVAILABLE                                       \
    }
#define UNREDEEMED                                                                                 \
    {                                                                                              \
        NULL, METRICS_VERIFICATION_UNAVAILABLE, 0, MESSAGE_UNAVAILABLE                             \
    }
#define OUTCOME(name, charge, answered, redeemed) {OUTCOME_CHARGE_##charge, answered, redeemed},
#include "policy/outcome.def"
#undef OUTCOME
#undef UNREDEEMED
#undef UNANSWERED
#undef REDEEMED
#undef ANSWERED
};
