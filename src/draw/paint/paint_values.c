/* Colours and numbers for the painter. */
#include "draw/paint/paint.h"

/* What is no number counts as the least. */
static float within(float number, float least, float most)
{
    number = number > least ? number : least;
    return number < most ? number : most;
}

/* Without what is behind the point. Numbers as large as this have nothing there. */
static float whole_of(float number)
{
    const float large = 8388608;
    return number > -large && number < large ? (float)(int)number : number;
}

static unsigned channel(tes_colour colour, unsigned shift)
{
    return colour >> shift & 255;
}

tes_colour tes_colour_mix(tes_colour from, tes_colour to, float share)
{
    tes_colour mixed = 0;
    share = within(share, 0, 1);
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
    return (colour & 0xFFFFFF) | (tes_colour)(within(alpha, 0, 1) * 255 + 0.5F) << 24;
}

tes_colour tes_colour_hsl(float hue, float saturation, float lightness)
{
    tes_colour colour = 0xFF;
    float swing = saturation * (lightness < 0.5F ? lightness : 1 - lightness);
    hue -= 360 * whole_of(hue / 360);
    if (hue < 0)
        hue += 360;
    /* Each channel is a trapezoid over the hue, a third of the circle from the next. */
    for (unsigned i = 0; i < 3; i++) {
        float at = hue / 30 + (i == 0 ? 0 : i == 1 ? 8 : 4);
        at = at >= 12 ? at - 12 : at;
        float slope = within(at - 3 < 9 - at ? at - 3 : 9 - at, -1, 1);
        colour = colour << 8 | (tes_colour)(within(lightness - swing * slope, 0, 1) * 255 + 0.5F);
    }
    return colour;
}

float tes_random_between(struct tes_random *random, float least, float most)
{
    float share = (float)(tes_random_word(random) >> 8) / 16777216.0F;
    return least + (most - least) * share;
}

bool tes_random_chance(struct tes_random *random, unsigned one_in)
{
    return tes_random_below(random, one_in) == 0;
}

tes_colour tes_random_colour(struct tes_random *random, const tes_colour *colours, unsigned count)
{
    return colours[tes_random_below(random, count)];
}

/* A polynomial on -90 .. 90 degrees, good to a millionth. */
float tes_sin(float degrees)
{
    float turns = degrees / 360;
    turns -= whole_of(turns);
    if (turns < 0)
        turns += 1;
    float x = turns * 4; /* quarters of a turn, 0 .. 4 */
    if (x > 3)
        x -= 4;
    else if (x > 1)
        x = 2 - x;
    float square = x * x;
    return x * (1.5707963F +
                square * (-0.64596410F +
                          square * (0.07969263F + square * (-0.00468175F + square * 0.00016044F))));
}

float tes_cos(float degrees)
{
    return tes_sin(degrees + 90);
}

float tes_sqrt(float number)
{
    return number > 0 ? __builtin_sqrtf(number) : 0;
}
