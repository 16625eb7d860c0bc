/*
 * The page for people who fill in a site's form without JavaScript: GET /challenge?sitekey=K shows
 * a challenge that the site takes, POST takes its form. A pass becomes a short code, which they
 * bring to the site's form by hand.
 *
 * The code's page has an address of its own, with the code sealed into it: loaded again it shows
 * the same code, and makes no second one.
 */
#include <stdio.h>
#include <string.h>

#include "base/hostname.h"
#include "flow/accepts.h"
#include "flow/answer/code.h"
#include "flow/answer/review.h"
#include "flow/issue/alternative.h"
#include "flow/issue/choose.h"
#include "flow/issue/escalate.h"
#include "flow/issue/level.h"
#include "flow/issue/page_host.h"
#include "pages/code_reply.h"
#include "pages/form_ways.h"
#include "pages/scriptless.h"
#include "server/app/budget.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

#define LINK_MAX (TES_TOKEN_MAX + 512)

static const struct tes_slice NO_LINK = {NULL, 0};

/* The site whose form it is about. */
struct form {
    struct scriptless page;
    struct tes_slice action;                 /* what the form is for, as its site calls it */
    char hostname[RECORDS_HOSTNAME_MAX + 1]; /* of the form; never empty */
};

/* False where that is no host's name. */
static bool read_host(struct tes_slice host, char name[TES_HOSTNAME_MAX + 1])
{
    return host.length > 0 && tes_hostname_read(host, name) == NULL && name[0] != '*';
}

static bool has_pages_on(const struct visit *visit, const struct form *form, const char *name)
{
    return accepts_is_demo(visit, form->page.site) ||
           sites_check(visit->app->sites, form->page.site, tes_slice_of(name)) == SITES_KNOWN;
}

/* Takes a name for the form's host, where it is one and the site has pages there. */
static bool take_host(const struct visit *visit, struct form *form, struct tes_slice host)
{
    char name[TES_HOSTNAME_MAX + 1];
    bool is_taken = read_host(host, name) && has_pages_on(visit, form, name);
    if (is_taken)
        memcpy(form->hostname, name, sizeof name);
    return is_taken;
}

static struct tes_slice own_host(const struct http_request *request)
{
    return http_host(http_request_header(request, TES_SLICE("host")));
}

/* A host on which the site has no pages. This server's is none: our pages name themselves to
 * nobody, but there are browsers that do not know how to keep that. */
static bool is_foreign(const struct visit *visit, const struct form *form, struct tes_slice host)
{
    char name[TES_HOSTNAME_MAX + 1];
    return read_host(host, name) && !has_pages_on(visit, form, name) &&
           !tes_slice_equal_nocase(host, own_host(visit->request));
}

/* Whether another site's page sends the visitor: a code that is earned for it must not be told as
 * earned on this site's pages. */
static bool comes_from_another_site(const struct visit *visit, const struct form *form)
{
    return is_foreign(visit, form, http_request_parameter(visit->request, TES_SLICE("from"))) ||
           is_foreign(visit, form, page_host(visit->request));
}

/* Where the form is: the page that the visitor comes from, now or at first; where that is not told,
 * the site's first host, and where it names none, this server's. True where the visitor said so:
 * then it is kept. */
static bool find_host(const struct visit *visit, struct form *form)
{
    const struct http_request *request = visit->request;
    if (take_host(visit, form, http_request_parameter(request, TES_SLICE("from"))) ||
        take_host(visit, form, page_host(request)))
        return true;
    if (sites_first_host(visit->app->sites, form->page.site, form->hostname))
        return false;
    if (!take_host(visit, form, own_host(request)))
        snprintf(form->hostname, sizeof form->hostname, "localhost");
    return false;
}

/* An action is the site's own word, as in POST /v1/challenge; what can't be one is none. */
static struct tes_slice read_action(const struct visit *visit)
{
    struct tes_slice action = http_request_parameter(visit->request, TES_SLICE("action"));
    return action.length <= ISSUE_ACTION_MAX && tes_slice_is_word(action) ? action : NO_LINK;
}

/* Finds out which site it is about; false where there is none, and nothing is told. */
static bool open_form(struct visit *visit, struct form *form)
{
    struct sites_wishes wishes;
    struct tes_slice sitekey = http_request_parameter(visit->request, TES_SLICE("sitekey"));
    *form = (struct form){.page = {.entry = ISSUE_ENTRY_FORM, .site = sitekey},
                          .action = read_action(visit)};
    bool is_site = accepts_is_demo(visit, sitekey) ||
                   (sitekey.length > 0 && sites_wishes(visit->app->sites, sitekey, &wishes));
    if (!is_site || !visit->config->challenge_enabled) {
        reply_message(visit, 404, MESSAGE_NOT_FOUND, NO_LINK);
        return false;
    }
    visit->theme = sites_theme(visit->app->sites, sitekey);
    bool is_said = find_host(visit, form);
    struct tes_buf address = tes_arena_buf(visit->request->arena, LINK_MAX);
    tes_buf_text(&address, "/challenge?sitekey=");
    tes_buf_slice(&address, sitekey);
    if (is_said) {
        tes_buf_text(&address, "&from=");
        tes_buf_text(&address, form->hostname);
    }
    if (form->action.length > 0) {
        tes_buf_text(&address, "&action=");
        tes_buf_slice(&address, form->action);
    }
    language_keep(&address, visit->request);
    form->page.address = tes_buf_done(&address);
    budget_of_site(visit, sitekey);
    if (address.failed)
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
    return !address.failed;
}

/* ----------------------------------------------------------------- showing */

/* Chooses what is asked: what the visitor wants of the ways that are forms; else what the site asks
 * of everybody, and where it asks nothing, the first of these ways that it takes. */
static enum choose_result choose(struct visit *visit, struct issue_order *order)
{
    struct tes_slice wanted = http_request_parameter(visit->request, TES_SLICE("alternative"));
    const struct issue_order fresh = *order;
    enum choose_result result = CHOOSE_NOT_OFFERED;
    for (size_t i = 0; form_ways_names[i] != NULL; i++)
        if (tes_slice_equal(wanted, tes_slice_of(form_ways_names[i])))
            result = choose_challenge(visit, wanted, order);
    if (result == CHOOSE_NOT_OFFERED) {
        *order = fresh;
        result = choose_challenge(visit, NO_LINK, order);
    }
    for (size_t i = 0; result == CHOOSE_UNKNOWN_KIND && form_ways_names[i] != NULL; i++) {
        *order = fresh;
        if (choose_challenge(visit, tes_slice_of(form_ways_names[i]), order) == CHOOSE_DONE)
            result = CHOOSE_DONE;
    }
    return result;
}

/* Nothing that the site takes is a form. Where it takes a person's word, there is one to ask: with
 * the token of a challenge that nobody is shown. */
static void reply_nothing(struct visit *visit, const struct form *form, struct issue_order order)
{
    const struct alternative_for who = {.site = form->page.site};
    struct message_page message = {.message = MESSAGE_NEEDS_SCRIPT};
    struct tes_buf path = tes_arena_buf(visit->request->arena, 128);
    struct issued issued;
    order.is_work = true;
    order.kind = TES_SLICE("pow");
    order.alternative = NO_LINK;
    if (!budget_take(visit, BUDGET_CHALLENGE))
        return;
    tes_buf_text(&path, "/challenge/review");
    language_keep(&path, visit->request);
    if (alternative_is_offered(visit, alternative_find(TES_SLICE(REVIEW_NAME)), &who) &&
        issue_challenge(visit, &order, &issued) == ISSUE_DONE && !path.failed) {
        message.review = issued.token;
        message.review_path = tes_buf_done(&path);
    }
    reply_message_page(visit, 200, &message);
}

static void show_new(struct visit *visit, const struct form *form, struct issue_order *order)
{
    struct issued issued;
    enum choose_result result = choose(visit, order);
    if (result == CHOOSE_UNKNOWN_KIND) {
        reply_nothing(visit, form, *order);
        return;
    }
    if (result == CHOOSE_DONE && !choose_pay(visit, order))
        return;
    if (result == CHOOSE_DONE)
        order->terms = escalate_terms(visit, order);
    if (result != CHOOSE_DONE || issue_challenge(visit, order, &issued) != ISSUE_DONE) {
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
        return;
    }
    scriptless_show(visit, &form->page, &issued);
}

/* False for what a page of another site loads as a picture of its own, or has its browser load
 * ahead of time, or otherwise behind its visitors' backs: that must not use up what their network
 * may have of this site. Browsers that don't say it are taken to open the page. */
static bool is_opened(const struct visit *visit)
{
    static const struct tes_slice AHEAD[] = {TES_SLICE_INIT("sec-purpose"),
                                             TES_SLICE_INIT("purpose"), TES_SLICE_INIT("x-purpose"),
                                             TES_SLICE_INIT("x-moz")};
    struct tes_slice use = http_request_header(visit->request, TES_SLICE("sec-fetch-dest"));
    for (size_t i = 0; i < sizeof AHEAD / sizeof AHEAD[0]; i++)
        if (http_request_header(visit->request, AHEAD[i]).length > 0)
            return false;
    return use.length == 0 || tes_slice_equal(use, TES_SLICE("document"));
}

/* Whether who solves the challenge could have a code for it: else nobody need try. Where they have
 * had too many, what is written after this says so. */
static bool can_have_code(struct visit *visit)
{
    if (!budget_has(visit, BUDGET_CODE))
        return false;
    if (records_is_lost(visit->app->records)) {
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
        return false;
    }
    return true;
}

void handle_form_page_get(struct visit *visit)
{
    struct form form;
    if (!is_opened(visit)) {
        reply_message(visit, 403, MESSAGE_FORBIDDEN, NO_LINK);
        return;
    }
    if (!open_form(visit, &form) || code_reply_again(visit, &form.page))
        return;
    struct issue_order order = {
        .entry = form.page.entry,
        .site = form.page.site,
        .hostname = tes_slice_of(form.hostname),
        .action = form.action,
        .language = language_of(visit->config, visit->request)->tag,
        .may_choose =
            visit->config->challenge_client_may_choose || accepts_is_demo(visit, form.page.site),
    };
    if (order.may_choose)
        order.kind = http_request_parameter(visit->request, TES_SLICE("type"));
    if (scriptless_go_on(visit, &form.page))
        return;
    if (comes_from_another_site(visit, &form))
        reply_message(visit, 403, MESSAGE_WRONG_HOST, NO_LINK);
    else if (can_have_code(visit) && level_choose(visit, &order))
        show_new(visit, &form, &order);
}

/* ------------------------------------------------------------------ answers */

/* A challenge of another site's form is worth nothing here. */
static void answer_form(struct visit *visit, const struct scriptless *page,
                        const struct tes_fields *fields, struct tes_slice token)
{
    struct judged judged;
    struct tes_claims pass;
    enum outcome verdict = scriptless_answer(visit, page, fields, token, &judged);
    if (visit->is_hopping)
        return;
    bool is_decided =
        verdict == OUTCOME_OK || verdict == OUTCOME_NEXT || verdict == OUTCOME_INCORRECT;
    if (is_decided && !tes_slice_equal(judged.claims.site, page->site))
        verdict = OUTCOME_FORBIDDEN;
    if ((verdict == OUTCOME_NEXT && scriptless_next(visit, page, &judged)) ||
        (verdict == OUTCOME_BAD_ANSWER && scriptless_again(visit, page, fields, token)))
        return;
    if (verdict == OUTCOME_INCORRECT)
        scriptless_fail(visit, page, &judged);
    else if (verdict == OUTCOME_OK && judge_claims(visit, &judged, &pass))
        code_reply_first(visit, page, &pass);
    else
        reply_verdict_page(visit, verdict == OUTCOME_OK ? OUTCOME_UNAVAILABLE : verdict,
                           page->address);
}

void handle_form_page_post(struct visit *visit)
{
    struct form form;
    struct tes_fields fields;
    struct tes_slice token;
    if (!open_form(visit, &form) || !scriptless_read(visit, &form.page, &fields, &token))
        return;
    if (tes_fields_find(&fields, TES_SLICE("more-time")) != NULL)
        scriptless_extend(visit, &form.page, &fields, token);
    else
        answer_form(visit, &form.page, &fields, token);
}
