/*
 * shade.h: the light on things: from the sun, the sky, a weak light on the other side, and
 * reflected by the ground. Light is one number; a ramp of colours, from deep shade to highlight,
 * turns it into a colour.
 */
#ifndef TES_SHADE_H
#define TES_SHADE_H

#include "draw/scene/dyes.h"
#include "draw/scene/eclipse.h"

#define TES_SHADE_LEVELS 256
#define TES_SHADE_SCALE  160.0F /* levels for each unit of light; a lit side has about 1 */

/* How a thing looks. Directions are in its own axes. */
struct tes_shade_finish {
    struct tes_float_vector sun, fill, up, eye;
    float pixel;           /* the size of a pixel at depth 1 */
    float closeness, rise; /* to the ground: at `at`, and how much less for each unit above it */
    float gloss;           /* how bright its highlight is */
    bool has_pattern;
    uint32_t ramps[2][TES_SHADE_LEVELS]; /* for the thing's colour, and for its pattern's */
};

/* Makes the finish of the thing with that index. */
void tes_shade_finish_of(const struct tes_scene *scene, unsigned index,
                         const struct tes_model *model, const struct tes_lens *lens,
                         const struct tes_dyes *dyes, struct tes_shade_finish *finish);

/* A surface, and all that is the same for its points. */
struct tes_shade_form {
    const struct tes_surface *surface;
    const struct tes_model *model;
    const struct tes_shade_finish *finish;
    const struct tes_eclipses *eclipses;
    struct tes_pattern pattern;             /* if the finish has one */
    struct tes_float_vector normal, middle; /* of flat surfaces */
    /* The light on a flat surface, and the sun's part of it. */
    float base, base_sun;
    float level, stretch; /* of a curved side */
    float tube, ring;     /* radii of a ring */
    float half, bevel;    /* of a square face, and how bright its edges are */
    uint8_t sort;
};

struct tes_shade_form tes_shade_form_of(const struct tes_surface *surface,
                                        const struct tes_model *model,
                                        const struct tes_shade_finish *finish,
                                        const struct tes_eclipses *eclipses);

/* Makes a ramp from a colour's shade to its highlight. */
void tes_shade_ramp(uint32_t colour, uint32_t ramp[TES_SHADE_LEVELS]);

/* How much of red, green and blue is left at a level of light, each of 256 and in ten bits. The
 * last level is full light. The same as in ramps. */
uint32_t tes_shade_left(uint32_t level);

/* Colours pixels from .. to - 1 of row y, which all show one surface. */
void tes_shade_run(const struct tes_shade_form *form, const struct tes_surface_row *row, int y,
                   int from, int to, uint32_t *colours);

/* The colour of a surface at a place of the picture; `near` must not be 0. */
uint32_t tes_shade_at(const struct tes_shade_form *form, double x, double y, double near);

/* The colour of a flat surface, without what depends on the place. */
uint32_t tes_shade_flat(const struct tes_surface *surface, const struct tes_shade_finish *finish);

/* From one colour (0) to another (256). */
static inline uint32_t tes_shade_mix(uint32_t from, uint32_t to, uint32_t share)
{
    uint32_t rest = 256 - share;
    uint32_t red_blue = ((from & 0xFF00FF) * rest + (to & 0xFF00FF) * share + 0x800080) >> 8;
    uint32_t green = ((from & 0xFF00) * rest + (to & 0xFF00) * share + 0x8000) >> 8;
    return (red_blue & 0xFF00FF) | (green & 0xFF00);
}

/* A colour reduced to what tes_shade_left() leaves of it. */
static inline uint32_t tes_shade_dim(uint32_t colour, uint32_t left)
{
    uint32_t red = (colour >> 16 & 255) * (left >> 20) >> 8;
    uint32_t green = (colour >> 8 & 255) * (left >> 10 & 1023) >> 8;
    uint32_t blue = (colour & 255) * (left & 1023) >> 8;
    return red << 16 | green << 8 | blue;
}

/* The same colour, so much darker that 7 can be added to each channel. */
static inline uint32_t tes_shade_room(uint32_t colour)
{
    return colour - (colour >> 5 & 0x070707);
}

#endif
