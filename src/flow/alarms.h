/*
 * alarms.h: the alarm of each site, and of all of them together (policy/escalation/alarm.h). A
 * table (base/keyed_table.h) of ALARMS_SITES sites: a further one replaces one that holds no alarm
 * and has had no answer for longest; where there is none it has no alarm of its own. What is usual
 * is forgotten at a restart: nobody is alarmed then, and numbers say less until a day is known.
 *
 * Servers that meet tell each other of their alarms: each sees a part of the answers only, and a
 * visitor should be asked the same wherever they come. An alarm that is heard of holds here as if
 * it were our own; it is told on to nobody, and ends when whoever raised it says so no more.
 */
#ifndef FLOW_ALARMS_H
#define FLOW_ALARMS_H

#include "policy/escalation/alarm.h"
#include "server/metrics/metrics.h"

#define ALARMS_SITES 1024

struct alarms;

/* `metrics` is the caller's. NULL where there is no memory or no randomness. */
struct alarms *alarms_new(struct metrics *metrics);
void alarms_free(struct alarms *alarms); /* accepts NULL */

/* Notes an answer that counts for its site (ALARM_NETWORK_MOST), and perhaps for all together. Any
 * thread. */
void alarms_note(struct alarms *alarms, struct tes_slice site, uint64_t now_ms,
                 const struct alarm_answer *answer, bool is_for_all);

struct alarms_levels {
    unsigned site, server;
};

/* The levels at which they stand. Any thread. */
struct alarms_levels alarms_levels(struct alarms *alarms, struct tes_slice site);

#define ALARMS_TOLD_MAX 8
#define ALARMS_HEARD_MS 10000

/* Our own alarms, the highest first, as numbers that mean the same to every server: which site, and
 * its level. */
size_t alarms_tell(struct alarms *alarms, uint32_t told[ALARMS_TOLD_MAX]);

/* What others tell, all of it, in place of what they told before: it holds until the next time, and
 * for ALARMS_HEARD_MS at most. Of more than ALARMS_HEARD_MAX, the first are taken. */
#define ALARMS_HEARD_MAX 64
void alarms_hear(struct alarms *alarms, const uint32_t *told, size_t count, uint64_t now_ms);

/* To be called every few seconds, by one thread: steps up and down, and tells in log and metrics.
 */
void alarms_look(struct alarms *alarms, uint64_t now_ms);

#endif
