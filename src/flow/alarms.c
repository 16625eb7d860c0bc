/*
 * Sites are found by a keyed hash in sets of a few places. What says whose a place is lies apart
 * from the alarms, so that looking at all of them touches no memory of sites that there are not.
 */
#include "flow/alarms.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/siphash.h"
#include "os/entropy.h"
#include "policy/escalation/terms.h"
#include "server/log/log.h"
#include "store/records/records.h"

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
    struct {
        uint32_t told[ALARMS_HEARD_MAX];
        size_t count;
        uint64_t at_ms;
        unsigned most; /* of their levels */
    } heard;           /* from other servers */
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

/* ---------------------------------------------------------- other servers' */

/* As it is told: the level in the last bits, and before it the site's hash; 0 is all sites. */
enum { LEVEL_BITS = 3, LEVEL_MASK = (1 << LEVEL_BITS) - 1 };

static uint32_t told_as(struct tes_slice site, bool is_all)
{
    static const uint64_t SAME_EVERYWHERE[2] = {0, 0};
    uint64_t hash = tes_siphash(SAME_EVERYWHERE, site.at, site.length) >> (32 + LEVEL_BITS) | 1;
    return is_all ? 0 : (uint32_t)hash << LEVEL_BITS;
}

/* With the lock held. */
static unsigned level_heard(const struct alarms *alarms, uint32_t whose)
{
    unsigned most = 0;
    for (size_t i = 0; i < alarms->heard.count; i++) {
        unsigned level = alarms->heard.told[i] & LEVEL_MASK;
        if ((alarms->heard.told[i] & ~(uint32_t)LEVEL_MASK) == whose && level > most)
            most = level;
    }
    return most;
}

size_t alarms_tell(struct alarms *alarms, uint32_t told[ALARMS_TOLD_MAX])
{
    size_t count = 0;
    pthread_mutex_lock(&alarms->lock);
    for (unsigned level = TERMS_ALARM_MAX; level > 0; level--) {
        if (alarms->all.level == level && count < ALARMS_TOLD_MAX)
            told[count++] = told_as((struct tes_slice){NULL, 0}, true) | level;
        for (size_t i = 0; i < ALARMS_SITES && count < ALARMS_TOLD_MAX; i++) {
            const struct owner *owner = &alarms->owners[i];
            if (owner->who != 0 && alarms->sites[i].level == level)
                told[count++] =
                    told_as((struct tes_slice){owner->site, owner->site_length}, false) | level;
        }
    }
    pthread_mutex_unlock(&alarms->lock);
    return count;
}

static void tell_heard(unsigned most)
{
    char level[] = {(char)('0' + most), 0};
    if (most > 0)
        log_event(LOG_WARN, "an alarm of another server holds here as well",
                  log_text("level", level));
    else
        log_message(LOG_INFO, "no other server has an alarm any more");
}

void alarms_hear(struct alarms *alarms, const uint32_t *told, size_t count, uint64_t now_ms)
{
    unsigned most = 0;
    pthread_mutex_lock(&alarms->lock);
    alarms->heard.count = 0;
    for (size_t i = 0; i < count && alarms->heard.count < ALARMS_HEARD_MAX; i++) {
        unsigned level = told[i] & LEVEL_MASK;
        if (level == 0 || level > TERMS_ALARM_MAX)
            continue;
        alarms->heard.told[alarms->heard.count++] = told[i];
        most = level > most ? level : most;
    }
    bool is_news = most != alarms->heard.most;
    alarms->heard.most = most;
    alarms->heard.at_ms = now_ms;
    pthread_mutex_unlock(&alarms->lock);
    if (is_news)
        tell_heard(most);
}

/* Whoever is not heard any more has no alarm. Gives the highest that holds. */
static unsigned forget_heard(struct alarms *alarms, uint64_t now_ms)
{
    pthread_mutex_lock(&alarms->lock);
    uint64_t at_ms = alarms->heard.at_ms;
    bool is_old = now_ms >= at_ms + ALARMS_HEARD_MS || now_ms + ALARMS_HEARD_MS < at_ms;
    unsigned most = alarms->heard.most;
    pthread_mutex_unlock(&alarms->lock);
    if (!is_old || most == 0)
        return most;
    alarms_hear(alarms, NULL, 0, now_ms);
    return 0;
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
    if (alarms->heard.count > 0) {
        unsigned site_heard = level_heard(alarms, told_as(site, false));
        unsigned server_heard = level_heard(alarms, told_as(site, true));
        levels.site = site_heard > levels.site ? site_heard : levels.site;
        levels.server = server_heard > levels.server ? server_heard : levels.server;
    }
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
    unsigned heard = forget_heard(alarms, now_ms);
    for (size_t i = 0; i < ALARMS_SITES; i++) {
        if (!is_used(alarms, &alarms->owners[i]))
            continue;
        unsigned level = look_at(alarms, &alarms->owners[i], &alarms->sites[i], now_s);
        sites += level > 0;
        most = level > most ? level : most;
    }
    metrics_set(alarms->metrics, METRICS_ALARM_SITES, sites);
    metrics_set(alarms->metrics, METRICS_ALARM_LEVEL, heard > most ? heard : most);
}
