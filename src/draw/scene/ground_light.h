/*
 * ground_light.h: how much light each pixel of the ground has. Shadows are soft, so they are
 * computed for every second pixel of every second row; the others get the mean of their neighbours.
 */
#ifndef TES_GROUND_LIGHT_H
#define TES_GROUND_LIGHT_H

#include "draw/scene/shadow.h"

#define TES_LIGHT_HALF (TES_RENDER_SIDE / 2 + 3 * TES_SURFACE_BLOCK)

/* Pixels from .. to - 1. */
struct tes_light_span {
    int from, to;
};

/* The points of the ground in a row of pixels: pixel x is at start + step * x. */
struct tes_light_line {
    double start_x, step_x, start_y, step_y;
};

/* Every second pixel of a row; pixels outside of the span are fully lit. */
struct tes_light_half {
    int y; /* -1 where nothing is computed yet */
    struct tes_light_span span;
    float light[TES_LIGHT_HALF];
};

struct tes_light {
    const struct tes_lens *lens;
    struct tes_shadow shadows[TES_SCENE_THINGS];
    unsigned shadow_count;
    struct tes_light_half halves[2];
    float sun[TES_LIGHT_HALF], sky[TES_LIGHT_HALF], mean[TES_LIGHT_HALF];
    struct tes_light_span span; /* of the current row; all other pixels are fully lit (1) */
    float row[TES_SURFACE_ROW_SIZE];
};

void tes_light_of(const struct tes_scene *scene, const struct tes_lens *lens,
                  const struct tes_model *models, struct tes_light *light);

/* Computes the light of row y. Rows have to be computed from top to bottom. */
void tes_light_row(struct tes_light *light, int y);

/* The depth of the ground in a row; 0 where there is sky. */
double tes_light_depth(const struct tes_lens *lens, int y);

/* A row of the ground in a thing's own axes (for a polycube, in the scene's). */
struct tes_light_line tes_light_line_in(const struct tes_lens *lens, const struct tes_model *model,
                                        double depth, int y);

/* The pixels of 0 .. width - 1 whose ground is within a circle; false where there are none. */
bool tes_light_line_span(const struct tes_light_line *line, double x, double y, double radius,
                         int width, struct tes_light_span *span);

#endif
