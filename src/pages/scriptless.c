#include "pages/scriptless.h"

#include <string.h>

#include "challenge/types/puzzle.h"
#include "flow/answer/review.h"
#include "flow/issue/alternative.h"
#include "flow/work.h"
#include "http/message/form.h"
#include "pages/form_fields.h"
#include "pages/form_ways.h"
#include "pages/html/page.h"
#include "pages/html/puzzle_page.h"
#include "server/app/reply.h"

#define CHOSEN_MAX 128
#define LINK_MAX   ((size_t)2 * TES_TOKEN_MAX)

static const struct tes_slice NO_LINK = {NULL, 0};

struct shown {
    const struct tes_challenge *challenge;
    const struct tes_claims *claims;
    struct tes_slice token, media;
    const struct form_chosen *chosen; /* NULL: nothing yet */
    bool is_again;                    /* after a form that was no answer */
    bool is_playing;                  /* what moves */
    bool is_large;
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

/* The same, where what moves begins at once: somebody wants to see it again. */
static struct tes_slice again_of(struct visit *visit, const struct scriptless *page,
                                 struct tes_slice token)
{
    struct tes_buf text = tes_arena_buf(visit->request->arena, LINK_MAX);
    tes_buf_slice(&text, address_of(visit, page, token));
    tes_buf_text(&text, "&play=1");
    return text.failed ? NO_LINK : tes_buf_done(&text);
}

static bool wants_play(const struct visit *visit)
{
    return http_request_parameter(visit->request, TES_SLICE("play")).length > 0;
}

static bool wants_large(const struct tes_fields *fields)
{
    return tes_fields_find(fields, TES_SLICE("large")) != NULL;
}

static struct page_turn turn_of(const struct visit *visit, const struct shown *shown,
                                const struct page_ways *ways)
{
    return (struct page_turn){
        .words = language_of(visit->config, visit->request),
        .theme = visit->theme,
        .round = (unsigned)shown->claims->round,
        .rounds = (unsigned)shown->claims->rounds_most,
        .seconds_left = (unsigned)((shown->claims->expires_at_ms - visit->now_ms) / 1000),
        .extendable = issue_extensions_left(visit, shown->claims) > 0,
        .ways = ways,
        .is_again = shown->is_again,
    };
}

static enum tes_status write_puzzle(struct visit *visit, const struct scriptless *page,
                                    const struct shown *shown, struct tes_buf *html)
{
    static const struct form_chosen NOTHING;
    const struct form_chosen *chosen = shown->chosen != NULL ? shown->chosen : &NOTHING;
    struct page_ways ways;
    form_ways_find(visit, page, shown->challenge, &ways);
    struct puzzle_page puzzle = {
        .puzzle = tes_puzzle_of(shown->challenge),
        .turn = turn_of(visit, shown, &ways),
        .token = shown->token,
        .action = page->address,
        .new_path = page->address,
        .first = chosen->first,
        .second = chosen->second,
    };
    return puzzle_page_write(html, &puzzle);
}

static enum tes_status write_picture(struct visit *visit, const struct scriptless *page,
                                     const struct shown *shown, struct tes_buf *html)
{
    struct page_ways ways;
    form_ways_find(visit, page, shown->challenge, &ways);
    struct picture_page picture = {
        .challenge = shown->challenge,
        .turn = turn_of(visit, shown, &ways),
        .token = shown->token,
        .media = shown->media,
        .action = page->address,
        .again_path = again_of(visit, page, shown->token),
        .is_playing = shown->is_playing,
        .is_large = shown->is_large,
        .chosen = shown->chosen != NULL ? &shown->chosen->cells : NULL,
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
    reply_page(visit->reply, shown->is_again ? 400 : 200, &html,
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
                     const struct issued *issued)
{
    reply_shown(visit, page,
                &(struct shown){.challenge = &issued->challenge,
                                .claims = &issued->claims,
                                .token = issued->token,
                                .media = issued->media});
}

/* Whether it is one of that site's that a form can answer: nothing works there. */
static bool is_of(const struct scriptless *page, const struct tes_claims *claims)
{
    return tes_slice_equal(claims->site, page->site) && claims->work == 0 &&
           !work_is_claimed(claims);
}

bool scriptless_go_on(struct visit *visit, const struct scriptless *page)
{
    struct judged judged = {.entry = page->entry, .only_kind = page->only_kind};
    struct tes_slice token = http_request_parameter(visit->request, TES_SLICE("wait"));
    if (token.length == 0)
        return false;
    enum outcome verdict = judge_open(visit, token, false, &judged);
    if (verdict != OUTCOME_OK || !is_of(page, &judged.claims))
        return verdict == OUTCOME_OVER_BUDGET;
    reply_shown(visit, page,
                &(struct shown){.challenge = &judged.challenge,
                                .claims = &judged.claims,
                                .token = token,
                                .media = issue_media(visit, &judged.claims, &judged.challenge),
                                .is_playing = wants_play(visit)});
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
    switch (http_body_read(visit->request->arena, type, visit->request->body, NULL, fields)) {
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
    struct judged judged = {.entry = page->entry, .only_kind = page->only_kind};
    struct form_chosen chosen;
    struct shown shown = {.challenge = &judged.challenge,
                          .claims = &judged.claims,
                          .chosen = &chosen,
                          .is_large = wants_large(fields)};
    enum outcome verdict = judge_open(visit, token, false, &judged);
    enum issue_result result = ISSUE_FAILED;
    if (verdict == OUTCOME_OK && !is_of(page, &judged.claims))
        verdict = OUTCOME_FORBIDDEN;
    if (verdict == OUTCOME_OK && !form_fields_chosen(fields, &chosen))
        verdict = OUTCOME_BAD_ANSWER;
    if (verdict == OUTCOME_OK)
        result = issue_extend(visit, judged.challenge.time_limit_s, &judged.claims, &shown.token);
    if (verdict == OUTCOME_OK && result == ISSUE_FAILED)
        verdict = OUTCOME_UNAVAILABLE;
    if (verdict != OUTCOME_OK) {
        reply_verdict_page(visit, verdict, page->address);
        return;
    }
    if (result == ISSUE_USED_UP) /* shown as it was; its button is gone */
        shown.token = token;
    shown.media = issue_media(visit, &judged.claims, &judged.challenge);
    reply_challenge(visit, page, &shown);
}

/* ---------------------------------------------------------------- answers */

enum outcome scriptless_answer(struct visit *visit, const struct scriptless *page,
                               const struct tes_fields *fields, struct tes_slice token,
                               struct judged *judged)
{
    struct tes_slice answer;
    *judged = (struct judged){.entry = page->entry, .only_kind = page->only_kind};
    enum outcome verdict = form_fields_answer(visit, fields, &answer);
    return verdict == OUTCOME_OK ? judge_answer(visit, token, answer, judged) : verdict;
}

/* Whether a form that is no answer to this challenge is one that its visitor can mend. */
static bool is_mended(const struct tes_challenge *challenge, const struct tes_fields *fields)
{
    bool is_puzzle = strcmp(challenge->kind->name, "puzzle") == 0;
    return is_puzzle ? form_fields_lack_moves(fields) : challenge->view.count > 0;
}

bool scriptless_again(struct visit *visit, const struct scriptless *page,
                      const struct tes_fields *fields, struct tes_slice token)
{
    struct judged judged = {.entry = page->entry, .only_kind = page->only_kind};
    struct form_chosen chosen;
    if (!form_fields_chosen(fields, &chosen) ||
        judge_open(visit, token, false, &judged) != OUTCOME_OK || !is_of(page, &judged.claims) ||
        !is_mended(&judged.challenge, fields))
        return false;
    reply_challenge(visit, page,
                    &(struct shown){.challenge = &judged.challenge,
                                    .claims = &judged.claims,
                                    .token = token,
                                    .media = issue_media(visit, &judged.claims, &judged.challenge),
                                    .chosen = &chosen,
                                    .is_again = true,
                                    .is_large = wants_large(fields)});
    return true;
}

bool scriptless_next(struct visit *visit, const struct scriptless *page,
                     const struct judged *judged)
{
    struct issued issued;
    struct issue_order order = judge_next(visit, judged);
    if (issue_challenge(visit, &order, &issued) != ISSUE_DONE)
        return false;
    scriptless_show(visit, page, &issued);
    return true;
}

void scriptless_fail(struct visit *visit, const struct scriptless *page,
                     const struct judged *judged)
{
    struct fallback_who who = fallback_who_claimed(&judged->claims);
    enum fallback_reason reason = fallback_due(visit, &who);
    const struct alternative_for offered = {.site = page->site};
    struct page_ways ways;
    struct message_page message = {
        .message = MESSAGE_INCORRECT, .link_path = page->address, .ways = &ways};
    struct tes_buf review_path = tes_arena_buf(visit->request->arena, CHOSEN_MAX);
    tes_buf_text(&review_path, "/challenge/review");
    language_keep(&review_path, visit->request);
    message.review_path = tes_buf_done(&review_path);
    bool is_taken =
        page->site.length == 0 ||
        alternative_is_offered(visit, alternative_find(TES_SLICE(REVIEW_NAME)), &offered);
    if (reason != FALLBACK_NONE && is_taken && !review_path.failed)
        message.review = review_ticket(visit, judged, reason);
    form_ways_after(visit, page, judged, &ways);
    reply_message_page(visit, 403, &message);
}
