#include "server/runtime/routes.h"

#include "server/app/handlers.h"

#include <string.h>

#include "api/admin.h"
#include "api/media/media.h"
#include "api/vendor/siteverify.h"
#include "http/message/form.h"
#include "os/clock.h"
#include "server/app/budget.h"
#include "server/app/reply.h"
#include "server/log/log.h"

_Static_assert(HTTP_FLOW_LEVELS == BUDGET_LEVEL_COUNT, "turns are taken as budgets are");

enum match { EXACT, PREFIX, SEGMENT };
enum where { LOOP, SPEND, WAIT, DRAW };
enum flags {
    JSON = 1,
    CORS = 2,
    ADMIN = 4,
    HTML = 8,
    MEDIA = 16,
    INSIDE = 32,
    CHARGED = 64,
    STUDY = 128,
    ALSO = 256,
    VISITOR = 512,
    REDEEMS = 1024
};
enum uses {
    WIDGET = 1,
    VENDORS = 2,
    FORMS = 4,
    GATED = 8,
    STANDALONE = 16,
    DEMO = 32,
    STUDIES = 64,
    SERVERS = 128,
    OPERATOR = 256,
    INTERNAL = SERVERS | OPERATOR
};

struct route {
    enum http_method method;
    struct tes_slice path;
    enum match match;
    void (*handle)(struct visit *visit);
    size_t body_max;
    enum where where;
    unsigned flags, uses;
};

#define ROUTE(method, path, match, handler, body_max, where, flags, uses)                          \
    _Static_assert((uses) != 0, #method " " path ": a route has a use");                           \
    _Static_assert(((uses)&INTERNAL) == 0 || ((uses) & ~INTERNAL) == 0,                            \
                   #method " " path ": what is internal is not exposed");
#include "server/app/routes.def"
#undef ROUTE

static const struct route ROUTES[] = {
#define ROUTE(method, path, match, handler, body_max, where, flags, uses)                          \
    {HTTP_##method, TES_SLICE_INIT(path), match, handle_##handler, body_max, where, flags, uses},
#include "server/app/routes.def"
#undef ROUTE
};

static const char *const NAMES[] = {
#define ROUTE(method, path, match, handler, body_max, where, flags, uses) #method " " path,
#include "server/app/routes.def"
#undef ROUTE
    NULL,
};

#define ROUTE_COUNT (sizeof ROUTES / sizeof ROUTES[0])

_Static_assert(ROUTE_COUNT <= METRICS_ROUTES_MAX, "each route is measured");

const char *const *routes_names(void)
{
    return NAMES;
}

/* "/{name}/end" for any one segment that is not empty. */
static bool matches_segment(struct tes_slice pattern, struct tes_slice path)
{
    struct tes_slice end = pattern;
    struct tes_slice start = tes_slice_cut(&end, '{');
    tes_slice_cut(&end, '}');
    if (!tes_slice_starts(path, start))
        return false;
    struct tes_slice rest = {path.at + start.length, path.length - start.length};
    const char *slash = memchr(rest.at, '/', rest.length);
    size_t length = slash != NULL ? (size_t)(slash - rest.at) : rest.length;
    return length > 0 &&
           tes_slice_equal((struct tes_slice){rest.at + length, rest.length - length}, end);
}

static bool matches(const struct route *route, struct tes_slice path)
{
    switch (route->match) {
    case EXACT:
        return tes_slice_equal(path, route->path);
    case PREFIX:
        return tes_slice_starts(path, route->path);
    default:
        return matches_segment(route->path, path);
    }
}

/* The second header lets a page of another origin read how long it has to wait. */
static void allow_any_origin(struct http_reply *reply)
{
    http_reply_header(reply, "Access-Control-Allow-Origin", TES_SLICE("*"));
    http_reply_header(reply, "Access-Control-Expose-Headers",
                      TES_SLICE("Retry-After, Tessera-Lifetime"));
}

/* A study has pages and items of its own, and none of what sites and their visitors use. */
static bool is_served(const struct visit *visit, const struct route *route)
{
    bool is_study = visit->app->study != NULL;
    return (route->flags & ALSO) != 0 || ((route->flags & STUDY) != 0) == is_study;
}

/* Charges nothing: who is banned hears so each time, whatever their budgets. */
static void refuse_banned(struct visit *visit, const struct route *route)
{
    budget_spare(visit);
    if (route->flags & HTML)
        reply_message(visit, 403, MESSAGE_BANNED, (struct tes_slice){NULL, 0});
    else
        reply_refuse(visit, API_ERROR_BANNED);
}

static void answer(struct visit *visit, const struct route *route)
{
    struct http_reply *reply = visit->reply;
    struct tes_arena *arena = visit->request->arena;
    struct tes_slice type = http_request_header(visit->request, TES_SLICE("content-type"));
    if (!is_served(visit, route) || ((route->flags & ADMIN) && !visit->config->admin) ||
        ((route->flags & INSIDE) && !app_is_inside(visit->config, visit->request))) {
        reply_error(reply, arena, API_ERROR_NOT_FOUND);
    } else if ((route->flags & ADMIN) && !admin_may(visit)) {
        http_reply_header(reply, "WWW-Authenticate", TES_SLICE("Bearer"));
        reply_error(reply, arena, API_ERROR_UNAUTHORIZED);
    } else if ((route->flags & VISITOR) && visit_is_banned(visit)) {
        refuse_banned(visit, route);
    } else if ((route->flags & JSON) && !http_media_type_is(type, TES_SLICE("application/json"))) {
        reply_error(reply, arena, API_ERROR_MEDIA_TYPE);
    } else {
        route->handle(visit);
    }
}

/* Replaces what the handler has replied; the first `head_length` bytes of its headers stay. */
static void refuse_over_budget(struct visit *visit, const struct route *route, size_t head_length)
{
    struct http_reply *reply = visit->reply;
    reply->head.length = head_length;
    reply_retry_after(reply, budget_seconds_left(visit));
    if (route->flags & HTML)
        reply_verdict_page(visit, OUTCOME_OVER_BUDGET, (struct tes_slice){NULL, 0});
    else
        (void)reply_verdict_error(visit, OUTCOME_OVER_BUDGET);
}

/* The networks in whose turn a request waits for a thread, from the widest to the narrowest. */
static struct http_flow flow_of_client(const struct tes_address *client)
{
    struct http_flow flow;
    for (unsigned i = 0; i < HTTP_FLOW_LEVELS; i++)
        flow.keys[HTTP_FLOW_LEVELS - 1 - i] = budget_network(client, (enum budget_level)i);
    return flow;
}

/* Has the handler run again by other threads. */
static void hop(struct visit *visit)
{
    struct http_hop *hop = tes_arena_alloc(visit->request->arena, sizeof *hop);
    if (hop == NULL) {
        reply_error(visit->reply, visit->request->arena, API_ERROR_UNAVAILABLE);
        return;
    }
    *hop = (struct http_hop){visit->hop_where, flow_of_client(&visit->client), visit->hop_note};
    visit->reply->hop = hop;
}

/* Refuses what the handler has replied to where a budget is used up, that of junk included. */
static void charge(struct visit *visit, const struct route *route, size_t head_length)
{
    /* A failure on our side is never counted as the client's junk. */
    bool is_junk = visit->is_junk && (route->flags & CHARGED) && visit->reply->status < 500;
    if (visit->is_over_budget || (is_junk && !budget_take_junk(visit)))
        refuse_over_budget(visit, route, head_length);
}

static void run(void *context, struct http_request *request, struct http_reply *reply)
{
    const struct route *route = request->route;
    struct visit visit;
    log_belongs(request_log_trace, request);
    if (route->flags & CORS)
        allow_any_origin(reply);
    size_t head_length = reply->head.length;
    if (!visit_start(&visit, context, request, reply)) {
        reply->status = 503;
        if (!siteverify_refuse(request, reply))
            reply_error(reply, request->arena, API_ERROR_UNAVAILABLE);
        visit_end(&visit);
        log_belongs(NULL, NULL);
        return;
    }
    answer(&visit, route);
    if (visit.is_hopping)
        hop(&visit);
    else
        charge(&visit, route, head_length);
    visit_end(&visit);
    log_belongs(NULL, NULL);
}

/* The methods of routes that pages of other origins may call, as bits. */
static unsigned cors_methods(void)
{
    unsigned methods = 0;
    for (size_t i = 0; i < ROUTE_COUNT; i++)
        if (ROUTES[i].flags & CORS)
            methods |= 1U << ROUTES[i].method;
    return methods;
}

/* What a browser asks before it lets a page of another origin call us. */
static void run_preflight(void *context, struct http_request *request, struct http_reply *reply)
{
    (void)context;
    (void)request;
    reply->status = 204;
    http_reply_header(reply, "Access-Control-Allow-Origin", TES_SLICE("*"));
    http_reply_methods(reply, "Access-Control-Allow-Methods", cors_methods());
    http_reply_header(reply, "Access-Control-Allow-Headers", TES_SLICE("Content-Type"));
    http_reply_header(reply, "Access-Control-Max-Age", TES_SLICE("86400"));
}

static enum http_where where_to_run(const struct app *app, const struct route *route)
{
    static const enum http_where WHERE[] = {[LOOP] = HTTP_ON_LOOP,
                                            [SPEND] = HTTP_ON_WAITERS,
                                            [WAIT] = HTTP_ON_WAITERS,
                                            [DRAW] = HTTP_ON_DRAWERS};
    if (route->where == SPEND && !ledger_spend_blocks(app->ledger))
        return HTTP_ON_LOOP;
    return WHERE[route->where];
}

static struct tes_address client_of(struct app *app, const struct http_request *request)
{
    const struct config *config = config_holder_get(app->config);
    struct tes_address client;
    (void)app_find_client(config, request, &client);
    config_holder_put(config);
    return client;
}

/* A request without the right to what it asks for is refused here, so that it takes no place in the
 * queue of those that have it. */
static bool is_refused_at_once(struct app *app, const struct route *route,
                               const struct http_request *request)
{
    bool is_refused = false;
    if (route->flags & MEDIA) {
        struct tes_sealer *sealer = app_sealer(app, request->thread);
        is_refused = sealer != NULL && !media_may_fetch(sealer, request->path, route->path);
    } else if (route->flags & INSIDE) {
        const struct config *config = config_holder_get(app->config);
        is_refused = !app_is_inside(config, request);
        config_holder_put(config);
    }
    return is_refused;
}

static struct http_plan plan_for(struct app *app, const struct route *route,
                                 const struct http_request *request)
{
    struct http_plan plan = {
        .handler = run,
        .route = route,
        .body_max = route->body_max,
        .where = where_to_run(app, route),
    };
    if (plan.where == HTTP_ON_LOOP)
        return plan;
    struct tes_address client = client_of(app, request);
    bool is_banned = (route->flags & VISITOR) && bans_has(app->bans, &client, tes_clock_wall_ms());
    if (is_banned || is_refused_at_once(app, route, request))
        plan.where = HTTP_ON_LOOP;
    else
        plan.flow = flow_of_client(&client);
    return plan;
}

/* The methods of a route, as bits. HEAD comes with GET, but for what changes something: who sends
 * HEAD wants to know whether there is something, and sees no answer. */
static unsigned methods_of(const struct route *route)
{
    bool has_head = route->method == HTTP_GET && !(route->flags & REDEEMS);
    return 1U << route->method | (has_head ? 1U << HTTP_HEAD : 0);
}

static struct http_plan plan(void *context, const struct http_request *request)
{
    struct app *app = context;
    unsigned methods = 0, flags = 0;
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        const struct route *route = &ROUTES[i];
        if (!matches(route, request->path))
            continue;
        /* Else a proxy that exposes "/static/" would expose what has a name in that place. */
        if (route->match == SEGMENT && methods != 0)
            break;
        if (methods_of(route) & 1U << request->method)
            return plan_for(app, route, request);
        methods |= methods_of(route);
        flags |= route->flags;
    }
    if (methods == 0)
        return (struct http_plan){.status = 404};
    if (request->method == HTTP_OPTIONS && (flags & CORS))
        return (struct http_plan){.handler = run_preflight};
    return (struct http_plan){.status = 405, .allow = methods};
}

/* A person in front of a browser gets a page; a program gets JSON. */
static bool wants_page(const struct http_request *request)
{
    struct tes_slice accept = http_request_header(request, TES_SLICE("accept"));
    if (tes_slice_starts(request->path, TES_SLICE("/v1/")))
        return false;
    return tes_slice_equal(request->path, TES_SLICE("/challenge")) ||
           tes_slice_starts(request->path, TES_SLICE("/challenge/")) ||
           (accept.length > 0 && memmem(accept.at, accept.length, "text/html", 9) != NULL);
}

static bool has_cors(struct tes_slice path)
{
    for (size_t i = 0; i < ROUTE_COUNT; i++)
        if ((ROUTES[i].flags & CORS) && matches(&ROUTES[i], path))
            return true;
    return false;
}

static void refuse_with_page(struct app *app, const struct http_request *request,
                             struct http_reply *reply)
{
    const struct config *config = config_holder_get(app->config);
    const struct message_page page = {.message = reply->status == 404   ? MESSAGE_NOT_FOUND
                                                 : reply->status >= 500 ? MESSAGE_UNAVAILABLE
                                                                        : MESSAGE_INVALID,
                                      .words = language_of(config, request)};
    config_holder_put(config);
    reply_message_to(reply, request->arena, reply->status, &page);
}

static void refuse(void *context, const struct http_request *request, struct http_reply *reply)
{
    /* What has no length is refused before it is known where it goes; a path or a method that is
     * none is what is wrong first. */
    struct http_plan planned = {.status = 0};
    if (reply->status == 411)
        planned = plan(context, request);
    if (planned.status != 0)
        reply->status = planned.status;
    if (planned.status == 405)
        http_reply_methods(reply, "Allow", planned.allow);
    unsigned status = reply->status;
    if (siteverify_refuse(request, reply))
        return;
    if (has_cors(request->path)) /* or a page of another origin would see no status at all */
        allow_any_origin(reply);
    if (wants_page(request))
        refuse_with_page(context, request, reply);
    else
        reply_error(reply, request->arena, reply_error_of_status(status));
    reply->status = status;
}

static void finished(void *context, const struct http_request *request, unsigned status,
                     uint64_t elapsed_us)
{
    struct app *app = context;
    const struct route *route = request->route;
    metrics_count_label(app->metrics, METRICS_REQUESTS, status / 100 - 1);
    if (route != NULL)
        metrics_observe_us(app->metrics, METRICS_REQUEST_DURATION, (unsigned)(route - ROUTES),
                           elapsed_us);
    request_log_note(&app->request_log, request, route != NULL ? route->path.at : NULL, status,
                     elapsed_us);
}

struct http_app routes_app(struct app *app)
{
    return (struct http_app){
        .context = app, .plan = plan, .trusts = app_trusts, .refuse = refuse, .finished = finished};
}

static const struct {
    unsigned use;
    const char *name, *comment;
} USES[] = {
    {WIDGET, "widget", "The widget, and pages that call the API"},
    {VENDORS, "vendors", "Pages written for reCAPTCHA, hCaptcha, Turnstile or mCaptcha"},
    {FORMS, "forms", "Forms without JavaScript"},
    {GATED, "gate", "The gate's page"},
    {STANDALONE, "standalone", "The standalone mode"},
    {DEMO, "demo", NULL},
    {STUDIES, "studies", NULL},
    {SERVERS, "internal: servers", NULL},
    {OPERATOR, "internal: operator", NULL},
};
#define USE_COUNT (sizeof USES / sizeof USES[0])

static void write_uses(struct tes_buf *buf, unsigned uses)
{
    bool is_first = true;
    for (size_t i = 0; i < USE_COUNT; i++) {
        if ((uses & USES[i].use) == 0)
            continue;
        tes_buf_text(buf, is_first ? "" : ", ");
        tes_buf_text(buf, USES[i].name);
        is_first = false;
    }
}

void routes_write_markdown(struct tes_buf *buf)
{
    static const char *const WHERE[] = {"event loop", "waiter where the ledger blocks", "waiter",
                                        "drawer"};
    tes_buf_text(buf, "# Routes\n\n"
                      "Made from `src/server/app/routes.def` by `make docs`. "
                      "[allowlist.md](allowlist.md) explains the uses.\n\n"
                      "| method | path | body at most | runs on | charged to budgets | used by |\n"
                      "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        const struct route *route = &ROUTES[i];
        tes_buf_text(buf, "| ");
        tes_buf_text(buf, http_method_name(route->method));
        tes_buf_text(buf, " | `");
        tes_buf_slice(buf, route->path);
        tes_buf_text(buf, route->match == PREFIX ? "...` | " : "` | ");
        tes_buf_number(buf, (int64_t)route->body_max);
        tes_buf_text(buf, " | ");
        tes_buf_text(buf, WHERE[route->where]);
        tes_buf_text(buf, (route->flags & CHARGED) ? " | yes | " : " | - | ");
        write_uses(buf, route->uses);
        tes_buf_text(buf, " |\n");
    }
}

/* Whether an earlier row of the use has the same path, for another method. */
static bool is_listed(size_t row, unsigned use)
{
    for (size_t i = 0; i < row; i++)
        if ((ROUTES[i].uses & use) != 0 && tes_slice_equal(ROUTES[i].path, ROUTES[row].path))
            return true;
    return false;
}

/* The paths of a use as one regular expression. */
static void write_pattern(struct tes_buf *buf, unsigned use)
{
    const char *before = "^/(?:";
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        struct tes_slice path = ROUTES[i].path;
        if ((ROUTES[i].uses & use) == 0 || is_listed(i, use))
            continue;
        tes_buf_text(buf, before);
        for (size_t j = 1; j < path.length; j++) {
            if (path.at[j] == '.')
                tes_buf_char(buf, '\\');
            tes_buf_char(buf, path.at[j]);
        }
        tes_buf_text(buf, ROUTES[i].match == PREFIX ? "" : "$");
        before = "|";
    }
    tes_buf_text(buf, ")");
}

static void write_internal(struct tes_buf *buf)
{
    const char *before = "";
    for (size_t i = 0; i < ROUTE_COUNT; i++) {
        if ((ROUTES[i].uses & INTERNAL) == 0 || is_listed(i, INTERNAL))
            continue;
        tes_buf_text(buf, before);
        tes_buf_text(buf, "`");
        tes_buf_slice(buf, ROUTES[i].path);
        tes_buf_text(buf, ROUTES[i].match == PREFIX ? "...`" : "`");
        before = ", ";
    }
}

void routes_write_allowlist(struct tes_buf *buf)
{
    tes_buf_text(
        buf,
        "# Paths to expose\n\n"
        "Made from `src/server/app/routes.def` by `make docs`.\n\n"
        "A reverse proxy passes to Tessera only the paths that visitors need. Each location below "
        "is "
        "complete for its use: keep those of your sites and remove the others. The tests run every "
        "use through nginx with its location alone.\n\n"
        "```nginx\n"
        "server {\n"
        "    listen 80;\n"
        "    server_name captcha.example.org;\n\n"
        "    proxy_set_header Host $http_host;\n"
        "    proxy_set_header X-Forwarded-For $remote_addr;\n"
        "    proxy_set_header X-Forwarded-Proto $scheme;\n\n");
    for (size_t i = 0; i < USE_COUNT; i++) {
        if (USES[i].comment == NULL)
            continue;
        tes_buf_text(buf, "    # ");
        tes_buf_text(buf, USES[i].comment);
        tes_buf_text(buf, "\n    location ~ ");
        write_pattern(buf, USES[i].use);
        tes_buf_text(buf, " {\n        proxy_pass http://127.0.0.1:8080;\n    }\n\n");
    }
    tes_buf_text(buf,
                 "    location / {\n        return 404;\n    }\n}\n```\n\n"
                 "Add `listen 443 ssl` with your certificate, and the proxy's address to "
                 "[`trusted_proxies`](config.md). A gate needs "
                 "[more than its page](operations.md#the-gate-behind-nginx).\n\n"
                 "Keep these paths internal: they are for your sites' servers, your proxy and your "
                 "monitoring, and most of them do not authenticate their caller. ");
    write_internal(buf);
    tes_buf_text(buf,
                 ".\n\n"
                 "The [demo](operations.md) and [`tessera study`](study.md) are not in the list: "
                 "expose them on a host of their own, without these restrictions.\n");
}
