/*
 * The painter: its coverage beside a reference that only asks of 16 x 16 points in each pixel
 * whether they are inside, and what it leaves behind in memory.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "paint_reference.h"

enum { SIDE = 64, STRIDE = SIDE + 5 };

#define BLACK   0x000000U
#define WHITE   TES_RGB(0xFFFFFF)
#define OUTSIDE 0x5A5A5AU /* between two rows; must stay */

static struct tes_paint_memory memory;

struct canvas {
    uint32_t *pixels;
    struct tes_paint paint;
};

/* A black canvas whose units are pixels. Its memory ends with its last pixel. */
static struct canvas canvas_of(unsigned width, unsigned height, unsigned stride)
{
    size_t count = (size_t)stride * (height - 1) + width;
    struct canvas canvas = {.pixels = malloc(count * sizeof *canvas.pixels)};
    assert_non_null(canvas.pixels);
    for (size_t i = 0; i < count; i++)
        canvas.pixels[i] = i % stride < width ? BLACK : OUTSIDE;
    canvas.paint = tes_paint_on(canvas.pixels, width, height, stride, (float)width, &memory);
    return canvas;
}

/* What every operation must leave as it was. */
static void check_left_behind(const struct canvas *canvas)
{
    static const struct tes_paint_memory empty;
    const struct tes_paint *paint = &canvas->paint;
    assert_memory_equal(memory.cells, empty.cells, sizeof memory.cells);
    assert_memory_equal(memory.touched, empty.touched, sizeof memory.touched);
    assert_int_equal(paint->point_count, 0);
    assert_int_equal(paint->part_count, 0);
    for (unsigned y = 0; y + 1 < paint->height; y++)
        for (unsigned x = paint->width; x < paint->stride; x++)
            assert_int_equal(canvas->pixels[y * paint->stride + x], OUTSIDE);
}

static void drop(struct canvas *canvas)
{
    check_left_behind(canvas);
    free(canvas->pixels);
}

static void start(struct tes_random *random, uint64_t seed)
{
    uint8_t key[TES_KEY_BYTES];
    tes_key_from_seed(seed, key);
    tes_random_start(random, key);
}

/* -------------------------------------------------------------- coverage */

static double painted(const struct canvas *canvas, unsigned x, unsigned y)
{
    uint32_t pixel = canvas->pixels[y * STRIDE + x];
    assert_int_equal(pixel & 255, pixel >> 8 & 255);
    assert_int_equal(pixel & 255, pixel >> 16);
    return (pixel & 255) / 255.0;
}

struct tolerance {
    double pixel, mean; /* the largest difference, and the mean of all */
};

static void compare(const struct canvas *canvas, const struct shape *shape, inside *is_inside,
                    struct tolerance most)
{
    double sum = 0, worst = 0;
    for (unsigned y = 0; y < SIDE; y++) {
        for (unsigned x = 0; x < SIDE; x++) {
            double by = painted(canvas, x, y) - reference(shape, is_inside, x, y);
            sum += by;
            by = by < 0 ? -by : by;
            worst = by > worst ? by : worst;
        }
    }
    sum = (sum < 0 ? -sum : sum) / (SIDE * SIDE);
    if (worst > most.pixel || sum > most.mean)
        print_message("  differs by %f in a pixel, %f in the mean\n", worst, sum);
    assert_true(worst <= most.pixel);
    assert_true(sum <= most.mean);
}

/* Lines are exact; what differs is the reference, whose points are 1/16 apart. */
static const struct tolerance LINES = {0.09, 0.001};
/* Curves are lines that stray from them by up to a sixth of a pixel. */
static const struct tolerance CURVES = {0.2, 0.004};

/* A polygon whose lines don't cross: random distances all around a point. */
static struct shape star(struct tes_random *random, float reach)
{
    struct shape shape = {.count = 3 + tes_random_below(random, 20)};
    float x = tes_random_between(random, 5, SIDE - 5), y = tes_random_between(random, 5, SIDE - 5);
    for (unsigned i = 0; i < shape.count; i++) {
        double angle = 360.0 * i / shape.count;
        float distance = tes_random_between(random, 2, reach);
        shape.points[i].x = x + distance * (float)cosine(angle);
        shape.points[i].y = y + distance * (float)sine(angle);
    }
    return shape;
}

static struct shape ellipse(struct tes_random *random)
{
    struct shape shape = {0};
    shape.x = (double)tes_random_between(random, 0, SIDE);
    shape.y = (double)tes_random_between(random, 0, SIDE);
    shape.radius_x = (double)tes_random_between(random, 1, 40);
    shape.radius_y = (double)tes_random_between(random, 1, 40);
    return shape;
}

static void polygons_are_covered(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 1);
    for (unsigned i = 0; i < 24; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        struct shape shape = star(&random, i % 3 == 0 ? 200 : 30); /* some reach far outside */
        tes_path_polygon(&canvas.paint, shape.points, shape.count);
        tes_paint_fill(&canvas.paint, WHITE);
        compare(&canvas, &shape, in_polygon, LINES);
        drop(&canvas);
    }
}

/* Thin, tiny, steep and level ones: triangles with any corners. */
static void triangles_are_covered(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 2);
    for (unsigned i = 0; i < 40; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        struct shape shape = {.count = 3};
        float size = i % 2 == 0 ? 3 : SIDE;
        for (unsigned j = 0; j < 3; j++) {
            shape.points[j].x = 30 + tes_random_between(&random, -size, size);
            shape.points[j].y = 30 + tes_random_between(&random, -size, size);
            if (tes_random_chance(&random, 4))
                shape.points[j].x = (float)(int)shape.points[j].x; /* on the pixels' edges */
            if (tes_random_chance(&random, 4))
                shape.points[j].y = 30;
        }
        tes_path_polygon(&canvas.paint, shape.points, shape.count);
        tes_paint_fill(&canvas.paint, WHITE);
        compare(&canvas, &shape, in_polygon, LINES);
        drop(&canvas);
    }
}

static void ellipses_are_covered(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 3);
    for (unsigned i = 0; i < 24; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        struct shape shape = ellipse(&random);
        tes_paint_ellipse(&canvas.paint, (float)shape.x, (float)shape.y, (float)shape.radius_x,
                          (float)shape.radius_y, WHITE);
        compare(&canvas, &shape, in_ellipse, CURVES);
        drop(&canvas);
    }
}

static void arcs_follow_their_ellipse(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 4);
    for (unsigned i = 0; i < 24; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        struct shape shape = ellipse(&random);
        float from = tes_random_between(&random, -400, 400);
        tes_path_arc(&canvas.paint, (struct tes_point){(float)shape.x, (float)shape.y},
                     (float)shape.radius_x, (float)shape.radius_y, from,
                     from + (i % 2 == 0 ? 360 : -360));
        tes_paint_fill(&canvas.paint, WHITE);
        compare(&canvas, &shape, in_ellipse, CURVES);
        drop(&canvas);
    }
}

static void rings_have_holes(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 5);
    for (unsigned i = 0; i < 20; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        struct shape shape = ellipse(&random);
        float x = (float)shape.x, y = (float)shape.y;
        float radius_x = (float)(shape.radius_x += 5), radius_y = (float)(shape.radius_y += 5);
        tes_path_ellipse(&canvas.paint, x, y, radius_x, radius_y);
        tes_path_ellipse(&canvas.paint, x, y, radius_x / 2, radius_y / 2);
        tes_paint_fill_odd(&canvas.paint, WHITE);
        compare(&canvas, &shape, in_ring, CURVES);
        drop(&canvas);
    }
}

/* Five parts one on the other: odd again; and any rule fills once. */
static void parts_overlap(void **state)
{
    (void)state;
    for (unsigned parts = 1; parts <= 5; parts++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        for (unsigned i = 0; i < parts; i++)
            tes_path_box(&canvas.paint, 10, 10, 20, 20, 0);
        tes_paint_fill_odd(&canvas.paint, WHITE);
        assert_int_equal(canvas.pixels[15 * STRIDE + 15], parts % 2 == 1 ? 0xFFFFFF : BLACK);
        for (unsigned i = 0; i < parts; i++)
            tes_path_box(&canvas.paint, 40.5F, 40, 10, 10, 0);
        tes_paint_fill(&canvas.paint, TES_RGB(0x102030));
        assert_int_equal(canvas.pixels[45 * STRIDE + 45], 0x102030);
        assert_int_equal(canvas.pixels[45 * STRIDE + 39], BLACK);
        drop(&canvas);
    }
}

static void boxes_are_exact(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
    tes_paint_box(&canvas.paint, (struct tes_point){10.25F, 20.5F}, (struct tes_point){20, 10}, 0,
                  WHITE);
    static const struct {
        unsigned x, y;
        double share;
    } pixels[] = {{9, 25, 0},   {10, 25, 0.75}, {11, 25, 1},     {29, 25, 1},    {30, 25, 0.25},
                  {31, 25, 0},  {15, 19, 0},    {15, 20, 0.5},   {15, 21, 1},    {15, 29, 1},
                  {15, 30, .5}, {15, 31, 0},    {10, 20, 0.375}, {30, 30, 0.125}};
    for (size_t i = 0; i < sizeof pixels / sizeof pixels[0]; i++) {
        double by = painted(&canvas, pixels[i].x, pixels[i].y) - pixels[i].share;
        assert_true(by < 0.005 && by > -0.005);
    }
    drop(&canvas);
}

static void round_boxes_are_covered(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
    struct shape shape = {.points = {{20, 25}, {40, 25}}, .count = 2, .radius_x = 12};
    tes_paint_box(&canvas.paint, (struct tes_point){8, 13}, (struct tes_point){44, 24}, 12, WHITE);
    compare(&canvas, &shape, in_stroke, CURVES);
    drop(&canvas);
}

/* Whatever the size, all of it is filled by what covers it, to the last column and row. */
static void all_of_any_size_is_filled(void **state)
{
    (void)state;
    static const unsigned sides[] = {1, 2, 3, 4, 31, 63, 64, 65, 80, 127, 128, 129, 255, 256};
    enum { COUNT = sizeof sides / sizeof sides[0] };
    for (unsigned i = 0; i < COUNT * 4; i++) {
        unsigned width = sides[i % COUNT], height = sides[(i * 5 + i / COUNT) % COUNT];
        struct canvas canvas = canvas_of(width, height, width + i % 3);
        float w = (float)width, h = (float)height, more = i % 2 == 0 ? 0 : 30;
        const struct tes_point corners[4] = {
            {-more, -more}, {w + more, -more}, {w + more, h + more}, {-more, h + more}};
        tes_path_polygon(&canvas.paint, corners, 4);
        tes_paint_fill(&canvas.paint, TES_RGB(0x2468AC));
        for (unsigned y = 0; y < height; y++)
            for (unsigned x = 0; x < width; x++)
                assert_int_equal(canvas.pixels[y * canvas.paint.stride + x], 0x2468AC);
        drop(&canvas);
    }
}

/* --------------------------------------------------------------- strokes */

static void lines_are_covered(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 6);
    for (unsigned i = 0; i < 24; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        struct shape shape = {.count = 2};
        for (unsigned j = 0; j < 2; j++) {
            shape.points[j].x = tes_random_between(&random, -10, SIDE + 10);
            shape.points[j].y = tes_random_between(&random, -10, SIDE + 10);
        }
        if (i % 10 == 0)
            shape.points[1] = shape.points[0]; /* a dot */
        shape.radius_x = (double)tes_random_between(&random, 0.5F, i % 2 == 0 ? 3 : 25);
        tes_paint_line(&canvas.paint, shape.points[0], shape.points[1], 2 * (float)shape.radius_x,
                       WHITE);
        compare(&canvas, &shape, in_stroke, CURVES);
        drop(&canvas);
    }
}

/* Bends are mitred or rounded, and where bars overlap at their edges they count twice: the stroke
 * has all pixels that lie inside and none of those that lie outside of a slightly wider one. */
static void check_bent_stroke(const struct canvas *canvas, struct shape shape)
{
    struct shape wider = shape, narrower = shape;
    wider.radius_x = shape.radius_x * 1.09 + 0.15;
    narrower.radius_x = shape.radius_x - 0.15;
    unsigned full = 0;
    for (unsigned y = 0; y < SIDE; y++) {
        for (unsigned x = 0; x < SIDE; x++) {
            double share = painted(canvas, x, y);
            if (reference(&narrower, in_stroke, x, y) == 1.0) {
                full++;
                assert_true(share > 0.98);
            }
            if (reference(&wider, in_stroke, x, y) == 0.0)
                assert_true(share < 0.02);
        }
    }
    assert_in_range(full, 5, SIDE * SIDE - 5);
}

static void bent_strokes_are_whole(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 7);
    for (unsigned i = 0; i < 24; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        bool is_closed = i % 2 == 0;
        struct shape shape = {.count = 3 + tes_random_below(&random, 4)};
        for (unsigned j = 0; j < shape.count; j++) {
            shape.points[j].x = tes_random_between(&random, 5, SIDE - 5);
            shape.points[j].y = tes_random_between(&random, 5, SIDE - 5);
            if (j == 0)
                tes_path_start(&canvas.paint, shape.points[j].x, shape.points[j].y);
            else
                tes_path_line(&canvas.paint, shape.points[j].x, shape.points[j].y);
        }
        if (is_closed) {
            shape.points[shape.count] = shape.points[0];
            shape.count++;
        }
        shape.radius_x = (double)tes_random_between(&random, 1.2F, 5);
        tes_paint_stroke(&canvas.paint, 2 * (float)shape.radius_x, is_closed, WHITE);
        check_bent_stroke(&canvas, shape);
        drop(&canvas);
    }
}

static void curves_are_stroked_evenly(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
    struct shape outer = {.x = 32, .y = 32, .radius_x = 24, .radius_y = 24};
    tes_path_ellipse(&canvas.paint, 32, 32, 18, 18);
    tes_paint_stroke(&canvas.paint, 12, true, WHITE);
    compare(&canvas, &outer, in_ring, CURVES); /* 12 .. 24 from the centre */
    drop(&canvas);
}

static void thin_strokes_stay_visible(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
    tes_paint_line(&canvas.paint, (struct tes_point){10, 20}, (struct tes_point){50, 20}, 0.01F,
                   WHITE);
    double sum = painted(&canvas, 30, 19) + painted(&canvas, 30, 20);
    assert_true(sum > 0.68 && sum < 0.72);
    drop(&canvas);
}

static void fill_and_stroke_are_both(void **state)
{
    (void)state;
    struct canvas both = canvas_of(SIDE, SIDE, STRIDE), each = canvas_of(SIDE, SIDE, STRIDE);
    const struct tes_point points[] = {{10, 12}, {50, 8}, {55, 50}, {30, 40}, {8, 52}};
    tes_path_blob(&both.paint, points, 5);
    tes_paint_fill_stroke(&both.paint, TES_RGB(0xC08040), 3, TES_RGB(0x402010));
    tes_path_blob(&each.paint, points, 5);
    tes_paint_fill(&each.paint, TES_RGB(0xC08040));
    tes_path_blob(&each.paint, points, 5);
    tes_paint_stroke(&each.paint, 3, true, TES_RGB(0x402010));
    assert_memory_equal(both.pixels, each.pixels, (STRIDE * (SIDE - 1) + SIDE) * sizeof(uint32_t));
    assert_int_equal(both.pixels[30 * STRIDE + 30], 0xC08040);
    drop(&both);
    drop(&each);
}

/* ----------------------------------------------------------------- clips */

static void clips_multiply(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 8);
    for (unsigned i = 0; i < 16; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        struct shape clip = star(&random, 40), shape = star(&random, i % 4 == 0 ? 4 : 40);
        memset(memory.clip, 0x77, sizeof memory.clip); /* of some clip before */
        tes_path_polygon(&canvas.paint, clip.points, clip.count);
        tes_paint_clip(&canvas.paint);
        check_left_behind(&canvas);
        tes_path_polygon(&canvas.paint, shape.points, shape.count);
        tes_paint_fill(&canvas.paint, WHITE);
        for (unsigned y = 0; y < SIDE; y++) {
            for (unsigned x = 0; x < SIDE; x++) {
                double share = reference(&clip, in_polygon, x, y);
                share *= reference(&shape, in_polygon, x, y);
                double by = painted(&canvas, x, y) - share;
                assert_true(by < 0.1 && by > -0.1);
            }
        }
        drop(&canvas);
    }
}

static void clips_end(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
    tes_path_box(&canvas.paint, 10, 10, 5, 5, 0);
    tes_paint_clip(&canvas.paint);
    tes_path_box(&canvas.paint, 30, 30, 5, 5, 0);
    tes_paint_clip(&canvas.paint); /* takes the place of the first */
    tes_paint_box(&canvas.paint, (struct tes_point){0, 0}, (struct tes_point){64, 64}, 0, WHITE);
    assert_int_equal(canvas.pixels[12 * STRIDE + 12], BLACK);
    assert_int_equal(canvas.pixels[32 * STRIDE + 32], 0xFFFFFF);
    assert_int_equal(canvas.pixels[32 * STRIDE + 50], BLACK);
    tes_paint_clip(&canvas.paint); /* no path: nothing is inside */
    tes_paint_box(&canvas.paint, (struct tes_point){0, 0}, (struct tes_point){64, 64}, 0,
                  TES_RGB(0xFF0000));
    assert_int_equal(canvas.pixels[32 * STRIDE + 32], 0xFFFFFF);
    tes_paint_unclip(&canvas.paint);
    tes_paint_box(&canvas.paint, (struct tes_point){0, 0}, (struct tes_point){64, 64}, 0,
                  TES_RGB(0xFF0000));
    assert_int_equal(canvas.pixels[50 * STRIDE + 50], 0xFF0000);
    drop(&canvas);
}

/* ------------------------------------------------------------ transforms */

/* Paths are painted under a transform, and compared with points that were transformed here. */
static void transforms_move_scale_and_turn(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 9);
    for (unsigned i = 0; i < 24; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        struct shape shape = star(&random, 30);
        float turn = tes_random_between(&random, -500, 500);
        float scale_x = tes_random_between(&random, 0.3F, 1.5F);
        float scale_y = tes_random_between(&random, 0.3F, 1.5F);
        scale_x = i % 2 == 0 ? -scale_x : scale_x; /* mirrored */
        tes_paint_turn(&canvas.paint, 20, 30, turn);
        tes_paint_move(&canvas.paint, 32, 32);
        tes_paint_scale(&canvas.paint, scale_x, scale_y);
        tes_paint_move(&canvas.paint, -32, -32);
        tes_path_polygon(&canvas.paint, shape.points, shape.count);
        tes_paint_fill(&canvas.paint, WHITE);
        double c = cosine((double)turn), s = sine((double)turn);
        for (unsigned j = 0; j < shape.count; j++) {
            struct tes_point *at = &shape.points[j];
            double x = 32 + ((double)at->x - 32) * (double)scale_x - 20;
            double y = 32 + ((double)at->y - 32) * (double)scale_y - 30;
            *at = (struct tes_point){(float)(20 + x * c - y * s), (float)(30 + x * s + y * c)};
        }
        compare(&canvas, &shape, in_polygon, LINES);
        drop(&canvas);
    }
}

static void mirrored_pictures_are_mirrored(void **state)
{
    (void)state;
    struct canvas plain = canvas_of(SIDE, SIDE, STRIDE), mirror = canvas_of(SIDE, SIDE, STRIDE);
    struct tes_paint *paints[2] = {&plain.paint, &mirror.paint};
    tes_paint_move(&mirror.paint, SIDE, 0);
    tes_paint_scale(&mirror.paint, -1, 1);
    for (unsigned i = 0; i < 2; i++) {
        const struct tes_point points[] = {{10, 12}, {50, 8}, {55, 50}, {30, 40}, {8, 52}};
        tes_path_blob(paints[i], points, 5);
        tes_paint_fill_stroke(paints[i], TES_RGB(0x808080), 3, WHITE);
        tes_paint_line(paints[i], points[0], points[3], 5, TES_RGB(0xC0C0C0));
    }
    for (unsigned y = 0; y < SIDE; y++) {
        for (unsigned x = 0; x < SIDE; x++) {
            double by = painted(&plain, x, y) - painted(&mirror, SIDE - 1 - x, y);
            assert_true(by < 0.03 && by > -0.03);
        }
    }
    drop(&plain);
    drop(&mirror);
}

static void units_are_scaled(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
    canvas.paint = tes_paint_on(canvas.pixels, SIDE, SIDE, STRIDE, 100, &memory);
    struct shape shape = {.x = 32, .y = 32, .radius_x = 16, .radius_y = 16};
    tes_paint_circle(&canvas.paint, 50, 50, 25, WHITE);
    compare(&canvas, &shape, in_ellipse, CURVES);
    drop(&canvas);
}

/* --------------------------------------------------------- what is wrong */

static const float ODD_NUMBERS[] = {0,     -0.0F,  1e-30F, -1e-6F, 0.5F,  63.99999F, 64,
                                    -1,    1e4F,   -1e4F,  1e9F,   -1e9F, 1e30F,     -1e30F,
                                    1e38F, 255.5F, 1023,   1025,   -1024, 4096};
enum { ODD_COUNT = sizeof ODD_NUMBERS / sizeof ODD_NUMBERS[0] };

static float odd_number(struct tes_random *random)
{
    return ODD_NUMBERS[tes_random_below(random, ODD_COUNT)];
}

static void add_odd_path(struct tes_paint *paint, struct tes_random *random)
{
    float numbers[6];
    for (unsigned i = 0; i < 6; i++)
        numbers[i] = odd_number(random);
    const struct tes_point points[3] = {
        {numbers[0], numbers[1]}, {numbers[2], numbers[3]}, {numbers[4], numbers[5]}};
    switch (tes_random_below(random, 9)) {
    case 0:
        tes_path_start(paint, numbers[0], numbers[1]);
        break;
    case 1:
        tes_path_line(paint, numbers[0], numbers[1]);
        break;
    case 2:
        tes_path_quad(paint, numbers[0], numbers[1], numbers[2], numbers[3]);
        break;
    case 3:
        tes_path_cubic(paint, points[0], points[1], points[2]);
        break;
    case 4:
        tes_path_ellipse(paint, numbers[0], numbers[1], numbers[2], numbers[3]);
        break;
    case 5:
        tes_path_box(paint, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
        break;
    case 6:
        tes_path_polygon(paint, points, 1 + tes_random_below(random, 3));
        break;
    case 7:
        tes_path_blob(paint, points, 1 + tes_random_below(random, 3));
        break;
    default:
        tes_path_arc(paint, points[0], numbers[2], numbers[3], 10, 1000);
    }
}

static void odd_paths_stay_in_bounds(void **state)
{
    (void)state;
    struct tes_random random;
    start(&random, 10);
    for (unsigned i = 0; i < 2000; i++) {
        unsigned width = 1 + tes_random_below(&random, SIDE);
        unsigned height = 1 + tes_random_below(&random, SIDE);
        struct canvas canvas = canvas_of(width, height, width + i % 4);
        for (unsigned parts = tes_random_below(&random, 4); parts > 0; parts--)
            add_odd_path(&canvas.paint, &random);
        float stroke = odd_number(&random);
        switch (tes_random_below(&random, 5)) {
        case 0:
            tes_paint_fill(&canvas.paint, WHITE);
            break;
        case 1:
            tes_paint_fill_odd(&canvas.paint, TES_RGB(0x808080));
            break;
        case 2:
            tes_paint_stroke(&canvas.paint, stroke, i % 2 == 0, WHITE);
            break;
        case 3:
            tes_paint_fill_stroke(&canvas.paint, WHITE, stroke, WHITE);
            break;
        default:
            tes_paint_clip(&canvas.paint);
        }
        tes_paint_circle(&canvas.paint, 5, 5, 4, tes_colour_alpha(WHITE, 0.5F));
        drop(&canvas);
    }
}

static void nothing_is_painted_for_nothing(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
    tes_paint_fill(&canvas.paint, WHITE);
    tes_paint_stroke(&canvas.paint, 3, true, WHITE);
    tes_path_line(&canvas.paint, 10, 10); /* without a start */
    tes_path_quad(&canvas.paint, 10, 10, 30, 40);
    tes_paint_fill(&canvas.paint, WHITE);
    tes_path_start(&canvas.paint, 10, 10); /* a point */
    tes_paint_fill(&canvas.paint, WHITE);
    tes_path_start(&canvas.paint, 10, 10); /* a line */
    tes_path_line(&canvas.paint, 40, 50);
    tes_paint_fill(&canvas.paint, WHITE);
    tes_paint_circle(&canvas.paint, 30, 30, 0, WHITE);
    tes_paint_circle(&canvas.paint, 30, 30, 20, 0x00FFFFFF); /* see-through */
    tes_paint_circle(&canvas.paint, 200, 30, 20, WHITE);     /* outside, on each side */
    tes_paint_circle(&canvas.paint, -200, 30, 20, WHITE);
    tes_paint_circle(&canvas.paint, 30, 200, 20, WHITE);
    tes_paint_circle(&canvas.paint, 30, -200, 20, WHITE);
    for (unsigned y = 0; y < SIDE; y++)
        for (unsigned x = 0; x < SIDE; x++)
            assert_int_equal(canvas.pixels[y * STRIDE + x], BLACK);
    drop(&canvas);
}

static void too_many_points_are_left_out(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        struct tes_random random;
        start(&random, i);
        for (unsigned j = 0; j < 3 * TES_PAINT_POINTS; j++) {
            float x = tes_random_between(&random, -20, SIDE + 20);
            float y = tes_random_between(&random, -20, SIDE + 20);
            if (j == 0 || i % 2 == 1)
                tes_path_start(&canvas.paint, x, y);
            else
                tes_path_line(&canvas.paint, x, y);
            assert_true(canvas.paint.point_count <= TES_PAINT_POINTS);
            assert_true(canvas.paint.part_count <= TES_PAINT_POINTS / 2);
        }
        tes_path_ellipse(&canvas.paint, 30, 30, 20, 20);
        if (i < 2)
            tes_paint_fill(&canvas.paint, WHITE);
        else
            tes_paint_stroke(&canvas.paint, 4, true, WHITE);
        drop(&canvas);
    }
}

/* As many points as fit, all at one place: sums must not run over. */
static void the_heaviest_path_is_covered(void **state)
{
    (void)state;
    struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
    for (unsigned i = 0; i < TES_PAINT_POINTS; i++) {
        float x = i % 2 == 0 ? 10.1F : 10.9F;
        if (i == 0)
            tes_path_start(&canvas.paint, x, 10.5F);
        else
            tes_path_line(&canvas.paint, x, 10.5F);
    }
    tes_paint_stroke(&canvas.paint, 12, false, WHITE);
    for (unsigned x = 5; x <= 15; x++)
        assert_int_equal(canvas.pixels[10 * STRIDE + x], 0xFFFFFF);
    assert_int_equal(canvas.pixels[10 * STRIDE + 18], BLACK);
    drop(&canvas);
}

/* -------------------------------------------------------------- blending */

static void colours_are_blended(void **state)
{
    (void)state;
    static const struct {
        uint32_t beneath;
        tes_colour on_top;
        uint32_t result;
    } blends[] = {
        {0x000000, 0xFFFFFFFF, 0xFFFFFF}, {0x123456, 0x00FFFFFF, 0x123456},
        {0xFFFFFF, 0xFF102030, 0x102030}, {0x000000, 0x80FFFFFF, 0x808080},
        {0xFF0000, 0x800000FF, 0x7F0080}, {0xFFFFFF, 0x01000000, 0xFEFEFE},
        {0xC8C8C8, 0x80C8C8C8, 0xC8C8C8},
    };
    for (size_t i = 0; i < sizeof blends / sizeof blends[0]; i++) {
        struct canvas canvas = canvas_of(SIDE, SIDE, STRIDE);
        const struct tes_point size = {SIDE, SIDE};
        tes_paint_box(&canvas.paint, (struct tes_point){0, 0}, size, 0, TES_RGB(blends[i].beneath));
        tes_paint_box(&canvas.paint, (struct tes_point){0, 0}, size, 0, blends[i].on_top);
        for (unsigned x = 0; x < SIDE; x++)
            assert_int_equal(canvas.pixels[20 * STRIDE + x], blends[i].result);
        drop(&canvas);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_are_covered),
        cmocka_unit_test(triangles_are_covered),
        cmocka_unit_test(ellipses_are_covered),
        cmocka_unit_test(arcs_follow_their_ellipse),
        cmocka_unit_test(rings_have_holes),
        cmocka_unit_test(parts_overlap),
        cmocka_unit_test(boxes_are_exact),
        cmocka_unit_test(round_boxes_are_covered),
        cmocka_unit_test(all_of_any_size_is_filled),
        cmocka_unit_test(lines_are_covered),
        cmocka_unit_test(bent_strokes_are_whole),
        cmocka_unit_test(curves_are_stroked_evenly),
        cmocka_unit_test(thin_strokes_stay_visible),
        cmocka_unit_test(fill_and_stroke_are_both),
        cmocka_unit_test(clips_multiply),
        cmocka_unit_test(clips_end),
        cmocka_unit_test(transforms_move_scale_and_turn),
        cmocka_unit_test(mirrored_pictures_are_mirrored),
        cmocka_unit_test(units_are_scaled),
        cmocka_unit_test(odd_paths_stay_in_bounds),
        cmocka_unit_test(nothing_is_painted_for_nothing),
        cmocka_unit_test(too_many_points_are_left_out),
        cmocka_unit_test(the_heaviest_path_is_covered),
        cmocka_unit_test(colours_are_blended),
    };
    return cmocka_run_group_tests_name("paint", tests, NULL, NULL);
}
