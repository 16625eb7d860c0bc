#include "extras/alerts/alerts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/codec.h"
#include "base/json.h"
#include "base/keyed_table.h"
#include "extras/alerts/webhook.h"
#include "os/clock.h"
#include "os/entropy.h"
#include "server/log/log.h"
#include "store/records/records.h"

#define ID_BYTES  16
#define SECOND_US 1000000

/* What is watched: a site, or all of them. */
struct scope {
    struct alert_window window;
    struct alert_state states[ALERT_COUNT];
    uint8_t ids[ALERT_COUNT][ID_BYTES]; /* of the alerts that hold, or held last */
};

struct alerts {
    struct config_holder *config;
    struct metrics *metrics;
    struct webhook *webhook;
    unsigned active[ALERT_COUNT]; /* the looking thread's alone */
    pthread_mutex_t lock;         /* guards the scopes */
    struct scope all;
    struct tes_keyed_table sites; /* struct scope by site key */
};

struct alerts *alerts_start(struct config_holder *config, struct metrics *metrics,
                            struct helper *helper)
{
    static const struct tes_keyed_table_size SIZE = {ALERTS_SITES, sizeof(struct scope),
                                                     RECORDS_SITEKEY_MAX};
    uint64_t hash_key[2];
    struct alerts *alerts = calloc(1, sizeof *alerts);
    if (alerts == NULL)
        return NULL;
    alerts->config = config;
    alerts->metrics = metrics;
    pthread_mutex_init(&alerts->lock, NULL);
    if (tes_entropy(hash_key, sizeof hash_key) &&
        tes_keyed_table_init(&alerts->sites, &SIZE, hash_key))
        alerts->webhook = webhook_start(config, metrics, helper);
    if (alerts->webhook == NULL) {
        alerts_stop(alerts);
        return NULL;
    }
    return alerts;
}

struct moment {
    unsigned window_s;
    uint64_t now_s;
};

/* A scope may go when its window is empty and none of its alerts holds. */
static bool may_scope_go(void *entry, const void *context)
{
    struct scope *scope = entry;
    const struct moment *moment = context;
    for (size_t i = 0; i < ALERT_COUNT; i++)
        if (scope->states[i].is_active)
            return false;
    const struct alert_counts *counts =
        alert_window_look(&scope->window, moment->window_s, moment->now_s);
    return counts->answers == 0 && counts->refused == 0;
}

/* Without an answer, a visitor who got no challenge. */
static void note_in(struct scope *scope, const struct moment *moment,
                    const struct alert_answer *answer)
{
    if (answer != NULL)
        alert_window_note(&scope->window, moment->window_s, moment->now_s, answer);
    else
        alert_window_note_unissued(&scope->window, moment->window_s, moment->now_s);
}

void alerts_note(struct alerts *alerts, const struct config *config, struct tes_slice site,
                 const struct alert_answer *answer)
{
    struct moment moment = {config->monitoring_window_s, tes_clock_steady_us() / SECOND_US};
    struct scope *scope = NULL;

    if (!config->monitoring_enabled)
        return;
    pthread_mutex_lock(&alerts->lock);
    note_in(&alerts->all, &moment, answer);
    if (site.length > 0)
        scope = tes_keyed_table_use(&alerts->sites, site, moment.now_s, may_scope_go, &moment);
    if (scope != NULL)
        note_in(scope, &moment, answer);
    pthread_mutex_unlock(&alerts->lock);
}

static struct alert_rule rule_of(const struct config *config, enum alert alert)
{
    const struct alert_rule RULES[ALERT_COUNT] = {
#define ALERT(name, label, is_on, least, threshold, side, measure, of)                             \
    {config->monitoring_enabled && (is_on), threshold, least, config->monitoring_window_s},
#include "policy/escalation/alert.def"
#undef ALERT
    };
    return RULES[alert];
}

/* A change to tell of, copied from its scope. */
struct news {
    enum alert alert;
    enum alert_change change;
    struct alert_rule rule;
    unsigned value;
    uint64_t answers;
    char site[RECORDS_SITEKEY_MAX];
    size_t site_length;
    uint8_t id[ID_BYTES];
};

static void write_decimal(struct tes_json *json, const char *name, unsigned thousandths)
{
    char memory[16];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    tes_buf_thousandths(&buf, thousandths);
    tes_json_raw(json, name, tes_buf_done(&buf));
}

static void post_news(struct webhook *webhook, const struct news *news, struct tes_slice id)
{
    char memory[WEBHOOK_BODY_MAX];
    struct tes_buf buf = tes_buf_on(memory, sizeof memory);
    struct tes_json json = tes_json_on(&buf);

    tes_json_open(&json, NULL, '{');
    tes_json_string(&json, "id", id);
    tes_json_string(&json, "alert", tes_slice_of(alert_name(news->alert)));
    tes_json_string(&json, "state",
                    news->change == ALERT_FIRES ? TES_SLICE("firing") : TES_SLICE("resolved"));
    if (news->site_length > 0)
        tes_json_string(&json, "site", (struct tes_slice){news->site, news->site_length});
    else
        tes_json_null(&json, "site");
    write_decimal(&json, "value", news->value);
    write_decimal(&json, "threshold", news->rule.threshold);
    tes_json_number(&json, "answers", (int64_t)news->answers);
    tes_json_number(&json, "window_s", news->rule.window_s);
    tes_json_number(&json, "at", (int64_t)(tes_clock_wall_ms() / 1000));
    tes_json_close(&json, '}');
    if (!buf.failed)
        webhook_post(webhook, tes_buf_done(&buf));
}

static void report_news(struct alerts *alerts, const struct config *config, const struct news *news)
{
    char hex[ID_BYTES * 2 + 1];
    struct tes_buf id = tes_buf_on(hex, sizeof hex);
    bool fires = news->change == ALERT_FIRES;

    tes_hex_encode(&id, news->id, ID_BYTES);
    log_event(
        fires ? LOG_WARN : LOG_INFO, fires ? "alert" : "the alert is over",
        log_text("alert", alert_name(news->alert)),
        news->site_length > 0 ? log_slice("site", (struct tes_slice){news->site, news->site_length})
                              : log_text("of", "all"),
        log_thousandths("value", news->value), log_thousandths("threshold", news->rule.threshold),
        log_slice("id", tes_buf_done(&id)));
    if (strcmp(config->monitoring_webhook_url, CONFIG_OFF) != 0)
        post_news(alerts->webhook, news, tes_buf_done(&id));
}

/* Whether anything changed; with the lock held. */
static bool look_at_alert(struct scope *scope, enum alert alert, const struct config *config,
                          uint64_t now_s, struct news *news)
{
    struct alert_state *state = &scope->states[alert];
    news->rule = rule_of(config, alert);
    const struct alert_counts *counts =
        alert_window_look(&scope->window, news->rule.window_s, now_s);
    news->change = alert_look(alert, &news->rule, counts, now_s, state);
    if (news->change == ALERT_STAYS)
        return false;
    /* An id only names it: without randomness it is all zeros. */
    if (news->change == ALERT_FIRES && !tes_entropy(scope->ids[alert], ID_BYTES))
        memset(scope->ids[alert], 0, ID_BYTES);
    news->alert = alert;
    news->value = state->value;
    news->answers = alert_counted(alert, counts);
    memcpy(news->id, scope->ids[alert], ID_BYTES);
    return true;
}

/* Looks at the alerts of a site, or of all sites where `number` is ALERTS_SITES. */
static void look_at_scope(struct alerts *alerts, size_t number, const struct config *config,
                          uint64_t now_s)
{
    struct tes_slice site = {NULL, 0};
    struct scope *scope = &alerts->all;
    for (enum alert alert = 0; alert < ALERT_COUNT && scope != NULL; alert++) {
        struct news news;
        pthread_mutex_lock(&alerts->lock);
        if (number < ALERTS_SITES)
            scope = tes_keyed_table_at(&alerts->sites, number, &site);
        bool has_changed = scope != NULL && look_at_alert(scope, alert, config, now_s, &news);
        news.site_length = site.length;
        if (has_changed && site.length > 0)
            memcpy(news.site, site.at, site.length);
        pthread_mutex_unlock(&alerts->lock);
        if (!has_changed)
            continue;
        bool fires = news.change == ALERT_FIRES;
        alerts->active[alert] += fires ? 1U : -1U;
        metrics_set_label(alerts->metrics, METRICS_ALERT_ACTIVE, alert, alerts->active[alert]);
        if (fires)
            metrics_count_label(alerts->metrics, METRICS_ALERTS, alert);
        report_news(alerts, config, &news);
    }
}

void alerts_look(struct alerts *alerts)
{
    const struct config *config = config_holder_get(alerts->config);
    uint64_t now_s = tes_clock_steady_us() / SECOND_US;

    look_at_scope(alerts, ALERTS_SITES, config, now_s);
    for (size_t i = 0; i < ALERTS_SITES; i++)
        look_at_scope(alerts, i, config, now_s);
    config_holder_put(config);
}

void alerts_stop(struct alerts *alerts)
{
    if (alerts == NULL)
        return;
    webhook_stop(alerts->webhook);
    tes_keyed_table_free(&alerts->sites);
    pthread_mutex_destroy(&alerts->lock);
    free(alerts);
}
