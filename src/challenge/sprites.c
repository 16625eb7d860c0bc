#include "challenge/sprites.h"

enum { SHEET_ITEMS = 12, SHEET_DECOYS = TES_SHEET_SPRITES - SHEET_ITEMS };

_Static_assert(TES_ITEM_FIRST_DECOY % SHEET_ITEMS == 0 &&
                   (TES_ITEM_COUNT - TES_ITEM_FIRST_DECOY) % SHEET_DECOYS == 0,
               "each place of the sheet stands for as many items as any other");

static const char *const SHEETS[TES_SHEET_COUNT] = {
    [TES_SHEET_PREDATOR] = "predator", [TES_SHEET_SAFE] = "safe", [TES_SHEET_MALE] = "male",
    [TES_SHEET_FEMALE] = "female",     [TES_SHEET_ITEM] = "item",
};

static const char *const SPECIES_NAMES[] = {
#define SPECIES(name) #name,
#include "challenge/species.def"
#undef SPECIES
};

static const char *const EMOTION_NAMES[] = {
#define EMOTION(name, word, near) #name,
#include "challenge/emotions.def"
#undef EMOTION
};

static const char *const ITEM_NAMES[] = {
#define ITEM(name)  #name,
#define DECOY(name) #name,
#include "challenge/items.def"
#undef ITEM
#undef DECOY
};

static const char *const *const NAMES[TES_SHEET_COUNT] = {
    [TES_SHEET_PREDATOR] = SPECIES_NAMES, [TES_SHEET_SAFE] = SPECIES_NAMES,
    [TES_SHEET_MALE] = EMOTION_NAMES,     [TES_SHEET_FEMALE] = EMOTION_NAMES,
    [TES_SHEET_ITEM] = ITEM_NAMES,
};

unsigned tes_sprite_place(struct tes_sprite sprite)
{
    if (sprite.sheet != TES_SHEET_ITEM)
        return sprite.index;
    if (sprite.index < TES_ITEM_FIRST_DECOY)
        return sprite.index % SHEET_ITEMS;
    return SHEET_ITEMS + (unsigned)(sprite.index - TES_ITEM_FIRST_DECOY) % SHEET_DECOYS;
}

struct tes_sprite tes_sprite_at(enum tes_sheet sheet, unsigned place)
{
    unsigned index = place;
    if (sheet == TES_SHEET_ITEM && place >= SHEET_ITEMS)
        index = TES_ITEM_FIRST_DECOY + place - SHEET_ITEMS;
    return (struct tes_sprite){(uint8_t)sheet, (uint8_t)index};
}

const char *tes_sprite_sheet_name(enum tes_sheet sheet)
{
    return SHEETS[sheet];
}

const char *tes_sprite_name(struct tes_sprite sprite)
{
    return NAMES[sprite.sheet][sprite.index];
}

_Static_assert(sizeof(struct tes_sprites) <= TES_DETAIL_BYTES, "sprites fit into a challenge");

const struct tes_sprites *tes_sprites_of(const struct tes_challenge *challenge)
{
    return (const struct tes_sprites *)challenge->detail;
}

struct tes_sprites *tes_sprites_start(struct tes_random *random, unsigned count,
                                      struct tes_challenge *challenge)
{
    struct tes_sprites *sprites = (struct tes_sprites *)challenge->detail;
    sprites->count = (uint8_t)count;
    for (unsigned i = 0; i < TES_KEY_BYTES; i++)
        sprites->looks[i] = (uint8_t)tes_random_below(random, 256);
    return sprites;
}

void tes_sprites_describe_truth(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_sprites *sprites = tes_sprites_of(challenge);
    tes_json_open(json, "sprites", '[');
    for (unsigned i = 0; i < sprites->count; i++) {
        struct tes_sprite sprite = sprites->cells[i];
        tes_json_open(json, NULL, '{');
        tes_json_string(json, "sheet", tes_slice_of(SHEETS[sprite.sheet]));
        tes_json_number(json, "index", sprite.index);
        tes_json_number(json, "place", tes_sprite_place(sprite));
        tes_json_string(json, "name", tes_slice_of(tes_sprite_name(sprite)));
        tes_json_close(json, '}');
    }
    tes_json_close(json, ']');
}

void tes_sprites_describe_objects(const struct tes_challenge *challenge, struct tes_json *json)
{
    const struct tes_sprites *sprites = tes_sprites_of(challenge);
    for (unsigned i = 0; i < sprites->count; i++) {
        struct tes_sprite sprite = sprites->cells[i];
        tes_json_open(json, NULL, '{');
        tes_json_string(json, "type", tes_slice_of(SHEETS[sprite.sheet]));
        tes_json_string(json, "name", tes_slice_of(tes_sprite_name(sprite)));
        tes_json_close(json, '}');
    }
}

void tes_sprite_looks(const struct tes_sprites *sprites, unsigned cell, struct tes_random *random)
{
    uint8_t key[TES_KEY_BYTES];
    __builtin_memcpy(key, sprites->looks, sizeof key);
    key[0] ^= (uint8_t)(cell + 1); /* 0 is left for what the whole picture shares */
    tes_random_start(random, key);
}
