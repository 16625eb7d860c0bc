/*
 * card.h: painted parts of a scene's picture: tiles with round corners, and shapes that are larger
 * than one painter can hold.
 */
#ifndef TES_CARD_H
#define TES_CARD_H

#include "challenge/scene/scene.h"
#include "draw/paint/studio.h"

#define TES_CARD_INKS 6

/* The colours of one picture, made from the scene's looks. */
struct tes_card_manner {
    tes_colour tile, edge;          /* pale, and a darker one of the same hue */
    tes_colour inks[TES_CARD_INKS]; /* bold, in random order */
};
struct tes_card_manner tes_card_manner(const struct tes_scene *scene);

/* Paints something in an area, in pixels from its upper left corner. It may be called several times
 * for one area. */
typedef void tes_card_painter(struct tes_paint *paint, const void *what);
void tes_card_paint(struct tes_studio *studio, struct tes_area area, tes_card_painter *painter,
                    const void *what);

/* Paints a tile with round corners that fills the area except for a thin gap. */
void tes_card_tile(struct tes_studio *studio, struct tes_area area, tes_colour colour);

/* Cuts what is drawn in the area to the shape of such a tile. */
void tes_card_frame(struct tes_studio *studio, struct tes_area area);

#endif
