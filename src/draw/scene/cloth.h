/*
 * cloth.h: what is printed on a table: flat chips with straight edges, scattered by lot. They have
 * the colours of the solids, so that no colour tells a solid; they are flat and small,
 * each of one shade, and throw no shadow, so that people do not take them for one.
 */
#ifndef TES_CLOTH_H
#define TES_CLOTH_H

#include "draw/scene/dyes.h"
#include "draw/scene/light.h"

#define TES_CLOTH_CHIPS 96
#define TES_CLOTH_EDGES 5

struct tes_cloth_chip {
    double x, y, reach; /* in the scene's axes: the table is in the middle of it */
    struct {
        double x, y, away; /* the edge's direction outwards, and how far from the middle it is */
    } edges[TES_CLOTH_EDGES];
    uint32_t colour;
};

struct tes_cloth {
    struct tes_cloth_chip chips[TES_CLOTH_CHIPS];
    unsigned count;
};

/* The chips of a scene's table, which is its first thing: at most so many, up to TES_CLOTH_CHIPS.
 */
void tes_cloth_of(const struct tes_scene *scene, unsigned chips_most, struct tes_cloth *cloth);

/* Two rows of the table's ground, one below the other. */
struct tes_cloth_row {
    struct tes_light_line here, below;
    struct tes_light_span span; /* pixels that may be coloured */
};

/* Puts the chips over a row, in full light. */
void tes_cloth_draw(const struct tes_cloth *cloth, const struct tes_cloth_row *row,
                    uint32_t *colours);

#endif
