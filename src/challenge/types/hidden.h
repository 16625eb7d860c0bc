/*
 * hidden.h: a figure among moving dots, as the core makes it and the drawer shows it.
 *
 * Lengths are squares of the film, of which it has TES_HIDDEN_SIDE in each direction and each dot
 * covers one; angles are degrees, times are frames.
 */
#ifndef TES_HIDDEN_H
#define TES_HIDDEN_H

#include "challenge/hidden_shapes.h"
#include "challenge/select.h"

#define TES_HIDDEN_OPTIONS    12
#define TES_HIDDEN_COLUMNS    4
#define TES_HIDDEN_CELL       80  /* side of an option, in pixels */
#define TES_HIDDEN_SIDE       160 /* of the film, in squares */
#define TES_HIDDEN_SCALE      2   /* side of a square, in pixels */
#define TES_HIDDEN_FRAMES_MAX 80  /* steps after the first picture */
#define TES_HIDDEN_WAVES      4
#define TES_HIDDEN_LIFE_MAX   12
#define TES_HIDDEN_SPEED_MAX  4

/* A number that swings: middle + reach * sin(phase + pace * frame). */
struct tes_hidden_swing {
    float middle, reach, phase, pace;
};

/* A wave in the field of directions. */
struct tes_hidden_wave {
    float reach;         /* how far it turns the direction */
    float across, along; /* degrees for each square to the right, and down */
    float phase, pace;
};

/* All that a film is made from, but the figure and the dots' own random numbers. */
struct tes_hidden_film {
    float dots;    /* that are seen at a time, on the average */
    float noise;   /* share of them that go anywhere */
    float scatter; /* standard deviation of a dot's direction from the field's */
    float speed_least, speed_most;
    float jitter;       /* by which a dot is off its way, to either side, anew in each frame */
    uint8_t life_least; /* frames that a dot is seen for */
    uint8_t life_most;
    uint8_t frames;    /* steps after the first picture */
    uint8_t delay_ms;  /* of each of them */
    float start, spin; /* the field's direction, and how it turns as a whole */
    struct tes_hidden_wave waves[TES_HIDDEN_WAVES];
    struct tes_hidden_swing offset;     /* of directions inside the figure, from the field's */
    struct tes_hidden_swing x, y, turn; /* how the figure moves */
    float area;                         /* of the figure, as a share of the film's */
};

struct tes_hidden {
    struct tes_select select;
    uint8_t options[TES_HIDDEN_OPTIONS]; /* enum tes_hidden_shape, in the order of the cells */
    uint8_t looks[TES_KEY_BYTES];        /* the key of the dots' random numbers */
    struct tes_hidden_film film;
};

const struct tes_hidden *tes_hidden_of(const struct tes_challenge *challenge);

/* Which shape hides. */
enum tes_hidden_shape tes_hidden_answer(const struct tes_hidden *hidden);

#endif
