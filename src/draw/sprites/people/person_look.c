/* Who somebody is: age, skin, hair, features and clothes, each picked for itself. */
#include "draw/sprites/people/person.h"

#define PICK(random, colours) tes_random_colour(random, TES_TABLE_ALL(colours))

/* A hat pushes the face down, so that raised brows stay below its brim. */
#define LEAST_BELOW_HAT 1.5F

static const tes_rgb SKINS[] = {
    0xFFE2D2, 0xFBD6BF, 0xF5C9A8, 0xEEBB93, 0xE2AB7C, 0xD49A69,
    0xC48956, 0xB0764A, 0xA06942, 0x8E5B3B, 0x7F5035, 0x72472F,
};
enum { FIRST_TAN = 4, FIRST_DARK = 7 };

static const tes_rgb HAIRS[] = {
    0x2A2322, 0x3A2A22, 0x4A3226, 0x6B442B, 0x8A5A34, 0xA8733F,
    0xC8914C, 0xE3BA66, 0xF0D48C, 0xC0592C, 0x93402A,
};
enum { DARK_HAIRS = 4 };
static const tes_rgb IRISES[] = {0x5A3820, 0x6E4526, 0x7A4F25, 0x8A6A2E,
                                 0x4E7F4A, 0x3F7FB5, 0x6C8AA0};
enum { BROWN_IRISES = 3 };
static const tes_rgb FABRICS[] = {
    0xD9534F, 0xE8853A, 0xF0BC3C, 0x6DAA4B, 0x2F8F83, 0x3C8FCB, 0x3D5FA8,
    0x7B5CB0, 0xC7588F, 0x7F4A3A, 0x52627A, 0xF2EBDD, 0x93C5B7, 0xE9A6A6,
};
static const tes_rgb FRAMES[] = {0x2E2A33, 0x6B3A22, 0xB0304A, 0x24508F, 0xB58A2B, 0x1F6B5C};

/* 0 .. 255 */
static float lightness_of(tes_colour colour)
{
    return 0.3F * (float)(colour >> 16 & 255) + 0.59F * (float)(colour >> 8 & 255) +
           0.11F * (float)(colour & 255);
}

/* A colour that is plainly darker than the skin, or as light as it was if it is plainly lighter. */
static tes_colour seen_on(tes_colour skin, tes_colour colour)
{
    float on = lightness_of(skin);
    if (lightness_of(colour) > on + 60)
        return colour;
    float most = on * 0.5F - 8 < 22 ? 22 : on * 0.5F - 8;
    for (unsigned i = 0; i < 8 && lightness_of(colour) > most; i++)
        colour = tes_colour_shade(colour, -0.2F);
    return colour;
}

static void set_skin(struct tes_person_look *look, tes_colour skin, enum tes_person_tint tint)
{
    static const struct {
        tes_colour colour;
        float share;
    } TINTS[] = {
        [TES_PERSON_TINT_NONE] = {TES_RGB(0x000000), 0},
        [TES_PERSON_TINT_RED] = {TES_RGB(0xE23A2A), 0.36F},
        [TES_PERSON_TINT_GREEN] = {TES_RGB(0x8FB83A), 0.42F},
        [TES_PERSON_TINT_PALE] = {TES_RGB(0xB4C8EA), 0.26F},
        [TES_PERSON_TINT_ROSY] = {TES_RGB(0xF07A7A), 0.14F},
    };
    /* Less of it on dark skin, which would lose its warmth. */
    float share = TINTS[tint].share * (lightness_of(skin) < 130 ? 0.7F : 1);
    look->skin = tes_colour_mix(skin, TINTS[tint].colour, share);
    look->neck = tes_colour_shade(look->skin, -0.14F);
    look->skin_line = tes_colour_mix(tes_colour_shade(look->skin, -0.45F), TES_RGB(0x4A1A10), 0.2F);
    look->skin_shade = tes_colour_mix(look->skin, look->skin_line, 0.22F);
    look->blush = tes_colour_mix(TES_RGB(0xFF5A66), skin, lightness_of(skin) < 130 ? 0.1F : 0);
    look->mouth_line =
        tes_colour_mix(TES_RGB(0x38100F), TES_RGB(0x190707), lightness_of(skin) < 130 ? 1.0F : 0);
    look->lips = tes_colour_mix(look->skin, TES_RGB(0xD9605C), 0.38F);
}

static void pick_hair_colours(struct tes_random *random, struct tes_person_look *look,
                              unsigned skin)
{
    unsigned most = skin >= FIRST_DARK ? DARK_HAIRS : TES_TABLE_COUNT(HAIRS);
    if (skin >= FIRST_TAN && skin < FIRST_DARK)
        most = DARK_HAIRS + 2;
    look->hair = TES_RGB(HAIRS[tes_random_below(random, most)]);
    tes_colour grey = TES_PALETTE_ONE(random, 0x8F8B88, 0xB5B1AD, 0xD2CEC9, 0xEDEAE4);
    bool is_greying = tes_random_chance(random, 3);
    if (look->age == TES_PERSON_OLD)
        look->hair = grey;
    else if (look->age == TES_PERSON_MIDDLE_AGED && is_greying)
        look->hair = tes_colour_mix(look->hair, grey, 0.55F);
    look->whiskers = look->hair;
    look->brow = seen_on(look->skin, look->hair);
    tes_colour dye = TES_PALETTE_ONE(random, 0xDB5E95, 0x4F82C9, 0x7F5DB8, 0x3A9E88, 0xB8324A);
    if (tes_random_chance(random, 12))
        look->hair = dye;
    look->hair_line = tes_person_line_colour(look->hair);
    look->hair_shine = tes_colour_shade(look->hair, lightness_of(look->hair) < 90 ? 0.2F : 0.4F);
}

static void pick_face(struct tes_random *random, struct tes_person_look *look)
{
    look->size.x = tes_random_between(random, 1.0F, 1.1F);
    look->size.y = tes_random_between(random, 0.98F, 1.06F);
    look->jaw = look->is_female ? tes_random_between(random, 0.88F, 1.0F)
                                : tes_random_between(random, 0.95F, 1.08F);
    look->chin = tes_random_between(random, 0, 1);
    look->turn.x = tes_random_between(random, -3.5F, 3.5F);
    look->turn.y = tes_random_between(random, -0.8F, 2);
    look->eye_gap = tes_random_between(random, 10.8F, 12.4F);
    look->eye_size = tes_random_between(random, 0.95F, 1.08F);
    look->nose_size = tes_random_between(random, 0.85F, 1.2F);
    look->nose = (enum tes_person_nose)tes_random_below(random, TES_PERSON_NOSES);
    look->brow_width = look->is_female ? tes_random_between(random, 3.2F, 3.9F)
                                       : tes_random_between(random, 3.9F, 4.9F);
    look->shoulders =
        look->is_female ? tes_random_between(random, 30, 34) : tes_random_between(random, 33, 37);
}

/* Heads grow into the room that hair and hats leave them. */
static void set_head(struct tes_person_look *look)
{
    float room = tes_person_hair_room(look);
    look->size.x *= 1 + 0.1F * room;
    look->size.y *= 1 + 0.09F * room;
    look->centre = TES_POINT(50, 51 - 2 * room);
}

static enum tes_person_hat pick_hat(struct tes_random *random, bool is_female)
{
    static const enum tes_person_hat WOMEN[] = {TES_PERSON_HAT_CAP,       TES_PERSON_HAT_BEANIE,
                                                TES_PERSON_HAT_SUN,       TES_PERSON_HAT_HEADSCARF,
                                                TES_PERSON_HAT_HEADSCARF, TES_PERSON_HAT_WRAP};
    static const enum tes_person_hat MEN[] = {TES_PERSON_HAT_CAP, TES_PERSON_HAT_BEANIE,
                                              TES_PERSON_HAT_TURBAN, TES_PERSON_HAT_SUN};
    bool has_hat = tes_random_chance(random, 4);
    unsigned of_women = tes_random_below(random, TES_TABLE_COUNT(WOMEN));
    unsigned of_men = tes_random_below(random, TES_TABLE_COUNT(MEN));
    if (!has_hat)
        return TES_PERSON_HAT_NONE;
    return is_female ? WOMEN[of_women] : MEN[of_men];
}

static void pick_accessories(struct tes_random *random, struct tes_person_look *look)
{
    static const enum tes_person_beard BEARDS[] = {
        TES_PERSON_BEARD_STUBBLE, TES_PERSON_BEARD_FULL,   TES_PERSON_BEARD_SHORT,
        TES_PERSON_BEARD_SHORT,   TES_PERSON_BEARD_GOATEE, TES_PERSON_BEARD_MOUSTACHE};
    bool is_shaven = tes_random_chance(random, 2);
    unsigned beard = tes_random_below(random, TES_TABLE_COUNT(BEARDS));
    unsigned glasses = tes_random_below(random, 4);
    bool has_glasses = tes_random_chance(random, look->age == TES_PERSON_OLD ? 2 : 4);
    look->beard = look->is_female || is_shaven ? TES_PERSON_BEARD_NONE : BEARDS[beard];
    if (look->hat == TES_PERSON_HAT_TURBAN)
        look->beard = TES_PERSON_BEARD_FULL;
    look->glasses = TES_PERSON_GLASSES_NONE;
    if (has_glasses)
        look->glasses = (enum tes_person_glasses)(TES_PERSON_GLASSES_ROUND + glasses);
    if (look->glasses == TES_PERSON_GLASSES_CAT && !look->is_female)
        look->glasses = TES_PERSON_GLASSES_SQUARE;
    look->garment = (enum tes_person_garment)tes_random_below(random, TES_PERSON_GARMENTS);
    look->has_freckles = tes_random_chance(random, 6);
    look->has_earrings = tes_random_chance(random, look->is_female ? 2 : 9);
    look->has_make_up = tes_random_chance(random, 2) && look->is_female;
}

static void pick_trinket(struct tes_random *random, struct tes_person_look *look)
{
    static const enum tes_person_trinket WOMENS[] = {
        TES_PERSON_TRINKET_BAND, TES_PERSON_TRINKET_FLOWER, TES_PERSON_TRINKET_BOW,
        TES_PERSON_TRINKET_HEADPHONES};
    unsigned womens = tes_random_below(random, TES_TABLE_COUNT(WOMENS));
    bool has_trinket = tes_random_chance(random, look->is_female ? 4 : 12);
    look->trinket = TES_PERSON_TRINKET_NONE;
    if (has_trinket && look->hat == TES_PERSON_HAT_NONE)
        look->trinket = look->is_female ? WOMENS[womens] : TES_PERSON_TRINKET_HEADPHONES;
}

static void pick_colours(struct tes_random *random, struct tes_person_look *look)
{
    look->top = PICK(random, FABRICS);
    look->top_trim = PICK(random, FABRICS);
    look->hat_colour = PICK(random, FABRICS);
    look->hat_trim = PICK(random, FABRICS);
    look->frame = PICK(random, FRAMES);
    look->jewel = TES_PALETTE_ONE(random, 0xF2C230, 0xE8E6EE, 0xE2405C, 0x2FA8B8, 0x7D4FC0);
    tes_colour lipstick = TES_PALETTE_ONE(random, 0xC62A47, 0xD8527A, 0xA8324F, 0xD9614E);
    tes_colour shadow = TES_PALETTE_ONE(random, 0x8A6FC0, 0x4F9BB8, 0xC77F4E, 0xC76E94);
    if (look->top_trim == look->top)
        look->top_trim = tes_colour_shade(look->top, 0.4F);
    if (look->hat_trim == look->hat_colour)
        look->hat_trim = tes_colour_shade(look->hat_colour, 0.4F);
    if (lightness_of(look->skin) < 110)
        look->frame =
            tes_colour_shade(look->frame, look->frame == TES_RGB(FRAMES[0]) ? 0.75F : 0.35F);
    if (look->has_make_up)
        look->lips = tes_colour_mix(look->lips, lipstick, 0.75F);
    look->eye_shadow = tes_colour_mix(look->skin, shadow, 0.6F);
}

struct tes_person_look tes_person_look(struct tes_random *random, bool is_female,
                                       const struct tes_person_expression *expression)
{
    struct tes_person_look look = {.is_female = is_female};
    unsigned age = tes_random_below(random, 10);
    unsigned skin = tes_random_below(random, TES_TABLE_COUNT(SKINS));
    look.age = age < 6 ? TES_PERSON_YOUNG : age < 8 ? TES_PERSON_MIDDLE_AGED : TES_PERSON_OLD;
    look.line = tes_random_between(random, 2.1F, 2.9F);
    look.light = tes_random_chance(random, 2) ? -1 : 1;
    set_skin(&look, TES_RGB(SKINS[skin]), expression->tint);
    pick_hair_colours(random, &look, skin);
    pick_face(random, &look);
    look.turn.y += expression->bow;
    look.hair_volume = tes_random_between(random, 0, 1);
    look.hair_length = tes_random_between(random, 0, 1);
    look.is_parted_right = tes_random_chance(random, 2);
    look.hat = pick_hat(random, is_female);
    if (expression->extras & TES_PERSON_NIGHTCAP)
        look.hat = TES_PERSON_HAT_NIGHTCAP;
    if (look.hat != TES_PERSON_HAT_NONE && look.turn.y < LEAST_BELOW_HAT)
        look.turn.y = LEAST_BELOW_HAT;
    bool is_often_coily = tes_random_below(random, 10) < 7;
    look.hair_style = tes_person_hair_style(random, &look, skin >= FIRST_DARK && is_often_coily);
    set_head(&look);
    pick_accessories(random, &look);
    pick_trinket(random, &look);
    unsigned iris = tes_random_below(random, TES_TABLE_COUNT(IRISES));
    look.iris = TES_RGB(IRISES[skin >= FIRST_TAN ? iris % BROWN_IRISES : iris]);
    pick_colours(random, &look);
    return look;
}
