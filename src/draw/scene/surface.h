/*
 * surface.h: what solids are made of: flat faces, round ends, curved sides, rings. Each is exact:
 * what is seen at a pixel is what a ray through its middle hits, with no mesh between.
 */
#ifndef TES_SURFACE_H
#define TES_SURFACE_H

#include "draw/scene/lens.h"

#define TES_RENDER_SIDE      800 /* most pixels of a part, in each direction */
#define TES_SURFACE_CORNERS  4
#define TES_SURFACE_MAX      (TES_SCENE_THINGS * TES_SCENE_CUBES * 6)
#define TES_SURFACE_BLOCK    8 /* pixels that are looked at together */
#define TES_SURFACE_ROW_SIZE (TES_RENDER_SIDE + 2 + 2 * TES_SURFACE_BLOCK)

/* A point or a direction, where floats are enough. */
struct tes_float_vector {
    float x, y, z;
};

enum tes_surface_kind {
    TES_SURFACE_FACE, /* flat, with straight edges */
    TES_SURFACE_END,  /* of a cylinder or cone: a flat circle */
    TES_SURFACE_SIDE, /* of a ball, cylinder or cone */
    TES_SURFACE_RING, /* its half towards the eye; the next surface is the other half */
    TES_SURFACE_RING_FAR,
};

/* A thing, seen from its own axes. */
struct tes_model {
    const struct tes_thing *thing;
    struct tes_vector axes[3];
    struct tes_vector eye;        /* seen from `at` */
    struct tes_linear ray[3];     /* along its axes */
    int left, right, top, bottom; /* pixels that it may be seen at, the last ones excluded */
};

struct tes_surface {
    uint8_t kind, model;
    struct tes_vector normal;                     /* of what is flat, in the model's axes */
    struct tes_vector middle;                     /* of a face */
    struct tes_linear near;                       /* nearness: of what is flat */
    struct tes_linear edges[TES_SURFACE_CORNERS]; /* pixels inside of each edge of a face */
    unsigned edge_count;
    struct tes_conic inside; /* not negative where an end or a side is seen */
    struct tes_linear half;  /* nearness of a side is (half + sqrt(inside)) / whole */
    double whole;
    double stretch; /* a side is where x x + y y + stretch (z - level)^2 is constant */
    double level;
    bool has_ends; /* a side ends at 0 and at the thing's height */
};

/* One row of pixels: what is seen and how near it is. Pixel 0 is the second of each; pixels -1 and
 * `width` belong to the row, so that each pixel of a part has neighbours. */
struct tes_surface_row {
    int left, right; /* pixels that may show something, the last one excluded */
    float near[TES_SURFACE_ROW_SIZE];
    uint32_t seen[TES_SURFACE_ROW_SIZE]; /* index of a surface + 1; 0 is none */
};

/* Pixels -1 .. `width` of a row, as indices. */
static inline unsigned tes_surface_column(int x)
{
    return (unsigned)(x + 1);
}

/* A thing, and its surfaces that may be seen; `first` is the index of the first of them. Returns
 * how many surfaces there are; none of a disc. */
void tes_surface_model(const struct tes_thing *thing, const struct tes_lens *lens,
                       struct tes_model *model);
unsigned tes_surface_make(const struct tes_model *model, uint8_t index,
                          struct tes_surface *surfaces);

/* Enters what of a surface is seen in row `y` before what was there. */
void tes_surface_enter(const struct tes_surface *surface, const struct tes_model *model,
                       uint32_t number, int y, struct tes_surface_row *row);

/* How many pixels a place lies inside of a surface's outline, negative outside; right near the
 * outline, elsewhere too large. And how near the surface is there, or where it is closest. */
double tes_surface_margin(const struct tes_surface *surface, const struct tes_model *model,
                          double x, double y, double *near);

#endif
