#include "draw/paint/colour.h"

#include "draw/paint/number.h"

static unsigned channel(tes_colour colour, unsigned shift)
{
    return colour >> shift & 255;
}

tes_colour tes_colour_mix(tes_colour from, tes_colour to, float share)
{
    tes_colour mixed = 0;
    share = tes_number_within(share, 0, 1);
    for (unsigned shift = 0; shift < 32; shift += 8) {
        float value = (float)channel(from, shift) * (1 - share) + (float)channel(to, shift) * share;
        mixed |= (tes_colour)(value + 0.5F) << shift;
    }
    return mixed;
}

tes_colour tes_colour_shade(tes_colour colour, float amount)
{
    tes_colour end = (colour & 0xFF000000) | (amount < 0 ? 0x000000 : 0xFFFFFF);
    return tes_colour_mix(colour, end, amount < 0 ? -amount : amount);
}

tes_colour tes_colour_alpha(tes_colour colour, float alpha)
{
    return (colour & 0xFFFFFF) | (tes_colour)(tes_number_within(alpha, 0, 1) * 255 + 0.5F) << 24;
}

tes_colour tes_colour_hsl(float hue, float saturation, float lightness)
{
    tes_colour colour = 0xFF;
    float swing = saturation * (lightness < 0.5F ? lightness : 1 - lightness);
    hue -= 360 * tes_number_whole(hue / 360);
    if (hue < 0)
        hue += 360;
    /* Each channel is a trapezoid over the hue, a third of the circle from the next. */
    for (unsigned i = 0; i < 3; i++) {
        float at = hue / 30 + (i == 0 ? 0 : i == 1 ? 8 : 4);
        at = at >= 12 ? at - 12 : at;
        float slope = tes_number_within(at - 3 < 9 - at ? at - 3 : 9 - at, -1, 1);
        colour = colour << 8 |
                 (tes_colour)(tes_number_within(lightness - swing * slope, 0, 1) * 255 + 0.5F);
    }
    return colour;
}

tes_colour tes_random_colour(struct tes_random *random, const tes_rgb *colours, unsigned count)
{
    return TES_RGB(colours[tes_random_below(random, count)]);
}
