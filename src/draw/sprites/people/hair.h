/*
 * hair.h: layers of hair. What lies behind the shoulders or beside the neck is here; the
 * styles that join them to a front are a table in hair.c.
 */
#ifndef TES_HAIR_H
#define TES_HAIR_H

#include "draw/sprites/people/person.h"

struct tes_person_curl {
    float x, y, radius;
};

/* Curls that grow together, with one outline around all. */
void tes_person_hair_curls(struct tes_paint *paint, const struct tes_person_look *look,
                           const struct tes_person_curl *curls, unsigned count);
/* Puts `count` curls on an arc around (0, y), from one angle to another. */
void tes_person_hair_place(struct tes_person_curl *curls, unsigned count, struct tes_point radii,
                           float y, struct tes_point degrees, float radius);

typedef void tes_person_hair_painter(struct tes_paint *paint, const struct tes_person_look *look);

/* Behind the shoulders. */
tes_person_hair_painter tes_person_hair_bob, tes_person_hair_afro, tes_person_hair_puffs,
    tes_person_hair_bun, tes_person_hair_ponytail;
/* Beside the neck, on the shoulders. */
tes_person_hair_painter tes_person_hair_long, tes_person_hair_wavy, tes_person_hair_curly_long,
    tes_person_hair_braids, tes_person_hair_locs;

#endif
