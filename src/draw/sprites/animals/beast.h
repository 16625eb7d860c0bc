/*
 * beast.h: one parametric mammal for all of them: a row of a table (struct tes_beast_kind) says
 * what a species looks like, random numbers say what this one looks like and does (struct
 * tes_beast), and the parts paint it. Only the beast*.c files need this.
 *
 * The mood is in eyes, brows, mouth, ears, fur, claws and stance. Colours, sizes, views and the
 * amount of detail are picked alike for both moods, so that they tell nothing.
 */
#ifndef TES_BEAST_H
#define TES_BEAST_H

#include "draw/sprites/kit/kit.h"

/* What comes in threes is painted from left to right. */
static const float TES_BEAST_TOES[3] = {-1, 0, 1};

/* ---------------------------------------------------------------- species */

enum tes_beast_skull {
    TES_BEAST_SKULL_CAT,
    TES_BEAST_SKULL_BEAR,
    TES_BEAST_SKULL_WOLF,
    TES_BEAST_SKULL_FOX,
    TES_BEAST_SKULL_LYNX,
    TES_BEAST_SKULL_BADGER,
    TES_BEAST_SKULL_HYENA
};
enum tes_beast_ears { TES_BEAST_EARS_ROUND, TES_BEAST_EARS_POINTED, TES_BEAST_EARS_TUFTED };
enum tes_beast_mask {
    TES_BEAST_MASK_NONE,
    TES_BEAST_MASK_CHEEKS,
    TES_BEAST_MASK_WOLF,
    TES_BEAST_MASK_CAT,
    TES_BEAST_MASK_BADGER,
    TES_BEAST_MASK_DARK_SNOUT
};
enum tes_beast_marks {
    TES_BEAST_MARKS_NONE,
    TES_BEAST_MARKS_STRIPES,
    TES_BEAST_MARKS_ROSETTES,
    TES_BEAST_MARKS_SPOTS
};
enum tes_beast_tail {
    TES_BEAST_TAIL_LONG,
    TES_BEAST_TAIL_TASSEL,
    TES_BEAST_TAIL_BUSHY,
    TES_BEAST_TAIL_STUB
};

struct tes_beast_coat {
    tes_colour fur, light, mark;
    tes_colour mane; /* ruff, crest or mane */
    tes_colour leg;
    tes_colour ink; /* lines around the body */
};

struct tes_beast_kind {
    enum tes_beast_skull skull;
    enum tes_beast_ears ears;
    enum tes_beast_mask mask;
    enum tes_beast_marks marks;
    enum tes_beast_tail tail;
    struct tes_point ear_at, ear_size; /* of the right one: foot, half a width and height */
    float ear_turn;
    float muzzle_y, muzzle_width, muzzle_height;
    struct tes_point eye_at;
    float mane; /* 0, or how far a mane stands out, always there */
    bool has_crest;
    struct tes_beast_coat coats[2];
};

/* ----------------------------------------------------------- this animal */

enum tes_beast_eyes {
    TES_BEAST_EYES_GLARE,
    TES_BEAST_EYES_ROUND,
    TES_BEAST_EYES_HAPPY,
    TES_BEAST_EYES_WINK,
    TES_BEAST_EYES_ASLEEP
};
enum tes_beast_mouth {
    TES_BEAST_MOUTH_ROAR,
    TES_BEAST_MOUTH_GRIT,
    TES_BEAST_MOUTH_SMILE,
    TES_BEAST_MOUTH_LAUGH,
    TES_BEAST_MOUTH_TONGUE
};

struct tes_beast {
    const struct tes_beast_kind *kind;
    struct tes_random *random;
    struct tes_beast_coat coat;
    tes_colour iris, maw;
    bool is_safe;
    enum tes_beast_eyes eyes;
    enum tes_beast_mouth mouth;
    float line;                         /* width, in units of where it is painted */
    float wide, tall, ear, eye, muzzle; /* sizes, about 1 */
    float ear_lean;                     /* degrees outwards */
    float jaw;                          /* how far the mouth hangs open */
    float fang;
    float gaze;       /* to the side, -1 .. 1 */
    float light_side; /* -1 or 1 */
    unsigned tufts;   /* of a ruff behind the head; 0 for none */
    bool has_slit, has_wrinkles, has_brows, has_blush;
    bool has_hidden_claws; /* of the paws it stands on */
};

/* Where a head stands, and how. */
struct tes_beast_place {
    float x, y, scale, turn;
};

struct tes_beast tes_beast_look(const struct tes_beast_kind *kind, struct tes_random *random,
                                bool is_safe);

/* ------------------------------------------------------------------ parts */

/* A tapered, curved limb or tail; its far end is round. Bristles stand off by `bristle`. */
struct tes_beast_limb {
    struct tes_point from, via, to;
    float from_width, via_width, to_width;
    float bristle;
};

enum tes_beast_paw { TES_BEAST_PAW_REST, TES_BEAST_PAW_CLAWS, TES_BEAST_PAW_PADS };

/* Toes point down, turned by `turn`. */
struct tes_beast_foot {
    struct tes_point at;
    float radius, turn;
    enum tes_beast_paw paw;
};

/* Fur along a curve: tufts that stand off to its left, sharp or soft. */
struct tes_beast_fringe {
    struct tes_point from, via, to;
    unsigned tufts;
    float length;
    bool is_sharp;
};

/* One bend of the right half of a shape, from the middle above to the middle below. */
struct tes_beast_bend {
    float via_x, via_y, x, y;
};

/* A shape that is its own mirror: starts at (0, top); the last bend must end at x = 0. */
void tes_beast_path_mirrored(struct tes_paint *paint, float top, const struct tes_beast_bend *bends,
                             unsigned count);

void tes_beast_head(struct tes_paint *paint, const struct tes_beast *beast,
                    struct tes_beast_place place);
void tes_beast_face(struct tes_paint *paint, const struct tes_beast *beast);

/* Marks on the head, and within the ellipse of a body; under a clip. */
void tes_beast_mask(struct tes_paint *paint, const struct tes_beast *beast);
void tes_beast_head_marks(struct tes_paint *paint, const struct tes_beast *beast);
void tes_beast_body_marks(struct tes_paint *paint, const struct tes_beast *beast,
                          struct tes_point centre, struct tes_point radius);

/* Legs that are painted as one: outlines first, so that none lies between a leg and its paw. A limb
 * without widths is left out. */
struct tes_beast_leg {
    struct tes_beast_limb limb;
    struct tes_beast_foot foot;
};

void tes_beast_legs(struct tes_paint *paint, const struct tes_beast *beast,
                    const struct tes_beast_leg *legs, unsigned count);
void tes_beast_tail(struct tes_paint *paint, const struct tes_beast *beast,
                    struct tes_beast_limb limb);
void tes_beast_fringe(struct tes_paint *paint, const struct tes_beast *beast,
                      struct tes_beast_fringe fringe);
/* Tufts all around an ellipse. */
void tes_beast_ring(struct tes_paint *paint, const struct tes_beast *beast, struct tes_point centre,
                    struct tes_point radius, float length);
/* A closed body through these points, with a light belly (none if its radius is 0) and marks. */
struct tes_beast_trunk {
    const struct tes_point *points;
    unsigned count;
    struct tes_point centre, radius; /* about what it fills */
    struct tes_point belly_at, belly;
};
void tes_beast_trunk(struct tes_paint *paint, const struct tes_beast *beast,
                     struct tes_beast_trunk trunk);

/* ------------------------------------------------------------------- poses */

void tes_beast_pose(struct tes_paint *paint, struct tes_beast *beast);

/* What animals have about them: friends a butterfly or a flower, threats the slashes of claws, in
 * the same colours. */
void tes_beast_butterfly(struct tes_paint *paint, struct tes_random *random, struct tes_point at,
                         float size);
void tes_beast_flower(struct tes_paint *paint, struct tes_random *random, struct tes_point at,
                      float size);
void tes_beast_bubble(struct tes_paint *paint, struct tes_point at, float radius);
void tes_beast_slashes(struct tes_paint *paint, struct tes_random *random, struct tes_point at);
/* Two bows beside what moves, around `centre`. */
void tes_beast_motion(struct tes_paint *paint, struct tes_point centre, float radius,
                      float degrees);

#endif
