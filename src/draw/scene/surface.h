/*
 * surface.h: the surfaces of solids: flat faces, round ends, curved sides, rings. All of them are
 * exact, without a mesh: each pixel shows what a ray through its middle hits.
 */
#ifndef TES_SURFACE_H
#define TES_SURFACE_H

#include "draw/scene/lens.h"

#define TES_RENDER_SIDE      800 /* most pixels of a part, in each direction */
#define TES_SURFACE_CORNERS  4
#define TES_SURFACE_MAX      (TES_SCENE_THINGS * TES_SCENE_CUBES * 6)
#define TES_SURFACE_BLOCK    8 /* pixels that are computed together */
#define TES_SURFACE_ROW_SIZE (TES_RENDER_SIDE + 2 + 2 * TES_SURFACE_BLOCK)

/* A point or a direction, where floats are enough. */
struct tes_float_vector {
    float x, y, z;
};

enum tes_surface_kind {
    TES_SURFACE_FACE, /* flat, with straight edges */
    TES_SURFACE_END,  /* of a cylinder or cone: a flat circle */
    TES_SURFACE_SIDE, /* of a ball, cylinder or cone */
    TES_SURFACE_RING, /* its near half; the next surface is the far half */
    TES_SURFACE_RING_FAR,
};

/* A thing in its own axes. */
struct tes_model {
    const struct tes_thing *thing;
    struct tes_vector axes[3];
    struct tes_vector eye;        /* relative to `at` */
    struct tes_linear ray[3];     /* components along its axes */
    int left, right, top, bottom; /* pixels where it may be seen, the last ones excluded */
};

struct tes_surface {
    uint8_t kind, model;
    struct tes_vector normal; /* of a flat surface, in the model's axes */
    struct tes_vector middle; /* of a face */
    struct tes_linear near;   /* nearness of a flat surface */
    /* How many pixels inside of each edge of a face. */
    struct tes_linear edges[TES_SURFACE_CORNERS];
    unsigned edge_count;
    struct tes_conic inside; /* at least 0 where an end or a side is seen */
    struct tes_linear half;  /* nearness of a side is (half + sqrt(inside)) / whole */
    double whole;
    double stretch; /* a side is where x x + y y + stretch (z - level)^2 is constant */
    double level;
    bool has_ends; /* a side ends at 0 and at the thing's height */
};

/* One row of pixels: what is seen, and its nearness. Each array starts at pixel -1 and includes
 * pixel `width`, so that each pixel of a part has neighbours. */
struct tes_surface_row {
    int left, right; /* pixels that may show something, the last one excluded */
    float near[TES_SURFACE_ROW_SIZE];
    uint32_t seen[TES_SURFACE_ROW_SIZE]; /* index of a surface + 1; 0 is none */
};

/* The index of a pixel in these arrays: -1 .. `width`. */
static inline unsigned tes_surface_column(int x)
{
    return (unsigned)(x + 1);
}

/* Makes the model of a thing, and the surfaces of a model that may be seen; `index` is the model's.
 * Returns how many surfaces there are: none for a disc. */
void tes_surface_model(const struct tes_thing *thing, const struct tes_lens *lens,
                       struct tes_model *model);
unsigned tes_surface_make(const struct tes_model *model, uint8_t index,
                          struct tes_surface *surfaces);

/* Enters a surface into row `y`, where it is nearer than what was there. */
void tes_surface_enter(const struct tes_surface *surface, const struct tes_model *model,
                       uint32_t number, int y, struct tes_surface_row *row);

/* How many pixels a place is inside of a surface's outline; negative is outside. Exact near the
 * outline, too large elsewhere. Also the surface's nearness there, or at the closest place. */
double tes_surface_margin(const struct tes_surface *surface, const struct tes_model *model,
                          double x, double y, double *near);

/* -------------------------------------------------------- rays and rings */

/* Where a ray from the eye, in the model's own axes, is closest to the centre line of the ring's
 * near half, or of its far half. `depth` is along the ray. Returns how far inside of the ring that
 * point is; negative is outside. */
double tes_ring_depth(const struct tes_model *model, struct tes_vector ray, bool is_far,
                      double *depth);

/* Enters a row of a ring, like tes_surface_enter(). */
void tes_ring_enter(const struct tes_model *model, uint32_t number, int y,
                    struct tes_surface_row *row);

/* -------------------------- patterns of materials, in a thing's own axes */

/* Points of one surface, in its thing's own axes, and their depths in the picture. */
struct tes_surface_points {
    float x[TES_SURFACE_BLOCK], y[TES_SURFACE_BLOCK], z[TES_SURFACE_BLOCK];
    float depth[TES_SURFACE_BLOCK];
};

/* A thing's pattern on one of its surfaces. */
struct tes_pattern {
    uint8_t sort;
    /* Of a flat face, 0 or 1: whether `across` is x, else y; whether `along` is y, else z. */
    float across_x, along_y;
    float cell, size, tube;
};

/* Only for things with a pattern: see struct tes_shade_finish. */
struct tes_pattern tes_pattern_of(const struct tes_thing *thing, const struct tes_surface *surface);

/* The share of the pattern's colour at a point of its surface: 0 or 1, and in between at a border,
 * which is blurred over the length `blur`. */
float tes_pattern_share(const struct tes_pattern *pattern, struct tes_float_vector point,
                        float blur);

/* The same for eight points. `blur` is the length at depth 1. */
void tes_pattern_shares(const struct tes_pattern *pattern, const struct tes_surface_points *spots,
                        float blur, float shares[TES_SURFACE_BLOCK]);

#endif
