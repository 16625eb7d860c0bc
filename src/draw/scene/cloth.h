/*
 * cloth.h: what is printed on a table: flat chips with straight edges, scattered at random. They
 * have the colours of the solids, so that a program can't find solids by colour. They are small,
 * each of one shade, and throw no shadow, so that people do not take them for solids.
 */
#ifndef TES_CLOTH_H
#define TES_CLOTH_H

#include "draw/scene/dyes.h"
#include "draw/scene/ground_light.h"

#define TES_CLOTH_CHIPS 96
#define TES_CLOTH_EDGES 5

struct tes_cloth_chip {
    double x, y, reach; /* in the scene's axes, where the table's middle is the origin */
    struct {
        /* The direction across the edge, outwards, and its distance from the chip's middle. */
        double x, y, away;
    } edges[TES_CLOTH_EDGES];
    uint32_t colour;
};

struct tes_cloth {
    struct tes_cloth_chip chips[TES_CLOTH_CHIPS];
    unsigned count;
};

/* Makes the chips of a scene's table, which is its first thing: at most `chips_most`, and at most
 * TES_CLOTH_CHIPS. */
void tes_cloth_of(const struct tes_scene *scene, unsigned chips_most, struct tes_cloth *cloth);

/* The ground of a row of the table, and of the row below it. */
struct tes_cloth_row {
    struct tes_light_line here, below;
    struct tes_light_span span; /* pixels that may be coloured */
};

/* Draws the chips over a row, in full light. */
void tes_cloth_draw(const struct tes_cloth *cloth, const struct tes_cloth_row *row,
                    uint32_t *colours);

#endif
