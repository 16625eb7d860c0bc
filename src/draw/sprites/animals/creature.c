/* Moods, and what tells them. */
#include "draw/sprites/animals/creature.h"

#define WHITE TES_RGB(0xFFFFFF)
#define IVORY TES_RGB(0xFFFDF4)

static const tes_rgb BLOOMS[] = {0xE8505B, 0xF48FB1, 0xFFB63D, 0x9C6ADE, 0xFFF4DF, 0x4F9DE8};

static enum tes_creature_mood pick_mood(struct tes_random *random, bool is_safe)
{
    unsigned which = tes_random_below(random, 3);
    return is_safe ? (enum tes_creature_mood)(TES_CREATURE_HAPPY + which) : TES_CREATURE_THREAT;
}

static tes_colour nudged(tes_colour colour, tes_colour towards, float share, float shade)
{
    return tes_colour_shade(tes_colour_mix(colour, towards, share), shade);
}

struct tes_creature tes_creature_start(struct tes_paint *paint, struct tes_random *random,
                                       const struct tes_creature_coat *coats, unsigned count,
                                       bool is_safe)
{
    tes_style_figure(paint, random);
    struct tes_creature creature = {0};
    const struct tes_creature_coat *coat = &coats[tes_random_below(random, count)];
    float hue = tes_random_between(random, 0, 360);
    float share = tes_random_between(random, 0, 0.13F);
    float shade = tes_random_between(random, -0.1F, 0.1F);
    tes_colour towards = tes_colour_hsl(hue, 0.6F, 0.5F);
    creature.skin = nudged(coat->skin, towards, share, shade);
    creature.belly = nudged(coat->belly, towards, share * 0.6F, shade * 0.5F);
    creature.mark = nudged(coat->mark, towards, share, shade);
    creature.ink = tes_colour_shade(creature.skin, -0.68F);
    creature.iris = TES_PALETTE_ONE(random, 0xF4C430, 0x8BC34A, 0xF08A24, 0x4FB6D8, 0xB5703C);
    creature.bloom = tes_random_colour(random, TES_TABLE_ALL(BLOOMS));
    float hue_of_mouth = tes_random_between(random, -48, 24);
    float depth = tes_random_between(random, 0.21F, 0.32F);
    creature.mouth = tes_colour_hsl(hue_of_mouth, 0.55F, depth);
    creature.tongue = tes_colour_hsl(hue_of_mouth * 0.7F, 0.75F, 0.66F);
    creature.slant = tes_random_between(random, 20, 30);
    creature.eye = tes_random_between(random, 0.9F, 1.12F);
    creature.snarls = tes_random_chance(random, 3);
    creature.laughs = tes_random_chance(random, 2);
    creature.has_slit = tes_random_chance(random, 2);
    bool has_flower = tes_random_chance(random, 3);
    bool is_waving = tes_random_chance(random, 2);
    bool is_hatching = tes_random_chance(random, 2);
    creature.mood = pick_mood(random, is_safe);
    creature.has_flower = has_flower && is_safe && creature.mood != TES_CREATURE_ASLEEP;
    creature.is_waving = is_waving && is_safe && creature.mood != TES_CREATURE_ASLEEP;
    creature.is_hatching = is_hatching && creature.mood == TES_CREATURE_BABY;
    return creature;
}

/* --------------------------------------------------------------- scenery */

static void paint_tuft(struct tes_paint *paint, float x, float y, tes_colour colour)
{
    tes_path_start(paint, x - 5, y);
    tes_path_quad(paint, x - 5, y - 6, x - 9, y - 9);
    tes_path_quad(paint, x - 2, y - 7, x - 1, y - 2);
    tes_path_quad(paint, x, y - 9, x + 2, y - 13);
    tes_path_quad(paint, x + 3, y - 6, x + 2, y - 2);
    tes_path_quad(paint, x + 4, y - 6, x + 9, y - 8);
    tes_path_quad(paint, x + 5, y - 4, x + 5, y);
    tes_paint_fill(paint, colour);
}

/* A mat on the ground, with a border of ivory and dots. */
static void paint_mat(struct tes_paint *paint, const struct tes_creature *creature)
{
    tes_outline_shape(paint, TES_SHAPE_OVAL(50, 86, 44, 9.5F), creature->mouth);
    tes_path_ellipse(paint, 50, 86, 39, 6.5F);
    tes_paint_stroke(paint, 3, true, IVORY);
    for (unsigned i = 0; i < 12; i++) {
        float angle = 30 * (float)i;
        tes_path_ellipse(paint, 50 + 39 * tes_number_cos(angle), 86 + 6.5F * tes_number_sin(angle),
                         1.8F, 1.5F);
    }
    tes_paint_fill(paint, creature->tongue);
}

bool tes_creature_evens_out(const struct tes_creature *creature, struct tes_random *random)
{
    unsigned lot = tes_random_below(random, 16);
    return creature->mood == TES_CREATURE_THREAT ? lot == 0 : lot < 11;
}

void tes_creature_scenery(struct tes_paint *paint, const struct tes_creature *creature,
                          struct tes_random *random)
{
    unsigned which = tes_random_below(random, 6);
    float x = tes_random_between(random, 12, 88);
    float lightness = tes_random_between(random, 0.4F, 0.6F);
    float other_x = x > 50 ? x - 44 : x + 44;
    if (tes_creature_evens_out(creature, random))
        paint_mat(paint, creature);
    if (which == 0) {
        tes_colour green = tes_colour_hsl(110, 0.4F, lightness);
        paint_tuft(paint, x, 92, green);
        paint_tuft(paint, other_x, 90, tes_colour_shade(green, 0.15F));
    } else if (which == 1) {
        tes_creature_flower(paint, creature, TES_POINT(x > 50 ? 90 : 10, 72),
                            TES_POINT(x > 50 ? 88 : 12, 92), 5);
    } else if (which == 2) {
        tes_colour grey = tes_colour_hsl(30, 0.1F, lightness + 0.1F);
        tes_paint_ellipse(paint, x, 91, 9, 5, grey);
        tes_paint_ellipse(paint, other_x, 92, 6, 4, tes_colour_shade(grey, 0.2F));
    }
}

/* ------------------------------------------------------------------ eyes */

static void paint_ball(struct tes_paint *paint, const struct tes_creature *creature,
                       struct tes_point at, float radius)
{
    tes_paint_circle(paint, at.x, at.y, radius + 1, creature->ink);
    tes_paint_circle(paint, at.x, at.y, radius - 1, WHITE);
}

/* An upper lid that falls towards the nose, and a heavy brow on its edge. */
static void paint_glare(struct tes_paint *paint, const struct tes_creature *creature,
                        struct tes_point at, float radius, float nose)
{
    float slant = creature->slant * nose, edge = radius + 1.2F;
    float pupil_x = at.x + nose * radius * 0.25F, pupil_y = at.y + radius * 0.3F;
    paint_ball(paint, creature, at, radius);
    tes_paint_circle(paint, pupil_x, pupil_y, radius * 0.52F, creature->iris);
    tes_paint_ellipse(paint, pupil_x, pupil_y, radius * (creature->has_slit ? 0.17F : 0.27F),
                      radius * (creature->has_slit ? 0.46F : 0.27F), creature->ink);
    tes_path_arc(paint, at, edge, edge, 178 + slant, 362 + slant);
    tes_paint_fill(paint, tes_style_edge(paint, creature->skin));
    float reach = radius * 1.35F;
    float along_x = reach * tes_number_cos(slant), along_y = reach * tes_number_sin(slant);
    tes_paint_line(paint, TES_POINT(at.x - along_x, at.y - along_y),
                   TES_POINT(at.x + along_x, at.y + along_y), radius * 0.2F + 2.4F, creature->ink);
}

static void paint_baby_eye(struct tes_paint *paint, const struct tes_creature *creature,
                           struct tes_point at, float radius, float nose)
{
    paint_ball(paint, creature, at, radius * 1.12F);
    float x = at.x + nose * radius * 0.14F;
    tes_paint_circle(paint, x, at.y + 0.5F, radius * 0.9F, creature->iris);
    tes_paint_circle(paint, x, at.y + 0.5F, radius * 0.64F, creature->ink);
    tes_paint_circle(paint, x - radius * 0.3F, at.y - radius * 0.35F, radius * 0.34F, WHITE);
    tes_paint_circle(paint, x + radius * 0.35F, at.y + radius * 0.4F, radius * 0.18F, WHITE);
}

static void paint_closed(struct tes_paint *paint, const struct tes_creature *creature,
                         struct tes_point at, float radius)
{
    bool is_asleep = creature->mood == TES_CREATURE_ASLEEP;
    float width = radius * 0.12F + 2.2F, y = at.y + radius * (is_asleep ? -0.2F : 0.4F);
    tes_path_arc(paint, TES_POINT(at.x, y), radius, radius * 0.8F, is_asleep ? 15 : 195,
                 is_asleep ? 165 : 345);
    tes_paint_stroke(paint, width, false, creature->ink);
}

void tes_creature_eye(struct tes_paint *paint, const struct tes_creature *creature,
                      struct tes_point at, float radius, float nose)
{
    radius *= creature->eye;
    if (creature->mood == TES_CREATURE_THREAT)
        paint_glare(paint, creature, at, radius, nose);
    else if (creature->mood == TES_CREATURE_BABY)
        paint_baby_eye(paint, creature, at, radius, nose);
    else
        paint_closed(paint, creature, at, radius);
}

void tes_creature_cheek(struct tes_paint *paint, const struct tes_creature *creature,
                        struct tes_point at, float radius)
{
    if (creature->mood != TES_CREATURE_THREAT)
        tes_paint_ellipse(paint, at.x, at.y, radius, radius * 0.75F,
                          tes_colour_alpha(TES_RGB(0xFF6F7D), 0.62F));
}

/* ---------------------------------------------------------------- mouths */

static void add_points(struct tes_paint *paint, struct tes_creature_row row)
{
    float x = row.to.x - row.from.x, y = row.to.y - row.from.y;
    float size = tes_number_sqrt(x * x + y * y);
    struct tes_point right = {-y / size, x / size};
    struct tes_point last = row.from;
    for (unsigned i = 1; i <= row.count; i++) {
        float t = (float)i / (float)row.count, bulge = row.bulge * 4 * t * (1 - t);
        float length = row.length * (i % 2 == 1 ? 1 : 0.72F);
        struct tes_point next = {row.from.x + x * t + right.x * bulge,
                                 row.from.y + y * t + right.y * bulge};
        struct tes_point tip = {(last.x + next.x) * 0.5F + right.x * length,
                                (last.y + next.y) * 0.5F + right.y * length};
        tes_path_polygon(paint, (const struct tes_point[]){last, tip, next}, 3);
        last = next;
    }
}

void tes_creature_teeth(struct tes_paint *paint, struct tes_creature_row row)
{
    add_points(paint, row);
    tes_paint_fill(paint, IVORY);
}

void tes_creature_claws(struct tes_paint *paint, const struct tes_creature *creature,
                        struct tes_creature_row row)
{
    add_points(paint, row);
    tes_paint_fill_stroke(paint, IVORY, 1.8F, creature->ink);
}

static void paint_roar(struct tes_paint *paint, const struct tes_creature *creature,
                       struct tes_point at, float width, float height)
{
    float left = at.x - width, right = at.x + width, bottom = at.y + height;
    struct tes_shape mouth =
        TES_SHAPE_BLOB({left, at.y}, {left + width * 0.4F, at.y - height * 0.16F},
                       {at.x, at.y - height * 0.1F}, {right - width * 0.4F, at.y - height * 0.16F},
                       {right, at.y}, {right - width * 0.16F, bottom - height * 0.25F},
                       {at.x, bottom}, {left + width * 0.16F, bottom - height * 0.25F});
    tes_outline_shape(paint, mouth, creature->mouth);
    tes_paint_ellipse(paint, at.x, bottom - height * 0.3F, width * 0.5F, height * 0.24F,
                      creature->tongue);
    tes_creature_teeth(
        paint,
        (struct tes_creature_row){
            {left + 1, at.y - 0.5F}, {right - 1, at.y - 0.5F}, -height * 0.1F, height * 0.46F, 7});
    tes_creature_teeth(paint,
                       (struct tes_creature_row){{left + width * 0.22F, bottom - height * 0.2F},
                                                 {right - width * 0.22F, bottom - height * 0.2F},
                                                 height * 0.16F,
                                                 -height * 0.34F,
                                                 5});
}

/* Two rows of teeth that bite on each other, the corners of the mouth pulled down. */
static void paint_snarl(struct tes_paint *paint, const struct tes_creature *creature,
                        struct tes_point at, float width, float height)
{
    float left = at.x - width, right = at.x + width, top = at.y, bottom = at.y + height * 0.62F;
    struct tes_shape mouth = TES_SHAPE_BLOB(
        {left, bottom}, {left + width * 0.16F, top + height * 0.12F},
        {at.x - width * 0.4F, top - height * 0.12F}, {at.x + width * 0.4F, top - height * 0.12F},
        {right - width * 0.16F, top + height * 0.12F}, {right, bottom},
        {at.x + width * 0.4F, bottom - height * 0.02F},
        {at.x - width * 0.4F, bottom - height * 0.02F});
    tes_outline_shape(paint, mouth, creature->mouth);
    tes_creature_teeth(paint, (struct tes_creature_row){{left + width * 0.2F, top},
                                                        {right - width * 0.2F, top},
                                                        -height * 0.08F,
                                                        height * 0.42F,
                                                        6});
    tes_creature_teeth(paint, (struct tes_creature_row){{left + width * 0.1F, bottom},
                                                        {right - width * 0.1F, bottom},
                                                        -height * 0.04F,
                                                        -height * 0.36F,
                                                        7});
}

static void paint_laugh(struct tes_paint *paint, const struct tes_creature *creature,
                        struct tes_point at, float width)
{
    tes_path_arc(paint, at, width, width * 0.95F, 0, 180);
    tes_paint_fill_stroke(paint, creature->mouth, 2.4F, creature->ink);
    tes_paint_ellipse(paint, at.x, at.y + width * 0.62F, width * 0.5F, width * 0.26F,
                      creature->tongue);
}

void tes_creature_mouth(struct tes_paint *paint, const struct tes_creature *creature,
                        struct tes_point at, float width, float height)
{
    float small = creature->mood == TES_CREATURE_ASLEEP ? 0.45F : 0.75F;
    if (creature->mood == TES_CREATURE_THREAT) {
        (creature->snarls ? paint_snarl : paint_roar)(paint, creature, at, width, height);
    } else if (creature->laughs && creature->mood != TES_CREATURE_ASLEEP) {
        paint_laugh(paint, creature, at, width * 0.6F);
    } else {
        tes_path_arc(paint, at, width * small, width * small * 0.6F, 12, 168);
        tes_paint_stroke(paint, 3, false, creature->ink);
    }
}

float tes_creature_laugh(const struct tes_creature *creature)
{
    bool is_awake = creature->mood == TES_CREATURE_HAPPY || creature->mood == TES_CREATURE_BABY;
    return is_awake && creature->laughs && !creature->has_flower ? 8 : 0;
}

/* ----------------------------------------------------------------- props */

void tes_creature_flower(struct tes_paint *paint, const struct tes_creature *creature,
                         struct tes_point at, struct tes_point foot, float size)
{
    tes_colour green = TES_RGB(0x5FA84B);
    struct tes_point petals[5];
    tes_paint_line(paint, at, foot, 2.6F, green);
    for (unsigned i = 0; i < 5; i++) {
        float angle = 72.0F * (float)i + creature->slant;
        petals[i] =
            TES_POINT(at.x + size * tes_number_cos(angle), at.y + size * tes_number_sin(angle));
    }
    for (unsigned pass = 0; pass < 2; pass++) {
        float radius = size * 0.72F + (pass == 0 ? 1.0F : -0.6F);
        for (unsigned i = 0; i < 5; i++)
            tes_path_ellipse(paint, petals[i].x, petals[i].y, radius, radius);
        tes_paint_fill(paint, pass == 0 ? tes_style_edge(paint, creature->bloom) : creature->bloom);
    }
    tes_paint_circle(paint, at.x, at.y, size * 0.6F,
                     creature->bloom == TES_RGB(BLOOMS[2]) ? TES_RGB(0x8A5A2B) : TES_RGB(0xFFD34E));
}

void tes_creature_breath(struct tes_paint *paint, const struct tes_creature *creature,
                         struct tes_point nose, float size)
{
    if (creature->mood != TES_CREATURE_ASLEEP)
        return;
    float x = nose.x + size * 0.7F, y = nose.y - size * 0.7F;
    tes_paint_circle(paint, x, y, size + 1,
                     tes_colour_mix(creature->bloom, TES_RGB(0x6FAFD6), 0.6F));
    tes_paint_circle(paint, x, y, size - 1, tes_colour_mix(creature->bloom, WHITE, 0.82F));
    tes_paint_circle(paint, x - size * 0.35F, y - size * 0.35F, size * 0.25F, WHITE);
}

void tes_creature_egg(struct tes_paint *paint, struct tes_random *random)
{
    float hue = tes_random_between(random, 20, 220);
    float lightness = tes_random_between(random, 0.82F, 0.93F);
    float spot = tes_random_between(random, 3, 5);
    tes_colour shell = tes_colour_hsl(hue, 0.45F, lightness);
    struct tes_point edge[] = {{14, 62}, {24, 70}, {33, 61}, {43, 70}, {52, 62},
                               {62, 71}, {71, 62}, {79, 69}, {86, 61}};
    tes_path_start(paint, edge[0].x, edge[0].y);
    for (unsigned i = 1; i < TES_TABLE_COUNT(edge); i++)
        tes_path_line(paint, edge[i].x, edge[i].y);
    tes_path_cubic(paint, TES_POINT(88, 82), TES_POINT(70, 94), TES_POINT(50, 94));
    tes_path_cubic(paint, TES_POINT(30, 94), TES_POINT(12, 82), TES_POINT(14, 62));
    tes_outline_path(paint, shell);
    tes_colour dark = tes_colour_shade(shell, -0.16F);
    tes_paint_circle(paint, 30, 79, spot, dark);
    tes_paint_circle(paint, 55, 84, spot * 0.8F, dark);
    tes_paint_circle(paint, 72, 78, spot * 1.1F, dark);
}
