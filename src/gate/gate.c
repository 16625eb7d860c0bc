/* GET /gate answers a reverse proxy: lets proven visitors through and sends the doubtful to the
 * challenge page. */
#include "flow/answer/clearance.h"
#include "flow/issue/issue.h"
#include "pages/html/page.h"
#include "policy/escalation/botness.h"
#include "server/app/budget.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

#define RATE_WINDOW_S 60
#define RETURN_MAX    512

enum gate_result { PASS, CHALLENGE, BLOCK }; /* in the order of the metric's labels */

static unsigned score(struct visit *visit)
{
    struct botness_signals signals = {.confidence[BOTNESS_SCRIPT_UNVERIFIED] = 10};
    botness_note_user_agent(&signals, http_request_header(visit->request, TES_SLICE("user-agent")));
    uint64_t count = budget_rate(visit, RATE_WINDOW_S, &visit->bucket, 1);
    if (count > 0)
        botness_note_rate(&signals, count, visit->config->gate_rate_limit);
    return botness_score(&signals);
}

/* Where the visitor was going, as proxies tell it; empty where that is no path of this host. */
static struct tes_slice return_path(const struct http_request *request)
{
    static const struct tes_slice HEADERS[] = {TES_SLICE_INIT("x-original-uri"),
                                               TES_SLICE_INIT("x-forwarded-uri")};
    for (size_t i = 0; i < sizeof HEADERS / sizeof HEADERS[0]; i++) {
        struct tes_slice path = http_request_header(request, HEADERS[i]);
        if (path.length > 0 && path.length <= RETURN_MAX && page_is_local_path(path))
            return path;
    }
    return (struct tes_slice){NULL, 0};
}

static void send_to_challenge(struct visit *visit)
{
    bool redirect = tes_slice_equal(http_request_parameter(visit->request, TES_SLICE("redirect")),
                                    TES_SLICE("1"));
    struct tes_buf location = tes_arena_buf(visit->request->arena, TES_TOKEN_MAX + 64);
    struct tes_slice ticket = issue_ticket(visit, return_path(visit->request));
    tes_buf_slice(&location, TES_SLICE("/challenge/puzzle?ticket="));
    tes_buf_slice(&location, ticket);
    if (ticket.at == NULL || location.failed) {
        visit->reply->status = 503;
        reply_retry_after(visit->reply, 1);
        return;
    }
    http_reply_header(visit->reply, "Location", tes_buf_done(&location));
    visit->reply->status = redirect ? 302 : 401;
    metrics_count(visit->app->metrics, METRICS_GATE_CHALLENGES);
}

void handle_gate(struct visit *visit)
{
    struct botness_policy policy = {
        .risk_threshold = visit->config->challenge_risk_threshold,
        .challenge_enabled = visit->config->challenge_enabled,
    };
    enum gate_result result = visit_is_banned(visit) ? BLOCK : PASS;
    reply_no_store(visit->reply);
    if (result != BLOCK && !clearance_has(visit)) {
        switch (botness_tier(score(visit), &policy)) {
        case BOTNESS_LET_THROUGH:
            break;
        case BOTNESS_CHALLENGE:
            result = CHALLENGE;
            break;
        case BOTNESS_BLOCK:
            result = BLOCK;
            break;
        }
    }
    metrics_count_label(visit->app->metrics, METRICS_GATE, result);
    if (result == CHALLENGE)
        send_to_challenge(visit);
    else
        visit->reply->status = result == PASS ? 200 : 403;
}
