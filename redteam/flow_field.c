/*
 * The ground's field of directions. Near the rim all is ground. From there on inwards, what goes
 * on as the blocks around it do is ground, and what goes the other way is figure; turned back by
 * the offset, that tells of the ground as well. A few dozen rounds of this settle it.
 */
#include "flow.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 40, RIM = 58, BLURS = 2 };

static unsigned block_at(unsigned time, unsigned y, unsigned x)
{
    return (time * FLOW_SIDE + y) * FLOW_SIDE + x;
}

/* Each block with a quarter of its two neighbours along an axis, in place. */
static void blur_axis(double complex *blocks, unsigned step, unsigned length)
{
    for (unsigned i = 0; i < FLOW_BLOCKS; i++) {
        double complex before, here;
        if (i / step % length != 0)
            continue;
        before = blocks[i];
        for (unsigned j = 0; j < length; j++) {
            double complex *at = &blocks[i + j * step];
            double complex next = j + 1 < length ? at[step] : *at;
            here = *at;
            *at = (before + 2 * here + next) / 4;
            before = here;
        }
    }
}

static void blur(double complex *blocks, unsigned times)
{
    for (unsigned i = 0; i < times; i++) {
        blur_axis(blocks, 1, FLOW_SIDE);
        blur_axis(blocks, FLOW_SIDE, FLOW_SIDE);
        blur_axis(blocks, FLOW_SIDE * FLOW_SIDE, FLOW_TIMES);
    }
}

void flow_field_start(const struct flow_pairs *pairs, struct flow_field *field)
{
    memset(field, 0, sizeof *field);
    field->offset = -1;
    for (unsigned i = 0; i < pairs->count; i++) {
        const struct flow_pair *pair = &pairs->all[i];
        unsigned x = (unsigned)pair->x / FLOW_BLOCK, y = (unsigned)pair->y / FLOW_BLOCK;
        unsigned at = block_at((unsigned)pair->frame / FLOW_FRAMES, y, x);
        field->seen[at] += pair->weight * cexp(I * pair->angle);
    }
    for (unsigned i = 0; i < FLOW_BLOCKS; i++) {
        double x = (i % FLOW_SIDE + 0.5) * FLOW_BLOCK - FILM_SIDE / 2.0;
        double y = (i / FLOW_SIDE % FLOW_SIDE + 0.5) * FLOW_BLOCK - FILM_SIDE / 2.0;
        field->figure[i] = hypot(x, y) > RIM ? 0 : 0.5;
    }
}

/* The ground, from what is taken for figure and ground. */
static void find_ground(struct flow_field *field)
{
    for (unsigned i = 0; i < FLOW_BLOCKS; i++) {
        double figure = field->figure[i];
        field->ground[i] = field->seen[i] * (1 - figure + figure * conj(field->offset));
    }
    blur(field->ground, BLURS);
    for (unsigned i = 0; i < FLOW_BLOCKS; i++) {
        double length = cabs(field->ground[i]);
        field->ground[i] = length < 1e-6 ? 0 : field->ground[i] / length;
    }
}

static void find_figure(struct flow_field *field)
{
    static double complex near[FLOW_BLOCKS];
    double complex sum = 0;
    double scale = 0;
    memcpy(near, field->seen, sizeof near);
    blur(near, 1);
    for (unsigned i = 0; i < FLOW_BLOCKS; i++)
        scale += cabs(near[i]) / FLOW_BLOCKS;
    for (unsigned i = 0; i < FLOW_BLOCKS; i++) {
        double complex turned = near[i] * conj(field->ground[i]);
        double outside = creal(turned), inside = creal(turned * conj(field->offset));
        double x = (i % FLOW_SIDE + 0.5) * FLOW_BLOCK - FILM_SIDE / 2.0;
        double y = (i / FLOW_SIDE % FLOW_SIDE + 0.5) * FLOW_BLOCK - FILM_SIDE / 2.0;
        double prior = hypot(x, y) > RIM ? 2 : 0;
        field->figure[i] = 1 / (1 + exp(2 * (outside - inside) / scale + prior));
        sum += field->figure[i] * field->figure[i] * turned;
    }
    if (creal(sum) < -0.2 * cabs(sum))
        field->offset = sum / cabs(sum);
}

void flow_field_relax(struct flow_field *field)
{
    for (unsigned i = 0; i < ROUNDS; i++) {
        find_ground(field);
        find_figure(field);
    }
}

void flow_field_around(const struct film *film, const struct flow_match *match,
                       struct flow_field *field)
{
    const struct film_shape *shape = &film->shapes[match->option];
    double complex sum = 0;
    for (unsigned i = 0; i < FLOW_BLOCKS; i++) {
        double x = (i % FLOW_SIDE + 0.5) * FLOW_BLOCK;
        double y = (i / FLOW_SIDE % FLOW_SIDE + 0.5) * FLOW_BLOCK;
        unsigned slot = i / (FLOW_SIDE * FLOW_SIDE) * FLOW_FRAMES / FLOW_SLOT;
        field->figure[i] = film_is_inside(shape, &match->path[slot], x, y) ? 0.97 : 0.03;
    }
    find_ground(field);
    for (unsigned i = 0; i < FLOW_BLOCKS; i++)
        if (field->figure[i] > 0.5)
            sum += field->seen[i] * conj(field->ground[i]);
    if (creal(sum) < -0.2 * cabs(sum))
        field->offset = sum / cabs(sum);
    find_ground(field);
}

/* The ground's direction at a point, between the blocks around it. */
static double complex ground_at(const struct flow_field *field, const struct flow_pair *pair)
{
    double at[3] = {pair->frame / FLOW_FRAMES - 0.5, pair->y / FLOW_BLOCK - 0.5,
                    pair->x / FLOW_BLOCK - 0.5};
    const int most[3] = {FLOW_TIMES - 1, FLOW_SIDE - 1, FLOW_SIDE - 1};
    double complex sum = 0;
    for (unsigned corner = 0; corner < 8; corner++) {
        double share = 1;
        unsigned place[3];
        for (unsigned i = 0; i < 3; i++) {
            double low = floor(at[i]), part = at[i] - low;
            bool is_high = (corner >> i & 1) != 0;
            int value = (int)low + is_high;
            place[i] = (unsigned)(value < 0 ? 0 : value > most[i] ? most[i] : value);
            share *= is_high ? part : 1 - part;
        }
        sum += share * field->ground[block_at(place[0], place[1], place[2])];
    }
    double length = cabs(sum);
    return length < 1e-6 ? 0 : sum / length;
}

/* How dense directions are around their middle, for dots that scatter: von Mises, and with an equal
 * share of all directions. */
static double density(double cosine, double weight)
{
    const double spread = 2, mean = 2.2796; /* exp(spread * cosine) averages to this */
    return 1 - weight + weight * exp(spread * cosine) / mean;
}

static void find_agreement(const struct flow_pairs *pairs, struct flow_field *field)
{
    double sum = 0, weights = 0;
    for (unsigned i = 0; i < pairs->count; i += 7) {
        const struct flow_pair *pair = &pairs->all[i];
        double x = pair->x - FILM_SIDE / 2.0, y = pair->y - FILM_SIDE / 2.0;
        if (hypot(x, y) < RIM)
            continue;
        double complex turned = cexp(I * pair->angle) * conj(ground_at(field, pair));
        sum += pair->weight * creal(turned);
        weights += pair->weight;
    }
    field->agreement = fmin(0.95, fmax(0.05, sum / (0.7 * weights + 1e-9)));
}

void flow_field_evidence(struct flow_field *field, const struct flow_pairs *pairs, unsigned frames,
                         struct flow_evidence *evidence)
{
    memset(evidence, 0, sizeof *evidence);
    evidence->slots = (frames - 1 + FLOW_SLOT - 1) / FLOW_SLOT;
    find_agreement(pairs, field);
    for (unsigned i = 0; i < pairs->count; i++) {
        const struct flow_pair *pair = &pairs->all[i];
        double complex turned = cexp(I * pair->angle) * conj(ground_at(field, pair));
        double weight = pair->weight * field->agreement;
        double outside = density(creal(turned), weight);
        double inside = density(creal(turned * conj(field->offset)), weight);
        evidence->cells[(unsigned)pair->frame / FLOW_SLOT][(unsigned)pair->y / FLOW_CELL]
                       [(unsigned)pair->x / FLOW_CELL] += log(inside / outside);
    }
}
