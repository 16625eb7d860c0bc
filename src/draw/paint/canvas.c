#include "draw/paint/canvas.h"

#include "draw/paint/wide.h"

enum { SAMPLES = 4 /* in each direction, per pixel */, SAMPLE_STEP = TES_CANVAS_UNIT / SAMPLES };

_Static_assert(SAMPLES *SAMPLES == TES_CANVAS_STEPS, "each sample is one step of a ramp");

/* A shape's test runs millions of times a second, so all that calls it is inlined: then it is not
 * called through a pointer. */
typedef bool inside(const void *shape, int x, int y);

static unsigned mix(unsigned beneath, unsigned on_top, unsigned step)
{
    return (beneath * (TES_CANVAS_STEPS - step) + on_top * step + TES_CANVAS_STEPS / 2) /
           TES_CANVAS_STEPS;
}

tes_ramp tes_canvas_ramp(struct tes_image *image, uint32_t beneath, uint32_t on_top)
{
    if (image->palette_count + TES_CANVAS_STEPS + 1 > 256)
        return (tes_ramp)(image->palette_count - TES_CANVAS_STEPS - 1);
    tes_ramp ramp = (tes_ramp)image->palette_count;
    for (unsigned step = 0; step <= TES_CANVAS_STEPS; step++) {
        uint8_t *colour = image->palette[image->palette_count++];
        for (unsigned channel = 0; channel < 3; channel++) {
            unsigned shift = 16 - 8 * channel;
            colour[channel] = (uint8_t)mix(beneath >> shift & 255, on_top >> shift & 255, step);
        }
    }
    return ramp;
}

void tes_canvas_clear(struct tes_image *image, uint8_t colour)
{
    __builtin_memset(image->pixels, colour, (size_t)image->width * image->height);
}

static uint8_t *pixel_at(struct tes_image *image, int x, int y)
{
    return image->pixels + (size_t)y * image->width + (size_t)x;
}

static int at_least(int value, int least)
{
    return value < least ? least : value;
}

static int at_most(int value, int most)
{
    return value > most ? most : value;
}

/* How many samples of a pixel are inside of a shape. No shape is thinner than a pixel, so where the
 * four outermost samples agree, all of them do, which saves the others for most pixels. */
static TES_INLINED unsigned coverage(const void *shape, inside *is_inside, int pixel_x, int pixel_y)
{
    const int first = SAMPLE_STEP / 2, last = TES_CANVAS_UNIT - SAMPLE_STEP / 2;
    const int x = pixel_x * TES_CANVAS_UNIT, y = pixel_y * TES_CANVAS_UNIT;
    unsigned covered = 0;
    unsigned corners = (unsigned)is_inside(shape, x + first, y + first) +
                       is_inside(shape, x + last, y + first) +
                       is_inside(shape, x + first, y + last) + is_inside(shape, x + last, y + last);
    if (corners % 4 == 0)
        return corners == 0 ? 0 : TES_CANVAS_STEPS;
    for (int i = 0; i < SAMPLES * SAMPLES; i++)
        covered += is_inside(shape, x + first + i % SAMPLES * SAMPLE_STEP,
                             y + first + i / SAMPLES * SAMPLE_STEP);
    return covered;
}

/* Paints the pixels of a shape inside of the given bounds. Where shapes of the same ramp overlap,
 * the larger coverage stays, so that parts of a figure join without a seam. */
static TES_INLINED void paint(struct tes_image *image, struct tes_box bounds, const void *shape,
                              inside *is_inside, tes_ramp ramp)
{
    int left = at_least(bounds.x, 0), top = at_least(bounds.y, 0);
    int right = at_most(bounds.x + bounds.width, (int)image->width);
    int bottom = at_most(bounds.y + bounds.height, (int)image->height);
    for (int y = top; y < bottom; y++) {
        for (int x = left; x < right; x++) {
            unsigned covered = coverage(shape, is_inside, x, y);
            uint8_t *pixel = pixel_at(image, x, y);
            bool is_of_ramp = *pixel >= ramp && *pixel <= ramp + TES_CANVAS_STEPS;
            if (covered > (is_of_ramp ? (unsigned)(*pixel - ramp) : 0))
                *pixel = (uint8_t)(ramp + covered);
        }
    }
}

static void fill_row(struct tes_image *image, int left, int right, int y, uint8_t colour)
{
    left = at_least(left, 0);
    right = at_most(right, (int)image->width);
    if (left < right && y >= 0 && y < (int)image->height)
        __builtin_memset(pixel_at(image, left, y), colour, (size_t)(right - left));
}

static inline bool is_in_ring(const void *shape, int x, int y)
{
    const struct tes_ring *ring = shape;
    int from_x = x - ring->x, from_y = y - ring->y;
    int distance = from_x * from_x + from_y * from_y;
    unsigned quarter = (from_y >= 0) * 2U + (from_x >= 0);
    return distance <= ring->outer * ring->outer && distance >= ring->inner * ring->inner &&
           (ring->quarters >> quarter & 1) != 0;
}

void tes_canvas_box(struct tes_image *image, struct tes_box box, tes_ramp ramp)
{
    const int radius = box.radius, right = box.x + box.width, bottom = box.y + box.height;
    for (int row = 0; row < box.height; row++) {
        bool is_rounded = row < radius || row >= box.height - radius;
        int margin = is_rounded ? radius : 0;
        fill_row(image, box.x + margin, right - margin, box.y + row, ramp + TES_CANVAS_STEPS);
    }
    /* Each corner is a quarter of a disc. */
    for (unsigned i = 0; i < 4; i++) {
        bool is_right = i & 1, is_low = i & 2;
        struct tes_ring disc = {
            .x = TES_CANVAS_UNIT * (is_right ? right - radius : box.x + radius),
            .y = TES_CANVAS_UNIT * (is_low ? bottom - radius : box.y + radius),
            .outer = TES_CANVAS_UNIT * radius,
            .quarters = 1U << i,
        };
        struct tes_box corner = {is_right ? right - radius : box.x,
                                 is_low ? bottom - radius : box.y, radius, radius, 0};
        paint(image, corner, &disc, is_in_ring, ramp);
    }
}

/* The pixels that a rectangle in units touches. */
static struct tes_box pixels_of(int left, int top, int right, int bottom)
{
    left = left / TES_CANVAS_UNIT - 1;
    top = top / TES_CANVAS_UNIT - 1;
    return (struct tes_box){left, top, right / TES_CANVAS_UNIT + 2 - left,
                            bottom / TES_CANVAS_UNIT + 2 - top, 0};
}

void tes_canvas_ring(struct tes_image *image, struct tes_ring ring, tes_ramp ramp)
{
    struct tes_box bounds = pixels_of(ring.x - ring.outer, ring.y - ring.outer, ring.x + ring.outer,
                                      ring.y + ring.outer);
    paint(image, bounds, &ring, is_in_ring, ramp);
}

static inline bool is_in_line(const void *shape, int x, int y)
{
    const struct tes_line *line = shape;
    int along_x = line->x2 - line->x1, along_y = line->y2 - line->y1;
    int from_x = x - line->x1, from_y = y - line->y1;
    int64_t reach = (int64_t)line->radius * line->radius;
    int64_t length = (int64_t)along_x * along_x + (int64_t)along_y * along_y;
    int64_t along = (int64_t)from_x * along_x + (int64_t)from_y * along_y;
    if (along <= 0)
        return (int64_t)from_x * from_x + (int64_t)from_y * from_y <= reach;
    if (along >= length) {
        int64_t past_x = x - line->x2, past_y = y - line->y2;
        return past_x * past_x + past_y * past_y <= reach;
    }
    int64_t across = (int64_t)from_x * along_y - (int64_t)from_y * along_x;
    return across * across <= reach * length;
}

void tes_canvas_line(struct tes_image *image, struct tes_line line, tes_ramp ramp)
{
    int left = at_most(line.x1, line.x2) - line.radius;
    int right = at_least(line.x1, line.x2) + line.radius;
    int top = at_most(line.y1, line.y2) - line.radius;
    int bottom = at_least(line.y1, line.y2) + line.radius;
    paint(image, pixels_of(left, top, right, bottom), &line, is_in_line, ramp);
}

void tes_canvas_copy(struct tes_image *image, struct tes_box box, int x, int y)
{
    for (int row = 0; row < box.height; row++)
        __builtin_memcpy(pixel_at(image, x, y + row), pixel_at(image, box.x, box.y + row),
                         (size_t)box.width);
}
