/*
 * type_select.h: which type of challenge somebody gets who may not choose: one that the site asks
 * (accepts.h). Each that can be picked has an equal share: all that the site lists (`tessera site
 * set NAME --types`); or those of challenge.types that are strong enough. Where that list has every
 * type, as it has by default, types that scripts pass each time come only where nothing else is.
 *
 * It is picked by the site, the visitor's network and the time: whoever asks again, after a wrong
 * answer, in another language or as somebody else, gets the same type, and no number of tries
 * brings the one that they would like. Nothing is kept for it, and all servers that share a secret
 * agree.
 */
#ifndef FLOW_TYPE_SELECT_H
#define FLOW_TYPE_SELECT_H

#include "flow/issue/issue.h"

/* A network's type stays for so long: no challenge lives longer unless it is extended. Each network
 * has a beginning of its own. */
#define TYPE_SELECT_WINDOW_S 300

/* Whether a site that asks and takes this gives a challenge to visitors of that level who ask for
 * none in particular: one of its types, or as "still" where it takes that. */
bool type_select_can_issue(const struct config *config, const struct accept *accept,
                           enum tes_difficulty level);

/* Whether a site without settings of its own does; false with a message for people. */
TES_MUST_CHECK bool type_select_check(const struct config *config, struct tes_error *error);

/* What is said of a config where type_select_is_weak(). */
#define TYPE_SELECT_WEAK_TEXT                                                                      \
    "challenge.types: none of these is as strong as challenge.strength says: they are asked as "   \
    "the alternative \"still\", on its budget; challenge.strength: friction asks them as they are"

/* Picks one of the types for this visit into order->kind, which is empty. With order->may_choose
 * each visit picks anew: for those who could choose, too. A further round gets another type than
 * the one before, where there is one; the same for as long as the window lasts, so that nobody
 * gains by leaving and beginning anew. The kind stays empty where there is none. False where it
 * could not be picked. */
TES_MUST_CHECK bool type_select(struct visit *visit, struct issue_order *order);

/* The same for those who want no motion, or where no type is strong enough: one that stands still,
 * whatever strength the site wants. */
TES_MUST_CHECK bool type_select_still(struct visit *visit, struct issue_order *order);

/* Whether type_select_still() would find one at medium difficulty. */
bool type_select_has_still(const struct visit *visit);

/* Picks another type than type_select() has for this visit, for somebody who fails that one: one
 * that is no weaker, and the same one for as long as the window lasts, so that failing on purpose
 * brings nothing weaker and no third try. */
TES_MUST_CHECK bool type_select_other(struct visit *visit, struct issue_order *order);

/* Whether a site that takes this has something to ask at that level, under that config. */
bool type_select_has_any(const struct config *config, const struct accept *accept,
                         enum tes_difficulty level);

/* Whether none of the enabled types is as strong, at the default difficulty, as the config wants.
 */
bool type_select_is_weak(const struct config *config);

/* Writes the types that a shortened challenge.types lists and that are weaker than
 * challenge.strength, with commas between them; nothing where the list has every type. */
void type_select_write_weak(const struct config *config, struct tes_buf *names);

#endif
