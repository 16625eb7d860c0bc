/*
 * sprites.h: which sprites a challenge shows, as rows of a few tables, and a key that decides how
 * each of them looks. There are five sheets of 16 sprites each.
 */
#ifndef TES_SPRITES_H
#define TES_SPRITES_H

#include "challenge/select.h"

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
#include "challenge/species.def"
#undef SPECIES
    TES_SPECIES_COUNT
};

enum tes_emotion {
#define EMOTION(name, word, near) TES_EMOTION_##name,
#include "challenge/emotions.def"
#undef EMOTION
    TES_EMOTION_COUNT
};

enum tes_item {
#define ITEM(name)  TES_ITEM_##name,
#define DECOY(name) TES_ITEM_##name,
#include "challenge/items.def"
#undef ITEM
#undef DECOY
    TES_ITEM_COUNT,
    TES_ITEM_FIRST_DECOY = TES_ITEM_robot,
};

_Static_assert(TES_SPECIES_COUNT == TES_SHEET_SPRITES && TES_EMOTION_COUNT == TES_SHEET_SPRITES,
               "a sheet holds one of each");

/* What a cell shows: the sheet that it belongs to, and the row of that sheet's table: a species, an
 * emotion or an item. A sheet has places for some of the items only. */
struct tes_sprite {
    uint8_t sheet;
    uint8_t index;
};

/* The detail of a challenge made of sprites. */
struct tes_sprites {
    struct tes_select select;     /* what is right */
    uint8_t asked;                /* emotions: which one */
    uint8_t looks[TES_KEY_BYTES]; /* the key from which their looks are made */
    uint8_t count;
    struct tes_sprite cells[TES_SPRITES_MAX];
};

/* The place on a 4 x 4 sheet, counted row by row, that stands for a sprite. Several items share
 * one. */
unsigned tes_sprite_place(struct tes_sprite sprite);

/* The sprite at a place of a sheet. */
struct tes_sprite tes_sprite_at(enum tes_sheet sheet, unsigned place);

/* "predator", "safe", "male", "female", "item" */
const char *tes_sprite_sheet_name(enum tes_sheet sheet);

/* The name of its row: "polar_bear", "in_love", "ice_cream". */
const char *tes_sprite_name(struct tes_sprite sprite);

/* The sprites in a challenge's detail. */
const struct tes_sprites *tes_sprites_of(const struct tes_challenge *challenge);

/* Starts the sprites of a new challenge, `count` of them, and makes the key of their looks. */
struct tes_sprites *tes_sprites_start(struct tes_random *random, unsigned count,
                                      struct tes_challenge *challenge);

/* For a kind's row: writes `sprites`, each with sheet, index, place and name. */
void tes_sprites_describe_truth(const struct tes_challenge *challenge, struct tes_json *json);

/* For a kind's row: what each cell shows, its sheet as `type`, and its name. */
void tes_sprites_describe_objects(const struct tes_challenge *challenge, struct tes_json *json);

/* Starts the generator that decides how the sprite of one cell looks. */
void tes_sprite_looks(const struct tes_sprites *sprites, unsigned cell, struct tes_random *random);

#endif
