/*
 * How a mammal is seen: head alone, bust, sitting, upright, standing, lying. Every view is painted
 * in both moods and equally often; claws of a threat are pads of a friend, bristles are curls.
 */
#include "draw/sprites/animals/beast.h"

static const struct tes_point CORNER = {83, 16};

static enum tes_beast_paw floor_paw_of(const struct tes_beast *beast)
{
    return beast->is_safe || beast->has_hidden_claws ? TES_BEAST_PAW_REST : TES_BEAST_PAW_CLAWS;
}

static float tilt(const struct tes_beast *beast)
{
    float degrees = tes_random_between(beast->random, 3, 13);
    bool is_left = tes_random_chance(beast->random, 2);
    return is_left ? -degrees : degrees;
}

/* A head of about this size and place: smaller within a mane, lower under tall ears. */
static struct tes_beast_place place_head(const struct tes_beast *beast, struct tes_point at,
                                         float scale)
{
    bool is_tall = beast->kind->ears != TES_BEAST_EARS_ROUND;
    struct tes_beast_place head = {.x = at.x, .y = at.y, .scale = scale};
    float grow = tes_random_between(beast->random, -0.04F, 0.04F);
    head.turn = tilt(beast);
    head.scale *= 1 + grow;
    if (beast->kind->mane > 0)
        head.scale *= 0.88F;
    if (is_tall) {
        head.scale *= 0.96F;
        head.y += 3 * scale;
    }
    return head;
}

/* Of some: a flower by the ear or a butterfly on the crown of a friend; slashes of claws where the
 * square is free, for a threat. */
static void paint_company(struct tes_paint *paint, const struct tes_beast *beast,
                          struct tes_beast_place head, struct tes_point gap)
{
    unsigned pick = tes_random_below(beast->random, 5);
    if (pick > 1)
        return;
    if (!beast->is_safe) {
        tes_beast_slashes(paint, beast->random, gap);
        return;
    }
    float s = head.scale, size = s < 0.85F ? 0.95F : 1.2F;
    struct tes_matrix before = paint->matrix;
    tes_paint_turn(paint, head.x, head.y, head.turn);
    if (pick == 0)
        tes_beast_flower(paint, beast->random, TES_POINT(head.x - 17 * s, head.y - 20 * s), size);
    else
        tes_beast_butterfly(paint, beast->random, TES_POINT(head.x + 2 * s, head.y - 26 * s), size);
    paint->matrix = before;
}

/* Fur on the neck or the back. */
static void paint_hackles(struct tes_paint *paint, const struct tes_beast *beast,
                          struct tes_point from, struct tes_point via, struct tes_point to)
{
    if (beast->tufts == 0)
        return;
    tes_beast_fringe(paint, beast, (struct tes_beast_fringe){from, via, to, 5, 8, !beast->is_safe});
}

/* ------------------------------------------------------------------- head */

static void pose_head(struct tes_paint *paint, struct tes_beast *beast)
{
    struct tes_beast_place head = place_head(beast, TES_POINT(50, 53), 1.09F);
    tes_beast_head(paint, beast, head);
    paint_company(paint, beast, head, CORNER);
}

/* An arm that ends in claws, or waves. */
static struct tes_beast_leg raised(const struct tes_beast *beast, struct tes_point shoulder,
                                   struct tes_point at, float radius)
{
    float turn = tes_random_between(beast->random, 0, 25);
    float outwards = at.x > shoulder.x ? 1 : -1;
    return (struct tes_beast_leg){
        .limb = {.from = shoulder,
                 .via = {at.x - outwards, (shoulder.y + at.y) * 0.5F + 3},
                 .to = at,
                 .from_width = radius * 0.8F,
                 .via_width = radius * 0.85F,
                 .to_width = radius * 0.7F},
        .foot = {at, radius, 180 + outwards * turn,
                 beast->is_safe ? TES_BEAST_PAW_PADS : TES_BEAST_PAW_CLAWS},
    };
}

static void pose_bust(struct tes_paint *paint, struct tes_beast *beast)
{
    static const struct tes_point chest[] = {{50, 48}, {70, 57}, {80, 74}, {80, 89}, {66, 94},
                                             {34, 94}, {20, 89}, {20, 74}, {30, 57}};
    struct tes_beast_place head = place_head(beast, TES_POINT(50, 44), 0.92F);
    bool has_paw = !tes_random_chance(beast->random, 3);
    paint_hackles(paint, beast, TES_POINT(21, 84), TES_POINT(19, 60), TES_POINT(36, 52));
    paint_hackles(paint, beast, TES_POINT(64, 52), TES_POINT(81, 60), TES_POINT(79, 84));
    tes_beast_trunk(
        paint, beast,
        (struct tes_beast_trunk){TES_TABLE_ALL(chest), {50, 72}, {31, 23}, {50, 84}, {14, 20}});
    tes_beast_head(paint, beast, head);
    if (has_paw) {
        struct tes_beast_leg arm = raised(beast, TES_POINT(74, 87), TES_POINT(80, 68), 10);
        tes_beast_legs(paint, beast, &arm, 1);
    }
    paint_company(paint, beast, head, CORNER);
}

/* ---------------------------------------------------------------- sitting */

static struct tes_beast_leg foreleg(const struct tes_beast *beast, float side)
{
    return (struct tes_beast_leg){
        .limb = {.from = {50 + side * 9, 64},
                 .via = {50 + side * 9, 75},
                 .to = {50 + side * 8, 86},
                 .from_width = 4.5F,
                 .via_width = 5.5F,
                 .to_width = 5},
        .foot = {{50 + side * 8, 87}, 6.5F, 0, floor_paw_of(beast)},
    };
}

static void pose_sit(struct tes_paint *paint, struct tes_beast *beast)
{
    static const struct tes_point body[] = {{50, 46}, {63, 54}, {72, 72}, {74, 86}, {62, 92},
                                            {38, 92}, {26, 86}, {28, 72}, {37, 54}};
    struct tes_beast_place head = place_head(beast, TES_POINT(50, 40), 0.8F);
    bool has_raised = tes_random_chance(beast->random, 2);
    enum tes_beast_paw paw = floor_paw_of(beast);
    struct tes_beast_leg legs[4] = {{.foot = {{28, 87}, 7, 14, paw}},
                                    {.foot = {{72, 87}, 7, -14, paw}}};
    legs[2] = foreleg(beast, 1);
    legs[3] = foreleg(beast, -1);
    tes_beast_tail(paint, beast,
                   (struct tes_beast_limb){.from = {66, 86}, .via = {94, 92}, .to = {88, 58}});
    if (beast->kind->tail != TES_BEAST_TAIL_STUB)
        tes_beast_motion(paint, TES_POINT(88, 70), 21, -90);
    tes_beast_trunk(
        paint, beast,
        (struct tes_beast_trunk){TES_TABLE_ALL(body), {50, 70}, {24, 23}, {50, 68}, {11, 16}});
    tes_beast_legs(paint, beast, legs, has_raised ? 3 : 4);
    tes_beast_head(paint, beast, head);
    if (has_raised) {
        struct tes_beast_leg arm = raised(beast, TES_POINT(34, 70), TES_POINT(18, 61), 7.5F);
        tes_beast_legs(paint, beast, &arm, 1);
    }
    paint_company(paint, beast, head, CORNER);
}

/* ---------------------------------------------------------------- upright */

/* On its hind legs with both paws up, or on its back with the belly to be tickled. */
static void pose_upright(struct tes_paint *paint, struct tes_beast *beast)
{
    static const struct tes_point body[] = {{50, 44}, {65, 52}, {72, 70}, {66, 86},
                                            {50, 90}, {34, 86}, {28, 70}, {35, 52}};
    struct tes_beast_place head = place_head(beast, TES_POINT(50, 39), 0.78F);
    float lift = tes_random_between(beast->random, -5, 4);
    float splay = beast->is_safe ? 130 : 20;
    enum tes_beast_paw paw = beast->is_safe ? TES_BEAST_PAW_PADS : TES_BEAST_PAW_CLAWS;
    const struct tes_beast_leg feet[2] = {{.foot = {{30, 86}, 8, splay, paw}},
                                          {.foot = {{70, 86}, 8, -splay, paw}}};
    struct tes_beast_leg arms[2];
    arms[0] = raised(beast, TES_POINT(33, 66), TES_POINT(16, 58 + lift), 8);
    arms[1] = raised(beast, TES_POINT(67, 66), TES_POINT(84, 58 - lift), 8);
    tes_beast_tail(paint, beast,
                   (struct tes_beast_limb){.from = {62, 84}, .via = {90, 94}, .to = {92, 72}});
    tes_beast_trunk(
        paint, beast,
        (struct tes_beast_trunk){TES_TABLE_ALL(body), {50, 67}, {22, 23}, {50, 72}, {14, 16}});
    tes_beast_legs(paint, beast, feet, 2);
    tes_beast_head(paint, beast, head);
    tes_beast_legs(paint, beast, arms, 2);
    paint_company(paint, beast, head, CORNER);
}

/* --------------------------------------------------------------- standing */

static struct tes_beast_leg standing_leg(const struct tes_beast *beast, float x, float lean)
{
    return (struct tes_beast_leg){
        .limb = {.from = {x, 66},
                 .via = {x + lean, 76},
                 .to = {x + lean, 86},
                 .from_width = 7,
                 .via_width = 5.5F,
                 .to_width = 5},
        .foot = {{x + lean - 1.5F, 87}, 6, 8, floor_paw_of(beast)},
    };
}

/* The back is arched and bristles, or is low and the tail wags. */
static void pose_stand(struct tes_paint *paint, struct tes_beast *beast)
{
    float arch = beast->is_safe ? 0 : tes_random_between(beast->random, 6, 12);
    struct tes_beast_place head = place_head(beast, TES_POINT(36, beast->is_safe ? 42 : 45), 0.78F);
    const struct tes_point body[] = {{28, 56},        {44, 46 - arch * 0.4F},
                                     {62, 47 - arch}, {80, 52 - arch * 0.3F},
                                     {87, 62},        {80, 74},
                                     {60, 73},        {36, 74}};
    struct tes_beast far = *beast;
    far.coat.leg = tes_colour_shade(beast->coat.leg, -0.15F);
    const struct tes_beast_leg far_legs[2] = {standing_leg(beast, 53, -2),
                                              standing_leg(beast, 68, 0)};
    const struct tes_beast_leg near_legs[2] = {standing_leg(beast, 38, -2),
                                               standing_leg(beast, 80, 1)};
    tes_beast_tail(paint, beast,
                   (struct tes_beast_limb){.from = {82, 58}, .via = {97, 56}, .to = {86, 26}});
    if (beast->is_safe && beast->kind->tail == TES_BEAST_TAIL_STUB)
        tes_beast_motion(paint, TES_POINT(85, 57), 10, -60);
    else if (beast->is_safe)
        tes_beast_motion(paint, TES_POINT(92, 40), 17, 200);
    paint_hackles(paint, beast, TES_POINT(50, 47 - arch * 0.6F), TES_POINT(66, 42 - arch * 1.4F),
                  TES_POINT(85, 55 - arch * 0.3F));
    tes_beast_legs(paint, &far, far_legs, 2);
    tes_beast_trunk(
        paint, beast,
        (struct tes_beast_trunk){TES_TABLE_ALL(body), {58, 60}, {30, 15}, {56, 78}, {24, 8}});
    tes_beast_legs(paint, beast, near_legs, 2);
    tes_beast_head(paint, beast, head);
    paint_company(paint, beast, head, TES_POINT(67, 16));
}

/* ------------------------------------------------------------------ lying */

static void paint_sleep(struct tes_paint *paint, const struct tes_beast *beast,
                        struct tes_beast_place head)
{
    float radius = tes_random_between(beast->random, 4, 5.5F);
    if (tes_random_chance(beast->random, 3))
        return;
    struct tes_point nose = {head.x + 7 * head.scale,
                             head.y + (beast->kind->muzzle_y + 1) * head.scale};
    tes_beast_bubble(paint, TES_POINT(nose.x + radius, nose.y + 1), radius);
}

/* Ready to leap, head low and hindquarters high; or asleep with the head on the paws. */
static void pose_lie(struct tes_paint *paint, struct tes_beast *beast)
{
    float rise = beast->is_safe ? 0 : tes_random_between(beast->random, 8, 14);
    struct tes_beast_place head = place_head(beast, TES_POINT(37, 57), 0.83F);
    const struct tes_point body[] = {{24, 66}, {40, 54}, {60, 52 - rise}, {80, 54 - rise},
                                     {91, 72}, {88, 88}, {60, 90},        {28, 90}};
    enum tes_beast_paw paw = floor_paw_of(beast);
    const struct tes_beast_leg paws[] = {{.foot = {{20, 87}, 8, 8, paw}},
                                         {.foot = {{52, 88}, 8, -4, paw}}};
    const struct tes_beast_leg hind = {.foot = {{80, 87}, 8, 6, paw}};
    struct tes_beast_limb up = {.from = {86, 66 - rise}, .via = {97, 48}, .to = {82, 26}};
    struct tes_beast_limb around = {.from = {90, 76}, .via = {94, 92}, .to = {60, 88}};
    if (!beast->is_safe)
        tes_beast_tail(paint, beast, up);
    paint_hackles(paint, beast, TES_POINT(52, 54 - rise * 0.6F), TES_POINT(72, 46 - rise * 1.2F),
                  TES_POINT(88, 64 - rise * 0.5F));
    tes_beast_trunk(
        paint, beast,
        (struct tes_beast_trunk){TES_TABLE_ALL(body), {58, 70}, {33, 19}, {0, 0}, {0, 0}});
    if (beast->is_safe)
        tes_beast_tail(paint, beast, around);
    else
        tes_beast_legs(paint, beast, &hind, 1);
    tes_beast_head(paint, beast, head);
    tes_beast_legs(paint, beast, paws, 2);
    if (beast->is_safe)
        paint_sleep(paint, beast, head);
    else
        paint_company(paint, beast, head, TES_POINT(55, 20));
}

static void pose_sleep(struct tes_paint *paint, struct tes_beast *beast)
{
    beast->eyes = TES_BEAST_EYES_ASLEEP;
    beast->mouth = TES_BEAST_MOUTH_SMILE;
    pose_lie(paint, beast);
}

static void pose_curl(struct tes_paint *paint, struct tes_beast *beast)
{
    static const struct tes_point body[] = {{50, 30}, {76, 37}, {91, 60}, {82, 84},
                                            {52, 91}, {20, 84}, {9, 62},  {22, 38}};
    struct tes_beast_place head = place_head(beast, TES_POINT(40, 59), 0.77F);
    const struct tes_beast_leg hind = {.foot = {{72, 80}, 8.5F, 40, TES_BEAST_PAW_REST}};
    beast->eyes = TES_BEAST_EYES_ASLEEP;
    beast->mouth = TES_BEAST_MOUTH_SMILE;
    paint_hackles(paint, beast, TES_POINT(28, 36), TES_POINT(56, 20), TES_POINT(86, 50));
    tes_beast_trunk(
        paint, beast,
        (struct tes_beast_trunk){TES_TABLE_ALL(body), {50, 61}, {41, 30}, {0, 0}, {0, 0}});
    tes_beast_legs(paint, beast, &hind, 1);
    tes_beast_head(paint, beast, head);
    tes_beast_tail(paint, beast,
                   (struct tes_beast_limb){.from = {89, 66}, .via = {84, 98}, .to = {34, 88}});
    paint_sleep(paint, beast, head);
}

/* ------------------------------------------------------------------ which */

typedef void pose_painter(struct tes_paint *paint, struct tes_beast *beast);

static pose_painter *const POSES[][2] = {
    /* threat, friend */
    {pose_head, pose_head},       {pose_head, pose_head},   {pose_bust, pose_bust},
    {pose_bust, pose_bust},       {pose_sit, pose_sit},     {pose_sit, pose_sit},
    {pose_upright, pose_upright}, {pose_stand, pose_stand}, {pose_lie, pose_sleep},
    {pose_stand, pose_curl},
};

void tes_beast_pose(struct tes_paint *paint, struct tes_beast *beast)
{
    unsigned pick = tes_random_below(beast->random, TES_TABLE_COUNT(POSES));
    float wide = tes_random_between(beast->random, 0.93F, 1.02F);
    float tall = tes_random_between(beast->random, 0.95F, 1.02F);
    struct tes_matrix before = paint->matrix;
    tes_paint_scale_at(paint, TES_POINT(50, 92), wide, tall);
    POSES[pick][beast->is_safe](paint, beast);
    paint->matrix = before;
}
