/* scene_pixels.h: colours of a picture, and what belongs together in it. */
#ifndef REDTEAM_SCENE_PIXELS_H
#define REDTEAM_SCENE_PIXELS_H

#include "tessera.h"

#define PIXELS_WIDTH  640 /* of the largest picture */
#define PIXELS_HEIGHT 760

const uint8_t *pixels_at(const struct tes_image *image, unsigned x, unsigned y);

/* The sum of the channels' differences. */
int pixels_differ(const uint8_t *a, const uint8_t *b);

/* How much of the ground's light a pixel has if it is ground in shadow, 0 to 1; below 0 where it is
 * something else. The colour that shadows go towards is the same in every picture. */
double pixels_light(const uint8_t *pixel, const uint8_t *ground);

/* Pixels of one sort in an area: how many, and their middle and frame. */
struct patch {
    unsigned count;
    double x, y;
    unsigned left, right, top, bottom;
};

/* Those of about one colour. */
struct patch pixels_of_colour(const struct tes_image *image, struct tes_area area,
                              const uint8_t colour[3], int most);

/* Finds what hangs together of a mask of PIXELS_WIDTH wide rows, a byte each: writes the largest
 * patches, largest first, and each pixel's patch + 1 into the mask (0: none of them). Returns their
 * number. */
unsigned pixels_patches(uint8_t *mask, unsigned height, unsigned least, struct patch *patches,
                        unsigned most);

#endif
