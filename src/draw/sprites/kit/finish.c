/* What drawings of things share. */
#include "draw/sprites/kit/finish.h"

#define COUNT_OF(table) ((unsigned)(sizeof(table) / sizeof *(table)))

static const tes_colour BRIGHT[] = {
    TES_RGB(0xE2504A), TES_RGB(0xF07F5B), TES_RGB(0xEF9438), TES_RGB(0xF3C23C), TES_RGB(0x97BF4A),
    TES_RGB(0x4CA566), TES_RGB(0x38A39D), TES_RGB(0x55ABDD), TES_RGB(0x4573C9), TES_RGB(0x6560C0),
    TES_RGB(0x9160BF), TES_RGB(0xE77BA5), TES_RGB(0xC94F8D), TES_RGB(0x3C5A86),
};

static const tes_colour EARTHY[] = {
    TES_RGB(0xF3CFA8), TES_RGB(0xE6B48C), TES_RGB(0xD69B6E), TES_RGB(0xB97A50),
    TES_RGB(0x8C5A3A), TES_RGB(0x6B4330), TES_RGB(0x54393A), TES_RGB(0xF2B9A7),
    TES_RGB(0xEBC3A4), TES_RGB(0xD9A441), TES_RGB(0xB5542E), TES_RGB(0xA8704A),
};

static const tes_colour PALE[] = {
    TES_RGB(0xFFF6E6), TES_RGB(0xFBE7D3), TES_RGB(0xF9DCD3),
    TES_RGB(0xEEF1F4), TES_RGB(0xF4EFE4), TES_RGB(0xE6EEF2),
};

static const tes_colour METAL[] = {
    TES_RGB(0xEDBE4B), TES_RGB(0xE0A63A), TES_RGB(0xB9C3CC), TES_RGB(0x9FB0BD),
    TES_RGB(0xD08A5C), TES_RGB(0xC9A27A), TES_RGB(0xD7C08A),
};

/* ---------------------------------------------------------------- random */

static struct tes_finish draw_finish(struct tes_random *random)
{
    struct tes_finish finish;
    finish.line = tes_random_between(random, 2.3F, 3.3F);
    finish.darkness = tes_random_between(random, 0.36F, 0.48F);
    finish.shade = tes_random_between(random, 0.13F, 0.22F);
    finish.gloss = tes_random_between(random, 0.35F, 0.6F);
    return finish;
}

void tes_finish_one_of(struct tes_paint *paint, struct tes_random *random,
                       tes_finish_variant *const *variants, unsigned count)
{
    struct tes_finish finish = draw_finish(random);
    unsigned chosen = tes_random_below(random, count);
    variants[chosen](paint, random, &finish);
}

/* Between two neighbours of the table, and a little lighter or darker. */
static tes_colour draw_colour(struct tes_random *random, const tes_colour *colours, unsigned count)
{
    unsigned at = tes_random_below(random, count);
    float share = tes_random_between(random, 0, 0.35F);
    float lightness = tes_random_between(random, -0.1F, 0.1F);
    tes_colour mixed = tes_colour_mix(colours[at], colours[(at + 1) % count], share);
    return tes_colour_shade(mixed, lightness);
}

tes_colour tes_finish_bright(struct tes_random *random)
{
    return draw_colour(random, BRIGHT, COUNT_OF(BRIGHT));
}

tes_colour tes_finish_earthy(struct tes_random *random)
{
    return draw_colour(random, EARTHY, COUNT_OF(EARTHY));
}

tes_colour tes_finish_colour(struct tes_random *random)
{
    bool is_earthy = tes_random_chance(random, 3);
    return is_earthy ? tes_finish_earthy(random) : tes_finish_bright(random);
}

tes_colour tes_finish_pale(struct tes_random *random)
{
    return tes_random_colour(random, PALE, COUNT_OF(PALE));
}

tes_colour tes_finish_metal(struct tes_random *random)
{
    return draw_colour(random, METAL, COUNT_OF(METAL));
}

/* As eyes weigh it, 0 .. 255. */
static unsigned lightness_of(tes_colour colour)
{
    return ((colour >> 16 & 255) * 3 + (colour >> 8 & 255) * 6 + (colour & 255)) / 10;
}

tes_colour tes_finish_against(struct tes_random *random, tes_colour colour)
{
    tes_colour other = tes_finish_colour(random);
    float share = tes_random_between(random, 0.55F, 0.85F);
    if (lightness_of(colour) < 150)
        return tes_colour_shade(other, share);
    return tes_colour_mix(other, tes_colour_shade(colour, -0.6F), 1 - share);
}

/* ---------------------------------------------------------------- shapes */

static struct tes_point towards(struct tes_point from, struct tes_point to, float distance)
{
    float x = to.x - from.x, y = to.y - from.y;
    float length = tes_sqrt(x * x + y * y);
    float share = length > 2 * distance ? distance / length : 0.5F;
    return AT(from.x + x * share, from.y + y * share);
}

static void path_rounded(struct tes_paint *paint, struct tes_finish_shape shape)
{
    for (unsigned i = 0; i < shape.count; i++) {
        struct tes_point corner = shape.points[i];
        struct tes_point before = shape.points[(i + shape.count - 1) % shape.count];
        struct tes_point after = shape.points[(i + 1) % shape.count];
        struct tes_point from = towards(corner, before, shape.radius);
        struct tes_point to = towards(corner, after, shape.radius);
        if (i == 0)
            tes_path_start(paint, from.x, from.y);
        else
            tes_path_line(paint, from.x, from.y);
        tes_path_quad(paint, corner.x, corner.y, to.x, to.y);
    }
}

void tes_finish_path(struct tes_paint *paint, struct tes_finish_shape shape)
{
    const struct tes_point *points = shape.points;
    switch (shape.form) {
    case TES_FINISH_ROUNDED:
        path_rounded(paint, shape);
        break;
    case TES_FINISH_SMOOTH:
        tes_path_blob(paint, points, shape.count);
        break;
    case TES_FINISH_OVAL:
        tes_path_ellipse(paint, points[0].x, points[0].y, points[1].x, points[1].y);
        break;
    }
}

tes_colour tes_finish_edge(const struct tes_finish *finish, tes_colour colour)
{
    return tes_colour_shade(colour, -finish->darkness);
}

void tes_finish_fill(struct tes_paint *paint, const struct tes_finish *finish, tes_colour colour)
{
    tes_paint_fill_stroke(paint, colour, finish->line, tes_finish_edge(finish, colour));
}

void tes_finish_shape(struct tes_paint *paint, const struct tes_finish *finish,
                      struct tes_finish_shape shape, tes_colour colour)
{
    tes_finish_path(paint, shape);
    tes_finish_fill(paint, finish, colour);
}

void tes_finish_begin(struct tes_paint *paint, struct tes_finish_shape shape, tes_colour colour)
{
    tes_finish_path(paint, shape);
    tes_paint_fill(paint, colour);
    tes_finish_path(paint, shape);
    tes_paint_clip(paint);
}

void tes_finish_end(struct tes_paint *paint, const struct tes_finish *finish,
                    struct tes_finish_shape shape, tes_colour colour)
{
    tes_paint_unclip(paint);
    tes_finish_path(paint, shape);
    tes_paint_stroke(paint, finish->line, true, tes_finish_edge(finish, colour));
}

void tes_finish_bar(struct tes_paint *paint, const struct tes_finish *finish, struct tes_point from,
                    struct tes_point to, float width, tes_colour colour)
{
    tes_paint_line(paint, from, to, width + finish->line, tes_finish_edge(finish, colour));
    tes_paint_line(paint, from, to, width - finish->line, colour);
}

void tes_finish_rod(struct tes_paint *paint, const struct tes_finish *finish,
                    struct tes_finish_shape curve, float width, tes_colour colour)
{
    tes_path_curve(paint, curve.points, curve.count);
    tes_paint_stroke(paint, width + finish->line, false, tes_finish_edge(finish, colour));
    tes_path_curve(paint, curve.points, curve.count);
    tes_paint_stroke(paint, width - finish->line, false, colour);
}

unsigned tes_finish_steps(float from, float to, float step)
{
    unsigned count = 0;
    while (from + (float)count * step < to)
        count++;
    return count;
}

/* ----------------------------------------------------------- inside of one */

/* What a shape lies within: overlays as large as that, not as the square, take half the time. */
struct bounds {
    float left, top, right, bottom;
};

static struct bounds bounds_of(struct tes_finish_shape shape)
{
    const struct tes_point *p = shape.points;
    const float stray = shape.form == TES_FINISH_SMOOTH ? 4 : 0; /* how far curves pass points */
    if (shape.form == TES_FINISH_OVAL)
        return (struct bounds){p[0].x - p[1].x, p[0].y - p[1].y, p[0].x + p[1].x, p[0].y + p[1].y};
    struct bounds bounds = {p[0].x, p[0].y, p[0].x, p[0].y};
    for (unsigned i = 1; i < shape.count; i++) {
        bounds.left = p[i].x < bounds.left ? p[i].x : bounds.left;
        bounds.right = p[i].x > bounds.right ? p[i].x : bounds.right;
        bounds.top = p[i].y < bounds.top ? p[i].y : bounds.top;
        bounds.bottom = p[i].y > bounds.bottom ? p[i].y : bounds.bottom;
    }
    return (struct bounds){bounds.left - stray, bounds.top - stray, bounds.right + stray,
                           bounds.bottom + stray};
}

void tes_finish_shade(struct tes_paint *paint, const struct tes_finish *finish,
                      struct tes_finish_shape shape, struct tes_point centre,
                      struct tes_point radii)
{
    struct bounds bounds = bounds_of(shape);
    float width = bounds.right - bounds.left, height = bounds.bottom - bounds.top;
    /* Outside of the shape, the oval may lie outside of the box: clipped, nothing shows there. */
    tes_path_box(paint, bounds.left, bounds.top, width, height, 0);
    tes_path_ellipse(paint, centre.x, centre.y, radii.x, radii.y);
    tes_paint_fill_odd(paint, tes_colour_alpha(TES_RGB(0x2A1440), finish->shade));
}

void tes_finish_gloss(struct tes_paint *paint, const struct tes_finish *finish,
                      struct tes_point centre, struct tes_point radii, float from_degrees,
                      float to_degrees)
{
    tes_path_arc(paint, centre, radii.x, radii.y, from_degrees, to_degrees);
    tes_paint_stroke(paint, 3.2F, false, tes_colour_alpha(TES_RGB(0xFFFFFF), finish->gloss));
}

static void path_rows(struct tes_paint *paint, struct bounds bounds, float step, float width)
{
    unsigned count = tes_finish_steps(bounds.top, bounds.bottom, step);
    for (unsigned i = 0; i < count; i++)
        tes_path_box(paint, bounds.left, bounds.top + (float)i * step, bounds.right - bounds.left,
                     width, 0);
}

static void path_columns(struct tes_paint *paint, struct bounds bounds, float step, float width)
{
    unsigned count = tes_finish_steps(bounds.left, bounds.right, step);
    for (unsigned i = 0; i < count; i++)
        tes_path_box(paint, bounds.left + (float)i * step, bounds.top, width,
                     bounds.bottom - bounds.top, 0);
}

static void path_slants(struct tes_paint *paint, struct bounds bounds, float step, float width)
{
    float slant = (bounds.bottom - bounds.top) * 0.7F, left = bounds.left - slant;
    unsigned count = tes_finish_steps(left, bounds.right, step);
    for (unsigned i = 0; i < count; i++) {
        float x = left + (float)i * step;
        const struct tes_point slat[] = {{x + slant, bounds.top},
                                         {x + slant + width, bounds.top},
                                         {x + width, bounds.bottom},
                                         {x, bounds.bottom}};
        tes_path_polygon(paint, slat, 4);
    }
}

static void paint_stripes(struct tes_paint *paint, struct tes_random *random, struct bounds bounds,
                          tes_colour colour)
{
    static void (*const PATHS[])(struct tes_paint *, struct bounds, float,
                                 float) = {path_rows, path_rows, path_columns, path_slants};
    unsigned direction = tes_random_below(random, COUNT_OF(PATHS));
    float step = tes_random_between(random, 11, 19);
    float width = tes_random_between(random, 0.3F, 0.55F) * step;
    float shift = tes_random_between(random, -0.5F, 0.5F) * step;
    bounds.left += shift - step / 2;
    bounds.top += shift - step / 2;
    PATHS[direction](paint, bounds, step, width);
    tes_paint_fill(paint, colour);
}

static void paint_checks(struct tes_paint *paint, struct tes_random *random, struct bounds bounds,
                         tes_colour colour)
{
    float step = tes_random_between(random, 14, 20);
    float shift = tes_random_between(random, -0.5F, 0);
    tes_colour half = tes_colour_alpha(colour, 0.5F);
    bounds.left += shift * step;
    bounds.top += shift * step;
    path_rows(paint, bounds, step, step / 2);
    tes_paint_fill(paint, half);
    path_columns(paint, bounds, step, step / 2);
    tes_paint_fill(paint, half);
}

/* Every second row stands half a step to the left. */
static void path_dots(struct tes_paint *paint, struct bounds bounds, float step, float radius)
{
    unsigned rows = tes_finish_steps(bounds.top, bounds.bottom, step * 0.8F);
    unsigned columns = 1 + tes_finish_steps(bounds.left, bounds.right, step);
    for (unsigned row = 0; row < rows; row++) {
        float left = bounds.left - (row % 2 == 0 ? 0 : step / 2);
        for (unsigned column = 0; column < columns; column++)
            tes_path_ellipse(paint, left + (float)column * step,
                             bounds.top + (float)row * step * 0.8F, radius, radius);
    }
}

static void paint_dots(struct tes_paint *paint, struct tes_random *random, struct bounds bounds,
                       tes_colour colour)
{
    float step = tes_random_between(random, 14, 19);
    float shift = tes_random_between(random, 0, 8);
    float radius = tes_random_between(random, 2.6F, 4.2F);
    bounds.left += shift;
    bounds.top += shift;
    path_dots(paint, bounds, step, radius);
    tes_paint_fill(paint, colour);
}

void tes_finish_pattern(struct tes_paint *paint, struct tes_random *random,
                        struct tes_finish_shape shape, tes_colour colour)
{
    struct bounds bounds = bounds_of(shape);
    switch (tes_random_below(random, 6)) {
    case 0:
    case 1:
        paint_stripes(paint, random, bounds, colour);
        break;
    case 2:
        paint_checks(paint, random, bounds, colour);
        break;
    case 3:
        paint_dots(paint, random, bounds, colour);
        break;
    default:
        break;
    }
}
