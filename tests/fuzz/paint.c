/*
 * The painter, driven by bytes: any order of transforms, paths, fills, strokes and clips, with
 * numbers that no sprite has. Nothing is written outside of the target, no pixel becomes more than
 * a colour, and what has to be zero between two fills is zero.
 */
#include <stdlib.h>
#include <string.h>

#include "draw/paint/paint.h"

enum {
    STEPS_MAX = 48, /* steps of one input: thousands of long strokes would only take long */
    POINTS_MAX = 16,
    GUARD = 8,               /* pixels around the target */
    GUARD_PIXEL = 0x5AFE5AFE /* what is in them */
};

static void require(bool holds)
{
    if (!holds)
        abort();
}

/* ----------------------------------------------------------------- input */

struct input {
    const uint8_t *at;
    size_t left;
};

/* Past the end of the input, every byte is 0. */
static uint8_t take_byte(struct input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->at++;
}

static uint32_t take_word(struct input *input)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t byte = take_byte(input);
        word = word << 8 | byte;
    }
    return word;
}

/* Any number, infinite ones included: computing with those gives NaN. */
static float take_any(struct input *input)
{
    uint32_t word = take_word(input);
    float number;
    memcpy(&number, &word, sizeof number);
    return number != number ? 0 : number;
}

/* Most are numbers that sprites use: -128 .. 127, in steps of a quarter. */
static float take_number(struct input *input)
{
    static const float WILD[] = {0,    -0.0F, 1e-45F, -1e-38F, 1e-7F,  0.004F,  1e3F,    -1e5F,
                                 3e9F, -3e9F, 1e18F,  1e30F,   -1e30F, 3.4e38F, 1023.9F, 255.998F};
    uint8_t form = take_byte(input);
    if (form < 160)
        return (float)(int8_t)take_byte(input) + (float)(form % 4) * 0.25F;
    if (form < 224)
        return WILD[form % (sizeof WILD / sizeof WILD[0])];
    return take_any(input);
}

static struct tes_point take_point(struct input *input)
{
    float x = take_number(input);
    float y = take_number(input);
    return (struct tes_point){x, y};
}

static unsigned take_points(struct input *input, struct tes_point points[POINTS_MAX])
{
    unsigned count = 1U + take_byte(input) % POINTS_MAX;
    for (unsigned i = 0; i < count; i++)
        points[i] = take_point(input);
    return count;
}

/* ----------------------------------------------------------------- steps */

typedef void step(struct input *input, struct tes_paint *paint);

static void step_move(struct input *input, struct tes_paint *paint)
{
    struct tes_point by = take_point(input);
    tes_paint_move(paint, by.x, by.y);
}

static void step_scale(struct input *input, struct tes_paint *paint)
{
    struct tes_point by = take_point(input);
    tes_paint_scale(paint, by.x, by.y);
}

static void step_turn(struct input *input, struct tes_paint *paint)
{
    struct tes_point about = take_point(input);
    tes_paint_turn(paint, about.x, about.y, take_number(input));
}

/* Without it, hardly any transform would leave something to see. */
static void step_upright(struct input *input, struct tes_paint *paint)
{
    (void)input;
    paint->matrix = (struct tes_matrix){1, 0, 0, 1, 0, 0};
}

static void step_start(struct input *input, struct tes_paint *paint)
{
    struct tes_point at = take_point(input);
    tes_path_start(paint, at.x, at.y);
}

static void step_line(struct input *input, struct tes_paint *paint)
{
    struct tes_point to = take_point(input);
    tes_path_line(paint, to.x, to.y);
}

static void step_quad(struct input *input, struct tes_paint *paint)
{
    struct tes_point via = take_point(input);
    struct tes_point to = take_point(input);
    tes_path_quad(paint, via.x, via.y, to.x, to.y);
}

static void step_cubic(struct input *input, struct tes_paint *paint)
{
    struct tes_point via1 = take_point(input);
    struct tes_point via2 = take_point(input);
    struct tes_point to = take_point(input);
    tes_path_cubic(paint, via1, via2, to);
}

static void step_ellipse(struct input *input, struct tes_paint *paint)
{
    struct tes_point centre = take_point(input);
    struct tes_point radii = take_point(input);
    tes_path_ellipse(paint, centre.x, centre.y, radii.x, radii.y);
}

static void step_arc(struct input *input, struct tes_paint *paint)
{
    struct tes_point centre = take_point(input);
    struct tes_point radii = take_point(input);
    struct tes_point degrees = take_point(input);
    tes_path_arc(paint, centre, radii.x, radii.y, degrees.x, degrees.y);
}

static void step_box(struct input *input, struct tes_paint *paint)
{
    struct tes_point corner = take_point(input);
    struct tes_point size = take_point(input);
    tes_path_box(paint, corner.x, corner.y, size.x, size.y, take_number(input));
}

static void step_polygon(struct input *input, struct tes_paint *paint)
{
    struct tes_point points[POINTS_MAX];
    unsigned count = take_points(input, points);
    tes_path_polygon(paint, points, count);
}

static void step_blob(struct input *input, struct tes_paint *paint)
{
    struct tes_point points[POINTS_MAX];
    unsigned count = take_points(input, points);
    tes_path_blob(paint, points, count);
}

static void step_curve(struct input *input, struct tes_paint *paint)
{
    struct tes_point points[POINTS_MAX];
    unsigned count = take_points(input, points);
    tes_path_curve(paint, points, count);
}

static void step_fill(struct input *input, struct tes_paint *paint)
{
    tes_paint_fill(paint, take_word(input));
}

static void step_fill_odd(struct input *input, struct tes_paint *paint)
{
    tes_paint_fill_odd(paint, take_word(input));
}

static void step_stroke(struct input *input, struct tes_paint *paint)
{
    float width = take_number(input);
    bool is_closed = take_byte(input) % 2 == 0;
    tes_paint_stroke(paint, width, is_closed, take_word(input));
}

static void step_fill_stroke(struct input *input, struct tes_paint *paint)
{
    float width = take_number(input);
    tes_colour colour = take_word(input);
    tes_paint_fill_stroke(paint, colour, width, take_word(input));
}

static void step_clip(struct input *input, struct tes_paint *paint)
{
    (void)input;
    tes_paint_clip(paint);
}

static void step_unclip(struct input *input, struct tes_paint *paint)
{
    (void)input;
    tes_paint_unclip(paint);
}

/* Colours are computed from numbers, too. */
static void step_colours(struct input *input, struct tes_paint *paint)
{
    struct tes_point first = take_point(input);
    struct tes_point second = take_point(input);
    tes_colour colour = tes_colour_hsl(first.x, first.y, second.x);
    colour = tes_colour_mix(colour, take_word(input), second.y);
    colour = tes_colour_shade(colour, second.x);
    tes_paint_circle(paint, 10, 10, 5, tes_colour_alpha(colour, second.y));
}

static step *const STEPS[] = {
    step_move, step_scale,  step_turn,    step_upright,  step_start,  step_line,
    step_quad, step_cubic,  step_ellipse, step_arc,      step_box,    step_polygon,
    step_blob, step_curve,  step_fill,    step_fill_odd, step_stroke, step_fill_stroke,
    step_clip, step_unclip, step_colours,
};

/* ---------------------------------------------------------------- target */

struct target {
    unsigned width, height, stride;
    size_t count;
    uint32_t *pixels; /* with the guard around */
};

static bool is_inside(const struct target *target, size_t i)
{
    size_t x = i % target->stride, y = i / target->stride;
    return x >= GUARD && x < GUARD + target->width && y >= GUARD && y < GUARD + target->height;
}

static struct target make_target(struct input *input)
{
    struct target target;
    target.width = 1U + take_byte(input);
    target.height = 1U + take_byte(input);
    target.stride = target.width + 2 * GUARD;
    target.count = (size_t)target.stride * (target.height + 2 * GUARD);
    target.pixels = malloc(target.count * sizeof *target.pixels);
    require(target.pixels != NULL);
    for (size_t i = 0; i < target.count; i++)
        target.pixels[i] = is_inside(&target, i) ? 0xFFFFFF : GUARD_PIXEL;
    return target;
}

static void check_target(const struct target *target)
{
    for (size_t i = 0; i < target->count; i++)
        require(is_inside(target, i) ? target->pixels[i] <= 0xFFFFFF
                                     : target->pixels[i] == GUARD_PIXEL);
}

static bool is_zero(const void *memory, size_t size)
{
    const char *bytes = memory;
    return bytes[0] == 0 && memcmp(bytes, bytes + 1, size - 1) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct tes_paint_memory memory;
    struct input input = {data, size};
    struct target target = make_target(&input);
    uint32_t *first = target.pixels + (size_t)GUARD * target.stride + GUARD;
    struct tes_paint paint =
        tes_paint_on(first, target.width, target.height, target.stride, 100, &memory);
    for (unsigned i = 0; i < STEPS_MAX && input.left > 0; i++) {
        STEPS[take_byte(&input) % (sizeof STEPS / sizeof STEPS[0])](&input, &paint);
        require(paint.point_count <= TES_PAINT_POINTS && paint.part_count <= paint.point_count);
    }
    tes_paint_fill(&paint, 0xFF808080);
    require(is_zero(memory.cells, sizeof memory.cells));
    require(is_zero(memory.touched, sizeof memory.touched));
    check_target(&target);
    free(target.pixels);
    return 0;
}
