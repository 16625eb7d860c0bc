/* A shark: swimming, from the side, or its face, from the front. */
#include "draw/sprites/animals/animals.h"
#include "draw/sprites/animals/creature.h"

static const struct tes_creature_coat COATS[] = {
    {TES_RGB(0x6F8FA8), TES_RGB(0xF2F5F2), TES_RGB(0x4F6E88)},
    {TES_RGB(0x4F86B8), TES_RGB(0xEAF3F8), TES_RGB(0x386696)},
    {TES_RGB(0x8A93A0), TES_RGB(0xF4F1EA), TES_RGB(0x687280)},
    {TES_RGB(0x5FA3A0), TES_RGB(0xEDF6EE), TES_RGB(0x417F80)},
    {TES_RGB(0xA98F78), TES_RGB(0xF6EEDD), TES_RGB(0x806850)},
};

#define SNOUT_LIFT 6.0F /* of a biting shark */

struct look {
    struct tes_creature creature;
    float fin; /* how high it stands */
    float gape;
    unsigned marks; /* 0 none, 1 spots, 2 stripes */
    unsigned water; /* 0 none, 1 a wave, 2 bubbles */
    bool is_front;
};

static void paint_water(struct tes_paint *paint, const struct look *look)
{
    tes_colour water = tes_colour_alpha(TES_RGB(0x5FB4DE), 0.55F);
    if (look->water == 1) {
        tes_path_start(paint, 8, 84);
        for (unsigned i = 0; i < 3; i++) {
            float x = 8 + 28 * (float)i;
            tes_path_quad(paint, x + 7, 74, x + 14, 82);
            tes_path_quad(paint, x + 21, 90, x + 28, 82);
        }
        tes_path_quad(paint, 92, 93, 80, 93);
        tes_path_line(paint, 20, 93);
        tes_path_quad(paint, 8, 93, 8, 84);
        tes_paint_fill(paint, water);
    } else if (look->water == 2) {
        for (unsigned i = 0; i < 3; i++)
            tes_path_ellipse(paint, 84 + 5 * (float)(i % 2), 14 + 9 * (float)i, 3.2F, 3.2F);
        tes_paint_stroke(paint, 1.8F, true, water);
    }
}

/* Branches with ivory tips, in the mouth's colours. */
static void paint_coral(struct tes_paint *paint, const struct tes_creature *creature)
{
    static const struct tes_point TIPS[] = {{8, 70},  {18, 62}, {30, 74},
                                            {70, 74}, {82, 64}, {92, 72}};
    for (unsigned i = 0; i < 6; i++) {
        tes_path_bend(paint, TES_POINT(i < 3 ? 20 : 80, 91), TES_POINT(TIPS[i].x, 84),
                      TES_POINT(TIPS[i].x, TIPS[i].y));
    }
    tes_paint_stroke(paint, 7, false, creature->mouth);
    for (unsigned i = 0; i < 6; i++)
        tes_path_ellipse(paint, TIPS[i].x, TIPS[i].y, 2.4F, 2.4F);
    tes_paint_fill(paint, TES_RGB(0xFFFDF4));
    tes_paint_ellipse(paint, 50, 91, 40, 4, creature->mouth);
}

static void paint_marks(struct tes_paint *paint, const struct look *look, float x, float y)
{
    for (unsigned i = 0; look->marks > 0 && i < 4; i++) {
        float at = x + 8.5F * (float)i;
        if (look->marks == 1)
            tes_path_ellipse(paint, at, y + 5 * (float)(i % 2), 2.6F, 2.2F);
        else
            tes_path_ellipse(paint, at, y - 2, 2, 9);
    }
    tes_paint_fill(paint, look->creature.mark);
}

/* --------------------------------------------------------- from the side */

static void paint_fins(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    float top = 30 - look->fin;
    tes_outline_shape(
        paint,
        TES_SHAPE_BLOB({22, 46}, {14, 32}, {6, 22}, {4, 34}, {9, 48}, {4, 64}, {8, 70}, {18, 60}),
        creature->mark);
    tes_outline_shape(
        paint,
        TES_SHAPE_BLOB({38, 34}, {38, top + 10}, {32, top}, {44, top + 3}, {56, 22}, {60, 34}),
        creature->mark);
}

static void paint_gills(struct tes_paint *paint, const struct tes_creature *creature)
{
    for (unsigned i = 0; i < 3; i++) {
        float x = 45 + 4.6F * (float)i;
        tes_path_arc(paint, TES_POINT(x + 3, 48), 4, 8, 130, 230);
    }
    tes_paint_stroke(paint, 2.2F, false, tes_style_edge(paint, creature->skin));
}

static void paint_jaw(struct tes_paint *paint, const struct tes_creature *creature)
{
    struct tes_shape jaw =
        TES_SHAPE_BLOB({38, 62}, {54, 57}, {72, 57}, {82, 57}, {77, 65}, {60, 71}, {42, 71});
    tes_body_solid(paint, jaw, creature->belly);
    if (creature->mood == TES_CREATURE_THREAT)
        tes_creature_teeth(paint, (struct tes_creature_row){{54, 59}, {81, 59}, 0, -10, 5});
}

static void paint_trunk(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    float lift = creature->mood == TES_CREATURE_THREAT ? SNOUT_LIFT : 0;
    struct tes_shape trunk =
        TES_SHAPE_BLOB({93, 44 - lift}, {86, 35 - lift * 0.8F}, {68, 27 - lift * 0.3F}, {46, 27},
                       {26, 37}, {12, 44}, {12, 50}, {26, 60}, {42, 69}, {52, 68},
                       {58, 60 - lift * 0.3F}, {72, 57 - lift * 0.8F}, {86, 53 - lift});
    tes_body_begin(paint, trunk, creature->skin);
    paint_marks(paint, look, 24, 40);
    tes_shape_fill(paint,
                   TES_SHAPE_BLOB({8, 52}, {30, 53}, {48, 60}, {60, 54}, {80, 50}, {96, 50},
                                  {80, 70}, {40, 80}, {10, 70}),
                   creature->belly);
    tes_outline_end(paint, trunk, creature->skin);
    paint_gills(paint, creature);
    tes_creature_eye(paint, creature, TES_POINT(69, 40 - lift * 0.4F), 8.5F, 1);
    tes_creature_cheek(paint, creature, TES_POINT(60, 51), 5.5F);
}

static void paint_side(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_matrix matrix = paint->matrix;
    bool is_threat = creature->mood == TES_CREATURE_THREAT;
    float lift = creature->is_waving ? -26 : 0;
    tes_paint_move(paint, 0, is_threat ? 0 : 4);
    paint_fins(paint, look);
    if (is_threat)
        tes_shape_fill(
            paint, TES_SHAPE_POLYGON({42, 58}, {87, 50 - SNOUT_LIFT}, {83, 60}, {75, 75}, {44, 70}),
            creature->mouth);
    struct tes_matrix level = paint->matrix;
    tes_paint_turn(paint, 48, 62, is_threat ? look->gape : 0);
    paint_jaw(paint, creature);
    paint->matrix = level;
    if (is_threat)
        tes_creature_teeth(paint,
                           (struct tes_creature_row){{54, 57}, {90, 51 - SNOUT_LIFT}, 1, 15, 6});
    paint_trunk(paint, look);
    tes_outline_shape(paint,
                      TES_SHAPE_BLOB({34, 60}, {46, 62}, {42, 74 + lift}, {28, 86 + lift},
                                     {26, 76 + lift * 0.8F}),
                      creature->mark);
    if (!is_threat)
        tes_shape_curve(paint, TES_SHAPE_BLOB({84, 55}, {74, 60}, {62, 60}, {56, 54}), 3,
                        creature->ink);
    tes_creature_breath(paint, creature, TES_POINT(82, 34), 8);
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(86, 72), TES_POINT(72, 60), 7);
    paint->matrix = matrix;
}

/* -------------------------------------------------------- from the front */

static void paint_side_fin(struct tes_paint *paint, const struct tes_creature *creature, float side)
{
    bool is_up = creature->is_waving && side > 0;
    float y = is_up ? 36 : 84;
    tes_outline_shape(paint,
                      TES_SHAPE_BLOB({50 + 26 * side, 58}, {50 + 36 * side, is_up ? 50 : 62},
                                     {50 + 45 * side, y}, {50 + 36 * side, is_up ? 62 : 82},
                                     {50 + 26 * side, 76}),
                      creature->mark);
}

static void paint_front(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    float top = 20 - look->fin;
    struct tes_shape head = TES_SHAPE_BLOB({50, 14}, {66, 20}, {79, 38}, {82, 62}, {72, 84},
                                           {50, 92}, {28, 84}, {18, 62}, {21, 38}, {34, 20});
    tes_outline_shape(paint, TES_SHAPE_BLOB({38, 26}, {44, 14}, {52, top}, {58, 14}, {62, 26}),
                      creature->mark);
    paint_side_fin(paint, creature, -1);
    paint_side_fin(paint, creature, 1);
    tes_body_begin(paint, head, creature->skin);
    tes_shape_fill(
        paint, TES_SHAPE_BLOB({50, 46}, {72, 54}, {90, 70}, {72, 98}, {28, 98}, {10, 70}, {28, 54}),
        creature->belly);
    paint_marks(paint, look, 37, 23);
    tes_outline_end(paint, head, creature->skin);
    tes_paint_ellipse(paint, 44, 43, 2.2F, 1.6F, creature->ink);
    tes_paint_ellipse(paint, 56, 43, 2.2F, 1.6F, creature->ink);
    tes_creature_eye(paint, creature, TES_POINT(33, 39), 8, 1);
    tes_creature_eye(paint, creature, TES_POINT(67, 39), 8, -1);
    tes_creature_cheek(paint, creature, TES_POINT(27, 59), 6.5F);
    tes_creature_cheek(paint, creature, TES_POINT(73, 59), 6.5F);
    tes_creature_mouth(paint, creature, TES_POINT(50, 58), 24, 25);
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(20, 70), TES_POINT(14, 90), 7);
    tes_creature_breath(paint, creature, TES_POINT(64, 62), 8);
}

void tes_animal_shark(struct tes_paint *paint, struct tes_random *random, bool is_safe)
{
    struct look look = {
        .creature = tes_creature_start(paint, random, COATS, TES_TABLE_COUNT(COATS), is_safe)};
    look.fin = tes_random_between(random, 9, 16);
    look.gape = tes_random_between(random, 34, 42);
    look.marks = tes_random_below(random, 3);
    look.water = tes_random_below(random, 3);
    look.is_front = tes_random_chance(random, 2);
    paint_water(paint, &look);
    if (tes_creature_evens_out(&look.creature, random))
        paint_coral(paint, &look.creature);
    if (look.is_front)
        paint_front(paint, &look);
    else
        paint_side(paint, &look);
}
