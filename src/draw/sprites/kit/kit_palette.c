#include "draw/sprites/kit/kit.h"

static const tes_colour BRIGHT[] = {
    TES_RGB(0xE2504A), TES_RGB(0xF07F5B), TES_RGB(0xEF9438), TES_RGB(0xF3C23C), TES_RGB(0x97BF4A),
    TES_RGB(0x4CA566), TES_RGB(0x38A39D), TES_RGB(0x55ABDD), TES_RGB(0x4573C9), TES_RGB(0x6560C0),
    TES_RGB(0x9160BF), TES_RGB(0xE77BA5), TES_RGB(0xC94F8D), TES_RGB(0x3C5A86),
};

static const tes_colour EARTHY[] = {
    TES_RGB(0xF3CFA8), TES_RGB(0xE6B48C), TES_RGB(0xD69B6E), TES_RGB(0xB97A50),
    TES_RGB(0x8C5A3A), TES_RGB(0x6B4330), TES_RGB(0x54393A), TES_RGB(0xF2B9A7),
    TES_RGB(0xEBC3A4), TES_RGB(0xD9A441), TES_RGB(0xB5542E), TES_RGB(0xA8704A),
};

static const tes_colour PALE[] = {
    TES_RGB(0xFFF6E6), TES_RGB(0xFBE7D3), TES_RGB(0xF9DCD3),
    TES_RGB(0xEEF1F4), TES_RGB(0xF4EFE4), TES_RGB(0xE6EEF2),
};

static const tes_colour METAL[] = {
    TES_RGB(0xEDBE4B), TES_RGB(0xE0A63A), TES_RGB(0xB9C3CC), TES_RGB(0x9FB0BD),
    TES_RGB(0xD08A5C), TES_RGB(0xC9A27A), TES_RGB(0xD7C08A),
};

/* Between two neighbours of the table, and a little lighter or darker. */
static tes_colour pick_between(struct tes_random *random, const tes_colour *colours, unsigned count)
{
    unsigned at = tes_random_below(random, count);
    float share = tes_random_between(random, 0, 0.35F);
    float lightness = tes_random_between(random, -0.1F, 0.1F);
    tes_colour mixed = tes_colour_mix(colours[at], colours[(at + 1) % count], share);
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

tes_colour tes_palette_shaded(struct tes_random *random, const tes_colour *colours, unsigned count,
                              float least, float most)
{
    tes_colour colour = tes_random_colour(random, colours, count);
    return tes_colour_shade(colour, tes_random_between(random, least, most));
}

tes_colour tes_palette_tint(struct tes_random *random, const tes_colour *colours, unsigned count)
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
