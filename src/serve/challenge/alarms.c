/*
 * Sites are found by a keyed hash in sets of a few places. What says whose a place is lies apart
 * from the alarms, so that looking at all of them touches no memory of sites that there are not.
 */
#include "serve/challenge/alarms.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/entropy.h"
#include "base/siphash.h"
#include "serve/log/log.h"
#include "store/records.h"

#define WAYS 8 /* places of a set */

struct owner {
    uint64_t who;                   /* 0: a place that is free */
    char site[RECORDS_SITEKEY_MAX]; /* for the log; not ended by a NUL */
    size_t site_length;             /* 0: all sites together */
};

struct alarms {
    struct metrics *metrics;
    pthread_mutex_t lock; /* guards all below */
    uint64_t key[2];
    struct alarm all;
    struct owner owners[ALARMS_SITES];
    uint64_t noted_at_s[ALARMS_SITES];
    struct alarm sites[ALARMS_SITES];
};

struct alarms *alarms_new(struct metrics *metrics)
{
    struct alarms *alarms = calloc(1, sizeof *alarms);
    if (alarms == NULL || !tes_entropy(alarms->key, sizeof alarms->key)) {
        free(alarms);
        return NULL;
    }
    alarms->metrics = metrics;
    pthread_mutex_init(&alarms->lock, NULL);
    return alarms;
}

void alarms_free(struct alarms *alarms)
{
    if (alarms == NULL)
        return;
    pthread_mutex_destroy(&alarms->lock);
    free(alarms);
}

static uint64_t who_is(const struct alarms *alarms, struct tes_slice site)
{
    return tes_siphash(alarms->key, site.at, site.length) | 1;
}

/* The site's place, or WAYS of its set. */
static size_t find(const struct alarms *alarms, uint64_t who, size_t *set)
{
    size_t i = 0;
    *set = (size_t)(who >> 1) % (ALARMS_SITES / WAYS) * WAYS;
    while (i < WAYS && alarms->owners[*set + i].who != who)
        i++;
    return i;
}

/* A place for a site that has none; WAYS where all hold alarms. */
static size_t make_room(struct alarms *alarms, size_t set)
{
    size_t best = WAYS;
    for (size_t i = 0; i < WAYS; i++) {
        if (alarms->owners[set + i].who == 0)
            return i;
        if (alarms->sites[set + i].level == 0 &&
            (best == WAYS || alarms->noted_at_s[set + i] < alarms->noted_at_s[set + best]))
            best = i;
    }
    return best;
}

static void note_site(struct alarms *alarms, struct tes_slice site, uint64_t now_s,
                      const struct alarm_answer *answer)
{
    uint64_t who = who_is(alarms, site);
    size_t set, way = find(alarms, who, &set);
    if (way == WAYS) {
        way = make_room(alarms, set);
        if (way == WAYS || site.length > RECORDS_SITEKEY_MAX)
            return;
        struct owner *owner = &alarms->owners[set + way];
        *owner = (struct owner){.who = who, .site_length = site.length};
        if (site.length > 0)
            memcpy(owner->site, site.at, site.length);
        memset(&alarms->sites[set + way], 0, sizeof alarms->sites[set + way]);
    }
    alarms->noted_at_s[set + way] = now_s;
    alarm_note(&alarms->sites[set + way], now_s, answer);
}

void alarms_note(struct alarms *alarms, struct tes_slice site, uint64_t now_ms,
                 const struct alarm_answer *answer, bool is_for_all)
{
    uint64_t now_s = now_ms / 1000;
    pthread_mutex_lock(&alarms->lock);
    if (is_for_all)
        alarm_note(&alarms->all, now_s, answer);
    note_site(alarms, site, now_s, answer);
    pthread_mutex_unlock(&alarms->lock);
}

struct alarms_levels alarms_levels(struct alarms *alarms, struct tes_slice site)
{
    uint64_t who = who_is(alarms, site);
    size_t set;
    struct alarms_levels levels = {0};
    pthread_mutex_lock(&alarms->lock);
    size_t way = find(alarms, who, &set);
    levels.site = way < WAYS ? alarms->sites[set + way].level : 0;
    levels.server = alarms->all.level;
    pthread_mutex_unlock(&alarms->lock);
    return levels;
}

/* -------------------------------------------------------------------- telling */

static void write_rules(struct tes_buf *buf, unsigned rules)
{
    for (unsigned i = 0; i < ALARM_RULE_COUNT; i++) {
        if ((rules & 1U << i) == 0)
            continue;
        if (buf->length > 0)
            tes_buf_char(buf, ',');
        tes_buf_text(buf, alarm_rule_name(i));
    }
}

static void tell(struct alarms *alarms, const struct owner *owner, const struct alarm *alarm,
                 bool is_up)
{
    char memory[128], level[] = {(char)('0' + alarm->level), 0};
    struct tes_buf rules = tes_buf_on(memory, sizeof memory);
    struct log_field whose =
        owner != NULL ? log_slice("site", (struct tes_slice){owner->site, owner->site_length})
                      : log_text("of", "all");
    write_rules(&rules, alarm->rules);
    if (alarm->level == 0)
        log_event(LOG_INFO, "the alarm is over", whose);
    else
        log_event(is_up ? LOG_WARN : LOG_INFO, is_up ? "an alarm rises" : "an alarm falls", whose,
                  log_text("level", level), log_slice("why", tes_buf_done(&rules)));
    for (unsigned i = 0; is_up && i < ALARM_RULE_COUNT; i++)
        if ((alarm->rules & 1U << i) != 0)
            metrics_count_label(alarms->metrics, METRICS_ALARMS, i);
}

/* Steps one alarm; `owner` is NULL for that of all sites. Gives its level. */
static unsigned look_at(struct alarms *alarms, const struct owner *owner, struct alarm *alarm,
                        uint64_t now_s)
{
    pthread_mutex_lock(&alarms->lock);
    unsigned before = alarm->level;
    unsigned level = alarm_look(alarm, now_s);
    struct alarm copy = *alarm;
    struct owner of = owner != NULL ? *owner : (struct owner){0};
    pthread_mutex_unlock(&alarms->lock);
    if (level != before)
        tell(alarms, owner != NULL ? &of : NULL, &copy, level > before);
    return level;
}

static bool is_used(struct alarms *alarms, const struct owner *owner)
{
    pthread_mutex_lock(&alarms->lock);
    bool is_used = owner->who != 0;
    pthread_mutex_unlock(&alarms->lock);
    return is_used;
}

void alarms_look(struct alarms *alarms, uint64_t now_ms)
{
    uint64_t now_s = now_ms / 1000, sites = 0;
    unsigned most = look_at(alarms, NULL, &alarms->all, now_s);
    for (size_t i = 0; i < ALARMS_SITES; i++) {
        if (!is_used(alarms, &alarms->owners[i]))
            continue;
        unsigned level = look_at(alarms, &alarms->owners[i], &alarms->sites[i], now_s);
        sites += level > 0;
        most = level > most ? level : most;
    }
    metrics_set(alarms->metrics, METRICS_ALARM_SITES, sites);
    metrics_set(alarms->metrics, METRICS_ALARM_LEVEL, most);
}
