/*
 * The painter's engine: flattened paths to coverage to pixels.
 *
 * Coverage is exact: each edge adds, to the pixels it crosses, the signed area that it leaves to
 * its right; summing a row from the left then gives each pixel's covered share. The sums are zeroed
 * while they are read, so that the next fill finds them empty.
 */
#include "draw/paint.h"

#define POINTS_MAX TES_PAINT_POINTS

enum { SUM_STRIDE = TES_PAINT_SIDE + 2 };

struct tes_paint tes_paint_on(uint32_t *pixels, unsigned width, unsigned height, unsigned stride,
                              float units, struct tes_paint_memory *memory)
{
    float scale = (float)width / units;
    return (struct tes_paint){
        .pixels = pixels,
        .width = width,
        .height = height,
        .stride = stride,
        .matrix = {scale, 0, 0, scale, 0, 0},
        .memory = memory,
    };
}

/* ------------------------------------------------------------- transform */

void tes_paint_move(struct tes_paint *paint, float x, float y)
{
    struct tes_matrix *m = &paint->matrix;
    m->e += m->a * x + m->c * y;
    m->f += m->b * x + m->d * y;
}

void tes_paint_scale(struct tes_paint *paint, float x, float y)
{
    struct tes_matrix *m = &paint->matrix;
    m->a *= x;
    m->b *= x;
    m->c *= y;
    m->d *= y;
}

void tes_paint_turn(struct tes_paint *paint, float x, float y, float degrees)
{
    float sine = tes_sin(degrees), cosine = tes_cos(degrees);
    tes_paint_move(paint, x, y);
    struct tes_matrix m = paint->matrix;
    paint->matrix.a = m.a * cosine + m.c * sine;
    paint->matrix.b = m.b * cosine + m.d * sine;
    paint->matrix.c = m.c * cosine - m.a * sine;
    paint->matrix.d = m.d * cosine - m.b * sine;
    tes_paint_move(paint, -x, -y);
}

static struct tes_point to_pixels(const struct tes_paint *paint, float x, float y)
{
    const struct tes_matrix *m = &paint->matrix;
    return (struct tes_point){m->a * x + m->c * y + m->e, m->b * x + m->d * y + m->f};
}

/* ------------------------------------------------------------------ path */

static void add_point(struct tes_paint *paint, struct tes_point pixel)
{
    const float most = 4 * TES_PAINT_SIDE; /* far outside; keeps conversions to int in range */
    if (paint->point_count == POINTS_MAX || paint->part_count == 0)
        return;
    pixel.x = pixel.x < -most ? -most : pixel.x > most ? most : pixel.x;
    pixel.y = pixel.y < -most ? -most : pixel.y > most ? most : pixel.y;
    paint->memory->points[paint->point_count++] = pixel;
}

void tes_path_start(struct tes_paint *paint, float x, float y)
{
    if (paint->part_count == POINTS_MAX / 2 || paint->point_count == POINTS_MAX)
        return;
    paint->memory->starts[paint->part_count++] = (uint16_t)paint->point_count;
    add_point(paint, to_pixels(paint, x, y));
}

void tes_path_line(struct tes_paint *paint, float x, float y)
{
    add_point(paint, to_pixels(paint, x, y));
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float size_of(float number)
{
    return number < 0 ? -number : number;
}

/* How many lines stand for a curve that strays this far, in pixels, from the straight one. */
static unsigned steps_for(float stray)
{
    unsigned steps = 1 + (unsigned)(tes_sqrt(stray) * 1.8F);
    return steps > 32 ? 32 : steps;
}

void tes_path_cubic(struct tes_paint *paint, struct tes_point via1, struct tes_point via2,
                    struct tes_point to)
{
    if (paint->point_count == 0)
        return;
    struct tes_point p0 = paint->memory->points[paint->point_count - 1];
    struct tes_point p1 = to_pixels(paint, via1.x, via1.y);
    struct tes_point p2 = to_pixels(paint, via2.x, via2.y);
    struct tes_point p3 = to_pixels(paint, to.x, to.y);
    float stray = larger(size_of(p0.x - 2 * p1.x + p2.x) + size_of(p0.y - 2 * p1.y + p2.y),
                         size_of(p1.x - 2 * p2.x + p3.x) + size_of(p1.y - 2 * p2.y + p3.y));
    unsigned steps = steps_for(stray);
    for (unsigned i = 1; i <= steps; i++) {
        float t = (float)i / (float)steps, u = 1 - t;
        float w0 = u * u * u, w1 = 3 * u * u * t, w2 = 3 * u * t * t, w3 = t * t * t;
        add_point(paint, (struct tes_point){w0 * p0.x + w1 * p1.x + w2 * p2.x + w3 * p3.x,
                                            w0 * p0.y + w1 * p1.y + w2 * p2.y + w3 * p3.y});
    }
}

/* -------------------------------------------------------------- coverage */

/* The pixels that the current path can touch: columns left .. right - 1, rows top .. bottom - 1. */
struct extent {
    int left, top, right, bottom;
};

static int clamp(float number, int most)
{
    if (number <= 0)
        return 0;
    return number >= (float)most ? most : (int)number;
}

/* `margin` is what a stroke adds around the path. */
static struct extent extent_of(const struct tes_paint *paint, float margin)
{
    const struct tes_point *points = paint->memory->points;
    float left = 1e9F, top = 1e9F, right = -1e9F, bottom = -1e9F;
    for (unsigned i = 0; i < paint->point_count; i++) {
        left = points[i].x < left ? points[i].x : left;
        right = points[i].x > right ? points[i].x : right;
        top = points[i].y < top ? points[i].y : top;
        bottom = points[i].y > bottom ? points[i].y : bottom;
    }
    int width = (int)paint->width, height = (int)paint->height;
    return (struct extent){clamp(left - margin, width), clamp(top - margin, height),
                           clamp(right + margin + 1, width), clamp(bottom + margin + 1, height)};
}

/* Adds what one row of an edge covers: between x0 and x1, `weight` high (signed). */
static void add_row(float *row, float x0, float x1, float weight, int width)
{
    float left = x0 < x1 ? x0 : x1, right = x0 < x1 ? x1 : x0;
    if (right <= 0) {
        row[0] += weight;
        return;
    }
    if (left >= (float)width)
        return;
    if (left < 0)
        left = 0;
    if (right > (float)width)
        right = (float)width;
    int first = (int)left, last = (int)right;
    if (first == last || (last == first + 1 && right == (float)last)) {
        float share = (left + right) * 0.5F - (float)first;
        row[first] += weight * (1 - share);
        row[first + 1] += weight * share;
        return;
    }
    /* The edge crosses several pixels: each gets the area beside its part of the edge. */
    float slope = weight / (right - left);
    float before = 0; /* covered so far, as the sum over the row would have it */
    for (int column = first; column <= last && column < width; column++) {
        float from = left > (float)column ? left : (float)column;
        float to = right < (float)(column + 1) ? right : (float)(column + 1);
        float span = to - from;
        float done = slope * (from - left);
        float area = done + slope * span * ((float)(column + 1) - (from + to) * 0.5F);
        row[column] += area - before;
        before = area;
    }
    if (last + 1 <= width)
        row[last < width ? last + 1 : width] += weight - before;
}

static void add_edge(const struct tes_paint *paint, struct tes_point p, struct tes_point q)
{
    float direction = 1;
    if (p.y == q.y)
        return;
    if (p.y > q.y) {
        struct tes_point swap = p;
        p = q;
        q = swap;
        direction = -1;
    }
    int height = (int)paint->height, width = (int)paint->width;
    if (q.y <= 0 || p.y >= (float)height)
        return;
    float slope = (q.x - p.x) / (q.y - p.y);
    float x = p.x, y = p.y;
    if (y < 0) {
        x -= slope * y;
        y = 0;
    }
    float *sums = paint->memory->sums;
    for (int row = (int)y; row < height && (float)row < q.y; row++) {
        float next_y = (float)(row + 1) < q.y ? (float)(row + 1) : q.y;
        float next_x = x + slope * (next_y - y);
        add_row(sums + row * SUM_STRIDE, x, next_x, direction * (next_y - y), width);
        x = next_x;
        y = next_y;
    }
}

static unsigned part_end(const struct tes_paint *paint, unsigned part)
{
    return part + 1 < paint->part_count ? paint->memory->starts[part + 1] : paint->point_count;
}

static void add_path(const struct tes_paint *paint)
{
    const struct tes_point *points = paint->memory->points;
    for (unsigned part = 0; part < paint->part_count; part++) {
        unsigned start = paint->memory->starts[part], end = part_end(paint, part);
        for (unsigned i = start; i < end; i++)
            add_edge(paint, points[i], points[i + 1 < end ? i + 1 : start]);
    }
}

static void end_path(struct tes_paint *paint)
{
    paint->point_count = paint->part_count = 0;
}

/* -------------------------------------------------------------- blending */

static uint32_t blend(uint32_t beneath, uint32_t on_top, unsigned alpha)
{
    /* Red and blue at once, green by itself; alpha is 0 .. 256. */
    uint32_t red_blue = beneath & 0xFF00FF, green = beneath & 0x00FF00;
    red_blue += (((on_top & 0xFF00FF) - red_blue) * alpha + 0x800080) >> 8;
    green += (((on_top & 0x00FF00) - green) * alpha + 0x008000) >> 8;
    return (red_blue & 0xFF00FF) | (green & 0x00FF00);
}

enum rule { RULE_ANY, RULE_ODD };

/* 0 .. 256 */
static unsigned covered(float sum, enum rule rule)
{
    float share = size_of(sum);
    if (rule == RULE_ODD) {
        share -= 2 * (float)(int)(share * 0.5F);
        share = share > 1 ? 2 - share : share;
    }
    return share >= 1 ? 256 : (unsigned)(share * 256 + 0.5F);
}

/* Reads the sums out row by row, zeroing them, and paints with them. */
static void paint_sums(struct tes_paint *paint, struct extent extent, enum rule rule,
                       tes_colour colour)
{
    unsigned opacity = (colour >> 24) + (colour >> 31);
    uint32_t rgb = colour & 0xFFFFFF;
    for (int y = extent.top; y < extent.bottom; y++) {
        float *sums = paint->memory->sums + y * SUM_STRIDE;
        uint32_t *pixels = paint->pixels + (size_t)y * paint->stride;
        const uint8_t *clip = paint->memory->clip + (size_t)y * TES_PAINT_SIDE;
        float sum = 0;
        for (int x = extent.left; x < extent.right; x++) {
            sum += sums[x];
            sums[x] = 0;
            unsigned alpha = covered(sum, rule) * opacity >> 8;
            if (paint->is_clipped)
                alpha = alpha * (clip[x] + (clip[x] >> 7)) >> 8;
            if (alpha > 0)
                pixels[x] = alpha == 256 ? rgb : blend(pixels[x], rgb, alpha);
        }
        sums[extent.right] = 0;
    }
}

static void clip_sums(struct tes_paint *paint, struct extent extent)
{
    __builtin_memset(paint->memory->clip, 0, (size_t)paint->height * TES_PAINT_SIDE);
    for (int y = extent.top; y < extent.bottom; y++) {
        float *sums = paint->memory->sums + y * SUM_STRIDE;
        uint8_t *clip = paint->memory->clip + (size_t)y * TES_PAINT_SIDE;
        float sum = 0;
        for (int x = extent.left; x < extent.right; x++) {
            sum += sums[x];
            sums[x] = 0;
            unsigned alpha = covered(sum, RULE_ANY);
            clip[x] = (uint8_t)(alpha - (alpha >> 8));
        }
        sums[extent.right] = 0;
    }
}

static void fill(struct tes_paint *paint, enum rule rule, tes_colour colour)
{
    add_path(paint);
    paint_sums(paint, extent_of(paint, 0), rule, colour);
}

void tes_paint_fill(struct tes_paint *paint, tes_colour colour)
{
    fill(paint, RULE_ANY, colour);
    end_path(paint);
}

void tes_paint_fill_odd(struct tes_paint *paint, tes_colour colour)
{
    fill(paint, RULE_ODD, colour);
    end_path(paint);
}

void tes_paint_clip(struct tes_paint *paint)
{
    add_path(paint);
    clip_sums(paint, extent_of(paint, 0));
    end_path(paint);
    paint->is_clipped = true;
}

void tes_paint_unclip(struct tes_paint *paint)
{
    paint->is_clipped = false;
}

/* ---------------------------------------------------------------- stroke */

static struct tes_point unit_normal(struct tes_point from, struct tes_point to)
{
    float x = to.x - from.x, y = to.y - from.y;
    float length = tes_sqrt(x * x + y * y);
    if (length < 1e-6F)
        return (struct tes_point){0, 0};
    return (struct tes_point){y / length, -x / length};
}

/* The bar around a line, from one end, `from_side` to each side, to the other. Always the same way
 * round, like the discs: so overlaps add up and never cancel. */
static void add_bar(const struct tes_paint *paint, struct tes_point from,
                    struct tes_point from_side, struct tes_point to, struct tes_point to_side)
{
    struct tes_point corners[4] = {{from.x + from_side.x, from.y + from_side.y},
                                   {to.x + to_side.x, to.y + to_side.y},
                                   {to.x - to_side.x, to.y - to_side.y},
                                   {from.x - from_side.x, from.y - from_side.y}};
    for (unsigned i = 0; i < 4; i++)
        add_edge(paint, corners[i], corners[(i + 1) % 4]);
}

static void add_disc(const struct tes_paint *paint, struct tes_point centre, float radius)
{
    unsigned sides = 8 + (unsigned)(radius * 2);
    sides = sides > 32 ? 32 : sides;
    struct tes_point last = {centre.x + radius, centre.y};
    for (unsigned i = 1; i <= sides; i++) {
        float angle = 360.0F * (float)i / (float)sides;
        struct tes_point next = {centre.x + radius * tes_cos(angle),
                                 centre.y + radius * tes_sin(angle)};
        add_edge(paint, last, next);
        last = next;
    }
}

/* A slight bend is mitred: both bars end in the same two corners. A sharp one is rounded, with a
 * disc. Without a line before or after, `normal` and `next` are the same and the bend is none. */
static bool is_sharp(struct tes_point normal, struct tes_point next)
{
    return normal.x * next.x + normal.y * next.y < 0.7F;
}

static struct tes_point mitre(struct tes_point normal, struct tes_point next, float radius)
{
    float share = radius / (1 + normal.x * next.x + normal.y * next.y);
    return (struct tes_point){(normal.x + next.x) * share, (normal.y + next.y) * share};
}

/* Drops points that lie on the one before; returns how many are left. */
static unsigned drop_repeats(struct tes_point *points, unsigned count, bool is_closed)
{
    unsigned kept = 1;
    for (unsigned i = 1; i < count; i++) {
        float x = points[i].x - points[kept - 1].x, y = points[i].y - points[kept - 1].y;
        if (x * x + y * y > 1e-4F)
            points[kept++] = points[i];
    }
    float x = points[kept - 1].x - points[0].x, y = points[kept - 1].y - points[0].y;
    if (is_closed && kept > 1 && x * x + y * y <= 1e-4F)
        kept--;
    return kept;
}

static void add_stroke(const struct tes_paint *paint, struct tes_point *points, unsigned count,
                       float radius, bool is_closed)
{
    count = drop_repeats(points, count, is_closed);
    unsigned lines = is_closed && count > 2 ? count : count - 1;
    bool is_open = lines < count;
    if (is_open)
        add_disc(paint, points[0], radius);
    if (lines == 0)
        return;
    struct tes_point normal = unit_normal(points[0], points[1]);
    struct tes_point before = is_open ? normal : unit_normal(points[count - 1], points[0]);
    for (unsigned i = 0; i < lines; i++) {
        struct tes_point from = points[i], to = points[(i + 1) % count];
        bool is_end = is_open && i + 1 == lines;
        struct tes_point after = is_end ? normal : unit_normal(to, points[(i + 2) % count]);
        bool starts_sharp = is_sharp(before, normal), ends_sharp = is_sharp(normal, after);
        add_bar(paint, from, mitre(starts_sharp ? normal : before, normal, radius), to,
                mitre(normal, ends_sharp ? normal : after, radius));
        if (ends_sharp || is_end)
            add_disc(paint, to, radius);
        before = normal;
        normal = after;
    }
}

static float scale_of(const struct tes_matrix *m)
{
    return tes_sqrt(size_of(m->a * m->d - m->b * m->c));
}

void tes_paint_stroke(struct tes_paint *paint, float width, bool is_closed, tes_colour colour)
{
    /* Thinner than this, a line would come and go with its place among the pixels. */
    float radius = larger(width * scale_of(&paint->matrix) * 0.5F, 0.35F);
    for (unsigned part = 0; part < paint->part_count; part++) {
        unsigned start = paint->memory->starts[part];
        add_stroke(paint, paint->memory->points + start, part_end(paint, part) - start, radius,
                   is_closed);
    }
    /* Mitred corners reach out as far as sqrt(2 / 1.7) radiuses. */
    paint_sums(paint, extent_of(paint, radius * 1.1F), RULE_ANY, colour);
    end_path(paint);
}

void tes_paint_fill_stroke(struct tes_paint *paint, tes_colour colour, float width,
                           tes_colour stroke)
{
    fill(paint, RULE_ANY, colour);
    tes_paint_stroke(paint, width, true, stroke);
}
