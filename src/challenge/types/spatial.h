/*
 * spatial.h: which of several figures is the one shown, rotated? Easy and medium: one of four
 * glyphs of a family (or, one time in ten, a circle or square among glyphs), all rotated alike.
 * Hard: one chiral figure in its eight positions, four of them mirrored.
 */
#ifndef TES_SPATIAL_H
#define TES_SPATIAL_H

#include "challenge/select.h"

#define TES_SPATIAL_FAMILIES    4
#define TES_SPATIAL_ORIENTED    16 /* glyphs 0 .. 15: family * 4 + quarters turned clockwise */
#define TES_SPATIAL_CIRCLE      16
#define TES_SPATIAL_SQUARE      17
#define TES_SPATIAL_GLYPHS      18
#define TES_SPATIAL_OPTIONS_MAX 8
#define TES_SPATIAL_GRID        4   /* a figure is made of squares of a 4 x 4 grid */
#define TES_SPATIAL_CELL        160 /* side of an option in the picture, in pixels */
#define TES_SPATIAL_HEAD        190 /* height of what stands above them */

enum tes_spatial_family {
    TES_SPATIAL_TRIANGLE,
    TES_SPATIAL_BRACKET,
    TES_SPATIAL_WEDGE,
    TES_SPATIAL_ARROW
};

struct tes_spatial_option {
    uint8_t glyph;       /* where there is no figure */
    uint8_t quarters;    /* how far it is rotated, in the challenge's direction */
    uint8_t is_mirrored; /* figures only */
};

struct tes_spatial {
    struct tes_select select;
    uint8_t looks[TES_KEY_BYTES]; /* the key from which its looks are made */
    uint8_t target;               /* glyph */
    uint8_t quarters;             /* how far to rotate, in quarters of a turn */
    bool is_clockwise;
    uint16_t figure; /* hard: its squares, bit row * 4 + column; otherwise 0 */
    uint8_t option_count;
    struct tes_spatial_option options[TES_SPATIAL_OPTIONS_MAX];
};

const struct tes_spatial *tes_spatial_of(const struct tes_challenge *challenge);

/* The glyph or the figure that is seen when an option has been rotated. */
unsigned tes_spatial_shown_glyph(const struct tes_spatial *spatial, unsigned option);
uint16_t tes_spatial_shown_figure(const struct tes_spatial *spatial, unsigned option);

#endif
