/*
 * The page of visitors without JavaScript who wait for a person. POST asks, with what came with the
 * page of a wrong answer; GET tells how it stands, and looks again by itself. Whoever is let in
 * gets the gate's cookie, once; or where they came for a site's form, a code for it.
 */
#include "flow/answer/review.h"
#include "flow/issue/issue.h"
#include "gate/gate.h"
#include "http/message/form.h"
#include "pages/code_reply.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

#define LINK_MAX (TES_TOKEN_MAX + 64)

static const struct tes_slice NO_LINK = {NULL, 0};
static const struct tes_slice REFRESH_S = TES_SLICE_INIT("10");

static void reply_with(struct visit *visit, unsigned status, enum message message,
                       struct tes_slice link)
{
    reply_message(visit, status, message, link);
}

/* An address with a token in it; a NULL `at` where it could not be made. */
static struct tes_slice address_of(struct visit *visit, const char *path, struct tes_slice token)
{
    struct tes_buf address = tes_arena_buf(visit->request->arena, LINK_MAX);
    tes_buf_text(&address, path);
    tes_buf_slice(&address, token);
    language_keep(&address, visit->request);
    return address.failed || token.at == NULL ? NO_LINK : tes_buf_done(&address);
}

/* Tells why there is nothing; true where there is something. */
static bool reply_unless_done(struct visit *visit, enum review_result result)
{
    static const struct {
        unsigned status;
        enum message message;
    } ROWS[] = {
        [REVIEW_REFUSED] = {403, MESSAGE_FORBIDDEN},
        [REVIEW_OVER_BUDGET] = {429, MESSAGE_TOO_MANY},
        [REVIEW_FULL] = {503, MESSAGE_REVIEW_FULL},
        [REVIEW_FAILED] = {503, MESSAGE_UNAVAILABLE},
    };
    if (result == REVIEW_DONE)
        return true;
    reply_with(visit, ROWS[result].status, ROWS[result].message, NO_LINK);
    return false;
}

/* Lets in, once; whoever asks again has the cookie already. */
static bool let_in(struct visit *visit, const struct review *review)
{
    switch (review_spend(visit, review)) {
    case OUTCOME_OK:
        return gate_set_cookie(visit);
    case OUTCOME_REPLAYED:
    case OUTCOME_EXPIRED:
        return true;
    default:
        return false;
    }
}

static void reply_state(struct visit *visit, const struct review *review)
{
    static const enum message MESSAGES[RECORDS_REVIEW_STATE_COUNT] = {
        [RECORDS_REVIEW_WAITING] = MESSAGE_REVIEW_WAITING,
        [RECORDS_REVIEW_APPROVED] = MESSAGE_REVIEW_APPROVED,
        [RECORDS_REVIEW_REJECTED] = MESSAGE_REVIEW_REJECTED,
        [RECORDS_REVIEW_EXPIRED] = MESSAGE_REVIEW_EXPIRED,
    };
    struct tes_slice onward = review->claims.return_path;
    struct message_page page = {.message = MESSAGES[review->state],
                                .code = tes_slice_of(review->id)};
    if (review->state == RECORDS_REVIEW_APPROVED) {
        page.link_path = onward;
        page.code = (struct tes_slice){NULL, 0};
    } else if (review->claims.site.length > 0) {
        page.link_path = address_of(visit, "/challenge?sitekey=", review->claims.site);
    } else {
        page.link_path =
            address_of(visit, "/challenge/puzzle?ticket=", issue_ticket(visit, onward));
    }
    if (review->state == RECORDS_REVIEW_WAITING)
        http_reply_header(visit->reply, "Refresh", REFRESH_S);
    reply_message_page(visit, 200, &page);
}

void handle_review_page_get(struct visit *visit)
{
    struct tes_slice token = http_request_parameter(visit->request, TES_SLICE("review"));
    struct review review;
    if (!reply_unless_done(visit, review_look(visit, REVIEW_PAGE, token, &review)))
        return;
    visit->theme = sites_theme(visit->app->sites, review.claims.site);
    /* A site's own review earns no way through the gate. */
    bool is_form = review.claims.site.length > 0;
    struct tes_claims pass = review_pass(visit, &review);
    if (is_form && review.state == RECORDS_REVIEW_APPROVED)
        code_reply_show(visit, &pass);
    else if (review.state == RECORDS_REVIEW_APPROVED && !let_in(visit, &review))
        reply_with(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
    else
        reply_state(visit, &review);
}

void handle_review_page_post(struct visit *visit)
{
    struct tes_slice type = http_request_header(visit->request, TES_SLICE("content-type"));
    struct tes_fields fields;
    struct tes_slice token;
    struct review review;
    if (!http_media_type_is(type, TES_SLICE("application/x-www-form-urlencoded"))) {
        reply_with(visit, 415, MESSAGE_INVALID, NO_LINK);
        return;
    }
    if (http_body_read(visit->request->arena, type, visit->request->body, NULL, &fields) !=
            TES_OK ||
        !tes_fields_text(&fields, TES_SLICE("review"), TES_TOKEN_MAX, &token) || token.at == NULL) {
        reply_with(visit, 400, MESSAGE_INVALID, NO_LINK);
        return;
    }
    if (!reply_unless_done(visit, review_ask(visit, REVIEW_PAGE, token, &review)))
        return;
    struct tes_slice address = address_of(visit, "/challenge/review?review=", review.token);
    if (address.at == NULL) {
        reply_with(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
        return;
    }
    visit->reply->status = 303;
    http_reply_header(visit->reply, "Location", address);
    reply_no_store(visit->reply);
}
