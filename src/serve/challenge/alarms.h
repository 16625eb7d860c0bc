/*
 * alarms.h: the alarm of each site, and of all of them together (decide/alarm.h). A table in memory
 * whose size never changes: ALARMS_SITES sites; a further one takes the place of one that holds no
 * alarm and has had no answer for longest, and where there is none it has no alarm of its own. What
 * is usual is forgotten at a restart: nobody is alarmed then, and numbers say less until a day is
 * known.
 */
#ifndef SERVE_ALARMS_H
#define SERVE_ALARMS_H

#include "decide/alarm.h"
#include "serve/metrics/metrics.h"

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

/* To be called every few seconds, by one thread: steps up and down, and tells in log and metrics.
 */
void alarms_look(struct alarms *alarms, uint64_t now_ms);

#endif
