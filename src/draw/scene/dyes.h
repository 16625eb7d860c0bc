/*
 * dyes.h: the colours of things. On a table, the solids, their patterns and the table itself share
 * a few dyes: so colour alone does not separate a solid from its neighbour or from the table's
 * chips. Light, shape and shadow do.
 */
#ifndef TES_DYES_H
#define TES_DYES_H

#include "challenge/scene/scene.h"

/* The colour of a hue. */
uint32_t tes_dye(unsigned hue);

struct tes_dyes {
    /* Of each thing, and of its pattern. */
    uint32_t first[TES_SCENE_THINGS], second[TES_SCENE_THINGS];
    uint32_t plate; /* of the table */
    bool has_table;
};

void tes_dyes_of(const struct tes_scene *scene, struct tes_dyes *dyes);

/* Replaces the table's colour in patterns: where things are drawn without shading, such patterns
 * would have no visible edge on the table. */
void tes_dyes_part(struct tes_dyes *dyes, unsigned count);

/* Picks the hue of a chip: that of one of the solids. */
uint8_t tes_dyes_hue(const struct tes_scene *scene, struct tes_random *random);

/* Picks the colour of a chip of that hue, lit or shaded as solids are. */
uint32_t tes_dyes_chip(uint8_t hue, struct tes_random *random);

#endif
