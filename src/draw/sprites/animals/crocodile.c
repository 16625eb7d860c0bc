/* A crocodile: its long jaws from the side, alone or with its body, or its face from the front. */
#include "draw/sprites/animals/animals.h"
#include "draw/sprites/animals/creature.h"

static const struct tes_creature_coat COATS[] = {
    {TES_RGB(0x5FA64A), TES_RGB(0xE9E3A4), TES_RGB(0x3F7F3A)},
    {TES_RGB(0x8A9A4B), TES_RGB(0xEADFAF), TES_RGB(0x66753A)},
    {TES_RGB(0x3E9A7C), TES_RGB(0xD6EBBE), TES_RGB(0x2B7260)},
    {TES_RGB(0x9C8A55), TES_RGB(0xF0E2BC), TES_RGB(0x77663A)},
};

struct look {
    struct tes_creature creature;
    float gape;  /* of each jaw, degrees */
    float snout; /* how far it is lengthened */
    unsigned view;
};

/* ------------------------------------------------------------- in profile */

static void paint_ridge(struct tes_paint *paint, const struct look *look, float from_x, float y,
                        unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        float x = from_x + 8 * (float)i;
        tes_path_polygon(paint, (const struct tes_point[]){{x, y}, {x + 5, y - 7}, {x + 9, y}}, 3);
    }
    tes_paint_fill(paint, look->creature.mark);
}

static void paint_lower_jaw(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    float tip = 88 + look->snout;
    struct tes_shape jaw = TES_SHAPE_BLOB({12, 60}, {30, 63}, {60, 64}, {tip - 4, 61}, {tip, 66},
                                          {tip - 8, 72}, {56, 75}, {30, 79}, {14, 74});
    tes_body_solid(paint, jaw, creature->belly);
    if (creature->mood == TES_CREATURE_THREAT)
        tes_creature_teeth(paint, (struct tes_creature_row){{40, 64}, {tip - 1, 63}, 0, -9, 6});
}

static void paint_upper_jaw(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    float tip = 92 + look->snout;
    struct tes_shape jaw = TES_SHAPE_BLOB({10, 66}, {7, 50}, {16, 39}, {24, 31}, {34, 29}, {42, 36},
                                          {50, 45}, {66, 48}, {tip - 13, 44}, {tip - 3, 45},
                                          {tip, 53}, {tip - 4, 61}, {70, 62}, {48, 63}, {30, 66});
    if (creature->mood == TES_CREATURE_THREAT)
        tes_creature_teeth(paint, (struct tes_creature_row){{40, 61}, {tip - 3, 59}, 0, 11, 7});
    tes_body_solid(paint, jaw, creature->skin);
    for (unsigned i = 0; i < 3; i++)
        tes_path_ellipse(paint, 56 + 9 * (float)i, 53, 2.2F, 2.2F);
    tes_paint_fill(paint, creature->mark);
    tes_paint_ellipse(paint, tip - 8, 48, 2.6F, 1.8F, creature->ink);
    struct tes_creature level = *creature; /* a brow that glares however far the jaw is raised */
    level.slant += look->gape * 0.6F;
    tes_creature_eye(paint, &level, TES_POINT(31, 41), 8, 1);
    tes_creature_cheek(paint, creature, TES_POINT(26, 57), 6);
}

static void paint_gorge(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    float rise = look->gape * 0.85F, tip = 82 + look->snout;
    tes_shape_fill(paint,
                   TES_SHAPE_POLYGON({20, 58}, {tip, 60 - rise}, {tip - 12, 62},
                                     {tip, 66 + rise * 0.8F}, {24, 70}),
                   creature->mouth);
    tes_shape_curve(paint, TES_SHAPE_BLOB({30, 64}, {48, 65 + rise * 0.2F}, {66, 61 + rise * 0.4F}),
                    6, creature->tongue);
}

static void paint_profile(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_matrix matrix = paint->matrix;
    if (look->gape > 0)
        paint_gorge(paint, look);
    tes_paint_turn(paint, 24, 62, look->gape * 0.7F);
    paint_lower_jaw(paint, look);
    paint->matrix = matrix;
    tes_paint_turn(paint, 24, 62, -look->gape);
    paint_upper_jaw(paint, look);
    paint->matrix = matrix;
    if (creature->mood == TES_CREATURE_THREAT)
        return;
    float end = look->gape > 0 ? 40 : 88; /* of a closed mouth, or of an open one's corner */
    tes_shape_curve(paint, TES_SHAPE_BLOB({end, 62}, {end * 0.5F + 18, 63}, {36, 62}, {28, 55}), 3,
                    creature->ink);
    tes_creature_breath(paint, creature, TES_POINT(78 + look->snout, 43), 8);
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(74, 34), TES_POINT(66, 62), 7);
}

static void paint_head(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_shape neck =
        TES_SHAPE_BLOB({5, 52}, {20, 40}, {36, 60}, {38, 80}, {46, 93}, {24, 95}, {6, 94}, {3, 74});
    paint_ridge(paint, look, 3, 46, 2);
    tes_body_solid(paint, neck, creature->skin);
    paint_profile(paint, look);
}

static void paint_leg(struct tes_paint *paint, const struct tes_creature *creature, float x,
                      float y)
{
    tes_outline_shape(paint,
                      TES_SHAPE_BLOB({x - 6, y - 14}, {x + 6, y - 14}, {x + 7, y - 3}, {x + 11, y},
                                     {x + 2, y + 2}, {x - 6, y}),
                      creature->skin);
}

static void paint_body(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_matrix matrix = paint->matrix;
    float lift = creature->mood == TES_CREATURE_ASLEEP ? 4 : 0;
    struct tes_shape trunk = TES_SHAPE_BLOB({4, 34}, {10, 50}, {22, 56}, {44, 54}, {62, 62},
                                            {64, 78}, {52, 88}, {30, 88}, {12, 78}, {4, 58});
    paint_leg(paint, creature, 28, 93 - lift);
    tes_body_solid(paint, trunk, creature->skin);
    tes_paint_ellipse(paint, 38, 82, 18, 5, creature->belly);
    for (unsigned i = 0; i < 4; i++)
        tes_path_ellipse(paint, 12 + 9 * (float)i, 61 + 3 * (float)(i % 2), 2.6F, 4.5F);
    tes_paint_fill(paint, creature->mark);
    paint_ridge(paint, look, 12, 54, 2);
    paint_leg(paint, creature, 46, 93 - lift);
    tes_paint_move(paint, 22, lift + 4);
    tes_paint_scale(paint, 0.79F, 0.79F);
    paint_profile(paint, look);
    paint->matrix = matrix;
}

/* --------------------------------------------------------- from the front */

static void paint_arm(struct tes_paint *paint, const struct tes_creature *creature, float side)
{
    bool is_up = creature->mood == TES_CREATURE_THREAT || (creature->is_waving && side > 0);
    float x = 50 + 38 * side, y = is_up ? 56 : 86;
    tes_outline_limb(paint, TES_SHAPE_BLOB({50 + 22 * side, 82}, {50 + 32 * side, 80}, {x, y}), 9,
                     creature->skin);
    if (creature->mood != TES_CREATURE_THREAT)
        return;
    tes_creature_claws(paint, creature,
                       (struct tes_creature_row){{x - 5, y - 3}, {x + 5, y - 3}, -2, -7, 3});
}

static void paint_front(struct tes_paint *paint, const struct tes_creature *creature,
                        struct tes_random *random)
{
    struct tes_shape trunk =
        TES_SHAPE_BLOB({30, 66}, {70, 66}, {76, 84}, {68, 94}, {32, 94}, {24, 84});
    struct tes_shape skull = TES_SHAPE_BLOB({26, 40}, {27, 22}, {36, 14}, {46, 22}, {54, 22},
                                            {64, 14}, {73, 22}, {74, 40}, {72, 58}, {28, 58});
    struct tes_shape snout = TES_SHAPE_BLOB({22, 56}, {30, 44}, {50, 40}, {70, 44}, {78, 56},
                                            {74, 72}, {50, 78}, {26, 72});
    tes_body_solid(paint, trunk, creature->skin);
    tes_paint_ellipse(paint, 50, 80, 15, 12, creature->belly);
    if (!creature->is_hatching) {
        paint_arm(paint, creature, -1);
        paint_arm(paint, creature, 1);
    }
    tes_body_solid(paint, skull, creature->skin);
    tes_path_ellipse(paint, 50, 28, 4, 2.6F);
    tes_path_ellipse(paint, 50, 35, 5, 2.6F);
    tes_paint_fill(paint, creature->mark);
    tes_body_solid(paint, snout, tes_colour_shade(creature->skin, 0.12F));
    tes_paint_ellipse(paint, 42, 48, 2.8F, 2, creature->ink);
    tes_paint_ellipse(paint, 58, 48, 2.8F, 2, creature->ink);
    tes_creature_eye(paint, creature, TES_POINT(37, 27), 8, 1);
    tes_creature_eye(paint, creature, TES_POINT(63, 27), 8, -1);
    tes_creature_cheek(paint, creature, TES_POINT(30, 56), 6);
    tes_creature_cheek(paint, creature, TES_POINT(70, 56), 6);
    tes_creature_mouth(paint, creature, TES_POINT(50, 57), 24, 27);
    if (creature->is_hatching)
        tes_creature_egg(paint, random);
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(84, 58), TES_POINT(86, 88), 7);
    tes_creature_breath(paint, creature, TES_POINT(70, 60), 8);
}

void tes_animal_crocodile(struct tes_paint *paint, struct tes_random *random, bool is_safe)
{
    struct look look = {
        .creature = tes_creature_start(paint, random, COATS, TES_TABLE_COUNT(COATS), is_safe)};
    look.snout = tes_random_between(random, -6, 2);
    look.gape = tes_random_between(random, 15, 22);
    look.gape = is_safe ? tes_creature_laugh(&look.creature) : look.gape;
    look.view = tes_random_below(random, 3);
    tes_creature_scenery(paint, &look.creature, random);
    if (look.view == 0)
        paint_head(paint, &look);
    else if (look.view == 1)
        paint_body(paint, &look);
    else
        paint_front(paint, &look.creature, random);
}
