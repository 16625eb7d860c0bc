#include "draw/cover.h"

enum {
    UNIT = 256,            /* of coordinates: one pixel */
    FULL = 2 * UNIT * UNIT /* a covered pixel, as sums have it: twice its area */
};

struct tes_cover tes_cover_on(const struct tes_paint *paint)
{
    return (struct tes_cover){
        .cells = paint->memory->cells,
        .touched = paint->memory->touched,
        .width = (int)paint->width,
        .height = (int)paint->height,
        .top = (int)paint->height,
        .bottom = 0,
    };
}

/* ----------------------------------------------------------------- lines */

/* A line downwards, in 256ths of a pixel; `sign` is -1 where it was upwards. */
struct line {
    int x0, y0, x1, y1;
    int sign;
};

/* A cell's height is kept in the upper half of its word and its area in the lower half, both with
 * their signs: one addition adds both. Neither overflows: each point of a path adds no more than
 * six pixels' worth to a cell. */
static inline void add_cell(uint64_t *cells, uint64_t *touched, int column, int height, int twice_x)
{
    int64_t area = (int64_t)height * (2 * UNIT - twice_x);
    cells[column] += ((uint64_t)(int64_t)height << 32) + (uint64_t)area;
    touched[column >> 6] |= (uint64_t)1 << (column & 63);
}

/* One row of a line that crosses several columns, `rise` high in each 256th of a pixel (times
 * 65536). */
static void add_wide_row(uint64_t *cells, uint64_t *touched, struct line line, int64_t rise)
{
    int left = line.x0 < line.x1 ? line.x0 : line.x1;
    int right = line.x0 < line.x1 ? line.x1 : line.x0;
    int column = left >> 8, last = right >> 8;
    int height = line.y1 - line.y0, done = 0, start = left & (UNIT - 1);
    int64_t risen = (UNIT - start) * rise;
    for (; column < last; column++) {
        int now = risen >> 16 < height ? (int)(risen >> 16) : height;
        add_cell(cells, touched, column, line.sign * (now - done), start + UNIT);
        risen += rise * UNIT;
        done = now;
        start = 0;
    }
    add_cell(cells, touched, last, line.sign * (height - done), right & (UNIT - 1));
}

static inline void add_row(uint64_t *cells, uint64_t *touched, struct line line, int64_t rise)
{
    if (line.x0 >> 8 == line.x1 >> 8)
        add_cell(cells, touched, line.x0 >> 8, line.sign * (line.y1 - line.y0),
                 (line.x0 & (UNIT - 1)) + (line.x1 & (UNIT - 1)));
    else
        add_wide_row(cells, touched, line, rise);
}

/* a / b, times 65536, towards zero. Floats divide faster than 64-bit integers, and the result is
 * the same: the quotient of numbers this small is never rounded to the next integer. */
static int64_t ratio(int a, int b)
{
    return b == 0 ? 0 : (int64_t)((double)a * 65536.0 / (double)b);
}

/* A line all of which is inside. */
static void add_inside(struct tes_cover *cover, struct line line)
{
    int row = line.y0 >> 8, last = (line.y1 - 1) >> 8;
    if (line.y0 >= line.y1)
        return;
    cover->top = row < cover->top ? row : cover->top;
    cover->bottom = last >= cover->bottom ? last + 1 : cover->bottom;
    int64_t rise =
        ratio(line.y1 - line.y0, line.x1 > line.x0 ? line.x1 - line.x0 : line.x0 - line.x1);
    uint64_t *cells = cover->cells + row * cover->width;
    uint64_t *touched = cover->touched[row];
    struct line part = line;
    if (row < last) {
        int64_t slope = ratio(line.x1 - line.x0, line.y1 - line.y0);
        int64_t x = (int64_t)line.x0 * 65536 + slope * (UNIT - (line.y0 & (UNIT - 1)));
        part.y0 = line.y0 & (UNIT - 1);
        part.y1 = UNIT;
        for (; row < last; row++) {
            part.x1 = (int)(x >> 16);
            add_row(cells, touched, part, rise);
            cells += cover->width;
            touched += TES_PAINT_SIDE / 64;
            part.x0 = part.x1;
            part.y0 = 0;
            x += slope * UNIT;
        }
        part.x1 = line.x1;
        part.y1 = line.y1 - last * UNIT;
    }
    add_row(cells, touched, part, rise);
}

/* Where between a and b the other coordinate lies when this one goes from c to d and is at `at`. */
static int between(int a, int b, int c, int d, int at)
{
    return a + (int)((int64_t)(b - a) * (at - c) / (d - c));
}

/* Parts the line where it crosses the border from one side to the other. */
static unsigned split(struct line line, int border, struct line parts[2])
{
    parts[0] = line;
    if ((line.x0 >= border || line.x1 <= border) && (line.x0 <= border || line.x1 >= border))
        return 1;
    parts[1] = line;
    parts[0].x1 = parts[1].x0 = border;
    parts[0].y1 = parts[1].y0 = between(line.y0, line.y1, line.x0, line.x1, border);
    return 2;
}

/* What is above or below adds nothing; what is left counts as if on the border; and what is right
 * has no pixel to its right. */
static void add_clipped(struct tes_cover *cover, struct line line)
{
    int most = cover->width * UNIT - 1, bottom = cover->height * UNIT;
    if (line.y0 < 0) {
        line.x0 = between(line.x0, line.x1, line.y0, line.y1, 0);
        line.y0 = 0;
    }
    if (line.y1 > bottom) {
        line.x1 = between(line.x0, line.x1, line.y0, line.y1, bottom);
        line.y1 = bottom;
    }
    struct line halves[2], parts[2];
    unsigned half_count = split(line, 0, halves);
    for (unsigned i = 0; i < half_count; i++) {
        unsigned part_count = split(halves[i], most, parts);
        for (unsigned j = 0; j < part_count; j++) {
            struct line part = parts[j];
            part.x0 = part.x0 < 0 ? 0 : part.x0;
            part.x1 = part.x1 < 0 ? 0 : part.x1;
            if (part.x0 <= most && part.x1 <= most)
                add_inside(cover, part);
        }
    }
}

/* Rounds to 256ths; what lies far outside, or nowhere, is brought nearer. */
static int fixed(float pixels)
{
    const float most = 4 * TES_PAINT_SIDE;
    pixels = pixels > -most ? pixels : -most;
    pixels = pixels < most ? pixels : most;
    return (int)(pixels * UNIT + (most * UNIT + 0.5F)) - (int)most * UNIT;
}

void tes_cover_line(struct tes_cover *cover, struct tes_point from, struct tes_point to)
{
    struct line line = {fixed(from.x), fixed(from.y), fixed(to.x), fixed(to.y), 1};
    if (line.y0 > line.y1)
        line = (struct line){line.x1, line.y1, line.x0, line.y0, -1};
    if (line.y0 == line.y1 || line.y1 <= 0 || line.y0 >= cover->height * UNIT)
        return;
    int least = line.x0 < line.x1 ? line.x0 : line.x1;
    int most = line.x0 < line.x1 ? line.x1 : line.x0;
    if (least >= 0 && most < cover->width * UNIT && line.y0 >= 0 && line.y1 <= cover->height * UNIT)
        add_inside(cover, line);
    else
        add_clipped(cover, line);
}

/* ----------------------------------------------------------------- spans */

/* 0 .. 256 */
static unsigned share_of(int sum, enum tes_rule rule)
{
    int size = sum < 0 ? -sum : sum;
    if (rule == TES_RULE_ODD) {
        size &= 2 * FULL - 1;
        size = size > FULL ? 2 * FULL - size : size;
    }
    return size >= FULL ? 256 : (unsigned)(size + UNIT) / (2 * UNIT);
}

unsigned tes_cover_spans(struct tes_cover *cover, int row, enum tes_rule rule,
                         struct tes_span spans[TES_SPANS_MAX])
{
    uint64_t *cells = cover->cells + row * cover->width;
    uint64_t *touched = cover->touched[row];
    int sum = 0, x = 0;
    unsigned count = 0, share = 0; /* of the pixels from x on */
    for (int word = 0; word * 64 < cover->width; word++) {
        uint64_t bits = touched[word];
        touched[word] = 0;
        for (; bits != 0; bits &= bits - 1) {
            int column = word * 64 + __builtin_ctzll(bits);
            uint64_t cell = cells[column];
            int area = (int)(uint32_t)cell;
            int height = (int)(uint32_t)((cell - (uint64_t)(int64_t)area) >> 32);
            cells[column] = 0;
            spans[count] = (struct tes_span){(uint16_t)x, (uint16_t)(column - x), share};
            count += share > 0 && column > x;
            share = share_of(sum + area, rule);
            spans[count] = (struct tes_span){(uint16_t)column, 1, share};
            count += share > 0;
            sum += height * (2 * UNIT);
            share = share_of(sum, rule);
            x = column + 1;
        }
    }
    spans[count] = (struct tes_span){(uint16_t)x, (uint16_t)(cover->width - x), share};
    return count + (share > 0 && x < cover->width);
}
