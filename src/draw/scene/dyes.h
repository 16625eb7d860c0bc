/*
 * dyes.h: the colours of things. Where there is a table, all that is on it and the table itself
 * share a few dyes: a colour then does not tell a solid from its neighbour, nor from the table's
 * chips. Light, form and shadow do.
 */
#ifndef TES_DYES_H
#define TES_DYES_H

#include "core/scene/scene.h"

/* A hue as it is. */
uint32_t tes_dye(unsigned hue);

struct tes_dyes {
    uint32_t first[TES_SCENE_THINGS], second[TES_SCENE_THINGS]; /* a thing's, and its pattern's */
    uint32_t plate;                                             /* the table's */
    bool has_table;
};

void tes_dyes_of(const struct tes_scene *scene, struct tes_dyes *dyes);

/* Takes the table's colour out of patterns: what is drawn without shade would have no edge there.
 */
void tes_dyes_part(struct tes_dyes *dyes, unsigned count);

/* The hue of a chip of the scene's table: that of a solid, by lot. */
uint8_t tes_dyes_hue(const struct tes_scene *scene, struct tes_random *random);

/* What a chip of that hue is dyed with, by lot: lit or shaded as solids are. */
uint32_t tes_dyes_chip(uint8_t hue, struct tes_random *random);

#endif
