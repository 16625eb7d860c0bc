/*
 * render.h: draws a scene: solids with materials, a ground, light with soft shadows, smooth edges.
 * It can also tell which thing is seen at each pixel.
 */
#ifndef TES_RENDER_H
#define TES_RENDER_H

#include "challenge/scene/scene.h"
#include "draw/paint/studio.h"

#define TES_RENDER_NOTHING 255 /* in `ids`: ground or sky */

struct tes_render {
    struct tes_area part; /* of the picture; at most 800 x 800 pixels */
    enum tes_renderer renderer;
    uint8_t *ids; /* part.width * part.height bytes: the thing seen at each pixel; may be NULL */
    bool is_calm; /* fewer chips on a table, because more will be drawn over it */
};

/* Bytes of extra memory that the studio of a picture with scenes must have: tes_studio_bound(). */
size_t tes_render_extra_size(void);

/* Draws a scene into a part of the studio's picture. TES_UNAVAILABLE for the renderer that draws
 * nothing. */
TES_MUST_CHECK enum tes_status tes_render(struct tes_studio *studio, const struct tes_scene *scene,
                                          const struct tes_render *how);

#endif
