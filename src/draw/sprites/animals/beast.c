/* The mammals: a row for each species, and which row belongs to which name. */
#include "draw/sprites/animals/beast.h"

#include "draw/sprites/animals/animals.h"

#define C TES_RGB

static const struct tes_beast_kind WOLF = {
    .skull = TES_BEAST_SKULL_WOLF,
    .ears = TES_BEAST_EARS_POINTED,
    .mask = TES_BEAST_MASK_WOLF,
    .tail = TES_BEAST_TAIL_BUSHY,
    .ear_at = {16, -15},
    .ear_size = {9, 23},
    .ear_turn = 12,
    .muzzle_y = 11,
    .muzzle_width = 13,
    .muzzle_height = 10,
    .eye_at = {11, -3},
    .coats = {{C(0x8B97A6), C(0xEDF0F2), C(0x56616F), C(0x717D8C), C(0xA9B3BF), C(0x3E4753)},
              {C(0xA08A78), C(0xF3EBDF), C(0x6A5648), C(0x86705F), C(0xB9A592), C(0x4B3A30)}},
};

static const struct tes_beast_kind FOX = {
    .skull = TES_BEAST_SKULL_FOX,
    .ears = TES_BEAST_EARS_POINTED,
    .mask = TES_BEAST_MASK_CHEEKS,
    .tail = TES_BEAST_TAIL_BUSHY,
    .ear_at = {17, -12},
    .ear_size = {10, 25},
    .ear_turn = 16,
    .muzzle_y = 13,
    .muzzle_width = 11,
    .muzzle_height = 9,
    .eye_at = {12, -1},
    .coats = {{C(0xEF7F33), C(0xFFF6EA), C(0x5A3226), C(0xDB6A24), C(0x5A3226), C(0x7E3815)},
              {C(0xDD6033), C(0xFFF1E4), C(0x49302B), C(0xC44E26), C(0x49302B), C(0x6E2C16)}},
};

static const struct tes_beast_kind BEAR = {
    .skull = TES_BEAST_SKULL_BEAR,
    .ears = TES_BEAST_EARS_ROUND,
    .tail = TES_BEAST_TAIL_STUB,
    .ear_at = {20, -18},
    .ear_size = {10, 12},
    .ear_turn = 30,
    .muzzle_y = 11,
    .muzzle_width = 14,
    .muzzle_height = 11,
    .eye_at = {11, -4},
    .coats = {{C(0x9A6238), C(0xE3BC8D), C(0x6F4324), C(0x875430), C(0x8A5630), C(0x4F2D16)},
              {C(0x70492F), C(0xD0A274), C(0x4B2E1C), C(0x613D26), C(0x643F28), C(0x38200F)}},
};

static const struct tes_beast_kind POLAR_BEAR = {
    .skull = TES_BEAST_SKULL_BEAR,
    .ears = TES_BEAST_EARS_ROUND,
    .tail = TES_BEAST_TAIL_STUB,
    .ear_at = {19, -18},
    .ear_size = {8, 10},
    .ear_turn = 32,
    .muzzle_y = 11,
    .muzzle_width = 13,
    .muzzle_height = 11,
    .eye_at = {10, -4},
    .coats = {{C(0xF7F8F8), C(0xE3EAF0), C(0x5F7389), C(0xE4ECF2), C(0xEFF3F5), C(0x61758A)},
              {C(0xFAF4E6), C(0xEADFC8), C(0x77705F), C(0xEFE6D2), C(0xF4ECDA), C(0x857A63)}},
};

static const struct tes_beast_kind LION = {
    .skull = TES_BEAST_SKULL_CAT,
    .ears = TES_BEAST_EARS_ROUND,
    .mask = TES_BEAST_MASK_CAT,
    .tail = TES_BEAST_TAIL_TASSEL,
    .ear_at = {23, -17},
    .ear_size = {8, 11},
    .ear_turn = 40,
    .muzzle_y = 10,
    .muzzle_width = 14,
    .muzzle_height = 10,
    .eye_at = {11, -4},
    .mane = 10,
    .coats = {{C(0xF2BC57), C(0xFFEBC2), C(0x8F4B1E), C(0xB5632A), C(0xF2BC57), C(0x6E3A17)},
              {C(0xE3AE6B), C(0xFBE8CB), C(0x5C3320), C(0x7A452A), C(0xE3AE6B), C(0x56301B)}},
};

static const struct tes_beast_kind TIGER = {
    .skull = TES_BEAST_SKULL_CAT,
    .ears = TES_BEAST_EARS_ROUND,
    .mask = TES_BEAST_MASK_CAT,
    .marks = TES_BEAST_MARKS_STRIPES,
    .tail = TES_BEAST_TAIL_LONG,
    .ear_at = {20, -18},
    .ear_size = {9, 13},
    .ear_turn = 28,
    .muzzle_y = 10,
    .muzzle_width = 14,
    .muzzle_height = 10,
    .eye_at = {11, -4},
    .coats = {{C(0xF6932F), C(0xFFF4E3), C(0x42271C), C(0xE5811F), C(0xF6932F), C(0x6A3411)},
              {C(0xEFA850), C(0xFFF6E6), C(0x3C2A24), C(0xDD953D), C(0xEFA850), C(0x6A3E16)}},
};

static const struct tes_beast_kind LEOPARD = {
    .skull = TES_BEAST_SKULL_CAT,
    .ears = TES_BEAST_EARS_ROUND,
    .mask = TES_BEAST_MASK_CAT,
    .marks = TES_BEAST_MARKS_ROSETTES,
    .tail = TES_BEAST_TAIL_LONG,
    .ear_at = {20, -18},
    .ear_size = {8.5F, 12},
    .ear_turn = 30,
    .muzzle_y = 10,
    .muzzle_width = 13,
    .muzzle_height = 9.5F,
    .eye_at = {11, -4},
    .coats = {{C(0xF3C766), C(0xFFF6DF), C(0x59391F), C(0xE3B34E), C(0xF3C766), C(0x6D4A1A)},
              {C(0xCFCDC9), C(0xFBFAF6), C(0x4E4A4B), C(0xBDBAB6), C(0xCFCDC9), C(0x55514F)}},
};

static const struct tes_beast_kind LYNX = {
    .skull = TES_BEAST_SKULL_LYNX,
    .ears = TES_BEAST_EARS_TUFTED,
    .mask = TES_BEAST_MASK_CAT,
    .marks = TES_BEAST_MARKS_SPOTS,
    .tail = TES_BEAST_TAIL_STUB,
    .ear_at = {16, -17},
    .ear_size = {9, 18},
    .ear_turn = 12,
    .muzzle_y = 10,
    .muzzle_width = 13,
    .muzzle_height = 9.5F,
    .eye_at = {11, -4},
    .coats = {{C(0xCB9A66), C(0xFBF0DF), C(0x5C3F2A), C(0xB08150), C(0xCB9A66), C(0x583C26)},
              {C(0xB5A897), C(0xF7F2EA), C(0x4F453D), C(0x9A8C7B), C(0xB5A897), C(0x4B4139)}},
};

static const struct tes_beast_kind HYENA = {
    .skull = TES_BEAST_SKULL_HYENA,
    .ears = TES_BEAST_EARS_ROUND,
    .mask = TES_BEAST_MASK_DARK_SNOUT,
    .marks = TES_BEAST_MARKS_SPOTS,
    .tail = TES_BEAST_TAIL_BUSHY,
    .ear_at = {19, -14},
    .ear_size = {10, 21},
    .ear_turn = 24,
    .muzzle_y = 12,
    .muzzle_width = 13,
    .muzzle_height = 10.5F,
    .eye_at = {11, -4},
    .has_crest = true,
    .coats = {{C(0xD9B67C), C(0x7A5A45), C(0x5B4030), C(0x5F4230), C(0x8C6C50), C(0x4F3626)},
              {C(0xCDB48C), C(0x6A5546), C(0x4A3A31), C(0x4E3C33), C(0x7D6858), C(0x42342C)}},
};

static const struct tes_beast_kind BADGER = {
    .skull = TES_BEAST_SKULL_BADGER,
    .ears = TES_BEAST_EARS_ROUND,
    .mask = TES_BEAST_MASK_BADGER,
    .tail = TES_BEAST_TAIL_STUB,
    .ear_at = {21, -13},
    .ear_size = {7, 9},
    .ear_turn = 38,
    .muzzle_y = 13,
    .muzzle_width = 11,
    .muzzle_height = 9,
    .eye_at = {12, -2},
    .coats = {{C(0x8C9199), C(0xFBFAF6), C(0x2F3138), C(0x757A83), C(0x3A3C44), C(0x34363D)},
              {C(0x9B9188), C(0xFBF6EC), C(0x3A302B), C(0x857B72), C(0x443932), C(0x3D332D)}},
};

static void paint_beast(const struct tes_beast_kind *kind, struct tes_paint *paint,
                        struct tes_random *random, bool is_safe)
{
    struct tes_beast beast = tes_beast_look(kind, random, is_safe);
    tes_beast_pose(paint, &beast);
}

#define BEAST(name, kind)                                                                          \
    void tes_animal_##name(struct tes_paint *paint, struct tes_random *random, bool is_safe)       \
    {                                                                                              \
        paint_beast(&(kind), paint, random, is_safe);                                              \
    }
BEAST(wolf, WOLF)
BEAST(fox, FOX)
BEAST(bear, BEAR)
BEAST(polar_bear, POLAR_BEAR)
BEAST(lion, LION)
BEAST(tiger, TIGER)
BEAST(leopard, LEOPARD)
BEAST(lynx, LYNX)
BEAST(hyena, HYENA)
BEAST(badger, BADGER)
