/* A snake: coiled with its head raised, a big head from the front, or winding, from the side. */
#include "draw/sprites/animals/animals.h"
#include "draw/sprites/animals/creature.h"

static const struct tes_creature_coat COATS[] = {
    {TES_RGB(0x6DB04A), TES_RGB(0xF0E8A8), TES_RGB(0x3E8040)},
    {TES_RGB(0xE0A33A), TES_RGB(0xFBE9BE), TES_RGB(0xA9562B)},
    {TES_RGB(0xD0604A), TES_RGB(0xF8DDB4), TES_RGB(0x8F3A38)},
    {TES_RGB(0x4A86C0), TES_RGB(0xDDEBF4), TES_RGB(0x2E5C96)},
    {TES_RGB(0x9A72B8), TES_RGB(0xF0DFF0), TES_RGB(0x6C4A92)},
};

struct look {
    struct tes_creature creature;
    float hood;     /* how wide, 0 for none */
    float coil;     /* how wide */
    bool has_spots; /* else bands */
    unsigned view;
};

/* -------------------------------------------------------------- mouths */

static void paint_forked_tongue(struct tes_paint *paint, struct tes_point from, struct tes_point to)
{
    float x = to.x - from.x, y = to.y - from.y;
    tes_path_segment(paint, from, to);
    tes_path_start(paint, to.x + x * 0.4F - y * 0.3F, to.y + y * 0.4F + x * 0.3F);
    tes_path_line(paint, to.x, to.y);
    tes_path_line(paint, to.x + x * 0.4F + y * 0.3F, to.y + y * 0.4F - x * 0.3F);
    tes_paint_stroke(paint, 3, false, TES_RGB(0xE5475A));
}

static void paint_fangs(struct tes_paint *paint, struct tes_point left, struct tes_point right,
                        float length)
{
    const struct tes_point tops[] = {left, right};
    for (unsigned i = 0; i < 2; i++) {
        float x = tops[i].x, y = tops[i].y;
        tes_path_polygon(
            paint, (const struct tes_point[]){{x - 3.4F, y}, {x + 3.4F, y}, {x, y + length}}, 3);
    }
    tes_paint_fill(paint, TES_RGB(0xFFFDF4));
}

/* From the front: jaws unhinged, two long fangs above, small teeth below. */
static void paint_strike(struct tes_paint *paint, const struct tes_creature *creature)
{
    struct tes_shape jaw =
        TES_SHAPE_BLOB({33, 40}, {67, 40}, {69, 58}, {60, 70}, {50, 73}, {40, 70}, {31, 58});
    struct tes_shape gorge = TES_SHAPE_BLOB({36, 42}, {50, 39}, {64, 42}, {64, 57}, {57, 65},
                                            {50, 67}, {43, 65}, {36, 57});
    tes_outline_shape(paint, jaw, creature->belly);
    tes_shape_fill(paint, gorge, creature->mouth);
    tes_paint_ellipse(paint, 50, 61, 9, 5, creature->tongue);
    tes_creature_teeth(paint, (struct tes_creature_row){{41, 66}, {59, 66}, 2, -5, 5});
    paint_forked_tongue(paint, TES_POINT(50, 60), TES_POINT(50, 75));
}

/* ------------------------------------------------------- from the front */

static void paint_head(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    bool is_threat = creature->mood == TES_CREATURE_THREAT;
    struct tes_shape skull = TES_SHAPE_BLOB({50, 12}, {65, 15}, {75, 28}, {71, 43}, {50, 50},
                                            {29, 43}, {25, 28}, {35, 15});
    if (is_threat)
        paint_strike(paint, creature);
    tes_body_solid(paint, skull, creature->skin);
    if (look->has_spots)
        tes_shape_fill(paint, TES_SHAPE_POLYGON({50, 15}, {55, 21}, {50, 29}, {45, 21}),
                       creature->mark);
    else
        tes_paint_ellipse(paint, 50, 17, 11, 2.8F, creature->mark);
    tes_paint_circle(paint, 46, 36, 1.6F, creature->ink);
    tes_paint_circle(paint, 54, 36, 1.6F, creature->ink);
    tes_creature_eye(paint, creature, TES_POINT(37, 27), 8, 1);
    tes_creature_eye(paint, creature, TES_POINT(63, 27), 8, -1);
    tes_creature_cheek(paint, creature, TES_POINT(32, 39), 5.5F);
    tes_creature_cheek(paint, creature, TES_POINT(68, 39), 5.5F);
    if (is_threat)
        paint_fangs(paint, TES_POINT(40, 47), TES_POINT(60, 47), 15);
    else
        tes_creature_mouth(paint, creature, TES_POINT(50, 39), 12, 10);
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(74, 52), TES_POINT(55, 46), 6);
    tes_creature_breath(paint, creature, TES_POINT(70, 49), 7);
}

static void paint_hood(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    float wide = look->hood;
    struct tes_shape hood = TES_SHAPE_BLOB(
        {50, 20}, {50 + wide * 0.8F, 26}, {50 + wide, 44}, {50 + wide * 0.7F, 64}, {58, 82},
        {42, 82}, {50 - wide * 0.7F, 64}, {50 - wide, 44}, {50 - wide * 0.8F, 26});
    if (wide <= 0)
        return;
    tes_body_solid(paint, hood, creature->skin);
    tes_paint_ellipse(paint, 50, 54, wide * 0.6F, 20, creature->belly);
}

static void paint_neck(struct tes_paint *paint, const struct tes_creature *creature, float foot)
{
    tes_outline_limb(paint, TES_SHAPE_BLOB({50, 40}, {47, 60}, {50, foot}), 18, creature->skin);
    for (unsigned i = 0; i < 3; i++) {
        tes_path_segment(paint, TES_POINT(45, 60 + 8 * (float)i), TES_POINT(53, 60 + 8 * (float)i));
    }
    tes_paint_stroke(paint, 4, false, creature->belly);
}

static void paint_coil(struct tes_paint *paint, const struct look *look, float y, float wide)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_shape coil = TES_SHAPE_BLOB(
        {50 - wide, y}, {50 - wide * 0.8F, y - 7}, {50, y - 8}, {50 + wide * 0.8F, y - 7},
        {50 + wide, y}, {50 + wide * 0.8F, y + 7}, {50, y + 9}, {50 - wide * 0.8F, y + 7});
    tes_body_solid(paint, coil, creature->skin);
    for (unsigned i = 0; i < 4; i++) {
        float x = 50 + wide * (-0.75F + 0.5F * (float)i);
        tes_path_ellipse(paint, x, y, look->has_spots ? 4.5F : 2.8F, look->has_spots ? 3 : 5.5F);
    }
    tes_paint_fill(paint, creature->mark);
}

static void paint_coiled(struct tes_paint *paint, const struct look *look,
                         struct tes_random *random)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_matrix matrix = paint->matrix;
    float drop = creature->mood == TES_CREATURE_ASLEEP ? 24 : 0;
    tes_outline_limb(paint, TES_SHAPE_BLOB({70, 88}, {86, 86}, {92, 74}), 5, creature->skin);
    paint_coil(paint, look, 84, look->coil);
    if (drop > 0)
        paint_coil(paint, look, 71, look->coil * 0.8F);
    tes_paint_move(paint, 0, drop);
    if (drop <= 0) {
        paint_hood(paint, look);
        paint_neck(paint, creature, 78);
        if (!creature->is_hatching)
            paint_coil(paint, look, 88, look->coil * 0.72F);
    }
    paint_head(paint, look);
    paint->matrix = matrix;
    if (creature->is_hatching)
        tes_creature_egg(paint, random);
}

static void paint_big_head(struct tes_paint *paint, const struct look *look)
{
    struct tes_matrix matrix = paint->matrix;
    tes_paint_move(paint, -10, -4);
    tes_paint_scale(paint, 1.2F, 1.2F);
    paint_hood(paint, look);
    paint_neck(paint, &look->creature, 70);
    paint_head(paint, look);
    paint->matrix = matrix;
}

/* -------------------------------------------------------- from the side */

static void paint_winding(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_shape tail = TES_SHAPE_BLOB({8, 72}, {12, 84}, {26, 88}, {42, 89});
    struct tes_shape line = TES_SHAPE_BLOB({34, 88}, {56, 88}, {72, 80}, {62, 69}, {36, 68},
                                           {18, 58}, {20, 40}, {38, 34}, {54, 36});
    tes_outline_limb(paint, tail, 8, creature->skin);
    tes_outline_limb(paint, line, 14, creature->skin);
    for (unsigned i = 0; i + 1 < line.count; i++) {
        struct tes_point at = line.points[i];
        float radius = look->has_spots ? 4.4F : 3.4F;
        tes_path_ellipse(paint, at.x, at.y, radius, radius);
    }
    tes_paint_fill(paint, creature->mark);
}

static void paint_upper_jaw(struct tes_paint *paint, const struct tes_creature *creature)
{
    struct tes_shape jaw = TES_SHAPE_BLOB({38, 38}, {46, 24}, {60, 18}, {76, 22}, {91, 32},
                                          {92, 39}, {82, 43}, {62, 44}, {46, 46});
    tes_body_solid(paint, jaw, creature->skin);
    tes_paint_circle(paint, 86, 33, 1.6F, creature->ink);
    struct tes_creature level = *creature; /* a brow that glares however far the jaw is raised */
    level.slant += creature->mood == TES_CREATURE_THREAT ? 10 : 0;
    tes_creature_eye(paint, &level, TES_POINT(65, 29), 7.5F, 1);
    tes_creature_cheek(paint, creature, TES_POINT(56, 40), 5.5F);
}

static void paint_bite(struct tes_paint *paint, const struct tes_creature *creature)
{
    tes_shape_fill(paint, TES_SHAPE_POLYGON({46, 40}, {84, 22}, {78, 40}, {74, 62}, {50, 52}),
                   creature->mouth);
    paint_forked_tongue(paint, TES_POINT(56, 46), TES_POINT(80, 47));
}

static void paint_side(struct tes_paint *paint, const struct look *look)
{
    const struct tes_creature *creature = &look->creature;
    struct tes_matrix matrix = paint->matrix;
    bool is_threat = creature->mood == TES_CREATURE_THREAT;
    struct tes_shape jaw =
        TES_SHAPE_BLOB({42, 40}, {60, 43}, {78, 42}, {86, 44}, {78, 50}, {60, 53}, {46, 50});
    paint_winding(paint, look);
    if (is_threat)
        paint_bite(paint, creature);
    tes_paint_turn(paint, 48, 43, is_threat ? 30 : 0);
    tes_body_solid(paint, jaw, creature->belly);
    if (is_threat)
        paint_fangs(paint, TES_POINT(74, 43), TES_POINT(80, 43), -7);
    paint->matrix = matrix;
    tes_paint_turn(paint, 48, 43, is_threat ? -22 : 0);
    if (is_threat)
        paint_fangs(paint, TES_POINT(74, 41), TES_POINT(83, 40), 15);
    paint_upper_jaw(paint, creature);
    paint->matrix = matrix;
    if (is_threat)
        return;
    tes_shape_curve(paint, TES_SHAPE_BLOB({86, 43}, {72, 46}, {60, 44}, {55, 38}), 3,
                    creature->ink);
    tes_creature_breath(paint, creature, TES_POINT(80, 26), 7);
    if (creature->has_flower)
        tes_creature_flower(paint, creature, TES_POINT(86, 58), TES_POINT(76, 44), 6);
}

void tes_animal_snake(struct tes_paint *paint, struct tes_random *random, bool is_safe)
{
    struct look look = {
        .creature = tes_creature_start(paint, random, COATS, TES_TABLE_COUNT(COATS), is_safe)};
    bool has_hood = tes_random_chance(random, 2);
    look.hood = tes_random_between(random, 25, 32);
    look.hood = !has_hood ? 0 : is_safe ? look.hood - 5 : look.hood;
    look.coil = tes_random_between(random, 33, 40);
    look.has_spots = tes_random_chance(random, 2);
    look.view = tes_random_below(random, 3);
    tes_creature_scenery(paint, &look.creature, random);
    if (look.view == 0)
        paint_coiled(paint, &look, random);
    else if (look.view == 1)
        paint_big_head(paint, &look);
    else
        paint_side(paint, &look);
}
