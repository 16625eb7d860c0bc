#include "draw/paint/studio.h"

#include "draw/paint/quantise.h"
#include "draw/scene/stage.h"

struct tes_studio {
    struct tes_image *image;
    struct tes_paint_memory paint;
    struct tes_quantise_memory quantise;
    struct tes_stage stage;
    uint32_t colours[]; /* 0x00RRGGBB, row by row */
};

/* Compilers make vector instructions of loops whose length they know. */
enum { ALIGNMENT = 16, BLOCK = 8 };

/* Where the studio begins: behind the pixels. */
static size_t start_of(unsigned width, unsigned height)
{
    return ((size_t)width * height + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

size_t tes_studio_bound(unsigned width, unsigned height)
{
    size_t pixels = (size_t)width * height;
    return start_of(width, height) - pixels + sizeof(struct tes_studio) + pixels * sizeof(uint32_t);
}

struct tes_studio *tes_studio_start(struct tes_image *image, uint32_t paper)
{
    void *memory = image->pixels + start_of(image->width, image->height);
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

struct tes_stage *tes_studio_stage(struct tes_studio *studio)
{
    return &studio->stage;
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
