/*
 * creature.h: what the animals without fur share: moods, and the eyes, mouths, teeth and props that
 * tell them.
 *
 * The mood is told by these alone. Colours, views and sizes are picked before it is known and are
 * spread alike over threats and friends; scenery makes up for the colours that a mood brings.
 */
#ifndef TES_CREATURE_H
#define TES_CREATURE_H

#include "draw/sprites/kit/kit.h"

enum tes_creature_mood {
    TES_CREATURE_THREAT,
    TES_CREATURE_HAPPY, /* eyes closed by a smile */
    TES_CREATURE_ASLEEP,
    TES_CREATURE_BABY /* big round eyes */
};

struct tes_creature {
    enum tes_creature_mood mood;
    tes_colour skin, belly, mark; /* mark: of stripes, spots, scales */
    tes_colour ink;               /* of closed eyes and smiles */
    tes_colour iris, mouth, tongue, bloom;
    float slant;     /* of angry brows, degrees */
    float eye;       /* size of the eyes, 1 is usual */
    bool snarls;     /* bares its teeth with closed jaws, where a threat's mouth is seen in front */
    bool laughs;     /* smiles with an open mouth */
    bool has_slit;   /* upright pupils */
    bool has_flower; /* friends only */
    bool is_waving;  /* friends only */
    bool is_hatching; /* friends only: sits in its egg */
};

/* A row of a table of coats. */
struct tes_creature_coat {
    tes_colour skin, belly, mark;
};

/* Picks a coat from the table, a little off its colours, the style, and a mood. */
struct tes_creature tes_creature_start(struct tes_paint *paint, struct tes_random *random,
                                       const struct tes_creature_coat *coats, unsigned count,
                                       bool is_safe);

/* Whether to paint something large in the colours of mouth and teeth: threats have those in their
 * faces, so friends mostly get them elsewhere: colours alone must not tell the mood. */
bool tes_creature_evens_out(const struct tes_creature *creature, struct tes_random *random);

/* Behind the animal: a mat, where tes_creature_evens_out(), and grass, stones or neither. */
void tes_creature_scenery(struct tes_paint *paint, const struct tes_creature *creature,
                          struct tes_random *random);

/* An eye in its mood. `nose` is where the nose lies: 1 right, -1 left. */
void tes_creature_eye(struct tes_paint *paint, const struct tes_creature *creature,
                      struct tes_point at, float radius, float nose);

/* A rosy cheek, of friends only. */
void tes_creature_cheek(struct tes_paint *paint, const struct tes_creature *creature,
                        struct tes_point at, float radius);

/* Pointed teeth from one point to another, along a line that bulges to its right-hand side; they
 * point to the right-hand side, or to the left where `length` is below 0. */
struct tes_creature_row {
    struct tes_point from, to;
    float bulge, length;
    unsigned count;
};
void tes_creature_teeth(struct tes_paint *paint, struct tes_creature_row row);

/* The same with a line around, to stand before the tile. */
void tes_creature_claws(struct tes_paint *paint, const struct tes_creature *creature,
                        struct tes_creature_row row);

/* A mouth as seen from the front: wide open, a smile, or (asleep) a small line. */
void tes_creature_mouth(struct tes_paint *paint, const struct tes_creature *creature,
                        struct tes_point at, float width, float height);

/* How far a friend's jaws stand open, in degrees each, seen from the side: 0 unless it laughs. */
float tes_creature_laugh(const struct tes_creature *creature);

/* A flower whose head lies at `at`; its stem leads to `foot`. */
void tes_creature_flower(struct tes_paint *paint, const struct tes_creature *creature,
                         struct tes_point at, struct tes_point foot, float size);

/* A bubble of breath at a sleeper's nose. */
void tes_creature_breath(struct tes_paint *paint, const struct tes_creature *creature,
                         struct tes_point nose, float size);

/* The lower half of a broken egg, in front of the animal in it. */
void tes_creature_egg(struct tes_paint *paint, struct tes_random *random);

#endif
