/*
 * legend.h: the transforms to choose from, as picture cards. A card is the label of a radio button,
 * so that legend and choice are one thing. Each picture is made by the transform it explains.
 */
#ifndef PAGES_LEGEND_H
#define PAGES_LEGEND_H

#include "server/words/words.h"

/* Appends one <symbol id="move-SLUG"> for each of the first `count` transforms, composed of symbols
 * that the page's template must hold: `lattice`, `tile-black`, `tile-pink`, and `glyph-SLUG`, the
 * sign in the middle. */
void legend_write_pictures(struct tes_buf *html, unsigned count);

struct legend {
    const char *name; /* of the radio group; trusted HTML */
    const struct words *words;
    unsigned count;          /* of the transforms that are offered */
    struct tes_slice chosen; /* the slug of the one that is checked; empty: none */
};

/* Appends the cards of one radio group. */
void legend_write_cards(struct tes_buf *html, const struct legend *legend);

#endif
