/*
 * sprites.h: which pictures a challenge shows, without how they look: rows of a few tables, and a
 * key from which each cell's looks are drawn. The five sheets have 16 sprites each; what a sheet
 * holds and what a cell shows carry the same numbers.
 */
#ifndef TES_SPRITES_H
#define TES_SPRITES_H

#include "core/select.h"

#define TES_SHEET_SIDE    4 /* sprites in each direction */
#define TES_SHEET_SPRITES 16
#define TES_SPRITES_MAX   100 /* in one challenge */

enum tes_sheet {
    TES_SHEET_PREDATOR,
    TES_SHEET_SAFE,
    TES_SHEET_MALE,
    TES_SHEET_FEMALE,
    TES_SHEET_ITEM,
    TES_SHEET_COUNT
};

enum tes_species {
#define SPECIES(name) TES_SPECIES_##name,
#include "core/species.def"
#undef SPECIES
    TES_SPECIES_COUNT
};

enum tes_emotion {
#define EMOTION(name, word, near) TES_EMOTION_##name,
#include "core/emotions.def"
#undef EMOTION
    TES_EMOTION_COUNT
};

enum tes_item {
#define ITEM(name)  TES_ITEM_##name,
#define DECOY(name) TES_ITEM_##name,
#include "core/items.def"
#undef ITEM
#undef DECOY
    TES_ITEM_COUNT,
    TES_ITEM_FIRST_DECOY = TES_ITEM_robot,
};

_Static_assert(TES_SPECIES_COUNT == TES_SHEET_SPRITES && TES_EMOTION_COUNT == TES_SHEET_SPRITES,
               "a sheet holds one of each");

/* A cell: which sheet it would be cut from, and the row of that sheet's table: a species, an
 * emotion, or an item (of which a sheet holds some only). */
struct tes_sprite {
    uint8_t sheet;
    uint8_t index;
};

/* The detail of a challenge made of sprites. */
struct tes_sprites {
    struct tes_select select;     /* what is right */
    uint8_t asked;                /* emotions: which one */
    uint8_t looks[TES_KEY_BYTES]; /* the key of how they look */
    uint8_t count;
    struct tes_sprite cells[TES_SPRITES_MAX];
};

/* Where on its 4x4 sheet a sprite stands, row by row: items stand for several of their kind. */
unsigned tes_sprite_place(struct tes_sprite sprite);

/* The sprite that stands there on a sheet. */
struct tes_sprite tes_sprite_at(enum tes_sheet sheet, unsigned place);

/* "predator", "safe", "male", "female", "item" */
const char *tes_sprite_sheet_name(enum tes_sheet sheet);

/* The name of its row: "polar_bear", "in_love", "ice_cream". */
const char *tes_sprite_name(struct tes_sprite sprite);

/* The sprites of a challenge that is made of them. */
const struct tes_sprites *tes_sprites_of(const struct tes_challenge *challenge);

/* Starts the sprites of a new challenge, `count` of them, with looks of their own. */
struct tes_sprites *tes_sprites_start(struct tes_random *random, unsigned count,
                                      struct tes_challenge *challenge);

/* Member of a kind's row: `sprites`, each with sheet, index, place and name. */
void tes_sprites_describe_truth(const struct tes_challenge *challenge, struct tes_json *json);

/* The randomness that one cell's looks are drawn from. */
void tes_sprite_looks(const struct tes_sprites *sprites, unsigned cell, struct tes_random *random);

#endif
