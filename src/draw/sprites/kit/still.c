/* Bodies, parts and patterns that pictures of things share. */
#include "draw/sprites/kit/still.h"

/* The lit part of a body is its own shape, this much smaller and moved towards the light. */
#define LIT_SIZE 0.89F
#define LIT_MOVE 0.05F

struct tes_still tes_still_light(struct tes_random *random)
{
    struct tes_still still;
    still.line = tes_random_between(random, 2.3F, 3.4F);
    still.dark = tes_random_between(random, 0.38F, 0.52F);
    still.shade = tes_random_between(random, 0.1F, 0.2F);
    still.side = tes_random_between(random, 0.5F, 1.0F);
    if (tes_random_chance(random, 2))
        still.side = -still.side;
    return still;
}

/* Towards brown instead of black: so that pale bodies don't get grey lines. */
tes_colour tes_still_edge(const struct tes_still *still, tes_colour colour)
{
    return tes_colour_mix(colour, TES_RGB(0x3A1608), still->dark * 1.15F);
}

/* Shades lean to a warm violet: plain darkening looks dirty on yellow and white. */
tes_colour tes_still_shade(const struct tes_still *still, tes_colour colour)
{
    return tes_colour_mix(colour, TES_RGB(0x5A2A4A), still->shade);
}

tes_colour tes_still_tint(struct tes_random *random, const tes_colour *palette, unsigned count)
{
    tes_colour colour = tes_random_colour(random, palette, count);
    return tes_colour_shade(colour, tes_random_between(random, -0.08F, 0.1F));
}

void tes_still_place(struct tes_paint *paint, struct tes_point at, float size, float degrees)
{
    tes_paint_turn(paint, at.x, at.y, degrees);
    tes_paint_move(paint, at.x, at.y);
    tes_paint_scale(paint, size, size);
    tes_paint_move(paint, -50, -50);
}

/* ---------------------------------------------------------------- bodies */

struct tes_still_shape tes_still_shape(const struct tes_point *points, unsigned count, float corner)
{
    struct tes_still_shape shape = {.corner = corner};
    for (unsigned i = 0; i < count && shape.count < TES_STILL_POINTS; i++)
        shape.points[shape.count++] = points[i];
    return shape;
}

struct tes_still_shape tes_still_turned(const struct tes_point *half, unsigned count, float corner)
{
    struct tes_still_shape shape = {.corner = corner};
    for (unsigned i = 0; i < count && shape.count < TES_STILL_POINTS; i++)
        shape.points[shape.count++] = (struct tes_point){50 + half[i].x, half[i].y};
    for (unsigned i = count; i > 0; i--)
        if (half[i - 1].x > 0 && shape.count < TES_STILL_POINTS)
            shape.points[shape.count++] = (struct tes_point){50 - half[i - 1].x, half[i - 1].y};
    return shape;
}

/* The point `distance` from one point towards another, but never past the middle. */
static struct tes_point towards(struct tes_point from, struct tes_point to, float distance)
{
    float x = to.x - from.x, y = to.y - from.y;
    float length = tes_sqrt(x * x + y * y);
    float share = length > 2 * distance ? distance / length : 0.5F;
    return (struct tes_point){from.x + x * share, from.y + y * share};
}

static void path_rounded(struct tes_paint *paint, const struct tes_still_shape *shape)
{
    for (unsigned i = 0; i < shape->count; i++) {
        struct tes_point at = shape->points[i];
        struct tes_point last = shape->points[(i + shape->count - 1) % shape->count];
        struct tes_point next = shape->points[(i + 1) % shape->count];
        struct tes_point in = towards(at, last, shape->corner);
        struct tes_point out = towards(at, next, shape->corner);
        if (i == 0)
            tes_path_start(paint, in.x, in.y);
        else
            tes_path_line(paint, in.x, in.y);
        tes_path_quad(paint, at.x, at.y, out.x, out.y);
    }
}

void tes_still_path(struct tes_paint *paint, const struct tes_still_shape *shape)
{
    if (shape->corner > 0)
        path_rounded(paint, shape);
    else
        tes_path_blob(paint, shape->points, shape->count);
}

/* The same path for the lit part: smaller about the shape's middle and nearer to the light. */
static void path_lit(struct tes_paint *paint, const struct tes_still *still,
                     const struct tes_still_shape *shape)
{
    struct tes_point least = shape->points[0], most = least;
    for (unsigned i = 1; i < shape->count; i++) {
        struct tes_point at = shape->points[i];
        least.x = at.x < least.x ? at.x : least.x;
        least.y = at.y < least.y ? at.y : least.y;
        most.x = at.x > most.x ? at.x : most.x;
        most.y = at.y > most.y ? at.y : most.y;
    }
    struct tes_matrix before = paint->matrix;
    struct tes_point middle = {(least.x + most.x) / 2, (least.y + most.y) / 2};
    tes_paint_move(paint, middle.x + (most.x - least.x) * still->side * LIT_MOVE,
                   middle.y - (most.y - least.y) * LIT_MOVE);
    tes_paint_scale(paint, LIT_SIZE, LIT_SIZE);
    tes_paint_move(paint, -middle.x, -middle.y);
    tes_still_path(paint, shape);
    paint->matrix = before;
}

/* Twice the area of a triangle; above 0 where its points run clockwise. */
static float turn_at(struct tes_point p, struct tes_point q, struct tes_point r)
{
    return (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x);
}

/* Whether the line turns both ways by more than a trifle. */
static bool is_hollow(const struct tes_still_shape *shape)
{
    float least = 0, most = 0;
    for (unsigned i = 0; i < shape->count; i++) {
        float turn = turn_at(shape->points[i], shape->points[(i + 1) % shape->count],
                             shape->points[(i + 2) % shape->count]);
        least = turn < least ? turn : least;
        most = turn > most ? turn : most;
    }
    return least < -100 && most > 100;
}

/* The lit part of a hollow shape would stick out of it. */
void tes_still_flesh(struct tes_paint *paint, const struct tes_still *still,
                     const struct tes_still_shape *shape, tes_colour colour)
{
    bool needs_clip = is_hollow(shape);
    tes_still_path(paint, shape);
    tes_paint_fill(paint, tes_still_shade(still, colour));
    if (needs_clip) {
        tes_still_path(paint, shape);
        tes_paint_clip(paint);
    }
    path_lit(paint, still, shape);
    tes_paint_fill(paint, colour);
    if (needs_clip)
        tes_paint_unclip(paint);
}

void tes_still_outline(struct tes_paint *paint, const struct tes_still *still,
                       const struct tes_still_shape *shape, tes_colour colour)
{
    tes_still_path(paint, shape);
    tes_paint_stroke(paint, still->line, true, tes_still_edge(still, colour));
}

void tes_still_body(struct tes_paint *paint, const struct tes_still *still,
                    const struct tes_still_shape *shape, tes_colour colour)
{
    tes_still_flesh(paint, still, shape, colour);
    tes_still_outline(paint, still, shape, colour);
}

void tes_still_disc(struct tes_paint *paint, const struct tes_still *still, struct tes_point centre,
                    struct tes_point radius, tes_colour colour)
{
    tes_path_ellipse(paint, centre.x, centre.y, radius.x, radius.y);
    tes_paint_fill_stroke(paint, tes_still_shade(still, colour), still->line,
                          tes_still_edge(still, colour));
    float inset = still->line / 2;
    tes_paint_ellipse(paint, centre.x + still->side * radius.x * 0.06F, centre.y - radius.y * 0.08F,
                      radius.x * 0.92F - inset, radius.y * 0.9F - inset, colour);
}

/* ----------------------------------------------------------------- parts */

void tes_still_cord(struct tes_paint *paint, const struct tes_still *still,
                    const struct tes_point *points, unsigned count, float width, tes_colour colour)
{
    tes_path_curve(paint, points, count);
    tes_paint_stroke(paint, width + still->line, false, tes_still_edge(still, colour));
    tes_path_curve(paint, points, count);
    tes_paint_stroke(paint, width - still->line, false, colour);
}

void tes_still_leaf(struct tes_paint *paint, const struct tes_still *still, struct tes_point from,
                    struct tes_point to, float breadth, tes_colour colour)
{
    float x = to.x - from.x, y = to.y - from.y;
    float length = tes_sqrt(x * x + y * y);
    float side_x = -y / length * breadth, side_y = x / length * breadth;
    struct tes_point middle = {from.x + x * 0.45F, from.y + y * 0.45F};
    tes_path_start(paint, from.x, from.y);
    tes_path_quad(paint, middle.x + side_x, middle.y + side_y, to.x, to.y);
    tes_path_quad(paint, middle.x - side_x, middle.y - side_y, from.x, from.y);
    tes_paint_fill_stroke(paint, colour, still->line, tes_still_edge(still, colour));
    tes_paint_line(paint, (struct tes_point){from.x + x * 0.15F, from.y + y * 0.15F},
                   (struct tes_point){from.x + x * 0.7F, from.y + y * 0.7F}, still->line * 0.6F,
                   tes_colour_shade(colour, -still->dark * 0.6F));
}

void tes_still_gloss(struct tes_paint *paint, const struct tes_still *still,
                     struct tes_point centre, struct tes_point radius, float width)
{
    float from = still->side < 0 ? 195 : 285;
    tes_path_arc(paint, centre, radius.x, radius.y, from, from + 60);
    tes_paint_stroke(paint, width, false, tes_colour_alpha(TES_RGB(0xFFFFFF), 0.7F));
}

void tes_still_steam(struct tes_paint *paint, unsigned count, float y, float height,
                     tes_colour colour)
{
    for (unsigned i = 0; i < count; i++) {
        float x = 50 + 13 * ((float)i - (float)(count - 1) / 2);
        float rise = i % 2 == 0 ? height : height * 0.75F;
        const struct tes_point wisp[] = {
            {x, y}, {x - 4, y - rise * 0.33F}, {x + 4, y - rise * 0.66F}, {x, y - rise}};
        tes_path_curve(paint, wisp, 4);
    }
    tes_paint_stroke(paint, 3.2F, false, colour);
}

/* -------------------------------------------------------------- patterns */

struct tes_still_pattern tes_still_pattern(struct tes_random *random, tes_colour colour)
{
    struct tes_still_pattern pattern = {.colour = colour};
    pattern.kind = (enum tes_still_pattern_kind)tes_random_below(random, TES_STILL_PATTERNS);
    pattern.pitch = tes_random_between(random, 12, 17);
    pattern.offset = tes_random_between(random, 0, pattern.pitch);
    return pattern;
}

/* How many steps of `pitch` lead from one number past another. */
static unsigned steps_to(float from, float to, float pitch)
{
    return to > from ? 1 + (unsigned)((to - from) / pitch) : 0;
}

static void decorate_dots(struct tes_paint *paint, const struct tes_still_pattern *pattern,
                          struct tes_point from, struct tes_point to)
{
    float pitch = pattern->pitch, rise = pitch * 0.8F, radius = pitch * 0.24F;
    float left = from.x - pattern->offset;
    for (unsigned row = 0; row < steps_to(from.y, to.y, rise); row++)
        for (unsigned i = 0; i <= steps_to(left, to.x, pitch); i++)
            tes_path_ellipse(paint, left + pitch * ((float)i - (row % 2 == 0 ? 0 : 0.5F)),
                             from.y + rise * ((float)row + 0.5F), radius, radius);
    tes_paint_fill(paint, pattern->colour);
}

static void decorate_band(struct tes_paint *paint, const struct tes_still_pattern *pattern,
                          struct tes_point from, struct tes_point to)
{
    float height = to.y - from.y;
    tes_path_box(paint, from.x, from.y + height * 0.4F, to.x - from.x, height * 0.35F, 0);
    tes_paint_fill(paint, pattern->colour);
}

static void decorate_hoops(struct tes_paint *paint, const struct tes_still_pattern *pattern,
                           struct tes_point from, struct tes_point to)
{
    float pitch = pattern->pitch, top = from.y + pitch / 2;
    for (unsigned i = 0; i < steps_to(top, to.y, pitch); i++)
        tes_path_box(paint, from.x, top + pitch * (float)i, to.x - from.x, pitch * 0.42F, 0);
    tes_paint_fill(paint, pattern->colour);
}

static void decorate_stripes(struct tes_paint *paint, const struct tes_still_pattern *pattern,
                             struct tes_point from, struct tes_point to)
{
    float pitch = pattern->pitch, left = from.x - pattern->offset;
    for (unsigned i = 0; i < steps_to(left, to.x, pitch); i++)
        tes_path_box(paint, left + pitch * (float)i, from.y, pitch * 0.45F, to.y - from.y, 0);
    tes_paint_fill(paint, pattern->colour);
}

static void decorate_zigzag(struct tes_paint *paint, const struct tes_still_pattern *pattern,
                            struct tes_point from, struct tes_point to)
{
    float y = from.y + (to.y - from.y) * 0.55F, swing = pattern->pitch * 0.35F;
    float left = from.x - pattern->offset, half = pattern->pitch / 2;
    tes_path_start(paint, left, y - swing);
    for (unsigned i = 1; i <= 2 * steps_to(left, to.x, pattern->pitch); i++)
        tes_path_line(paint, left + half * (float)i, i % 2 == 0 ? y - swing : y + swing);
    tes_paint_stroke(paint, 4, false, pattern->colour);
}

void tes_still_decorate(struct tes_paint *paint, const struct tes_still_pattern *pattern,
                        struct tes_point from, struct tes_point to)
{
    typedef void decorator(struct tes_paint *, const struct tes_still_pattern *, struct tes_point,
                           struct tes_point);
    static decorator *const DECORATORS[TES_STILL_PATTERNS] = {
        [TES_STILL_BAND] = decorate_band,       [TES_STILL_HOOPS] = decorate_hoops,
        [TES_STILL_STRIPES] = decorate_stripes, [TES_STILL_DOTS] = decorate_dots,
        [TES_STILL_ZIGZAG] = decorate_zigzag,
    };
    if (pattern->kind != TES_STILL_PLAIN)
        DECORATORS[pattern->kind](paint, pattern, from, to);
}
