/*
 * bans.h: the bans in memory, so that no request asks a database for one. A snapshot of the
 * records, read again when they have changed. An address is looked for once for each length of
 * network that there is a ban of, however many bans there are.
 *
 * bans_has() may be called by any thread while one thread refreshes.
 */
#ifndef SERVER_BANS_H
#define SERVER_BANS_H

#include "base/json.h"
#include "store/records/records_bans.h"

/* How long a ban stays in the records after its end: clocks of servers may differ. */
#define BANS_KEPT_MS ((uint64_t)300 * 1000)

/* A ban with an end lasts so long at most. */
#define BANS_SECONDS_MAX ((uint64_t)10 * 365 * 86400)

struct bans;

struct bans *bans_new(void); /* NULL where memory or randomness is out */
void bans_free(struct bans *bans);

enum bans_result { BANS_SAME, BANS_CHANGED, BANS_FAILED };

/* Reads the bans anew where the records have changed since, and has the records delete those that
 * are over for a while. BANS_FAILED: what was known before stays. From one thread. */
TES_MUST_CHECK enum bans_result bans_refresh(struct bans *bans, struct records *records,
                                             uint64_t now_ms);

/* Whether the address lies in a network that is banned at that moment. */
bool bans_has(struct bans *bans, const struct tes_address *address, uint64_t now_ms);

/* How many hold at that moment. From the thread that refreshes. */
size_t bans_count(const struct bans *bans, uint64_t now_ms);

/* Why such a ban is refused unless the operator insists: it would hit this machine itself, or far
 * more than an attacker has. NULL where it is like any other. */
const char *bans_doubt(const struct tes_address_range *network);

/* Writes its members: network, reason, createdAt, expiresAt. */
void bans_describe(const struct records_ban *ban, struct tes_json *json);

/* Whether it is a reason that can be kept and shown: short enough, UTF-8, without controls. */
bool bans_is_reason(struct tes_slice text);

#endif
