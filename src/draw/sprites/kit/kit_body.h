/* kit_body.h: bodies with a shade on the side away from the light, and the line around them. */
#ifndef TES_KIT_BODY_H
#define TES_KIT_BODY_H

#include "draw/sprites/kit/kit_outline.h"

/* Of the warm style: a lit part as large as the body allows. */
void tes_body_paint(struct tes_paint *paint, const struct tes_style *style, struct tes_shape shape,
                    tes_colour colour);
/* The same without the line, for bodies that get more marks before their tes_outline_edge(). Not
 * under a clip: it may need that itself. */
void tes_body_fill(struct tes_paint *paint, const struct tes_style *style, struct tes_shape shape,
                   tes_colour colour);
/* An oval. */
void tes_body_disc(struct tes_paint *paint, const struct tes_style *style, struct tes_point centre,
                   struct tes_point radius, tes_colour colour);

/* Of figures: a crescent of shade, as wide in small bodies as in large ones. */
void tes_body_solid(struct tes_paint *paint, const struct tes_style *style, struct tes_shape shape,
                    tes_colour colour);
/* The same without the line, as tes_outline_begin(); to be ended by tes_outline_end(). */
void tes_body_begin(struct tes_paint *paint, const struct tes_style *style, struct tes_shape shape,
                    tes_colour colour);

#endif
