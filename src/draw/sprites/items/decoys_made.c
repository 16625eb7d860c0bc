/* Decoys that were made by hand: robots, and mugs with a face on them. */
#include "draw/sprites/items/items.h"

#define WHITE TES_RGB(0xFFFFFF)

/* ----------------------------------------------------------------- robot */

static const tes_rgb METALS[] = {0x9FB4C4, 0xC9CDD2, 0xC98F5E, 0xD8C3A0,
                                 0x7FA8A0, 0xD97A5B, 0xA79BC4};

struct robot {
    tes_colour metal, plate, lamp, dark;
    unsigned head, eyes, mouth, chest;
    float wide, tall; /* of the head, from its middle */
    bool has_two_antennas, has_arms;
};

static void paint_antenna(struct tes_paint *paint, const struct robot *robot, float x, float top)
{
    tes_paint_line(paint, TES_POINT(50 + (x - 50) * 0.6F, 28), TES_POINT(x, top), 3, robot->dark);
    tes_outline_shape(paint, TES_SHAPE_OVAL(x, top, 4.2F, 4.2F), robot->lamp);
}

/* Raised arms that end in tongs. */
static void paint_robot_arms(struct tes_paint *paint, const struct robot *robot)
{
    TES_EACH_SIDE (side) {
        float hand = 50 + 42 * side;
        tes_outline_limb(paint,
                         TES_SHAPE_BLOB({50 + 22 * side, 80}, {50 + 38 * side, 82}, {hand, 68}), 5,
                         robot->plate);
        tes_path_arc(paint, TES_POINT(hand, 61), 5.5F, 5.5F, -50, 230);
        tes_paint_stroke(paint, 4, false, robot->dark);
    }
}

static void paint_robot_chest(struct tes_paint *paint, const struct robot *robot)
{
    float left = robot->has_arms ? 27 : 18; /* arms take some room */
    struct tes_shape chest = TES_SHAPE_BOX(left, 68, 100 - 2 * left, 26, 9);
    tes_paint_box(paint, TES_POINT(41, 58), TES_POINT(18, 14), 2, robot->dark);
    for (unsigned i = 0; i < 2; i++) {
        float y = 61 + 4 * (float)i;
        tes_paint_line(paint, TES_POINT(41, y), TES_POINT(59, y), 1.6F, robot->metal);
    }
    tes_body_solid(paint, chest, robot->metal);
    if (robot->chest == 0) {
        for (unsigned i = 0; i < 3; i++)
            tes_paint_circle(paint, 38 + 12 * (float)i, 82, 4, i == 1 ? robot->lamp : robot->plate);
    } else if (robot->chest == 1) {
        tes_outline_shape(paint, TES_SHAPE_OVAL(50, 81, 9, 8), WHITE);
        tes_paint_line(paint, TES_POINT(50, 82), TES_POINT(54, 77), 2.4F, robot->dark);
    } else {
        tes_outline_shape(paint, TES_SHAPE_BOX(34, 75, 32, 12, 3), robot->plate);
    }
    tes_paint_circle(paint, left + 6, 75, 2, robot->dark);
    tes_paint_circle(paint, 94 - left, 75, 2, robot->dark);
}

static void paint_robot_eyes(struct tes_paint *paint, const struct robot *robot)
{
    if (robot->eyes == 0) {
        tes_paint_box(paint, TES_POINT(50 - robot->wide + 6, 31),
                      TES_POINT(robot->wide * 2 - 12, 13), 6, robot->dark);
        tes_paint_circle(paint, 42, 37.5F, 3.6F, robot->lamp);
        tes_paint_circle(paint, 58, 37.5F, 3.6F, robot->lamp);
        return;
    }
    TES_EACH_SIDE (side) {
        float x = 50 + 11 * side;
        if (robot->eyes == 1)
            tes_path_ellipse(paint, x, 38, 7.5F, 7.5F);
        else
            tes_path_box(paint, x - 7, 32, 14, 12, 2);
    }
    tes_paint_fill_stroke(paint, robot->lamp, paint->style.line, robot->dark);
    tes_paint_circle(paint, 39, 38, 2.6F, robot->dark);
    tes_paint_circle(paint, 61, 38, 2.6F, robot->dark);
}

static void paint_robot_mouth(struct tes_paint *paint, const struct robot *robot)
{
    float y = 38 + robot->tall * 0.62F;
    if (robot->mouth == 0) {
        tes_paint_line(paint, TES_POINT(41, y), TES_POINT(59, y), 3, robot->dark);
        return;
    }
    tes_path_box(paint, 37, y - 4.5F, 26, 9, robot->mouth == 1 ? 1.5F : 4.5F);
    tes_paint_fill(paint, robot->dark);
    for (unsigned i = 0; i < 4; i++)
        tes_path_box(paint, 39.5F + 5.8F * (float)i, y - 2.5F, 3.6F, 5, 0.5F);
    tes_paint_fill(paint, robot->mouth == 1 ? robot->plate : robot->lamp);
}

static void paint_robot_head(struct tes_paint *paint, const struct robot *robot)
{
    float left = 50 - robot->wide, wide = robot->wide * 2, top = 40 - robot->tall;
    TES_EACH_SIDE (side)
        tes_outline_shape(paint, TES_SHAPE_BOX(50 + side * (robot->wide + 3) - 5, 34, 10, 15, 3),
                          robot->plate);
    struct tes_shape shapes[] = {
        TES_SHAPE_BOX(left, top, wide, robot->tall * 2, 7),
        TES_SHAPE_BLOB({left, 60}, {left, 42}, {left + 5, top + 8}, {50, top - 1},
                       {left + wide - 5, top + 8}, {left + wide, 42}, {left + wide, 60}, {50, 62}),
        TES_SHAPE_BLOB({left + 5, 62}, {left - 1, 40}, {left + 2, top + 2}, {50, top - 1},
                       {left + wide - 2, top + 2}, {left + wide + 1, 40}, {left + wide - 5, 62},
                       {50, 63}),
    };
    tes_body_solid(paint, shapes[robot->head], robot->metal);
    tes_light_glint(paint, TES_POINT(left + 9, top + 6), 5, -25);
    paint_robot_eyes(paint, robot);
    paint_robot_mouth(paint, robot);
}

void tes_item_robot(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_figure(paint, random);
    struct robot robot = {0};
    robot.metal = tes_random_colour(random, TES_TABLE_ALL(METALS));
    robot.plate = tes_random_colour(random, TES_TABLE_ALL(METALS));
    robot.lamp = TES_PALETTE_ONE(random, 0x5FE0E8, 0xFFD84A, 0xFF7A6B, 0x9BEA6A);
    float shade = tes_random_between(random, -0.1F, 0.12F);
    robot.metal = tes_colour_shade(robot.metal, shade);
    robot.plate = tes_colour_shade(robot.plate, -0.18F);
    robot.dark = tes_colour_shade(robot.metal, -0.62F);
    robot.head = tes_random_below(random, 3);
    robot.eyes = tes_random_below(random, 3);
    robot.mouth = tes_random_below(random, 3);
    robot.chest = tes_random_below(random, 3);
    robot.wide = tes_random_between(random, 23, 29);
    robot.tall = tes_random_between(random, 19, 22);
    robot.has_two_antennas = tes_random_chance(random, 2);
    robot.has_arms = tes_random_chance(random, 3);
    if (robot.has_two_antennas) {
        paint_antenna(paint, &robot, 36, 10);
        paint_antenna(paint, &robot, 64, 10);
    } else {
        paint_antenna(paint, &robot, 50, 9);
    }
    if (robot.has_arms)
        paint_robot_arms(paint, &robot);
    paint_robot_chest(paint, &robot);
    paint_robot_head(paint, &robot);
}

/* ------------------------------------------------------------------- mug */

static const tes_rgb GLAZES[] = {0xF6F1E7, 0xE9C9A4, 0xC98F62, 0xF2D8B8,
                                 0x9EC3D6, 0xE59A8A, 0xF3CF5B, 0xA9CBA0};
struct mug {
    tes_colour glaze, print;
    float top, taper;
    bool has_glasses, steams;
};

/* Two dots and an arc, in one ink. */
static void paint_print(struct tes_paint *paint, const struct mug *mug)
{
    TES_EACH_SIDE (side)
        tes_path_ellipse(paint, 44 + 9.5F * side, 58, 2.3F, 3);
    tes_paint_fill(paint, mug->print);
    tes_path_arc(paint, TES_POINT(44, 63.5F), 8, 6.5F, 15, 165);
    tes_paint_stroke(paint, 2.6F, false, mug->print);
    if (mug->has_glasses) {
        TES_EACH_SIDE (side)
            tes_path_ellipse(paint, 44 + 9.5F * side, 58, 6.8F, 6.8F);
        tes_paint_stroke(paint, 2, true, mug->print);
    }
    tes_paint_circle(paint, 27, 67, 4, tes_colour_alpha(TES_RGB(0xE8505B), 0.5F));
    tes_paint_circle(paint, 61, 67, 4, tes_colour_alpha(TES_RGB(0xE8505B), 0.5F));
}

static void paint_steam(struct tes_paint *paint)
{
    for (unsigned i = 0; i < 2; i++) {
        float x = 36 + 15 * (float)i;
        tes_shape_curve(paint, TES_SHAPE_BLOB({x, 26}, {x - 3, 20}, {x + 3, 14}, {x, 8}), 3,
                        tes_colour_alpha(TES_RGB(0x8E9BA8), 0.7F));
    }
}

void tes_item_smiley_mug(struct tes_paint *paint, struct tes_random *random)
{
    tes_style_figure(paint, random);
    struct mug mug = {0};
    mug.glaze = tes_palette_shaded(random, TES_TABLE_ALL(GLAZES), -0.08F, 0.08F);
    mug.print = TES_PALETTE_ONE(random, 0x6B4630, 0x3E3A4C, 0xC2703A, 0xB23A48, 0x2F6070);
    mug.top = tes_random_between(random, 28, 35);
    mug.taper = tes_random_between(random, -2, 6);
    mug.has_glasses = tes_random_chance(random, 3);
    mug.steams = tes_random_chance(random, 2);
    float top = mug.top, in = mug.taper;
    struct tes_shape body =
        TES_SHAPE_BLOB({10, top}, {44, top + 2}, {78, top}, {78 - in * 0.4F, 62}, {74 - in, 86},
                       {64 - in, 92}, {24 + in, 92}, {14 + in, 86}, {10 + in * 0.4F, 62});
    if (mug.steams)
        paint_steam(paint);
    tes_path_ellipse(paint, 77, 60, 14, 16);
    tes_paint_stroke(paint, 9 + 2 * paint->style.line, true, tes_style_edge(paint, mug.glaze));
    tes_path_ellipse(paint, 77, 60, 14, 16);
    tes_paint_stroke(paint, 9, true, mug.glaze);
    tes_body_begin(paint, body, mug.glaze);
    paint_print(paint, &mug);
    tes_outline_end(paint, body, mug.glaze);
    tes_outline_shape(paint, TES_SHAPE_OVAL(44, top, 34, 7), tes_colour_shade(mug.glaze, 0.25F));
    tes_paint_ellipse(paint, 44, top + 1, 28, 4.4F, TES_RGB(0x6A4028));
}
