#include "flow/fail_open.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "server/log/log.h"
#include "store/ledger/unrecorded.h"

#define SITES_TOLD 16 /* that have lines of their own in the log; the others are told together */

struct told {
    char site[RECORDS_SITEKEY_MAX + 1];
    uint64_t counts[FAIL_OPEN_WHAT_COUNT];
};

/* All since the ledger was last there. */
struct fault {
    uint64_t since_ms; /* when the first was let through; 0: none was */
    uint64_t counts[FAIL_OPEN_WHAT_COUNT];
    struct told sites[SITES_TOLD];
    size_t site_count;
};

struct fail_open {
    struct unrecorded *unproven;
    struct unrecorded_settled settled; /* in all; its owner is who looks */
    pthread_mutex_t lock;              /* guards what follows */
    struct fault fault;
};

struct fail_open *fail_open_new(size_t entries_max)
{
    struct fail_open *fail_open = calloc(1, sizeof *fail_open);
    if (fail_open == NULL)
        return NULL;
    fail_open->unproven = unrecorded_new(entries_max);
    if (fail_open->unproven == NULL) {
        free(fail_open);
        return NULL;
    }
    pthread_mutex_init(&fail_open->lock, NULL);
    return fail_open;
}

/* ------------------------------------------------------------------- numbers */

enum { NUMBER_MAX = 24 };

static struct log_field number(const char *key, uint64_t value, char text[NUMBER_MAX])
{
    snprintf(text, NUMBER_MAX, "%llu", (unsigned long long)value);
    return log_text(key, text);
}

/* ------------------------------------------------------------------- who, when */

bool fail_open_is(const struct visit *visit, struct tes_slice site)
{
    struct sites_wishes wishes;
    bool by_default = visit->config->store_fail == CONFIG_FAIL_OPEN;
    if (site.length == 0)
        return by_default;
    if (!sites_wishes(visit->app->sites, site, &wishes))
        return false;
    return wishes.has_fail ? wishes.fails_open : by_default;
}

bool fail_open_is_away(struct app *app)
{
    return ledger_is_away(app->ledger) &&
           health_lines_state(&app->health, HEALTH_CLOCK) != HEALTH_BAD &&
           health_lines_state(&app->health, HEALTH_KEYS_SHARED) != HEALTH_BAD;
}

bool fail_open_has_untold(const struct visit *visit)
{
    return unrecorded_waiting(visit->app->fail_open->unproven) > 0;
}

enum outcome fail_open_note(const struct visit *visit, const struct fail_open_key *key,
                            enum outcome result)
{
    uint64_t now_ms = ledger_believes_ms(visit->app->ledger, visit->now_ms);
    return result == OUTCOME_OK ? unrecorded_note(visit->app->fail_open->unproven, key->text,
                                                  key->owner, now_ms, key->expires_at_ms)
                                : result;
}

enum outcome fail_open_use(const struct visit *visit, const struct fail_open_key *key)
{
    uint64_t now_ms = ledger_believes_ms(visit->app->ledger, visit->now_ms);
    return unrecorded_use(visit->app->fail_open->unproven, key->text, key->owner, now_ms,
                          key->expires_at_ms);
}

bool fail_open_is_own(const struct visit *visit, const struct fail_open_key *key)
{
    return unrecorded_is_own(visit->app->fail_open->unproven, key->text, key->owner,
                             ledger_believes_ms(visit->app->ledger, visit->now_ms));
}

/* ------------------------------------------------------------------- counting */

/* With the lock held: the site's row; NULL where there are too many. */
static struct told *find_told(struct fault *fault, struct tes_slice site)
{
    for (size_t i = 0; i < fault->site_count; i++)
        if (tes_slice_equal(tes_slice_of(fault->sites[i].site), site))
            return &fault->sites[i];
    if (fault->site_count == SITES_TOLD || site.length > RECORDS_SITEKEY_MAX)
        return NULL;
    struct told *told = &fault->sites[fault->site_count++];
    *told = (struct told){.counts = {0}};
    memcpy(told->site, site.length > 0 ? site.at : "", site.length);
    return told;
}

/* The site's name, or what stands for the gate. */
static const char *name_of(struct app *app, const char *sitekey, char name[RECORDS_NAME_MAX + 1])
{
    if (*sitekey == '\0')
        return "(gate)";
    sites_name(app->sites, tes_slice_of(sitekey), name);
    return name;
}

void fail_open_count(struct visit *visit, struct tes_slice site, enum fail_open_what what)
{
    struct fail_open *fail_open = visit->app->fail_open;
    metrics_count_label(visit->app->metrics, METRICS_FAIL_OPEN, what);
    pthread_mutex_lock(&fail_open->lock);
    struct fault *fault = &fail_open->fault;
    size_t known = fault->site_count;
    struct told *told = find_told(fault, site);
    bool is_first = fault->since_ms == 0, is_new = fault->site_count > known;
    char sitekey[RECORDS_SITEKEY_MAX + 1] = "";
    if (is_first)
        fault->since_ms = visit->now_ms;
    fault->counts[what]++;
    if (told != NULL) {
        told->counts[what]++;
        memcpy(sitekey, told->site, sizeof sitekey);
    }
    pthread_mutex_unlock(&fail_open->lock);
    if (is_first)
        log_message(LOG_ERROR, "the ledger is away, and sites that fail open let visitors pass: "
                               "nobody can prove that what they bring is used once");
    if (is_new) {
        char name[RECORDS_NAME_MAX + 1];
        log_event(LOG_WARN, "this site fails open: the first visitor passed unproven",
                  log_text("site", name_of(visit->app, sitekey, name)));
    }
}

/* ------------------------------------------------------------------- looking */

static struct sites_open count_open(struct app *app, bool *by_default)
{
    const struct config *config = config_holder_get(app->config);
    *by_default = config->store_fail == CONFIG_FAIL_OPEN;
    config_holder_put(config);
    return sites_open(app->sites, *by_default);
}

enum health_state fail_open_health(struct app *app)
{
    bool by_default;
    struct sites_open sites = count_open(app, &by_default);
    bool all = sites.all > 0 ? sites.open == sites.all : by_default;
    return all && app->study == NULL && fail_open_is_away(app) ? HEALTH_NOTE : HEALTH_BAD;
}

void fail_open_show(struct app *app)
{
    char text[HEALTH_LINES_TEXT_MAX], since[32];
    struct fail_open *fail_open = app->fail_open;
    struct tes_buf moment = tes_buf_on(since, sizeof since - 1);
    bool by_default;
    struct sites_open sites = count_open(app, &by_default);
    bool is_open = (sites.open > 0 || by_default) && fail_open_is_away(app);
    pthread_mutex_lock(&fail_open->lock);
    uint64_t since_ms = fail_open->fault.since_ms;
    unsigned long long answers = fail_open->fault.counts[FAIL_OPEN_ANSWER],
                       passes = fail_open->fault.counts[FAIL_OPEN_VERIFY];
    pthread_mutex_unlock(&fail_open->lock);
    tes_clock_write(&moment, since_ms);
    since[tes_buf_done(&moment).length] = '\0';
    int length = snprintf(text, sizeof text, "%zu of %zu sites%s let visitors pass unproven",
                          sites.open, sites.all, by_default ? ", and the gate," : "");
    if (since_ms > 0)
        snprintf(text + length, sizeof text - (size_t)length,
                 ": %llu answers and %llu passes since %s", answers, passes, since);
    health_lines_set(&app->health, HEALTH_FAIL_OPEN, is_open ? HEALTH_NOTE : HEALTH_GOOD, text);
    metrics_set(app->metrics, METRICS_FAIL_OPEN_SITES, is_open ? sites.open : 0);
}

/* Says what was let through, all in all and by site. */
static void tell_end(struct app *app, const struct fault *fault)
{
    const struct unrecorded_settled *settled = &app->fail_open->settled;
    char texts[4][NUMBER_MAX], name[RECORDS_NAME_MAX + 1];
    log_event(LOG_WARN, "the ledger is back, and was told what was used meanwhile",
              number("answers", fault->counts[FAIL_OPEN_ANSWER], texts[0]),
              number("passes", fault->counts[FAIL_OPEN_VERIFY], texts[1]),
              number("told_so_far", settled->written, texts[2]),
              number("known_so_far", settled->repeated, texts[3]));
    for (size_t i = 0; i < fault->site_count; i++)
        log_event(LOG_WARN, "this site failed open",
                  log_text("site", name_of(app, fault->sites[i].site, name)),
                  number("answers", fault->sites[i].counts[FAIL_OPEN_ANSWER], texts[0]),
                  number("passes", fault->sites[i].counts[FAIL_OPEN_VERIFY], texts[1]));
}

/* With the ledger there: tells it what it missed. True where it missed nothing any more. */
static bool settle(struct app *app)
{
    struct fail_open *fail_open = app->fail_open;
    if (unrecorded_waiting(fail_open->unproven) > 0)
        unrecorded_settle(fail_open->unproven, app->ledger,
                          ledger_believes_ms(app->ledger, tes_clock_wall_ms()),
                          &fail_open->settled);
    metrics_set(app->metrics, METRICS_FAIL_OPEN_REPEATED, fail_open->settled.repeated);
    return unrecorded_waiting(fail_open->unproven) == 0;
}

void fail_open_look(struct app *app)
{
    struct fail_open *fail_open = app->fail_open;
    if (ledger_trouble(app->ledger) == NULL && settle(app)) {
        pthread_mutex_lock(&fail_open->lock);
        struct fault fault = fail_open->fault;
        fail_open->fault = (struct fault){.since_ms = 0};
        pthread_mutex_unlock(&fail_open->lock);
        if (fault.since_ms > 0)
            tell_end(app, &fault);
    }
    fail_open_show(app);
}

void fail_open_end(struct app *app)
{
    struct fail_open *fail_open = app->fail_open;
    char text[NUMBER_MAX];
    if (fail_open == NULL)
        return;
    if (app->ledger != NULL && ledger_trouble(app->ledger) == NULL)
        (void)settle(app);
    size_t waiting = unrecorded_waiting(fail_open->unproven);
    if (waiting > 0)
        log_event(LOG_WARN,
                  "the ledger was never told of what was used while it was away: until that "
                  "expires, it may be used once more",
                  number("count", waiting, text));
    unrecorded_free(fail_open->unproven);
    pthread_mutex_destroy(&fail_open->lock);
    free(fail_open);
    app->fail_open = NULL;
}
