/*
 * The gate's page with a puzzle, for people without JavaScript: GET shows it, POST takes the form.
 *
 * GET is for test mode and for visitors that policy has sent here, who carry a ticket; anyone else
 * finds nothing, and so does everybody where challenges are turned off. The ticket goes along with
 * the form, so that the way back is not lost.
 */
#include "flow/issue/escalate.h"
#include "gate/gate.h"
#include "pages/scriptless.h"
#include "server/app/budget.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

#define LINK_MAX (TES_TOKEN_MAX + 64)

static const struct tes_slice NO_LINK = {NULL, 0};

/* The page for this visitor: with a fresh ticket where they came with one. Its address is at NULL
 * where that could not be made. */
static struct scriptless page_of(struct visit *visit, const struct gate_ticket *ticket)
{
    struct tes_buf address = tes_arena_buf(visit->request->arena, LINK_MAX);
    tes_buf_text(&address, "/challenge/puzzle");
    if (ticket->valid) {
        struct tes_slice fresh = issue_ticket(visit, ticket->claims.return_path);
        tes_buf_slice(&address, TES_SLICE("?ticket="));
        tes_buf_slice(&address, fresh);
        address.failed = address.failed || fresh.at == NULL;
    }
    language_keep(&address, visit->request);
    return (struct scriptless){
        .address = address.failed ? NO_LINK : tes_buf_done(&address),
        .entry = ISSUE_ENTRY_GATE,
        .only_kind = TES_SLICE("puzzle"),
    };
}

void handle_puzzle_page_get(struct visit *visit)
{
    struct gate_ticket ticket;
    struct issued issued;
    struct issue_order order = {.entry = ISSUE_ENTRY_GATE, .kind = TES_SLICE("puzzle")};
    struct scriptless page = {.address = NO_LINK};
    bool is_known = gate_ticket_read(visit, &ticket);
    bool is_shown =
        visit->config->challenge_enabled && (visit->config->challenge_test_mode || ticket.valid);
    if (is_known && !is_shown) {
        reply_message(visit, 404, MESSAGE_NOT_FOUND, NO_LINK);
        return;
    }
    if (is_known)
        page = page_of(visit, &ticket);
    if (page.address.at != NULL && (scriptless_go_on(visit, &page) || !escalate_may_pass(visit) ||
                                    !budget_take(visit, BUDGET_CHALLENGE)))
        return;
    if (page.address.at != NULL)
        order.terms = escalate_terms(visit, &order);
    if (page.address.at == NULL || issue_challenge(visit, &order, &issued) != ISSUE_DONE)
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
    else
        scriptless_show(visit, &page, &issued);
}

static void answer_form(struct visit *visit, const struct scriptless *page,
                        const struct tes_fields *fields, struct tes_slice token,
                        const struct gate_ticket *ticket)
{
    struct judged judged;
    struct tes_slice onward = ticket->valid ? ticket->claims.return_path : NO_LINK;
    enum outcome verdict = scriptless_answer(visit, page, fields, token, &judged);
    if (verdict == OUTCOME_OK && !gate_set_cookie(visit))
        verdict = OUTCOME_UNAVAILABLE;
    if ((verdict == OUTCOME_NEXT && scriptless_next(visit, page, &judged)) ||
        (verdict == OUTCOME_BAD_ANSWER && scriptless_again(visit, page, fields, token)))
        return;
    if (verdict == OUTCOME_INCORRECT) {
        judged.claims.return_path = onward;
        scriptless_fail(visit, page, &judged);
        return;
    }
    reply_verdict_page(visit, verdict, verdict == OUTCOME_OK ? onward : page->address);
}

void handle_puzzle_page_post(struct visit *visit)
{
    struct tes_slice token;
    struct tes_fields fields;
    struct gate_ticket ticket;
    struct scriptless page = {.address = NO_LINK};
    if (gate_ticket_read(visit, &ticket))
        page = page_of(visit, &ticket);
    if (page.address.at == NULL)
        reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
    else if (!scriptless_read(visit, &page, &fields, &token))
        return;
    else if (tes_fields_find(&fields, TES_SLICE("more-time")) != NULL)
        scriptless_extend(visit, &page, &fields, token);
    else
        answer_form(visit, &page, &fields, token, &ticket);
}
