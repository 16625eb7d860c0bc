/*
 * Every option at all places and turns against the evidence. In each slot of time the sum of the
 * evidence inside of the shape is taken, by rows; from one slot to the next a figure moves and
 * turns a little, and the best way through all slots counts.
 */
#include "flow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLACES = 25, /* in each direction, STEP squares apart */
    STEP = 2,
    TURNS = 11,
    TURN_STEP = 5, /* degrees */
    POSES = TURNS * PLACES * PLACES,
    REACH = 2,      /* steps that a figure may move from slot to slot */
    RUNS_MAX = 512, /* rows of a mask, or parts of them */
};

/* A part of a row of cells, relative to the figure's middle. */
struct run {
    int y, left, right;
};

struct runs {
    unsigned count;
    struct run all[RUNS_MAX];
};

typedef double sums[FLOW_CELLS][FLOW_CELLS + 1];

static struct film_pose pose_of(unsigned pose)
{
    struct film_pose at = {
        FILM_SIDE / 2.0 + ((int)(pose % PLACES) - PLACES / 2) * STEP,
        FILM_SIDE / 2.0 + ((int)(pose / PLACES % PLACES) - PLACES / 2) * STEP,
        ((int)(pose / (PLACES * PLACES)) - TURNS / 2) * TURN_STEP,
    };
    return at;
}

static void find_runs(const struct film_shape *shape, double turn, struct runs *runs)
{
    struct film_pose pose = {0, 0, turn};
    runs->count = 0;
    for (int y = -FLOW_CELLS / 2; y < FLOW_CELLS / 2; y++) {
        bool was_inside = false;
        for (int x = -FLOW_CELLS / 2; x <= FLOW_CELLS / 2; x++) {
            bool is_inside =
                x < FLOW_CELLS / 2 &&
                film_is_inside(shape, &pose, (x + 0.5) * FLOW_CELL, (y + 0.5) * FLOW_CELL);
            if (is_inside && !was_inside && runs->count < RUNS_MAX)
                runs->all[runs->count++] = (struct run){y, x, x};
            if (!is_inside && was_inside)
                runs->all[runs->count - 1].right = x;
            was_inside = is_inside;
        }
    }
}

static int clamp(int value)
{
    return value < 0 ? 0 : value > FLOW_CELLS ? FLOW_CELLS : value;
}

static double sum_inside(const struct runs *runs, int x, int y, double (*rows)[FLOW_CELLS + 1])
{
    double sum = 0;
    for (unsigned i = 0; i < runs->count; i++) {
        const struct run *run = &runs->all[i];
        int row = y + run->y;
        if (row >= 0 && row < FLOW_CELLS)
            sum += rows[row][clamp(x + run->right)] - rows[row][clamp(x + run->left)];
    }
    return sum;
}

static void sum_rows(const double (*cells)[FLOW_CELLS], double (*rows)[FLOW_CELLS + 1])
{
    for (unsigned y = 0; y < FLOW_CELLS; y++) {
        rows[y][0] = 0;
        for (unsigned x = 0; x < FLOW_CELLS; x++)
            rows[y][x + 1] = rows[y][x] + cells[y][x];
    }
}

/* The best of the poses around each, along one axis, and which one that is. */
static void spread(double *best, unsigned *from, unsigned step, unsigned length, unsigned reach)
{
    static double scores[POSES];
    static unsigned came[POSES];
    memcpy(scores, best, sizeof scores);
    memcpy(came, from, sizeof came);
    for (unsigned i = 0; i < POSES; i++) {
        int place = (int)(i / step % length);
        for (int j = -(int)reach; j <= (int)reach; j++) {
            if (place + j < 0 || place + j >= (int)length)
                continue;
            unsigned other = (unsigned)((int)i + j * (int)step);
            if (scores[other] > best[i]) {
                best[i] = scores[other];
                from[i] = came[other];
            }
        }
    }
}

struct search {
    const struct flow_evidence *evidence;
    sums rows[FLOW_SLOTS];
    bool is_still;
    double best[POSES];
    unsigned from[FLOW_SLOTS][POSES];
};

static void start_slot(struct search *search, unsigned slot)
{
    for (unsigned i = 0; i < POSES; i++) {
        search->from[slot][i] = i;
        search->best[i] = slot == 0 ? 0 : search->best[i];
    }
    if (slot == 0 || search->is_still)
        return;
    spread(search->best, search->from[slot], 1, PLACES, REACH);
    spread(search->best, search->from[slot], PLACES, PLACES, REACH);
    spread(search->best, search->from[slot], PLACES * PLACES, TURNS, 1);
}

/* The score of one option; where it is better than the best, so is its path. */
static double search_option(struct search *search, const struct film_shape *shape,
                            struct film_pose *path)
{
    static struct runs runs[TURNS];
    unsigned best = 0;
    for (unsigned i = 0; i < TURNS; i++)
        find_runs(shape, ((int)i - TURNS / 2) * TURN_STEP, &runs[i]);
    for (unsigned slot = 0; slot < search->evidence->slots; slot++) {
        start_slot(search, slot);
        for (unsigned i = 0; i < POSES; i++) {
            struct film_pose pose = pose_of(i);
            search->best[i] += sum_inside(&runs[i / (PLACES * PLACES)], (int)pose.x / FLOW_CELL,
                                          (int)pose.y / FLOW_CELL, search->rows[slot]);
        }
    }
    for (unsigned i = 0; i < POSES; i++)
        best = search->best[i] > search->best[best] ? i : best;
    double score = search->best[best];
    for (unsigned slot = search->evidence->slots; slot-- > 0;) {
        path[slot] = pose_of(best);
        best = search->from[slot][best];
    }
    return score;
}

void flow_match(const struct film *film, const struct flow_evidence *evidence, bool is_still,
                struct flow_match *match)
{
    static struct search search;
    struct film_pose path[FLOW_SLOTS] = {{0}};
    search.evidence = evidence;
    search.is_still = is_still;
    *match = (struct flow_match){.option = 0, .score = -INFINITY, .next = -INFINITY};
    for (unsigned slot = 0; slot < evidence->slots; slot++)
        sum_rows(evidence->cells[slot], search.rows[slot]);
    for (unsigned i = 0; i < FILM_OPTIONS; i++) {
        double score = search_option(&search, &film->shapes[i], path);
        if (score > match->score) {
            match->next = match->score;
            match->score = score;
            match->option = (int)i;
            memcpy(match->path, path, sizeof path);
        } else if (score > match->next) {
            match->next = score;
        }
    }
}

int flow_answer(const struct film *film)
{
    static struct flow_pairs pairs;
    static struct flow_field field;
    static struct flow_evidence evidence;
    struct flow_match match;
    flow_pairs_find(film, &pairs);
    flow_field_start(&pairs, &field);
    flow_field_relax(&field);
    for (unsigned i = 0;; i++) {
        flow_field_evidence(&field, &pairs, film->frames, &evidence);
        flow_match(film, &evidence, false, &match);
        if (i == 2)
            return match.option;
        flow_field_around(film, &match, &field);
    }
}
