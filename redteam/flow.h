/*
 * flow.h: a program that finds the figure of a film by local motion. It gets what a client gets
 * (struct film), and knows how films are made, as everybody does.
 *
 *   flow_pairs  each dot with each dot near it in the next frame: a displacement, and how likely it
 *               is that both are one dot
 *   flow_field  where the ground's dots go, everywhere and at all times, from the rim inwards
 *   flow_match  each option at all places and turns, through the film, against what goes otherwise
 */
#ifndef REDTEAM_FLOW_H
#define REDTEAM_FLOW_H

#include "film.h"

#include <complex.h>

enum {
    FLOW_BLOCK = 8,  /* squares of a block of the field */
    FLOW_FRAMES = 4, /* frames of one */
    FLOW_SIDE = FILM_SIDE / FLOW_BLOCK,
    FLOW_TIMES = (FILM_FRAMES_MAX + FLOW_FRAMES - 1) / FLOW_FRAMES,
    FLOW_BLOCKS = FLOW_TIMES * FLOW_SIDE * FLOW_SIDE,
    FLOW_PAIRS_MAX = 1 << 20,
    FLOW_CELL = 2, /* squares of a cell of the evidence */
    FLOW_CELLS = FILM_SIDE / FLOW_CELL,
    FLOW_SLOT = 6, /* frames of a slot of the evidence */
    FLOW_SLOTS = (FILM_FRAMES_MAX + FLOW_SLOT - 1) / FLOW_SLOT,
};

struct flow_pair {
    float x, y, frame; /* its middle */
    float angle;       /* radians */
    float weight;      /* how likely it is one dot */
};

struct flow_pairs {
    unsigned count;
    struct flow_pair all[FLOW_PAIRS_MAX];
};

struct flow_field {
    double complex seen[FLOW_BLOCKS];   /* sums of directions, by weight */
    double complex ground[FLOW_BLOCKS]; /* of length 1; 0 where nothing is known */
    double figure[FLOW_BLOCKS];         /* 0 .. 1: how likely a block belongs to the figure */
    double complex offset;              /* of the figure's directions from the ground's */
    double agreement; /* mean cosine of dots outside from the ground's direction */
};

/* For each cell and slot, how much more likely its motion is inside of the figure than outside. */
struct flow_evidence {
    unsigned slots;
    double cells[FLOW_SLOTS][FLOW_CELLS][FLOW_CELLS];
};

/* What a match has found. */
struct flow_match {
    int option;
    double score, next; /* of the option, and of the one after it */
    struct film_pose path[FLOW_SLOTS];
};

void flow_pairs_find(const struct film *film, struct flow_pairs *pairs);
void flow_field_start(const struct flow_pairs *pairs, struct flow_field *field);
/* Finds ground and figure from the rim inwards, or, with a match, the ground around that. */
void flow_field_relax(struct flow_field *field);
void flow_field_around(const struct film *film, const struct flow_match *match,
                       struct flow_field *field);
void flow_field_evidence(struct flow_field *field, const struct flow_pairs *pairs, unsigned frames,
                         struct flow_evidence *evidence);

/* `is_still`: the figure is in the same place throughout. */
void flow_match(const struct film *film, const struct flow_evidence *evidence, bool is_still,
                struct flow_match *match);

/* All of it: the option that is taken for right. */
int flow_answer(const struct film *film);

/* Attacks that look for something simpler. */
int flow_differences(const struct film *film);
int flow_mean(const struct film *film);
int flow_variance(const struct film *film);
int flow_two_shifts(const struct film *film);

#endif
