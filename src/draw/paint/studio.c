#include "draw/paint/studio.h"

#include "draw/paint/quantise.h"

struct tes_studio {
    struct tes_image *image;
    struct tes_paint_memory paint;
    struct tes_quantise_memory quantise;
    uint32_t colours[]; /* 0x00RRGGBB, row by row */
};

/* Compilers make vector instructions of loops whose length they know. */
enum { ALIGNMENT = 16, BLOCK = 8 };

static size_t aligned(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Bytes from the studio's start to the extra memory, which lies behind the colours. */
static size_t extra_offset(unsigned width, unsigned height)
{
    return aligned(sizeof(struct tes_studio) + (size_t)width * height * sizeof(uint32_t));
}

size_t tes_studio_bound(unsigned width, unsigned height, size_t extra_size)
{
    size_t pixels = (size_t)width * height;
    return aligned(pixels) - pixels + extra_offset(width, height) + extra_size;
}

struct tes_studio *tes_studio_start(struct tes_image *image, uint32_t paper)
{
    void *memory = image->pixels + aligned((size_t)image->width * image->height);
    struct tes_studio *studio = memory;
    size_t count = (size_t)image->width * image->height;
    studio->image = image;
    __builtin_memset(&studio->paint, 0, sizeof studio->paint);
    size_t i = 0;
    for (; count - i >= BLOCK; i += BLOCK)
        for (unsigned j = 0; j < BLOCK; j++)
            studio->colours[i + j] = paper;
    for (; i < count; i++)
        studio->colours[i] = paper;
    return studio;
}

struct tes_paint tes_studio_part(struct tes_studio *studio, struct tes_area part, float units)
{
    unsigned stride = studio->image->width;
    return tes_paint_on(studio->colours + (size_t)part.y * stride + part.x, part.width, part.height,
                        stride, units, &studio->paint);
}

uint32_t *tes_studio_pixels(struct tes_studio *studio, struct tes_area part, unsigned *stride)
{
    *stride = studio->image->width;
    return studio->colours + (size_t)part.y * *stride + part.x;
}

void *tes_studio_extra(struct tes_studio *studio)
{
    return (uint8_t *)studio + extra_offset(studio->image->width, studio->image->height);
}

void tes_studio_end(struct tes_studio *studio)
{
    tes_quantise(studio->colours, studio->image, &studio->quantise);
}

void tes_studio_map(const struct tes_studio *studio, const uint32_t *colours, size_t count,
                    uint8_t *pixels)
{
    tes_quantise_more(colours, count, &studio->quantise, pixels);
}
