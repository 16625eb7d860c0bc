/*
 * film.h: a film of dots with the shapes that may hide in it, as a client has them: frames of one
 * ink, and a cell for each option. What is known of how films are made is known to everybody.
 */
#ifndef REDTEAM_FILM_H
#define REDTEAM_FILM_H

#include "challenge/types/hidden.h"

enum {
    FILM_SIDE = TES_HIDDEN_SIDE,
    FILM_SQUARES = FILM_SIDE * FILM_SIDE,
    FILM_FRAMES_MAX = TES_HIDDEN_FRAMES_MAX + 1,
    FILM_CELL = TES_HIDDEN_CELL,
    FILM_OPTIONS = TES_HIDDEN_OPTIONS,
};

/* An option's shape, as its cell shows it. */
struct film_shape {
    uint8_t mask[FILM_CELL * FILM_CELL]; /* 1 inside */
    double x, y;                         /* the middle of its extent */
    double scale;                        /* pixels of the cell for a square of the film */
};

struct film {
    unsigned frames;
    uint8_t dots[FILM_FRAMES_MAX][FILM_SQUARES]; /* 1 where there is one */
    struct film_shape shapes[FILM_OPTIONS];
};

/* Where a shape lies in a frame: its middle, in squares, and how far it is turned, in degrees. */
struct film_pose {
    double x, y, turn;
};

/* Takes the film from a picture that moves. */
void film_take(const struct tes_animation *animation, const struct tes_view *view,
               struct film *film);

/* Finds a shape's extent and scale, once its mask is there. `area` is the share of the film that a
 * shape covers, unless it would get too long. */
void film_measure(struct film_shape *shape, double area);

/* Whether a point of the film lies inside of a shape. */
bool film_is_inside(const struct film_shape *shape, const struct film_pose *pose, double x,
                    double y);

#endif
