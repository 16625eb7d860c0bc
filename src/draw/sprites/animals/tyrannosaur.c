/* A tyrannosaur: its heavy skull from the side, alone or on its two legs, or sitting, or hatching.
 */
#include "draw/sprites/animals/animals.h"
#include "draw/sprites/animals/creature.h"

static const struct tes_creature_coat COATS[] = {
    {TES_RGB(0xC9733C), TES_RGB(0xF6DDB0), TES_RGB(0x9A4E2A)},
    {TES_RGB(0x7FA03F), TES_RGB(0xEDE8B2), TES_RGB(0x5A7A2E)},
    {TES_RGB(0x8566B8), TES_RGB(0xE9D9F2), TES_RGB(0x644A96)},
    {TES_RGB(0x4A8FA8), TES_RGB(0xDCEBD8), TES_RGB(0x336C85)},
    {TES_RGB(0xB85C5C), TES_RGB(0xF5D8C0), TES_RGB(0x8E4247)},
};

struct look {
    struct tes_creature creature;
    float gape; /* of each jaw, degrees */
    bool has_stripes;
    unsigned view;
};

/* Small spikes along a line from `from`, each a step further. */
static void paint_spikes(struct tes_paint *paint, const struct look *look, struct tes_point from,
                         struct tes_point step, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        float x = from.x + step.x * (float)i, y = from.y + step.y * (float)i;
        tes_path_ellipse(paint, x, y, 4.2F, 4.2F);
    }
    tes_paint_fill(paint, look->creature.mark);
}

/* ------------------------------------------------------------- the skull */

static void paint_lower_jaw(struct tes_paint *paint, const struct tes_creature *creature)
{
    struct tes_shape jaw = TES_SHAPE_BLOB({22, 58}, {44, 62}, {66, 61}, {82, 58}, {86, 64},
                                          {78, 73}, {56, 79}, {32, 80}, {20, 72});
    tes_body_solid(paint, jaw, creature->skin);
    if (creature->mood == TES_CREATURE_THREAT)
        tes_creature_teeth(paint, (struct tes_creature_row){{46, 62}, {84, 60}, 0, -9, 5});
}

static void paint_upper_jaw(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_shape jaw =
        TES_SHAPE_BLOB({16, 66}, {12, 46}, {18, 28}, {32, 18}, {44, 20}, {52, 27}, {66, 25},
                       {82, 28}, {91, 38}, {91, 52}, {84, 60}, {66, 60}, {46, 61}, {32, 67});
    if (creature->mood == TES_CREATURE_THREAT)
        tes_creature_teeth(paint, (struct tes_creature_row){{44, 59}, {88, 57}, 0, 12, 6});
    tes_body_solid(paint, jaw, creature->skin);
    for (unsigned i = 0; i < 3; i++) {
        float at = (float)i;
        if (look->has_stripes)
            tes_path_ellipse(paint, 18 + 6 * at, 42 - 8 * at, 2.6F, 5);
        else
            tes_path_ellipse(paint, 56 + 8 * at, 32 + 5 * (float)(i % 2), 2.3F, 2.3F);
    }
    tes_paint_fill(paint, creature->mark);
    tes_paint_ellipse(paint, 83, 38, 2.4F, 3.2F, creature->ink);
    struct tes_creature level = *creature; /* a brow that glares however far the jaw is raised */
    level.slant += look->gape * 0.6F;
    tes_creature_eye(paint, &level, TES_POINT(41, 36), 9, 1);
    tes_creature_cheek(paint, creature, TES_POINT(34, 53), 7);
}

static void paint_gorge(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    float rise = look->gape * 0.85F;
    tes_shape_fill(
        paint,
        TES_SHAPE_POLYGON({26, 56}, {82, 56 - rise}, {72, 60}, {80, 64 + rise * 0.7F}, {28, 72}),
        creature->mouth);
    tes_shape_curve(paint, TES_SHAPE_BLOB({36, 64}, {50, 64 + rise * 0.3F}, {68, 60 + rise * 0.6F}),
                    8, creature->tongue);
}

static void paint_skull(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_matrix matrix = paint->matrix;
    bool is_threat = creature->mood == TES_CREATURE_THREAT;
    if (look->gape > 0)
        paint_gorge(paint, look);
    tes_paint_turn(paint, 28, 62, look->gape * 0.8F);
    paint_lower_jaw(paint, creature);
    paint->matrix = matrix;
    tes_paint_turn(paint, 28, 62, -look->gape);
    paint_upper_jaw(paint, look);
    paint->matrix = matrix;
    if (is_threat)
        return;
    float end = look->gape > 0 ? 50 : 84; /* of a closed mouth, or of an open one's corner */
    tes_shape_curve(paint, TES_SHAPE_BLOB({end, 60}, {end * 0.5F + 24, 62}, {46, 61}, {38, 53}),
                    3.2F, creature->ink);
    tes_creature_breath(paint, creature, TES_POINT(80, 28), 8);
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(80, 76), TES_POINT(62, 62), 7);
}

static void paint_head(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_shape neck = TES_SHAPE_BLOB({14, 38}, {30, 34}, {46, 60}, {46, 78}, {56, 94},
                                           {30, 96}, {7, 95}, {8, 66});
    paint_spikes(paint, look, TES_POINT(12, 46), TES_POINT(-1.5F, 11), 4);
    tes_body_solid(paint, neck, creature->skin);
    tes_shape_fill(paint, TES_SHAPE_BLOB({36, 66}, {43, 78}, {50, 91}, {36, 93}, {33, 78}),
                   creature->belly);
    paint_skull(paint, look);
}

/* -------------------------------------------------------------- the body */

static void paint_claws(struct tes_paint *paint, const struct look *look, float x, float y)
{
    tes_creature_claws(paint, &look->creature,
                       (struct tes_creature_row){{x, y - 5}, {x, y + 5}, -2, -6, 3});
}

/* The short arms: thrust forward by a threat, one lifted to wave, or hanging. */
static void paint_arm(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    bool is_threat = creature->mood == TES_CREATURE_THREAT;
    float y = is_threat ? 66 : creature->is_waving ? 60 : 78;
    tes_outline_limb(paint, TES_SHAPE_BLOB({47, 66}, {55, 74}, {63, y}), 6, creature->skin);
    if (is_threat)
        paint_claws(paint, look, 66, y);
    else if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(70, y - 10), TES_POINT(62, y + 4), 6);
}

static void paint_leg(struct tes_paint *paint, const struct tes_creature *creature, float x,
                      float stride)
{
    tes_outline_shape(paint,
                      TES_SHAPE_BLOB({x - 10, 66}, {x + 8, 66}, {x + 8 + stride, 80},
                                     {x + 4 + stride, 87}, {x + 13 + stride, 92},
                                     {x - 3 + stride, 94}, {x - 6, 82}),
                      creature->skin);
}

static void paint_standing(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_matrix matrix = paint->matrix;
    struct look empty_handed = *look;
    empty_handed.creature.has_flower = false;
    struct tes_shape trunk = TES_SHAPE_BLOB({5, 56}, {14, 68}, {26, 64}, {36, 44}, {52, 46},
                                            {54, 68}, {46, 82}, {28, 84}, {12, 76});
    paint_leg(paint, creature, 42, 4);
    paint_spikes(paint, look, TES_POINT(30, 48), TES_POINT(-5, 7), 3);
    tes_body_solid(paint, trunk, creature->skin);
    tes_paint_ellipse(paint, 46, 66, 6, 13, creature->belly);
    paint_leg(paint, creature, 29, -2);
    tes_paint_move(paint, 24, 2);
    tes_paint_scale(paint, 0.75F, 0.75F);
    paint_skull(paint, &empty_handed);
    paint->matrix = matrix;
    paint_arm(paint, look);
}

/* Asleep on the ground, its tail around it. */
static void paint_curled(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_matrix matrix = paint->matrix;
    struct tes_shape trunk = TES_SHAPE_BLOB({8, 80}, {12, 58}, {28, 42}, {50, 40}, {68, 54},
                                            {74, 78}, {60, 91}, {26, 92});
    paint_spikes(paint, look, TES_POINT(14, 54), TES_POINT(8, -7), 3);
    paint_spikes(paint, look, TES_POINT(40, 38), TES_POINT(11, 3), 2);
    tes_body_solid(paint, trunk, creature->skin);
    tes_paint_move(paint, 32, 41);
    tes_paint_scale(paint, 0.66F, 0.66F);
    paint_skull(paint, look);
    paint->matrix = matrix;
    tes_outline_limb(paint, TES_SHAPE_BLOB({15, 76}, {20, 87}, {40, 92}, {62, 91}, {78, 93}), 8,
                     creature->skin);
}

/* --------------------------------------------------------- from the front */

static void paint_front_limb(struct tes_paint *paint, const struct tes_creature *creature,
                             float side)
{
    bool is_threat = creature->mood == TES_CREATURE_THREAT;
    bool is_up = is_threat || (creature->is_waving && side > 0);
    float x = 50 + side * (is_up ? 40 : 30), y = is_up ? 62 : 82;
    tes_outline_limb(paint, TES_SHAPE_BLOB({50 + 20 * side, 74}, {50 + 30 * side, 76}, {x, y}), 7,
                     creature->skin);
    if (is_threat)
        tes_creature_claws(paint, creature,
                           (struct tes_creature_row){{x - 5, y - 3}, {x + 5, y - 3}, -2, -7, 3});
    tes_outline_shape(paint, TES_SHAPE_OVAL(50 + 18 * side, 91, 11, 6), creature->skin);
}

static void paint_face(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_shape skull = TES_SHAPE_BLOB({24, 34}, {32, 14}, {50, 9}, {68, 14}, {76, 34},
                                            {84, 52}, {78, 68}, {50, 74}, {22, 68}, {16, 52});
    paint_spikes(paint, look, TES_POINT(50, 9), TES_POINT(8, 3.5F), 3);
    paint_spikes(paint, look, TES_POINT(42, 10), TES_POINT(-8, 6), 2);
    tes_body_solid(paint, skull, creature->skin);
    for (unsigned i = 0; i < 3; i++)
        tes_path_ellipse(paint, 40 + 10 * (float)i, 17, look->has_stripes ? 2.6F : 2.3F,
                         look->has_stripes ? 4.6F : 2.3F);
    tes_paint_fill(paint, creature->mark);
    tes_paint_ellipse(paint, 43, 43, 2.6F, 2, creature->ink);
    tes_paint_ellipse(paint, 57, 43, 2.6F, 2, creature->ink);
    tes_creature_eye(paint, creature, TES_POINT(34, 31), 9, 1);
    tes_creature_eye(paint, creature, TES_POINT(66, 31), 9, -1);
    tes_creature_cheek(paint, creature, TES_POINT(26, 51), 7);
    tes_creature_cheek(paint, creature, TES_POINT(74, 51), 7);
    tes_creature_mouth(paint, creature, TES_POINT(50, 52), 24, 26);
    tes_creature_breath(paint, creature, TES_POINT(68, 60), 8);
}

static void paint_sitting(struct tes_paint *paint, const struct look *look,
                          struct tes_random *random)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_shape trunk =
        TES_SHAPE_BLOB({32, 62}, {68, 62}, {76, 80}, {66, 94}, {34, 94}, {24, 80});
    tes_outline_limb(paint, TES_SHAPE_BLOB({62, 88}, {82, 88}, {92, 78}), 7, creature->skin);
    tes_body_solid(paint, trunk, creature->skin);
    tes_paint_ellipse(paint, 50, 80, 14, 12, creature->belly);
    if (!creature->is_hatching) {
        paint_front_limb(paint, creature, -1);
        paint_front_limb(paint, creature, 1);
    }
    paint_face(paint, look);
    if (creature->is_hatching)
        tes_creature_egg(paint, random);
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(14, 66), TES_POINT(22, 90), 7);
}

void tes_animal_tyrannosaur(struct tes_paint *paint, struct tes_random *random, bool is_safe)
{
    struct look look = {
        .creature = tes_creature_start(paint, random, COATS, TES_TABLE_COUNT(COATS), is_safe)};
    look.gape = tes_random_between(random, 16, 22);
    look.gape = is_safe ? tes_creature_laugh(&look.creature) : look.gape;
    look.has_stripes = tes_random_chance(random, 2);
    look.view = tes_random_below(random, 3);
    tes_creature_scenery(paint, &look.creature, random);
    if (look.view == 0)
        paint_head(paint, &look);
    else if (look.view == 1 && look.creature.mood == TES_CREATURE_ASLEEP)
        paint_curled(paint, &look);
    else if (look.view == 1)
        paint_standing(paint, &look);
    else
        paint_sitting(paint, &look, random);
}
