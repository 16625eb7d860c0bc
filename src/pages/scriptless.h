/*
 * scriptless.h: challenges as forms, for people without JavaScript: shown, waited for, given more
 * time, answered. What comes of a pass is the page's: the gate's (challenge_page.c), or that of
 * sites' forms (form_page.c).
 */
#ifndef PAGES_SCRIPTLESS_H
#define PAGES_SCRIPTLESS_H

#include "base/fields.h"
#include "flow/answer/judge.h"
#include "flow/issue/issue.h"

/* A page with a challenge on it. */
struct scriptless {
    enum issue_entry entry;     /* the form's or the gate's */
    struct tes_slice address;   /* its own, with all that is to be kept; may have a query */
    struct tes_slice only_kind; /* that is shown there; empty: any */
    struct tes_slice site;      /* whose challenges these are; empty: the gate's */
};

/* Shows a challenge that was made, or that there is a while to wait until it can be. */
void scriptless_show(struct visit *visit, const struct scriptless *page,
                     const struct issued *issued);

/* Goes on with the challenge that the visitor has been waiting for, or shows it once more. False
 * where there is none, or none any more: then another is due. */
TES_MUST_CHECK bool scriptless_go_on(struct visit *visit, const struct scriptless *page);

/* Reads a form that was sent, and its token; false where a refusal has been written. */
TES_MUST_CHECK bool scriptless_read(struct visit *visit, const struct scriptless *page,
                                    struct tes_fields *fields, struct tes_slice *token);

/* "More time": the same again, with what was chosen and a later expiry. */
void scriptless_extend(struct visit *visit, const struct scriptless *page,
                       const struct tes_fields *fields, struct tes_slice token);

/* Judges what the form says. Whose challenge it was is for the caller to look at. */
TES_MUST_CHECK enum outcome scriptless_answer(struct visit *visit, const struct scriptless *page,
                                              const struct tes_fields *fields,
                                              struct tes_slice token, struct judged *judged);

/* Shows a challenge again, after a form that was no answer and spent nothing, with what was chosen
 * and what it lacked. False, with nothing written, where nobody could mend it, or it has ended. */
TES_MUST_CHECK bool scriptless_again(struct visit *visit, const struct scriptless *page,
                                     const struct tes_fields *fields, struct tes_slice token);

/* Shows the round that follows on OUTCOME_NEXT; false where it could not be made. */
TES_MUST_CHECK bool scriptless_next(struct visit *visit, const struct scriptless *page,
                                    const struct judged *judged);

/* Tells that it was wrong, which other ways there are, and after a few times that there is a person
 * to ask, where that may be. */
void scriptless_fail(struct visit *visit, const struct scriptless *page,
                     const struct judged *judged);

#endif
