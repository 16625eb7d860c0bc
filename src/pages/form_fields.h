/*
 * form_fields.h: what the fields of a challenge's form say (scriptless.c): an answer, or where that
 * is not whole, what was chosen so far.
 */
#ifndef PAGES_FORM_FIELDS_H
#define PAGES_FORM_FIELDS_H

#include "base/fields.h"
#include "pages/html/picture_page.h"
#include "policy/outcome.h"

struct visit;

/* Brings the fields into one answer: `output`, or `first` and `second`; or `cell`, or those that
 * are ticked. One of these, whole. OUTCOME_OK where there is one to be judged. */
TES_MUST_CHECK enum outcome form_fields_answer(struct visit *visit, const struct tes_fields *fields,
                                               struct tes_slice *answer);

struct form_chosen {
    struct picture_chosen cells;
    struct tes_slice first, second; /* moves, by names that nobody has looked at; empty: none */
};

/* False where a field is too long to be anything. */
TES_MUST_CHECK bool form_fields_chosen(const struct tes_fields *fields, struct form_chosen *chosen);

/* Whether it is the puzzle's own form, which says so with `moves`, without one of its moves or
 * both. What other programs send is no form that somebody looks at: they are told that it is
 * invalid. */
bool form_fields_lack_moves(const struct tes_fields *fields);

#endif
