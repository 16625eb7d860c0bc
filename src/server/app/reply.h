/*
 * reply.h: the forms that replies have: JSON, a refusal, a page.
 */
#ifndef SERVER_REPLY_H
#define SERVER_REPLY_H

#include "base/fields.h"
#include "base/json.h"
#include "pages/html/message_page.h"
#include "server/app/app.h"
#include "server/app/language.h"
#include "server/app/outcome_rows.h"

enum api_error {
#define API_ERROR(name, status, code, message) API_ERROR_##name,
#include "server/app/errors.def"
#undef API_ERROR
    API_ERROR_COUNT
};

/* A JSON body that is open for writing: `{` is there, reply_json_end() closes it. */
struct reply_json {
    struct tes_buf buf;
    struct tes_json json;
};

void reply_json_start(struct reply_json *body, struct tes_arena *arena);

/* The same for more than 64 KiB. */
void reply_json_start_sized(struct reply_json *body, struct tes_arena *arena, size_t most);

/* Closes the object and makes it the reply; 500 where it did not fit. */
void reply_json_end(struct reply_json *body, struct http_reply *reply, unsigned status);

/* A moment as the API writes it: "2026-11-15T22:54:30Z". */
void reply_json_moment(struct reply_json *body, const char *name, uint64_t wall_ms);

/* Refuses with {"error":{"code","message"}} and the status of the row; a 503 asks to be tried
 * again.
 */
void reply_error(struct http_reply *reply, struct tes_arena *arena, enum api_error error);
void reply_refuse(struct visit *visit, enum api_error error);

/* Reads the request's body, a JSON object; false where that could not be done, and a refusal has
 * been written. */
TES_MUST_CHECK bool reply_reads_json(struct visit *visit, struct tes_fields *fields);

/* The row for a status that the HTTP layer came up with. */
enum api_error reply_error_of_status(unsigned status);

/* A finished HTML page, with the headers that every page has; 500 where `html` failed. `words` is
 * the visitor's language, in which it is; NULL for pages that are English for everybody. */
void reply_page(struct http_reply *reply, unsigned status, const struct tes_buf *html,
                const struct words *words);

/* Writes the one page that others may frame; otherwise like reply_page(). */
void reply_framed_page(struct http_reply *reply, const struct tes_buf *html,
                       const struct words *words);

/* A page that tells an outcome, in the visitor's language; its link leads to `link_path` (empty:
 * none). A 503 asks to be tried again. */
void reply_message(struct visit *visit, unsigned status, enum message message,
                   struct tes_slice link_path);

/* The same, with all that such a page may have but its language. */
void reply_message_page(struct visit *visit, unsigned status, const struct message_page *page);

/* The same where there is no visit, with its language. */
void reply_message_to(struct http_reply *reply, struct tes_arena *arena, unsigned status,
                      const struct message_page *page);

/* Tells the outcome of an answer as its row (outcome.def) says: as a page, or as the API's refusal.
 * False, with nothing written, where the API does not refuse with it. */
void reply_verdict_page(struct visit *visit, enum outcome verdict, struct tes_slice link_path);
bool reply_verdict_error(struct visit *visit, enum outcome verdict);

/* How long a pass is good for, for the widget, which tells its visitor when the time is over. */
void reply_lifetime(struct visit *visit, uint64_t expires_at_ms);

void reply_no_store(struct http_reply *reply);
void reply_retry_after(struct http_reply *reply, unsigned seconds);

/* `Tessera-Truth`, for tests only: nothing where the server was not started with --truth. */
void reply_truth(struct visit *visit, const struct tes_challenge *challenge);

#endif
