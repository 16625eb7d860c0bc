/*
 * records_bans.h: networks that get nothing here, by the operator's word. Every call may block.
 */
#ifndef STORE_RECORDS_BANS_H
#define STORE_RECORDS_BANS_H

#include "base/address.h"
#include "store/records/records.h"

#define RECORDS_BAN_REASON_MAX 200 /* in bytes */
#define RECORDS_BANS_MAX       50000

struct records_ban {
    struct tes_address_range network; /* trimmed: each network has one row */
    char reason[RECORDS_BAN_REASON_MAX + 1];
    uint64_t created_at_ms;
    uint64_t expires_at_ms; /* 0: never */
};

/* Adds one, in place of the one that the network may have. RECORDS_EXISTS: there are
 * RECORDS_BANS_MAX already. */
TES_MUST_CHECK enum records_result records_ban_add(struct records *records,
                                                   const struct records_ban *ban);
TES_MUST_CHECK enum records_result records_ban_remove(struct records *records,
                                                      const struct tes_address_range *network);

/* Deletes those that were over before that moment. RECORDS_ABSENT: there was none. */
TES_MUST_CHECK enum records_result records_ban_sweep(struct records *records, uint64_t before_ms);

/* Calls `each` for every row, also for those that are over, by the text of its network; ends early
 * where it returns false. `each` must not call back into the records. */
TES_MUST_CHECK enum records_result
records_ban_list(struct records *records,
                 bool (*each)(void *context, const struct records_ban *ban), void *context);

/* A number that changes whenever another process may have changed the bans. Cheap. */
uint64_t records_ban_version(struct records *records);

#endif
