#include "flow/alarms.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/keyed_table.h"
#include "base/siphash.h"
#include "os/entropy.h"
#include "policy/escalation/terms.h"
#include "server/log/log.h"
#include "store/records/records.h"

/* Whose an alarm is, for the log. */
struct owner {
    char site[RECORDS_SITEKEY_MAX]; /* not ended by a NUL */
    size_t site_length;
};

struct alarms {
    struct metrics *metrics;
    pthread_mutex_t lock; /* guards all below */
    struct alarm all;
    struct {
        uint32_t told[ALARMS_HEARD_MAX];
        size_t count;
        uint64_t at_ms;
        unsigned most;            /* of their levels */
    } heard;                      /* from other servers */
    struct tes_keyed_table sites; /* struct alarm by site key */
};

struct alarms *alarms_new(struct metrics *metrics)
{
    static const struct tes_keyed_table_size SIZE = {ALARMS_SITES, sizeof(struct alarm),
                                                     RECORDS_SITEKEY_MAX};
    uint64_t hash_key[2];
    struct alarms *alarms = calloc(1, sizeof *alarms);
    if (alarms == NULL)
        return NULL;
    alarms->metrics = metrics;
    pthread_mutex_init(&alarms->lock, NULL);
    if (!tes_entropy(hash_key, sizeof hash_key) ||
        !tes_keyed_table_init(&alarms->sites, &SIZE, hash_key)) {
        alarms_free(alarms);
        return NULL;
    }
    return alarms;
}

void alarms_free(struct alarms *alarms)
{
    if (alarms == NULL)
        return;
    tes_keyed_table_free(&alarms->sites);
    pthread_mutex_destroy(&alarms->lock);
    free(alarms);
}

static bool is_calm(void *alarm, const void *context)
{
    (void)context;
    return ((const struct alarm *)alarm)->level == 0;
}

void alarms_note(struct alarms *alarms, struct tes_slice site, uint64_t now_ms,
                 const struct alarm_answer *answer, bool is_for_all)
{
    uint64_t now_s = now_ms / 1000;
    pthread_mutex_lock(&alarms->lock);
    if (is_for_all)
        alarm_note(&alarms->all, now_s, answer);
    struct alarm *alarm = tes_keyed_table_use(&alarms->sites, site, now_s, is_calm, NULL);
    if (alarm != NULL)
        alarm_note(alarm, now_s, answer);
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
            struct tes_slice site;
            const struct alarm *alarm = tes_keyed_table_at(&alarms->sites, i, &site);
            if (alarm != NULL && alarm->level == level)
                told[count++] = told_as(site, false) | level;
        }
    }
    pthread_mutex_unlock(&alarms->lock);
    return count;
}

static void log_heard(unsigned most)
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
        log_heard(most);
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
    struct alarms_levels levels = {0};
    pthread_mutex_lock(&alarms->lock);
    const struct alarm *alarm = tes_keyed_table_find(&alarms->sites, site);
    levels.site = alarm != NULL ? alarm->level : 0;
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

static void log_alarm(struct alarms *alarms, const struct owner *owner, const struct alarm *alarm,
                      bool is_up)
{
    char memory[128], level[] = {(char)('0' + alarm->level), 0};
    struct tes_buf rules = tes_buf_on(memory, sizeof memory);
    struct log_field scope =
        owner != NULL ? log_slice("site", (struct tes_slice){owner->site, owner->site_length})
                      : log_text("of", "all");
    write_rules(&rules, alarm->rules);
    if (alarm->level == 0)
        log_event(LOG_INFO, "the alarm is over", scope);
    else
        log_event(is_up ? LOG_WARN : LOG_INFO, is_up ? "an alarm rises" : "an alarm falls", scope,
                  log_text("level", level), log_slice("why", tes_buf_done(&rules)));
    for (unsigned i = 0; is_up && i < ALARM_RULE_COUNT; i++)
        if ((alarm->rules & 1U << i) != 0)
            metrics_count_label(alarms->metrics, METRICS_ALARMS, i);
}

/* Steps the alarm of a site, or that of all sites where `number` is ALARMS_SITES. Gives its level.
 */
static unsigned step_alarm(struct alarms *alarms, size_t number, uint64_t now_s)
{
    bool is_all = number == ALARMS_SITES;
    struct tes_slice site = {NULL, 0};
    struct owner owner = {.site_length = 0};
    pthread_mutex_lock(&alarms->lock);
    struct alarm *alarm = is_all ? &alarms->all : tes_keyed_table_at(&alarms->sites, number, &site);
    if (alarm == NULL) {
        pthread_mutex_unlock(&alarms->lock);
        return 0;
    }
    unsigned before = alarm->level;
    unsigned level = alarm_look(alarm, now_s);
    struct alarm copy = *alarm;
    owner.site_length = site.length;
    if (site.length > 0)
        memcpy(owner.site, site.at, site.length);
    pthread_mutex_unlock(&alarms->lock);
    if (level != before)
        log_alarm(alarms, is_all ? NULL : &owner, &copy, level > before);
    return level;
}

void alarms_look(struct alarms *alarms, uint64_t now_ms)
{
    uint64_t now_s = now_ms / 1000, sites = 0;
    unsigned most = step_alarm(alarms, ALARMS_SITES, now_s);
    unsigned heard = forget_heard(alarms, now_ms);
    for (size_t i = 0; i < ALARMS_SITES; i++) {
        unsigned level = step_alarm(alarms, i, now_s);
        sites += level > 0;
        most = level > most ? level : most;
    }
    metrics_set(alarms->metrics, METRICS_ALARM_SITES, sites);
    metrics_set(alarms->metrics, METRICS_ALARM_LEVEL, heard > most ? heard : most);
}
