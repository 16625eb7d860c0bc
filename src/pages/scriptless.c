#include "pages/scriptless.h"

#include <string.h>

#include "challenge/types/puzzle.h"
#include "flow/answer/review.h"
#include "flow/issue/alternative.h"
#include "flow/work.h"
#include "http/message/form.h"
#include "pages/form_fields.h"
#include "pages/html/puzzle_page.h"
#include "server/app/reply.h"

#define LINK_MAX        ((size_t)2 * TES_TOKEN_MAX)
#define REVIEW_PATH_MAX 128

static const struct tes_slice NO_LINK = {NULL, 0};

const struct tes_slice scriptless_ways[SCRIPTLESS_WAYS] = {
    TES_SLICE_INIT("still"), TES_SLICE_INIT("puzzle"), TES_SLICE_INIT("audio")};
static const enum word WAY_WORDS[SCRIPTLESS_WAYS] = {WORD_WAY_STILL, WORD_WAY_PUZZLE,
                                                     WORD_WAY_AUDIO};

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

static bool is_moving(const struct tes_challenge *challenge)
{
    return challenge->view.animation_ms > 0;
}

static bool is_puzzle(const struct tes_challenge *challenge)
{
    return strcmp(challenge->kind->name, "puzzle") == 0;
}

/* The alternatives that a site's visitor may take in place of a challenge (NULL: of any), as links
 * to the same page. The gate's page has none. */
static struct page_ways find_ways(struct visit *visit, const struct scriptless *page,
                                  const struct tes_challenge *challenge, bool is_still)
{
    const struct alternative_for who = {
        .language = language_of(visit->config, visit->request)->tag,
        .challenge = challenge,
        .is_still = is_still,
    };
    struct page_ways ways = {.count = 0};
    for (size_t i = 0; page->site.length > 0 && i < SCRIPTLESS_WAYS; i++) {
        struct tes_buf path = tes_arena_buf(visit->request->arena, LINK_MAX);
        tes_buf_slice(&path, page->address);
        tes_buf_text(&path, "&alternative=");
        tes_buf_slice(&path, scriptless_ways[i]);
        if (path.failed ||
            !alternative_is_offered(visit, alternative_find(scriptless_ways[i]), &who))
            continue;
        ways.items[ways.count].word = WAY_WORDS[i];
        ways.items[ways.count++].path = tes_buf_done(&path);
    }
    return ways;
}

static void reply_challenge(struct visit *visit, const struct scriptless *page,
                            const struct shown *shown)
{
    static const struct form_chosen NOTHING;
    const struct tes_challenge *challenge = shown->challenge;
    const struct form_chosen *chosen = shown->chosen != NULL ? shown->chosen : &NOTHING;
    const struct words *words = language_of(visit->config, visit->request);
    const struct page_ways ways = find_ways(visit, page, challenge, !is_moving(challenge));
    const struct page_turn turn = {
        .words = words,
        .theme = visit->site->policy.theme,
        .round = (unsigned)shown->claims->round,
        .rounds = (unsigned)shown->claims->rounds_most,
        .seconds_left = (unsigned)((shown->claims->expires_at_ms - visit->now_ms) / 1000),
        .extendable = issue_extensions_left(visit, shown->claims) > 0,
        .ways = &ways,
        .is_again = shown->is_again,
    };
    struct tes_buf html = tes_arena_buf(visit->request->arena, PAGE_MAX);
    if (is_puzzle(challenge))
        puzzle_page_write(&html, &(struct puzzle_page){
                                     .puzzle = tes_puzzle_of(challenge),
                                     .turn = turn,
                                     .token = shown->token,
                                     .action = page->address,
                                     .new_path = page->address,
                                     .first = chosen->first,
                                     .second = chosen->second,
                                 });
    else
        picture_page_write(&html, &(struct picture_page){
                                      .challenge = challenge,
                                      .turn = turn,
                                      .token = shown->token,
                                      .media = shown->media,
                                      .action = page->address,
                                      .again_path = again_of(visit, page, shown->token),
                                      .is_playing = shown->is_playing,
                                      .is_large = shown->is_large,
                                      .chosen = &chosen->cells,
                                  });
    reply_page(visit->reply, shown->is_again ? 400 : 200, &html, words);
    reply_truth(visit, challenge);
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

void scriptless_issue(struct visit *visit, const struct scriptless *page,
                      const struct issue_order *order)
{
    struct issued issued;
    if (issue_challenge(visit, order, &issued) != ISSUE_DONE)
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
    else
        reply_shown(visit, page,
                    &(struct shown){.challenge = &issued.challenge,
                                    .claims = &issued.claims,
                                    .token = issued.token,
                                    .media = issued.media});
}

/* ------------------------------------------------------- a challenge that is back */

/* Opens it: OUTCOME_FORBIDDEN where it is another site's, or no form can answer it: nothing works
 * there. */
static enum outcome open_challenge(struct visit *visit, const struct scriptless *page,
                                   struct tes_slice token, struct judged *judged)
{
    *judged = (struct judged){.entry = page->entry, .only_kind = page->only_kind};
    enum outcome verdict = judge_open(visit, token, false, judged);
    const struct tes_claims *claims = &judged->claims;
    bool is_ours = verdict != OUTCOME_OK || (tes_slice_equal(claims->site, page->site) &&
                                             claims->work == 0 && !work_is_claimed(claims));
    return is_ours ? verdict : OUTCOME_FORBIDDEN;
}

static struct shown shown_of(struct visit *visit, const struct judged *judged,
                             struct tes_slice token)
{
    return (struct shown){.challenge = &judged->challenge,
                          .claims = &judged->claims,
                          .token = token,
                          .media = issue_media(visit, &judged->claims, &judged->challenge)};
}

bool scriptless_go_on(struct visit *visit, const struct scriptless *page)
{
    struct judged judged;
    struct tes_slice token = http_request_parameter(visit->request, TES_SLICE("wait"));
    if (token.length == 0)
        return false;
    enum outcome verdict = open_challenge(visit, page, token, &judged);
    if (verdict != OUTCOME_OK) {
        visit_set_site(visit, page->site); /* the token's may be another */
        return verdict == OUTCOME_OVER_BUDGET;
    }
    struct shown shown = shown_of(visit, &judged, token);
    shown.is_playing = http_request_parameter(visit->request, TES_SLICE("play")).length > 0;
    reply_shown(visit, page, &shown);
    return true;
}

/* ----------------------------------------------------------------- a form that was sent */

/* Reads it and its token; false where a refusal has been written. */
static bool read_form(struct visit *visit, const struct scriptless *page, struct tes_fields *fields,
                      struct tes_slice *token)
{
    struct tes_slice type = http_request_header(visit->request, TES_SLICE("content-type"));
    if (!http_media_type_is(type, TES_SLICE("application/x-www-form-urlencoded")) &&
        !http_media_type_is(type, TES_SLICE("multipart/form-data"))) {
        reply_message(visit, 415, MESSAGE_INVALID, page->address);
        return false;
    }
    enum tes_status status =
        http_body_read(visit->request->arena, type, visit->request->body, NULL, fields);
    /* A token that is missing or too long is one that was not sealed by us. */
    if (status == TES_OK && !tes_fields_text(fields, TES_SLICE("seed"), TES_TOKEN_MAX, token))
        *token = (struct tes_slice){"", 0};
    if (status == TES_NO_MEMORY)
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, page->address);
    else if (status != TES_OK)
        reply_message(visit, 400, MESSAGE_INVALID, page->address);
    return status == TES_OK;
}

static bool wants_large(const struct tes_fields *fields)
{
    return tes_fields_find(fields, TES_SLICE("large")) != NULL;
}

/* "More time": the same again, with what was chosen and a later expiry. */
static void extend_time(struct visit *visit, const struct scriptless *page,
                        const struct tes_fields *fields, struct tes_slice token)
{
    struct judged judged;
    struct form_chosen chosen;
    struct tes_slice later = token;
    enum outcome verdict = open_challenge(visit, page, token, &judged);
    if (verdict == OUTCOME_OK && !form_fields_chosen(fields, &chosen))
        verdict = OUTCOME_BAD_ANSWER;
    if (verdict == OUTCOME_OK) {
        enum issue_result result =
            issue_extend(visit, judged.challenge.time_limit_s, &judged.claims, &later);
        if (result == ISSUE_USED_UP) /* shown as it was; its button is gone */
            later = token;
        else if (result != ISSUE_DONE)
            verdict = OUTCOME_UNAVAILABLE;
    }
    if (verdict != OUTCOME_OK) {
        reply_verdict_page(visit, verdict, page->address);
        return;
    }
    struct shown shown = shown_of(visit, &judged, later);
    shown.chosen = &chosen;
    shown.is_large = wants_large(fields);
    reply_challenge(visit, page, &shown);
}

/* Shows a challenge again, after a form that was no answer and spent nothing, with what was chosen
 * and what it lacked. False, with nothing written, where nobody could mend it, or it has ended. */
static bool show_again(struct visit *visit, const struct scriptless *page,
                       const struct tes_fields *fields, struct tes_slice token)
{
    struct judged judged;
    struct form_chosen chosen;
    if (!form_fields_chosen(fields, &chosen) ||
        open_challenge(visit, page, token, &judged) != OUTCOME_OK)
        return false;
    if (is_puzzle(&judged.challenge) ? !form_fields_lack_moves(fields)
                                     : judged.challenge.view.count == 0)
        return false;
    struct shown shown = shown_of(visit, &judged, token);
    shown.chosen = &chosen;
    shown.is_again = true;
    shown.is_large = wants_large(fields);
    reply_challenge(visit, page, &shown);
    return true;
}

bool scriptless_may_review(struct visit *visit, const struct scriptless *page,
                           struct message_page *message)
{
    const struct alternative_for who = {.is_still = false};
    struct tes_buf path = tes_arena_buf(visit->request->arena, REVIEW_PATH_MAX);
    tes_buf_text(&path, "/challenge/review");
    language_keep(&path, visit->request);
    message->review_path = tes_buf_done(&path);
    return !path.failed &&
           (page->site.length == 0 ||
            alternative_is_offered(visit, alternative_find(TES_SLICE(REVIEW_NAME)), &who));
}

/* Says that it was wrong, which alternatives there are, and after a few times that there is a
 * person to ask, where that may be. */
static void reply_fail(struct visit *visit, const struct scriptless *page,
                       const struct judged *judged)
{
    struct fallback_who who = fallback_who_claimed(&judged->claims);
    enum fallback_reason reason = fallback_due(visit, &who);
    bool was_still = tes_slice_equal(judged->claims.alternative, TES_SLICE("still"));
    /* A new challenge may be any, so the alternative that was taken is offered as well. */
    const struct page_ways ways =
        find_ways(visit, page, NULL, !was_still && !is_moving(&judged->challenge));
    struct message_page message = {
        .message = MESSAGE_INCORRECT, .link_path = page->address, .ways = &ways};
    if (scriptless_may_review(visit, page, &message) && reason != FALLBACK_NONE)
        message.review = review_ticket(visit, judged, reason);
    reply_message_page(visit, 403, &message);
}

static void answer_form(struct visit *visit, const struct scriptless *page,
                        const struct tes_fields *fields, struct tes_slice token)
{
    struct judged judged = {.entry = page->entry, .only_kind = page->only_kind};
    struct tes_slice answer;
    enum outcome verdict = form_fields_answer(visit, fields, &answer);
    if (verdict == OUTCOME_OK)
        verdict = judge_answer(visit, token, answer, &judged);
    bool is_decided =
        verdict == OUTCOME_OK || verdict == OUTCOME_NEXT || verdict == OUTCOME_INCORRECT;
    /* A challenge of another site's form is worth nothing here. */
    if (is_decided && !tes_slice_equal(judged.claims.site, page->site))
        verdict = OUTCOME_FORBIDDEN;
    if (verdict == OUTCOME_NEXT) {
        struct issue_order order = judge_next(visit, &judged);
        scriptless_issue(visit, page, &order);
    } else if (verdict == OUTCOME_INCORRECT) {
        judged.claims.return_path = page->onward;
        reply_fail(visit, page, &judged);
    } else if (verdict == OUTCOME_OK) {
        page->pass(visit, page, &judged);
    } else if (verdict != OUTCOME_BAD_ANSWER || !show_again(visit, page, fields, token)) {
        reply_verdict_page(visit, verdict, page->address);
    }
}

void scriptless_post(struct visit *visit, const struct scriptless *page)
{
    struct tes_fields fields;
    struct tes_slice token;
    if (!read_form(visit, page, &fields, &token))
        return;
    if (tes_fields_find(&fields, TES_SLICE("more-time")) != NULL)
        extend_time(visit, page, &fields, token);
    else
        answer_form(visit, page, &fields, token);
}
