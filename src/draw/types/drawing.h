/*
 * drawing.h: how challenges of a kind are drawn: one const row, made by one file in kinds/.
 */
#ifndef TES_DRAWING_H
#define TES_DRAWING_H

#include "challenge/kind.h"
#include "draw/paint/canvas.h"

struct tes_drawing {
    /* Draws a challenge of this kind. The picture has the size of the view and an empty palette;
     * every pixel has to be written. Behind its pixels there is memory to work in
     * (draw/paint/studio.h). */
    void (*draw)(const struct tes_challenge *challenge, struct tes_image *image);

    /* Bytes of the studio's extra memory that drawing takes; NULL where it takes none. */
    size_t (*extra_size)(void);

    /* Draws one whose view.animation_ms is not 0: the picture as above, and its steps. `memory` for
     * those has animate_bound() bytes. Both are NULL where pictures of this kind never move. */
    enum tes_status (*animate)(const struct tes_challenge *challenge, void *memory,
                               struct tes_animation *animation);
    size_t (*animate_bound)(void);
};

/* The row of each kind of kinds.def. */
#define KIND(name) extern const struct tes_drawing tes_drawing_##name;
#include "challenge/kinds.def"
#undef KIND

#endif
