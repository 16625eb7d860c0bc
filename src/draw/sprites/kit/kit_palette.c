#include "draw/sprites/kit/kit.h"

static const tes_rgb BRIGHT[] = {
    0xE2504A, 0xF07F5B, 0xEF9438, 0xF3C23C, 0x97BF4A, 0x4CA566, 0x38A39D,
    0x55ABDD, 0x4573C9, 0x6560C0, 0x9160BF, 0xE77BA5, 0xC94F8D, 0x3C5A86,
};

static const tes_rgb EARTHY[] = {
    0xF3CFA8, 0xE6B48C, 0xD69B6E, 0xB97A50, 0x8C5A3A, 0x6B4330,
    0x54393A, 0xF2B9A7, 0xEBC3A4, 0xD9A441, 0xB5542E, 0xA8704A,
};

static const tes_rgb PALE[] = {
    0xFFF6E6, 0xFBE7D3, 0xF9DCD3, 0xEEF1F4, 0xF4EFE4, 0xE6EEF2,
};

static const tes_rgb METAL[] = {
    0xEDBE4B, 0xE0A63A, 0xB9C3CC, 0x9FB0BD, 0xD08A5C, 0xC9A27A, 0xD7C08A,
};

/* Between two neighbours of the table, and a little lighter or darker. */
static tes_colour pick_between(struct tes_random *random, const tes_rgb *colours, unsigned count)
{
    unsigned at = tes_random_below(random, count);
    float share = tes_random_between(random, 0, 0.35F);
    float lightness = tes_random_between(random, -0.1F, 0.1F);
    tes_colour mixed =
        tes_colour_mix(TES_RGB(colours[at]), TES_RGB(colours[(at + 1) % count]), share);
    return tes_colour_shade(mixed, lightness);
}

tes_colour tes_palette_bright(struct tes_random *random)
{
    return pick_between(random, TES_TABLE_ALL(BRIGHT));
}

tes_colour tes_palette_earthy(struct tes_random *random)
{
    return pick_between(random, TES_TABLE_ALL(EARTHY));
}

tes_colour tes_palette_any(struct tes_random *random)
{
    bool is_earthy = tes_random_chance(random, 3);
    return is_earthy ? tes_palette_earthy(random) : tes_palette_bright(random);
}

tes_colour tes_palette_pale(struct tes_random *random)
{
    return tes_random_colour(random, TES_TABLE_ALL(PALE));
}

tes_colour tes_palette_metal(struct tes_random *random)
{
    return pick_between(random, TES_TABLE_ALL(METAL));
}

tes_colour tes_palette_shaded(struct tes_random *random, const tes_rgb *colours, unsigned count,
                              float least, float most)
{
    tes_colour colour = tes_random_colour(random, colours, count);
    return tes_colour_shade(colour, tes_random_between(random, least, most));
}

tes_colour tes_palette_tint(struct tes_random *random, const tes_rgb *colours, unsigned count)
{
    return tes_palette_shaded(random, colours, count, -0.08F, 0.1F);
}

/* As eyes weigh it, 0 .. 255. */
static unsigned lightness_of(tes_colour colour)
{
    return ((colour >> 16 & 255) * 3 + (colour >> 8 & 255) * 6 + (colour & 255)) / 10;
}

tes_colour tes_palette_against(struct tes_random *random, tes_colour colour)
{
    tes_colour other = tes_palette_any(random);
    float share = tes_random_between(random, 0.55F, 0.85F);
    if (lightness_of(colour) < 150)
        return tes_colour_shade(other, share);
    return tes_colour_mix(other, tes_colour_shade(colour, -0.6F), 1 - share);
}
