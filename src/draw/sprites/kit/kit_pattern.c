#include "draw/sprites/kit/kit.h"

/* ----------------------------------------------------------------- picks */

struct tes_pattern_look tes_pattern_glaze(struct tes_random *random, tes_colour colour)
{
    static const struct {
        enum tes_pattern_kind kind;
        float width;        /* in steps */
        float across, down; /* its start: in random offsets to the left, and in steps down */
    } GLAZES[] = {
        {TES_PATTERN_NONE, 0, 0, 0},        {TES_PATTERN_BAND, 0, 0, 0},
        {TES_PATTERN_ROWS, 0.42F, 0, 0.5F}, {TES_PATTERN_COLUMNS, 0.45F, 1, 0},
        {TES_PATTERN_SPOTS, 0.24F, 1, 0},   {TES_PATTERN_ZIGZAG, 0, 1, 0},
    };
    unsigned row = tes_random_below(random, TES_TABLE_COUNT(GLAZES));
    struct tes_pattern_look pattern = {.kind = GLAZES[row].kind, .colour = colour};
    pattern.step = tes_random_between(random, 12, 17);
    float offset = tes_random_between(random, 0, pattern.step);
    pattern.width = pattern.step * GLAZES[row].width;
    pattern.shift = TES_POINT(-offset * GLAZES[row].across, pattern.step * GLAZES[row].down);
    return pattern;
}

static void pick_stripes(struct tes_random *random, struct tes_pattern_look *pattern)
{
    static const enum tes_pattern_kind DIRECTIONS[] = {TES_PATTERN_ROWS, TES_PATTERN_ROWS,
                                                       TES_PATTERN_COLUMNS, TES_PATTERN_SLANTS};
    pattern->kind = DIRECTIONS[tes_random_below(random, TES_TABLE_COUNT(DIRECTIONS))];
    pattern->step = tes_random_between(random, 11, 19);
    pattern->width = tes_random_between(random, 0.3F, 0.55F) * pattern->step;
    float shift = tes_random_between(random, -0.5F, 0.5F) * pattern->step - pattern->step / 2;
    pattern->shift = TES_POINT(shift, shift);
}

static void pick_checks(struct tes_random *random, struct tes_pattern_look *pattern)
{
    pattern->kind = TES_PATTERN_CHECKS;
    pattern->colour = tes_colour_alpha(pattern->colour, 0.5F);
    pattern->step = tes_random_between(random, 14, 20);
    pattern->width = pattern->step / 2;
    float shift = tes_random_between(random, -0.5F, 0) * pattern->step;
    pattern->shift = TES_POINT(shift, shift);
}

static void pick_dots(struct tes_random *random, struct tes_pattern_look *pattern)
{
    pattern->kind = TES_PATTERN_DOTS;
    pattern->step = tes_random_between(random, 14, 19);
    float shift = tes_random_between(random, 0, 8);
    pattern->width = tes_random_between(random, 2.6F, 4.2F);
    pattern->shift = TES_POINT(shift, shift);
}

struct tes_pattern_look tes_pattern_cloth(struct tes_random *random, tes_colour colour)
{
    static void (*const PICKS[])(struct tes_random *, struct tes_pattern_look *) = {
        pick_stripes, pick_stripes, pick_checks, pick_dots, NULL, NULL};
    struct tes_pattern_look pattern = {.kind = TES_PATTERN_NONE, .colour = colour};
    unsigned row = tes_random_below(random, TES_TABLE_COUNT(PICKS));
    if (PICKS[row] != NULL)
        PICKS[row](random, &pattern);
    return pattern;
}

/* ----------------------------------------------------------------- paint */

unsigned tes_pattern_steps(float from, float to, float step)
{
    unsigned count = 0;
    while (from + (float)count * step < to)
        count++;
    return count;
}

/* What adds a pattern to the path; the area's upper left corner is shifted already. */
typedef void path_pattern(struct tes_paint *, const struct tes_pattern_look *,
                          struct tes_shape_bounds);

static void path_band(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                      struct tes_shape_bounds area)
{
    float height = area.bottom - area.top;
    (void)pattern;
    tes_path_box(paint, area.left, area.top + height * 0.4F, area.right - area.left, height * 0.35F,
                 0);
}

static void path_rows(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                      struct tes_shape_bounds area)
{
    unsigned count = tes_pattern_steps(area.top, area.bottom, pattern->step);
    for (unsigned i = 0; i < count; i++)
        tes_path_box(paint, area.left, area.top + (float)i * pattern->step, area.right - area.left,
                     pattern->width, 0);
}

static void path_columns(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                         struct tes_shape_bounds area)
{
    unsigned count = tes_pattern_steps(area.left, area.right, pattern->step);
    for (unsigned i = 0; i < count; i++)
        tes_path_box(paint, area.left + (float)i * pattern->step, area.top, pattern->width,
                     area.bottom - area.top, 0);
}

static void path_slants(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                        struct tes_shape_bounds area)
{
    float slant = (area.bottom - area.top) * 0.7F, left = area.left - slant, width = pattern->width;
    unsigned count = tes_pattern_steps(left, area.right, pattern->step);
    for (unsigned i = 0; i < count; i++) {
        float x = left + (float)i * pattern->step;
        const struct tes_point slat[] = {{x + slant, area.top},
                                         {x + slant + width, area.top},
                                         {x + width, area.bottom},
                                         {x, area.bottom}};
        tes_path_polygon(paint, slat, 4);
    }
}

/* Two fills, so that crossings are darker. */
static void path_checks(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                        struct tes_shape_bounds area)
{
    path_rows(paint, pattern, area);
    tes_paint_fill(paint, pattern->colour);
    path_columns(paint, pattern, area);
}

/* Of dots and spots, every second row stands half a step to the left. */
static void path_dots(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                      struct tes_shape_bounds area)
{
    float step = pattern->step, radius = pattern->width;
    unsigned rows = tes_pattern_steps(area.top, area.bottom, step * 0.8F);
    unsigned columns = 1 + tes_pattern_steps(area.left, area.right, step);
    for (unsigned row = 0; row < rows; row++) {
        float left = area.left - (row % 2 == 0 ? 0 : step / 2);
        for (unsigned column = 0; column < columns; column++)
            tes_path_ellipse(paint, left + (float)column * step,
                             area.top + (float)row * step * 0.8F, radius, radius);
    }
}

static void path_spots(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                       struct tes_shape_bounds area)
{
    float step = pattern->step, rise = step * 0.8F, radius = pattern->width;
    unsigned rows = tes_pattern_steps(area.top, area.bottom, rise);
    unsigned columns = 1 + tes_pattern_steps(area.left, area.right, step);
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < columns; column++)
            tes_path_ellipse(paint, area.left + step * ((float)column - (row % 2 == 0 ? 0 : 0.5F)),
                             area.top + rise * ((float)row + 0.5F), radius, radius);
}

/* A line, and nothing to fill. */
static void path_zigzag(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                        struct tes_shape_bounds area)
{
    float y = area.top + (area.bottom - area.top) * 0.55F, swing = pattern->step * 0.35F;
    float half = pattern->step / 2;
    unsigned turns = 2 * tes_pattern_steps(area.left, area.right, pattern->step);
    tes_path_start(paint, area.left, y - swing);
    for (unsigned i = 1; i <= turns; i++)
        tes_path_line(paint, area.left + half * (float)i, i % 2 == 0 ? y - swing : y + swing);
    tes_paint_stroke(paint, 4, false, pattern->colour);
}

static void paint_area(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                       struct tes_shape_bounds area)
{
    static path_pattern *const PATHS[TES_PATTERN_COUNT] = {
        [TES_PATTERN_BAND] = path_band,       [TES_PATTERN_ROWS] = path_rows,
        [TES_PATTERN_COLUMNS] = path_columns, [TES_PATTERN_SLANTS] = path_slants,
        [TES_PATTERN_CHECKS] = path_checks,   [TES_PATTERN_DOTS] = path_dots,
        [TES_PATTERN_SPOTS] = path_spots,     [TES_PATTERN_ZIGZAG] = path_zigzag,
    };
    if (pattern->kind == TES_PATTERN_NONE)
        return;
    area.left += pattern->shift.x;
    area.top += pattern->shift.y;
    PATHS[pattern->kind](paint, pattern, area);
    tes_paint_fill(paint, pattern->colour);
}

void tes_pattern_paint(struct tes_paint *paint, const struct tes_pattern_look *pattern,
                       struct tes_point from, struct tes_point to)
{
    paint_area(paint, pattern, (struct tes_shape_bounds){from.x, from.y, to.x, to.y});
}

void tes_pattern_cover(struct tes_paint *paint, struct tes_random *random, struct tes_shape shape,
                       tes_colour colour)
{
    struct tes_pattern_look pattern = tes_pattern_cloth(random, colour);
    paint_area(paint, &pattern, tes_shape_reach(shape));
}
