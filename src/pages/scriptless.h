/*
 * scriptless.h: challenges as forms, for people without JavaScript: shown, waited for, given more
 * time, answered. What comes of a pass is the page's: the gate's (challenge_page.c), or that of
 * sites' forms (form_page.c).
 */
#ifndef PAGES_SCRIPTLESS_H
#define PAGES_SCRIPTLESS_H

#include "flow/answer/judge.h"
#include "flow/issue/issue.h"
#include "pages/html/message_page.h"

/* A page with a challenge on it. */
struct scriptless {
    enum issue_entry entry;     /* the form's or the gate's */
    struct tes_slice address;   /* its own, with all that is to be kept; may have a query */
    struct tes_slice only_kind; /* that is shown there; empty: any */
    struct tes_slice site;      /* whose challenges these are; empty: the gate's */
    struct tes_slice onward;    /* where the gate's visitor was going; may be empty */
    /* Replies to a right answer. */
    void (*pass)(struct visit *visit, const struct scriptless *page, const struct judged *judged);
};

/* The alternatives that are forms as well, in the order in which they are offered. */
enum { SCRIPTLESS_WAYS = 3 };
extern const struct tes_slice scriptless_ways[SCRIPTLESS_WAYS];

/* Issues what is ordered and shows it, or that there is a while to wait until it can be answered;
 * 503 where it could not be issued. */
void scriptless_issue(struct visit *visit, const struct scriptless *page,
                      const struct issue_order *order);

/* Goes on with the challenge that the visitor has been waiting for, or shows it once more. False
 * where there is none, or none any more: then another is due. */
TES_MUST_CHECK bool scriptless_go_on(struct visit *visit, const struct scriptless *page);

/* Handles the form that was sent: judges its answer, shows what follows, or gives more time. */
void scriptless_post(struct visit *visit, const struct scriptless *page);

/* Sets where the message's button asks for a person; false where the page's site, or the gate,
 * takes no person's word. */
TES_MUST_CHECK bool scriptless_may_review(struct visit *visit, const struct scriptless *page,
                                          struct message_page *message);

#endif
