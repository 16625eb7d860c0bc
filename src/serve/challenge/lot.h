/*
 * lot.h: which type of challenge somebody gets who may not choose.
 *
 * It is picked by the site, the visitor's network and the time: whoever asks again, after a wrong
 * answer, in another language or as somebody else, gets the same type, and no number of tries
 * brings the one that they would like. Nothing is kept for it, and all servers that share a secret
 * agree.
 */
#ifndef SERVE_LOT_H
#define SERVE_LOT_H

#include "serve/app/app.h"

/* A network's type stays for so long: no challenge lives longer unless it is extended. Each network
 * has a beginning of its own. */
#define LOT_WINDOW_S 300

/* What is said of a config where lot_has_weak_only(). */
#define LOT_WEAK_TEXT                                                                              \
    "challenge.types: programs solve each of these; they are picked by lot for want of others"

/* Picks one of the enabled types for this visit; `difficulty` 0: medium. Where `is_free` is set,
 * each visit picks anew: for those who could choose, too. An empty kind where none is enabled.
 * False where it could not be picked. */
TES_MUST_CHECK bool lot_pick(struct visit *visit, struct tes_slice site,
                             enum tes_difficulty difficulty, bool is_free, struct tes_slice *kind);

/* Picks another type than lot_pick() has for this visit, for somebody who fails that one: one that
 * programs pass no more often, and the same one for as long as the window lasts, so that failing on
 * purpose brings nothing weaker and no third try. An empty kind where there is none such. False
 * where it could not be picked. */
TES_MUST_CHECK bool lot_pick_other(struct visit *visit, struct tes_slice site,
                                   enum tes_difficulty difficulty, struct tes_slice *kind);

/* A further round: its number, 2 to 9, and the kind of the one before. */
struct lot_round {
    unsigned number;
    struct tes_slice than;
};

/* Picks the type of a further round: another than the round before had, where there is one. The
 * same for as long as the window lasts, so that nobody gains by leaving and beginning anew. An
 * empty kind where none is enabled. False where it could not be picked. */
TES_MUST_CHECK bool lot_pick_round(struct visit *visit, struct tes_slice site,
                                   enum tes_difficulty difficulty, const struct lot_round *round,
                                   struct tes_slice *kind);

/* Whether none of the enabled types is strong enough to be picked by lot at the default difficulty.
 * All of them are picked from then: a site without a challenge would be worse. */
bool lot_has_weak_only(const struct config *config);

#endif
