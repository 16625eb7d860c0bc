/*
 * render.h: a scene as pixels: solids with materials, a ground, light with soft shadows, smooth
 * edges. Beside each pixel it can tell which thing is seen there.
 */
#ifndef TES_RENDER_H
#define TES_RENDER_H

#include "core/scene/scene.h"
#include "draw/studio.h"

/* The ways to draw a scene, best first. */
enum tes_renderer { TES_RENDERER_3D, TES_RENDERER_2D, TES_RENDERER_NONE, TES_RENDERER_COUNT };

#define TES_RENDER_NOTHING 255 /* in `ids`: ground or sky */

struct tes_render {
    struct tes_area part; /* of the picture; at most 800 x 800 pixels */
    enum tes_renderer renderer;
    uint8_t *ids; /* part.width * part.height bytes: the thing seen at each pixel; may be NULL */
};

/* Draws a scene into a part of the studio's picture. TES_FAILED where the renderer is
 * TES_RENDERER_NONE. */
TES_MUST_CHECK enum tes_status tes_render(struct tes_studio *studio, const struct tes_scene *scene,
                                          const struct tes_render *how);

/* "3d", "2d", "none"; and whether this build has it. */
const char *tes_renderer_name(enum tes_renderer renderer);
bool tes_renderer_available(enum tes_renderer renderer);

#endif
