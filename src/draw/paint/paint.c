/* The painter's engine: paths to coverage (cover.h) to pixels. */
#include "draw/paint/paint.h"

#include "draw/paint/cover.h"

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

/* -------------------------------------------------------------- coverage */

static unsigned part_end(const struct tes_paint *paint, unsigned part)
{
    return part + 1 < paint->part_count ? paint->memory->starts[part + 1] : paint->point_count;
}

static void add_path(const struct tes_paint *paint, struct tes_cover *cover)
{
    const struct tes_point *points = paint->memory->points;
    for (unsigned part = 0; part < paint->part_count; part++) {
        unsigned start = paint->memory->starts[part], end = part_end(paint, part);
        struct tes_cover_point last = tes_cover_point(points[end - 1].x, points[end - 1].y);
        for (unsigned i = start; i < end; i++) {
            struct tes_cover_point next = tes_cover_point(points[i].x, points[i].y);
            tes_cover_line(cover, last, next);
            last = next;
        }
    }
}

static void end_path(struct tes_paint *paint)
{
    paint->point_count = paint->part_count = 0;
}

/* -------------------------------------------------------------- blending */

/* Compilers make vector instructions of loops whose length they know. */
enum { BLOCK = 4 };

/* A colour that is painted over others: alpha is 0 .. 256. */
struct layer {
    uint32_t rgb;
    unsigned alpha;
};

/* Red and blue are blended in one multiplication, green in another. */
static inline uint32_t blend(uint32_t beneath, struct layer layer)
{
    uint32_t left = 256 - layer.alpha;
    uint32_t red_blue = (layer.rgb & 0xFF00FF) * layer.alpha + (beneath & 0xFF00FF) * left;
    uint32_t green = (layer.rgb & 0x00FF00) * layer.alpha + (beneath & 0x00FF00) * left;
    return ((red_blue + 0x800080) >> 8 & 0xFF00FF) | ((green + 0x008000) >> 8 & 0x00FF00);
}

static void blend_pixels(uint32_t *pixels, unsigned count, struct layer layer)
{
    for (; count >= BLOCK; count -= BLOCK, pixels += BLOCK)
        for (unsigned i = 0; i < BLOCK; i++)
            pixels[i] = blend(pixels[i], layer);
    for (; count > 0; count--, pixels++)
        *pixels = blend(*pixels, layer);
}

static void set_pixels(uint32_t *pixels, unsigned count, uint32_t rgb)
{
    uint32_t *end = pixels + count;
    if (count < BLOCK) {
        pixels[0] = pixels[count / 2] = pixels[count - 1] = rgb;
        return;
    }
    for (; pixels + BLOCK < end; pixels += BLOCK)
        for (unsigned i = 0; i < BLOCK; i++)
            pixels[i] = rgb;
    for (unsigned i = 1; i <= BLOCK; i++)
        *(end - i) = rgb;
}

/* Alpha is above 0. */
static void paint_pixels(uint32_t *pixels, unsigned count, struct layer layer)
{
    if (count == 0)
        return;
    if (layer.alpha == 256)
        set_pixels(pixels, count, layer.rgb);
    else
        blend_pixels(pixels, count, layer);
}

/* An alpha where a clip covers only `mask` of 255. */
static inline unsigned masked(unsigned alpha, uint8_t mask)
{
    return alpha * (mask + (mask >> 7)) >> 8;
}

static inline uint32_t *pixels_at(const struct tes_paint *paint, uint32_t at)
{
    return paint->pixels + (size_t)(at >> 16) * paint->stride + (at & 0xFFFF);
}

static inline uint8_t *mask_at(const struct tes_paint *paint, uint32_t at)
{
    return paint->memory->clip + (size_t)(at >> 16) * paint->width + (at & 0xFFFF);
}

static void paint_masked(uint32_t *pixels, const uint8_t *mask, unsigned count, struct layer layer)
{
    for (unsigned i = 0; i < count; i++)
        pixels[i] = blend(pixels[i], (struct layer){layer.rgb, masked(layer.alpha, mask[i])});
}

static void paint_clipped_run(const struct tes_paint *paint, struct tes_run run, struct layer layer)
{
    struct tes_clip_row clip = paint->memory->clip_rows[run.at >> 16];
    uint32_t *pixels = pixels_at(paint, run.at & 0xFFFF0000);
    const uint8_t *mask = mask_at(paint, run.at & 0xFFFF0000);
    unsigned from = run.at & 0xFFFF, end = from + run.length;
    from = from > clip.left ? from : clip.left;
    end = end < clip.right ? end : clip.right;
    if (from >= end)
        return;
    unsigned full_from = clip.full_left < end ? clip.full_left : end;
    full_from = full_from > from ? full_from : from;
    unsigned full_end = clip.full_right < end ? clip.full_right : end;
    full_end = full_end > full_from ? full_end : full_from;
    paint_masked(pixels + from, mask + from, full_from - from, layer);
    paint_pixels(pixels + full_from, full_end - full_from, layer);
    paint_masked(pixels + full_end, mask + full_end, end - full_end, layer);
}

static void paint_clipped(const struct tes_paint *paint, const struct tes_spans *spans,
                          struct layer layer)
{
    for (unsigned i = 0; i < spans->single_count; i++) {
        struct tes_single single = spans->singles[i];
        uint32_t *pixel = pixels_at(paint, single.at);
        unsigned alpha = masked(single.share * layer.alpha >> 8, *mask_at(paint, single.at));
        *pixel = blend(*pixel, (struct layer){layer.rgb, alpha});
    }
    for (unsigned i = 0; i < spans->run_count; i++) {
        struct tes_run run = spans->runs[i];
        paint_clipped_run(paint, run, (struct layer){layer.rgb, run.share * layer.alpha >> 8});
    }
}

static void paint_unclipped(const struct tes_paint *paint, const struct tes_spans *spans,
                            struct layer layer)
{
    for (unsigned i = 0; i < spans->single_count; i++) {
        struct tes_single single = spans->singles[i];
        uint32_t *pixel = pixels_at(paint, single.at);
        *pixel = blend(*pixel, (struct layer){layer.rgb, single.share * layer.alpha >> 8});
    }
    for (unsigned i = 0; i < spans->run_count; i++) {
        struct tes_run run = spans->runs[i];
        paint_pixels(pixels_at(paint, run.at), run.length,
                     (struct layer){layer.rgb, run.share * layer.alpha >> 8});
    }
}

/* Changes a colour as struct tes_paint says of `lift`. It is applied to colours before painting,
 * not to pixels, so it costs next to nothing. */
static uint32_t lifted(tes_colour colour, int lift)
{
    uint32_t result = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        int channel = (int)(colour >> shift & 255);
        channel = lift + (channel * (255 - lift) + 127) / 255;
        result |= (uint32_t)(channel > 0 ? channel : 0) << shift;
    }
    return result;
}

static void paint_cover(const struct tes_paint *paint, struct tes_cover *cover, enum tes_rule rule,
                        tes_colour colour)
{
    struct tes_spans spans;
    uint32_t rgb = paint->is_silhouette ? 0 : lifted(colour, paint->lift);
    struct layer layer = {rgb, (colour >> 24) + (colour >> 31)};
    while (tes_cover_read(cover, rule, &spans)) {
        if (paint->is_clipped)
            paint_clipped(paint, &spans, layer);
        else
            paint_unclipped(paint, &spans, layer);
    }
}

static void fill(struct tes_paint *paint, enum tes_rule rule, tes_colour colour)
{
    struct tes_cover cover = tes_cover_on(paint);
    add_path(paint, &cover);
    paint_cover(paint, &cover, rule, colour);
}

void tes_paint_fill(struct tes_paint *paint, tes_colour colour)
{
    fill(paint, TES_RULE_ANY, colour);
    end_path(paint);
}

void tes_paint_fill_odd(struct tes_paint *paint, tes_colour colour)
{
    fill(paint, TES_RULE_ODD, colour);
    end_path(paint);
}

static float scale_of(const struct tes_matrix *m)
{
    float area = m->a * m->d - m->b * m->c; /* of a square unit, in pixels */
    return tes_number_sqrt(area < 0 ? -area : area);
}

void tes_paint_stroke(struct tes_paint *paint, float width, bool is_closed, tes_colour colour)
{
    /* A thinner line would look different depending on where it lies between pixels. */
    const float least = 0.35F;
    float radius = width * scale_of(&paint->matrix) * 0.5F;
    radius = radius > least ? radius : least;
    struct tes_cover cover = tes_cover_on(paint);
    for (unsigned part = 0; part < paint->part_count; part++) {
        unsigned start = paint->memory->starts[part];
        tes_cover_stroke(&cover, paint->memory->points + start, part_end(paint, part) - start,
                         radius, is_closed);
    }
    paint_cover(paint, &cover, TES_RULE_ANY, colour);
    end_path(paint);
}

void tes_paint_fill_stroke(struct tes_paint *paint, tes_colour colour, float width,
                           tes_colour stroke)
{
    fill(paint, TES_RULE_ANY, colour);
    tes_paint_stroke(paint, width, true, stroke);
}

/* ------------------------------------------------------------------ clip */

static inline void widen(struct tes_clip_row *row, uint16_t x, uint16_t end)
{
    row->left = row->right == 0 || x < row->left ? x : row->left;
    row->right = end > row->right ? end : row->right;
}

static void clip_single(const struct tes_paint *paint, struct tes_single single)
{
    uint16_t x = (uint16_t)single.at;
    *mask_at(paint, single.at) = (uint8_t)(single.share - (single.share >> 8));
    widen(&paint->memory->clip_rows[single.at >> 16], x, (uint16_t)(x + 1));
}

static void clip_run(const struct tes_paint *paint, struct tes_run run)
{
    struct tes_clip_row *row = &paint->memory->clip_rows[run.at >> 16];
    uint16_t x = (uint16_t)run.at, end = (uint16_t)(x + run.length);
    __builtin_memset(mask_at(paint, run.at), run.share - (run.share >> 8), run.length);
    widen(row, x, end);
    if (run.share == 256 && run.length > row->full_right - row->full_left) {
        row->full_left = x;
        row->full_right = end;
    }
}

void tes_paint_clip(struct tes_paint *paint)
{
    struct tes_paint_memory *memory = paint->memory;
    struct tes_spans spans;
    struct tes_cover cover = tes_cover_on(paint);
    add_path(paint, &cover);
    __builtin_memset(memory->clip, 0, (size_t)paint->width * paint->height);
    __builtin_memset(memory->clip_rows, 0, paint->height * sizeof memory->clip_rows[0]);
    while (tes_cover_read(&cover, TES_RULE_ANY, &spans)) {
        for (unsigned i = 0; i < spans.single_count; i++)
            clip_single(paint, spans.singles[i]);
        for (unsigned i = 0; i < spans.run_count; i++)
            clip_run(paint, spans.runs[i]);
    }
    end_path(paint);
    paint->is_clipped = true;
}

void tes_paint_unclip(struct tes_paint *paint)
{
    paint->is_clipped = false;
}
