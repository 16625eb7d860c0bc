/* colour.h: colours with alpha, mixed, shaded and picked. */
#ifndef TES_COLOUR_H
#define TES_COLOUR_H

#include "challenge/random.h"

/* 0xAARRGGBB; alpha 0 is see-through. */
typedef uint32_t tes_colour;

/* 0xRRGGBB: a row of a table of colours. */
typedef uint32_t tes_rgb;

#define TES_RGB(rgb) (0xFF000000U | (uint32_t)(rgb))

/* From one colour (0) to another (1). */
tes_colour tes_colour_mix(tes_colour from, tes_colour to, float share);

/* Towards black (below 0) or white (above 0), -1 .. 1. */
tes_colour tes_colour_shade(tes_colour colour, float amount);

/* The same colour, see-through: alpha 0 .. 1. */
tes_colour tes_colour_alpha(tes_colour colour, float alpha);

/* Hue in degrees, saturation and lightness 0 .. 1. */
tes_colour tes_colour_hsl(float hue, float saturation, float lightness);

/* One of the colours, each as likely. */
tes_colour tes_random_colour(struct tes_random *random, const tes_rgb *colours, unsigned count);

#endif
