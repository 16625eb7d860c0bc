/* Birds of prey: eagles, from the front or their head from the side, and owls, whole or their face.
 */
#include "draw/sprites/animals/animals.h"
#include "draw/sprites/animals/creature.h"

/* Skin is the plumage, belly the breast, mark the flecks on it. */
static const struct tes_creature_coat EAGLES[] = {
    {TES_RGB(0x8A5A35), TES_RGB(0xD9A866), TES_RGB(0x64401F)},
    {TES_RGB(0xA9763A), TES_RGB(0xEBC98A), TES_RGB(0x7C5426)},
    {TES_RGB(0x85808E), TES_RGB(0xCFCBD2), TES_RGB(0x5A5564)},
    {TES_RGB(0x97503A), TES_RGB(0xE2A98A), TES_RGB(0x6E3527)},
};
static const struct tes_creature_coat OWLS[] = {
    {TES_RGB(0xA87848), TES_RGB(0xF2DDB4), TES_RGB(0x7E552E)},
    {TES_RGB(0x8A8F9C), TES_RGB(0xEDEEF0), TES_RGB(0x656A78)},
    {TES_RGB(0xC98A4E), TES_RGB(0xFBE8C8), TES_RGB(0x9A6030)},
    {TES_RGB(0x7A6A9A), TES_RGB(0xE6DEF0), TES_RGB(0x584A78)},
    {TES_RGB(0x86705A), TES_RGB(0xE2D0B2), TES_RGB(0x5C4A38)},
};

struct look {
    struct tes_creature creature;
    tes_colour head, beak;
    bool is_owl;
    float tuft;      /* how far the feathers of the head stand out */
    unsigned flecks; /* of the breast: 0 none, 1 drops, 2 bars */
    bool is_whole;   /* not the head alone */
    bool hugs;       /* friends: both wings spread */
};

/* ------------------------------------------------------------- the body */

static void paint_spread_wing(struct tes_paint *paint, const struct tes_creature *creature,
                              float side)
{
    struct tes_shape wing = TES_SHAPE_BLOB(
        {50 + 16 * side, 58}, {50 + 26 * side, 38}, {50 + 36 * side, 22}, {50 + 43 * side, 14},
        {50 + 42 * side, 28}, {50 + 46 * side, 32}, {50 + 42 * side, 44}, {50 + 45 * side, 50},
        {50 + 39 * side, 58}, {50 + 40 * side, 66}, {50 + 30 * side, 72}, {50 + 18 * side, 78});
    tes_outline_shape(paint, wing, creature->skin);
    for (unsigned i = 0; i < 3; i++) {
        tes_path_segment(paint, TES_POINT(50 + 29 * side, 45 + 9 * (float)i),
                         TES_POINT(50 + 38 * side, 37 + 11 * (float)i));
    }
    tes_paint_stroke(paint, 2.6F, false, creature->mark);
}

static void paint_folded_wing(struct tes_paint *paint, const struct tes_creature *creature,
                              float side)
{
    struct tes_shape wing =
        TES_SHAPE_BLOB({50 + 20 * side, 50}, {50 + 31 * side, 56}, {50 + 35 * side, 70},
                       {50 + 30 * side, 86}, {50 + 22 * side, 80}, {50 + 19 * side, 64});
    tes_body_solid(paint, wing, creature->mark);
}

static bool is_spread(const struct look *look, float side)
{
    const struct tes_creature *creature = &look->creature;
    if (creature->mood == TES_CREATURE_THREAT)
        return true;
    return creature->is_waving && !creature->is_hatching && (look->hugs || side > 0);
}

static void paint_flecks(struct tes_paint *paint, const struct look *look)
{
    for (unsigned i = 0; look->flecks > 0 && i < 7; i++) {
        float x = i < 3 ? 40 + 10 * (float)i : 35 + 10 * (float)(i - 3), y = i < 3 ? 68 : 77;
        if (look->flecks == 1)
            tes_path_ellipse(paint, x, y, 1.8F, 3.4F);
        else
            tes_path_ellipse(paint, x, y, 3.6F, 1.7F);
    }
    tes_paint_fill(paint, look->creature.mark);
}

/* Feet with three toes each; a threat's are thrust forward and have long claws. */
static void paint_feet(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    bool is_threat = creature->mood == TES_CREATURE_THREAT;
    float apart = is_threat ? 20 : 11, y = is_threat ? 82 : 89;
    if (is_threat)
        TES_EACH_SIDE (side) {
            float x = 50 + apart * side;
            tes_creature_claws(
                paint, creature,
                (struct tes_creature_row){{x - 11, y + 3}, {x + 11, y + 3}, 2, 9, 3});
        }
    tes_colour line = tes_style_edge(paint, look->beak);
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < 6; i++) {
            float x = 50 + (i < 3 ? -apart : apart), toe = (float)(i % 3) - 1;
            tes_path_segment(paint, TES_POINT(x, y - 6), TES_POINT(x + toe * 7, y + 2));
        }
        tes_paint_stroke(paint, pass == 0 ? 8 : 4.4F, false, pass == 0 ? line : look->beak);
    }
}

static void paint_body(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_shape body = TES_SHAPE_BLOB({50, 36}, {68, 44}, {76, 62}, {72, 80}, {58, 90},
                                           {42, 90}, {28, 80}, {24, 62}, {32, 44});
    TES_EACH_SIDE (side) {
        if (is_spread(look, side))
            paint_spread_wing(paint, creature, side);
    }
    tes_body_solid(paint, body, creature->skin);
    tes_paint_ellipse(paint, 50, 69, 19, 19, creature->belly);
    paint_flecks(paint, look);
    if (creature->is_hatching)
        return;
    TES_EACH_SIDE (side) {
        if (!is_spread(look, side))
            paint_folded_wing(paint, creature, side);
    }
    paint_feet(paint, look);
}

/* -------------------------------------------------- the face, from the front */

/* The open beak of a threat: a dark gorge with a pointed tongue, and the lower half below. */
static void paint_scream(struct tes_paint *paint, const struct look *look, float y)
{
    const struct tes_creature *creature = &look->creature;
    tes_outline_shape(
        paint,
        TES_SHAPE_POLYGON({38, y + 4}, {62, y + 4}, {60, y + 15}, {50, y + 24}, {40, y + 15}),
        look->beak);
    tes_outline_shape(paint,
                      TES_SHAPE_POLYGON({38, y}, {62, y}, {60, y + 15}, {50, y + 12}, {40, y + 15}),
                      creature->mouth);
    tes_paint_ellipse(paint, 50, y + 9, 4, 4.5F, creature->tongue);
}

static void paint_front_beak(struct tes_paint *paint, const struct look *look, float y)
{
    const struct tes_creature *creature = &look->creature;
    bool is_threat = creature->mood == TES_CREATURE_THREAT;
    float tip = is_threat ? 12 : 16, wide = is_threat ? 14 : 10;
    if (is_threat)
        paint_scream(paint, look, y + 4);
    struct tes_shape beak =
        TES_SHAPE_BLOB({50 - wide, y + 4}, {50, y - 5}, {50 + wide, y + 4}, {56, y + tip * 0.5F},
                       {50, y + tip}, {44, y + tip * 0.5F});
    tes_body_solid(paint, beak, look->beak);
    tes_path_ellipse(paint, 47, y + 1, 1.3F, 1.3F);
    tes_path_ellipse(paint, 53, y + 1, 1.3F, 1.3F);
    tes_paint_fill(paint, creature->ink);
    if (is_threat)
        return;
    tes_path_arc(paint, TES_POINT(39.5F, y + 5), 4.5F, 4, 30, 160);
    tes_path_arc(paint, TES_POINT(60.5F, y + 5), 4.5F, 4, 20, 150);
    tes_paint_stroke(paint, 2.4F, false, creature->ink);
}

/* Ears of an owl, the crest of an eagle; they stand up high in anger. */
static void paint_tufts(struct tes_paint *paint, const struct look *look)
{
    float out = look->tuft, top = 12 - look->tuft * 0.5F;
    if (look->is_owl) {
        TES_EACH_SIDE (side)
            tes_path_polygon(paint,
                             (const struct tes_point[]){{50 + 12 * side, 16},
                                                        {50 + (24 + out * 0.5F) * side, top - 2},
                                                        {50 + 27 * side, 30}},
                             3);
    } else {
        for (unsigned i = 0; i < 5; i++) {
            float x = 30 + 10 * (float)i;
            tes_path_polygon(paint,
                             (const struct tes_point[]){{x - 7, 22},
                                                        {50 + (x - 50) * (1 + out * 0.05F),
                                                         top + (i % 4 == 0 ? 7.0F : 0.0F)},
                                                        {x + 7, 22}},
                             3);
        }
    }
    tes_outline_path(paint, look->head);
}

static void paint_face(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    float apart = look->is_owl ? 14 : 13, eye = look->is_owl ? 10 : 8.5F;
    struct tes_shape head = TES_SHAPE_BLOB({50, 11}, {66, 14}, {77, 28}, {75, 46}, {62, 57},
                                           {50, 59}, {38, 57}, {25, 46}, {23, 28}, {34, 14});
    paint_tufts(paint, look);
    tes_body_solid(paint, head, look->head);
    if (look->is_owl)
        TES_EACH_SIDE (side)
            tes_path_ellipse(paint, 50 + 12 * side, 36, 13.5F, 16);
    tes_paint_fill(paint, creature->belly);
    tes_creature_eye(paint, creature, TES_POINT(50 - apart, 32), eye, 1);
    tes_creature_eye(paint, creature, TES_POINT(50 + apart, 32), eye, -1);
    tes_creature_cheek(paint, creature, TES_POINT(31, 46), 5.5F);
    tes_creature_cheek(paint, creature, TES_POINT(69, 46), 5.5F);
    paint_front_beak(paint, look, look->is_owl ? 42 : 40);
    tes_creature_breath(paint, creature, TES_POINT(66, 52), 7);
}

static void paint_whole(struct tes_paint *paint, const struct look *look, struct tes_random *random)
{
    const struct tes_creature *creature = &look->creature;
    paint_body(paint, look);
    paint_face(paint, look);
    if (creature->is_hatching)
        tes_creature_egg(paint, random);
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(26, 68), TES_POINT(30, 92), 7);
}

/* The head alone, on a ruff of feathers. */
static void paint_bust(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_matrix matrix = paint->matrix;
    struct tes_shape ruff =
        TES_SHAPE_BLOB({50, 40}, {74, 50}, {88, 74}, {84, 90}, {74, 84}, {66, 94}, {58, 85},
                       {50, 95}, {42, 85}, {34, 94}, {26, 84}, {16, 90}, {12, 74}, {26, 50});
    tes_body_solid(paint, ruff, creature->skin);
    tes_paint_ellipse(paint, 50, 72, 19, 13, creature->belly);
    tes_paint_move(paint, -10, -3);
    tes_paint_scale(paint, 1.2F, 1.2F);
    paint_face(paint, look);
    paint->matrix = matrix;
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(80, 78), TES_POINT(54, 68), 7);
}

/* ------------------------------------------------- an eagle's head, in profile */

static void paint_profile_beak(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_matrix matrix = paint->matrix;
    bool is_threat = creature->mood == TES_CREATURE_THREAT;
    struct tes_shape lower = TES_SHAPE_BLOB({56, 52}, {68, 52}, {80, 54}, {74, 60}, {58, 61});
    struct tes_shape upper = TES_SHAPE_BLOB({60, 34}, {72, 31}, {86, 37}, {92, 48}, {89, 62},
                                            {84, 55}, {72, 52}, {58, 53}, {56, 44});
    if (is_threat) {
        tes_shape_fill(paint, TES_SHAPE_POLYGON({54, 46}, {84, 43}, {79, 57}, {74, 70}, {56, 60}),
                       creature->mouth);
        tes_shape_curve(paint, TES_SHAPE_BLOB({60, 54}, {68, 59}, {77, 55}), 5, creature->tongue);
    }
    tes_paint_turn(paint, 57, 53, is_threat ? 46 : 0);
    tes_body_solid(paint, lower, look->beak);
    paint->matrix = matrix;
    tes_paint_turn(paint, 57, 50, is_threat ? -24 : 0);
    tes_body_solid(paint, upper, look->beak);
    tes_paint_ellipse(paint, 71, 40, 2.6F, 1.7F, creature->ink);
    paint->matrix = matrix;
}

static void paint_profile(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    float out = look->tuft * 0.9F;
    struct tes_shape chest =
        TES_SHAPE_BLOB({10, 70}, {36, 60}, {62, 66}, {74, 82}, {76, 95}, {40, 97}, {7, 95});
    struct tes_shape head = TES_SHAPE_BLOB(
        {44, 14}, {60, 20}, {67, 34}, {64, 52}, {60, 66}, {66, 80}, {54, 75}, {48, 86}, {38, 77},
        {28, 86}, {22, 74}, {9 - out * 0.4F, 74 - out * 0.4F}, {15, 60}, {9 - out * 0.6F, 54 - out},
        {17, 42}, {13 - out * 0.6F, 34 - out}, {24, 24}, {28 - out * 0.5F, 14 - out * 0.7F});
    tes_body_solid(paint, chest, creature->skin);
    for (unsigned i = 0; look->flecks > 0 && i < 4; i++)
        tes_path_ellipse(paint, 18 + 14 * (float)i, 88, 2.4F, 3.6F);
    tes_paint_fill(paint, creature->mark);
    tes_body_solid(paint, head, look->head);
    paint_profile_beak(paint, look);
    tes_creature_eye(paint, creature, TES_POINT(46, 35), 9, 1);
    tes_creature_cheek(paint, creature, TES_POINT(46, 53), 6.5F);
    if (creature->mood == TES_CREATURE_THREAT)
        return;
    tes_shape_curve(paint, TES_SHAPE_BLOB({80, 54}, {70, 55}, {60, 54}, {54, 48}), 2.8F,
                    creature->ink);
    tes_creature_breath(paint, creature, TES_POINT(78, 33), 7);
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(86, 72), TES_POINT(70, 54), 7);
}

/* ------------------------------------------------------------------ both */

static struct look pick_look(struct tes_paint *paint, struct tes_random *random, bool is_owl,
                             bool is_safe)
{
    struct look look = {.is_owl = is_owl};
    const struct tes_creature_coat *coats = is_owl ? OWLS : EAGLES;
    unsigned count = is_owl ? TES_TABLE_COUNT(OWLS) : TES_TABLE_COUNT(EAGLES);
    look.creature = tes_creature_start(paint, random, coats, count, is_safe);
    float yellow = tes_random_between(random, 32, 47);
    look.beak = tes_colour_hsl(yellow, 0.9F, 0.56F);
    bool has_white_head = tes_random_chance(random, 2);
    look.head = look.creature.skin;
    if (!is_owl)
        look.head = has_white_head ? TES_RGB(0xFAF3E6) : tes_colour_shade(look.head, 0.28F);
    look.tuft = tes_random_between(random, 0, 4);
    look.tuft += is_safe ? 0 : 6;
    look.flecks = tes_random_below(random, 3);
    look.is_whole = tes_random_chance(random, 2);
    look.hugs = tes_random_chance(random, 2);
    tes_creature_scenery(paint, &look.creature, random);
    return look;
}

void tes_animal_eagle(struct tes_paint *paint, struct tes_random *random, bool is_safe)
{
    struct look look = pick_look(paint, random, false, is_safe);
    if (look.is_whole)
        paint_whole(paint, &look, random);
    else
        paint_profile(paint, &look);
}

void tes_animal_owl(struct tes_paint *paint, struct tes_random *random, bool is_safe)
{
    struct look look = pick_look(paint, random, true, is_safe);
    if (look.is_whole)
        paint_whole(paint, &look, random);
    else
        paint_bust(paint, &look);
}
