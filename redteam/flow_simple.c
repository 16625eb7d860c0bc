/* What is simpler than local motion, and must find nothing: what frames have in common, how they
 * differ, and two motions for the whole film. */
#include "flow.h"

#include <math.h>
#include <string.h>

enum { NEAR = 4, WAYS = (2 * NEAR + 1) * (2 * NEAR + 1) };

static unsigned cell_of(unsigned square)
{
    return square / FILM_SIDE / FLOW_CELL * FLOW_CELLS + square % FILM_SIDE / FLOW_CELL;
}

/* The best option for a map that does not move, whether the figure has more of it or less. */
static int match_map(const struct film *film, const double *map)
{
    static struct flow_evidence evidence;
    struct flow_match match[2];
    double mean = 0;
    for (unsigned i = 0; i < FLOW_CELLS * FLOW_CELLS; i++)
        mean += map[i] / (FLOW_CELLS * FLOW_CELLS);
    for (unsigned sign = 0; sign < 2; sign++) {
        evidence.slots = 1;
        for (unsigned i = 0; i < FLOW_CELLS * FLOW_CELLS; i++)
            evidence.cells[0][i / FLOW_CELLS][i % FLOW_CELLS] =
                sign == 0 ? map[i] - mean : mean - map[i];
        flow_match(film, &evidence, true, &match[sign]);
    }
    return match[match[1].score > match[0].score].option;
}

int flow_mean(const struct film *film)
{
    static double map[FLOW_CELLS * FLOW_CELLS];
    memset(map, 0, sizeof map);
    for (unsigned frame = 0; frame < film->frames; frame++)
        for (unsigned i = 0; i < FILM_SQUARES; i++)
            map[cell_of(i)] += film->dots[frame][i];
    return match_map(film, map);
}

int flow_differences(const struct film *film)
{
    static double map[FLOW_CELLS * FLOW_CELLS];
    memset(map, 0, sizeof map);
    for (unsigned frame = 0; frame + 1 < film->frames; frame++)
        for (unsigned i = 0; i < FILM_SQUARES; i++)
            map[cell_of(i)] += film->dots[frame][i] ^ film->dots[frame + 1][i];
    return match_map(film, map);
}

int flow_variance(const struct film *film)
{
    static double sums[FLOW_CELLS * FLOW_CELLS], squares[FLOW_CELLS * FLOW_CELLS];
    memset(sums, 0, sizeof sums);
    memset(squares, 0, sizeof squares);
    for (unsigned frame = 0; frame < film->frames; frame++) {
        double cells[FLOW_CELLS * FLOW_CELLS] = {0};
        for (unsigned i = 0; i < FILM_SQUARES; i++)
            cells[cell_of(i)] += film->dots[frame][i];
        for (unsigned i = 0; i < FLOW_CELLS * FLOW_CELLS; i++) {
            sums[i] += cells[i];
            squares[i] += cells[i] * cells[i];
        }
    }
    for (unsigned i = 0; i < FLOW_CELLS * FLOW_CELLS; i++)
        squares[i] = squares[i] / film->frames - pow(sums[i] / film->frames, 2);
    return match_map(film, squares);
}

/* ------------------------------------------------------------- two shifts */

static bool is_followed(const struct film *film, unsigned frame, int square, int way)
{
    int x = square % FILM_SIDE + way % (2 * NEAR + 1) - NEAR;
    int y = square / FILM_SIDE + way / (2 * NEAR + 1) - NEAR;
    return x >= 0 && y >= 0 && x < FILM_SIDE && y < FILM_SIDE &&
           film->dots[frame + 1][y * FILM_SIDE + x] != 0;
}

/* The two displacements that most dots of a frame have, the second against the first. */
static void find_ways(const struct film *film, unsigned frame, int ways[2])
{
    unsigned counts[WAYS] = {0};
    for (int i = 0; i < FILM_SQUARES; i++)
        for (int way = 0; film->dots[frame][i] != 0 && way < WAYS; way++)
            counts[way] += is_followed(film, frame, i, way);
    ways[0] = ways[1] = WAYS - 1;
    for (int way = 0; way < WAYS; way++)
        if (way != WAYS / 2 && counts[way] > counts[ways[0]])
            ways[0] = way;
    for (int way = 0; way < WAYS; way++) {
        int across = (way % (2 * NEAR + 1) - NEAR) * (ways[0] % (2 * NEAR + 1) - NEAR);
        int along = (way / (2 * NEAR + 1) - NEAR) * (ways[0] / (2 * NEAR + 1) - NEAR);
        if (across + along < 0 && counts[way] > counts[ways[1]])
            ways[1] = way;
    }
}

int flow_two_shifts(const struct film *film)
{
    static struct flow_evidence evidence;
    struct flow_match match;
    memset(&evidence, 0, sizeof evidence);
    evidence.slots = (film->frames - 1 + FLOW_SLOT - 1) / FLOW_SLOT;
    for (unsigned frame = 0; frame + 1 < film->frames; frame++) {
        int ways[2];
        find_ways(film, frame, ways);
        for (int i = 0; i < FILM_SQUARES; i++) {
            if (film->dots[frame][i] == 0)
                continue;
            unsigned cell = cell_of((unsigned)i);
            evidence.cells[frame / FLOW_SLOT][cell / FLOW_CELLS][cell % FLOW_CELLS] +=
                is_followed(film, frame, i, ways[1]) - is_followed(film, frame, i, ways[0]);
        }
    }
    flow_match(film, &evidence, false, &match);
    return match.option;
}
