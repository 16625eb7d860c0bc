/*
 * How a mammal is seen: head alone, bust, sitting, upright, standing, lying. Every view is drawn in
 * both moods and equally often; claws of a threat are pads of a friend, bristles are curls.
 */
#include "draw/sprites/beast.h"

typedef struct tes_point point;

static enum tes_beast_paw paw_of(const struct tes_beast *beast)
{
    return beast->is_safe ? PAW_PADS : PAW_CLAWS;
}

static enum tes_beast_paw floor_paw_of(const struct tes_beast *beast)
{
    return beast->is_safe ? PAW_REST : PAW_CLAWS;
}

static float tilt(const struct tes_beast *beast)
{
    float degrees = tes_random_between(beast->random, 3, 13);
    bool is_left = tes_random_chance(beast->random, 2);
    return is_left ? -degrees : degrees;
}

/* A flower by the ear or a butterfly on the nose, of some. */
static void paint_company(struct tes_paint *paint, const struct tes_beast *beast,
                          struct tes_beast_place head)
{
    unsigned pick = tes_random_below(beast->random, 4);
    if (!beast->is_safe || pick > 1)
        return;
    float s = head.scale, size = s < 0.8F ? 0.9F : 1.15F;
    struct tes_matrix before = paint->matrix;
    tes_paint_turn(paint, head.x, head.y, head.turn);
    if (pick == 0)
        tes_beast_flower(paint, beast->random, (point){head.x - 17 * s, head.y - 20 * s}, size);
    else
        tes_beast_butterfly(paint, beast->random,
                            (point){head.x, head.y + (beast->kind->muzzle_y - 9) * s}, size);
    paint->matrix = before;
}

/* ------------------------------------------------------------------- head */

static void pose_head(struct tes_paint *paint, struct tes_beast *beast)
{
    float scale = tes_random_between(beast->random, 1.04F, 1.14F);
    struct tes_beast_place head = {50, 55, scale, tilt(beast)};
    if (beast->kind->mane > 0) {
        head.scale *= 0.93F;
        head.y = 50;
    }
    tes_beast_head(paint, beast, head);
    paint_company(paint, beast, head);
}

/* Claws out, or a wave. */
static void paint_raised(struct tes_paint *paint, const struct tes_beast *beast, point shoulder,
                         point at, float radius)
{
    float turn = tes_random_between(beast->random, 5, 30);
    struct tes_beast_limb arm = {.from = shoulder,
                                 .via = {at.x + 2, shoulder.y - 2},
                                 .to = at,
                                 .from_width = radius * 0.85F,
                                 .via_width = radius * 0.8F,
                                 .to_width = radius * 0.7F};
    bool is_right = at.x > shoulder.x;
    tes_beast_limb(paint, beast, arm, beast->coat.leg);
    tes_beast_foot(
        paint, beast,
        (struct tes_beast_foot){at, radius, is_right ? 180 + turn : 180 - turn, paw_of(beast)});
}

static void pose_bust(struct tes_paint *paint, struct tes_beast *beast)
{
    static const point chest[] = {{50, 48}, {70, 58}, {81, 76}, {80, 90}, {66, 94},
                                  {34, 94}, {20, 90}, {19, 76}, {30, 58}};
    float turn = tilt(beast) * 0.7F;
    struct tes_beast_place head = {50, 44, beast->kind->mane > 0 ? 0.82F : 0.92F, turn};
    bool has_paw = !tes_random_chance(beast->random, 3);
    for (int side = -1; side <= 1 && beast->tufts > 0; side += 2) {
        point foot = {50 + (float)side * 31, 84}, neck = {50 + (float)side * 14, 52};
        point via = {50 + (float)side * 32, 60};
        tes_beast_fringe(paint, beast,
                         (struct tes_beast_fringe){.from = side < 0 ? foot : neck,
                                                   .via = via,
                                                   .to = side < 0 ? neck : foot,
                                                   .tufts = 5,
                                                   .length = 8,
                                                   .is_sharp = !beast->is_safe});
    }
    tes_beast_trunk(paint, beast,
                    (struct tes_beast_trunk){.points = chest,
                                             .count = 9,
                                             .centre = {50, 80},
                                             .radius = {32, 22},
                                             .belly_at = {50, 86},
                                             .belly = {14, 20}});
    tes_beast_head(paint, beast, head);
    if (has_paw)
        paint_raised(paint, beast, (point){73, 92}, (point){80, 70}, 10);
    paint_company(paint, beast, head);
}

/* ---------------------------------------------------------------- sitting */

static void pose_sit(struct tes_paint *paint, struct tes_beast *beast)
{
    static const point body[] = {{50, 46}, {63, 54}, {72, 72}, {74, 86}, {62, 92},
                                 {38, 92}, {26, 86}, {28, 72}, {37, 54}};
    float scale = beast->kind->mane > 0 ? 0.68F : tes_random_between(beast->random, 0.74F, 0.82F);
    struct tes_beast_place head = {50, 38, scale, tilt(beast)};
    bool has_raised = tes_random_chance(beast->random, 2);
    struct tes_beast_limb tail = {.from = {66, 86}, .via = {94, 92}, .to = {88, 58}};
    tes_beast_tail(paint, beast, tail);
    if (beast->is_safe && beast->kind->tail != TAIL_STUB)
        tes_beast_motion(paint, (point){80, 76}, 19, -28);
    tes_beast_trunk(paint, beast,
                    (struct tes_beast_trunk){.points = body,
                                             .count = 9,
                                             .centre = {50, 74},
                                             .radius = {24, 20},
                                             .belly_at = {50, 68},
                                             .belly = {11, 16}});
    for (float side = -1; side <= 1; side += 2)
        tes_beast_foot(
            paint, beast,
            (struct tes_beast_foot){{50 + side * 22, 87}, 7, side * -14, floor_paw_of(beast)});
    for (float side = -1; side <= 1; side += 2) {
        if (side < 0 && has_raised)
            continue;
        tes_beast_limb(paint, beast,
                       (struct tes_beast_limb){.from = {50 + side * 9, 64},
                                               .via = {50 + side * 9, 75},
                                               .to = {50 + side * 8, 86},
                                               .from_width = 4,
                                               .via_width = 5.5F,
                                               .to_width = 5},
                       beast->coat.leg);
        tes_beast_foot(paint, beast,
                       (struct tes_beast_foot){{50 + side * 8, 87}, 6.5F, 0, floor_paw_of(beast)});
    }
    tes_beast_head(paint, beast, head);
    if (has_raised)
        paint_raised(paint, beast, (point){34, 70}, (point){18, 60}, 7.5F);
    paint_company(paint, beast, head);
}

/* ---------------------------------------------------------------- upright */

/* On its hind legs with both paws up, or on its back with the belly to be tickled. */
static void pose_upright(struct tes_paint *paint, struct tes_beast *beast)
{
    static const point body[] = {{50, 44}, {65, 52}, {72, 70}, {66, 86},
                                 {50, 90}, {34, 86}, {28, 70}, {35, 52}};
    float scale = beast->kind->mane > 0 ? 0.66F : tes_random_between(beast->random, 0.72F, 0.8F);
    struct tes_beast_place head = {50, 36, scale, tilt(beast) * 0.7F};
    float lift = tes_random_between(beast->random, -5, 4);
    tes_beast_tail(paint, beast,
                   (struct tes_beast_limb){.from = {62, 84}, .via = {90, 94}, .to = {92, 72}});
    tes_beast_trunk(paint, beast,
                    (struct tes_beast_trunk){.points = body,
                                             .count = 8,
                                             .centre = {50, 68},
                                             .radius = {22, 22},
                                             .belly_at = {50, 72},
                                             .belly = {14, 16}});
    for (float side = -1; side <= 1; side += 2)
        tes_beast_foot(
            paint, beast,
            (struct tes_beast_foot){
                {50 + side * 20, 86}, 8, beast->is_safe ? side * -130 : side * -20, paw_of(beast)});
    tes_beast_head(paint, beast, head);
    paint_raised(paint, beast, (point){33, 64}, (point){17, 56 + lift}, 8);
    paint_raised(paint, beast, (point){67, 64}, (point){83, 56 - lift}, 8);
    paint_company(paint, beast, head);
}

/* --------------------------------------------------------------- standing */

static void paint_leg(struct tes_paint *paint, const struct tes_beast *beast, float x, float lean,
                      tes_colour colour)
{
    tes_beast_limb(paint, beast,
                   (struct tes_beast_limb){.from = {x, 64},
                                           .via = {x + lean, 76},
                                           .to = {x + lean, 86},
                                           .from_width = 7,
                                           .via_width = 5.5F,
                                           .to_width = 5},
                   colour);
    tes_beast_foot(paint, beast,
                   (struct tes_beast_foot){{x + lean - 1.5F, 87}, 6, 8, floor_paw_of(beast)});
}

/* The back is arched and bristles, or is low and the tail wags. */
static void pose_stand(struct tes_paint *paint, struct tes_beast *beast)
{
    float arch = beast->is_safe ? 0 : tes_random_between(beast->random, 6, 12);
    float scale = beast->kind->mane > 0 ? 0.66F : tes_random_between(beast->random, 0.7F, 0.78F);
    struct tes_beast_place head = {34, beast->is_safe ? 40 : 46, scale, tilt(beast)};
    const point body[] = {{28, 56},        {44, 46 - arch * 0.4F},
                          {62, 47 - arch}, {80, 52 - arch * 0.3F},
                          {87, 62},        {80, 74},
                          {60, 73},        {36, 74}};
    tes_colour far_leg = tes_colour_shade(beast->coat.leg, -0.15F);
    tes_beast_tail(paint, beast,
                   (struct tes_beast_limb){.from = {82, 58}, .via = {97, 56}, .to = {86, 26}});
    if (beast->is_safe)
        tes_beast_motion(paint, (point){82, 42}, 15, -35);
    if (beast->tufts > 0 || !beast->is_safe)
        tes_beast_fringe(paint, beast,
                         (struct tes_beast_fringe){.from = {42, 47 - arch * 0.4F},
                                                   .via = {64, 42 - arch * 1.4F},
                                                   .to = {84, 54 - arch * 0.3F},
                                                   .tufts = 6,
                                                   .length = 8,
                                                   .is_sharp = !beast->is_safe});
    paint_leg(paint, beast, 52, -2, far_leg);
    paint_leg(paint, beast, 70, 0, far_leg);
    tes_beast_trunk(paint, beast,
                    (struct tes_beast_trunk){.points = body,
                                             .count = 8,
                                             .centre = {60, 58},
                                             .radius = {28, 16},
                                             .belly_at = {56, 78},
                                             .belly = {24, 8}});
    paint_leg(paint, beast, 38, -2, beast->coat.leg);
    paint_leg(paint, beast, 80, 1, beast->coat.leg);
    tes_beast_head(paint, beast, head);
    paint_company(paint, beast, head);
}

/* ------------------------------------------------------------------ lying */

static void paint_sleep(struct tes_paint *paint, const struct tes_beast *beast,
                        struct tes_beast_place head)
{
    float radius = tes_random_between(beast->random, 4, 6);
    if (tes_random_chance(beast->random, 3))
        return;
    point nose = {head.x + 8 * head.scale, head.y + (beast->kind->muzzle_y - 2) * head.scale};
    tes_beast_bubble(paint, (point){nose.x + radius, nose.y - radius * 0.6F}, radius);
}

/* Ready to leap, head low and hindquarters high; or asleep with the head on the paws. */
static void pose_lie(struct tes_paint *paint, struct tes_beast *beast)
{
    float rise = beast->is_safe ? 0 : tes_random_between(beast->random, 8, 14);
    float scale = beast->kind->mane > 0 ? 0.68F : tes_random_between(beast->random, 0.74F, 0.82F);
    struct tes_beast_place head = {37, 60, scale, tilt(beast) * 0.6F};
    const point body[] = {{24, 66}, {40, 54}, {60, 54 - rise}, {80, 56 - rise},
                          {91, 72}, {88, 88}, {60, 90},        {28, 90}};
    beast->eyes = beast->is_safe ? EYES_ASLEEP : EYES_GLARE;
    beast->mouth = beast->is_safe ? MOUTH_SMILE : beast->mouth;
    struct tes_beast_limb tail = {.from = {86, 66 - rise}, .via = {100, 50}, .to = {84, 24}};
    if (!beast->is_safe)
        tes_beast_tail(paint, beast, tail);
    if (beast->tufts > 0 || !beast->is_safe)
        tes_beast_fringe(paint, beast,
                         (struct tes_beast_fringe){.from = {46, 56 - rise * 0.4F},
                                                   .via = {70, 44 - rise * 1.2F},
                                                   .to = {88, 64 - rise * 0.5F},
                                                   .tufts = 6,
                                                   .length = 8,
                                                   .is_sharp = !beast->is_safe});
    tes_beast_trunk(paint, beast,
                    (struct tes_beast_trunk){
                        .points = body, .count = 8, .centre = {62, 70}, .radius = {30, 20}});
    tes_beast_foot(paint, beast, (struct tes_beast_foot){{80, 87}, 8, 6, floor_paw_of(beast)});
    tail = (struct tes_beast_limb){.from = {90, 78}, .via = {92, 92}, .to = {58, 88}};
    if (beast->is_safe)
        tes_beast_tail(paint, beast, tail);
    tes_beast_head(paint, beast, head);
    tes_beast_foot(paint, beast, (struct tes_beast_foot){{20, 87}, 8, 8, floor_paw_of(beast)});
    tes_beast_foot(paint, beast, (struct tes_beast_foot){{52, 88}, 8, -4, floor_paw_of(beast)});
    if (beast->is_safe)
        paint_sleep(paint, beast, head);
}

static void pose_curl(struct tes_paint *paint, struct tes_beast *beast)
{
    static const point body[] = {{50, 30}, {76, 37}, {91, 60}, {82, 84},
                                 {52, 91}, {20, 84}, {9, 62},  {22, 38}};
    float scale = beast->kind->mane > 0 ? 0.62F : tes_random_between(beast->random, 0.68F, 0.74F);
    struct tes_beast_place head = {38, 60, scale, -8 - tilt(beast) * 0.4F};
    beast->eyes = EYES_ASLEEP;
    beast->mouth = MOUTH_SMILE;
    tes_beast_trunk(paint, beast,
                    (struct tes_beast_trunk){
                        .points = body, .count = 8, .centre = {52, 60}, .radius = {40, 30}});
    tes_beast_foot(paint, beast, (struct tes_beast_foot){{70, 80}, 8.5F, 40, PAW_REST});
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
    {pose_upright, pose_upright}, {pose_stand, pose_stand}, {pose_lie, pose_lie},
    {pose_stand, pose_curl},
};

void tes_beast_pose(struct tes_paint *paint, struct tes_beast *beast)
{
    unsigned pick = tes_random_below(beast->random, sizeof POSES / sizeof POSES[0]);
    POSES[pick][beast->is_safe](paint, beast);
}
