/* Whether we are alive, whether the stores are, and how we are doing. */
#include "base/clock.h"
#include "serve/issue.h"
#include "serve/reply.h"
#include "serve/routes.h"

#define PROCESS_EVERY_US ((uint64_t)1000 * 1000)

/* What the metric says of each renderer. */
static const uint64_t RENDERER_FIGURES[] = {
    [TES_RENDERER_3D] = 3, [TES_RENDERER_2D] = 2, [TES_RENDERER_NONE] = 0};

void handle_healthz(struct visit *visit)
{
    visit->reply->status = 200;
    visit->reply->type = "text/plain; charset=utf-8";
    visit->reply->body = TES_SLICE("ok\n");
    reply_no_store(visit->reply);
}

void handle_readyz(struct visit *visit)
{
    bool ready = ledger_ready(visit->app->ledger) && records_ready(visit->app->records);
    visit->reply->status = ready ? 200 : 503;
    visit->reply->type = "text/plain; charset=utf-8";
    visit->reply->body = ready ? TES_SLICE("ready\n") : TES_SLICE("not ready\n");
    reply_no_store(visit->reply);
    if (!ready)
        reply_retry_after(visit->reply, 1);
}

/* Counting descriptors takes milliseconds where there are many, on a loop, for whoever asks: once a
 * second is enough. */
static void look_at_process(struct app *app)
{
    uint64_t now_us = tes_clock_steady_us(), due_us = atomic_load(&app->process_due_us);
    if (now_us >= due_us &&
        atomic_compare_exchange_strong(&app->process_due_us, &due_us, now_us + PROCESS_EVERY_US))
        metrics_set_process(app->metrics);
}

void handle_metrics_page(struct visit *visit)
{
    struct tes_buf text = tes_arena_buf(visit->request->arena, METRICS_TEXT_MAX);
    struct http_figures figures;
    http_server_figures(visit->app->server, &figures);
    metrics_set(visit->app->metrics, METRICS_CONNECTIONS, figures.connections);
    metrics_set(visit->app->metrics, METRICS_ACCEPTED, figures.accepted);
    metrics_set(visit->app->metrics, METRICS_QUEUE_LENGTH, figures.queued);
    metrics_set(visit->app->metrics, METRICS_QUEUE_REFUSALS, figures.refused_busy);
    metrics_set(visit->app->metrics, METRICS_LEDGER_ENTRIES, ledger_entries(visit->app->ledger));
    for (enum records_drop why = 0; why < RECORDS_DROP_COUNT; why++)
        metrics_set_label(visit->app->metrics, METRICS_RECORDS_DROPPED, why,
                          records_dropped(visit->app->records, why));
    metrics_set(visit->app->metrics, METRICS_RENDERER,
                RENDERER_FIGURES[issue_renderer(visit->config)]);
    look_at_process(visit->app);
    metrics_write(visit->app->metrics, &text);
    visit->reply->status = text.failed ? 500 : 200;
    visit->reply->type = "text/plain; version=0.0.4; charset=utf-8";
    visit->reply->body = tes_buf_done(&text);
    reply_no_store(visit->reply);
}
