/*
 * kit_style.h: how a picture is lined, shaded and lit: picked once, used for all its parts. There
 * are three styles; a table in kit_style.c says how they differ.
 */
#ifndef TES_KIT_STYLE_H
#define TES_KIT_STYLE_H

#include "draw/paint/paint.h"

enum tes_style_kind { TES_STYLE_PLAIN, TES_STYLE_WARM, TES_STYLE_FIGURE };

struct tes_style {
    enum tes_style_kind kind;
    float line;             /* width of outlines */
    float darkness;         /* of outlines, beside what they surround, 0 .. 1 */
    float shade;            /* strength, 0 .. 1 */
    float gloss;            /* strength, 0 .. 1 */
    struct tes_point light; /* where it comes from: below 0 is left, and above. Plain: nowhere */
};

/* For things that are made. */
struct tes_style tes_style_plain(struct tes_random *random);
/* For what grows, food and dishes: brown lines and violet shades; light from the left or right. */
struct tes_style tes_style_warm(struct tes_random *random);
/* For creatures and decoys. Also varies their build, by the painter's matrix. */
struct tes_style tes_style_figure(struct tes_paint *paint, struct tes_random *random);

/* The colour of the line around something of this colour. */
tes_colour tes_style_edge(const struct tes_style *style, tes_colour colour);
/* The colour of its side away from the light. */
tes_colour tes_style_shade(const struct tes_style *style, tes_colour colour);
/* What lies over any colour, see-through: in the shade, and as a highlight. */
tes_colour tes_style_shadow(const struct tes_style *style);
tes_colour tes_style_highlight(const struct tes_style *style);

#endif
