/* export.h: the forms in which challenges are written for a program that learns. */
#ifndef REDTEAM_EXPORT_H
#define REDTEAM_EXPORT_H

#include "challenge/kind.h"

struct export_form {
    const char *kinds[4]; /* that are written in this form; ends with NULL */

    /* Writes the members of a record as JSON, `["NAME","TYPE",[SHAPE]],...`, and returns the
     * record's length in bytes. All challenges of a kind and level have the same. */
    size_t (*fields)(const struct tes_challenge *challenge, char *text, size_t size);

    /* Writes one record, labels included. */
    void (*write)(const struct tes_challenge *challenge, uint8_t *record);
};

extern const struct export_form export_cells, export_scene, export_film;

/* A part of a picture, `factor` times smaller: three bytes a pixel. */
void export_shrink(const struct tes_image *image, const struct tes_area *part, unsigned factor,
                   uint8_t *pixels);

#endif
