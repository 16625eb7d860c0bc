/*
 * The puzzle's page for people without JavaScript: GET shows it, POST takes the form.
 *
 * GET is for test mode and for visitors that policy has sent here, who carry a ticket; anyone else
 * finds nothing, and so does everybody where challenges are turned off. The ticket goes along with
 * the form, so that the way back is not lost.
 */
#include "core/kinds/puzzle.h"
#include "http/form.h"
#include "serve/app/budget.h"
#include "serve/app/reply.h"
#include "serve/challenge/ask.h"
#include "serve/challenge/issue.h"
#include "serve/challenge/judge.h"
#include "serve/challenge/review.h"
#include "serve/gate.h"
#include "serve/pages/page.h"
#include "serve/pages/puzzle_page.h"
#include "serve/routes.h"

#define OUTPUT_MAX 128
#define LINK_MAX   (TES_TOKEN_MAX + 64)

static const struct tes_slice PAGE_PATH = TES_SLICE_INIT("/challenge/puzzle");
static const struct tes_slice NO_LINK = {NULL, 0};

static void reply_with(struct visit *visit, unsigned status, enum message message,
                       struct tes_slice link)
{
    reply_message(visit, status, message, link);
}

static void reply_unavailable(struct visit *visit, struct tes_slice link)
{
    reply_with(visit, 503, MESSAGE_UNAVAILABLE, link);
}

/* The page's address for this visitor: with a fresh ticket where they came with one. A NULL `at`
 * where that could not be made. */
static struct tes_slice page_address(struct visit *visit, const struct gate_ticket *ticket)
{
    struct tes_buf address = tes_arena_buf(visit->request->arena, LINK_MAX);
    tes_buf_slice(&address, PAGE_PATH);
    if (ticket->valid) {
        struct tes_slice fresh = issue_ticket(visit, ticket->claims.return_path);
        tes_buf_slice(&address, TES_SLICE("?ticket="));
        tes_buf_slice(&address, fresh);
        address.failed = address.failed || fresh.at == NULL;
    }
    language_keep(&address, visit->request);
    return address.failed ? NO_LINK : tes_buf_done(&address);
}

struct shown {
    const struct tes_challenge *challenge;
    const struct tes_claims *claims;
    struct tes_slice token, address;
    struct tes_slice first, second; /* chosen already */
};

static void reply_puzzle(struct visit *visit, const struct shown *shown)
{
    struct tes_buf html = tes_arena_buf(visit->request->arena, PAGE_MAX);
    const struct words *words = language_of(visit->config, visit->request);
    struct puzzle_page page = {
        .puzzle = tes_puzzle_of(shown->challenge),
        .words = words,
        .token = shown->token,
        .action = shown->address,
        .new_path = shown->address,
        .first = shown->first,
        .second = shown->second,
        .round = (unsigned)shown->claims->round,
        .rounds = (unsigned)shown->claims->rounds_most,
        .seconds_left = (unsigned)((shown->claims->expires_at_ms - visit->now_ms) / 1000),
        .extendable = issue_extensions_left(visit, shown->claims) > 0,
    };
    if (puzzle_page_write(&html, &page) != TES_OK)
        html.failed = true;
    reply_page(visit->reply, 200, &html, words);
    reply_truth(visit, shown->challenge);
}

/* The address with the challenge in it that is waited for; a NULL `at` where it could not be made.
 */
static struct tes_slice waiting_address(struct visit *visit, struct tes_slice address,
                                        struct tes_slice token)
{
    struct tes_buf text = tes_arena_buf(visit->request->arena, (size_t)LINK_MAX + TES_TOKEN_MAX);
    tes_buf_slice(&text, address);
    tes_buf_text(&text, address.length > PAGE_PATH.length ? "&wait=" : "?wait=");
    tes_buf_slice(&text, token);
    return text.failed ? NO_LINK : tes_buf_done(&text);
}

/* Shows how long is to be waited, and goes on by itself, without a script. */
static void reply_wait(struct visit *visit, const struct shown *shown)
{
    struct message_page page = {
        .message = MESSAGE_WAIT,
        .link_path = waiting_address(visit, shown->address, shown->token),
        .wait_s = (unsigned)((shown->claims->not_before_ms - visit->now_ms + 999) / 1000),
    };
    struct tes_buf refresh =
        tes_arena_buf(visit->request->arena, (size_t)LINK_MAX + TES_TOKEN_MAX + 32);
    tes_buf_number(&refresh, page.wait_s);
    tes_buf_text(&refresh, "; url=");
    tes_buf_slice(&refresh, page.link_path);
    if (page.link_path.at == NULL || refresh.failed) {
        reply_unavailable(visit, NO_LINK);
        return;
    }
    http_reply_header(visit->reply, "Refresh", tes_buf_done(&refresh));
    reply_message_page(visit, 200, &page);
}

/* Shows a challenge, or that there is a while to wait until it can be. */
static void reply_shown(struct visit *visit, const struct shown *shown)
{
    if (visit->now_ms < shown->claims->not_before_ms)
        reply_wait(visit, shown);
    else
        reply_puzzle(visit, shown);
}

/* Goes on with the challenge that the visitor has been waiting for. False where there is none, or
 * none any more: then another is due. */
static bool go_on(struct visit *visit, struct tes_slice address)
{
    struct judged judged = {.only_kind = TES_SLICE("puzzle")};
    struct tes_slice token = http_request_parameter(visit->request, TES_SLICE("wait"));
    if (token.length == 0)
        return false;
    enum verdict verdict = judge_open(visit, token, false, &judged);
    if (verdict != VERDICT_PASS || judged.claims.site.length > 0)
        return verdict == VERDICT_OVER_BUDGET;
    reply_shown(visit, &(struct shown){.challenge = &judged.challenge,
                                       .claims = &judged.claims,
                                       .token = token,
                                       .address = address});
    return true;
}

void handle_puzzle_page_get(struct visit *visit)
{
    struct gate_ticket ticket;
    struct issued issued;
    struct issue_order order = {.kind = TES_SLICE("puzzle"), .is_scriptless = true};
    struct tes_slice address;
    bool is_known = gate_ticket_read(visit, &ticket);
    bool is_shown =
        visit->config->challenge_enabled && (visit->config->challenge_test_mode || ticket.valid);
    if (is_known && !is_shown) {
        reply_with(visit, 404, MESSAGE_NOT_FOUND, NO_LINK);
        return;
    }
    address = is_known ? page_address(visit, &ticket) : NO_LINK;
    if (address.at != NULL && (go_on(visit, address) || !budget_take(visit, BUDGET_CHALLENGE)))
        return;
    if (address.at != NULL)
        order.terms = ask_terms(visit, &order);
    if (address.at == NULL || issue_challenge(visit, &order, &issued) != ISSUE_DONE) {
        reply_unavailable(visit, NO_LINK);
        return;
    }
    reply_shown(visit, &(struct shown){.challenge = &issued.challenge,
                                       .claims = &issued.claims,
                                       .token = issued.token,
                                       .address = address});
}

static bool is_output(struct tes_slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] < '0' || text.at[i] > '2')
            return false;
    return text.length == TES_PUZZLE_CELLS;
}

/* Brings `output`, or `first` and `second`, into one answer: one of the two, whole. VERDICT_PASS
 * where there is one to be judged. */
static enum verdict read_answer(struct visit *visit, const struct tes_fields *fields,
                                struct tes_slice *answer)
{
    struct tes_slice output, first, second;
    if (!tes_fields_text(fields, TES_SLICE("output"), OUTPUT_MAX, &output) ||
        !tes_fields_text(fields, TES_SLICE("first"), OUTPUT_MAX, &first) ||
        !tes_fields_text(fields, TES_SLICE("second"), OUTPUT_MAX, &second))
        return VERDICT_BAD_ANSWER;
    if (output.at != NULL) {
        *answer = output;
        return first.at == NULL && second.at == NULL && is_output(output) ? VERDICT_PASS
                                                                          : VERDICT_BAD_ANSWER;
    }
    /* Whether the names are in this challenge's legend is seen when its token is open. */
    unsigned transform;
    if (!tes_puzzle_transform_find(first, &transform) ||
        !tes_puzzle_transform_find(second, &transform))
        return VERDICT_BAD_ANSWER;
    struct tes_buf pair = tes_arena_buf(visit->request->arena, (size_t)2 * OUTPUT_MAX + 1);
    tes_buf_slice(&pair, first);
    tes_buf_char(&pair, ',');
    tes_buf_slice(&pair, second);
    *answer = tes_buf_done(&pair);
    return pair.failed ? VERDICT_UNAVAILABLE : VERDICT_PASS;
}

/* A challenge that a site's page asked for may have been made easy by whoever asked: it earns no
 * way through the gate. */
static bool is_from_challenge_page(const struct tes_claims *claims)
{
    return claims->site.length == 0;
}

/* Tells that it was wrong, and after a few times that there is a person to ask. */
static void reply_failed(struct visit *visit, const struct judged *judged, struct tes_slice again)
{
    struct fallback_who who = fallback_who_claimed(&judged->claims);
    enum fallback_reason reason = fallback_due(visit, &who);
    struct message_page page = {.message = MESSAGE_INCORRECT, .link_path = again};
    struct tes_buf review_path = tes_arena_buf(visit->request->arena, 128);
    tes_buf_text(&review_path, "/challenge/review");
    language_keep(&review_path, visit->request);
    page.review_path = tes_buf_done(&review_path);
    if (reason != FALLBACK_NONE && !review_path.failed)
        page.review = review_ticket(visit, judged, reason);
    reply_message_page(visit, 403, &page);
}

/* Shows the round that follows; false where it could not be made. */
static bool reply_next(struct visit *visit, const struct judged *judged, struct tes_slice address)
{
    struct issued issued;
    struct issue_order order = judge_next(visit, judged);
    if (issue_challenge(visit, &order, &issued) != ISSUE_DONE)
        return false;
    reply_puzzle(visit, &(struct shown){.challenge = &issued.challenge,
                                        .claims = &issued.claims,
                                        .token = issued.token,
                                        .address = address});
    return true;
}

static void answer_form(struct visit *visit, const struct tes_fields *fields,
                        struct tes_slice token, const struct gate_ticket *ticket,
                        struct tes_slice again)
{
    struct judged judged = {.only_kind = TES_SLICE("puzzle")};
    struct tes_slice answer;
    enum verdict verdict = read_answer(visit, fields, &answer);
    if (verdict == VERDICT_PASS)
        verdict = judge_answer(visit, token, answer, &judged);
    if (verdict == VERDICT_PASS && is_from_challenge_page(&judged.claims) &&
        !gate_set_cookie(visit))
        verdict = VERDICT_UNAVAILABLE;
    if (verdict == VERDICT_NEXT && reply_next(visit, &judged, again))
        return;
    struct tes_slice onward = ticket->valid ? ticket->claims.return_path : NO_LINK;
    if (verdict == VERDICT_INCORRECT && is_from_challenge_page(&judged.claims)) {
        judged.claims.return_path = onward;
        reply_failed(visit, &judged, again);
        return;
    }
    reply_verdict_page(visit, verdict, verdict == VERDICT_PASS ? onward : again);
}

/* "More time" without JavaScript: the same puzzle again, with what was chosen and a later expiry.
 */
static void extend_form(struct visit *visit, const struct tes_fields *fields,
                        struct tes_slice token, struct tes_slice again)
{
    struct judged judged = {.only_kind = TES_SLICE("puzzle")};
    struct shown shown = {
        .challenge = &judged.challenge, .claims = &judged.claims, .address = again};
    enum verdict verdict = judge_open(visit, token, false, &judged);
    enum issue_result result = ISSUE_FAILED;
    if (verdict == VERDICT_PASS &&
        (!tes_fields_text(fields, TES_SLICE("first"), OUTPUT_MAX, &shown.first) ||
         !tes_fields_text(fields, TES_SLICE("second"), OUTPUT_MAX, &shown.second)))
        verdict = VERDICT_BAD_ANSWER;
    if (verdict == VERDICT_PASS)
        result = issue_extend(visit, judged.challenge.time_limit_s, &judged.claims, &shown.token);
    if (verdict == VERDICT_PASS && result == ISSUE_FAILED)
        verdict = VERDICT_UNAVAILABLE;
    if (verdict != VERDICT_PASS) {
        reply_verdict_page(visit, verdict, again);
        return;
    }
    if (result == ISSUE_USED_UP) /* shown as it was; its button is gone */
        shown.token = token;
    reply_puzzle(visit, &shown);
}

void handle_puzzle_page_post(struct visit *visit)
{
    struct tes_slice type = http_request_header(visit->request, TES_SLICE("content-type"));
    struct tes_slice token;
    struct tes_fields fields;
    struct gate_ticket ticket;

    struct tes_slice again =
        gate_ticket_read(visit, &ticket) ? page_address(visit, &ticket) : NO_LINK;
    if (again.at == NULL) {
        reply_unavailable(visit, NO_LINK);
        return;
    }
    if (!http_media_type_is(type, TES_SLICE("application/x-www-form-urlencoded")) &&
        !http_media_type_is(type, TES_SLICE("multipart/form-data"))) {
        reply_with(visit, 415, MESSAGE_INVALID, again);
        return;
    }
    switch (http_body_read(visit->request->arena, type, visit->request->body, &fields)) {
    case TES_OK:
        break;
    case TES_NO_MEMORY:
        reply_unavailable(visit, again);
        return;
    default:
        reply_with(visit, 400, MESSAGE_INVALID, again);
        return;
    }
    /* A token that is missing or too long is one that was not sealed by us. */
    if (!tes_fields_text(&fields, TES_SLICE("seed"), TES_TOKEN_MAX, &token))
        token = (struct tes_slice){"", 0};
    if (tes_fields_find(&fields, TES_SLICE("more-time")) != NULL)
        extend_form(visit, &fields, token, again);
    else
        answer_form(visit, &fields, token, &ticket, again);
}
