/*
 * The gate's page with a puzzle, for people without JavaScript: GET shows it, POST takes the form.
 *
 * GET is for test mode and for visitors that policy has sent here, who carry a ticket; anyone else
 * finds nothing, and so does everybody where challenges are turned off. The ticket goes along with
 * the form, so that the way back is not lost.
 */
#include "flow/answer/clearance.h"
#include "flow/issue/escalate.h"
#include "pages/scriptless.h"
#include "server/app/budget.h"
#include "server/app/handlers.h"
#include "server/app/reply.h"

#define LINK_MAX (TES_TOKEN_MAX + 64)

static const struct tes_slice NO_LINK = {NULL, 0};

static void let_through(struct visit *visit, const struct scriptless *page,
                        const struct judged *judged)
{
    (void)judged;
    bool is_given = clearance_give(visit);
    reply_verdict_page(visit, is_given ? OUTCOME_OK : OUTCOME_UNAVAILABLE,
                       is_given ? page->onward : page->address);
}

/* The page for this visitor: with a fresh ticket where they came with one. False where that could
 * not be made, and 503 has been written. */
static bool open_page(struct visit *visit, struct clearance_ticket *ticket, struct scriptless *page)
{
    bool is_known = clearance_read_ticket(visit, ticket);
    struct tes_buf address = tes_arena_buf(visit->request->arena, LINK_MAX);
    tes_buf_text(&address, "/challenge/puzzle");
    if (is_known && ticket->valid) {
        struct tes_slice fresh = issue_ticket(visit, ticket->claims.return_path);
        tes_buf_slice(&address, TES_SLICE("?ticket="));
        tes_buf_slice(&address, fresh);
        address.failed = address.failed || fresh.at == NULL;
    }
    language_keep(&address, visit->request);
    *page = (struct scriptless){
        .entry = ISSUE_ENTRY_GATE,
        .address = tes_buf_done(&address),
        .only_kind = TES_SLICE("puzzle"),
        .onward = ticket->valid ? ticket->claims.return_path : NO_LINK,
        .pass = let_through,
    };
    if (is_known && !address.failed)
        return true;
    reply_message(visit, 503, MESSAGE_UNAVAILABLE, NO_LINK);
    return false;
}

void handle_puzzle_page_get(struct visit *visit)
{
    struct clearance_ticket ticket;
    struct scriptless page;
    struct issue_order order = {.entry = ISSUE_ENTRY_GATE, .kind = TES_SLICE("puzzle")};
    if (!open_page(visit, &ticket, &page))
        return;
    if (!visit->config->challenge_enabled ||
        (!visit->config->challenge_test_mode && !ticket.valid)) {
        reply_message(visit, 404, MESSAGE_NOT_FOUND, NO_LINK);
        return;
    }
    if (scriptless_go_on(visit, &page) || !escalate_may_pass(visit) ||
        !budget_take(visit, BUDGET_CHALLENGE))
        return;
    order.terms = escalate_terms(visit, &order);
    scriptless_issue(visit, &page, &order);
}

void handle_puzzle_page_post(struct visit *visit)
{
    struct clearance_ticket ticket;
    struct scriptless page;
    if (open_page(visit, &ticket, &page))
        scriptless_post(visit, &page);
}
