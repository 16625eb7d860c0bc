#include "draw/sprites/kit/kit.h"

struct range {
    float least, most;
};

/* Warm lines lean to brown, so that pale bodies don't get grey ones; warm shades lean to violet,
 * since plain darkening looks dirty on yellow and white. */
static const struct {
    struct range line, darkness, shade;
    tes_colour edge, shadow; /* what lines and shades are mixed with */
    float edge_strength;     /* times darkness */
} STYLES[] = {
    [TES_STYLE_PLAIN] = {{2.3F, 3.3F}, {0.36F, 0.48F}, {0.13F, 0.22F}, 0x000000, 0x2A1440, 1},
    [TES_STYLE_WARM] = {{2.3F, 3.4F}, {0.38F, 0.52F}, {0.1F, 0.2F}, 0x3A1608, 0x5A2A4A, 1.15F},
    [TES_STYLE_FIGURE] = {{2.2F, 3.2F}, {0.52F, 0.38F}, {0.2F, 0.11F}, 0x000000, 0x000000, 1},
};

static void pick_style(struct tes_paint *paint, struct tes_random *random, enum tes_style_kind kind)
{
    struct tes_style *style = &paint->style;
    *style = (struct tes_style){.kind = kind};
    style->line = tes_random_between(random, STYLES[kind].line.least, STYLES[kind].line.most);
    style->darkness =
        tes_random_between(random, STYLES[kind].darkness.least, STYLES[kind].darkness.most);
    style->shade = tes_random_between(random, STYLES[kind].shade.least, STYLES[kind].shade.most);
}

void tes_style_plain(struct tes_paint *paint, struct tes_random *random)
{
    pick_style(paint, random, TES_STYLE_PLAIN);
    paint->style.gloss = tes_random_between(random, 0.35F, 0.6F);
}

void tes_style_warm(struct tes_paint *paint, struct tes_random *random)
{
    pick_style(paint, random, TES_STYLE_WARM);
    paint->style.gloss = 0.7F;
    paint->style.light.x = tes_random_between(random, 0.5F, 1.0F);
    if (tes_random_chance(random, 2))
        paint->style.light.x = -paint->style.light.x;
}

/* No two of a kind have the same build: a little wider, taller and leaning. */
static void vary_build(struct tes_paint *paint, struct tes_random *random)
{
    float wide = tes_random_between(random, 0.9F, 1.03F);
    float tall = tes_random_between(random, 0.9F, 1.02F);
    float lean = tes_random_between(random, -0.08F, 0.08F);
    tes_paint_move(paint, 50, 92);
    tes_paint_scale(paint, wide, tall);
    paint->matrix.c += paint->matrix.a * lean;
    paint->matrix.d += paint->matrix.b * lean;
    tes_paint_move(paint, -50, -92);
}

void tes_style_figure(struct tes_paint *paint, struct tes_random *random)
{
    pick_style(paint, random, TES_STYLE_FIGURE);
    paint->style.gloss = 0.5F;
    paint->style.light.x = tes_random_between(random, -4, 4);
    paint->style.light.y = tes_random_between(random, -5, -2.5F);
    vary_build(paint, random);
}

/* As see-through as the colour itself. */
tes_colour tes_style_edge(const struct tes_paint *paint, tes_colour colour)
{
    return tes_colour_mix(colour, (colour & 0xFF000000) | STYLES[paint->style.kind].edge,
                          paint->style.darkness * STYLES[paint->style.kind].edge_strength);
}

tes_colour tes_style_shade(const struct tes_paint *paint, tes_colour colour)
{
    return tes_colour_mix(colour, (colour & 0xFF000000) | STYLES[paint->style.kind].shadow,
                          paint->style.shade);
}

tes_colour tes_style_shadow(const struct tes_paint *paint)
{
    return tes_colour_alpha(STYLES[paint->style.kind].shadow, paint->style.shade);
}

tes_colour tes_style_highlight(const struct tes_paint *paint)
{
    return tes_colour_alpha(TES_RGB(0xFFFFFF), paint->style.gloss);
}
