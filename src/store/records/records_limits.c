#include "store/records/records_limits.h"

#include "os/clock.h"
#include "store/records/records_codes.h"

#define DAY_MS              UINT64_C(86400000)
#define DECIDED_REVIEWS_MAX 10000
#define STATES_SHARE        4 /* states may take a quarter of what sites and history may take */

uint64_t records_limit(const struct records_settings *settings, enum records_limit limit)
{
    uint64_t now_ms = tes_clock_wall_ms(), kept_ms = settings->history_days * DAY_MS;
    const uint64_t LIMITS[] = {
        [RECORDS_LIMIT_AGE] = kept_ms > 0 && now_ms > kept_ms ? now_ms - kept_ms : 0,
        [RECORDS_LIMIT_CODES] = now_ms - RECORDS_CODE_KEPT_MS,
        [RECORDS_LIMIT_USERS] = settings->profiles_max,
        [RECORDS_LIMIT_STATES_BYTES] = settings->history_bytes_max / STATES_SHARE,
        [RECORDS_LIMIT_REVIEWS] = DECIDED_REVIEWS_MAX,
        [RECORDS_LIMIT_BYTES] = settings->history_bytes_max,
    };
    return LIMITS[limit];
}
