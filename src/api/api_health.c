/* Whether we are alive, whether the stores are, and how we are doing. */
#include <stdlib.h>

#include "flow/fail_open.h"
#include "flow/issue/issue.h"
#include "os/clock.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"
#include "server/log/log_writer.h"

#define READYZ_MAX ((size_t)128 * 1024) /* more than all topics can say */
#define SECOND_US  ((uint64_t)1000 * 1000)
/* How often the metrics are written; whoever asks more often gets the last text. */
#define WRITTEN_A_SECOND 100

/* What the metric says of each renderer. */
static const uint64_t RENDERER_FIGURES[] = {
    [TES_RENDERER_3D] = 3, [TES_RENDERER_2D] = 2, [TES_RENDERER_NONE] = 0};

void handle_healthz(struct visit *visit)
{
    visit->reply->status = 200;
    visit->reply->type = "text/plain; charset=utf-8";
    visit->reply->body = TES_SLICE("ok\n");
    reply_no_store(visit->reply);
    if (visit->app->truth)
        http_reply_number(visit->reply, "Tessera-Handlers", atomic_load(&visit->app->handlers_run));
}

/* The ledger and the records as they are at this moment. What hangs is not asked: each time, that
 * would be one waiter less for all others. Nor is a ledger that is known to be away: it is tried
 * every second in any case. */
static void look_now(struct app *app)
{
    const char *trouble = ledger_trouble(app->ledger);
    if (trouble == NULL && !ledger_ready(app->ledger)) {
        trouble = ledger_trouble(app->ledger);
        if (trouble == NULL) /* it can be written again already */
            trouble = "it could not be written";
    }
    health_lines_set(&app->health, HEALTH_LEDGER,
                     trouble != NULL ? fail_open_health(app) : HEALTH_GOOD, trouble);
    fail_open_show(app);
    if (!records_is_shared(app->records))
        health_lines_set(&app->health, HEALTH_RECORDS,
                         records_ready(app->records) ? HEALTH_GOOD : HEALTH_BAD,
                         "the store does not answer");
}

void handle_readyz(struct visit *visit)
{
    struct health_lines *health = &visit->app->health;
    struct tes_buf page = tes_arena_buf(visit->request->arena, READYZ_MAX);
    if (atomic_load(&visit->app->hanging) == 0)
        look_now(visit->app);
    bool is_ready = health_lines_is_ready(health);
    tes_buf_text(&page, is_ready ? "ready\n" : "not ready\n");
    /* What is wrong is no stranger's business: whoever wants to get past a check would know when to
     * try. */
    if (visit_is_inside(visit))
        health_lines_write(health, &page);
    visit->reply->status = is_ready ? 200 : 503;
    visit->reply->type = "text/plain; charset=utf-8";
    visit->reply->body = tes_buf_done(&page);
    reply_no_store(visit->reply);
    if (!is_ready)
        reply_retry_after(visit->reply, 1);
}

/* Counting descriptors takes milliseconds where there are many: once a second is enough. */
static void look_at_process(struct app *app, uint64_t now_us)
{
    if (now_us < app->metrics_page.process_due_us)
        return;
    app->metrics_page.process_due_us = now_us + SECOND_US;
    metrics_set_process(app->metrics);
}

static void set_gauges(struct visit *visit)
{
    struct metrics *metrics = visit->app->metrics;
    struct http_figures figures;
    http_server_figures(visit->app->server, &figures);
    metrics_set(metrics, METRICS_CONNECTIONS, figures.connections);
    metrics_set(metrics, METRICS_ACCEPTED, figures.accepted);
    metrics_set(metrics, METRICS_QUEUE_LENGTH, figures.queued);
    metrics_set(metrics, METRICS_QUEUE_REFUSALS, figures.refused_busy);
    metrics_set(metrics, METRICS_REQUEST_MEMORY, figures.request_memory);
    metrics_set(metrics, METRICS_MEMORY_REFUSALS, figures.refused_memory);
    metrics_set(metrics, METRICS_LEDGER_ENTRIES, ledger_entries(visit->app->ledger));
    for (enum records_drop why = 0; why < RECORDS_DROP_COUNT; why++)
        metrics_set_label(metrics, METRICS_RECORDS_DROPPED, why,
                          records_dropped(visit->app->records, why));
    metrics_set(metrics, METRICS_LOG_LOST, log_writer_lost());
    metrics_set(metrics, METRICS_RENDERER, RENDERER_FIGURES[issue_renderer(visit->config)]);
}

/* Whether the text is to be written anew: so it is for everybody who asks at a sensible pace. */
static bool is_due(struct metrics_page *page, uint64_t now_us)
{
    if (page->second != now_us / SECOND_US)
        page->written = 0;
    page->second = now_us / SECOND_US;
    return page->length == 0 || page->written < WRITTEN_A_SECOND;
}

static void write_page(struct visit *visit, uint64_t now_us)
{
    struct metrics_page *page = &visit->app->metrics_page;
    if (page->text == NULL && (page->text = malloc(METRICS_TEXT_MAX)) == NULL)
        return;
    struct tes_buf text = tes_buf_on(page->text, METRICS_TEXT_MAX);
    set_gauges(visit);
    look_at_process(visit->app, now_us);
    metrics_write(visit->app->metrics, &text);
    page->length = tes_buf_done(&text).length;
    page->written++;
}

void handle_metrics_page(struct visit *visit)
{
    struct metrics_page *page = &visit->app->metrics_page;
    struct http_reply *reply = visit->reply;
    uint64_t now_us = tes_clock_steady_us();
    const char *copy = NULL;
    pthread_mutex_lock(&page->lock);
    if (is_due(page, now_us))
        write_page(visit, now_us);
    size_t length = page->length;
    if (length > 0)
        copy = tes_arena_string(visit->request->arena, (struct tes_slice){page->text, length});
    pthread_mutex_unlock(&page->lock);
    reply->status = copy != NULL ? 200 : 500;
    reply->type = "text/plain; version=0.0.4; charset=utf-8";
    reply->body = (struct tes_slice){copy, copy != NULL ? length : 0};
    reply_no_store(reply);
}
