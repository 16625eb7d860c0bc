/*
 * One context per request: who asks and for which site is looked up once, and the request goes on
 * with what it has found when sites and bans change meanwhile.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the others first. */
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "../store/scratch.h"
#include "api/media/media.h"
#include "server/app/app.h"
#include "server/app/handlers.h"
#include "server/runtime/routes.h"

enum { ARENA_MAX = 1 << 20, HEAD_MAX = 16384 };

static struct scratch folder;
static struct config config;
static struct helper helper;
static struct app app;
static struct records_site site = {.name = "shop"};
static char secret[RECORDS_SECRET_MAX + 1];

/* The last request. */
static struct tes_arena arena;
static char head[HEAD_MAX];
static struct http_request request;
static struct http_reply reply;
static struct visit visit;

static void set(const char *path, const char *text)
{
    struct tes_error error;
    if (!config_set(&config, path, tes_slice_of(text), &error))
        fail_msg("%s", error.text);
}

static int start_server(void **state)
{
    static const struct {
        const char *path, *text;
    } SETTINGS[] = {
        {"listen", "127.0.0.1:0"},
        {"threads", "1"},
        {"workers", "1"},
        {"challenge.submit_after_ms", "0"},
        {"challenge.types", "puzzle"},
        {"challenge.strength", "friction"},
        {"store.memory_entries", "1000"},
        {"store.ledger", "memory"},
        {"challenge.audio", "off"},
        {"accessibility.fallback_method", "human_review"},
        {"challenge.accepts", "still,pow"},
    };
    struct tes_error error;
    (void)state;
    folder = scratch_new();
    assert_true(config_load(NULL, NULL, &config, &error));
    for (size_t i = 0; i < sizeof SETTINGS / sizeof SETTINGS[0]; i++)
        set(SETTINGS[i].path, SETTINGS[i].text);
    set("data", folder.data);
    assert_true(app_open(&app, &config, &helper));
    app.truth = true;
    assert_true(sites_make_sitekey(site.sitekey));
    assert_true(sites_make_secret(secret, site.secret_hash));
    assert_int_equal(records_site_add(app.records, &site), RECORDS_OK);
    assert_true(sites_refresh(app.sites, app.records));
    arena = tes_arena_new(ARENA_MAX);
    return 0;
}

static int stop_server(void **state)
{
    (void)state;
    tes_arena_free(&arena);
    app_close(&app);
    config_free(&config);
    scratch_remove(&folder);
    return 0;
}

static void prepare_request(struct tes_slice path, const char *body)
{
    static const struct http_field JSON = {TES_SLICE_INIT("content-type"),
                                           TES_SLICE_INIT("application/json")};
    tes_arena_reset(&arena);
    request = (struct http_request){.method = HTTP_POST,
                                    .path = path,
                                    .fields = {JSON},
                                    .field_count = 1,
                                    .body = tes_slice_of(body),
                                    .arena = &arena};
    assert_true(tes_address_read(TES_SLICE("192.0.2.1"), &request.peer));
    reply = (struct http_reply){.head = tes_buf_on(head, sizeof head)};
}

static void begin_visit(struct tes_slice path, const char *body)
{
    prepare_request(path, body);
    visit_start(&visit, &app, &request, &reply);
    assert_true(visit_bind(&visit));
}

/* Runs the handler, and what it hands to other threads, on this one. */
static void handle_visit(void (*handle)(struct visit *visit))
{
    handle(&visit);
    while (reply.next != NULL) {
        reply.next = NULL;
        assert_true(visit_bind(&visit));
        visit.step(&visit, visit.state);
    }
}

/* A whole request, which must succeed. */
static void ask_once(void (*handle)(struct visit *visit), const char *body)
{
    begin_visit(TES_SLICE("/"), body);
    handle_visit(handle);
    if (reply.status != 200)
        fail_msg("%u: %.*s", reply.status, (int)reply.body.length, reply.body.at);
    assert_int_equal(visit.site_lookups, 1);
    assert_int_equal(visit.site->state, SITES_FOUND);
    visit_end(&visit);
}

/* What stands between two texts of the reply, as a text of its own. */
static void keep_text(char *text, size_t size, struct tes_slice in, const char *start,
                      const char *end)
{
    const char *from = memmem(in.at, in.length, start, strlen(start));
    assert_non_null(from);
    from += strlen(start);
    const char *to = memmem(from, (size_t)(in.at + in.length - from), end, strlen(end));
    assert_non_null(to);
    assert_true((size_t)(to - from) < size);
    snprintf(text, size, "%.*s", (int)(to - from), from);
}

static void a_request_looks_its_site_up_once(void **state)
{
    static char body[2 * TES_TOKEN_MAX], token[TES_TOKEN_MAX], answer[TES_ANSWER_MAX];
    static char response[TES_TOKEN_MAX], image[TES_TOKEN_MAX];
    (void)state;
    for (unsigned is_right = 0; is_right < 2; is_right++) {
        snprintf(body, sizeof body, "{\"sitekey\":\"%s\",\"access\":\"constrained\"}",
                 site.sitekey);
        ask_once(handle_api_challenge, body);
        keep_text(token, sizeof token, reply.body, "\"token\":\"", "\"");
        keep_text(image, sizeof image, reply.body, "\"src\":\"", "\"");
        struct tes_slice lines = {head, reply.head.length};
        keep_text(answer, sizeof answer, lines, "Tessera-Truth: ", "\r\n");
        if (!is_right) /* another cell than the right one */
            answer[0] = answer[0] == '0' ? '1' : '0';
        snprintf(body, sizeof body, "{\"token\":\"%s\",\"answer\":\"%s\"}", token, answer);
        ask_once(handle_api_answer, body);
        assert_int_equal(memmem(reply.body.at, reply.body.length, "\"pass\"", 6) != NULL, is_right);
    }
    keep_text(response, sizeof response, reply.body, "\"response\":\"", "\"");
    snprintf(body, sizeof body, "{\"response\":\"%s\"}", response);
    ask_once(handle_api_renew, body);
    snprintf(body, sizeof body, "{\"secret\":\"%s\",\"response\":\"%s\"}", secret, response);
    ask_once(handle_api_verify, body);
    assert_non_null(memmem(reply.body.at, reply.body.length, "\"success\":true", 14));
    begin_visit(tes_slice_of(image), "");
    handle_visit(handle_api_image);
    assert_int_equal(reply.status, 200);
    assert_int_equal(visit.site_lookups, 1);
    visit_end(&visit);
}

static void a_request_keeps_the_site_that_it_has_found(void **state)
{
    const struct records_wishes dark = {.theme = "dark"}, light = {.theme = "light"};
    const struct tes_slice sitekey = tes_slice_of(site.sitekey);
    (void)state;
    assert_int_equal(records_site_set_wishes(app.records, site.name, &dark), RECORDS_OK);
    assert_true(sites_refresh(app.sites, app.records));
    begin_visit(TES_SLICE("/"), "");
    visit_set_site(&visit, sitekey);
    assert_int_equal(records_site_set_wishes(app.records, site.name, &light), RECORDS_OK);
    assert_true(sites_refresh(app.sites, app.records));
    visit_set_site(&visit, sitekey);
    assert_int_equal(visit.site_lookups, 1);
    assert_string_equal(visit.site->policy.theme, "dark");
    assert_string_equal(visit_find_site(&visit, sitekey)->policy.theme, "dark");
    visit_end(&visit);
    begin_visit(TES_SLICE("/"), "");
    visit_set_site(&visit, sitekey);
    assert_string_equal(visit.site->policy.theme, "light");
    visit_set_site(&visit, TES_SLICE("ts_none"));
    assert_ptr_equal(visit.site, &sites_not_found);
    visit_set_site(&visit, TES_SLICE(""));
    assert_ptr_equal(visit.site, &sites_not_named);
    assert_int_equal(visit.budget_site, 0);
    visit_end(&visit);
}

/* The status of a request that waits in a pool's queue while the bans change. */
static unsigned ask_while_banned(bool is_banned_before)
{
    struct http_app http = routes_app(&app);
    struct records_ban ban = {.created_at_ms = 1};
    assert_true(tes_address_range_read(TES_SLICE("192.0.2.1"), &ban.network));
    if (is_banned_before)
        assert_int_equal(records_ban_add(app.records, &ban), RECORDS_OK);
    assert_int_not_equal(bans_refresh(app.bans, app.records, 1), BANS_FAILED);
    prepare_request(TES_SLICE("/v1/review"), "{}");
    struct http_plan plan = http.plan(http.context, &request);
    assert_non_null(plan.handler);
    request.route = plan.route;
    plan.handler(http.context, &request, &reply);
    assert_int_equal(reply.next == NULL, is_banned_before); /* others go on in a waiter */
    if (is_banned_before)
        assert_int_equal(records_ban_remove(app.records, &ban.network), RECORDS_OK);
    else
        assert_int_equal(records_ban_add(app.records, &ban), RECORDS_OK);
    assert_int_equal(bans_refresh(app.bans, app.records, 1), BANS_CHANGED);
    for (struct http_continuation *next; (next = reply.next) != NULL;) {
        reply.next = NULL;
        next->run(next, &request, &reply);
    }
    return reply.status;
}

static void who_asks_is_looked_at_once(void **state)
{
    (void)state;
    assert_int_equal(ask_while_banned(true), 403);
    assert_int_equal(ask_while_banned(false), 400);
    assert_int_equal(ask_while_banned(true), 403);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_looks_its_site_up_once),
        cmocka_unit_test(a_request_keeps_the_site_that_it_has_found),
        cmocka_unit_test(who_asks_is_looked_at_once),
    };
    return cmocka_run_group_tests_name("visit", tests, start_server, stop_server);
}
