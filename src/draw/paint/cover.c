#include "draw/paint/cover.h"

enum {
    UNIT = 256,            /* of coordinates: one pixel */
    FULL = 2 * UNIT * UNIT /* a fully covered pixel in the sums, which are twice the area */
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

/* A line that runs downwards; `sign` is -1 where it ran upwards. */
struct line {
    int x0, y0, x1, y1;
    int sign;
};

struct row {
    uint64_t *cells, *touched;
};

static inline int column_of(int x)
{
    return (int)((unsigned)x / UNIT);
}

static inline int part_of(int x)
{
    return (int)((unsigned)x % UNIT);
}

/* The upper half of a cell's word is its height and the lower half its area, both signed, so that
 * one addition adds both. Neither overflows: each point of a path adds at most six pixels' worth to
 * a cell. */
static inline void add_cell(struct row row, int column, int height, int twice_x)
{
    int area = height * (2 * UNIT - twice_x);
    row.cells[column] += ((uint64_t)height << 32) + (uint64_t)area;
    row.touched[(unsigned)column / 64] |= (uint64_t)1 << ((unsigned)column % 64);
}

/* Adds the part of a line within one row. It is `height` high; `rise` is its height for each 256th
 * of a pixel to the side, times 65536. Most lines touch one or two columns of a row. Both are
 * always added to, even if it is 0, since a branch that can't be predicted takes longer. */
static inline void add_row(struct row row, int x0, int x1, int height, int sign, int64_t rise)
{
    int left = x0 < x1 ? x0 : x1, right = x0 < x1 ? x1 : x0;
    int column = column_of(left), last = column_of(right), start = part_of(left);
    int end = right - column * UNIT < UNIT ? right - column * UNIT : UNIT;
    int64_t risen = (UNIT - start) * rise;
    int done = risen >> 16 < height ? (int)(risen >> 16) : height;
    add_cell(row, column, sign * done, start + end);
    while (++column < last) {
        risen += rise * UNIT;
        int now = risen >> 16 < height ? (int)(risen >> 16) : height;
        add_cell(row, column, sign * (now - done), UNIT);
        done = now;
    }
    add_cell(row, last, sign * (height - done), part_of(right));
}

/* a / b * 65536, rounded towards zero. Floats divide faster than 64-bit integers, and the result is
 * the same: quotients of numbers this small are never rounded up to the next integer. */
static inline int64_t ratio(int a, int b)
{
    return (int64_t)((double)a * 65536.0 / (double)b);
}

/* Adds a line that is inside of the picture. */
static inline void add_inside(struct tes_cover *cover, struct line line)
{
    const int64_t upright = (int64_t)1 << 40;
    int y = column_of(line.y0), last = column_of(line.y1 - 1), stride = cover->width;
    int across = line.x1 - line.x0, down = line.y1 - line.y0;
    cover->top = y < cover->top ? y : cover->top;
    cover->bottom = last >= cover->bottom ? last + 1 : cover->bottom;
    struct row row = {cover->cells + (ptrdiff_t)y * stride, cover->touched[y]};
    int64_t rise = across == 0 ? upright : ratio(down, across < 0 ? -across : across);
    int64_t slope = ratio(across, down);
    int height = UNIT - part_of(line.y0), x = line.x0;
    int64_t next = (int64_t)x * 65536 + slope * height;
    for (; y < last; y++) {
        int next_x = (int)(next >> 16);
        add_row(row, x, next_x, height, line.sign, rise);
        row.cells += stride;
        row.touched += TES_PAINT_SIDE / 64;
        x = next_x;
        next += slope * UNIT;
        down -= height;
        height = UNIT;
    }
    add_row(row, x, line.x1, down, line.sign, rise);
}

/* Interpolates: the value between a and b where another value, which runs from c to d, is `at`. */
static int between(int a, int b, int c, int d, int at)
{
    return a + (int)((int64_t)(b - a) * (at - c) / (d - c));
}

/* Splits a line where it crosses a vertical border. Returns how many parts there are. */
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

/* Adds a line that is partly outside: what is above or below the picture adds nothing, what is left
 * of it counts as if it were on the border, and what is right of it has no pixels to its right. */
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
            if (part.x0 <= most && part.x1 <= most && part.y0 < part.y1)
                add_inside(cover, part);
        }
    }
}

static inline int rounded(float pixels)
{
    const float most = 4 * TES_PAINT_SIDE;
    pixels = pixels > -most ? pixels : -most;
    pixels = pixels < most ? pixels : most;
    return (int)(pixels * UNIT + (most * UNIT + 0.5F)) - (int)most * UNIT;
}

struct tes_cover_point tes_cover_point(float x, float y)
{
    return (struct tes_cover_point){rounded(x), rounded(y)};
}

void tes_cover_line(struct tes_cover *cover, struct tes_cover_point from, struct tes_cover_point to)
{
    unsigned right = (unsigned)cover->width * UNIT, bottom = (unsigned)cover->height * UNIT;
    struct line line = {from.x, from.y, to.x, to.y, 1};
    if (from.y == to.y)
        return;
    if (from.y > to.y)
        line = (struct line){to.x, to.y, from.x, from.y, -1};
    /* Negative numbers are very large as unsigned ones, so one comparison checks both limits. */
    if ((unsigned)from.x < right && (unsigned)to.x < right && (unsigned)from.y <= bottom &&
        (unsigned)to.y <= bottom)
        add_inside(cover, line);
    else if (line.y1 > 0 && line.y0 < (int)bottom)
        add_clipped(cover, line);
}

/* ----------------------------------------------------------------- spans */

/* The covered share that a sum stands for, 0 .. 256. */
static inline unsigned share_of(int sum, enum tes_rule rule)
{
    int size = sum < 0 ? -sum : sum;
    if (rule == TES_RULE_ODD) {
        size &= 2 * FULL - 1;
        size = size > FULL ? 2 * FULL - size : size;
    }
    return size >= FULL ? 256 : (unsigned)(size + UNIT) / (2 * UNIT);
}

static void read_row(struct tes_cover *cover, int row, enum tes_rule rule, struct tes_spans *spans)
{
    uint64_t *cells = cover->cells + (ptrdiff_t)row * cover->width;
    uint64_t *touched = cover->touched[row];
    uint32_t start = (uint32_t)row << 16;
    unsigned width = (unsigned)cover->width, x = 0;
    struct tes_single *singles = spans->singles + spans->single_count;
    struct tes_run *runs = spans->runs + spans->run_count;
    int sum = 0;
    for (unsigned first = 0; first < width; first += 64) {
        uint64_t bits = *touched;
        for (*touched++ = 0; bits != 0; bits &= bits - 1) {
            unsigned column = first + (unsigned)__builtin_ctzll(bits);
            if (column > x) {
                unsigned share = share_of(sum, rule);
                *runs = (struct tes_run){start + x, (uint16_t)(column - x), (uint16_t)share};
                runs += share > 0;
            }
            uint64_t cell = cells[column];
            int area = (int)(uint32_t)cell;
            cells[column] = 0;
            *singles = (struct tes_single){start + column, share_of(sum + area, rule)};
            singles += singles->share > 0;
            sum += (int)(uint32_t)((cell - (uint64_t)(int64_t)area) >> 32) * (2 * UNIT);
            x = column + 1;
        }
    }
    unsigned share = share_of(sum, rule);
    *runs = (struct tes_run){start + x, (uint16_t)(width - x), (uint16_t)share};
    runs += (width > x) & (share > 0);
    spans->single_count = (unsigned)(singles - spans->singles);
    spans->run_count = (unsigned)(runs - spans->runs);
}

bool tes_cover_read(struct tes_cover *cover, enum tes_rule rule, struct tes_spans *spans)
{
    spans->single_count = spans->run_count = 0;
    while (cover->top < cover->bottom && spans->single_count < TES_SPANS_SINGLE - TES_PAINT_SIDE &&
           spans->run_count < TES_SPANS_RUN - TES_PAINT_SIDE / 2 - 1)
        read_row(cover, cover->top++, rule, spans);
    return spans->single_count + spans->run_count > 0;
}
