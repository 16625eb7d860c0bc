#include "server/app/reply.h"

#include "base/json_read.h"
#include "os/clock.h"
#include "pages/html/page.h"

#define JSON_MAX ((size_t)64 * 1024)

static const struct {
    unsigned status;
    const char *code, *message;
} ERRORS[] = {
#define API_ERROR(name, status, code, message) {status, code, message},
#include "server/app/errors.def"
#undef API_ERROR
};

/* No inline script or style, nothing from elsewhere. */
#define POLICY                                                                                     \
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; "                \
    "base-uri 'none'; "

/* Nobody frames our pages but those that are made for it, and have no form. */
static const struct tes_slice PAGE_POLICY =
    TES_SLICE_INIT(POLICY "form-action 'self'; frame-ancestors 'none'");
static const struct tes_slice FRAMED_POLICY =
    TES_SLICE_INIT(POLICY "form-action 'none'; frame-ancestors *");

static const struct {
    const char *name;
    struct tes_slice value;
} PAGE_HEADERS[] = {
    /* The page's address may carry a ticket. */
    {"Referrer-Policy", TES_SLICE_INIT("no-referrer")},
    {"Cache-Control", TES_SLICE_INIT("no-store")},
};

void reply_no_store(struct http_reply *reply)
{
    http_reply_header(reply, "Cache-Control", TES_SLICE("no-store"));
}

void reply_retry_after(struct http_reply *reply, unsigned seconds)
{
    http_reply_number(reply, "Retry-After", seconds);
}

void reply_lifetime(struct visit *visit, uint64_t expires_at_ms)
{
    http_reply_number(visit->reply, "Tessera-Lifetime", (expires_at_ms - visit->now_ms) / 1000);
}

/* What is unavailable is expected to be there again soon. */
static void ask_to_retry(struct http_reply *reply, unsigned status)
{
    if (status == 503)
        reply_retry_after(reply, 1);
}

void reply_json_start(struct reply_json *body, struct tes_arena *arena)
{
    reply_json_start_sized(body, arena, JSON_MAX);
}

void reply_json_start_sized(struct reply_json *body, struct tes_arena *arena, size_t most)
{
    body->buf = tes_arena_buf(arena, most);
    body->json = tes_json_on(&body->buf);
    tes_json_open(&body->json, NULL, '{');
}

void reply_json_end(struct reply_json *body, struct http_reply *reply, unsigned status)
{
    tes_json_close(&body->json, '}');
    reply->status = body->buf.failed ? 500 : status;
    reply->type = "application/json";
    reply->body = tes_buf_done(&body->buf);
    reply_no_store(reply);
}

void reply_json_moment(struct reply_json *body, const char *name, uint64_t wall_ms)
{
    tes_clock_json(&body->json, name, wall_ms);
}

void reply_error(struct http_reply *reply, struct tes_arena *arena, enum api_error error)
{
    struct reply_json body;
    reply_json_start(&body, arena);
    tes_json_open(&body.json, "error", '{');
    tes_json_string(&body.json, "code", tes_slice_of(ERRORS[error].code));
    tes_json_string(&body.json, "message", tes_slice_of(ERRORS[error].message));
    tes_json_close(&body.json, '}');
    reply_json_end(&body, reply, ERRORS[error].status);
    ask_to_retry(reply, ERRORS[error].status);
}

enum api_error reply_error_of_status(unsigned status)
{
    for (size_t i = 0; i < API_ERROR_COUNT; i++)
        if (ERRORS[i].status == status)
            return (enum api_error)i;
    return status < 500 ? API_ERROR_MALFORMED : API_ERROR_FAILED;
}

void reply_refuse(struct visit *visit, enum api_error error)
{
    reply_error(visit->reply, visit->request->arena, error);
}

bool reply_reads_json(struct visit *visit, struct tes_fields *fields)
{
    enum tes_status status = tes_json_read(visit->request->arena, visit->request->body, fields);
    if (status != TES_OK)
        reply_refuse(visit, status == TES_NO_MEMORY ? API_ERROR_UNAVAILABLE : API_ERROR_MALFORMED);
    return status == TES_OK;
}

static void write_page(struct http_reply *reply, unsigned status, const struct tes_buf *html,
                       const struct words *words, struct tes_slice policy)
{
    reply->status = html->failed ? 500 : status;
    reply->type = "text/html; charset=utf-8";
    reply->body = tes_buf_done(html);
    http_reply_header(reply, "Content-Security-Policy", policy);
    for (size_t i = 0; i < sizeof PAGE_HEADERS / sizeof PAGE_HEADERS[0]; i++)
        http_reply_header(reply, PAGE_HEADERS[i].name, PAGE_HEADERS[i].value);
    http_reply_header(reply, "Content-Language", words != NULL ? words->lang : words_all->lang);
    if (words != NULL)
        http_reply_header(reply, "Vary", TES_SLICE("Accept-Language"));
}

void reply_page(struct http_reply *reply, unsigned status, const struct tes_buf *html,
                const struct words *words)
{
    write_page(reply, status, html, words, PAGE_POLICY);
}

void reply_framed_page(struct http_reply *reply, const struct tes_buf *html,
                       const struct words *words)
{
    write_page(reply, 200, html, words, FRAMED_POLICY);
}

void reply_message(struct visit *visit, unsigned status, enum message message,
                   struct tes_slice link_path)
{
    reply_message_page(visit, status,
                       &(struct message_page){.message = message, .link_path = link_path});
}

void reply_message_page(struct visit *visit, unsigned status, const struct message_page *page)
{
    struct message_page shown = *page;
    shown.words = language_of(visit->config, visit->request);
    shown.theme = visit->site->policy.theme;
    reply_message_to(visit->reply, visit->request->arena, status, &shown);
}

void reply_message_to(struct http_reply *reply, struct tes_arena *arena, unsigned status,
                      const struct message_page *page)
{
    struct tes_buf html = tes_arena_buf(arena, PAGE_MAX);
    message_page_write(&html, page);
    reply_page(reply, status, &html, message_page_is_english(page->message) ? NULL : page->words);
    ask_to_retry(reply, status);
}

void reply_verdict_page(struct visit *visit, enum outcome verdict, struct tes_slice link_path)
{
    reply_message(visit, outcome_rows[verdict].answered.status,
                  outcome_rows[verdict].answered.message, link_path);
}

bool reply_verdict_error(struct visit *visit, enum outcome verdict)
{
    unsigned error = outcome_rows[verdict].answered.error;
    if (error == API_ERROR_COUNT)
        return false;
    reply_refuse(visit, (enum api_error)error);
    return true;
}

void reply_truth(struct visit *visit, const struct tes_challenge *challenge)
{
    char answer[TES_ANSWER_MAX];
    size_t length;
    if (visit->app->truth && tes_answer(challenge, answer, sizeof answer, &length) == TES_OK &&
        length > 0)
        http_reply_header(visit->reply, "Tessera-Truth", (struct tes_slice){answer, length});
}
