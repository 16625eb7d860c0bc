/*
 * Whole requests to a running server when memory is out: a reply is right, or it is a refusal that
 * says so, or there is none. A right answer passes at most once, and the server goes on.
 *
 * The server runs in this process, so that its allocations can be made to fail; the visitor's do
 * not. Each try meets a server that has just started: none of the memory that it keeps between
 * requests is there yet.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../unit/store/scratch.h"
#include "base/json_read.h"
#include "http/http_server.h"
#include "inject.h"
#include "server/app/app.h"
#include "visitor.h"

#define TEXT_MAX  (24 * 1024)
#define TOKEN_MIN 100 /* no token is shorter */

static struct scratch folder;
static struct config config;
static struct app app;
static struct helper helper;
static unsigned visitor; /* one for each try */
static struct records_site site;
static char secret[RECORDS_SECRET_MAX + 1];

static char request_text[TEXT_MAX];
static size_t request_length;
static struct visitor_reply reply;

/* What a visitor has from earlier replies. */
static char token[TES_TOKEN_MAX], truth[TES_ANSWER_MAX], image[TES_TOKEN_MAX];
static char ticket[TES_TOKEN_MAX], response[TES_TOKEN_MAX];
static char picture[sizeof reply.bytes];
static size_t picture_length;

/* --------------------------------------------------------------------- server */

static void start(bool has_sealers)
{
    assert_true(app_open(&app, &config, &helper));
    app.truth = true;
    for (unsigned i = 0; has_sealers && i < app.thread_count; i++) {
        app.threads[i].sealer = tes_keys_sealer(&app.keys);
        app.threads[i].keys_version = atomic_load(&app.keys_version);
        assert_non_null(app.threads[i].sealer);
    }
    assert_true(http_server_start(app.server));
}

static void stop(void)
{
    http_server_stop(app.server, 1000);
    app_close(&app);
}

static void set(const char *path, const char *text)
{
    struct tes_error error;
    if (!config_set(&config, path, tes_slice_of(text), &error))
        fail_msg("%s", error.text);
}

static void configure(const char *ledger)
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
    };
    struct tes_error error;
    assert_true(config_load(NULL, NULL, &config, &error));
    for (size_t i = 0; i < sizeof SETTINGS / sizeof SETTINGS[0]; i++)
        set(SETTINGS[i].path, SETTINGS[i].text);
    set("data", folder.data);
    set("store.ledger", ledger);
}

static void add_site(void)
{
    snprintf(site.name, sizeof site.name, "site");
    assert_true(sites_make_sitekey(site.sitekey));
    assert_true(sites_make_secret(secret, site.secret_hash));
    assert_int_equal(records_site_add(app.records, &site), RECORDS_OK);
    assert_true(sites_refresh(app.sites, app.records));
}

/* ------------------------------------------------------------------- requests */

__attribute__((format(printf, 2, 3))) static void prepare(const char *type, const char *format, ...)
{
    static char body[TEXT_MAX / 2 + TEXT_MAX / 4];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(body, sizeof body, format, arguments);
    va_end(arguments);
    const char *end = strchr(body, '\n');
    assert_non_null(end); /* "METHOD PATH\nBODY" */
    request_length = (size_t)snprintf(
        request_text, sizeof request_text,
        "%.*s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: %s\r\n"
        "Content-Length: %d\r\n\r\n%s",
        (int)(end - body), body, type, length - (int)(end + 1 - body), end + 1);
    assert_true(request_length < sizeof request_text);
}

static void ask(void)
{
    visitor_ask(http_server_port(app.server), visitor,
                (struct tes_slice){request_text, request_length}, &reply);
}

static void keep(char *text, size_t size, struct tes_slice found)
{
    assert_true(found.length > 0 && found.length < size);
    snprintf(text, size, "%.*s", (int)found.length, found.at);
}

static void prepare_challenge(void)
{
    prepare("application/json", "POST /v1/challenge\n{\"sitekey\":\"%s\",\"user\":\"\\u0061\"}",
            site.sitekey);
}

static void prepare_answer(void)
{
    prepare("application/json", "POST /v1/answer\n{\"token\":\"%s\",\"answer\":\"%s\"}", token,
            truth);
}

static void prepare_demo_challenge(void)
{
    prepare("application/json", "POST /v1/challenge\n{\"sitekey\":\"%s\"}", DEMO_SITEKEY);
}

static void prepare_demo_form(void)
{
    prepare("application/x-www-form-urlencoded",
            "POST /demo/form\nname=Ada&words=&tessera-response=%s", response);
}

/* The body has no room behind the head, and gets memory of its own. */
static void prepare_long_answer(void)
{
    prepare("application/json", "POST /v1/answer\n{\"token\":\"%s\",\"answer\":\"%s\"%*s}", token,
            truth, 15000, "");
}

static void prepare_image(void)
{
    prepare("text/plain", "GET %s\n", image);
}

static void prepare_page(void)
{
    prepare("text/plain", "GET /challenge/puzzle?ticket=%s\n", ticket);
}

static void prepare_form(void)
{
    prepare("application/x-www-form-urlencoded",
            "POST /challenge/puzzle?ticket=%s\nseed=%s&output=%s", ticket, token, truth);
}

static void prepare_verify(void)
{
    prepare("application/x-www-form-urlencoded", "POST /v1/verify\nsecret=%s&response=%s", secret,
            response);
}

static void prepare_verify_json(void)
{
    prepare("application/json", "POST /v1/verify\n{\"secret\":\"%s\",\"response\":\"%s\"}", secret,
            response);
}

static void prepare_metrics(void)
{
    prepare("text/plain", "GET /metrics\n");
}

static void prepare_demo(void)
{
    prepare("text/plain", "GET /\n");
}

/* -------------------------------------------------------------------- replies */

static bool body_ends(const char *end)
{
    size_t length = strlen(end);
    return reply.body.length >= length &&
           memcmp(reply.body.at + reply.body.length - length, end, length) == 0;
}

static bool has_field(const char *name, const char *value)
{
    struct tes_arena arena = tes_arena_new((size_t)1 << 20);
    struct tes_fields fields;
    struct tes_slice text = {NULL, 0};
    assert_int_equal(tes_json_read(&arena, reply.body, &fields), TES_OK);
    bool has = tes_fields_text(&fields, tes_slice_of(name), SIZE_MAX, &text) && text.length > 0 &&
               (value == NULL || tes_slice_equal(text, tes_slice_of(value)));
    tes_arena_free(&arena);
    return has;
}

static void keep_challenge(void)
{
    keep(token, sizeof token, visitor_find(&reply, "\"token\":\"", "\""));
    keep(image, sizeof image, visitor_find(&reply, "\"src\":\"", "\""));
    keep(truth, sizeof truth, visitor_find(&reply, "Tessera-Truth: ", "\r\n"));
    assert_true(strlen(token) >= TOKEN_MIN && strlen(image) >= TOKEN_MIN);
}

static void right_image(void)
{
    assert_int_equal(reply.body.length, picture_length);
    assert_memory_equal(reply.body.at, picture, picture_length);
}

static void right_demo(void)
{
    assert_true(body_ends("</html>\n"));
    keep(ticket, sizeof ticket, visitor_find(&reply, "/challenge/puzzle?ticket=", "\""));
    assert_true(strlen(ticket) >= TOKEN_MIN);
}

static void right_metrics(void)
{
    assert_true(body_ends("\n"));
    assert_non_null(memmem(reply.body.at, reply.body.length, "tessera_build_info", 18));
    assert_non_null(memmem(reply.body.at, reply.body.length, "le=\"+Inf\"", 9));
}

/* The page works: with the ticket it came with and a token that can be answered. */
static void keep_page(void)
{
    assert_true(body_ends("</html>\n"));
    keep(ticket, sizeof ticket, visitor_find(&reply, "action=\"/challenge/puzzle?ticket=", "\""));
    keep(token, sizeof token, visitor_find(&reply, "name=\"seed\" value=\"", "\""));
    keep(truth, sizeof truth, visitor_find(&reply, "Tessera-Truth: ", "\r\n"));
    assert_true(strlen(token) >= TOKEN_MIN && strlen(ticket) >= TOKEN_MIN);
}

static void right_form(void)
{
    assert_true(body_ends("</html>\n"));
    assert_true(visitor_find(&reply, "Set-Cookie: tessera_pass=", ";").length >= TOKEN_MIN);
}

static bool is_pass(void)
{
    return reply.status == 200 && has_field("state", "pass");
}

static void right_answer(void)
{
    assert_true(is_pass());
    keep(response, sizeof response, visitor_find(&reply, "\"response\":\"", "\""));
    assert_true(strlen(response) >= TOKEN_MIN);
}

static void right_demo_form(void)
{
    assert_true(body_ends("</html>\n"));
    assert_non_null(memmem(reply.body.at, reply.body.length, "Sent, and verified.", 19));
}

static bool is_form_pass(void)
{
    return reply.status == 200;
}

static bool is_success(void)
{
    return reply.status == 200 &&
           memmem(reply.body.at, reply.body.length, "\"success\":true", 14) != NULL;
}

/* Clients of this route take anything but 200 for a broken connection. */
static void right_verify(void)
{
    if (!is_success())
        assert_non_null(memmem(reply.body.at, reply.body.length, "internal-error", 14));
}

static void ask_unharmed(void (*prepare_it)(void), void (*right)(void))
{
    prepare_it();
    ask();
    assert_int_equal(reply.status, 200);
    assert_true(reply.is_whole);
    right();
}

static void keep_picture(void)
{
    assert_true(reply.body.length > 4 && reply.body.length <= sizeof picture);
    assert_memory_equal(reply.body.at, "\x89PNG", 4);
    picture_length = reply.body.length;
    memcpy(picture, reply.body.at, picture_length);
}

/* A challenge is a good one: there is a picture of it, the same each time, and it can be solved. */
static void right_challenge(void)
{
    keep_challenge();
    ask_unharmed(prepare_image, keep_picture);
    ask_unharmed(prepare_image, right_image);
    ask_unharmed(prepare_answer, right_answer);
}

/* A page is a good one: its form can be sent. */
static void right_page(void)
{
    keep_page();
    ask_unharmed(prepare_form, right_form);
}

/* ------------------------------------------------------------------ materials */

static void get_nothing(void)
{
}

static void get_challenge(void)
{
    ask_unharmed(prepare_challenge, keep_challenge);
}

static void get_picture(void)
{
    get_challenge();
    ask_unharmed(prepare_image, keep_picture);
}

static void get_ticket(void)
{
    ask_unharmed(prepare_demo, right_demo);
}

static void get_page(void)
{
    get_ticket();
    ask_unharmed(prepare_page, keep_page);
}

static void get_response(void)
{
    get_challenge();
    ask_unharmed(prepare_answer, right_answer);
}

static void get_demo_response(void)
{
    ask_unharmed(prepare_demo_challenge, keep_challenge);
    ask_unharmed(prepare_answer, right_answer);
}

/* --------------------------------------------------------------------- trials */

struct visit_trial {
    const char *name;
    void (*get)(void);      /* what the request needs from earlier ones */
    void (*prepare)(void);  /* the request */
    void (*right)(void);    /* a reply with 200 is right */
    bool (*is_spent)(void); /* NULL, or whether the reply is one that may be given once only */
};

static const struct visit_trial VISITS[] = {
    {"POST /v1/challenge", get_nothing, prepare_challenge, right_challenge, NULL},
    {"GET /v1/image", get_picture, prepare_image, right_image, NULL},
    {"POST /v1/answer", get_challenge, prepare_answer, right_answer, is_pass},
    {"POST /v1/answer, long", get_challenge, prepare_long_answer, right_answer, is_pass},
    {"GET /challenge/puzzle", get_ticket, prepare_page, right_page, NULL},
    {"POST /challenge/puzzle", get_page, prepare_form, right_form, is_form_pass},
    {"POST /v1/verify", get_response, prepare_verify, right_verify, is_success},
    {"POST /v1/verify, JSON", get_response, prepare_verify_json, right_verify, is_success},
    {"GET /metrics", get_nothing, prepare_metrics, right_metrics, NULL},
    {"GET /", get_nothing, prepare_demo, right_demo, NULL},
    {"POST /demo/form", get_demo_response, prepare_demo_form, right_demo_form, is_form_pass},
};

/* What differs with the kind of challenge. Where the ledger is in memory the picture is held when
 * it is asked for, else it is drawn (see visit_before). */
static const struct visit_trial PICTURE_VISITS[] = {
    {"POST /v1/challenge", get_nothing, prepare_challenge, right_challenge, NULL},
    {"GET /v1/image", get_picture, prepare_image, right_image, NULL},
    {"POST /v1/answer", get_challenge, prepare_answer, right_answer, is_pass},
};

static void visit_before(void *context)
{
    const struct visit_trial *trial = context;
    /* A server that has just started has no memory at hand that an earlier request left. But a
     * ledger in memory takes nothing from before it was opened. */
    bool forgets = strcmp(config.store_ledger, "memory") == 0;
    visitor++;
    if (!forgets)
        trial->get();
    stop();
    start(true);
    if (forgets)
        trial->get();
    trial->prepare();
}

static void visit_before_sealers(void *context)
{
    const struct visit_trial *trial = context;
    visitor++;
    stop();
    start(false);
    trial->prepare();
}

static void visit_run(void *context)
{
    (void)context;
    ask();
}

static void visit_after(void *context, bool was_hit)
{
    const struct visit_trial *trial = context;
    static const unsigned REFUSALS[] = {0, 429, 500, 503};
    assert_false(reply.is_late);
    if (!was_hit)
        assert_int_equal(reply.status, 200);
    if (reply.status != 0)
        assert_true(reply.is_whole);
    unsigned times = trial->is_spent != NULL && trial->is_spent();
    if (reply.status == 200) {
        trial->right();
    } else {
        bool is_refusal = false;
        for (size_t i = 0; i < sizeof REFUSALS / sizeof REFUSALS[0]; i++)
            is_refusal = is_refusal || reply.status == REFUSALS[i];
        if (!is_refusal)
            fail_msg("%s: replies %u when memory is out", trial->name, reply.status);
    }
    /* Nothing passes twice, and nothing passes that was not spent. */
    for (unsigned i = 0; trial->is_spent != NULL && i < 2; i++) {
        trial->prepare();
        ask();
        assert_true(reply.status != 0 && reply.status < 500);
        times += trial->is_spent();
    }
    assert_true(times <= 1);
    /* What is asked for again comes, and is right. */
    if (trial->is_spent == NULL)
        ask_unharmed(trial->prepare, trial->right);
    prepare("text/plain", "GET /healthz\n");
    ask();
    assert_int_equal(reply.status, 200);
}

static void try_visits(const struct visit_trial *visits, size_t count)
{
    start(true);
    add_site();
    for (size_t i = 0; i < count; i++) {
        struct visit_trial trial = visits[i];
        /* A spend in SQLite makes 520 allocations, the same whatever request it is for. */
        bool has_many = trial.is_spent != NULL && strcmp(config.store_ledger, "sqlite") == 0;
        inject_each(&(struct inject_trial){.name = trial.name,
                                           .scope = INJECT_OTHER_THREADS,
                                           .library_every = has_many ? 8 : 1,
                                           .before = visit_before,
                                           .run = visit_run,
                                           .after = visit_after},
                    &trial);
    }
    stop();
}

static void test_requests(void **state)
{
    configure(*state);
    try_visits(VISITS, sizeof VISITS / sizeof VISITS[0]);
}

/* Every kind but the puzzle, which has its turn above. */
static void test_pictures(void **state)
{
    const char *kind;
    for (size_t i = 0; (kind = tes_kind_name(i)) != NULL; i++) {
        if (strcmp(kind, "puzzle") == 0)
            continue;
        struct scratch whole = folder;
        print_message("  %s\n", kind);
        snprintf(folder.data, sizeof folder.data, "%s/%s", folder.base, kind);
        configure(*state);
        set("challenge.types", kind);
        try_visits(PICTURE_VISITS, sizeof PICTURE_VISITS / sizeof PICTURE_VISITS[0]);
        folder = whole;
    }
}

/* A thread's first request makes its sealer, too. */
static void test_first_request(void **state)
{
    (void)state;
    struct visit_trial trial = VISITS[0];
    configure("memory");
    start(true);
    add_site();
    inject_each(&(struct inject_trial){.name = "first POST /v1/challenge",
                                       .scope = INJECT_OTHER_THREADS,
                                       .library_every = 2,
                                       .before = visit_before_sealers,
                                       .run = visit_run,
                                       .after = visit_after},
                &trial);
    stop();
}

/* ------------------------------------------------------------------- starting */

static bool is_open, is_started;

static void open_run(void *context)
{
    (void)context;
    is_open = app_open(&app, &config, &helper);
    is_started = is_open && http_server_start(app.server);
}

static void open_after(void *context, bool was_hit)
{
    (void)context;
    if (!was_hit)
        assert_true(is_started);
    if (is_started) {
        prepare("text/plain", "GET /readyz\n");
        ask();
        assert_int_equal(reply.status, 200);
        http_server_stop(app.server, 1000);
    }
    if (is_open)
        app_close(&app);
}

static void test_open(void **state)
{
    (void)state;
    configure("sqlite");
    inject_each(&(struct inject_trial){.name = "start and stop the server",
                                       .scope = INJECT_ALL_THREADS,
                                       .is_counted = true,
                                       .library_every = 32,
                                       .run = open_run,
                                       .after = open_after},
                NULL);
}

/* -------------------------------------------------------------------- entropy */

static void ask_without_entropy(void (*prepare_it)(void))
{
    prepare_it();
    inject_no_entropy(true);
    ask();
    inject_no_entropy(false);
    assert_true(reply.status == 500 || reply.status == 503);
    assert_true(reply.is_whole);
    assert_null(memmem(reply.bytes, reply.length, "token\":", 7));
}

/* Whoever can't draw at random hands nothing out. */
static void test_no_entropy(void **state)
{
    (void)state;
    configure("memory");
    start(true);
    add_site();
    get_ticket();
    ask_without_entropy(prepare_challenge);
    ask_without_entropy(prepare_page);
    ask_without_entropy(prepare_demo);
    get_page();
    ask_without_entropy(prepare_form);
    get_challenge();
    ask_without_entropy(prepare_answer);
    prepare_answer();
    ask();
    assert_int_equal(reply.status, 200);
    assert_false(is_pass()); /* it is spent all the same */
    get_challenge();
    ask_unharmed(prepare_answer, right_answer);
    stop();
}

static int make_folder(void **state)
{
    (void)state;
    folder = scratch_new_in(access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    scratch_remove(&folder);
    return 0;
}

int main(void)
{
    static char memory[] = "memory", sqlite[] = "sqlite";
    if (!helper_start(&helper))
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate_setup_teardown(test_requests, make_folder, remove_folder, memory),
        cmocka_unit_test_prestate_setup_teardown(test_requests, make_folder, remove_folder, sqlite),
        cmocka_unit_test_prestate_setup_teardown(test_pictures, make_folder, remove_folder, memory),
        cmocka_unit_test_prestate_setup_teardown(test_pictures, make_folder, remove_folder, sqlite),
        cmocka_unit_test_setup_teardown(test_first_request, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_open, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(test_no_entropy, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
