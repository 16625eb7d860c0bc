/* ground.h: the ground, the table on it, and the sky behind. */
#ifndef TES_GROUND_H
#define TES_GROUND_H

#include "draw/scene/cloth.h"
#include "draw/scene/ground_light.h"
#include "draw/scene/shade.h"

struct tes_ground {
    const struct tes_lens *lens;
    bool has_ground;
    double distance;                 /* from the eye to what is not hazy */
    uint32_t horizon, zenith;        /* colours of the sky */
    uint32_t ramp[TES_SHADE_LEVELS]; /* of the ground, from full shadow to full light */
    struct tes_light light;
    const struct tes_model *disc; /* NULL where there is none */
    /* How much of a colour is left on it, from full shadow to full light. */
    uint32_t disc_left[TES_SHADE_LEVELS];
    uint32_t disc_ramp[TES_SHADE_LEVELS];
    struct tes_cloth cloth; /* on the disc */
};

void tes_ground_of(const struct tes_scene *scene, const struct tes_lens *lens,
                   const struct tes_model *models, struct tes_ground *ground);

/* Adds the scene's table, if its first thing is one, with at most `chips_most` chips. */
void tes_ground_lay(const struct tes_scene *scene, const struct tes_model *models,
                    const struct tes_dyes *dyes, unsigned chips_most, struct tes_ground *ground);

/* Draws row y of ground and sky, without the things on the ground. */
void tes_ground_row(struct tes_ground *ground, int y, uint32_t *colours);

#endif
