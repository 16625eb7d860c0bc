/* What one mammal looks like: everything its parts share, from the random numbers. */
#include "draw/sprites/animals/beast.h"

static tes_colour warmed(tes_colour colour, tes_colour tint, float share, float shade)
{
    return tes_colour_shade(tes_colour_mix(colour, tint, share), shade);
}

/* One of the two coats, or something between, a little lighter or darker, warmer or colder. */
static struct tes_beast_coat mixed_coat(const struct tes_beast_kind *kind,
                                        struct tes_random *random)
{
    const struct tes_beast_coat *a = &kind->coats[0], *b = &kind->coats[1];
    float share = tes_random_between(random, 0, 1);
    float tint = tes_random_between(random, 0, 0.1F);
    float shade = tes_random_between(random, -0.09F, 0.07F);
    float depth = tes_random_between(random, -0.15F, 0.12F);
    tes_colour towards = TES_PALETTE_ONE(random, 0xD98A4A, 0xD9B24A, 0x7A8CA8, 0xC26A5A);
    return (struct tes_beast_coat){
        .fur = warmed(tes_colour_mix(a->fur, b->fur, share), towards, tint, shade),
        .light = tes_colour_mix(a->light, b->light, share),
        .mark = tes_colour_shade(tes_colour_mix(a->mark, b->mark, share), shade),
        .mane = warmed(tes_colour_mix(a->mane, b->mane, share), towards, tint, shade),
        .leg = warmed(tes_colour_mix(a->leg, b->leg, share), towards, tint, shade),
        .ink = tes_colour_shade(tes_colour_mix(a->ink, b->ink, share), depth),
    };
}

static enum tes_beast_eyes pick_eyes(struct tes_random *random, bool is_safe)
{
    static const enum tes_beast_eyes safe[] = {TES_BEAST_EYES_HAPPY, TES_BEAST_EYES_HAPPY,
                                               TES_BEAST_EYES_ROUND, TES_BEAST_EYES_ROUND,
                                               TES_BEAST_EYES_WINK};
    unsigned pick = tes_random_below(random, 5);
    return is_safe ? safe[pick] : TES_BEAST_EYES_GLARE;
}

static enum tes_beast_mouth pick_mouth(struct tes_random *random, bool is_safe)
{
    static const enum tes_beast_mouth safe[] = {TES_BEAST_MOUTH_LAUGH, TES_BEAST_MOUTH_LAUGH,
                                                TES_BEAST_MOUTH_TONGUE, TES_BEAST_MOUTH_TONGUE,
                                                TES_BEAST_MOUTH_SMILE};
    static const enum tes_beast_mouth threat[] = {TES_BEAST_MOUTH_ROAR, TES_BEAST_MOUTH_ROAR,
                                                  TES_BEAST_MOUTH_ROAR, TES_BEAST_MOUTH_GRIT,
                                                  TES_BEAST_MOUTH_GRIT};
    unsigned pick = tes_random_below(random, 5);
    return is_safe ? safe[pick] : threat[pick];
}

struct tes_beast tes_beast_look(const struct tes_beast_kind *kind, struct tes_random *random,
                                bool is_safe)
{
    struct tes_beast beast = {.kind = kind, .random = random, .is_safe = is_safe};
    beast.coat = mixed_coat(kind, random);
    beast.iris =
        TES_PALETTE_ONE(random, 0xF5B93A, 0xE9D24B, 0x9CC653, 0x5FB9A8, 0x7DB4E0, 0xE3974A);
    beast.maw = TES_PALETTE_ONE(random, 0x7A1F2E, 0x5F2436, 0x8A2B2B, 0x5A2A26, 0x47222F);
    beast.eyes = pick_eyes(random, is_safe);
    beast.mouth = pick_mouth(random, is_safe);
    beast.line = tes_random_between(random, 2.2F, 3.2F);
    beast.wide = tes_random_between(random, 0.94F, 1.08F);
    beast.tall = tes_random_between(random, 0.95F, 1.05F);
    beast.ear = tes_random_between(random, 0.85F, 1.15F);
    beast.eye = tes_random_between(random, 0.95F, 1.2F);
    beast.muzzle = tes_random_between(random, 0.92F, 1.12F);
    float lean = tes_random_between(random, 0, 1);
    beast.ear_lean =
        is_safe ? lean * 20 - 8 : 28 + lean * (kind->ears == TES_BEAST_EARS_ROUND ? 36 : 24);
    float jaw = tes_random_between(random, 0, 1);
    bool is_open = beast.mouth == TES_BEAST_MOUTH_ROAR;
    beast.jaw = is_open                                ? 4 + 3 * jaw
                : beast.mouth == TES_BEAST_MOUTH_LAUGH ? 2 + 2 * jaw
                                                       : 2 * jaw;
    beast.fang = tes_random_between(random, 0.9F, 1.2F);
    beast.gaze = tes_random_between(random, -1, 1);
    beast.light_side = tes_random_chance(random, 2) ? -1 : 1;
    /* Spikes are busier than curls, so that friends have them more often. */
    unsigned tufts = tes_random_below(random, 5);
    unsigned sixth = tes_random_below(random, 6);
    beast.tufts = sixth < (is_safe ? 4 : 3) ? 11 + tufts : 0;
    beast.has_slit = tes_random_chance(random, 2);
    beast.has_wrinkles = tes_random_chance(random, 2);
    beast.has_brows = !tes_random_chance(random, 3);
    beast.has_blush = tes_random_chance(random, 3);
    beast.has_hidden_claws = tes_random_chance(random, 2);
    return beast;
}
