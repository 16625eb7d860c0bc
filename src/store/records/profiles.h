/*
 * profiles.h: reads users' profiles for those who can't wait for long. One thread asks the records,
 * for one user after the other; whoever wants to know waits for a bounded time, and goes on without
 * a profile where the store takes longer, or hangs for ever.
 *
 * Nothing is kept of what was read: a profile changes with each answer of its user, and one that is
 * a little old would have them answer the same level once more than the rules say.
 */
#ifndef STORE_PROFILES_H
#define STORE_PROFILES_H

#include "store/records/records_users.h"

struct profiles;

/* `waiting_max`: how many may wait for a store that is slow; where it is quick, everybody may. NULL
 * where memory or threads are out. The records stay the caller's. */
struct profiles *profiles_start(struct records *records, unsigned waiting_max);

/* As records_profile_read(), but takes `wait_ms` at most; RECORDS_FAILED where that was not enough,
 * or too many wait already. Any thread that may wait. */
TES_MUST_CHECK enum records_result profiles_read(struct profiles *profiles,
                                                 const struct records_user *user, unsigned wait_ms,
                                                 struct records_profile *profile);

/* Whether the store has had one profile to read for longer than that: nobody who asks now would be
 * told. Never waits. */
bool profiles_are_late(const struct profiles *profiles, unsigned wait_ms);

/* Waits for the read that is under way, and ends the thread. Accepts NULL. */
void profiles_stop(struct profiles *profiles);

#endif
