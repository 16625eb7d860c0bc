#include "serve/scriptless.h"

#include <string.h>

#include "core/kinds/puzzle.h"
#include "http/form.h"
#include "serve/app/reply.h"
#include "serve/challenge/alternative.h"
#include "serve/challenge/review.h"
#include "serve/challenge/work.h"
#include "serve/pages/page.h"
#include "serve/pages/puzzle_page.h"

#define CHOSEN_MAX 128
#define LINK_MAX   ((size_t)2 * TES_TOKEN_MAX)

static const struct tes_slice NO_LINK = {NULL, 0};

struct shown {
    const struct tes_challenge *challenge;
    const struct tes_claims *claims;
    struct tes_slice token, media;
    struct tes_slice first, second; /* chosen already */
    const struct picture_ways *ways;
    const unsigned *chosen; /* of an answer that was none (picture_page.h) */
};

/* The address with the challenge in it; a NULL `at` where it could not be made. */
static struct tes_slice address_of(struct visit *visit, const struct scriptless *page,
                                   struct tes_slice token)
{
    struct tes_buf text = tes_arena_buf(visit->request->arena, LINK_MAX);
    bool has_query = memchr(page->address.at, '?', page->address.length) != NULL;
    tes_buf_slice(&text, page->address);
    tes_buf_text(&text, has_query ? "&wait=" : "?wait=");
    tes_buf_slice(&text, token);
    return text.failed ? NO_LINK : tes_buf_done(&text);
}

static struct page_turn turn_of(const struct visit *visit, const struct shown *shown)
{
    return (struct page_turn){
        .words = language_of(visit->config, visit->request),
        .theme = visit->theme,
        .round = (unsigned)shown->claims->round,
        .rounds = (unsigned)shown->claims->rounds_most,
        .seconds_left = (unsigned)((shown->claims->expires_at_ms - visit->now_ms) / 1000),
        .extendable = issue_extensions_left(visit, shown->claims) > 0,
    };
}

static enum tes_status write_puzzle(struct visit *visit, const struct scriptless *page,
                                    const struct shown *shown, struct tes_buf *html)
{
    struct puzzle_page puzzle = {
        .puzzle = tes_puzzle_of(shown->challenge),
        .turn = turn_of(visit, shown),
        .token = shown->token,
        .action = page->address,
        .new_path = page->address,
        .first = shown->first,
        .second = shown->second,
    };
    return puzzle_page_write(html, &puzzle);
}

static enum tes_status write_picture(struct visit *visit, const struct scriptless *page,
                                     const struct shown *shown, struct tes_buf *html)
{
    struct picture_page picture = {
        .challenge = shown->challenge,
        .turn = turn_of(visit, shown),
        .token = shown->token,
        .media = shown->media,
        .action = page->address,
        .again_path = address_of(visit, page, shown->token),
        .ways = shown->ways,
        .chosen = shown->chosen,
    };
    return picture_page_write(html, &picture);
}

static void reply_challenge(struct visit *visit, const struct scriptless *page,
                            const struct shown *shown)
{
    struct tes_buf html = tes_arena_buf(visit->request->arena, PAGE_MAX);
    bool is_puzzle = strcmp(shown->challenge->kind->name, "puzzle") == 0;
    if ((is_puzzle ? write_puzzle : write_picture)(visit, page, shown, &html) != TES_OK)
        html.failed = true;
    reply_page(visit->reply, shown->chosen != NULL ? 400 : 200, &html,
               language_of(visit->config, visit->request));
    reply_truth(visit, shown->challenge);
}

/* Shows how long is to be waited, and goes on by itself, without a script. */
static void reply_wait(struct visit *visit, const struct scriptless *page,
                       const struct shown *shown)
{
    struct message_page message = {
        .message = MESSAGE_WAIT,
        .link_path = address_of(visit, page, shown->token),
        .wait_s = (unsigned)((shown->claims->not_before_ms - visit->now_ms + 999) / 1000),
    };
    struct tes_buf refresh = tes_arena_buf(visit->request->arena, LINK_MAX + 32);
    tes_buf_number(&refresh, message.wait_s);
    tes_buf_text(&refresh, "; url=");
    tes_buf_slice(&refresh, message.link_path);
    if (message.link_path.at == NULL || refresh.failed) {
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
        return;
    }
    http_reply_header(visit->reply, "Refresh", tes_buf_done(&refresh));
    reply_message_page(visit, 200, &message);
}

static void reply_shown(struct visit *visit, const struct scriptless *page,
                        const struct shown *shown)
{
    if (visit->now_ms < shown->claims->not_before_ms)
        reply_wait(visit, page, shown);
    else
        reply_challenge(visit, page, shown);
}

void scriptless_show(struct visit *visit, const struct scriptless *page,
                     const struct issued *issued, const struct picture_ways *ways)
{
    reply_shown(visit, page,
                &(struct shown){.challenge = &issued->challenge,
                                .claims = &issued->claims,
                                .token = issued->token,
                                .media = issued->media,
                                .ways = ways});
}

/* Whether it is one of that site's that a form can answer: nothing works there. */
static bool is_of(const struct scriptless *page, const struct tes_claims *claims)
{
    return tes_slice_equal(claims->site, page->site) && claims->work == 0 &&
           !work_is_claimed(claims);
}

bool scriptless_go_on(struct visit *visit, const struct scriptless *page,
                      const struct picture_ways *ways)
{
    struct judged judged = {.only_kind = page->only_kind};
    struct tes_slice token = http_request_parameter(visit->request, TES_SLICE("wait"));
    if (token.length == 0)
        return false;
    enum verdict verdict = judge_open(visit, token, false, &judged);
    if (verdict != VERDICT_PASS || !is_of(page, &judged.claims))
        return verdict == VERDICT_OVER_BUDGET;
    reply_shown(visit, page,
                &(struct shown){.challenge = &judged.challenge,
                                .claims = &judged.claims,
                                .token = token,
                                .media = issue_media(visit, &judged.claims, &judged.challenge),
                                .ways = ways});
    return true;
}

bool scriptless_read(struct visit *visit, const struct scriptless *page, struct tes_fields *fields,
                     struct tes_slice *token)
{
    struct tes_slice type = http_request_header(visit->request, TES_SLICE("content-type"));
    if (!http_media_type_is(type, TES_SLICE("application/x-www-form-urlencoded")) &&
        !http_media_type_is(type, TES_SLICE("multipart/form-data"))) {
        reply_message(visit, 415, MESSAGE_INVALID, page->address);
        return false;
    }
    switch (http_body_read(visit->request->arena, type, visit->request->body, fields)) {
    case TES_OK:
        break;
    case TES_NO_MEMORY:
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, page->address);
        return false;
    default:
        reply_message(visit, 400, MESSAGE_INVALID, page->address);
        return false;
    }
    /* A token that is missing or too long is one that was not sealed by us. */
    if (!tes_fields_text(fields, TES_SLICE("seed"), TES_TOKEN_MAX, token))
        *token = (struct tes_slice){"", 0};
    return true;
}

void scriptless_extend(struct visit *visit, const struct scriptless *page,
                       const struct tes_fields *fields, struct tes_slice token)
{
    struct judged judged = {.only_kind = page->only_kind};
    struct shown shown = {.challenge = &judged.challenge, .claims = &judged.claims};
    enum verdict verdict = judge_open(visit, token, false, &judged);
    enum issue_result result = ISSUE_FAILED;
    if (verdict == VERDICT_PASS && !is_of(page, &judged.claims))
        verdict = VERDICT_FORBIDDEN;
    if (verdict == VERDICT_PASS &&
        (!tes_fields_text(fields, TES_SLICE("first"), CHOSEN_MAX, &shown.first) ||
         !tes_fields_text(fields, TES_SLICE("second"), CHOSEN_MAX, &shown.second)))
        verdict = VERDICT_BAD_ANSWER;
    if (verdict == VERDICT_PASS)
        result = issue_extend(visit, judged.challenge.time_limit_s, &judged.claims, &shown.token);
    if (verdict == VERDICT_PASS && result == ISSUE_FAILED)
        verdict = VERDICT_UNAVAILABLE;
    if (verdict != VERDICT_PASS) {
        reply_verdict_page(visit, verdict, page->address);
        return;
    }
    if (result == ISSUE_USED_UP) /* shown as it was; its button is gone */
        shown.token = token;
    shown.media = issue_media(visit, &judged.claims, &judged.challenge);
    reply_challenge(visit, page, &shown);
}

/* ---------------------------------------------------------------- answers */

static bool is_output(struct tes_slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (text.at[i] < '0' || text.at[i] > '2')
            return false;
    return text.length == TES_PUZZLE_CELLS;
}

/* Two moves, by their names. Whether these are in this challenge's legend is seen when its token is
 * open. */
static enum verdict read_moves(struct visit *visit, struct tes_slice first, struct tes_slice second,
                               struct tes_slice *answer)
{
    unsigned transform;
    if (!tes_puzzle_transform_find(first, &transform) ||
        !tes_puzzle_transform_find(second, &transform))
        return VERDICT_BAD_ANSWER;
    struct tes_buf pair = tes_arena_buf(visit->request->arena, (size_t)2 * CHOSEN_MAX + 1);
    tes_buf_slice(&pair, first);
    tes_buf_char(&pair, ',');
    tes_buf_slice(&pair, second);
    *answer = tes_buf_done(&pair);
    return pair.failed ? VERDICT_UNAVAILABLE : VERDICT_PASS;
}

/* The numbers of the cells that are ticked: fields "cell-7". False where there are none. */
static bool read_ticked(struct visit *visit, const struct tes_fields *fields,
                        struct tes_slice *answer)
{
    struct tes_buf list = tes_arena_buf(visit->request->arena, CHOSEN_MAX);
    for (size_t i = 0; i < fields->count; i++) {
        struct tes_slice name = fields->items[i].name;
        if (!tes_slice_starts(name, TES_SLICE("cell-")))
            continue;
        if (list.length > 0)
            tes_buf_char(&list, ',');
        tes_buf_slice(&list, (struct tes_slice){name.at + 5, name.length - 5});
    }
    *answer = tes_buf_done(&list);
    return list.length > 0 && !list.failed;
}

/* Brings the fields into one answer: `output`, or `first` and `second`; or `cell`, or those that
 * are ticked. One of these, whole. VERDICT_PASS where there is one to be judged. */
static enum verdict read_answer(struct visit *visit, const struct tes_fields *fields,
                                struct tes_slice *answer)
{
    struct tes_slice output, first, second, cell;
    if (!tes_fields_text(fields, TES_SLICE("output"), CHOSEN_MAX, &output) ||
        !tes_fields_text(fields, TES_SLICE("first"), CHOSEN_MAX, &first) ||
        !tes_fields_text(fields, TES_SLICE("second"), CHOSEN_MAX, &second) ||
        !tes_fields_text(fields, TES_SLICE("cell"), CHOSEN_MAX, &cell))
        return VERDICT_BAD_ANSWER;
    bool has_moves = first.at != NULL || second.at != NULL;
    *answer = cell;
    if (cell.at != NULL)
        return output.at == NULL && !has_moves ? VERDICT_PASS : VERDICT_BAD_ANSWER;
    if (output.at == NULL && !has_moves)
        return read_ticked(visit, fields, answer) ? VERDICT_PASS : VERDICT_BAD_ANSWER;
    *answer = output;
    if (output.at != NULL)
        return !has_moves && is_output(output) ? VERDICT_PASS : VERDICT_BAD_ANSWER;
    return read_moves(visit, first, second, answer);
}

enum verdict scriptless_answer(struct visit *visit, const struct scriptless *page,
                               const struct tes_fields *fields, struct tes_slice token,
                               struct judged *judged)
{
    struct tes_slice answer;
    *judged = (struct judged){.only_kind = page->only_kind};
    enum verdict verdict = read_answer(visit, fields, &answer);
    return verdict == VERDICT_PASS ? judge_answer(visit, token, answer, judged) : verdict;
}

bool scriptless_again(struct visit *visit, const struct scriptless *page,
                      const struct tes_fields *fields, struct tes_slice token)
{
    struct judged judged = {.only_kind = page->only_kind};
    unsigned chosen = tes_fields_find(fields, TES_SLICE("cell")) != NULL ? 1 : 0;
    if (judge_open(visit, token, false, &judged) != VERDICT_PASS || !is_of(page, &judged.claims) ||
        strcmp(judged.challenge.kind->name, "puzzle") == 0 || judged.challenge.view.count == 0)
        return false;
    for (size_t i = 0; i < fields->count; i++)
        chosen += tes_slice_starts(fields->items[i].name, TES_SLICE("cell-")) ? 1 : 0;
    reply_challenge(visit, page,
                    &(struct shown){.challenge = &judged.challenge,
                                    .claims = &judged.claims,
                                    .token = token,
                                    .media = issue_media(visit, &judged.claims, &judged.challenge),
                                    .chosen = &chosen});
    return true;
}

bool scriptless_next(struct visit *visit, const struct scriptless *page,
                     const struct judged *judged)
{
    struct issued issued;
    struct issue_order order = judge_next(visit, judged);
    order.is_scriptless = true;
    order.submit_after_ms = 0;
    if (issue_challenge(visit, &order, &issued) != ISSUE_DONE)
        return false;
    scriptless_show(visit, page, &issued, NULL);
    return true;
}

void scriptless_fail(struct visit *visit, const struct scriptless *page,
                     const struct judged *judged)
{
    struct fallback_who who = fallback_who_claimed(&judged->claims);
    enum fallback_reason reason = fallback_due(visit, &who);
    const struct alternative_for offered = {.site = page->site};
    struct message_page message = {.message = MESSAGE_INCORRECT, .link_path = page->address};
    struct tes_buf review_path = tes_arena_buf(visit->request->arena, CHOSEN_MAX);
    tes_buf_text(&review_path, "/challenge/review");
    language_keep(&review_path, visit->request);
    message.review_path = tes_buf_done(&review_path);
    bool is_taken =
        page->site.length == 0 ||
        alternative_is_offered(visit, alternative_find(TES_SLICE(REVIEW_NAME)), &offered);
    if (reason != FALLBACK_NONE && is_taken && !review_path.failed)
        message.review = review_ticket(visit, judged, reason);
    reply_message_page(visit, 403, &message);
}
