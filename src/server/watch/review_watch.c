#include "server/watch/review_watch.h"

#include <stdlib.h>
#include <string.h>

#include "flow/answer/review.h"
#include "os/clock.h"

#define WATCHED_MAX 10000 /* as the config's queue, at most */

struct ids {
    char (*items)[REVIEW_ID_CHARS + 1];
    size_t count;
};

struct review_watch {
    struct ids waiting, before; /* at this look, and at the one before */
    struct ids over;            /* of those that wait */
    const struct config *config;
    uint64_t now_ms;
};

struct review_watch *review_watch_new(void)
{
    struct review_watch *watch = calloc(1, sizeof *watch);
    if (watch == NULL)
        return NULL;
    struct ids *const all[] = {&watch->waiting, &watch->before, &watch->over};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        all[i]->items = calloc(WATCHED_MAX, sizeof *all[i]->items);
        if (all[i]->items == NULL) {
            review_watch_free(watch);
            return NULL;
        }
    }
    return watch;
}

void review_watch_free(struct review_watch *watch)
{
    if (watch == NULL)
        return;
    free(watch->waiting.items);
    free(watch->before.items);
    free(watch->over.items);
    free(watch);
}

static void add(struct ids *ids, const char *id)
{
    if (ids->count < WATCHED_MAX)
        memcpy(ids->items[ids->count++], id, REVIEW_ID_CHARS + 1);
}

static bool note(void *context, const struct records_review *row)
{
    struct review_watch *watch = context;
    bool is_over = review_is_over(watch->config, row, watch->now_ms);
    if (strlen(row->review_id) == REVIEW_ID_CHARS)
        add(is_over ? &watch->over : &watch->waiting, row->review_id);
    return true;
}

static int compare_ids(const void *one, const void *other)
{
    return strcmp(one, other);
}

/* `ids` are sorted. */
static bool has(const struct ids *ids, const char *id)
{
    return bsearch(id, ids->items, ids->count, sizeof *ids->items, compare_ids) != NULL;
}

/* Counts one that waited at the last look and does not any more. */
static void count_gone(struct app *app, const char *id)
{
    struct records_review row;
    if (records_review_find(app->records, id, &row) == RECORDS_OK &&
        row.state != RECORDS_REVIEW_WAITING)
        metrics_count_label(app->metrics, METRICS_REVIEWS, row.state);
}

static bool look(struct review_watch *watch, struct app *app)
{
    watch->now_ms = tes_clock_wall_ms();
    watch->waiting.count = watch->over.count = 0;
    if (records_review_list(app->records, false, note, watch) != RECORDS_OK)
        return false;
    for (size_t i = 0; i < watch->over.count; i++)
        if (records_review_decide(app->records, watch->over.items[i], RECORDS_REVIEW_EXPIRED) ==
            RECORDS_FAILED)
            return false;
    qsort(watch->waiting.items, watch->waiting.count, sizeof *watch->waiting.items, compare_ids);
    for (size_t i = 0; i < watch->before.count; i++)
        if (!has(&watch->waiting, watch->before.items[i]))
            count_gone(app, watch->before.items[i]);
    struct ids before = watch->before;
    watch->before = watch->waiting;
    watch->waiting = before;
    metrics_set(app->metrics, METRICS_REVIEWS_WAITING, watch->before.count);
    return true;
}

bool review_watch_look(struct review_watch *watch, struct app *app)
{
    watch->config = config_holder_get(app->config);
    bool is_good = !accepts_has_review(watch->config) || look(watch, app);
    config_holder_put(watch->config);
    return is_good;
}
